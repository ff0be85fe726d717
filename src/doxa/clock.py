"""The injectable clock and id source, and the one place where instants are checked and converted. UTC only."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from datetime import UTC as UTC
from datetime import datetime, timedelta
from typing import Protocol

from doxa.errors import InvalidInput, NaiveDatetime

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)
SKEW = timedelta(minutes=5)
"""A last operation further ahead of the clock than this is reported as clock skew."""


class Clock(Protocol):
    """What time it is, and fresh ids; given to `Memory` so that tests are exact."""

    def now(self) -> datetime:
        """Return the present instant, aware, in UTC."""

    def new_id(self) -> str:
        """Return an id of 32 lower-case hex digits that was never given before."""


class SystemClock:
    """The machine's clock and random source."""

    def now(self) -> datetime:
        """Return the present instant in UTC."""
        return datetime.now(UTC)

    def new_id(self) -> str:
        """Return 128 random bits as hex."""
        return os.urandom(16).hex()


@dataclass
class ManualClock:
    """A clock that stands still until it is moved; ids count up.

    Args:
        time: The instant it starts at; aware.
        seed: Keeps the ids of two clocks apart.
    """

    time: datetime = datetime(2026, 1, 1, tzinfo=UTC)
    seed: int = 0
    _ids: int = field(default=0, repr=False)

    def now(self) -> datetime:
        """Return the instant it was set to."""
        return self.time

    def advance(self, **delta: float) -> datetime:
        """Move forward by `timedelta(**delta)` and return the new instant."""
        self.time += timedelta(**delta)
        return self.time

    def set(self, time: datetime) -> None:
        """Move to an instant, earlier or later."""
        self.time = aware(time, "time")

    def new_id(self) -> str:
        """Return the next id: the seed, then a counter."""
        self._ids += 1
        return f"{self.seed:016x}{self._ids:016x}"


def aware(value: datetime, name: str) -> datetime:
    """Return `value` in UTC.

    Args:
        value: The datetime a caller gave.
        name: The argument it was given for, named in the error.

    Raises:
        NaiveDatetime: It carries no time zone.
        InvalidInput: It is not a datetime, or lies outside the years 1 to 9999 in UTC.
    """
    if isinstance(value, datetime) and value.tzinfo is UTC:
        return value
    if not isinstance(value, datetime):
        raise InvalidInput(
            f"{name} is {value!r}, not a datetime.", mend="Pass an aware datetime.", field=name, value=value
        )
    if value.utcoffset() is None:
        raise NaiveDatetime(
            f"{name} is {value.isoformat()}, which has no time zone.",
            mend="Add one, for example value.replace(tzinfo=timezone.utc).",
            field=name,
            value=value,
        )
    try:
        return value.astimezone(UTC)
    except OverflowError as error:
        raise InvalidInput(
            f"{name} is {value.isoformat()}, which lies outside the years 1 to 9999 in UTC.",
            mend="Leave an open bound out, or give an instant within them.",
            field=name,
            value=value,
        ) from error


def ahead_of(now: datetime, label: datetime) -> float:
    """Return by how many seconds a label lies after now, where these are more than `SKEW`; else 0."""
    ahead = label - now
    return ahead.total_seconds() if ahead > SKEW else 0.0


def to_micros(value: datetime) -> int:
    """Return whole microseconds since 1970 of an aware datetime."""
    return (value - _EPOCH) // _MICROSECOND


def from_micros(value: int) -> datetime:
    """Return the UTC datetime of microseconds since 1970."""
    return _EPOCH + timedelta(microseconds=value)
