"""The span that a statement asserts: between which instants it says that something holds, and how exactly."""

from __future__ import annotations

from calendar import isleap, monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from doxa.belief.intervals import BEGINNING, FOREVER, Instant, Intervals, interval
from doxa.clock import from_micros, to_micros
from doxa.errors import InvalidInput
from doxa.records import Period, Precision

_ANY_ZONE = timedelta(hours=14)
_HALF_A_MONTH = timedelta(days=15)
_HALF_A_YEAR = timedelta(days=180)
_MICROSECOND = timedelta(microseconds=1)
_RECENTLY = timedelta(days=366) // _MICROSECOND
"""How long after a change somebody who tells of it ("I moved to Lisbon last year") still tells how things are."""


@dataclass(frozen=True, slots=True)
class Span:
    """What a statement asserts, with every reading its imprecise bounds allow.

    The claim holds from some instant in `[lo_early, lo_late]` up to, not including, some instant in
    `[end_early, end_late]`. An `open` span is presumed to go on after that until a later statement contradicts it.

    Args:
        lo_early: First instant it may begin at.
        lo_late: Last instant it may begin at.
        end_early: First instant its asserted part may end at; later than `lo_early`.
        end_late: Last instant its asserted part may end at.
        open: Whether nothing was said of an end.
        told: When a recent change was told of, `None` for all else. "I moved to Lisbon last month" asserts the moment
            of the change; beside a plain "I live in Berlin" it asserts what holds from then until it was told.
    """

    lo_early: Instant
    lo_late: Instant
    end_early: Instant
    end_late: Instant
    open: bool
    told: Instant | None = None

    @property
    def raw(self) -> Intervals:
        """Everything it may hold at: the asserted part in its widest reading and, when open, all that follows."""
        return interval(self.lo_early, self.raw_end)

    @property
    def raw_end(self) -> Instant:
        """The end of `raw`."""
        return FOREVER if self.open else self.end_late

    @property
    def asserts_until(self) -> Instant:
        """The first instant from which it asserts nothing in any reading, beside whatever else."""
        return self.end_late if self.told is None else max(self.end_late, self.told + 1)

    @property
    def widest(self) -> Intervals:
        """The asserted part in its widest reading."""
        return interval(self.lo_early, self.end_late)

    @property
    def certain(self) -> Intervals:
        """The asserted part that every reading shares; empty when the bounds are too vague for one."""
        return interval(self.lo_late, self.end_early)

    @property
    def asserted(self) -> Intervals:
        """The certain part, or the widest reading where nothing is certain: what success must put in force."""
        return self.certain or self.widest

    def over(self, now: Instant) -> bool:
        """Say whether it is closed and ended by `now`."""
        return not self.open and self.end_late <= now


def at_instant(said: Instant) -> Span:
    """Return the span of "is X": it begins when it was said and is presumed to go on."""
    return Span(said, said, said + 1, said + 1, True)


def asserted_span(period: Period | None, said: Instant, *, begins: bool = False) -> Span:
    """Return what a statement asserts.

    Args:
        period: The valid time as read from the words; `None` for "now, as far as said". Without `end` it is "since
            `start`"; with both it is "from `start` until `end`"; without `start`, "until `end`".
        said: When the speaker spoke.
        begins: The words name the moment of the change ("moved there in 2020"), so nothing is asserted of the time
            between it and the speaking, but for a change of the last year; `period` is the time of that moment, its
            `end` ignored.

    Raises:
        InvalidInput: `period` ends before it starts.
    """
    if period is None or (period.start is None and period.end is None):
        return at_instant(said)
    if period.start is not None and period.end is not None and period.end <= period.start:
        raise InvalidInput(
            f"valid ends at {period.end.isoformat()}, not after its start {period.start.isoformat()}.",
            mend="Give a period whose end is later than its start, or leave the end open.",
            field="valid",
            value=period,
        )
    if period.start is None:
        return _until(period.end, period.precision)
    early, late = _first_granule(period.start, period.precision)
    if begins:
        late = _not_after(early, late, said)
        return Span(early, late, early + 1, late + 1, True, said if late <= said <= late + _RECENTLY else None)
    if period.end is None:
        late = _not_after(early, late, said)
        return Span(early, late, max(early, said) + 1, max(late, said) + 1, True)
    return _closed(early, late, period.end, period.precision)


def overlap(left: Span, right: Span) -> bool:
    """Say whether the asserted parts share an instant in every reading of their bounds."""
    return not may_precede(left, right) and not may_precede(right, left)


def may_precede(first: Span, second: Span) -> bool:
    """Say whether some reading ends the asserted part of `first` before `second` begins."""
    end = first.end_early
    if first.told is not None and second.told is None and second.open:
        end = max(end, first.told + 1)  # two changes are told apart by their moments, and a stay that is over is a hole
    return end <= second.lo_late


def is_hole_in(stay: Span, other: Span) -> bool:
    """Say whether a stay that is over lies within a longer one that is over too, so that it interrupts it."""
    if stay.open or other.open:
        return False
    inside = other.lo_early <= stay.lo_early and stay.end_late <= other.end_late
    return inside and (stay.lo_early, stay.end_late) != (other.lo_early, other.end_late)


def turning_point(first: Span, second: Span) -> Instant:
    """Return the instant at which `second`, read as the later of two that do not overlap, takes over from `first`.

    It is where `second` may begin at the earliest, once `first` has been in force; where both bounds are equally
    vague ("in 2022", "in 2022"), the middle of what they share, so that each has a time of its own. It always lies
    within the readings of `second`.
    """
    point = max(second.lo_early, first.end_early)
    if second.lo_early > first.lo_early:
        return point
    middle = (first.lo_early + second.lo_late + 1) // 2
    return max(point, min(first.lo_late + 1, middle))


def _closed(early: Instant, late: Instant, end: datetime, precision: Precision) -> Span:
    latest = to_micros(end)
    earliest = latest - _granule_before(end, precision)
    return Span(early, min(late, latest - 1), max(earliest, early + 1), latest, False)


def _until(end: datetime | None, precision: Precision) -> Span:
    if end is None:
        raise InvalidInput("valid has neither start nor end.", mend="Give one of them.", field="valid")
    latest = to_micros(end)
    return Span(BEGINNING, BEGINNING, latest - _granule_before(end, precision), latest, False)


def _first_granule(start: datetime, precision: Precision) -> tuple[Instant, Instant]:
    early = to_micros(start)
    return early, early + max(_granule_after(start, precision) - 1, 0)


def _not_after(early: Instant, late: Instant, said: Instant) -> Instant:
    """What has begun by the time of speaking did not begin after it."""
    return min(late, said) if early <= said else late


def _granule_after(start: datetime, precision: Precision) -> Instant:
    """The length of the year, month or day that starts there, whatever zone it is the start of."""
    return _length((start + _ANY_ZONE), precision)


def _granule_before(end: datetime, precision: Precision) -> Instant:
    """The length of the year, month or day that ends there."""
    inside = _HALF_A_YEAR if precision == "year" else _HALF_A_MONTH
    return _length(end - inside, precision)


def _length(inside: datetime, precision: Precision) -> Instant:
    if precision == "instant":
        return 0
    if precision == "day":
        days = 1
    elif precision == "month":
        days = monthrange(inside.year, inside.month)[1]
    else:
        days = 366 if isleap(inside.year) else 365
    return timedelta(days=days) // _MICROSECOND


def period_of(instants: Intervals, precision: Precision = "instant") -> tuple[Period, ...]:
    """Return a set of instants as periods for a record, open where the set is."""
    return tuple(Period(_datetime(start), _datetime(end), precision) for start, end in instants)


def _datetime(instant: Instant) -> datetime | None:
    return None if instant in (BEGINNING, FOREVER) else from_micros(instant)
