"""Counted parts of a longer time: the first week of March, the second Monday of June, 3月的最后一天."""

from __future__ import annotations

import re

from doxa.text.numerals_en import ORDINALS
from doxa.text.numerals_zh import read_numeral
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import DAY, Calendar, shift
from doxa.text.periods_en import MONTHS, any_of
from doxa.text.periods_phrase import Meaning, Phrase
from doxa.text.periods_span import Grain, Repeat, Span

_WEEK, _WEEKEND, _DAY, _MONTH = 7, 8, 9, 10
_ENGLISH = "monday tuesday wednesday thursday friday saturday sunday week weekend day month".split(" ")
_CHINESE = {character: number for number, character in enumerate("一二三四五六日")} | {"天": 6, "末": _WEEKEND}
_ORDER = {word: number for word, number in ORDINALS.items() if number <= 5} | {"last": -1}
_NEVER = lazy_pattern(r"(?!)")


def nth(calendar: Calendar, outer: Span, repeat: Repeat) -> Span | None:
    """Return the n-th weekday, week of seven days, weekend, day or month in `outer`, from its end if negative."""
    if outer.start is None or outer.end is None:
        return None
    number, unit = repeat.values
    first, after = calendar.local_date(outer.start), calendar.local_date(outer.end)
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
PHRASES = (
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
