"""Times told roughly: 两三天前, 十几年前, two or three weeks ago, 前段时间, not long ago; and whole centuries."""

from __future__ import annotations

import re
from datetime import date

from doxa.text import feasts
from doxa.text.numerals_en import ORDINALS, TENS, TENTHS
from doxa.text.numerals_zh import read_numeral
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import Calendar, Unit, shift
from doxa.text.periods_en import SEASONS, any_of
from doxa.text.periods_en_deictic import UNIT, read_count, read_unit
from doxa.text.periods_phrase import DIGITS, Build, Meaning, Phrase
from doxa.text.periods_repeat import chosen, occurrence
from doxa.text.periods_span import Repeat, Span
from doxa.text.periods_zh_deictic import AHEAD, UNIT_ZH, UNITS

NOT_LONG = 60
"""Days that 前段时间 and "not long ago" reach back: twice what "recently" does, since they leave the present out."""
_ONE = "一二两三四五六七八九"
_COUNT = r"(\d{1,3}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a|one)"
_ODD = rf"({any_of(TENS)})-odd"
_YEARLY = {name: Repeat("season", (number,)) for name, number in SEASONS.items()}
_YEARLY |= {name: Repeat("season", (number,)) for number, name in enumerate("春夏秋冬")}
_YEARLY |= {"christmas": Repeat("date", (12, 25)), "halloween": Repeat("date", (10, 31))}
_YEARLY |= {name: Repeat("feast", (feasts.ENGLISH[name],)) for name in ("easter", "thanksgiving")}
_ORDER = {**ORDINALS, **TENTHS, "twenty-first": 21}


def _between(calendar: Calendar, least: int, most: int, unit: Unit, sign: int) -> Span | None:
    """Return from the first to the last of the units that lie so many away."""
    if not 0 < least <= most:
        return None
    near, far = calendar.away(unit, sign * least), calendar.away(unit, sign * most)
    first, last = (far, near) if sign < 0 else (near, far)
    return Span(first.start, last.end, near.grain, "recent", True)


def _two_counts(sign: int) -> Build:
    def build(match: re.Match[str], calendar: Calendar) -> Meaning:
        least, most = read_count(match[1]), read_count(match[2])
        if not isinstance(least, int) or not isinstance(most, int):
            return None
        return _between(calendar, least, most, read_unit(match[3]), sign)

    return build


def _odd(match: re.Match[str], calendar: Calendar) -> Meaning:
    return _between(calendar, TENS[match[1]] + 1, TENS[match[1]] + 9, read_unit(match[2]), -1)


def _neighbours(sign: int) -> Build:
    """Read 两三天, 十七八年, 二三十年: two numerals in a row are one or the other."""

    def build(match: re.Match[str], calendar: Calendar) -> Meaning:
        lead, tens = match[1] or "", match[4] or ""
        least, most = (read_numeral(f"{lead}{each}{tens}") for each in (match[2], match[3]))
        if not isinstance(least, int) or not isinstance(most, int):
            return None
        return _between(calendar, least, most, UNITS[match[5]], sign)

    return build


def _tens_and_more(match: re.Match[str], calendar: Calendar) -> Meaning:
    """Read 十几年前, 二十多年前, 30多天前: more than so many tens, and less than the next."""
    tens = int(match[1]) if match[1].isdigit() else read_numeral(match[1])
    return _between(calendar, int(tens) + 1, int(tens) + 9, UNITS[match[2]], -1) if tens and tens % 10 == 0 else None


def _some_tens(match: re.Match[str], calendar: Calendar) -> Meaning:
    return _between(calendar, 20, 90, UNITS[match[1]], -1)


def _and_more(match: re.Match[str], calendar: Calendar) -> Meaning:
    """Read 两年多前, 一个多月前: so many and a part."""
    count = int(match[1]) if match[1].isdigit() else read_numeral(match[1])
    return _between(calendar, int(count), int(count) + 1, UNITS[match[2] or match[3]], -1) if count else None


def _years_back(match: re.Match[str], calendar: Calendar) -> Meaning:
    """Read "two summers ago", 三个冬天前: so many of them back, the last one counted."""
    words = match[1]
    count = read_numeral(words) if words in _ONE else read_count(words)
    repeat = _YEARLY.get(match[2])
    last = chosen(calendar, repeat, "last") if repeat else None
    if not isinstance(count, int) or repeat is None or last is None or last.start is None:
        return None
    return occurrence(calendar, repeat, shift(calendar.local_date(last.start), "year", 1 - count))


def _not_long_ago(_: re.Match[str], calendar: Calendar) -> Meaning:
    span = calendar.rolling("day", NOT_LONG)
    return Span(span.start, span.end, "day", "recent", True)


def _century(calendar: Calendar, number: int, *, relative: bool = False) -> Meaning:
    if not 1 <= number <= 99:
        return None
    return calendar.days(date(max(1, (number - 1) * 100), 1, 1), date(number * 100, 1, 1), "century", relative=relative)


def _named_century(match: re.Match[str], calendar: Calendar) -> Meaning:
    return _century(calendar, int(match[1]) if match[1] else _ORDER[match[2]])


def _chinese_century(match: re.Match[str], calendar: Calendar) -> Meaning:
    number = int(match[1]) if match[1].isdigit() else read_numeral(match[1])
    return _century(calendar, int(number)) if number else None


def _present_century(match: re.Match[str], calendar: Calendar) -> Meaning:
    back = match[1] in {"last", "上", "上个", "上個", "上一个"}
    return _century(calendar, calendar.today.year // 100 + 1 - back, relative=True)


def _numbered_week(match: re.Match[str], calendar: Calendar) -> Meaning:
    year, week = (match[2], match[1]) if match[0].startswith("week") else (match[1], match[2])
    return calendar.unit("week", date.fromisocalendar(int(year), int(week), 1), relative=False)


def _phrase(needs: str, pattern: str, build: Build) -> Phrase:
    return Phrase(lazy_pattern(pattern), build, frozenset(needs.split() if needs.isascii() else needs))


_AGO, _LATER = r"(?:之|以)?前(?![后後])", r"(?:之|以)?[后後]"
_ROW = rf"(?<![第\d.十百千]){{}}([{_ONE}])([{_ONE}])(十)?(?:个|個)?{UNIT_ZH}"
_NEIGHBOURS = _ROW.format("(十|[二三四五六七八九]十)?")

PHRASES = (
    _phrase("ago", rf"\b{_COUNT}(?: or | to | ?- ?){_COUNT} {UNIT} ago\b(?! today)", _two_counts(-1)),
    _phrase("in", rf"\bin {_COUNT}(?: or | to | ?- ?){_COUNT} {UNIT}(?: time)?\b", _two_counts(1)),
    _phrase("ago", rf"\b{_ODD} {UNIT} ago\b", _odd),
    _phrase("ago", rf"\b{_COUNT} ({any_of(name for name in _YEARLY if name.isascii())})(?:e?s)? ago\b", _years_back),
    _phrase("前", rf"(?<![第\d.十百千])([{_ONE}])[个個]([春夏秋冬])[天季]{_AGO}", _years_back),
    _phrase("ago", r"\b(?:not (?:so |very |too )?long ago|a (?:little|short) while ago)\b", _not_long_ago),
    _phrase("century", rf"\b(?:the )?(?:(\d{{1,2}})(?:st|nd|rd|th)|({any_of(_ORDER)}))[ -]century\b", _named_century),
    _phrase("century", r"\b(last|this) century\b", _present_century),
    Phrase(lazy_pattern(r"\bweek (\d{1,2})(?:,| of| in)? (\d{4})\b"), _numbered_week, DIGITS),
    _phrase("前", rf"{_NEIGHBOURS}{_AGO}", _neighbours(-1)),
    _phrase("后後", rf"{AHEAD}{_NEIGHBOURS}{_LATER}", _neighbours(1)),
    _phrase("前", rf"(?<![第\d.])([{_ONE}]?十|\d0)[几多余](?:个|個)?{UNIT_ZH}{_AGO}", _tens_and_more),
    _phrase("前", rf"(?<![第一二三四五六七八九])[几数]十多?(?:个|個)?{UNIT_ZH}{_AGO}", _some_tens),
    _phrase(
        "前",
        rf"(?<![第\d.十百千])([{_ONE}]|\d{{1,2}})(?:[个個]多(月|星期|季度|小时|钟头)|{UNIT_ZH}多){_AGO}",
        _and_more,
    ),
    _phrase("前久", r"(?<![目以之])前(?:一)?(?:阵子|段时间|段日子|阵儿|不久)|不久(?:之|以)?前", _not_long_ago),
    _phrase(
        "世", r"(?<![\d一二十])(\d{1,2}|[一二]?十[一二三四五六七八九]?)世纪(?!\d{2}年代|.十年代)", _chinese_century
    ),
    _phrase("世", r"(上个?|上一个|本|这个?)世纪(?!\d{2}年代|.十年代)", _present_century),
    _phrase("周週", r"(?<!\d)(\d{4})年的?第?(\d{1,2})(?:周|週)", _numbered_week),
)
"""Tried before the exact phrases, of which some begin at the same character."""
