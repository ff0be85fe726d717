"""Versions are ordered by the time they are about, hits fold to heads, forks are resolved and stay in sight."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from saying import Slot, days, is_at, statement, stay
from worlds import NOW, WILD, History, histories

from doxa.belief.chains import chain, fold, forks, heal, phases
from doxa.belief.confidence import DAY
from doxa.belief.intervals import EMPTY
from doxa.belief.statements import SlotState

CHAIN = {"n1": "n3", "n2": "n3", "n3": "n3"}
SCORES = {"n1": 0.9, "n2": 0.5, "n3": 0.4}


def _folded(*hits: str) -> list[tuple[str, float]]:
    results = fold([(hit, SCORES[hit]) for hit in hits], lambda key: CHAIN.get(key, key))
    return [(result.head, result.score) for result in results]


def test_hits_on_any_version_fold_to_the_head_with_the_best_score() -> None:
    assert _folded("n3") == [("n3", 0.4)]
    assert _folded("n2", "n3") == [("n3", 0.5)]
    assert _folded("n1", "n3") == [("n3", 0.9)]


def test_a_hit_on_old_wording_alone_still_finds_the_head() -> None:
    assert _folded("n1") == [("n3", 0.9)]


def test_folded_results_are_ordered_by_their_best_version() -> None:
    results = fold([("x", 0.6), ("n2", 0.5), ("n1", 0.9)], lambda key: CHAIN.get(key, key))
    assert [(result.head, result.hit) for result in results] == [("n3", ("n1", "n2")), ("x", ("x",))]


def test_a_chain_goes_from_the_newest_to_the_oldest_by_valid_time_not_arrival() -> None:
    slot = Slot()
    for value, day in (("java", 1), ("rust", 9), ("python", 4)):
        slot.tell(value, is_at(day))
    versions = chain(slot.state, 20 * DAY)
    assert [each.value for each in versions] == ["rust", "python", "java"]
    assert [days(each.held) for each in versions][1:] == [[(4, 9)], [(1, 4)]]
    assert [each.head for each in versions] == [True, False, False]


def test_going_back_is_three_phases_of_two_statements() -> None:
    slot = Slot()
    for value, day in (("acme", 1), ("acme", 9), ("bolt", 4)):
        slot.tell(value, is_at(day))
    assert [(phase.value, phase.start // DAY) for phase in phases(slot.state)] == [
        ("acme", 9),
        ("bolt", 4),
        ("acme", 1),
    ]


def test_a_stay_elsewhere_stands_below_the_head_that_it_interrupted() -> None:
    slot = Slot()
    slot.tell("berlin", is_at(1))
    slot.tell("rome", stay(4, 6), said=20)
    assert [each.value for each in chain(slot.state, 30 * DAY)] == ["berlin", "rome"]


@settings(max_examples=80)
@given(histories(WILD))
def test_every_chain_is_totally_ordered_and_has_at_most_one_head(past: History) -> None:
    for state in past.base.groups.values():
        versions = chain(state, NOW)
        assert len({each.id for each in versions}) == len(versions)
        assert sum(each.head for each in versions) <= 1
        starts = [each.held[-1][0] for each in versions if each.held]
        assert starts == sorted(starts, reverse=True)
        assert forks(state) == ()


def test_a_fork_of_two_writers_is_resolved_alike_from_both_sides_and_stays_in_sight() -> None:
    one = statement("a", "berlin", is_at(3), sequence=1, source="ann")
    two = statement("b", "paris", is_at(3), sequence=2, source="bob", confidence=0.95)
    held = ((3 * DAY, 2**63 - 1),)
    joined = [SlotState(True, tuple(replace(each, held=held) for each in order)) for order in ((one, two), (two, one))]
    assert all(forks(state) for state in joined)
    healed = [heal(state, NOW) for state in joined]
    for decision in healed:
        assert forks(decision.after) == ()
        assert decision.after.get("b").held == held  # type: ignore[union-attr]
        assert decision.after.get("a").standing == "rival"  # type: ignore[union-attr]
        assert decision.after.get("a").held == EMPTY  # type: ignore[union-attr]
        assert [(edge.source, edge.type, edge.target) for edge in decision.effects.edges] == [("a", "CONTRADICTS", "b")]
