"""The check of every period that a caller hands in."""

from __future__ import annotations

from datetime import UTC, datetime

from doxa.errors import InvalidInput
from doxa.graph.claims import period_columns
from doxa.records import Period

EARLIEST = datetime(2, 1, 1, tzinfo=UTC)
LATEST = datetime(9999, 1, 1, tzinfo=UTC)
"""Bounds that are known to a year or a day only are read with a margin around them, which must be instants too."""


def checked_period(period: Period, field: str) -> Period:
    """Return a period that can be reckoned with.

    Args:
        period: As the caller gave it.
        field: The argument it was given for.

    Raises:
        NaiveDatetime: A bound has no time zone.
        InvalidInput: It is no `Period`, ends before it starts or where it starts, has no such precision, or a bound
            lies outside the years 2 to 9998.
    """
    if not isinstance(period, Period):
        raise InvalidInput(f"{field} is {period!r}.", mend="Give a doxa.Period.", field=field, value=period)
    period_columns(period, field)
    if period.start is not None and period.end is not None and period.end <= period.start:
        mend = "Give an end after the start; it is the first instant at which it does not hold any more."
        raise InvalidInput(f"{field} ends where it starts.", mend=mend, field=field, value=period)
    for name, bound in (("start", period.start), ("end", period.end)):
        if bound is not None and not EARLIEST <= bound < LATEST:
            raise InvalidInput(
                f"{field}.{name} is {bound.isoformat()}.",
                mend="Leave an open bound out (None), or give one from the year 2 to the year 9998.",
                field=field,
                value=bound,
            )
    return period
