"""What the present is: never earlier than what was told last, though the clock stood still or was set back."""

from __future__ import annotations

from datetime import timedelta

from doxa import Memory
from doxa.clock import ManualClock


def told(memory: Memory, clock: ManualClock) -> None:
    """A home, and a move of a month later; then the clock is an hour slow."""
    memory.add("I live in Berlin.")
    clock.advance(days=30)
    memory.add("I like tea.")
    memory.add("I moved to Lisbon.")
    clock.set(clock.now() - timedelta(hours=1))


def test_what_was_told_last_is_believed_though_the_clock_was_set_back(memory: Memory, clock: ManualClock) -> None:
    told(memory, clock)
    assert memory.recall("Where do I live?").hits[0].belief.text == "user lives in Lisbon"
    assert [each.text for each in memory.list(kinds=["profile"]).items] == ["user lives in Lisbon"]
    assert "home: Lisbon" in memory.envelope().text()
    assert "Lisbon" in memory.engage("Where do I live?").text
