"""What the present is: never earlier than what was told last, though the clock stood still or was set back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from doxa import Claim, Memory
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


ROME = Claim("user lives in Rome", "user", "home", "Rome")


@pytest.mark.parametrize(
    ("tell", "homes"),
    [
        (lambda memory, home: memory.update(home, "user lives in Rome"), ["user lives in Rome"]),
        (lambda memory, home: memory.reflect(["user lives in Rome"]), ["user lives in Rome"]),
        (lambda memory, home: memory.revise([ROME]), ["user lives in Rome"]),
        (lambda memory, home: memory.add("I no longer live in Berlin."), ["user does not live in Berlin"]),
    ],
    ids=["update", "reflect", "revise", "an ending"],
)
def test_every_way_of_telling_takes_the_present(
    memory: Memory, clock: ManualClock, tell: Callable[[Memory, str], object], homes: list[str]
) -> None:
    home = memory.add("I live in Berlin.").beliefs[-1].id
    clock.advance(days=30)
    memory.add("I like tea.")
    tell(memory, home)
    clock.set(clock.now() - timedelta(hours=1))
    assert [each.text for each in memory.list(kinds=["profile"]).items] == homes
