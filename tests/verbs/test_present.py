"""What the present is: never earlier than what was told last, though the clock stood still or was set back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa import Memory
from doxa.clock import ManualClock


@pytest.fixture
def ended(memory: Memory, clock: ManualClock) -> Memory:
    """A job that was given up; then the clock is an hour slow."""
    memory.add("I work for Acme.")
    clock.advance(days=30)
    memory.add("I quit my job at Acme.")
    clock.set(clock.now() - timedelta(hours=1))
    return memory


def test_what_was_ended_last_is_over_though_the_clock_was_set_back(ended: Memory) -> None:
    assert [each.text for each in ended.list(kinds=["profile"]).items] == ["user does not work for Acme"]
    assert "user does not work for Acme" in ended.envelope().text()
    assert "employer: Acme" not in ended.envelope().text()


def test_questions_are_answered_by_what_was_told_last(ended: Memory) -> None:
    assert ended.recall("Where do I work?").hits[0].belief.text == "user does not work for Acme"
    assert "[1] user does not work for Acme" in ended.engage("Where do I work?").text


def test_what_looks_after_memory_does_not_move_the_present(ended: Memory) -> None:
    before = ended.envelope().text(), ended.list().items
    operation = ended.dream().operation
    if operation is not None:
        ended.undo(operation)
    assert (ended.envelope().text(), ended.list().items) == before
