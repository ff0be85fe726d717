"""A receipt whose outcomes are made when they are looked at says what any receipt says, whenever that is."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from doxa import Memory, Message
from doxa.records import Outcome, Receipt
from doxa.write.told_later import receipt_told_later

OUTCOMES = (Outcome("new", "done", "kept as said"),)


def later(make: Callable[[], tuple[Outcome, ...]] = lambda: OUTCOMES) -> Receipt:
    return receipt_told_later(make, operation="1", request_id="r", warnings=("w",))


def test_it_is_like_a_receipt_that_was_told_at_once() -> None:
    told = Receipt("1", OUTCOMES, "r", warnings=("w",))
    assert later() == told
    assert told == later()
    assert repr(later()) == repr(told)
    assert pickle.loads(pickle.dumps(later())) == copy.deepcopy(later()) == told
    assert replace(later(), warnings=()) == replace(told, warnings=())


def test_outcomes_are_made_once_and_only_when_they_are_looked_at() -> None:
    made: list[int] = []

    def make() -> tuple[Outcome, ...]:
        made.append(1)
        return OUTCOMES

    receipt = later(make)
    assert receipt.operation == "1"
    assert not made
    assert receipt.outcomes is receipt.outcomes
    assert made == [1]


def test_what_was_written_is_told_as_it_was_then_after_it_changed_and_the_memory_was_closed(home: Path) -> None:
    memory = Memory("p", home=home, embedder=None, user="ann")
    receipt = memory.add([Message("user", "Well, that was quite a day."), Message("user", "I live in Berlin.")])
    other = memory.add([Message("user", "Well, that was quite a day."), Message("user", "I live in Berlin.")])
    at_once = other.beliefs
    memory.delete(at_once[0].id)
    memory.close()
    assert [each.text for each in receipt.beliefs] == [each.text for each in at_once]
    assert [each.status for each in receipt.beliefs] == ["live", "live", "live"]
