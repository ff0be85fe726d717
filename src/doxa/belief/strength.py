"""How retrievable a memory is now: an exponential forgetting curve since its last use, computed at read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from doxa.belief.confidence import DAY
from doxa.belief.intervals import Instant
from doxa.records import Tier

HALF_LIFE_DAYS: Final[Mapping[Tier, float]] = {"working": 14.0, "long_term": 56.0}
"""Days after which a memory is half as retrievable: tiered-memory's 14, and four times that when long-term."""
FORGOTTEN_FROM: Final = 0.05
"""Down here a memory may be archived."""


class ForgettingCurve(Protocol):
    """How strength goes down; give one to choose another curve."""

    def strength(self, days: float, tier: Tier) -> float:
        """Return the strength, 0 to 1, of a memory last used `days` (0 or more) ago."""


def strength(last_used: Instant, now: Instant, tier: Tier, curve: ForgettingCurve | None = None) -> float:
    """Return how retrievable a memory is, 0 to 1: `2 ** (-days / half_life)`.

    Args:
        last_used: When it was last returned, or stored if it never was.
        now: The clock; before `last_used` the strength is 1.
        tier: Which half-life applies.
        curve: Another curve; the exponential one when `None`.
    """
    days = max(now - last_used, 0) / DAY
    if curve is not None:
        return curve.strength(days, tier)
    return float(2.0 ** (-days / HALF_LIFE_DAYS[tier]))


def forgotten(last_used: Instant, now: Instant, tier: Tier, floor: float = FORGOTTEN_FROM) -> bool:
    """Say whether a memory's strength is down to `floor`."""
    return strength(last_used, now, tier) <= floor
