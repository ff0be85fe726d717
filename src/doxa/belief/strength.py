"""How retrievable a memory is now: it fades exponentially from its last use, and reading it here changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from doxa.records import Tier

HALF_LIFE_DAYS: Final[Mapping[Tier, float]] = {"working": 14.0, "long_term": 56.0}
"""Days after which half is left, by tier; tiered-memory's constants."""


def strength_at(
    last_used: datetime, now: datetime, tier: Tier, half_lives: Mapping[Tier, float] = HALF_LIFE_DAYS
) -> float:
    """Return the strength of a memory at `now`, 0 to 1.

    Args:
        last_used: When it was said or last returned, aware.
        now: The clock, aware; before `last_used` the strength is 1.
        tier: Which half-life applies.
        half_lives: Half-life in days, by tier.
    """
    days = max((now - last_used).total_seconds(), 0.0) / 86_400
    return float(0.5 ** (days / half_lives[tier]))
