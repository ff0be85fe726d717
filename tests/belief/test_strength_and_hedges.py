"""Strength fades by its half-life; words follow confidence by class; notes say whose idea a line is."""

from __future__ import annotations

import pytest

from doxa.belief.authorship import applicability_notes, checked_author, decision_state, is_binding, trust_band
from doxa.belief.confidence import DAY
from doxa.belief.hedges import hedge_of, hedged
from doxa.belief.strength import forgotten, strength
from doxa.errors import InvalidInput
from doxa.records import Tier

WORKING = {0: 1.0, 7: 0.707107, 14: 0.5, 28: 0.25, 60: 0.051271, 61: 0.048794, 120: 0.002629}
LONG_TERM = {0: 1.0, 14: 0.840896, 56: 0.5, 60: 0.475848, 120: 0.226431, 242: 0.050017, 243: 0.049402}


@pytest.mark.parametrize(("tier", "curve"), [("working", WORKING), ("long_term", LONG_TERM)])
def test_strength_halves_every_half_life_of_its_tier(tier: Tier, curve: dict[int, float]) -> None:
    assert {day: round(strength(0, day * DAY, tier), 6) for day in curve} == curve


def test_strength_before_the_last_use_is_whole() -> None:
    assert strength(5 * DAY, 0, "working") == 1.0


def test_a_memory_is_forgotten_from_the_floor_down() -> None:
    assert not forgotten(0, 60 * DAY, "working")
    assert forgotten(0, 61 * DAY, "working")


def test_another_curve_may_be_given() -> None:
    class Half:
        def strength(self, days: float, tier: Tier) -> float:
            return 0.5 if days else 1.0

    assert strength(0, DAY, "working", Half()) == 0.5


def test_each_class_is_asserted_from_its_own_threshold() -> None:
    assert hedge_of(0.8, "USER_FACT") == "plain"
    assert hedge_of(0.79, "USER_FACT") == "probably"
    assert hedge_of(0.75, "USER_PATTERN") == "plain"
    assert hedge_of(0.6, "SHARED_NARRATIVE") == "plain"
    assert hedge_of(0.49, "USER_FACT") == "possibly"
    assert hedge_of(0.99, None, contested=True) == "disputed"


def test_hedges_come_in_both_languages_and_plain_is_untouched() -> None:
    assert hedged("likes tea", "probably") == "Probably: likes tea"
    assert hedged("喜欢喝茶", "possibly", chinese=True) == "可能：喜欢喝茶"
    assert hedged("likes tea", "plain") == "likes tea"


def test_notes_mark_proposals_refusals_disputes_and_the_agents_own_words() -> None:
    assert applicability_notes("proposal") == "\n[proposal: floated, not an accepted decision]"
    assert applicability_notes("accepted", "user") == ""
    refused = "\n[rejected: not an accepted decision; historical outcomes may still inform review]"
    assert applicability_notes("rejected") == refused
    assert applicability_notes("proposed", "agent").count("\n[") == 2
    assert applicability_notes("superseded").startswith("\n[superseded")
    assert applicability_notes("nonsense", "nobody") == ""


@pytest.mark.parametrize(
    ("vocabulary", "value", "band"),
    [
        ("certainty", "high", "HIGH"),
        ("confidence", "LOW", "LOW"),
        ("evidence", "single_source", "MEDIUM"),
        ("evidence", "official", "HIGH"),
        ("evidence", "unverified", "LOW"),
        ("foo", "high", None),
        ("certainty", "sure", None),
    ],
)
def test_trust_of_other_vocabularies_becomes_a_band(vocabulary: str, value: str, band: str | None) -> None:
    assert trust_band(vocabulary, value) == band


def test_only_what_was_accepted_or_said_by_the_user_binds() -> None:
    assert is_binding(None, "user")
    assert is_binding("accepted", "agent")
    assert not is_binding(None, "agent")
    assert not is_binding("proposal", "user")
    assert decision_state("unknown") is None


def test_an_unknown_author_is_refused_by_name() -> None:
    with pytest.raises(InvalidInput, match="'robot' is no author"):
        checked_author("robot")
