"""What words of time assert: exact and vague bounds, what overlaps in every reading, and where one takes over."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from saying import Slot, stay

from doxa.belief.confidence import DAY
from doxa.belief.intervals import BEGINNING, FOREVER, complement, contains, difference, intersection, union
from doxa.belief.spans import Span, asserted_span, may_precede, overlap, period_of, turning_point
from doxa.clock import to_micros
from doxa.errors import InvalidInput
from doxa.records import Period, Precision

SETS = st.lists(st.tuples(st.integers(0, 12), st.integers(1, 4)), max_size=5).map(
    lambda parts: union(*(((start, start + length),) for start, length in parts))
)


def at(year: int, month: int = 1, day: int = 1) -> datetime:
    """Midnight UTC."""
    return datetime(year, month, day, tzinfo=UTC)


def micros(year: int, month: int = 1, day: int = 1) -> int:
    """The same as an instant."""
    return to_micros(at(year, month, day))


def period(start: datetime | None, end: datetime | None = None, precision: Precision = "year") -> Period:
    """A period known by the year, unless said otherwise."""
    return Period(start, end, precision)


SAID = micros(2024, 6, 15)


def test_is_begins_when_it_was_said_and_goes_on() -> None:
    span = asserted_span(None, SAID)
    assert span == Span(SAID, SAID, SAID + 1, SAID + 1, True)
    assert span.raw == ((SAID, FOREVER),)


def test_since_asserts_up_to_the_saying() -> None:
    span = asserted_span(period(at(2022)), SAID)
    assert (span.lo_early, span.lo_late) == (micros(2022), micros(2023) - 1)
    assert (span.end_early, span.open) == (SAID + 1, True)


def test_what_has_begun_did_not_begin_after_it_was_said() -> None:
    assert asserted_span(period(at(2024)), SAID).lo_late == SAID
    assert asserted_span(period(at(2024)), SAID, begins=True).lo_late == SAID


def test_moved_there_asserts_only_the_moment_of_the_change() -> None:
    span = asserted_span(period(at(2022, 3), precision="month"), SAID, begins=True)
    assert (span.lo_early, span.end_late) == (micros(2022, 3), micros(2022, 4))
    assert span.certain == ()
    assert span.asserted == span.widest


def test_a_change_of_the_last_year_speaks_for_the_present_too_when_it_is_told() -> None:
    told = asserted_span(period(at(2024, 5), precision="month"), SAID, begins=True)
    assert told.told == SAID
    assert overlap(told, asserted_span(None, SAID))
    assert not overlap(asserted_span(period(at(2022)), SAID, begins=True), asserted_span(None, SAID))


def test_two_changes_are_told_apart_by_their_moments_in_whatever_order_they_are_told() -> None:
    may = asserted_span(period(at(2024, 3), precision="month"), SAID, begins=True)
    later = asserted_span(period(at(2024, 5), precision="month"), SAID, begins=True)
    assert not overlap(may, later)
    assert may_precede(may, later)
    assert not may_precede(later, may)


def test_from_until_is_closed_and_its_bounds_are_as_vague_as_said() -> None:
    span = asserted_span(period(at(2020), at(2023)), SAID)
    assert (span.lo_late, span.end_early, span.end_late) == (micros(2021) - 1, micros(2022), micros(2023))
    assert not span.open
    assert span.over(SAID)


def test_until_has_no_beginning() -> None:
    span = asserted_span(period(None, at(2023)), SAID)
    assert span.raw == ((BEGINNING, micros(2023)),)


def test_a_future_beginning_asserts_from_then() -> None:
    span = asserted_span(period(at(2030, 1, 5), precision="instant"), SAID)
    assert span.raw == ((micros(2030, 1, 5), FOREVER),)


def test_granules_are_those_of_the_speakers_zone() -> None:
    beijing = timezone(timedelta(hours=8))
    start = datetime(2024, 2, 1, tzinfo=beijing)
    span = asserted_span(Period(start.astimezone(UTC), None, "month"), micros(2025))
    assert span.lo_late == to_micros(datetime(2024, 3, 1, tzinfo=beijing)) - 1
    closed = asserted_span(Period(start, datetime(2024, 3, 1, tzinfo=beijing), "month"), micros(2025))
    assert closed.end_early == to_micros(start) + 1


def test_a_period_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(InvalidInput, match="not after its start"):
        asserted_span(period(at(2023), at(2022)), SAID)


def test_years_that_touch_do_not_overlap_and_days_inside_them_do() -> None:
    job = asserted_span(period(at(2020), at(2023)), SAID)
    next_job = asserted_span(period(at(2022)), SAID)
    assert not overlap(job, next_job)
    assert overlap(job, asserted_span(period(at(2021, 6, 1), precision="day"), SAID))
    assert turning_point(job, next_job) == micros(2022)


def test_exact_bounds_that_meet_do_not_overlap_and_one_microsecond_more_does() -> None:
    assert not overlap(stay(1, 3), stay(3, 5))
    longer = Span(1, 1, 3 * DAY + 1, 3 * DAY + 1, False)
    assert overlap(longer, stay(3, 5))


def test_two_moves_in_one_year_each_get_a_time_of_their_own() -> None:
    span = asserted_span(period(at(2022)), SAID, begins=True)
    assert turning_point(span, span) == (micros(2022) + micros(2023)) // 2
    june = asserted_span(period(at(2022, 6), precision="month"), SAID, begins=True)
    assert turning_point(june, span) == micros(2022, 7)


def test_a_year_that_holds_an_exact_day_begins_after_it_when_it_is_later() -> None:
    slot = Slot(now=900.0)
    year = Span(0, 365 * DAY - 1, 1, 365 * DAY, True)
    slot.tell("berlin", Span(70 * DAY, 70 * DAY, 70 * DAY + 1, 70 * DAY + 1, True))
    decision = slot.tell("paris", year, said=800)
    assert decision.verdict == "supersede"
    assert [slot.at(day) for day in (30, 70, 71, 400)] == [set(), {"berlin"}, {"paris"}, {"paris"}]


SPANS = st.builds(
    lambda lo, vague, length, blur, open: Span(lo, lo + vague, lo + length, lo + max(length, vague) + blur, open),
    st.integers(0, 8),
    st.integers(0, 3),
    st.integers(1, 4),
    st.integers(1, 3),
    st.booleans(),
)


@given(SPANS, SPANS)
def test_one_of_two_that_do_not_overlap_takes_over_within_its_own_readings(one: Span, other: Span) -> None:
    if may_precede(one, other):
        point = turning_point(one, other)
        assert other.lo_early <= point <= other.lo_late
        assert point >= min(one.end_early, other.lo_late)
    assert overlap(one, other) == overlap(other, one)


@given(SPANS, SPANS)
def test_overlap_is_that_every_reading_shares_an_instant(one: Span, other: Span) -> None:
    def readings(span: Span) -> list[tuple[int, int]]:
        starts, ends = range(span.lo_early, span.lo_late + 1), range(span.end_early, span.end_late + 1)
        return [(lo, end) for lo in starts for end in ends]

    always = all(lo < b and a < end for lo, end in readings(one) for a, b in readings(other))
    assert overlap(one, other) == always


@given(SETS, SETS, st.integers(0, 20))
def test_sets_of_instants_obey_their_definitions(one: Any, other: Any, instant: int) -> None:
    inside, beside = contains(one, instant), contains(other, instant)
    assert contains(union(one, other), instant) == (inside or beside)
    assert contains(intersection(one, other), instant) == (inside and beside)
    assert contains(difference(one, other), instant) == (inside and not beside)
    assert contains(complement(one), instant) != inside
    assert complement(complement(one)) == one


def test_periods_for_records_are_open_where_the_set_is() -> None:
    assert period_of(((BEGINNING, micros(2020)), (micros(2022), FOREVER))) == (
        Period(None, at(2020), "instant"),
        Period(at(2022), None, "instant"),
    )
