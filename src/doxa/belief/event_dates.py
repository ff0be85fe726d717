"""Whether the date of an event stands in its source, follows from it, or was made up; and what a date excludes."""

from __future__ import annotations

import re
from calendar import monthrange
from datetime import datetime, timedelta, tzinfo
from typing import Final, Literal

from doxa.clock import aware
from doxa.records import Period
from doxa.text.forms_date import iso_date
from doxa.text.periods import FoundPeriod, find_periods

DateSupport = Literal["verified", "derived", "unverified"]

_ISO: Final = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")
_IN_FIGURES: Final = re.compile(r"(?<![\d/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?![\d/-])", re.ASCII)
_A_WEEK: Final = timedelta(days=8)
_NEAR: Final = timedelta(days=3)


def support_for_date(event_date: str, source: str, *, reference: datetime, tz: tzinfo) -> DateSupport:
    """Say how a source bears out the date of an event.

    Args:
        event_date: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; anything else is unverified.
        source: What was said.
        reference: When it was said; aware.
        tz: The zone of the one who said it.

    Returns:
        `verified` when the source names the date, in any form, in that precision or a finer one; a day and month
        without a year count where they are of the date, and `7/5/2023` in either order. `derived` when a phrase told
        from the present ("yesterday", "two weeks ago", "上周五"), or from a date in the source, leads to it: a week
        to each of its days, "two months ago" to the month and to three days around the same day of it. Else
        `unverified`.

    Raises:
        NaiveDatetime: `reference` has no time zone.
    """
    present = aware(reference, "reference")
    wanted = iso_period(event_date, tz)
    if wanted is None:
        return "unverified"
    found = find_periods(source, now=present, tz=tz)
    if any(_names(each, wanted, event_date, source) for each in found) or _in_figures(source, wanted, tz):
        return "verified"
    anchors = [each.period.start for each in found if not each.relative and each.period.start is not None]
    told = [(each, present) for each in found]
    told += [(each, anchor) for anchor in anchors for each in find_periods(source, now=anchor, tz=tz)]
    derived = any(each.relative and _leads_to(each.period, wanted, at.astimezone(tz)) for each, at in told)
    return "derived" if derived else "unverified"


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


def _in_figures(source: str, wanted: Period, tz: tzinfo) -> bool:
    """Say whether a date in figures can be read as the one wanted: which comes first, day or month, nobody knows."""
    if wanted.precision != "day" or wanted.start is None:
        return False
    day = wanted.start.astimezone(tz)
    named = {day.day, day.month}
    years = {f"{day.year:04d}", f"{day.year % 100:02d}"}
    return any({int(one[1]), int(one[3])} == named and one[4] in years for one in _IN_FIGURES.finditer(source))


def _leads_to(found: Period, wanted: Period, told_at: datetime) -> bool:
    if _within(found, wanted):
        return True
    if None in (found.start, found.end, wanted.start, wanted.end):
        return False
    assert found.start and found.end and wanted.start and wanted.end
    meet = found.start < wanted.end and wanted.start < found.end
    if not meet or found.end - found.start <= _A_WEEK:
        return meet
    same = _same_day(found, told_at) if wanted.precision == "day" else None
    return same is not None and abs(wanted.start - same) <= _NEAR


def _same_day(found: Period, told_at: datetime) -> datetime | None:
    """Return the day of a month or year that is to it what the day of telling is to its own."""
    if found.precision not in ("month", "year") or found.start is None:
        return None
    start = found.start.astimezone(told_at.tzinfo)
    month = start.month if found.precision == "month" else told_at.month
    last = monthrange(start.year, month)[1]
    return datetime(start.year, month, min(told_at.day, last), tzinfo=told_at.tzinfo)


def _within(part: Period, whole: Period) -> bool:
    if part.start is None or part.end is None or whole.start is None or whole.end is None:
        return False
    return whole.start <= part.start and part.end <= whole.end
