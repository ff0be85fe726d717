"""Counted parts of a longer time: the first week of March, the second Monday of June, 3月的最后一天."""

from __future__ import annotations

import re
from typing import cast

from doxa.text.numerals import parse_number
from doxa.text.numerals_en import ORDINALS
from doxa.text.numerals_zh import read_numeral
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import DAY, Calendar, Unit, shift
from doxa.text.periods_en import MONTHS, any_of
from doxa.text.periods_phrase import Meaning, Phrase
from doxa.text.periods_span import Grain, Repeat, Span

_WEEK, _WEEKEND, _DAY, _MONTH, _QUARTER = 7, 8, 9, 10, 11
_ENGLISH = "monday tuesday wednesday thursday friday saturday sunday week weekend day month quarter".split(" ")
_CHINESE = {character: number for number, character in enumerate("一二三四五六日")} | {"天": 6, "末": _WEEKEND}
_ORDER = {word: number for word, number in ORDINALS.items() if number <= 5} | {"last": -1}
_NEVER = lazy_pattern(r"(?!)")


def nth(calendar: Calendar, outer: Span, repeat: Repeat) -> Span | None:
    """Return the n-th weekday, week of seven days, weekend, day or month in `outer`, from its end if negative."""
    if outer.start is None or outer.end is None:
        return None
    number, unit, *several = repeat.values
    first, after = calendar.local_date(outer.start), calendar.local_date(outer.end)
    if several:
        return _row(calendar, outer, number, _ENGLISH[unit], several[0])
    if unit == _QUARTER:
        return _row(calendar, outer, number, "quarter", 1) if number in (1, -1) else None
    if unit == _MONTH:
        month = shift(first if number > 0 else after, "month", number - (number > 0))
        return calendar.unit("month", month, relative=outer.relative) if first <= month < after else None
    length = {_WEEK: 7, _WEEKEND: 2}.get(unit, 1)
    step = 1 if unit == _DAY else 7
    if unit < _WEEK or unit == _WEEKEND:
        first += ((unit if unit < _WEEK else 5) - first.weekday()) % 7 * DAY
    if number > 0:
        start = first + (number - 1) * step * DAY
    elif unit in {_WEEK, _DAY}:
        start = after - length * DAY
    else:
        start = first + ((after - first).days - 1) // 7 * 7 * DAY
    if start >= after:
        return None
    grain: Grain = "week" if unit == _WEEK else "weekend" if unit == _WEEKEND else "day"
    return calendar.days(start, start + length * DAY, grain, relative=outer.relative)


def _row(calendar: Calendar, outer: Span, number: int, unit: str, count: int) -> Span | None:
    """Return so many days, weeks, months or quarters in a row, from the beginning of `outer` or up to its end."""
    if outer.start is None or outer.end is None:
        return None
    first, after = calendar.local_date(outer.start), calendar.local_date(outer.end)
    step = cast("Unit", unit)
    start, end = (first, shift(first, step, count)) if number > 0 else (shift(after, step, -count), after)
    if start < first or end > after:
        return None
    grain: Grain = "month" if unit in {"month", "quarter"} else "day"
    return calendar.days(start, end, grain, kind="range", relative=outer.relative)


def _several(match: re.Match[str], _: Calendar) -> Meaning:
    count = parse_number(match[2]) if not match[2].isdigit() else int(match[2])
    return Repeat("nth", (_ORDER[match[1]], _ENGLISH.index(match[3]), int(count))) if count else None


def _last_several(match: re.Match[str], _: Calendar) -> Meaning:
    count = read_numeral(match[2]) if not match[2].isdigit() else int(match[2])
    unit = {"天": "day", "周": "week", "星期": "week", "月": "month", "季度": "quarter"}[match[3]]
    return Repeat("nth", (-1 if match[1] == "最后" else 1, _ENGLISH.index(unit), int(count))) if count else None


def _weekday_beside(match: re.Match[str], calendar: Calendar) -> Meaning:
    """Read `the Friday before last`, a week before last Friday, and `the Friday after next`."""
    back = match[2] == "before last"
    yesterday = calendar.today - DAY
    latest = yesterday - (yesterday.weekday() - _ENGLISH.index(match[1])) % 7 * DAY
    if back:
        return calendar.day(latest - 7 * DAY)
    monday = calendar.today - calendar.today.weekday() * DAY
    return calendar.day(monday + (14 + _ENGLISH.index(match[1])) * DAY)


def _english(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("nth", (_ORDER[match[1]], _ENGLISH.index(match[2])))


def _chinese(match: re.Match[str], _: Calendar) -> Meaning:
    number = read_numeral(match[1]) if match[1] else -1
    unit = _CHINESE[match[2]] if match[2] else _DAY if match[3] == "天" else _WEEK
    return Repeat("nth", (int(number), unit)) if number else None


def _weekdays_ago(match: re.Match[str], calendar: Calendar) -> Meaning:
    count = int(match[1]) if match[1].isdigit() else {"two": 2, "three": 3, "four": 4, "a couple of": 2}[match[1]]
    yesterday = calendar.today - DAY
    latest = yesterday - (yesterday.weekday() - _ENGLISH.index(match[2])) % 7 * DAY
    return calendar.day(shift(latest, "week", 1 - count))


_DAYS = "|".join(_ENGLISH[:7])
_INSIDE = rf" of\b| in (?:{any_of(MONTHS)}|\d{{4}})\b"
_NUMBERS = r"\d{1,2}|two|three|four|five|six|seven|eight|nine|ten"
PHRASES = (
    Phrase(
        lazy_pattern(rf"\b(?:the )?(first|last) ({_NUMBERS}) (day|week|month|quarter)s(?={_INSIDE})", re.ASCII),
        _several,
        frozenset({"first", "last"}),
        weak=True,
        unless=_NEVER,
    ),
    Phrase(
        lazy_pattern(rf"\b(?:the )?({_DAYS}) (before last|after next)\b(?! [a-z]+day\b)", re.ASCII),
        _weekday_beside,
        frozenset({"last", "next"}),
    ),
    Phrase(
        lazy_pattern(r"(最后|头)([一两二三四五六七八九十]|\d{1,2})个?(天|周|星期|月|季度)"),
        _last_several,
        frozenset("最头"),
        weak=True,
        unless=_NEVER,
    ),
    Phrase(
        lazy_pattern(rf"\b({'|'.join(_ORDER)}) ({'|'.join(_ENGLISH)})(?={_INSIDE})", re.ASCII),
        _english,
        frozenset(_ORDER),
        weak=True,
        unless=_NEVER,
    ),
    Phrase(
        lazy_pattern(rf"\b(\d|two|three|four|a couple of) ({_DAYS})s ago\b", re.ASCII),
        _weekdays_ago,
        frozenset({"ago"}),
    ),
    Phrase(
        lazy_pattern(
            r"(?:第([一二三四五1-5])个?|最后一个?)(?:(?:周|星期|礼拜)([一二三四五六日天末])|(周|星期|礼拜|天))"
        ),
        _chinese,
        frozenset("第最"),
        weak=True,
        unless=_NEVER,
    ),
)
