"""Grades, their tags and deltas, how sources raise them, and what a judge's word is worth."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.evidence import (
    GRADES,
    EvidencePolicy,
    Vouching,
    Weighed,
    assess,
    badge,
    evidence_tag,
    grade_on_arrival,
    parse_evidence,
    promoted,
    rank,
    recall_delta,
    weigh,
)
from doxa.errors import InvalidInput

RANKED = st.lists(
    st.builds(
        Weighed,
        st.text(max_size=3),
        st.none() | st.floats(0, 1).map(lambda score: round(score, 3)),
        st.none() | st.sampled_from(GRADES),
    ),
    max_size=6,
)


def test_a_grade_has_a_tag_and_only_a_grade_has_one() -> None:
    assert evidence_tag("official") == "evidence:official"
    with pytest.raises(InvalidInput, match="'rumour' is no evidence grade"):
        evidence_tag("rumour")


def test_metadata_comes_before_tags_and_what_is_invalid_is_passed_over() -> None:
    assert parse_evidence({"evidence_level": "official"}, ["evidence:unverified"]) == "official"
    assert parse_evidence({"evidence_level": "OFFICIAL"}, ["x", "evidence:single_source"]) == "single_source"
    assert parse_evidence({"evidence_level": 3}, ["evidence:none", "evidence:corroborated"]) == "corroborated"
    assert parse_evidence(None, None) is None
    assert parse_evidence({}, ["evidence:Official"], "unverified") == "unverified"


def test_arrival_is_graded_by_source_and_official_only_by_flag() -> None:
    assert grade_on_arrival("news:a") == "single_source"
    assert grade_on_arrival(None) == "unverified"
    assert grade_on_arrival("") == "unverified"
    assert grade_on_arrival(None, official=True) == "official"


def test_distinct_sources_corroborate_and_one_restated_does_not() -> None:
    assert promoted("single_source", ["a", "b"]) == "corroborated"
    assert promoted("single_source", ["a", "a"]) == "single_source"
    assert promoted("unverified", ["a"]) == "single_source"
    assert promoted("single_source", ["a", "b"], policy=EvidencePolicy(min_corroboration=3)) == "single_source"


def test_nothing_corroborates_what_is_contested() -> None:
    assert promoted("single_source", ["a", "b", "c"], contested=True) == "single_source"


@given(st.sampled_from(GRADES), st.lists(st.sampled_from(["", "a", "b", "c"])))
def test_sources_never_lower_a_grade_and_never_make_it_official(grade: str, sources: list[str]) -> None:
    after = promoted(grade, sources)  # type: ignore[arg-type]
    assert rank(after) >= rank(grade)  # type: ignore[arg-type]
    assert (after == "official") == (grade == "official")


def test_one_source_can_never_be_set_to_corroborate() -> None:
    with pytest.raises(InvalidInput, match="min_corroboration is 1"):
        EvidencePolicy(min_corroboration=1)


def test_recall_deltas_and_badges() -> None:
    assert [recall_delta(grade) for grade in (*GRADES, None)] == [0.15, 0.08, 0.0, -0.10, 0.0]
    assert [badge(grade) for grade in (*GRADES, None)] == [
        "[official] ",
        "[corroborated] ",
        "",
        "[unverified] ",
        "",
    ]


def test_weighing_puts_a_statement_above_a_rumour() -> None:
    ranked = [Weighed("rumor", 0.6, "unverified"), Weighed("statement", 0.5, "official")]
    assert weigh(ranked) == [
        Weighed("statement", 0.65, "official", 0.5),
        Weighed("rumor", 0.5, "unverified", 0.6),
    ]


def test_weighing_changes_nothing_where_nothing_is_graded() -> None:
    ranked = [Weighed("a", 0.2), Weighed("b", 0.9)]
    assert weigh(ranked) == ranked


def test_what_has_no_score_goes_last_and_the_ungraded_weigh_nothing() -> None:
    ranked = [Weighed("noscore", None, "official"), Weighed("a", 0.2, "unverified"), Weighed("b", 0.3)]
    assert weigh(ranked) == [
        Weighed("b", 0.3, None, 0.3),
        Weighed("a", 0.1, "unverified", 0.2),
        Weighed("noscore", None, "official"),
    ]


@given(RANKED)
def test_weighing_twice_is_weighing_once_and_loses_nothing(ranked: list[Weighed]) -> None:
    once = weigh(ranked)
    assert weigh(once) == once
    assert sorted(each.key for each in once) == sorted(each.key for each in ranked)


SHOWN = [
    Vouching("k1", "news:a"),
    Vouching("k2", "news:b"),
    Vouching("k3", "news:a"),
    Vouching("k4", grade="official"),
]


def test_a_judge_can_only_point_at_what_it_was_shown() -> None:
    assessed = assess(SHOWN, [True, 0, 99, "1"], [])
    assert (assessed.grade, assessed.supporting, assessed.conflicting, assessed.pinned) == (None, (), (), False)


def test_two_sources_that_agree_corroborate_and_one_does_not() -> None:
    assert assess(SHOWN, [1, 2], []).grade == "corroborated"
    assert assess(SHOWN, [1, 3], []).grade is None
    assert assess(SHOWN, [1, 2, 2], [3]).grade is None


def test_contradicting_what_is_official_leaves_a_claim_unverified_and_shown() -> None:
    assessed = assess(SHOWN, [1, 2], [4])
    assert (assessed.grade, assessed.conflicting, assessed.pinned) == ("unverified", ("k4",), True)
