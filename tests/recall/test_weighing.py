from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa.belief.event_dates import iso_period
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.recall.fusion import Candidate
from doxa.recall.weighing import Times, event_boost, recency_boost, weigh
from doxa.records import Period

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def row(number: int, *, evidence: str | None = None, valid: Period | None = None) -> HeadRow:
    rest = ("fact", None, "", None, None, (), "live", "accepted", False)
    return HeadRow(RevisionId(number), number, RevisionId(number), 1, *rest, evidence, "working", 1, None, valid)


def order(*given: tuple[int, float, str | None], times: Times | None = None) -> list[tuple[int, float, float]]:
    candidates = [Candidate(RevisionId(number), score) for number, score, _ in given]
    rows = {RevisionId(number): row(number, evidence=grade) for number, _, grade in given}
    return [(each.row.revision, round(each.base, 6), round(each.score, 6)) for each in weigh(candidates, rows, times)]


def test_evidence_reorders_and_keeps_the_score_before_it():
    assert order((1, 0.6, "unverified"), (2, 0.5, "official")) == [(2, 0.5, 0.65), (1, 0.6, 0.5)]


def test_without_grades_nothing_changes_not_even_an_order_that_is_not_sorted():
    assert order((1, 0.2, None), (2, 0.9, None)) == [(1, 0.2, 0.2), (2, 0.9, 0.9)]
    assert order((1, 0.2, "single_source"), (2, 0.9, None)) == [(1, 0.2, 0.2), (2, 0.9, 0.9)]


def test_an_ungraded_memory_gains_nothing_beside_a_graded_one():
    assert order((1, 0.2, "unverified"), (2, 0.3, None)) == [(2, 0.3, 0.3), (1, 0.2, 0.1)]


@pytest.mark.parametrize(("days", "boost"), [(0, 0.12), (45, 0.06), (90, 0.03), (-3, 0.12)])
def test_freshness_halves_every_45_days(days, boost):
    assert recency_boost(timedelta(days=days)) == pytest.approx(boost)


def test_an_event_gains_by_how_near_it_is_to_the_time_asked_about_unless_its_date_was_made_up():
    asked = Period(NOW, NOW + timedelta(days=1))
    december = iso_period("2025-11", UTC)
    assert event_boost(asked, december) == pytest.approx(0.12 * 2 ** (-31 / 45))
    assert event_boost(asked, iso_period("2026-01", UTC)) == 0.12
    assert event_boost(asked, december, borne_out=False) == 0.0
    assert event_boost(asked, None) == 0.0
    assert event_boost(asked, Period(None, None)) == 0.0


def test_freshness_and_use_settle_ties_and_no_more():
    said = {RevisionId(1): NOW - timedelta(days=900), RevisionId(2): NOW}
    assert [each for each, _, _ in order((1, 0.5, None), (2, 0.5, None), times=Times(NOW, said))] == [2, 1]
    assert [each for each, _, _ in order((1, 0.55, None), (2, 0.5, None), times=Times(NOW, said))] == [1, 2]
    used = {RevisionId(1): NOW}
    assert [each for each, _, _ in order((1, 0.5, None), (2, 0.49, None), times=Times(NOW, said, used))] == [2, 1]
    said = dict.fromkeys(said, NOW - timedelta(days=900))
    assert [each for each, _, _ in order((2, 0.5, None), (1, 0.5, None), times=Times(NOW, said, used))] == [1, 2]


def test_time_does_not_turn_round_what_hardly_fits():
    said = {RevisionId(1): NOW - timedelta(days=900), RevisionId(2): NOW}
    used = {RevisionId(2): NOW}
    assert [each for each, _, _ in order((1, 0.012, None), (2, 0.01, None), times=Times(NOW, said, used))] == [1, 2]


def test_an_event_that_was_said_counts_in_a_recall_and_an_inferred_one_does_not(open_memory, clock):
    ana = open_memory(user="ana")
    told = {"kind": "event", "valid": Period(*(datetime(2025, 3, day, tzinfo=UTC) for day in (3, 4))), "extract": False}
    ana.add("The team met the client about the bridge.", confidence=0.9, **told)
    (hit,) = ana.recall("What did the team do about the bridge in March 2025?", explain=True).hits
    assert [each.leg for each in hit.why if each.leg == "event"] == ["event"]
    assert hit.score > hit.base_score


def test_weighing_twice_gives_what_weighing_once_gives(open_memory):
    ana = open_memory(user="ana")
    ana.add("The server room is on floor two.", kind="fact", source="wiki")
    first = ana.recall("Where is the server room?", touch=False).hits
    assert ana.recall("Where is the server room?", touch=False).hits == first
