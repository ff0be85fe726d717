"""The laws of revision and reconciliation, at every instant, over random histories (AGM)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import is_at, moved, statement, vague
from worlds import (
    HOMES,
    INSTANTS,
    LAST_DAY,
    NOW,
    ONE_SOURCE,
    WILD,
    Claims,
    History,
    certain_instants,
    clash,
    consequences,
    consistent,
    everywhere,
    examples,
    histories,
    histories_and,
    said_again,
    slot,
)

from doxa.belief.base import BeliefBase, Told, contract, expand, revise, tell
from doxa.belief.confidence import DAY
from doxa.belief.intervals import contains
from doxa.belief.resolution import resolve
from doxa.belief.slots import Slot
from doxa.belief.spans import Span
from doxa.belief.statements import Newcomer
from doxa.errors import InvalidInput

MANY = examples(150)
BELIEVING = ("new", "confirm", "supersede", "supplement")


@MANY
@given(histories(WILD, length=9))
def test_no_step_leaves_two_claims_that_clash_at_any_instant(past: History) -> None:
    base = BeliefBase()
    for each in past.told:
        base, _ = tell(base, (each,), now=NOW)
        assert all(consistent(base.at(instant)) for instant in INSTANTS)


@MANY
@given(histories(WILD, length=9))
def test_what_each_step_keeps_up_is_what_the_statements_alone_determine(past: History) -> None:
    for state in past.base.groups.values():
        assert resolve(state) == state


@MANY
@given(histories_and(1, WILD))
def test_what_is_accepted_is_believed_and_what_is_not_changes_nothing(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    after, (decision,) = tell(past.base, (coming,), now=NOW)
    span = coming.newcomer.statement.first.span
    if decision.verdict in BELIEVING and decision.reason != "rival":
        assert all(coming.slot in after.at(lo) for lo, _ in span.certain)
        assert any(coming.slot in after.at(instant) for instant in (*INSTANTS, span.lo_late))
    if decision.verdict in ("conflict", "protected", "rejected", "raw_only"):
        assert everywhere(after) == everywhere(past.base)


@MANY
@given(histories_and(1))
def test_revision_keeps_all_that_does_not_clash_and_adds_the_claim(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    after, _ = revise(past.base, (coming,), now=NOW)
    x = coming.slot
    for instant in certain_instants(past.base, after):
        before = past.base.at(instant)
        if contains(coming.newcomer.statement.first.span.certain, instant):
            assert x in after.at(instant)
        kept = frozenset(each for each in before if not clash(each, x))
        expected = kept | {x} if x in after.at(instant) else before
        assert after.at(instant) == expected


@MANY
@given(histories_and(1))
def test_a_claim_adds_only_itself_and_removes_only_what_clashes(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    after, (decision,) = tell(past.base, (coming,), now=NOW)
    if decision.reason == "correction":
        return
    raw = coming.newcomer.statement.first.span.raw
    for instant in certain_instants(past.base, after):
        before, now = past.base.at(instant), after.at(instant)
        assert now <= before | {coming.slot}
        assert all(clash(gone, coming.slot) for gone in before - now)
        if not contains(raw, instant):
            assert now == before


@MANY
@given(histories_and(1))
def test_what_clashes_with_nothing_removes_nothing_and_adds_no_edge(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    after, (decision,) = tell(past.base, (coming,), now=NOW)
    group = past.base.groups.get(coming.slot.group_key, ())
    if any(clash(past.base.slots[each.id], coming.slot) for each in group):
        return
    assert all(past.base.at(instant) <= after.at(instant) for instant in INSTANTS)
    assert not decision.effects.edges


@MANY
@given(histories_and(1))
def test_expansion_believes_what_fits_and_leaves_all_as_it_was_where_it_does_not(case: tuple[History, Claims]) -> None:
    past, (coming,) = case
    after, (decision,) = expand(past.base, (coming,), now=NOW)
    assert all(past.base.at(instant) <= after.at(instant) for instant in certain_instants(past.base, after))
    assert all(consistent(after.at(instant)) for instant in INSTANTS)
    if decision.verdict == "conflict":
        assert everywhere(after) == everywhere(past.base)
        assert any(clash(each, coming.slot) for instant in INSTANTS for each in past.base.at(instant))


@MANY
@given(histories(ONE_SOURCE, length=6), st.randoms(use_true_random=False))
def test_dated_statements_of_one_source_give_the_same_beliefs_in_any_order(past: History, shuffle: object) -> None:
    order = list(range(len(past.told)))
    shuffle.shuffle(order)  # type: ignore[attr-defined]
    base = BeliefBase()
    for sequence, n in enumerate(order, 1):
        each = past.told[n]
        old = each.newcomer.statement
        again = replace(old, observations=(replace(old.first, sequence=sequence),))
        base, _ = tell(base, (Told(each.slot, replace(each.newcomer, statement=again)),), now=NOW)
    for instant in certain_instants(base, past.base):
        assert base.at(instant) == past.base.at(instant)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_a_then_b_then_a_gives_three_periods_in_every_order(order: tuple[int, ...]) -> None:
    days = (1, 4, 7)
    values = ("berlin", "paris", "berlin")
    base = BeliefBase()
    for sequence, n in enumerate(order, 1):
        at = slot("ann", "home", values[n])
        claim = statement(f"s{sequence}", values[n], is_at(days[n]), sequence=sequence)
        base, _ = tell(base, (Told(at, Newcomer(claim)),), now=NOW)
    periods = [{each.value for each in base.at(day * DAY)} for day in (0, 2, 5, 8)]
    assert periods == [set(), {"berlin"}, {"paris"}, {"berlin"}]


@MANY
@given(histories_and(2, day=LAST_DAY))
def test_a_batch_is_its_claims_one_by_one_in_any_order(case: tuple[History, tuple[Told, Told]]) -> None:
    past, (x, y) = case
    if clash(x.slot, y.slot):
        with pytest.raises(InvalidInput, match="contradict each other"):
            revise(past.base, (x, y), now=NOW)
        return
    batch, _ = revise(past.base, (x, y), now=NOW)
    one, _ = revise(past.base, (x,), now=NOW)
    other, _ = revise(past.base, (y,), now=NOW)
    assert everywhere(batch) == everywhere(revise(one, (y,), now=NOW)[0]) == everywhere(revise(other, (x,), now=NOW)[0])


@MANY
@given(histories_and(2, day=LAST_DAY))
def test_revising_by_two_is_expanding_by_the_second_where_it_fits(case: tuple[History, tuple[Told, Told]]) -> None:
    past, (x, y) = case
    one, _ = revise(past.base, (x,), now=NOW)
    instant = LAST_DAY * DAY
    presumed = [each for later in INSTANTS if later >= instant for each in one.at(later)]
    if clash(x.slot, y.slot) or any(clash(each, y.slot) for each in presumed):
        return
    both, _ = revise(past.base, (x, y), now=NOW)
    assert both.at(instant) == expand(one, (y,), now=NOW)[0].at(instant) == one.at(instant) | {y.slot}


@MANY
@given(histories_and(2, day=LAST_DAY))
def test_iterated_revision_obeys_c1_c3_c4_and_independence(case: tuple[History, tuple[Told, Told]]) -> None:
    past, (mu, alpha) = case
    instant = LAST_DAY * DAY
    direct = consequences(revise(past.base, (alpha,), now=NOW)[0].at(instant))
    first = revise(past.base, (mu,), now=NOW)[0]
    twice = consequences(revise(first, (alpha,), now=NOW)[0].at(instant))
    negated = replace(mu.slot, polarity=not mu.slot.polarity)
    if alpha.slot.entails(mu.slot):
        assert twice == direct
    if mu.slot in direct:
        assert mu.slot in twice
    if negated not in direct:
        assert negated not in twice
        assert mu.slot in twice
    if alpha.slot.entails(negated) and (alpha.slot.polarity or not alpha.slot.single):
        assert twice == direct


def test_c2_fails_where_the_present_single_value_is_denied() -> None:
    claims = [("berlin", True), ("paris", True), ("paris", False)]
    base = BeliefBase()
    for n, (value, polarity) in enumerate(claims, 1):
        at = slot("ann", "home", value, polarity)
        claim = statement(f"s{n}", value, is_at(n), sequence=n, polarity=polarity)
        base, _ = revise(base, (Told(at, Newcomer(claim)),), now=NOW)
    assert base.at(3 * DAY) == {slot("ann", "home", "paris", False)}


@MANY
@given(histories_and(1, day=LAST_DAY))
def test_revision_is_contraction_of_the_opposite_then_expansion(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    instant = LAST_DAY * DAY
    opposite = replace(coming.slot, polarity=not coming.slot.polarity)
    revised, _ = revise(past.base, (coming,), now=NOW)
    contracted, _ = contract(past.base, (opposite,), sequence=past.next, now=NOW)
    later = said_again(coming, LAST_DAY, sequence=past.next + 1)
    expanded, _ = expand(contracted, (later,), now=NOW)
    assert revised.at(instant) == expanded.at(instant)


@MANY
@given(histories_and(1, day=LAST_DAY))
def test_contraction_is_what_revision_by_the_opposite_leaves(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    instant = LAST_DAY * DAY
    opposite = replace(coming.slot, polarity=not coming.slot.polarity)
    revised, _ = revise(past.base, (coming,), now=NOW)
    contracted, _ = contract(past.base, (opposite,), sequence=past.next, now=NOW)
    assert contracted.at(instant) == past.base.at(instant) & revised.at(instant)


@MANY
@given(histories(), st.sampled_from([slot("ann", "home", home, told) for home in HOMES for told in (True, False)]))
def test_contraction_removes_just_what_entails_the_claim_everywhere(past: History, x: Slot) -> None:
    after, _ = contract(past.base, (x,), sequence=past.next, now=NOW)
    for instant in INSTANTS:
        expected = frozenset(each for each in past.base.at(instant) if not each.entails(x))
        assert after.at(instant) == expected
        assert x not in consequences(after.at(instant))


def home_of_ann(
    value: str, day: float, sequence: int, *, polarity: bool = True, span: Span | None = None, source: str = "ann"
) -> Told:
    """Ann, or who else it is, says on a day where she lives or does not; just now, or over a span."""
    asserted = span or is_at(day)
    said = statement(f"s{sequence}", value, asserted, sequence=sequence, said=day, polarity=polarity, source=source)
    return Told(slot("ann", "home", value, polarity=polarity), Newcomer(said))


def test_an_explicit_word_about_a_time_that_nobody_claims_is_believed_though_others_speak_of_what_follows() -> None:
    tea, no_tea = slot("ann", "likes", "tea"), slot("ann", "likes", "tea", polarity=False)
    said = (("bob", is_at(1)), ("ann", moved(1, told=1)))
    known = [statement(f"s{n}", "tea", span, sequence=n, said=1, source=by) for n, (by, span) in enumerate(said, 1)]
    base, _ = tell(BeliefBase(), [Told(tea, Newcomer(each)) for each in known], now=NOW)
    gone = statement("s3", "tea", moved(0, told=9), sequence=3, said=9, polarity=False, source="ann")
    after, (decision,) = revise(base, (Told(no_tea, Newcomer(gone)),), now=NOW)
    assert (decision.verdict, decision.row) == ("historical", 17)
    assert (after.at(0), after.at(DAY)) == ({no_tea}, {tea})


def test_a_vague_begin_is_vague_also_where_an_older_stay_of_the_same_value_was_over() -> None:
    back = home_of_ann("rome", 6, 2, span=vague(6, 10))
    base, _ = tell(BeliefBase(), (home_of_ann("rome", 0, 1), back, home_of_ann("berlin", 1, 3)), now=NOW)
    assert not {day * DAY for day in (6, 7, 8, 9)} & set(certain_instants(base))
    after, _ = tell(base, (home_of_ann("rome", 9, 4, polarity=False),), now=NOW)
    assert after.at(10 * DAY) == {back.slot}


@MANY
@given(histories_and(1, day=LAST_DAY))
def test_what_was_given_up_does_not_return_when_others_come(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    given_up = slot("ann", "home", "berlin")
    contracted, _ = contract(past.base, (given_up,), sequence=past.next, now=NOW)
    later = said_again(coming, LAST_DAY, sequence=past.next + 1)
    if later.slot == given_up or all(given_up not in past.base.at(instant) for instant in INSTANTS):
        return
    after, _ = tell(contracted, (later,), now=NOW)
    assert all(given_up not in after.at(instant) for instant in INSTANTS)


def test_what_was_given_up_does_not_return_from_what_a_later_word_had_made_void() -> None:
    told = (("berlin", 9), ("paris", 9), ("berlin", 0))
    base, _ = tell(BeliefBase(), [home_of_ann(value, day, n) for n, (value, day) in enumerate(told, 1)], now=NOW)
    contracted, _ = contract(base, (slot("ann", "home", "berlin"),), sequence=4, now=NOW)
    after, _ = tell(contracted, (home_of_ann("paris", 9, 5, polarity=False),), now=NOW)
    assert base.at(2 * DAY) == {slot("ann", "home", "berlin")}
    assert all(slot("ann", "home", "berlin") not in after.at(instant) for instant in INSTANTS)


def test_recovery_holds_for_what_was_said_and_fails_for_what_only_followed_and_is_not_promised() -> None:
    berlin = Told(slot("ann", "home", "berlin"), Newcomer(statement("s1", "berlin", is_at(1), sequence=1)))
    base, _ = tell(BeliefBase(), (berlin,), now=NOW)
    for given_up, recovered in ((berlin.slot, True), (slot("ann", "home", "paris", polarity=False), False)):
        contracted, _ = contract(base, (given_up,), sequence=2, now=NOW)
        again = statement("s3", given_up.value, is_at(1), sequence=3, polarity=given_up.polarity)
        expanded, _ = expand(contracted, (Told(given_up, Newcomer(again)),), now=NOW)
        assert given_up in expanded.at(2 * DAY)
        assert (base.at(2 * DAY) <= expanded.at(2 * DAY)) is recovered


@MANY
@given(histories_and(1, WILD))
def test_under_protection_a_revision_is_believed_or_changes_nothing(case: tuple[History, tuple[Told]]) -> None:
    past, (coming,) = case
    after, (decision,) = revise(past.base, (coming,), now=NOW)
    if decision.verdict == "protected":
        assert everywhere(after) == everywhere(past.base)
        state = after.group(coming.slot)
        assert not any(each.believed for each in state if each.id == decision.statement)
    else:
        assert decision.verdict not in ("conflict", "rejected", "raw_only")


@MANY
@given(histories())
def test_contracting_what_is_not_believed_changes_nothing_and_says_so(past: History) -> None:
    unknown = slot("ann", "home", "oslo")
    after, (decision,) = contract(past.base, (unknown,), sequence=past.next, now=NOW)
    assert after.at(NOW) == past.base.at(NOW)
    assert (decision.verdict, decision.reason) == (None, "not_believed")
    assert decision.effects.nothing
