"""Feasts whose date moves from year to year: Easter, Thanksgiving, Mother's Day, 春节, 中秋, 清明, 腊月廿三."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial

from doxa.text.lunar import lunar_day, solar_term

_MONDAY, _THURSDAY, _SUNDAY = 0, 3, 6


def easter(year: int) -> date:
    """Return Easter Sunday (the anonymous Gregorian computus; Meeus 1998, chapter 8)."""
    golden, century, rest = year % 19, year // 100, year % 100
    moon = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - moon - rest % 4) % 7
    late = (golden + 11 * moon + 22 * weekday) // 451
    month, day = divmod(moon + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


def _nth(month: int, weekday: int, number: int, year: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))


def _last_monday_of_may(year: int) -> date:
    return date(year, 5, 31) - timedelta(days=date(year, 5, 31).weekday())


def _after_thanksgiving(days: int, year: int) -> date:
    return _nth(11, _THURSDAY, 4, year) + timedelta(days=days)


def _from_easter(days: int, year: int) -> date:
    return easter(year) + timedelta(days=days)


def _term(longitude: float, year: int) -> date:
    return solar_term(year, longitude)


def _lunar(month: int, day: int, year: int) -> date:
    return lunar_day(year, month, day)


def _new_years_eve(year: int) -> date:
    return lunar_day(year, 1, 1) - timedelta(days=1)


_SPRING_FESTIVAL, _DRAGON_BOAT, _MID_AUTUMN = partial(_lunar, 1, 1), partial(_lunar, 5, 5), partial(_lunar, 8, 15)
_DATES: dict[str, Callable[[int], date]] = {
    "easter": easter,
    "easter sunday": easter,
    "good friday": partial(_from_easter, -2),
    "palm sunday": partial(_from_easter, -7),
    "ash wednesday": partial(_from_easter, -46),
    "easter monday": partial(_from_easter, 1),
    "thanksgiving": partial(_nth, 11, _THURSDAY, 4),
    "black friday": partial(_after_thanksgiving, 1),
    "cyber monday": partial(_after_thanksgiving, 4),
    "memorial day": _last_monday_of_may,
    "mother's day": partial(_nth, 5, _SUNDAY, 2),
    "father's day": partial(_nth, 6, _SUNDAY, 3),
    "mlk day": partial(_nth, 1, _MONDAY, 3),
    "martin luther king day": partial(_nth, 1, _MONDAY, 3),
    "presidents' day": partial(_nth, 2, _MONDAY, 3),
    "presidents day": partial(_nth, 2, _MONDAY, 3),
    "columbus day": partial(_nth, 10, _MONDAY, 2),
    "shrove tuesday": partial(_from_easter, -47),
    "mardi gras": partial(_from_easter, -47),
    "pentecost": partial(_from_easter, 49),
    "labor day": partial(_nth, 9, _MONDAY, 1),
    "labour day": partial(_nth, 9, _MONDAY, 1),
    "chinese new year": _SPRING_FESTIVAL,
    "lunar new year": _SPRING_FESTIVAL,
    "spring festival": _SPRING_FESTIVAL,
    "mid-autumn festival": _MID_AUTUMN,
    "dragon boat festival": _DRAGON_BOAT,
    "复活节": easter,
    "感恩节": partial(_nth, 11, _THURSDAY, 4),
    "母亲节": partial(_nth, 5, _SUNDAY, 2),
    "父亲节": partial(_nth, 6, _SUNDAY, 3),
    "黑色星期五": partial(_after_thanksgiving, 1),
    "春节": _SPRING_FESTIVAL,
    "农历新年": _SPRING_FESTIVAL,
    "中国新年": _SPRING_FESTIVAL,
    "大年初一": _SPRING_FESTIVAL,
    "除夕": _new_years_eve,
    "大年三十": _new_years_eve,
    "元宵节": partial(_lunar, 1, 15),
    "元宵": partial(_lunar, 1, 15),
    "中元节": partial(_lunar, 7, 15),
    "腊八节": partial(_lunar, 12, 8),
    "端午节": _DRAGON_BOAT,
    "端午": _DRAGON_BOAT,
    "七夕": partial(_lunar, 7, 7),
    "中秋节": _MID_AUTUMN,
    "中秋": _MID_AUTUMN,
    "重阳节": partial(_lunar, 9, 9),
    "清明节": partial(_term, 15.0),
    "清明": partial(_term, 15.0),
    "立春": partial(_term, 315.0),
    "春分": partial(_term, 0.0),
    "夏至": partial(_term, 90.0),
    "秋分": partial(_term, 180.0),
    "冬至": partial(_term, 270.0),
}
ENGLISH = {name: place for place, name in enumerate(_DATES) if name.isascii()}
CHINESE = {name: place for place, name in enumerate(_DATES) if not name.isascii()}
"""Names of feasts with the number that `feast_day` takes."""
_BY_NUMBER = tuple(_DATES.values())
_LUNAR_FROM = 10_000


def lunar_feast(month: int, day: int) -> int:
    """Return the number that `feast_day` takes for a day of the Chinese calendar."""
    return _LUNAR_FROM + 100 * month + day


def feast_day(number: int, year: int) -> date:
    """Return the date of a feast in a year; of the last days of a Chinese year, those that end in that year."""
    if number < _LUNAR_FROM:
        return _BY_NUMBER[number](year)
    month, day = divmod(number - _LUNAR_FROM, 100)
    found = lunar_day(year, month, day)
    return found if found.year == year else lunar_day(year - 1, month, day)
