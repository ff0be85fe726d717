"""Days of the Chinese calendar: months begin with the new moon in China, the eleventh holds the winter solstice.

New moons after Meeus, Astronomical Algorithms (1998), chapter 49, main terms; the sun's longitude after chapter 25, low
accuracy. Both are right to some minutes from 1900 to 2100; a new moon nearer to midnight than that could be a day off.
"""

from __future__ import annotations

from datetime import date, timedelta
from functools import lru_cache
from math import floor, radians, sin

_MONTH = 29.530588861
_FIRST_NEW_MOON = 2451550.09766
"""Mean new moon of January 2000, in Julian ephemeris days."""
_CHINA = 8 / 24
_J2000, _CENTURY = 2451545.0, 36525.0
_UNIX_EPOCH = 2440587.5
_SOLSTICE = 270.0


def lunar_day(year: int, month: int, day: int) -> date:
    """Return the date of a day of the Chinese calendar.

    Args:
        year: The year in which that Chinese year begins.
        month: 1 to 12, never a leap month.
        day: 1 to 30.
    """
    if month <= 10:
        first = _month_starts(year)[month - 1]
    elif month == 11:  # the month of the winter solstice
        first = _new_moon(_index_before(_solstice(year)))
    else:  # the one before the first of the next year
        first = _new_moon(_index_before(_month_starts(year + 1)[0] - timedelta(days=1)))
    return first + timedelta(days=day - 1)


def solar_term(year: int, longitude: float) -> date:
    """Return the date in China on which the sun reaches a longitude, in degrees from the spring equinox."""
    near = date(year, 3, 20) + timedelta(days=longitude * 365.2422 / 360)
    days = (near + timedelta(days=offset) for offset in range(-4, 5))
    return next(day for day in days if (_longitude(_end(day)) - longitude) % 360 < 180)


@lru_cache(maxsize=64)
def _month_starts(year: int) -> tuple[date, ...]:
    """Return the first days of months 1 to 10 of the Chinese year that begins in a year."""
    eleventh, next_eleventh = (_index_before(_solstice(each)) for each in (year - 1, year))
    starts = [_new_moon(number) for number in range(eleventh, next_eleventh + 1)]
    if len(starts) == 14:
        leap = next(place for place in range(1, 13) if not _has_term(starts[place], starts[place + 1]))
        del starts[leap]
    return tuple(starts[2:12])


def _has_term(first: date, after: date) -> bool:
    """Whether the sun enters a sign in a month: a multiple of 30 degrees."""
    begin, end = (_longitude(_end(day - timedelta(days=1))) for day in (first, after))
    return floor(begin / 30) != floor(end / 30)


def _solstice(year: int) -> date:
    days = (date(year, 12, 19) + timedelta(days=offset) for offset in range(7))
    return next(day for day in days if _longitude(_end(day)) >= _SOLSTICE)


def _index_before(day: date) -> int:
    """Return the number of the last new moon on a day or before it."""
    number = floor((_julian(day) - _FIRST_NEW_MOON) / _MONTH) + 1
    while _new_moon(number) > day:
        number -= 1
    return number


def _new_moon(number: int) -> date:
    """Return the day in China of a new moon, counted from the first of 2000."""
    t = number / 1236.85
    sun = radians(2.5534 + 29.10535670 * number - 0.0000014 * t**2)
    moon = radians(201.5643 + 385.81693528 * number + 0.0107582 * t**2)
    node = radians(160.7108 + 390.67050284 * number - 0.0016118 * t**2)
    e = 1 - 0.002516 * t
    mean = _FIRST_NEW_MOON + _MONTH * number + 0.00015437 * t**2
    true = mean + (
        -0.40720 * sin(moon)
        + 0.17241 * e * sin(sun)
        + 0.01608 * sin(2 * moon)
        + 0.01039 * sin(2 * node)
        + 0.00739 * e * sin(moon - sun)
        - 0.00514 * e * sin(moon + sun)
        + 0.00208 * e**2 * sin(2 * sun)
        - 0.00111 * sin(moon - 2 * node)
        - 0.00057 * sin(moon + 2 * node)
        + 0.00056 * e * sin(2 * moon + sun)
        - 0.00042 * sin(3 * moon)
        + 0.00042 * e * sin(sun + 2 * node)
        + 0.00038 * e * sin(sun - 2 * node)
    )
    return date(1970, 1, 1) + timedelta(days=floor(true + _CHINA - _UNIX_EPOCH))


def _longitude(julian: float) -> float:
    """Return the sun's apparent longitude in degrees, 0 to 360."""
    t = (julian - _J2000) / _CENTURY
    anomaly = radians(357.52911 + 35999.05029 * t)
    centre = (1.914602 - 0.004817 * t) * sin(anomaly) + 0.019993 * sin(2 * anomaly) + 0.000289 * sin(3 * anomaly)
    node = radians(125.04 - 1934.136 * t)
    return (280.46646 + 36000.76983 * t + centre - 0.00569 - 0.00478 * sin(node)) % 360


def _julian(day: date) -> float:
    """Return the Julian day of the midnight in China that a day begins with."""
    return (day - date(1970, 1, 1)).days + _UNIX_EPOCH - _CHINA


def _end(day: date) -> float:
    return _julian(day) + 1
