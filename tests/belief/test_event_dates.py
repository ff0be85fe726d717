"""The date of an event is borne out by its source, follows from it, or is unverified."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.belief.event_dates import excludes, iso_period, support_for_date
from doxa.errors import NaiveDatetime
from doxa.records import Period

REFERENCE = datetime(2023, 5, 10, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("event_date", "source", "support"),
    [
        ("2023-05-07", "It happened on 7 May 2023.", "verified"),
        ("2023-05-07", "On May 7 we met", "verified"),
        ("2023-05-07", "我们在2023年5月7日见面", "verified"),
        ("2023-05", "It happened on 7 May 2023.", "verified"),
        ("2023-05-07", "It happened in May 2023.", "unverified"),
        ("2023-05-09", "we met yesterday", "derived"),
        ("2023-05-07", "we met 3 days ago", "derived"),
        ("2023-05-05", "上周五见面", "derived"),
        ("2023-04", "we met last month", "derived"),
        ("2023-05-08", "we met yesterday", "unverified"),
        ("2022-05-07", "It happened on 7 May 2023.", "unverified"),
        ("2023-05-07", "on 07/05/2023", "verified"),
        ("2023-05-07", "on 05/07/2023", "verified"),
        ("2023-05-07", "am 7.5.23", "verified"),
        ("2023-05-07", "on 07/05/2022", "unverified"),
        ("2023-04-10", "a month ago", "derived"),
        ("2023-04-12", "一个月前", "derived"),
        ("2023-04-20", "a month ago", "unverified"),
        ("2021-05-10", "two years ago", "derived"),
        ("2021-09-10", "two years ago", "unverified"),
        ("2023-04-30", "letter of 31 May 2023: a month ago", "derived"),
        ("garbage", "x", "unverified"),
        ("2023-02-31", "on 31 February 2023", "unverified"),
        ("2023-05-07", "no date at all", "unverified"),
    ],
)
def test_a_date_is_verified_derived_or_unverified(event_date: str, source: str, support: str) -> None:
    assert support_for_date(event_date, source, reference=REFERENCE, tz=UTC) == support


def test_a_reference_without_a_zone_is_refused() -> None:
    with pytest.raises(NaiveDatetime):
        support_for_date("2023", "2023", reference=datetime(2023, 5, 10), tz=UTC)


@pytest.mark.parametrize(
    ("start", "end", "as_of", "excluded"),
    [
        ("2025", None, datetime(2024, 12, 31, tzinfo=UTC), True),
        ("2025", None, datetime(2025, 1, 1, tzinfo=UTC), False),
        (None, "2025-02", datetime(2025, 2, 28, 23, tzinfo=UTC), False),
        (None, "2025-02", datetime(2025, 3, 1, tzinfo=UTC), True),
        ("not a date", None, datetime(1990, 1, 1, tzinfo=UTC), False),
    ],
)
def test_vague_bounds_leave_out_only_what_no_reading_holds(
    start: str | None, end: str | None, as_of: datetime, excluded: bool
) -> None:
    lower, upper = iso_period(start or "", UTC), iso_period(end or "", UTC)
    period = Period(lower.start if lower else None, upper.end if upper else None, "year")
    assert excludes(period, as_of) is excluded
    assert excludes(None, as_of) is False
