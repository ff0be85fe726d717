"""Amounts of time: three days ago, in two weeks, half a year, a few months."""

from __future__ import annotations

from decimal import Decimal

from doxa.text.decimals import Number
from doxa.text.periods_calendar import DAY, Calendar, Unit, shift
from doxa.text.periods_span import Span

FEW = (2, 6)
"""What "a few" stands for, both ends included."""
_HALVES: dict[str, tuple[Unit, int]] = {
    "year": ("month", 6),
    "decade": ("year", 5),
    "month": ("day", 15),
    "week": ("day", 3),
    "day": ("hour", 12),
    "hour": ("minute", 30),
}


def whole_units(count: Number, unit: Unit) -> tuple[int, Unit] | None:
    """Return a count with a half as a whole count of a smaller unit (1.5 years: 18 months); None for other parts."""
    if isinstance(count, int):
        return count, unit
    if count % 1 != Decimal("0.5") or unit not in _HALVES:
        return None
    smaller, half = _HALVES[unit]
    per_unit = 7 if unit == "week" else 2 * half
    return int(count) * per_unit + half, smaller


def away(calendar: Calendar, count: Number | None, unit: Unit, sign: int) -> Span | None:
    """Return the unit `count` units ahead (sign 1) or ago (sign -1); a span of several for an unsaid few (None)."""
    if count is None:
        return _few(calendar, unit, sign)
    whole = whole_units(count, unit)
    return calendar.away(whole[1], sign * whole[0]) if whole else None


def rolling(calendar: Calendar, count: Number | None, unit: Unit, sign: int) -> Span | None:
    """Return the last (sign 1) or coming (sign -1) `count` units with today; a few (None) are taken at their most."""
    whole = whole_units(FEW[1] if count is None else count, unit)
    return calendar.rolling(whole[1], sign * whole[0]) if whole else None


def _few(calendar: Calendar, unit: Unit, sign: int) -> Span:
    least, most = FEW
    if unit in {"minute", "hour"}:
        near, far = calendar.away(unit, sign * least), calendar.away(unit, sign * most)
        first, last = (far, near) if sign < 0 else (near, far)
        return Span(first.start, last.end, first.grain, "recent", True)
    near_day, far_day = shift(calendar.today, unit, sign * least), shift(calendar.today, unit, sign * most)
    start, end = sorted((near_day, far_day))
    return calendar.days(start, end + DAY, kind="recent")
