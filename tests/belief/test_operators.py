"""Operators beside the table: expand, withdraw and restore, settle, correct, prioritise, and larger constraints."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from saying import Slot, days, is_at, since, statement, stay
from worlds import NOW, PLAIN, Claims, History, everywhere, histories, histories_and, slot

from doxa.belief import operators
from doxa.belief.base import BeliefBase, Told, correct, revise, tell
from doxa.belief.confidence import DAY, confidence_at
from doxa.belief.priority import by_priority, keep_by_priority
from doxa.belief.resolution import resolve
from doxa.belief.statements import Newcomer
from doxa.errors import InvalidInput, NotFound

INF = float("inf")


def quarrel() -> Slot:
    """Two sources that disagree about one time."""
    slot = Slot(now=20)
    slot.tell("berlin", is_at(1), source="ann")
    slot.tell("paris", is_at(1), source="bob")
    return slot


def test_expanding_by_what_fits_believes_it_and_by_what_does_not_is_a_conflict() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    rome = Newcomer(statement("s2", "rome", stay(0, 1), sequence=2))
    fits = operators.expand(rome, slot.state, now=int(slot.now * DAY))
    assert fits.verdict == "historical"
    paris = Newcomer(statement("s3", "paris", is_at(5), sequence=3))
    decision = operators.expand(paris, slot.state, now=int(slot.now * DAY))
    assert (decision.verdict, decision.reason) == ("conflict", "inconsistent")
    assert decision.after.get("s1") == slot.state.get("s1")


def test_what_was_withdrawn_comes_back_by_restoring_it_and_what_came_since_keeps_its_time() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(5))
    slot.state = operators.withdraw(["s1"], slot.state, sequence=2, now=0).after
    assert slot.held("s1") == []
    slot.sequence = 2
    slot.tell("rome", is_at(3))
    assert slot.held("s3") == [(3, INF)]
    decision = operators.restore("s1", slot.state, now=0)
    slot.state = decision.after
    assert decision.reason == "restored"
    assert (slot.held("s3"), slot.held("s1")) == ([(3, 5)], [(5, INF)])
    assert operators.restore("s1", slot.state, now=0).reason == "not_withdrawn"


def test_restoring_never_takes_from_what_is_protected() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(5))
    slot.state = operators.withdraw(["s1"], slot.state, sequence=2, now=0).after
    slot.sequence = 2
    slot.tell("rome", is_at(3), grade="official")
    decision = operators.restore("s1", slot.state, now=0)
    assert (decision.verdict, decision.after.get("s3")) == ("protected", slot.state.get("s3"))


def test_what_a_claim_of_another_slot_replaces_ends_where_that_begins_or_was_never_so() -> None:
    slot = Slot(single=False)
    slot.tell("emacs", is_at(1))
    later, earlier = (
        statement("x", "vim", is_at(7), sequence=9).first,
        statement("x", "vim", is_at(0), sequence=9).first,
    )
    ended = operators.give_way("s1", slot.state, later, now=0)
    assert (ended.reason, days(ended.after.statements[0].held)) == ("ended", [(1, 7)])
    assert resolve(ended.after) == ended.after
    assert operators.give_way("s1", slot.state, earlier, now=0).after.statements[0].standing == "corrected"
    slot.change("s1", locked=True)
    kept = operators.give_way("s1", slot.state, later, now=0)
    assert (kept.verdict, kept.reason, kept.effects.nothing) == ("protected", "locked", True)


def test_contracting_a_denial_gives_up_what_entails_it() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    decision = operators.contract("paris", False, slot.state, sequence=2, now=0)
    assert decision.replaced == ("s1",)
    assert operators.contract("berlin", False, slot.state, sequence=2, now=0).reason == "not_believed"


@pytest.mark.parametrize(
    ("keep", "believed", "standings"),
    [
        ("s1", {"berlin"}, ("accepted", "retracted")),
        ("s2", {"paris"}, ("accepted", "accepted")),
        ("both", {"berlin"}, ("accepted", "rival")),
        ("neither", set(), ("retracted", "retracted")),
    ],
)
def test_a_conflict_is_settled_for_either_both_or_neither(
    keep: str, believed: set[str], standings: tuple[str, str]
) -> None:
    slot = quarrel()
    slot.state = operators.settle("s2", slot.state, keep=keep, sequence=3, now=20 * DAY).after
    assert slot.at(5) == believed
    assert tuple(each.standing for each in slot.state) == standings
    assert not any(each.contested_by for each in slot.state)


def test_what_is_upheld_is_sure_again_and_a_settled_conflict_settles_nothing_more() -> None:
    slot = quarrel()
    slot.state = operators.settle("s2", slot.state, keep="s1", sequence=3, now=20 * DAY).after
    assert confidence_at(slot.state.statements[0].anchor, 20 * DAY, "USER_FACT") == 0.9
    again = operators.settle("s2", slot.state, keep="s1", sequence=4, now=20 * DAY)
    assert (again.reason, again.effects.nothing) == ("resolved_already", True)


@settings(max_examples=300)
@given(histories(PLAIN), st.integers(0, 6), histories_and(1))
def test_a_correction_is_as_if_its_target_had_never_been_said(
    past: History, which: int, more: tuple[History, Claims]
) -> None:
    target = past.told[which % len(past.told)]
    id = target.newcomer.statement.id
    if id not in past.base.slots or len(past.base.statement(id).observations) > 1:
        return
    spans = [said.span for each in past.told for said in each.newcomer.statement.observations]
    if any(span.lo_early < span.lo_late for span in spans):
        return  # a vague begin becomes that of what it confirmed; what it did not confirm leaves it vague
    coming = more[1][0]
    x = Told(coming.slot, replace(coming.newcomer, statement=replace(coming.newcomer.statement, id="x")))
    said = x.newcomer.statement
    x = Told(x.slot, replace(x.newcomer, statement=replace(said, observations=(replace(said.first, sequence=90),))))
    without, _ = tell(BeliefBase(), [each for each in past.told if each is not target], now=NOW)
    corrected, _ = correct(past.base, id, x, now=NOW)
    told_without, _ = tell(without, (x,), now=NOW)
    assert everywhere(corrected) == everywhere(told_without)


def test_a_correction_frees_the_rival_that_its_target_kept_waiting() -> None:
    slot = quarrel()
    decision = operators.correct("s1", None, slot.state, now=20 * DAY)
    slot.state = decision.after
    assert slot.at(5) == {"paris"}
    assert not slot.state.statements[1].contested_by


def test_a_correction_lets_what_its_target_kept_waiting_meet_what_was_said_since() -> None:
    slot = Slot(now=20)
    slot.tell("-berlin", is_at(1), source="bob")
    slot.tell("berlin", is_at(1), source="ann")
    slot.tell("paris", is_at(1), source="bob")
    slot.state = operators.correct("s1", None, slot.state, now=20 * DAY).after
    standings = [each.standing for each in slot.state.statements]
    assert (slot.at(5), standings) == ({"berlin"}, ["corrected", "accepted", "rival"])


def test_correcting_what_was_never_said_is_refused() -> None:
    with pytest.raises(NotFound, match="no statement 's9'"):
        correct(BeliefBase(), "s9", None, now=NOW)


def test_a_set_that_contradicts_itself_is_refused_before_anything_is_believed() -> None:
    both = [
        Told(slot("ann", "home", value), Newcomer(statement(f"s{n}", value, since(1, 9), sequence=n)))
        for n, value in enumerate(("berlin", "paris"))
    ]
    with pytest.raises(InvalidInput, match="contradict each other"):
        revise(BeliefBase(), both, now=NOW)


def test_priority_is_grade_then_sources_then_confidence_then_saying() -> None:
    weak = statement("weak", "x", is_at(9), sequence=9, grade="unverified", confidence=1.0)
    plain = statement("plain", "x", is_at(1), sequence=1)
    seen = replace(plain, id="seen", observations=(plain.first, replace(plain.first, source="bob")))
    sure = statement("sure", "x", is_at(1), sequence=2, confidence=0.95)
    late = statement("late", "x", is_at(2), sequence=3)
    order = [each.id for each in by_priority([weak, plain, late, sure, seen])]
    assert order == ["seen", "sure", "late", "plain", "weak"]


CONTACTS = "abcde"


def at_most_two(claims: object) -> bool:
    """Three literals: no three emergency contacts together."""
    return len([claim for claim in claims if claim in CONTACTS]) <= 2  # type: ignore[attr-defined]


@given(st.permutations(CONTACTS), st.sets(st.sampled_from(CONTACTS), min_size=1, max_size=2))
def test_with_a_constraint_of_three_a_strict_order_satisfies_k7_and_k8(order: list[str], new: set[str]) -> None:
    base = keep_by_priority(order, at_most_two)

    def revised(believed: list[str], *first: str) -> list[str]:
        ranked = sorted(set(believed) - set(first), key=order.index)
        return keep_by_priority([*first, *ranked], at_most_two)

    alpha, *rest = sorted(new)
    assert len(revised(base, alpha)) == 2
    for beta in rest:
        both = set(revised(base, alpha, beta))
        expanded = {*revised(base, alpha), beta}
        if at_most_two(expanded):
            assert both == expanded


def test_with_a_constraint_of_three_and_ties_k8_fails() -> None:
    base = ["a", "b"]

    def meet(*new: str) -> set[str]:
        room = 2 - len(new)
        choices = [set(each) for each in combinations(sorted(set(base) - set(new)), min(room, 2))]
        return {*new, *(set.intersection(*choices) if choices else set())}

    assert meet("c") == {"c"}
    assert at_most_two(meet("c") | {"a"})
    assert meet("c", "a") == {"c", "a"} != meet("c")
    assert keep_by_priority(["c", *base], at_most_two) == ["c", "a"]
