"""Where a repeat (`March`, `Friday`, `5 pm`) falls: in a context, nearest the present, before or after a day."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import date
from typing import Literal

from doxa.text.feasts import feast_day
from doxa.text.periods_calendar import DAY, Calendar, Unit, shift
from doxa.text.periods_nth import nth
from doxa.text.periods_span import Grain, Repeat, Span

Which = Literal["last", "this", "next", "coming"]

_SPRING = 2  # March, counted from 0: the seasons are those of the northern half
_GRAIN_OF_THIRD: dict[Grain, Grain] = {"year": "month", "decade": "year", "century": "year"}
_FARTHEST = 9  # cycles; February 29 may be eight years away
_CYCLE: dict[str, Unit] = {"day": "month", "weekday": "week", "weekend": "week", "time": "day", "part": "day"}


def occurrence(calendar: Calendar, repeat: Repeat, day: date, *, relative: bool = True) -> Span | None:
    """Return the repeat's span in the cycle (year, month, week or day) that `day` lies in; None if it has none."""
    first = repeat.values[0]
    year = day.year * 12
    if repeat.kind in {"month", "months"} and not all(1 <= month <= 12 for month in repeat.values):
        return None
    match repeat.kind:
        case "month":
            return calendar.months(year + first - 1, 1, "month", relative=relative)
        case "months":
            count = (repeat.values[1] - first) % 12 + 1
            return calendar.months(year + first - 1, count, "month", relative=relative)
        case "season":
            return calendar.months(year + _SPRING + 3 * first, 3, "season", relative=relative)
        case "quarter":
            return calendar.months(year + 3 * first, 3, "quarter", relative=relative)
        case "half":
            return calendar.months(year + 6 * first, 6, "half", relative=relative)
        case "date":
            return _date(calendar, day.year, first, repeat.values[1], relative=relative)
        case "dates":
            return _dates(calendar, day.year, repeat.values, relative=relative)
        case "day":
            return _date(calendar, day.year, day.month, first, relative=relative)
        case "weekday":
            return calendar.day(day + (first - day.weekday()) * DAY, relative=relative)
        case "weekend":
            return calendar.unit("weekend", day, relative=relative)
        case "third":
            whole = calendar.unit("month" if first else "year", day, relative=relative)
            return third(calendar, whole, repeat.values[1])
        case "time" | "part":
            return _time(calendar, repeat, day, relative=relative)
        case "feast":
            return calendar.day(feast_day(first, day.year), relative=relative)
        case "nth":
            return None


def cycle_of(repeat: Repeat) -> Unit:
    """Return the unit in which the repeat comes once."""
    if repeat.kind == "third":
        return "month" if repeat.values[0] else "year"
    return _CYCLE.get(repeat.kind, "year")


def first_from(calendar: Calendar, repeat: Repeat, day: date) -> Span | None:
    """Return the first occurrence that starts on `day` or later."""
    spans = _occurrences(calendar, repeat, day, 1)
    return next((span for span in spans if span.start and calendar.local_date(span.start) >= day), None)


def last_until(calendar: Calendar, repeat: Repeat, day: date) -> Span | None:
    """Return the last occurrence that starts on `day` or earlier."""
    spans = _occurrences(calendar, repeat, day, -1)
    return next((span for span in spans if span.start and calendar.local_date(span.start) <= day), None)


def nearest(calendar: Calendar, repeat: Repeat) -> Span | None:
    """Return the occurrence that a speaker means who adds nothing to it, in the past or ahead.

    A weekday is never today, a month or season under way counts as either, a time of day is today's, half a
    year is this year's.
    """
    today = calendar.today
    if repeat.kind in {"time", "part", "half", "third"}:
        return occurrence(calendar, repeat, today)
    if repeat.kind == "weekday":
        day = today - DAY if calendar.leaning == "past" else today + DAY
        return last_until(calendar, repeat, day) if calendar.leaning == "past" else first_from(calendar, repeat, day)
    if calendar.leaning == "past":
        return last_until(calendar, repeat, today)
    spans = _occurrences(calendar, repeat, today, 1, back=1)
    return next((span for span in spans if span.end and span.end > calendar.now), None)


def chosen(calendar: Calendar, repeat: Repeat, which: Which) -> Span | None:
    """Return the occurrence that `last`, `this`, `next` or `coming` names.

    `last Friday` is the latest before today, `this Friday` this week's, `next Friday` next week's; `last March`
    is the latest that is over, `this March` this year's, `next March` the first that has not begun.
    """
    today = calendar.today
    by_week = repeat.kind in {"weekday", "weekend"}
    if which == "this":
        return occurrence(calendar, repeat, today)
    if which == "last":
        if repeat.kind == "weekend":
            return occurrence(calendar, repeat, shift(today, "week", -1))
        spans = _occurrences(calendar, repeat, today, -1)
        bound = calendar.at(today) if by_week else calendar.now
        return next((span for span in spans if span.end and span.end <= bound), None)
    if which == "next" and by_week:
        return occurrence(calendar, repeat, shift(today, "week", 1))
    return first_from(calendar, repeat, today + DAY)


def within(calendar: Calendar, repeat: Repeat, outer: Span) -> Span | None:
    """Return the first occurrence that starts inside `outer`; None if there is none."""
    if outer.start is None or outer.end is None:
        return None
    if repeat.kind == "nth":
        return nth(calendar, outer, repeat)
    span = first_from(calendar, repeat, calendar.local_date(outer.start))
    if span is None or span.start is None or span.start >= outer.end:
        return None
    return Span(span.start, span.end, span.grain, span.kind, outer.relative)


def third(calendar: Calendar, whole: Span, number: int) -> Span | None:
    """Return the early (0), middle (1) or late (2) third: of a month by tens of days, of a year by four months."""
    if whole.start is None or whole.end is None:
        return None
    first, after = calendar.local_date(whole.start), calendar.local_date(whole.end)
    if whole.grain == "month":
        cuts = [first, first + 10 * DAY, first + 20 * DAY, after]
    elif whole.grain == "year":
        cuts = [shift(first, "month", 4 * step) for step in range(4)]
    elif whole.grain == "century":
        cuts = [shift(first, "year", years) for years in (0, 33, 67, 100)]
    elif whole.grain == "decade":
        cuts = [shift(first, "year", years) for years in (0, 4, 7, 10)]
    else:
        cuts = [*(first + (after - first).days * step // 3 * DAY for step in range(3)), after]
    grain = _GRAIN_OF_THIRD.get(whole.grain, "day")
    return calendar.days(cuts[number], cuts[number + 1], grain, relative=whole.relative)


def _occurrences(calendar: Calendar, repeat: Repeat, day: date, step: int, back: int = 0) -> Iterator[Span]:
    """Yield occurrences cycle by cycle from the one around `day`, forwards or backwards."""
    cycle = cycle_of(repeat)
    start = date(day.year, day.month, 1) if cycle in {"month", "year"} else day
    for count in range(-back, _FARTHEST):
        span = occurrence(calendar, repeat, shift(start, cycle, step * count))
        if span is not None:
            yield span


def _date(calendar: Calendar, year: int, month: int, day: int, *, relative: bool) -> Span | None:
    if not 1 <= month <= 12 or not 1 <= day <= monthrange(year, month)[1]:
        return None
    return calendar.day(date(year, month, day), relative=relative)


def _dates(calendar: Calendar, year: int, values: tuple[int, ...], *, relative: bool) -> Span | None:
    month, first, last = values
    if not 1 <= month <= 12 or not 1 <= first <= last <= monthrange(year, month)[1]:
        return None
    return calendar.days(date(year, month, first), date(year, month, last) + DAY, kind="range", relative=relative)


def _time(calendar: Calendar, repeat: Repeat, day: date, *, relative: bool) -> Span:
    hour, second = repeat.values
    if repeat.kind == "part":
        return Span(calendar.at(day, hour), calendar.at(day, second), "part", "part", relative)
    start, end = calendar.at(day, hour, max(second, 0)), calendar.at(day, hour, second + 1 if second >= 0 else 60)
    grain: Grain = "minute" if second >= 0 else "hour"
    return Span(start, end, grain, grain, relative)
