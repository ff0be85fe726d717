"""Chinese names of times: years, months, dates, weekdays, seasons, quarters, decades, times of day."""

from __future__ import annotations

import re
from datetime import date

from doxa.text import feasts
from doxa.text.numerals_zh import read_numeral
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import Calendar
from doxa.text.periods_dates import decade_of, full_year
from doxa.text.periods_phrase import Build, Meaning, Phrase
from doxa.text.periods_span import Repeat, RepeatKind

_WEEKDAYS = dict(zip("一二三四五六日天末", (0, 1, 2, 3, 4, 5, 6, 6, 5), strict=True))
_SEASONS = dict(zip("春夏秋冬", range(4), strict=True))
_PARTS = {
    "凌晨": (0, 6),
    "清晨": (5, 8),
    "清早": (5, 8),
    "早晨": (6, 12),
    "早上": (6, 12),
    "上午": (6, 12),
    "中午": (11, 13),
    "正午": (12, 13),
    "下午": (12, 18),
    "傍晚": (17, 19),
    "晚上": (18, 24),
    "晚间": (18, 24),
    "夜里": (18, 30),
    "夜间": (18, 30),
    "深夜": (22, 30),
    "半夜": (22, 30),
}
_HOLIDAYS = {
    "元旦": (1, 1),
    "情人节": (2, 14),
    "妇女节": (3, 8),
    "愚人节": (4, 1),
    "劳动节": (5, 1),
    "儿童节": (6, 1),
    "教师节": (9, 10),
    "三八妇女节": (3, 8),
    "三八节": (3, 8),
    "五四青年节": (5, 4),
    "青年节": (5, 4),
    "六一儿童节": (6, 1),
    "十一期间": (10, 1),
    "五一假期": (5, 1),
    "十一假期": (10, 1),
    "十一长假": (10, 1),
    "十一黄金周": (10, 1),
    "双十一": (11, 11),
    "双11": (11, 11),
    "光棍节": (11, 11),
    "双十二": (12, 12),
    "双12": (12, 12),
    "建军节": (8, 1),
    "植树节": (3, 12),
    "跨年夜": (12, 31),
    "国庆节": (10, 1),
    "国庆": (10, 1),
    "万圣节": (10, 31),
    "平安夜": (12, 24),
    "圣诞节": (12, 25),
    "圣诞": (12, 25),
}
_FEASTS = "|".join(sorted(feasts.CHINESE, key=len, reverse=True))
_FEAST_CHARACTERS = "节宵除三初端中七清新年至春分夏秋冬立"
_NUMERALS = "〇零一二三四五六七八九十"
_SMALL = rf"(\d{{1,2}}|[{_NUMERALS}廿卅]{{1,3}})"
_FOUR = r"((?:1[5-9]|20|21)\d\d|[一二][〇零一二三四五六七八九]{3})"
_NOT_COUNTED = r"(?<![\d.一二三四五六七八九十百几两半第双])"
_PART = "|".join(_PARTS)
_LUNAR = r"(?:农历|阴历|旧历)"
_LUNAR_MONTHS = {"大年": 1, "年": 1, "正": 1, "冬": 11, "腊": 12}
_LUNAR_MONTH = r"(?<![一二三四五六七八九十])([正冬腊]|十[一二]|[一二三四五六七八九十])"
_LUNAR_DAY = r"(初[一二三四五六七八九十]|[二廿]?十?[一二三四五六七八九]|[二三]?十)(?![个几多])"
_CONTEXT = lazy_pattern(r"[在到从自于至约]\s?$")
THIRDS = {"初": 0, "中": 1, "底": 2, "末": 2}


def whole_number(numeral: str) -> int:
    """Return the integer that digits or Chinese characters say.

    Raises:
        ValueError: They say none.
    """
    value = read_numeral(numeral)
    if not isinstance(value, int):
        raise ValueError(numeral)
    return value


def _year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("year", date(whole_number(match[1]), 1, 1), relative=False)


def _short_year(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("year", date(full_year(whole_number(match[1]), calendar), 1, 1), relative=False)


def _years(match: re.Match[str], calendar: Calendar) -> Meaning:
    first, last = whole_number(match[1]), whole_number(match[2])
    if first > last:
        return None
    return calendar.days(date(first, 1, 1), date(last + 1, 1, 1), "year", kind="range", relative=False)


def _decade(match: re.Match[str], calendar: Calendar) -> Meaning:
    century, ten = match[1], whole_number(match[2])
    if century in {"上世纪", "上个世纪"}:
        first = calendar.today.year // 100 * 100 - 100 + ten
    elif century:
        first = (whole_number(century.removesuffix("世纪")) - 1) * 100 + ten
    else:
        first = decade_of(ten, calendar)
    return calendar.unit("decade", date(first, 1, 1), relative=False)


def _full_decade(match: re.Match[str], calendar: Calendar) -> Meaning:
    return calendar.unit("decade", date(int(match[1]), 1, 1), relative=False)


def _numbers(kind: RepeatKind) -> Build:
    return lambda match, _: Repeat(kind, tuple(whole_number(group) for group in match.groups()))


def _weekday(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("weekend", (5,)) if match[1] == "末" else Repeat("weekday", (_WEEKDAYS[match[1]],))


def _quarter(match: re.Match[str], _: Calendar) -> Meaning:
    number = whole_number(match[1] or match[2] or match[3])
    return Repeat("quarter", (number - 1,)) if 1 <= number <= 4 else None


def _third(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("third", (int(match[1] == "月"), THIRDS[match[2]]))


def _ten_days(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("third", (1, "上中下".index(match[1])))


def _first_months(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("months", (1, whole_number(match[1])))


def _first_quarters(match: re.Match[str], _: Calendar) -> Meaning:
    return Repeat("months", (1, 3 * whole_number(match[1])))


def _lunar(match: re.Match[str], _: Calendar) -> Meaning:
    month = _LUNAR_MONTHS.get(match[1]) or whole_number(match[1])
    day = whole_number(match[2].removeprefix("初"))
    return Repeat("feast", (feasts.lunar_feast(month, day),)) if month <= 12 and day <= 30 else None


def _time(match: re.Match[str], _: Calendar) -> Meaning:
    hour, minute = whole_number(match[1]), _minute(match[2])
    if hour > 24 or minute > 59:
        return None
    return Repeat("time", (hour + 12 if 1 <= hour <= 6 else hour, minute), vague=hour <= 12)


def _time_of_part(match: re.Match[str], _: Calendar) -> Meaning:
    hour, minute = whole_number(match[2]), _minute(match[3])
    if hour > 24 or minute > 59:
        return None
    return Repeat("time", (_hour_in_part(hour, match[1]), minute))


def _hour_in_part(hour: int, part: str) -> int:
    """Return the hour of the 24-hour clock, past 24 after midnight."""
    first = _PARTS[part][0]
    if first == 0:
        return hour % 12 if hour <= 12 else hour
    if first < 11 or hour > 12:
        return hour
    if first == 11:
        return hour if hour >= 10 else hour + 12
    if first == 12:
        return hour % 12 + 12
    if hour == 12 or hour < 5:
        return hour % 12 + 24
    return hour + 12


def _minute(words: str | None) -> int:
    if not words:
        return -1
    if words == "整":
        return 0
    if words == "半":
        return 30
    if words.endswith("刻"):
        return 15 * whole_number(words[0])
    return whole_number(words.lstrip(":").removesuffix("分").lstrip("零〇") or "零")


def _phrase(needs: str, pattern: str, build: Build, unless: re.Pattern[str] | None = None) -> Phrase:
    return Phrase(lazy_pattern(pattern), build, frozenset(needs), unless is not None, unless)


_MINUTE = rf"(半|整|[一二三123]刻|(?:[0-5]?\d|零?[{_NUMERALS}]{{1,3}})分?)?"
_DATE_END = r"(?:日(?!本|语|文|元|圆|常|报|游)|[号號](?![楼樓线線门門馆館院机機码碼店房桌车車选選]))"
_HOUR = rf"(\d{{1,2}}|[{_NUMERALS}两]{{1,3}})"
_POINTS = r"(?![间候段期代尚]|建议|意见|要求|原因|理由|好处|坏处|看法|问题|说明|总结|内容|启示)"
_OF_A_YEAR = r"出生|生的|毕业|入学|结婚|来|去|的时候|[春夏秋冬初底末]|\d{1,2}月|[一二三四五六七八九十]{1,2}月"
"""What stands behind a year of two digits, which alone could be a number of years."""
WEEKDAY = r"(一(?![起直定样些共般切律])|[二三四五六末]|日(?![程志常本报])|天(?![气天]))"
"""A weekday's character after 周 or 星期, where no other word begins with it."""


def _pattern_of_weekday() -> str:
    return rf"(?<![一二两三四五六七八九十几每\d])(?:周|週|星期|礼拜|禮拜){WEEKDAY}(?![个年月次])"


PHRASES = (
    _phrase("年", rf"(?<!\d){_FOUR}年(?![级級代])度?", _year),
    _phrase("年", r"(?<![\d.])(0\d)年(?![级級代])", _short_year),
    _phrase("年", rf"(?<![\d.])([4-9]\d)年(?={_OF_A_YEAR})", _short_year),
    _phrase("年", r"(?<![\d.])(\d\d)年(?![级級代前后後内來来以之])", _short_year, _CONTEXT),
    _phrase("年", rf"(?<!\d){_FOUR}年?\s?[-~到至]\s?{_FOUR}年", _years),
    _phrase("月", rf"{_NOT_COUNTED}{_SMALL}月份?", _numbers("month")),
    _phrase("月", rf"{_NOT_COUNTED}{_SMALL}[-~到至]{_SMALL}月份?", _numbers("months")),
    _phrase("月", rf"{_NOT_COUNTED}{_SMALL}月{_SMALL}{_DATE_END}", _numbers("date")),
    _phrase("月", rf"{_NOT_COUNTED}{_SMALL}月{_SMALL}[日号號]?[-~到至]{_SMALL}{_DATE_END}", _numbers("dates")),
    _phrase("日号號", rf"{_NOT_COUNTED}{_SMALL}{_DATE_END}(?![前后後内以之])", _numbers("day")),
    _phrase("周週期拜", _pattern_of_weekday(), _weekday),
    _phrase("春夏秋冬", r"([春夏秋冬])[天季]", lambda match, _: Repeat("season", (_SEASONS[match[1]],))),
    _phrase("季q", r"(?:(?:第?([一二三四1-4])季度|(?<=年)第([一二三四1-4])季)|\bq([1-4])(?![a-z0-9]))", _quarter),
    _phrase("半", r"([上下])半年", lambda match, _: Repeat("half", ("上下".index(match[1]),))),
    _phrase("年月", r"(?<![一二两三四五六七八九十几每个半整\d])([年月])([初中底末])(?![级国])", _third),
    _phrase("初", r"(大?年)(初[一二三四五六七八九十])(?![级中])", _lunar),
    _phrase("季", r"前([两二三2-3])个?季度", _first_quarters),
    _phrase("月", r"(?<=年)的?[头前]([两二三四五六2-6])个月", _first_months),
    _phrase("初", rf"{_LUNAR}?{_LUNAR_MONTH}月(初[一二三四五六七八九十])", _lunar),
    _phrase("月", rf"{_LUNAR}{_LUNAR_MONTH}月{_LUNAR_DAY}", _lunar),
    _phrase("正腊冬", rf"{_LUNAR}?([正腊冬])月{_LUNAR_DAY}", _lunar),
    _phrase("旬", r"([上中下])旬", _ten_days),
    _phrase("代", r"((?:上个?|\d\d|[一二十]{1,3})世纪)?((?<!\d)[1-9]0|[一二三四五六七八九]十)年代", _decade),
    _phrase("代", r"(?<!\d)((?:1[5-9]|20)\d0)年代", _full_decade),
    _phrase("节旦庆诞夜五一双", rf"({'|'.join(_HOLIDAYS)})", lambda match, _: Repeat("date", _HOLIDAYS[match[1]])),
    _phrase("一", rf"(?<![{_NUMERALS}\d])五一(?![{_NUMERALS}\d路村广])", lambda _, __: Repeat("date", (5, 1))),
    _phrase(_FEAST_CHARACTERS, rf"({_FEASTS})", lambda match, _: Repeat("feast", (feasts.CHINESE[match[1]],))),
    _phrase("晨早上午晚间夜", rf"({_PART})(?!好)", lambda match, _: Repeat("part", _PARTS[match[1]])),
    _phrase("点點时時", rf"({_PART})的?\s?{_HOUR}[点點时時]钟?{_MINUTE}(?![间候段期代尚])", _time_of_part),
    _phrase("晨早上午晚间夜", rf"({_PART})的?\s?(\d{{1,2}})(:[0-5]\d)", _time_of_part),
    _phrase("点點时時", rf"(?<![\d.])(\d{{1,2}})(?:[点點]钟?|[时時]){_MINUTE}{_POINTS}", _time),
    _phrase(
        "点點", rf"(?<![有{_NUMERALS}]){_HOUR}[点點](?:钟|(?=[半整]|[一三]刻|.{{1,3}}分)){_MINUTE}{_POINTS}", _time
    ),
    _phrase("点點", rf"(?<![有{_NUMERALS}]){_HOUR}[点點]{_MINUTE}{_POINTS}", _time, _CONTEXT),
)
"""What each phrase names; those with a last pattern are weak unless it matches the text before them."""
