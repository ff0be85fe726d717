"""Feasts that move, against the dates of public calendars."""

from __future__ import annotations

from datetime import date

import pytest

from doxa.text.feasts import CHINESE, ENGLISH, feast_day
from doxa.text.lunar import lunar_day, solar_term

SPRING = "2001-01-24 2006-01-29 2012-01-23 2015-02-19 2020-01-25 2023-01-22 2025-01-29 2026-02-17 2030-02-03"
MID_AUTUMN = "2015-09-27 2017-10-04 2020-10-01 2023-09-29 2025-10-06 2028-10-03 2030-09-12"
DRAGON_BOAT = "2015-06-20 2017-05-30 2020-06-25 2023-06-22 2025-05-31 2028-05-28 2030-06-05"


@pytest.mark.parametrize(("month", "day", "dates"), [(1, 1, SPRING), (8, 15, MID_AUTUMN), (5, 5, DRAGON_BOAT)])
def test_days_of_the_chinese_calendar_fall_where_they_were_kept(month, day, dates):
    for each in map(date.fromisoformat, dates.split()):
        assert lunar_day(each.year, month, day) == each


def test_a_chinese_year_begins_between_late_january_and_late_february():
    for year in range(1901, 2100):
        first = lunar_day(year, 1, 1)
        assert date(year, 1, 20) < first < date(year, 2, 23)
        assert 264 <= (lunar_day(year, 10, 1) - first).days <= 297  # nine months, or ten with a leap month


def test_qingming_is_the_fourth_or_fifth_of_april():
    assert [solar_term(year, 15.0) for year in (2022, 2024)] == [date(2022, 4, 5), date(2024, 4, 4)]


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("easter", date(2024, 3, 31)),
        ("easter", date(2025, 4, 20)),
        ("good friday", date(2026, 4, 3)),
        ("thanksgiving", date(2025, 11, 27)),
        ("mother's day", date(2026, 5, 10)),
        ("father's day", date(2026, 6, 21)),
        ("labor day", date(2025, 9, 1)),
        ("除夕", date(2025, 1, 28)),
        ("七夕", date(2025, 8, 29)),
        ("重阳节", date(2025, 10, 29)),
        ("清明", date(2026, 4, 5)),
    ],
)
def test_feasts_are_named_in_english_and_chinese(name, day):
    assert feast_day({**ENGLISH, **CHINESE}[name], day.year) == day
