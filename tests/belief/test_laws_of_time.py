"""The laws of transaction time, over a small store: undo, rollback, as-of, and what operations leave alone."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ledger import Ledger
from saying import is_at, statement
from worlds import LAST_DAY, PLAIN, Claims, History, consistent, everywhere, examples, histories_and, slot, told

from doxa.belief.base import Told
from doxa.belief.statements import Newcomer
from doxa.errors import UndoConflict

SOME = examples(80)


def ledger_of(past: History) -> Ledger:
    """The history told to a store."""
    ledger = Ledger()
    for each in past.told:
        ledger.tell(each)
    return ledger


@SOME
@given(histories_and(1))
def test_what_the_store_keeps_of_the_effects_is_the_state_decided(case: tuple[History, Claims]) -> None:
    past, _ = case
    kept = ledger_of(past).base()
    assert everywhere(kept) == everywhere(past.base)
    for key, state in past.base.groups.items():
        assert set(kept.groups[key].statements) == set(state.statements)


@SOME
@given(histories_and(1))
def test_undo_gives_back_the_state_before(case: tuple[History, Claims]) -> None:
    past, (coming,) = case
    ledger = ledger_of(past)
    before = ledger.base()
    ledger.tell(coming)
    ledger.undo(ledger.operation)
    assert ledger.base() == before


@SOME
@given(histories_and(2))
def test_undo_of_what_later_ones_rest_on_is_refused_and_of_others_leaves_them(case: tuple[History, Claims]) -> None:
    past, (x, y) = case
    ledger = ledger_of(past)
    ledger.tell(x, explicit=True)
    first = ledger.operation
    ledger.tell(y, explicit=True)
    kept = {each for each in ledger.base().at(LAST_DAY) if each.attribute == y.slot.attribute}
    if x.slot.group_key != y.slot.group_key:
        ledger.undo(first)
        assert all(consistent(believed) for believed in everywhere(ledger.base()).values())
        assert {each for each in ledger.base().at(LAST_DAY) if each.attribute == y.slot.attribute} >= kept & {y.slot}
    elif ledger.base() != ledger.base(first):
        with pytest.raises(UndoConflict):
            ledger.undo(first)


def test_undo_under_a_chain_names_the_later_operations() -> None:
    ledger = Ledger()
    for n, value in enumerate(("berlin", "paris", "rome"), 1):
        claim = statement(f"s{n}", value, is_at(n), sequence=n)
        ledger.tell(Told(slot("ann", "home", value), Newcomer(claim)))
    with pytest.raises(UndoConflict) as refusal:
        ledger.undo(2)
    assert refusal.value.dependents == ("3",)


def test_undo_of_one_slot_leaves_what_was_told_since_of_another() -> None:
    ledger = Ledger()
    ledger.tell(_home("s1", "berlin", 1))
    ledger.tell(_home("s2", "paris", 2))
    tea = statement("s3", "tea", is_at(3), sequence=3)
    ledger.tell(Told(slot("ann", "likes", "tea"), Newcomer(tea)))
    ledger.undo(2)
    assert {each.value for each in ledger.base().at(10 * 86_400_000_000)} == {"berlin", "tea"}


def _home(id: str, value: str, day: int) -> Told:
    return Told(slot("ann", "home", value), Newcomer(statement(id, value, is_at(day), sequence=day)))


@SOME
@given(histories_and(3), st.integers(0, 6))
def test_rollback_gives_back_a_past_state_whatever_came_since(case: tuple[History, Claims], back: int) -> None:
    past, coming = case
    ledger = ledger_of(past)
    then = max(ledger.operation - back, 0)
    before = ledger.base(then)
    for each in coming:
        ledger.tell(each)
    for n, believed in enumerate(sorted(ledger.base().at(LAST_DAY), key=repr)):
        ledger.contract(believed, past.next + 10 + n)
    ledger.rollback(then)
    once = ledger.base()
    ledger.rollback(then)
    assert once == ledger.base() == before


@SOME
@given(histories_and(3))
def test_as_of_a_past_operation_is_what_was_read_then(case: tuple[History, Claims]) -> None:
    past, coming = case
    ledger, read = Ledger(), {}
    for each in (*past.told, *coming):
        ledger.tell(each)
        read[ledger.operation] = ledger.base()
    for believed in sorted(ledger.base().at(LAST_DAY), key=repr):
        ledger.contract(believed, past.next + 10)
    assert {operation: ledger.base(operation) for operation in read} == read


@SOME
@given(st.data())
def test_later_telling_after_an_undo_is_as_if_it_had_not_been_told(data: Any) -> None:
    def pick(choices: Any) -> Any:
        return data.draw(st.sampled_from(list(choices)))

    past, (coming, other) = data.draw(histories_and(2))
    undone, never = ledger_of(past), ledger_of(past)
    undone.tell(coming)
    undone.undo(undone.operation)
    again = told(pick, other.slot, past.next + 2, LAST_DAY, PLAIN)
    undone.tell(again)
    never.tell(again)
    assert everywhere(undone.base()) == everywhere(never.base())
