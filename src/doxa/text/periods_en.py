"""English names of times: months, dates, weekdays, seasons, years, decades, holidays, times of day."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date

from doxa.text import feasts
from doxa.text.calendar_names import DAY_NAMES, MONTH_NAMES
from doxa.text.numerals_en import ORDINALS
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import Calendar
from doxa.text.periods_dates import decade_of, full_year
from doxa.text.periods_phrase import DIGITS, Build, Meaning, Phrase
from doxa.text.periods_span import Repeat, RepeatKind

MONTHS = {name: number for number, name in enumerate(MONTH_NAMES, start=1)}
MONTHS |= {name[:3]: number for name, number in MONTHS.items()} | {"sept": 9}
_WEEKDAYS = {name: number for number, name in enumerate(DAY_NAMES)}
_WEEKDAYS |= {name[:3]: number for name, number in _WEEKDAYS.items()} | {"tues": 1, "thurs": 3, "weds": 2}
SEASONS = {"spring": 0, "summer": 1, "autumn": 2, "fall": 2, "winter": 3}
_QUARTERS = {"q1": 0, "q2": 1, "q3": 2, "q4": 3, "first": 0, "second": 1, "third": 2, "fourth": 3, "last": 3}
_QUARTERS |= {"1st": 0, "2nd": 1, "3rd": 2, "4th": 3}
_PARTS = {"morning": (6, 12), "noon": (12, 13), "afternoon": (12, 18), "evening": (18, 24), "night": (18, 30)}
_PARTS |= {"midnight": (24, 25), "midday": (12, 13), "lunchtime": (11, 14)}
_HOLIDAYS = {
    "new year's day": (1, 1),
    "new year's eve": (12, 31),
    "valentine's day": (2, 14),
    "halloween": (10, 31),
    "christmas eve": (12, 24),
    "christmas day": (12, 25),
    "christmas": (12, 25),
    "xmas": (12, 25),
    "boxing day": (12, 26),
    "st patrick's day": (3, 17),
    "st. patrick's day": (3, 17),
    "veterans day": (11, 11),
    "singles' day": (11, 11),
    "singles day": (11, 11),
    "independence day": (7, 4),
    "juneteenth": (6, 19),
    "bonfire night": (11, 5),
    "cinco de mayo": (5, 5),
}
_NEW_YEAR = {"new year": (1, 1), "new year's": (1, 1)}
_HOLIDAY_WORDS = frozenset({"year", "valentine", "halloween", "christmas", "xmas", "boxing", "patrick", "veterans"})
_HOLIDAY_WORDS |= {"singles", "independence", "juneteenth", "bonfire", "cinco"}
_FEAST_WORDS = frozenset(word for name in feasts.ENGLISH for word in re.findall("[a-z]{2,}", name)) - {"day"}
_DECADES = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70}
_DECADES |= {"eighties": 80, "nineties": 90}


def any_of(words: Iterable[str]) -> str:
    """Return a pattern that matches one of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_OTHER_WORDS = {"march", "april", "may", "june", "august"}  # verbs and people's names
_PLAIN_MONTHS = [name for name in MONTH_NAMES if name not in _OTHER_WORDS]
_WEAK_MONTHS = [name for name in MONTHS if name not in _PLAIN_MONTHS]
_MONTH = rf"({any_of(MONTHS)})\b\.?"
_NTH = rf"(?:(\d{{1,2}})(?:st|nd|rd|th)?|({any_of(ORDINALS)}))\b(?![:.]\d)"
_BETWEEN_DAYS = r"\s?(?:-|to|through|and)\s?"
_YEAR = r"(?<![\w$€£#.,:/])(?<!\d-)((?:1[6-9]|20|21)\d\d)\b(?![-/:]\d|[.,]\d|%|\s?(?:people|dollars|euros|km|miles)\b)"
_PREPOSITION = lazy_pattern(
    r"\b(?:in|of|since|until|till|by|from|to|through|before|after|during|between|and|or|around|about|circa|early|mid"
    r"|late|last|this|next|coming|past|year|spring|summer|autumn|winter|fall|for"
    r"|for the|over|throughout|whole of)[ -](?:the )?(?:year )?$"
)
_IN_SEASON = lazy_pattern(
    r"\b(?:in|since|until|(?<!ed )by|during|before|after|over|through|last|this|next|coming|past|late|early|mid)[ -]"
    r"(?:the )?$"
)
_NEVER = lazy_pattern(r"(?!)")
_ON = lazy_pattern(r"\b(?:on|last|this|next|coming|past|since|until|till|by|from|to|before|after|and|or)(?: the)? $")
_ON_FEAST = lazy_pattern(
    r"\b(?:on|at|around|last|this|next|past|since|until|till|by|from|to|before|after|and|over|during)(?: the)? $"
)
_IN_THE = lazy_pattern(r"\b(?:(?:in|during|over|late in|early in) the|at|by|around|until|since|before|after) $")


def _nth(digits: str | None, word: str | None) -> int:
    return int(digits) if digits else ORDINALS[word or ""]


def _month_day(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("date", (MONTHS[match[1]], _nth(match[2], match[3])))


def _day_month(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("date", (MONTHS[match[3]], _nth(match[1], match[2])))


def _month_days(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("dates", (MONTHS[match[1]], int(match[2]), int(match[3])))


def _days_month(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("dates", (MONTHS[match[3]], int(match[1]), int(match[2])))


def _day_of_month(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("day", (int(match[1]),))


def _year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("year", date(int(match[1]), 1, 1), relative=False)


def _short_year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("year", date(full_year(int(match[1]), calendar), 1, 1), relative=False)


def _month_year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("month", date(full_year(int(match[2]), calendar), MONTHS[match[1]], 1), relative=False)


def _decade(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("decade", date(int(match[1]), 1, 1), relative=False)


def _short_decade(match: re.Match[str], calendar: Calendar) -> Meaning:
    short = int(match[1]) if match[1].isdigit() else _DECADES[match[1]]
    return calendar.unit("decade", date(decade_of(short, calendar), 1, 1), relative=False)


def _time(match: re.Match[str], _: Calendar) -> Meaning:
    hour, minute = int(match[1]), int(match[2]) if match[2] else -1
    if not 1 <= hour <= 12 or minute > 59:
        return None
    return Repeat("time", (hour % 12 + (12 if match[3].startswith("p") else 0), minute))


def _oclock(match: re.Match[str], _: Calendar) -> Meaning:
    hour = int(match[1])
    return Repeat("time", (hour + 12 if hour < 7 else hour, -1), vague=True) if 1 <= hour <= 12 else None


def _hours(match: re.Match[str], calendar: Calendar) -> Meaning:
    late = match[3].startswith("p")
    first, last = int(match[1]), int(match[2])
    if not (1 <= first <= 12 and 1 <= last <= 12):
        return None
    after = last % 12 + 12 * late
    start = first % 12 + 12 * (late and first % 12 < last % 12)
    return Repeat("part", (start, after + 24 * (after <= start)))


def _repeat(kind: RepeatKind, table: Mapping[str, int | tuple[int, ...]]) -> Build:
    def build(match: re.Match[str], _: Calendar) -> Meaning:
        value = table[match[1]]
        return Repeat(kind, value if isinstance(value, tuple) else (value,))

    return build


def _phrase(needs: Iterable[str], pattern: str, build: Build, unless: re.Pattern[str] | None = None) -> Phrase:
    return Phrase(lazy_pattern(pattern, re.ASCII), build, frozenset(needs), unless is not None, unless)


_SHORT_DAYS = set(_WEEKDAYS) - set(DAY_NAMES)
_ST = r"(?:st|nd|rd|th)?"

PHRASES = (
    _phrase(_PLAIN_MONTHS, rf"\b({any_of(_PLAIN_MONTHS)})\b", _repeat("month", MONTHS)),
    _phrase(_WEAK_MONTHS, rf"\b({any_of(_WEAK_MONTHS)})\b\.?", _repeat("month", MONTHS), _PREPOSITION),
    _phrase(MONTHS, rf"\b{_MONTH} '(\d\d)\b", _month_year),
    _phrase(MONTHS, rf"\b{_MONTH} (?:the )?{_NTH}(?! (?:people|times|days|weeks|months|years))", _month_day),
    _phrase(MONTHS, rf"\b{_NTH}(?: day)?(?: of)? {_MONTH}", _day_month),
    _phrase(MONTHS, rf"\b{_MONTH} (\d{{1,2}}){_ST}{_BETWEEN_DAYS}(\d{{1,2}}){_ST}\b(?![:/-]\d)", _month_days),
    _phrase(MONTHS, rf"\b(\d{{1,2}}){_ST}{_BETWEEN_DAYS}(\d{{1,2}}){_ST}(?: of)? {_MONTH}", _days_month),
    _phrase(DIGITS, r"(?<=\bthe )(\d{1,2})(?:st|nd|rd|th)\b(?! [a-z]+(?:ury|uries)\b)", _day_of_month, _ON),
    _phrase(DAY_NAMES, rf"\b({any_of(DAY_NAMES)})\b", _repeat("weekday", _WEEKDAYS)),
    _phrase(_SHORT_DAYS, rf"\b({any_of(_SHORT_DAYS)})\b\.?", _repeat("weekday", _WEEKDAYS), _ON),
    _phrase({"weekend"}, r"\b(?:over )?(?:the )?(weekend)\b", _repeat("weekend", {"weekend": 5})),
    _phrase(SEASONS, rf"\b({any_of(SEASONS)})\b", _repeat("season", SEASONS), _IN_SEASON),
    _phrase({"q"}, r"\b(q[1-4])\b", _repeat("quarter", _QUARTERS)),
    _phrase({"quarter"}, rf"\b({any_of(_QUARTERS)}) quarter\b", _repeat("quarter", _QUARTERS), _IN_THE),
    _phrase({"h"}, r"\b(h[12])\b", _repeat("half", {"h1": 0, "h2": 1}), lazy_pattern(r"\bin $")),
    _phrase(DIGITS, _YEAR, _year, _PREPOSITION),
    _phrase(DIGITS, r"(?<![\w'])'(\d\d)\b(?!['s.,]\d)", _short_year, _PREPOSITION),
    _phrase({"s"}, r"(?<!\w)([1-9]0)'?s\b", _short_decade, lazy_pattern(r"\b(?:the|early|mid|late)[ -]'?$")),
    _phrase({"s"}, r"\b((?:1[5-9]|20)[0-9]0)'?s\b", _decade),
    _phrase(_DECADES, rf"(?<=\bthe )({any_of(_DECADES)})\b", _short_decade),
    _phrase(_HOLIDAY_WORDS, rf"\b({any_of(_HOLIDAYS)})\b", _repeat("date", _HOLIDAYS)),
    _phrase(
        {"year"},
        rf"\b({any_of(_NEW_YEAR)})\b(?!'s)(?! (?:resolution|party|plan))",
        _repeat("date", _NEW_YEAR),
        _ON_FEAST,
    ),
    _phrase(_FEAST_WORDS, rf"\b({any_of(feasts.ENGLISH)})\b", _repeat("feast", feasts.ENGLISH)),
    _phrase(_PARTS, rf"\b({any_of(_PARTS)})\b", _repeat("part", _PARTS), _IN_THE),
    _phrase(DIGITS, r"(?<![\d:.])\b(\d{1,2})(?:[:.](\d\d))?\s?([ap])\.?m\b\.?", _time),
    _phrase({"at"}, r"\b(?:at )(\d{1,2})\b(?![\d:.%]| ?[ap]\.?m| ?o'clock| [a-z]+s\b)", _oclock, _NEVER),
    _phrase({"clock"}, r"(?<![\d:.])\b(\d{1,2}) ?o'clock\b", _oclock),
    _phrase(DIGITS, r"(?<![\d:.])\b(?:from |between )?(\d{1,2})\s?(?:-|to|and)\s?(\d{1,2})\s?([ap])\.?m\b\.?", _hours),
)
"""What each phrase names; those with a last pattern are weak unless it matches the text before them."""
