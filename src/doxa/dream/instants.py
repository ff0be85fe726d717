"""The dates that models answer with."""

from __future__ import annotations

from datetime import UTC, datetime

from doxa.clock import to_micros


def instant_of(text: str) -> int | None:
    """Return the instant of an ISO date or time in microseconds, in UTC where it names no zone; `None` of no date."""
    try:
        read = datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None
    return to_micros(read if read.tzinfo else read.replace(tzinfo=UTC))
