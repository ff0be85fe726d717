"""What the months and the days of the week are called in English, for every list of words that has them."""

from __future__ import annotations

from typing import Final

MONTH_NAMES: Final = tuple(
    "january february march april may june july august september october november december".split()
)
"""From January on."""
SHORT_MONTHS: Final = (*(name[:3] for name in MONTH_NAMES if len(name) > 3), "sept")
DAY_NAMES: Final = tuple("monday tuesday wednesday thursday friday saturday sunday".split())
"""From Monday on."""
