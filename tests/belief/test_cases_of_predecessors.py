"""What systems before doxa give for the same input: matched where it was right, marked `better` where it was not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from doxa import Claim, ManualClock, Memory, Period
from doxa.belief.authorship import applicability_notes, trust_band
from doxa.belief.chains import fold
from doxa.belief.confidence import DAY, Anchor, Stepwise, boosted, faded
from doxa.belief.event_dates import excludes, iso_period, support_for_date
from doxa.belief.evidence import Vouching, Weighed, assess, badge, evidence_tag, parse_evidence, weigh
from doxa.belief.kinds import ClaimClass
from doxa.belief.validate import validate
from doxa.recall.duplicates import spread
from doxa.recall.weighing import event_boost, recency_boost
from doxa.records import Evidence


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def test_evidence_is_read_from_metadata_then_tags() -> None:
    assert parse_evidence({"evidence_level": "OFFICIAL"}, ["x", "evidence:single_source"]) == "single_source"
    assert parse_evidence(None, None) is None
    assert evidence_tag("official") == "evidence:official"


@pytest.mark.parametrize(
    ("ranked", "expected"),
    [
        (
            [("rumor", 0.6, "unverified"), ("statement", 0.5, "official")],
            [("statement", 0.65, 0.5), ("rumor", 0.5, 0.6)],
        ),
        ([("a", 0.2, None), ("b", 0.9, None)], [("a", 0.2, None), ("b", 0.9, None)]),
        (
            [("none", None, "official"), ("a", 0.2, "unverified"), ("b", 0.3, None)],
            [("b", 0.3, 0.3), ("a", 0.1, 0.2), ("none", None, None)],
        ),
    ],
)
def test_grades_reorder_and_the_score_before_is_kept(ranked: list[Any], expected: list[Any]) -> None:
    found = weigh([Weighed(*each) for each in ranked])
    assert [(each.key, each.score, each.base_score) for each in found] == expected


@pytest.mark.parametrize(
    ("grade", "shown"),
    [("corroborated", "[corroborated] "), ("single_source", ""), ("unverified", "[unverified] "), (None, "")],
)
def test_badges(grade: Evidence | None, shown: str) -> None:
    assert badge(grade) == shown


def test_the_assessor_drops_what_is_no_number_in_range() -> None:
    recalled = [
        Vouching("k1", "news:a"),
        Vouching("k2", "news:b"),
        Vouching("k3", "news:a"),
        Vouching("k4", "", "official"),
    ]
    found = assess(recalled, [True, 0, 99, "1"], [])
    assert (found.grade, found.supporting, found.conflicting, found.pinned) == (None, (), (), False)


def test_freshness_and_nearness_of_events_halve_every_45_days() -> None:
    assert [round(recency_boost(timedelta(days=age)), 5) for age in (0, 45)] == [0.12, 0.06]
    asked = Period(day("2026-01-01"), day("2026-01-02"), "day")
    first = Period(day("2025-12-01"), day("2025-12-01"), "instant")
    assert round(event_boost(asked, first), 5) == 0.07444
    month = Period(day("2025-12-01"), day("2026-01-01"), "month")
    assert event_boost(asked, month, borne_out=False) == 0.0
    assert event_boost(asked, month) == 0.12  # better: a month is all of it, not its first day


def test_a_duplicate_comes_behind_what_says_something_else() -> None:
    texts = ["apple banana cherry", "apple banana cherry", "dog elephant fox", "zzz"]
    assert spread([1.0, 0.8, 0.79, 0.1], texts)[0] == [0, 2, 1, 3]


@pytest.mark.parametrize(
    ("start", "end", "at", "out"),
    [
        ("2025", None, "2024-12-31", True),
        (None, "2025-02", "2025-02-28", False),
        ("not a date", None, "1990-01-01", False),
    ],
)
def test_a_valid_time_leaves_out_what_lies_before_and_after_it(
    start: str | None, end: str | None, at: str, out: bool
) -> None:
    first, last = (None if each is None else iso_period(each, UTC) for each in (start, end))
    begins, ends = (first.start if first else None), (last.end if last else None)
    period = None if begins is None and ends is None else Period(begins, ends)
    assert excludes(period, day(at)) is out


@pytest.mark.parametrize(
    ("date", "source", "support"),
    [
        ("2023-05-07", "It happened on 7 May 2023.", "verified"),
        ("2023-05-07", "On May 7 we met", "verified"),
        ("garbage", "x", "unverified"),
    ],
)
def test_the_date_of_an_event_is_borne_out_by_words(date: str, source: str, support: str) -> None:
    assert support_for_date(date, source, reference=day("2023-05-10"), tz=UTC) == support


@pytest.mark.parametrize(
    ("vocabulary", "value", "band"),
    [("certainty", "high", "HIGH"), ("confidence", "LOW", "LOW"), ("foo", "high", None), ("certainty", "sure", None)],
)
def test_trust_of_other_vocabularies(vocabulary: str, value: str, band: str | None) -> None:
    assert trust_band(vocabulary, value) == band


def test_notes_of_applicability() -> None:
    assert applicability_notes("proposal") == "\n[proposal: floated, not an accepted decision]"
    assert applicability_notes("accepted", "user") == ""
    refused = "\n[rejected: not an accepted decision; historical outcomes may still inform review]"
    assert applicability_notes("rejected") == refused


@pytest.mark.parametrize(
    ("claim_class", "ages"),
    [
        ("USER_FACT", {0: 0.9, 29: 0.9, 30: 0.8, 60: 0.7, 120: 0.5, 180: None}),
        ("USER_PATTERN", {0: 0.9, 13: 0.9, 14: 0.8, 30: 0.7, 60: 0.5, 84: None, 98: None, 120: None}),
    ],
)
def test_confidence_by_age(claim_class: ClaimClass, ages: dict[int, float | None]) -> None:
    for age, left in ages.items():
        hidden = faded(Anchor(0.9, 0), age * DAY, claim_class)
        assert (None if hidden else Stepwise().decayed(0.9, age, claim_class)) == left


def test_what_comes_in_at_the_threshold_stays_and_below_it_does_not() -> None:
    assert [faded(Anchor(value, 0), 0, "USER_FACT") for value in (0.29, 0.3, 0.5)] == [True, False, False]


@pytest.mark.parametrize(("before", "after"), [(0.7, 0.85), (0.85, 0.95), (0.95, 0.95), (1.0, 1.0)])
def test_a_boost_has_a_cap_and_lowers_nothing(before: float, after: float) -> None:
    assert boosted(before) == after  # better: the predecessor lowers 1.0 to .95


SUMMARY = "Alice mentioned that she uses FL Studio for beats. She loves fettuccini and wants to improve her mixing."


@pytest.mark.parametrize(
    ("claim", "holds"),
    [
        ("loves fettuccini", True),
        ("codes in Python", False),
        ("is 25", False),
        ("", False),
        ("hates fettuccini", False),
    ],
)
def test_a_claim_is_borne_out_by_a_summary_or_not(claim: str, holds: bool) -> None:
    assert validate(claim, SUMMARY).supported is holds


@pytest.mark.parametrize(("hit", "score"), [(["n3"], 0.4), (["n2", "n3"], 0.5), (["n1", "n3"], 0.9)])
def test_hits_on_a_chain_are_one_result_with_the_best_score_of_those_that_were_hit(
    hit: list[str], score: float
) -> None:
    scores = {"n1": 0.9, "n2": 0.5, "n3": 0.4}
    (found,) = fold([(each, scores[each]) for each in hit], lambda _: "n3")
    assert (found.head, found.score) == ("n3", score)


@pytest.mark.parametrize(
    ("before", "after", "single", "verdict"),
    [
        (("likes", "coffee", True), ("likes", "coffee", False), False, "supersede"),
        (("likes", "spicy food", False), ("likes", "spicy food", True), False, "supersede"),
        (("employer", "Google", True), ("employer", "Apple", True), True, "supersede"),
        (("home", "Boston", True), ("home", "Austin", True), True, "supersede"),
        (("knows", "Python well", True), ("likes", "no Python", True), False, "new"),
    ],
)
def test_better_what_looks_alike_is_one_value_only_where_the_slot_says_so(
    memory: Memory, clock: ManualClock, before: Any, after: Any, single: bool, verdict: str
) -> None:
    for number, (attribute, value, polarity) in enumerate((before, after)):
        claim = Claim(f"{number}", "user", attribute, value, polarity)
        outcome = memory.add(f"turn {number}", claims=[claim], extract=False).outcomes[1]
        clock.advance(days=1)
    assert outcome.verdict == verdict
    believed = {each.claim.value for each in memory.list(kinds=["fact"]).items if each.claim}
    assert (before[1] in believed) is (before[1] == after[1] or not single)


def test_better_sentences_that_share_most_words_never_replace_each_other(memory: Memory) -> None:
    for text in ("The team uses Postgres for storage", "The team uses MySQL for storage"):
        assert memory.add(text, kind="fact", extract=False).outcomes[0].verdict == "new"
    assert len(memory.list(kinds=["fact"]).items) == 2


def test_a_day_of_validity_is_the_whole_day(memory: Memory) -> None:
    period = Period(day("2026-06-15"), day("2026-06-21"), "day")
    assert (period.start, period.end) == (day("2026-06-15"), day("2026-06-21"))
    memory.add("The pop-up shop is open.", kind="fact", extract=False, valid=period)
    for at, seen in (
        ("2026-06-14T23:59:59", 0),
        ("2026-06-15T00:00:00", 1),
        ("2026-06-20T23:59:59", 1),
        ("2026-06-21T00:00:00", 0),
    ):
        assert len(memory.list(valid_at=day(at)).items) == seen
