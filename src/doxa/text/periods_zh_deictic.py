"""Chinese times told from the present: 昨天, 上周五, 三天前, 近7天."""

from __future__ import annotations

import re
from decimal import Decimal

from doxa.text.decimals import Number, read_decimal
from doxa.text.numerals_zh import read_numeral
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_amount import away, rolling
from doxa.text.periods_calendar import DAY, Calendar, Unit, shift
from doxa.text.periods_phrase import Build, Meaning, Phrase
from doxa.text.periods_span import Span
from doxa.text.periods_zh import WEEKDAY

_DAYS = {"大大前": -4, "大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3, "大大后": 4}
_YEARS = {"大大前": -4, "大前": -3, "上上": -2, "前": -2, "去": -1, "上": -1, "上一": -1, "今": 0, "本": 0}
_YEARS |= {"明": 1, "下一": 1, "下下": 2, "后": 2, "大后": 3, "大大后": 4}
UNITS: dict[str, Unit] = {
    "分钟": "minute",
    "分鐘": "minute",
    "小时": "hour",
    "小時": "hour",
    "钟头": "hour",
    "天": "day",
    "日": "day",
    "晚": "day",
    "周": "week",
    "週": "week",
    "星期": "week",
    "礼拜": "week",
    "月": "month",
    "季度": "quarter",
    "年": "year",
}
_OWN_PARTS = {"早": (6, 12), "晨": (5, 12), "晚": (18, 24), "夜": (18, 30)}
_WEEKDAYS = {character: number for number, character in enumerate("一二三四五六日")} | {"天": 6}
_COUNT = r"(?<![十百千第\d.])(\d{1,3}(?:\.5)?|[一二两兩三四五六七八九十百千]{1,5}|半|好?几|好?幾|数|若干)"
UNIT_ZH = r"(分钟|分鐘|小时|小時|钟头|天|日|晚|周|週|星期|礼拜|(?<=[个個半])月|季度|年(?!代|级))"
_ROUGHLY = {"两三": 3, "二三": 3, "三四": 4, "三五": 5, "四五": 5, "五六": 6, "六七": 7, "七八": 8, "八九": 9}
AMOUNT = rf"{_COUNT}\s?(?:个|個)?(半)?{UNIT_ZH}(半)?"
"""Count, half, unit, half."""
_WHICH = r"(上+|下+|本|这|這)(?:一)?(?:个|個)?"


def read_amount(groups: tuple[str, str | None, str, str | None]) -> tuple[Number | None, Unit]:
    """Return count (None for a few) and unit of the four groups that `AMOUNT` matches.

    Raises:
        ValueError: The count is no number.
    """
    count, inner_half, unit, outer_half = groups
    half = Decimal("0.5") if inner_half or outer_half else 0
    if count == "半":
        return Decimal("0.5"), UNITS[unit]
    if count[-1] in "几幾数干些":
        return None, UNITS[unit]
    if count in _ROUGHLY:
        return None, UNITS[unit]
    number = read_decimal(count) if count[0].isdigit() else read_numeral(count.replace("兩", "两"))
    if number is None:
        raise ValueError(count)
    return number + half, UNITS[unit]


def _day(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.day(calendar.today + _DAYS[match[1]] * DAY)


def _part_of_day(match: re.Match[str], calendar: Calendar) -> Meaning:
    first, after = _OWN_PARTS[match[2]]
    night = match[1] == "昨" and match[2] == "晚"
    return calendar.hours(calendar.today + _DAYS[match[1]] * DAY, first, 30 if night else after)


def _steps(which: str) -> int:
    return {"上": -1, "下": 1}.get(which[0], 0) * len(which)


def _week(match: re.Match[str], calendar: Calendar) -> Meaning:
    week = shift(calendar.today, "week", _steps(match[1]))
    weekday = match[2]
    if weekday is None:
        return calendar.unit("week", week)
    if weekday == "末":
        return calendar.unit("weekend", week)
    return calendar.day(week + (_WEEKDAYS[weekday] - week.weekday()) * DAY)


def _month(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away("month", _steps(match[1]))


def _quarter(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away("quarter", _steps(match[1]))


def _year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.away("year", _YEARS[match[1]])


def _season(match: re.Match[str], calendar: Calendar) -> Meaning:
    year = calendar.today.year + _YEARS[match[1]]
    return calendar.months(year * 12 + 2 + 3 * "春夏秋冬".index(match[2]), 3, "season")


def _ago(match: re.Match[str], calendar: Calendar) -> Meaning:
    return away(calendar, *read_amount(_four(match, 1)), -1)


def _exactly_ago(match: re.Match[str], calendar: Calendar) -> Meaning:
    count, unit = read_amount(_four(match, 1))
    return calendar.day(shift(calendar.today, unit, -count)) if isinstance(count, int) else None


def _this_day_years_ago(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.day(shift(calendar.today, "year", _YEARS[match[1]]))


def _this_day_of_month(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.day(shift(calendar.today, "month", _steps(match[1])))


def _ahead(match: re.Match[str], calendar: Calendar) -> Meaning:
    return away(calendar, *read_amount(_four(match, 1)), 1)


def _within(match: re.Match[str], calendar: Calendar) -> Meaning:
    ahead = calendar.leaning == "future" and "来" not in match[5]
    return rolling(calendar, *_at_most(match), -1 if ahead else 1)


def _last(match: re.Match[str], calendar: Calendar) -> Meaning:
    return rolling(calendar, *_at_most(match), 1)


def _coming(match: re.Match[str], calendar: Calendar) -> Meaning:
    return rolling(calendar, *_at_most(match), -1)


def _at_most(match: re.Match[str]) -> tuple[Number | None, Unit]:
    """Return count and unit, of two counts (两三天) the greater one."""
    count, unit = read_amount(_four(match, 1))
    return _ROUGHLY.get(match[1], count), unit


def _four(match: re.Match[str], first: int) -> tuple[str, str | None, str, str | None]:
    return match[first], match[first + 1], match[first + 2], match[first + 3]


def _recently(_: re.Match[str], calendar: Calendar) -> Meaning:
    span = calendar.rolling("day", 30)
    return Span(span.start, span.end, "day", "recent", True)


def _just_now(_: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.rolling("hour", 1)


def _phrase(needs: str, pattern: str, build: Build) -> Phrase:
    return Phrase(lazy_pattern(pattern), build, frozenset(needs))


AHEAD = r"(?:(?<![一-鿿])|(?<=[我你您他她它们会就将在于到约再]))"  # 工作一天后 tells how long the work took
_INSIDE = r"(?:以内|之内|之间|以来|内|內|来|來|里|中|间)?"

PHRASES = (
    _phrase("天日儿", r"(大?大前|大?大后|前|昨|今|明|后)[天日儿]", _day),
    _phrase("早晨晚夜", r"(昨|今|明|前|后)(早|晨|晚|夜)(?:上)?", _part_of_day),
    _phrase("周週期拜", rf"{_WHICH}(?:周|週|星期|礼拜|禮拜){WEEKDAY}?", _week),
    _phrase("月", rf"{_WHICH}月(?![饼亮球台])份?", _month),
    _phrase("季", rf"{_WHICH}季度", _quarter),
    _phrase("年", r"(大?大前|前|去|上上|下下|上一|上|今|本|明|下一|大?大后|后)年(?!级|代)度?", _year),
    _phrase("春夏秋冬", r"([今去明])([春夏秋冬])", _season),
    _phrase("前", rf"{AMOUNT}(?:之|以)?前(?![后後])", _ago),
    _phrase("后後", rf"{AHEAD}{AMOUNT}(?:之|以)?[后後]", _ahead),
    _phrase("过", rf"(?:(?<![一-鿿])|再)过{AMOUNT}", _ahead),
    _phrase("内來来", rf"{AMOUNT}(以内|之内|以来|内|內|来|來)", _within),
    _phrase("近去這这", rf"(?:最近|近|过去|過去|这|這)的?这?(?!一天|1天)\s?{AMOUNT}{_INSIDE}", _last),
    _phrase("前", r"(?<!年)前(两|几|些)个?()(天|日|周|星期|月|年)()(?!度)", _last),
    _phrase("今", r"(大前|前|去)年的?今[天日]", _this_day_years_ago),
    _phrase("今", r"(上+|下+)个?月的?今[天日]", _this_day_of_month),
    _phrase("今", rf"{AMOUNT}(?:之|以)?前的今天", _exactly_ago),
    _phrase("未今接往", rf"(?:未来|未來|今后|今後|接下来|接下來|往后)的?\s?{AMOUNT}{_INSIDE}", _coming),
    _phrase("近阵些段", r"最近(?!的|一次|[处哪])|近来|近期|近日|这段时间|这阵子|这些天", _recently),
    _phrase("刚", r"刚才|刚刚", _just_now),
)
"""Told from the present. 上周 is the calendar week, 近7天 and 过去30天内 roll back from today."""
