"""English times told from the present: yesterday, last week, three days ago, the past ten days."""

from __future__ import annotations

import re
from decimal import Decimal

from doxa.text.decimals import Number, read_decimal
from doxa.text.numerals import parse_number
from doxa.text.numerals_en import SMALL, TENS
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_amount import away, rolling
from doxa.text.periods_calendar import DAY, Calendar, Unit, shift
from doxa.text.periods_en import MONTHS, SEASONS, any_of
from doxa.text.periods_phrase import Build, Meaning, Phrase
from doxa.text.periods_repeat import chosen
from doxa.text.periods_span import Repeat, Span

_UNITS: dict[str, Unit] = {
    "minute": "minute",
    "min": "minute",
    "hour": "hour",
    "hr": "hour",
    "day": "day",
    "night": "day",
    "week": "week",
    "fortnight": "fortnight",
    "wk": "week",
    "weekend": "weekend",
    "month": "month",
    "mo": "month",
    "quarter": "quarter",
    "year": "year",
    "yr": "year",
    "decade": "decade",
}
_WORD = any_of([*(word for word in SMALL if word != "zero"), *TENS, "hundred", "a hundred"])
_WORDS = rf"(?:{_WORD})(?:[ -](?:{_WORD}))*(?: and a half)?"
NUMBER = rf"(\d{{1,6}}(?:\.5)?|{_WORDS}|an?|half an?|(?:a )?couple(?: of)?|(?:an? )?dozen|(?:a )?few|several|some)"
UNIT = rf"({any_of(_UNITS)})s?\b"
_SOLE = r"()(hour|week|month|quarter|year|decade)\b(?! of\b)"
_SEVERAL = r"(?:last|past|previous) ()(hour|day|week|month|year|decade)s\b"
_COMING = r"(?:coming|next|following) ()(hour|day|week|month|year|decade)s\b"
_HALF = r"( and a half)?"
_LAST = "last|past|previous|preceding"
_NEXT = "next|coming|following|upcoming"
_IN = "(?:(?:within|in|during|over|for) )?"
_OFFSETS = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1, "coming": 1, "upcoming": 1}
_PARTS = {"morning": (6, 12), "afternoon": (12, 18), "evening": (18, 24)}
_RECENT = {"days": 7, "weeks": 42, "months": 180, "times": 30, "years": 1825}


def read_count(words: str, half: str | None = None) -> Number | None:
    """Return the number that an amount begins with (`a`: 1, `half a`: 0.5, `a couple of`: 2); None for a few."""
    extra = Decimal("0.5") if half or words.endswith("half") else 0
    words = words.removesuffix(" and a half")
    if words in {"a", "an"}:
        return 1 + extra
    if words.startswith("half"):
        return Decimal("0.5")
    if "couple" in words:
        return 2
    number = read_decimal(words) if words[0].isdigit() else parse_number(words)
    return None if number is None else number + extra


def read_unit(word: str) -> Unit:
    """Return the unit that a singular English word names."""
    return _UNITS[word]


def _day(days: int) -> Build:
    return lambda _, calendar: calendar.day(calendar.today + days * DAY)


def _last_night(_: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.hours(calendar.today - DAY, 18, 30)


def _tonight(_: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.hours(calendar.today, 18, 24)


def _this_part(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.hours(calendar.today, *_PARTS[match[1]])


def _named_unit(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away(read_unit(match[2]), _OFFSETS[match[1]])


def _second_unit(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away(read_unit(match[1]), -2 if match[2] == "before last" else 2)


def _second_season(match: re.Match[str], calendar: Calendar) -> Meaning:
    ago = match[2] == "before last"
    near = chosen(calendar, Repeat("season", (SEASONS[match[1]],)), "last" if ago else "next")
    if near is None or near.start is None:
        return None
    first = calendar.local_date(near.start)
    return calendar.months((first.year + (-1 if ago else 1)) * 12 + first.month - 1, 3, "season")


def _present_unit(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away(read_unit(match[1]), 0)


def _past_weekend(_: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away("weekend", -1)


def _ago(match: re.Match[str], calendar: Calendar) -> Meaning:
    return away(calendar, read_count(match[1], match[3]), read_unit(match[2]), -1)


def _ahead(match: re.Match[str], calendar: Calendar) -> Meaning:
    return away(calendar, read_count(match[1], match[3]), read_unit(match[2]), 1)


def _exactly_ago(match: re.Match[str], calendar: Calendar) -> Meaning:
    count = read_count(match[1])
    return calendar.day(shift(calendar.today, read_unit(match[2]), -count)) if isinstance(count, int) else None


def _same_day(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.day(shift(calendar.today, read_unit(match[1]), -1))


def _rolling(sign: int) -> Build:
    def build(match: re.Match[str], calendar: Calendar) -> Meaning:
        return rolling(calendar, read_count(match[1] or "a"), read_unit(match[2]), sign)

    return build


def _rolling_few(sign: int) -> Build:
    return lambda match, calendar: rolling(calendar, None, read_unit(match[2]), sign)


def _night_before_last(_: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.hours(calendar.today - 2 * DAY, 18, 30)


def _within(match: re.Match[str], calendar: Calendar) -> Meaning:
    return _rolling(-1 if calendar.leaning == "future" else 1)(match, calendar)


def _recently(match: re.Match[str], calendar: Calendar) -> Meaning:
    span = calendar.rolling("day", _RECENT.get(match[1] or "", 30))
    return Span(span.start, span.end, "day", "recent", True)


def _just_now(_: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.rolling("hour", 1)


def _phrase(needs: str, pattern: str, build: Build, *, weak: bool = False) -> Phrase:
    return Phrase(lazy_pattern(pattern, re.ASCII), build, frozenset(needs.split()), weak)


_LONG = "week|wk|fortnight|month|mo|quarter|year|yr|decade"
_NOT_INSIDE = rf"(?! of (?:the )?(?:{any_of(MONTHS)}|{any_of(SEASONS)}|last|this|next|month|year|q[1-4]|\d{{4}})\b)"
"""`the last week of May` is no week before this one."""
_NAMED_AFTER = r"(?! (?:week|month|quarter|year|[a-z]+day)\b)"

PHRASES = (
    _phrase("yesterday", r"\b(?:the )?day before yesterday\b", _day(-2)),
    _phrase("yesterday yday", r"\b(?:yesterday|yday)\b", _day(-1)),
    _phrase("today", r"\btoday\b", _day(0)),
    _phrase("tomorrow tmrw tmr tmw", r"\b(?:tomorrow|tmrw|tmr|tmw)\b", _day(1)),
    _phrase("tomorrow", r"\b(?:the )?day after tomorrow\b", _day(2)),
    _phrase("night", r"\blast night\b", _last_night),
    _phrase("tonight evening", r"\b(?:tonight|this evening)\b", _tonight),
    _phrase("morning afternoon", r"\bthis (morning|afternoon)\b", _this_part),
    _phrase(
        "last previous this current next coming upcoming",
        rf"\b(last|previous|this|current|next|coming|upcoming) ({_LONG})\b{_NOT_INSIDE}",
        _named_unit,
    ),
    _phrase("last next", rf"\b(?:the )?({_LONG}|weekend) (before last|after next)\b{_NAMED_AFTER}", _second_unit),
    _phrase("the", r"\bthe (week|month|quarter|year|day)\b(?! (?:before|after|of)\b)", _present_unit, weak=True),
    _phrase("weekend", r"\b(?:this )?past weekend\b", _past_weekend),
    _phrase("ago", rf"\b{NUMBER} {UNIT}{_HALF} ago\b(?! (?:today|tomorrow|yesterday))", _ago),
    _phrase("day", r"\b(?:this|the same) day last (week|month|year)\b", _same_day),
    _phrase("ago", rf"\b{NUMBER} {UNIT} ago today\b", _exactly_ago),
    _phrase("in", rf"\bin (?:about |around )?{NUMBER} {UNIT}{_HALF}(?: time)?\b(?! (?:ago|row)\b)", _ahead),
    _phrase("from", rf"\b{NUMBER} {UNIT}{_HALF} from (?:now|today)\b", _ahead),
    _phrase(_LAST.replace("|", " "), rf"\b{_IN}(?:the |these )?(?:{_LAST}) {NUMBER} {UNIT}{_NOT_INSIDE}", _rolling(1)),
    _phrase("last", rf"\b{_IN}the last {_SOLE}", _rolling(1)),
    _phrase("past", rf"\b{_IN}(?:the |this )?past {_SOLE}", _rolling(1)),
    _phrase("past", rf"\b{_IN}(?:the |this )?past ()(day)\b", _rolling(1)),
    _phrase("last past previous", rf"\b{_IN}(?:the |these )?{_SEVERAL}", _rolling_few(1)),
    _phrase("coming next following", rf"\b{_IN}(?:the |these )?{_COMING}", _rolling_few(-1)),
    _phrase("night", r"\b(?:the )?night before last\b", _night_before_last),
    _phrase(_NEXT.replace("|", " "), rf"\b{_IN}(?:the |these )?(?:{_NEXT}) {NUMBER} {UNIT}", _rolling(-1)),
    _phrase("within", rf"\bwithin the (?:next|coming|following) {_SOLE}", _rolling(-1)),
    _phrase("last next", rf"\b(?:the )?({any_of(SEASONS)}) (before last|after next)\b", _second_season),
    _phrase("within", rf"\bwithin {NUMBER} {UNIT}", _within),
    _phrase("recently lately", r"(?<!most )\b(?:recently|lately)()\b", _recently),
    _phrase("recent late", r"\b(?:of late|in recent (days|weeks|months|times|years))\b", _recently),
    _phrase("these other", r"\b(?:these days|the other day)()\b", _recently),
    _phrase("just ago", r"\b(?:just now|a moment ago|moments ago)\b", _just_now),
)
"""Told from the present: `last week` is the calendar week, `the past week` and `the last two weeks` roll back."""
