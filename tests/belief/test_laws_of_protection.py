"""What is protected stays, what is visible does not vanish, what claims nothing changes nothing; merges; registries."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from saying import is_at, moved, since, statement, stay
from worlds import (
    INSTANTS,
    LAST_DAY,
    NOW,
    PLAIN,
    WILD,
    Claims,
    History,
    Style,
    certain_instants,
    clash,
    consistent,
    examples,
    histories,
    histories_and,
    slot,
    visible,
)

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.base import BeliefBase, Told, contract, merge, redefine, tell
from doxa.belief.confidence import DAY, confidence_at
from doxa.belief.grounding import stale_closure
from doxa.belief.heads import head_of
from doxa.belief.intervals import contains
from doxa.belief.resolution import View, vague_instants
from doxa.belief.slots import Slot
from doxa.belief.spans import Span
from doxa.belief.statements import Newcomer

MANY = examples(120)
TWO_PEOPLE = Style(sources=("ann", "bob", "cara"), graded=True)


@MANY
@given(histories(WILD), st.sampled_from(["berlin", "paris"]), histories_and(3, WILD))
def test_an_official_head_keeps_its_place_and_its_confidence(past: History, value: str, more: Any) -> None:
    official = statement("official", value, is_at(LAST_DAY), sequence=50, source="registry", grade="official")
    base, (decision,) = tell(past.base, (Told(slot("ann", "home", value), Newcomer(official)),), now=NOW)
    if decision.statement != "official" or decision.verdict in ("protected", "conflict"):
        return
    before = base.statement("official")
    for n, attack in enumerate((*more[0].told, *more[1]), 60):
        said = attack.newcomer.statement
        if said.grade == "official":
            continue
        again = replace(said, id=f"a{n}", observations=(replace(said.first, sequence=n),))
        aimed = replace(attack.newcomer, statement=again, replaces=attack.newcomer.replaces and "official")
        base, _ = tell(base, (Told(attack.slot, aimed),), now=NOW)
    after = base.statement("official")
    (state,) = (each for each in base.groups.values() if each.get("official"))
    zone = vague_instants(before, View(state))
    assert all(after.holds(instant) for instant in INSTANTS if before.holds(instant) and not contains(zone, instant))
    assert confidence_at(after.anchor, NOW, "USER_FACT") >= confidence_at(before.anchor, NOW, "USER_FACT")
    assert after.contested_by == before.contested_by


@MANY
@given(
    st.sampled_from([is_at(3), is_at(6), since(1, 6), moved(5), stay(2, 5)]),
    st.sampled_from(["ann", "registry", None]),
    st.sampled_from(
        [{}, {"correction": True}, {"explicit": True}, {"replaces": "official"}, {"dated": False, "live": False}]
    ),
    st.booleans(),
)
def test_no_form_of_attack_moves_what_is_official_or_locked(
    span: Span, source: str | None, flags: dict[str, Any], locked: bool
) -> None:
    at = slot("ann", "home", "berlin")
    head = statement("official", "berlin", is_at(3), sequence=1, source="hr", grade="official", locked=locked)
    base, _ = tell(BeliefBase(), (Told(at, Newcomer(head)),), now=NOW)
    attack = statement("a", "paris", span, sequence=2, source=source, said=6)
    told = Told(slot("ann", "home", "paris"), Newcomer(attack, **flags))
    after, (decision,) = tell(base, (told,), now=NOW)
    assert (decision.verdict, decision.reason) == ("protected", "locked" if locked else "official")
    assert after.statement("official") == base.statement("official")
    assert after.statement("a").standing == "rival"


@MANY
@given(histories_and(1, WILD))
def test_no_slot_that_showed_something_is_empty_at_the_instants_a_claim_is_about(case: tuple[History, Claims]) -> None:
    past, (coming,) = case
    after, _ = tell(past.base, (coming,), now=NOW)
    for instant in INSTANTS:
        if contains(coming.newcomer.statement.first.span.raw, instant) and visible(
            past.base, coming.slot.group_key, instant
        ):
            assert visible(after, coming.slot.group_key, instant)


@MANY
@given(histories(PLAIN))
def test_saying_again_what_is_believed_confirms_and_an_echo_changes_nothing(past: History) -> None:
    lasting = [past.base.at(instant) for instant in INSTANTS if instant >= LAST_DAY * DAY]
    for believed in sorted(frozenset.intersection(*lasting), key=repr):
        claim = statement("again", believed.value, is_at(LAST_DAY), sequence=99, polarity=believed.polarity)
        after, (decision,) = tell(past.base, (Told(believed, Newcomer(claim)),), now=NOW)
        assert (decision.verdict, decision.effects.added) == ("confirm", ())
        surely = certain_instants(past.base)
        assert all(after.at(instant) == past.base.at(instant) for instant in surely)
        assert any(seen[-1].sequence == 99 for seen in decision.effects.observed.values())
        echoed, (echo,) = tell(past.base, (Told(believed, Newcomer(claim, gate="echo")),), now=NOW)
        assert echoed.groups == past.base.groups
        assert echo.effects.nothing


@MANY
@given(histories_and(1), st.sampled_from(["question", "hypothetical", "wish", "quotation", "echo", "rejected"]))
def test_what_claims_nothing_leaves_the_state_identical(case: tuple[History, Claims], gate: Any) -> None:
    past, (coming,) = case
    asked = Told(coming.slot, replace(coming.newcomer, gate=gate))
    after, (decision,) = tell(past.base, (asked,), now=NOW)
    assert decision.effects.nothing
    assert {key: set(state) for key, state in after.groups.items() if state.statements} == {
        key: set(state) for key, state in past.base.groups.items()
    }


@MANY
@given(histories(TWO_PEOPLE, length=5), histories(TWO_PEOPLE, length=5))
def test_merging_two_names_of_one_person_leaves_nothing_that_clashes(one: History, two: History) -> None:
    base = one.base
    for n, each in enumerate(two.told, 20):
        said = each.newcomer.statement
        other = replace(said, id=f"o{n}", observations=(replace(said.first, sequence=n),))
        base, _ = tell(base, (Told(replace(each.slot, subject="annie"), Newcomer(other)),), now=NOW)
    merged = merge(base, "annie", "ann", now=NOW)
    assert set(merged.slots) == set(base.slots)
    assert not any(each.subject == "annie" for each in merged.slots.values())
    for instant in INSTANTS:
        assert consistent(merged.at(instant))
    for group in {each.group_key for each in merged.slots.values()}:
        believed = [base.statement(id) for id, each in merged.slots.items() if each.group_key == group]
        assert any(each.believed for each in merged.groups[group]) == any(each.believed for each in believed)


def test_a_merge_of_equal_times_keeps_the_stronger_and_shows_the_other_as_a_rival() -> None:
    base = BeliefBase()
    for n, (person, value, grade) in enumerate([("ann", "berlin", None), ("annie", "paris", "corroborated")], 1):
        claim = statement(f"s{n}", value, is_at(3), sequence=n, source=person, grade=grade)
        base, _ = tell(base, (Told(slot(person, "home", value), Newcomer(claim)),), now=NOW)
    merged = merge(base, "annie", "ann", now=NOW)
    assert {each.value for each in merged.at(5 * DAY)} == {"paris"}
    assert merged.statement("s1").standing == "rival"
    assert merged.statement("s2").contested_by == ("s1",)


def test_a_merge_never_lets_a_weaker_word_displace_what_is_official() -> None:
    base = BeliefBase()
    told = [("annie", "bolt", "single_source", 5), ("ann", "acme", "official", 1)]
    for n, (person, value, grade, day) in enumerate(told, 1):
        claim = statement(f"s{n}", value, is_at(day), sequence=n, source=person, grade=grade)  # type: ignore[arg-type]
        base, _ = tell(base, (Told(slot(person, "home", value), Newcomer(claim)),), now=NOW)
    merged = merge(base, "annie", "ann", now=NOW)
    assert {each.value for each in merged.at(9 * DAY)} == {"acme"}


@MANY
@given(st.lists(st.tuples(st.sampled_from(["dog", "cat", "fish"]), st.integers(0, 9), st.booleans()), max_size=6))
def test_making_an_attribute_single_valued_leaves_nothing_that_clashes(claims: list[Any]) -> None:
    base = BeliefBase()
    for n, (value, day, polarity) in enumerate(claims, 1):
        at = Slot("", (), "ann", "pet", value, polarity)
        claim = statement(f"s{n}", value, is_at(day), sequence=n, polarity=polarity, source=f"source{n % 2}")
        base, _ = tell(base, (Told(at, Newcomer(claim)),), now=NOW)
    single = redefine(base, AttributeRegistry.default().with_("pet", single=True), now=NOW)
    back = redefine(single, AttributeRegistry.default().with_("pet", single=False), now=NOW)
    for instant in INSTANTS:
        believed = single.at(instant)
        assert len({each.value for each in believed if each.polarity}) <= 1
        assert not any(replace(each, polarity=not each.polarity) in believed for each in believed)
        assert bool(believed) == bool(base.at(instant))
        assert single.at(instant) == {replace(each, single=True) for each in believed}
    assert {each.attribute for each in back.slots.values()} <= {"pet"}


@MANY
@given(
    histories(PLAIN),
    st.dictionaries(st.integers(1, 7), st.lists(st.integers(1, 7), max_size=3), max_size=7),
    st.sampled_from(
        [slot("ann", "home", value, polarity) for value in ("berlin", "paris") for polarity in (True, False)]
    ),
)
def test_contraction_takes_only_what_entails_and_marks_all_that_rests_on_it(
    past: History, rests: dict[int, list[int]], x: Slot
) -> None:
    after, (decision,) = contract(past.base, (x,), sequence=99, now=NOW)
    gone = {each for each in past.base.slots if past.base.statement(each).held and not after.statement(each).held}
    assert gone == set(decision.replaced)
    assert all(past.base.slots[each].entails(x) for each in gone)
    graph = {f"s{n}": [f"s{m}" for m in on] for n, on in rests.items()}
    for each in gone:
        stale = [id for id in stale_closure(each, lambda id: graph.get(id, ())) if id in after.slots]
        assert all(after.statement(id).held == past.base.statement(id).held for id in stale if id not in gone)


@MANY
@given(histories(PLAIN), st.integers(0, 6), st.integers(1, 3))
def test_a_closed_stay_is_a_hole_and_not_an_end(past: History, start: int, length: int) -> None:
    away = statement("away", "oslo", stay(start, start + length), sequence=99, source="ann", said=LAST_DAY)
    after, (decision,) = tell(past.base, (Told(slot("ann", "home", "oslo"), Newcomer(away)),), now=NOW)
    if decision.reason == "correction":
        return
    end = (start + length) * DAY
    zones = [vague_instants(each, View(state)) for state in after.groups.values() for each in state]
    for instant in INSTANTS:
        if instant >= end and not any(contains(zone, instant) for zone in zones):
            assert after.at(instant) == past.base.at(instant)


@MANY
@given(st.integers(0, 9), st.booleans())
def test_two_sources_of_one_time_conflict_and_the_first_stays_in_both_orders(day: int, swapped: bool) -> None:
    claims = [("ann", "berlin"), ("bob", "paris")]
    base = BeliefBase()
    for n, (source, value) in enumerate(reversed(claims) if swapped else claims, 1):
        claim = statement(f"s{n}", value, is_at(day), sequence=n, source=source)
        base, decisions = tell(base, (Told(slot("ann", "home", value), Newcomer(claim)),), now=NOW)
    assert (decisions[0].verdict, decisions[0].reason) == ("conflict", "same_time")
    assert base.statement("s1").believed
    assert base.statement("s2").standing == "rival"
    assert visible(base, slot("ann", "home", "berlin").group_key, NOW)


@MANY
@given(histories_and(1, WILD))
def test_only_superseding_removes_what_is_believed_now(case: tuple[History, Claims]) -> None:
    past, (coming,) = case
    after, (decision,) = tell(past.base, (coming,), now=NOW)
    gone = past.base.at(NOW) - after.at(NOW)
    if gone:
        assert decision.verdict == "supersede"
        assert all(clash(each, coming.slot) for each in gone) or decision.reason == "correction"


@MANY
@given(histories_and(1, WILD))
def test_a_claim_about_one_slot_never_touches_another(case: tuple[History, Claims]) -> None:
    past, (coming,) = case
    after, (decision,) = tell(past.base, (coming,), now=NOW)
    others = {key: state for key, state in past.base.groups.items() if key != coming.slot.group_key}
    assert {key: after.groups[key] for key in others} == others
    touched = {*decision.effects.held, *decision.effects.anchor, *decision.effects.standing}
    assert all(after.slots[id].group_key == coming.slot.group_key for id in touched)


@MANY
@given(histories(WILD))
def test_the_head_holds_now_whenever_anything_does(past: History) -> None:
    for state in past.base.groups.values():
        head = head_of(state, NOW)
        if any(each.holds(NOW) for each in state):
            assert head is not None
            assert head.holds(NOW)
        assert (head is None) == (not any(each.believed for each in state))


def test_an_inferred_head_that_is_contested_stays_in_sight() -> None:
    claim = statement("s1", "berlin", is_at(1), sequence=1, source="ann", origin="inferred", confidence=0.7)
    base, _ = tell(BeliefBase(), (Told(slot("ann", "home", "berlin"), Newcomer(claim)),), now=NOW)
    rival = statement("s2", "paris", is_at(1), sequence=2, source="bob")
    base, (decision,) = tell(base, (Told(slot("ann", "home", "paris"), Newcomer(rival)),), now=NOW)
    assert decision.verdict == "conflict"
    assert confidence_at(base.statement("s1").anchor, NOW, "USER_FACT") < 0.3
    assert visible(base, slot("ann", "home", "berlin").group_key, NOW)
