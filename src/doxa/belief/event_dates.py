"""Whether the date of an event stands in its source, follows from it, or was made up; and what a date excludes."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo
from typing import Final, Literal

from doxa.clock import aware
from doxa.records import Period
from doxa.text.forms_date import iso_date
from doxa.text.periods import FoundPeriod, find_periods

DateSupport = Literal["verified", "derived", "unverified"]

_ISO: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_A_WEEK: Final = timedelta(days=8)


def support_for_date(event_date: str, source: str, *, reference: datetime, tz: tzinfo) -> DateSupport:
    """Say how a source bears out the date of an event.

    Args:
        event_date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; anything else is unverified.
        source: What was said.
        reference: When it was said; aware.
        tz: The zone of the one who said it.

    Returns:
        `verified` when the source names the date, in any form, in that precision or a finer one; a day and month
        without a year count where they are of the date. `derived` when a phrase told from the present ("yesterday",
        "two weeks ago", "上周五"), or from a date in the source, leads to it. Else `unverified`.

    Raises:
        NaiveDatetime: `reference` has no time zone.
    """
    present = aware(reference, "reference")
    wanted = iso_period(event_date, tz)
    if wanted is None:
        return "unverified"
    found = find_periods(source, now=present, tz=tz)
    if any(_names(each, wanted, event_date, source) for each in found):
        return "verified"
    anchors = [each.period.start for each in found if not each.relative and each.period.start is not None]
    told = [*found, *(each for anchor in anchors for each in find_periods(source, now=anchor, tz=tz))]
    return "derived" if any(each.relative and _leads_to(each.period, wanted) for each in told) else "unverified"


def iso_period(text: str, tz: tzinfo) -> Period | None:
    """Return the year, month or day that an ISO date names in a zone; `None` for any other text."""
    match = _ISO.fullmatch(text.strip())
    if match is None:
        return None
    year, month, day = (None if part is None else int(part) for part in match.groups())
    try:
        start = datetime(year or 1, month or 1, day or 1, tzinfo=tz)
    except ValueError:
        return None
    if day is not None:
        return Period(start, start + timedelta(days=1), "day")
    if month is not None:
        return Period(start, (start + timedelta(days=31)).replace(day=1), "month")
    return Period(start, start.replace(year=start.year + 1), "year") if start.year < 9999 else None


def excludes(period: Period | None, instant: datetime) -> bool:
    """Say whether a valid time leaves an instant out; an unknown time and an open end leave nothing out."""
    if period is None:
        return False
    before = period.start is not None and instant < period.start
    return before or (period.end is not None and instant >= period.end)


def _names(found: FoundPeriod, wanted: Period, event_date: str, source: str) -> bool:
    if not found.relative:
        return _within(found.period, wanted)
    named = iso_date(source[found.start : found.end])
    return named is not None and named.startswith("--") and event_date.strip().endswith(named[1:])


def _leads_to(found: Period, wanted: Period) -> bool:
    if _within(found, wanted):
        return True
    if None in (found.start, found.end, wanted.start, wanted.end):
        return False
    assert found.start and found.end and wanted.start and wanted.end
    meet = found.start < wanted.end and wanted.start < found.end
    return meet and found.end - found.start <= _A_WEEK


def _within(part: Period, whole: Period) -> bool:
    if part.start is None or part.end is None or whole.start is None or whole.end is None:
        return False
    return whole.start <= part.start and part.end <= whole.end
