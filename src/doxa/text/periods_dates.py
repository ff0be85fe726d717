"""Dates in figures: ISO, year first, month/day/year, day.month.year, and clock times with colons."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta

from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import Calendar
from doxa.text.periods_phrase import DIGITS, Meaning, Phrase
from doxa.text.periods_span import Repeat, Span

_ISO_TIME = lazy_pattern(
    r"(?<![\d/.-])(\d{4})-(\d\d)-(\d\d)[t ](\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(z|[+-]\d\d:?\d\d)?(?![\d:])",
    re.ASCII,
)
_YEAR_FIRST = lazy_pattern(r"(?<![\w/.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\w/-]|\.\d)", re.ASCII)
_YEARS = lazy_pattern(
    r"(?<![\w/.-])((?:1[6-9]|20)\d\d)\s?-\s?((?:1[6-9]|20)\d\d|\d\d(?<!0\d)(?<!1[0-2]))(?![\w/-])", re.ASCII
)
_ISO_WEEK = lazy_pattern(r"(?<![\w/.-])(\d{4})-?w(\d\d)(?![\w-])", re.ASCII)
_YEAR_MONTH = lazy_pattern(r"(?<![\w/.-])((?:1[89]|20)\d\d)([-/])(0?[1-9]|1[0-2])(?![\w/-]|\.\d)", re.ASCII)
_YEAR_LAST = lazy_pattern(r"(?<![\w/.-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d\d)(?![\w/-]|\.\d)", re.ASCII)
_NAMED_MONTH = lazy_pattern(
    r"(?<![\w/.-])(\d{1,2})-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}-(\d{4}|\d\d)(?![\w-])", re.ASCII
)
_MONTH_YEAR = lazy_pattern(r"(?<![\w/.-])(0?[1-9]|1[0-2])/((?:19|20)\d\d)(?![\w/-]|\.\d)", re.ASCII)
_YEAR_PART = lazy_pattern(r"(?<![\w/.-])((?:1[89]|20)\d\d)[ -]?([qh])([1-4])(?![\w-])", re.ASCII)
_MONTH_DAY = lazy_pattern(r"(?<![\w/.-])(\d{1,2})/(\d{1,2})(?![\w/-]|\.\d)", re.ASCII)
_CLOCK = lazy_pattern(r"(?<![\d:.])([01]?\d|2[0-4]):([0-5]\d)(?::[0-5]\d)?(?![\d:]|\s?[ap]\.?m)", re.ASCII)
_BEFORE_DATE = lazy_pattern(
    r"(?:\b(?:on|by|since|until|till|before|after|from|between)\s|[从在到自于至]\s?)$", re.ASCII
)
_BEFORE_CLOCK = lazy_pattern(
    r"(?:\b(?:at|around|about|by|from|until|till|before|after)\s|@\s?|[从在到自于至])$", re.ASCII
)


def _iso_time(match: re.Match[str], calendar: Calendar) -> Meaning:
    year, month, day, hour, minute = map(int, match.groups()[:5])
    zone = match[7]
    if zone is None:
        start = calendar.at(date(year, month, day), hour, minute) if datetime(year, month, day, hour, minute) else None
    else:
        offset = "+0000" if zone == "z" else zone.replace(":", "")
        text = f"{year:04d}-{month:02d}-{day:02d} {hour:02d}:{minute:02d}{offset}"
        start = datetime.strptime(text, "%Y-%m-%d %H:%M%z").astimezone(UTC)
    return Span(start, start + timedelta(minutes=1), "minute", "minute") if start else None


def _years(match: re.Match[str], calendar: Calendar) -> Meaning:
    first, last = int(match[1]), int(match[2])
    if len(match[2]) == 2:
        last += first // 100 * 100
    if first > last:
        return None
    return calendar.days(date(first, 1, 1), date(last + 1, 1, 1), "year", kind="range", relative=False)


def _year_first(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.day(date(int(match[1]), int(match[3]), int(match[4])), relative=False)


def _iso_week(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("week", date.fromisocalendar(int(match[1]), int(match[2]), 1), relative=False)


def _year_month(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("month", date(int(match[1]), int(match[3]), 1), relative=False)


def _named_month(match: re.Match[str], calendar: Calendar) -> Meaning:
    month = "janfebmaraprmayjunjulaugsepoctnovdec".index(match[2]) // 3 + 1
    year = int(match[3]) if len(match[3]) == 4 else full_year(int(match[3]), calendar)
    return calendar.day(date(year, month, int(match[1])), relative=False)


def _month_year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("month", date(int(match[2]), int(match[1]), 1), relative=False)


def _year_part(match: re.Match[str], calendar: Calendar) -> Meaning:
    year, number = int(match[1]), int(match[3]) - 1
    if match[2] == "q":
        return calendar.months(12 * year + 3 * number, 3, "quarter", relative=False)
    return calendar.months(12 * year + 6 * number, 6, "half", relative=False) if number < 2 else None


def _year_last(match: re.Match[str], calendar: Calendar) -> Meaning:
    first, second = int(match[1]), int(match[3])
    year = int(match[4]) if len(match[4]) == 4 else full_year(int(match[4]), calendar)
    day_first = match[2] == "." or first > 12
    month, day = (second, first) if day_first else (first, second)
    return calendar.day(date(year, month, day), relative=False)


def _month_day(match: re.Match[str], _: Calendar) -> Meaning:
    first, second = int(match[1]), int(match[2])
    return Repeat("date", (second, first) if first > 12 else (first, second))


def _clock(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("time", (int(match[1]), int(match[2])))


def full_year(short: int, calendar: Calendar) -> int:
    """Return the year that two digits stand for: the nearest that is less than 20 years ahead."""
    century = calendar.today.year // 100 * 100
    year = century + short
    return year - 100 if year >= calendar.today.year + 20 else year


def decade_of(short: int, calendar: Calendar) -> int:
    """Return the first year of the decade that two digits stand for: the last that has begun."""
    first = calendar.today.year // 100 * 100 + short
    return first - 100 if first > calendar.today.year else first


PHRASES = (
    Phrase(_ISO_TIME, _iso_time, DIGITS),
    Phrase(_YEARS, _years, DIGITS),
    Phrase(_ISO_WEEK, _iso_week, DIGITS),
    Phrase(_YEAR_FIRST, _year_first, DIGITS),
    Phrase(_YEAR_MONTH, _year_month, DIGITS),
    Phrase(_NAMED_MONTH, _named_month, DIGITS),
    Phrase(_MONTH_YEAR, _month_year, DIGITS),
    Phrase(_YEAR_PART, _year_part, DIGITS),
    Phrase(_YEAR_LAST, _year_last, DIGITS),
    Phrase(_MONTH_DAY, _month_day, DIGITS, weak=True, unless=_BEFORE_DATE),
    Phrase(_CLOCK, _clock, DIGITS, weak=True, unless=_BEFORE_CLOCK),
)
"""`6/1/2026` is June 1 and `13/6/2026` June 13: month first unless that cannot be; `1.6.2026` is day first."""
