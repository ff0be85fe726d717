"""Confidence is computed at read from anchors: steps of decay, confirmations, contradictions, thresholds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.confidence import (
    DAY,
    POLICIES,
    Anchor,
    ClaimClass,
    boosted,
    checked_confidence,
    confidence_at,
    confirmed,
    contradicted,
    default_confidence,
    faded,
    needs_reconfirmation,
    policy_named,
    settled,
    showing,
)
from doxa.errors import InvalidInput

FACT = {0: 0.9, 29: 0.9, 30: 0.8, 60: 0.7, 120: 0.5}
PATTERN = {0: 0.9, 13: 0.9, 14: 0.8, 30: 0.7, 60: 0.5}
NINE = Anchor(0.9, 0)


@pytest.mark.parametrize(("claim_class", "steps"), [("USER_FACT", FACT), ("USER_PATTERN", PATTERN)])
def test_confidence_steps_down_by_its_period(claim_class: ClaimClass, steps: dict[int, float]) -> None:
    assert {day: confidence_at(NINE, day * DAY, claim_class) for day in steps} == steps


def test_what_decay_brings_down_to_the_threshold_is_hidden_and_what_came_in_there_is_not() -> None:
    assert faded(NINE, 180 * DAY, "USER_FACT")
    assert not faded(NINE, 179 * DAY, "USER_FACT")
    assert faded(NINE, 84 * DAY, "USER_PATTERN")
    assert faded(Anchor(0.29, 0), 0, "USER_FACT")
    assert not faded(Anchor(0.3, 0), 0, "USER_FACT")


def test_narratives_and_kinds_without_a_class_do_not_decay() -> None:
    assert confidence_at(NINE, 1000 * DAY, "SHARED_NARRATIVE") == 0.9
    assert confidence_at(NINE, 1000 * DAY, None) == 0.9


def test_reading_twice_gives_the_same_and_reading_before_the_anchor_gives_the_anchor() -> None:
    assert confidence_at(NINE, 60 * DAY, "USER_FACT") == confidence_at(NINE, 60 * DAY, "USER_FACT") == 0.7
    assert confidence_at(Anchor(0.9, 5 * DAY), 0, "USER_FACT") == 0.9


@given(st.floats(0, 1), st.integers(0, 2000), st.integers(0, 400), st.sampled_from(sorted(POLICIES)))
def test_every_policy_only_goes_down_and_stays_in_range(value: float, day: int, more: int, name: str) -> None:
    policy = policy_named(name)
    earlier = confidence_at(Anchor(value, 0), day * DAY, "USER_FACT", policy)
    later = confidence_at(Anchor(value, 0), (day + more) * DAY, "USER_FACT", policy)
    assert 0.0 <= later <= earlier <= round(value + 1e-9, 9)


def test_the_half_life_policy_halves_when_the_steps_do() -> None:
    assert confidence_at(NINE, 135 * DAY, "USER_FACT", policy_named("half_life")) == pytest.approx(0.45)
    with pytest.raises(InvalidInput, match="'linear' is no decay policy"):
        policy_named("linear")


def test_a_policy_of_ones_own_is_followed() -> None:
    class Never:
        def decayed(self, value: float, days: float, claim_class: ClaimClass | None) -> float:
            return value if days < 1 else 0.42

    assert confidence_at(NINE, 2 * DAY, "USER_FACT", Never()) == 0.42


def test_a_boost_is_capped_on_the_way_up_and_never_lowers() -> None:
    assert [boosted(value) for value in (0.7, 0.85, 0.95, 1.0)] == [0.85, 0.95, 0.95, 1.0]


def test_independent_sources_join_by_noisy_or_up_to_the_cap() -> None:
    once = confirmed(Anchor(0.6, 0), 0, 0.5, "USER_FACT", new_source=True)
    assert (once.value, once.state, once.origin) == (0.8, "confirmed", "reinforced")
    assert confirmed(once, 0, 0.9, "USER_FACT", new_source=True).value == 0.95
    assert confirmed(Anchor(1.0, 0), 0, 0.9, "USER_FACT", new_source=True).value == 1.0


def test_the_same_source_counts_once_and_only_renews_what_time_took() -> None:
    faded_once = confirmed(NINE, 60 * DAY, 0.9, "USER_FACT", new_source=False)
    assert confidence_at(faded_once, 60 * DAY, "USER_FACT") == 0.9
    assert confirmed(faded_once, 61 * DAY, 0.9, "USER_FACT", new_source=False).value == 0.9


def test_at_most_three_confirmations_count_in_one_utc_day() -> None:
    anchor = Anchor(0.1, 0)
    for _ in range(3):
        anchor = confirmed(anchor, DAY // 2, 0.1, "USER_FACT", new_source=True)
    assert confirmed(anchor, DAY - 1, 0.1, "USER_FACT", new_source=True) == anchor
    assert confirmed(anchor, DAY, 0.1, "USER_FACT", new_source=True).value > anchor.value


def test_a_contradiction_costs_a_half_down_to_a_floor_and_leaves_the_clock_of_decay_alone() -> None:
    at_29 = contradicted(NINE)
    assert confidence_at(at_29, 29 * DAY, "USER_FACT") == 0.4
    assert confidence_at(at_29, 30 * DAY, "USER_FACT") == 0.3
    assert confidence_at(contradicted(at_29), 0, "USER_FACT") == 0.1
    assert at_29.state == "contradicted"


def test_restating_a_contradicted_claim_does_not_pay_its_cost_back() -> None:
    again = confirmed(contradicted(NINE), DAY, 0.9, "USER_FACT", new_source=False)
    assert confidence_at(again, DAY, "USER_FACT") == 0.4
    assert again.state == "contradicted"
    other = confirmed(contradicted(NINE), DAY, 0.9, "USER_FACT", new_source=True)
    assert confidence_at(other, DAY, "USER_FACT") == 0.94


def test_what_was_upheld_is_as_sure_as_what_is_said() -> None:
    kept = settled(contradicted(Anchor(0.7, 0)), 9 * DAY)
    assert (confidence_at(kept, 9 * DAY, "USER_FACT"), kept.state) == (0.9, "confirmed")


def test_pinned_and_contested_claims_are_never_hidden_and_contested_ones_never_asserted() -> None:
    low = Anchor(0.1, 0)
    assert showing(low, 0, "USER_FACT") == "hidden"
    assert showing(low, 0, "USER_FACT", pinned=True) == "hedged"
    assert showing(low, 0, "USER_FACT", contested=True) == "hedged"
    assert showing(NINE, 0, "USER_FACT", contested=True) == "hedged"
    assert showing(NINE, 0, "USER_FACT") == "plain"
    assert showing(NINE, 0, "USER_PATTERN") == "plain"
    assert showing(Anchor(0.75, 0), 0, "USER_FACT") == "hedged"
    assert showing(Anchor(0.75, 0), 0, "USER_PATTERN") == "plain"


def test_claims_ask_for_reconfirmation_when_nobody_said_them_for_long() -> None:
    assert needs_reconfirmation(NINE, 30 * DAY, 30)
    assert not needs_reconfirmation(NINE, 30 * DAY - 1, 30)
    assert needs_reconfirmation(replace(NINE, at=DAY), DAY, 0)
    with pytest.raises(InvalidInput, match="days is -1"):
        needs_reconfirmation(NINE, 0, -1)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), True, "0.5", None])
def test_confidence_out_of_range_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput, match="Give a number from 0 to 1"):
        checked_confidence(value)  # type: ignore[arg-type]


def test_what_is_inferred_starts_less_sure() -> None:
    assert (default_confidence("explicit"), default_confidence("inferred")) == (0.9, 0.7)
