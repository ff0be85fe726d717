"""The calendar around a present instant in a time zone: days, weeks, months, and shifts between them."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Literal

from doxa.text.periods_span import Grain, Kind, Span

Unit = Literal["minute", "hour", "day", "week", "fortnight", "weekend", "month", "quarter", "year", "decade"]
Leaning = Literal["past", "future"]
_MONTHS: dict[str, int] = {"month": 1, "quarter": 3, "year": 12, "decade": 120}
_DAYS: dict[str, int] = {"day": 1, "week": 7, "weekend": 7, "fortnight": 14}
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Calendar:
    """The present and the zone that days are cut in.

    Args:
        now: The present instant, aware.
        zone: The zone of the person who speaks.
        leaning: Where a phrase points that does not say so itself (`Friday`, `in March`).
    """

    now: datetime
    zone: tzinfo
    leaning: Leaning = "past"

    @property
    def today(self) -> date:
        """The local date of the present."""
        return self.now.astimezone(self.zone).date()

    def at(self, day: date, hour: int = 0, minute: int = 0) -> datetime:
        """Return the UTC instant of a local wall-clock time; hours past 24 fall on the next day.

        A time that a change of clocks skips or repeats is taken before the change, which for midnight is the
        first instant of the day.
        """
        local = datetime(day.year, day.month, day.day) + timedelta(hours=hour, minutes=minute)
        return local.replace(tzinfo=self.zone).astimezone(UTC)

    def local_date(self, instant: datetime) -> date:
        """Return the local date of an instant."""
        return instant.astimezone(self.zone).date()

    def days(
        self, first: date, after: date, grain: Grain = "day", *, kind: Kind | None = None, relative: bool = True
    ) -> Span:
        """Return the span of whole local days `[first, after)`."""
        return Span(self.at(first), self.at(after), grain, kind or grain, relative)

    def day(self, day: date, *, relative: bool = True) -> Span:
        """Return one whole local day."""
        return self.days(day, day + DAY, relative=relative)

    def hours(self, day: date, first: int, after: int) -> Span:
        """Return a part of a local day, in hours of the wall clock."""
        return Span(self.at(day, first), self.at(day, after), "part", "part", True)

    def unit(self, unit: Unit, day: date, *, relative: bool = True) -> Span:
        """Return the calendar unit of a date: its week from Monday, its weekend, month, quarter, year, decade."""
        if unit == "day":
            return self.day(day, relative=relative)
        monday = day - day.weekday() * DAY
        if unit in {"week", "fortnight"}:
            return self.days(monday, monday + _DAYS[unit] * DAY, "week", relative=relative)
        if unit == "weekend":
            return self.days(monday + 5 * DAY, monday + 7 * DAY, "weekend", relative=relative)
        months = _MONTHS[unit]
        index = (day.year * 12 + day.month - 1) // months * months
        return self.months(index, months, _GRAIN_OF_MONTHS[months], relative=relative)

    def months(self, index: int, count: int, grain: Grain, *, relative: bool = True) -> Span:
        """Return `count` months from the month numbered year * 12 + month - 1."""
        return self.days(_first_of(index), _first_of(index + count), grain, relative=relative)

    def rolling(self, unit: Unit, count: int) -> Span:
        """Return the `count` units up to the present, or from it on if negative; today belongs to either."""
        if unit in {"minute", "hour"}:
            step = timedelta(hours=1) if unit == "hour" else timedelta(minutes=1)
            moved = self.now - count * step
            return Span(min(moved, self.now), max(moved, self.now), unit, "rolling", True)
        moved_day = shift(self.today, unit, -count)
        first, last = sorted((moved_day, self.today))
        return self.days(first, last + DAY, kind="rolling")

    def away(self, unit: Unit, count: int) -> Span:
        """Return the unit that lies `count` units after the present one, before it if negative."""
        if unit in {"minute", "hour"}:
            step = timedelta(hours=1) if unit == "hour" else timedelta(minutes=1)
            moved = (self.now + count * step).astimezone(UTC)
            start = moved.replace(second=0, microsecond=0)
            start = start if unit == "minute" else start.replace(minute=0)
            return Span(start, start + step, unit, unit, True)
        return self.unit("week" if unit == "fortnight" else unit, shift(self.today, unit, count))


_GRAIN_OF_MONTHS: dict[int, Grain] = {1: "month", 3: "quarter", 12: "year", 120: "decade"}


def shift(day: date, unit: Unit, count: int) -> date:
    """Return `day` moved by `count` units; a day that its new month lacks becomes that month's last."""
    if unit in _DAYS:
        return day + count * _DAYS[unit] * DAY
    index = day.year * 12 + day.month - 1 + count * _MONTHS[unit]
    year, month = divmod(index, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _first_of(index: int) -> date:
    return date(index // 12, index % 12 + 1, 1)
