"""What a reader of a foreign format yields: rows to keep, and what it leaves out and why."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from doxa.frozen import quickly_made
from doxa.records import Message


@quickly_made
@dataclass(frozen=True, slots=True)
class Row:
    """One message, or one memory.

    Args:
        place: Where it stands in the source: a line or a number, from 1.
        key: What names it in the source for good; an import again finds it by that.
        message: Its words, with role, name, time, metadata and attachments.
        session: The conversation it belongs to.
        kind: The kind of memory it is; `None` = a turn.
        user: Whose it is, where the source says so.
        space: Where it goes.
    """

    place: int
    key: str
    message: Message
    session: str | None = None
    kind: str | None = None
    user: str | None = None
    space: str | None = None

    @property
    def group(self) -> tuple[str | None, ...]:
        """What rows that are written together share."""
        return self.session, self.kind, self.user, self.space


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that was not imported, and why."""

    place: int
    reason: str


@dataclass(slots=True)
class Counter:
    """Numbers what is read, across the files of a source."""

    place: int = 0
    seen: dict[str, int] = field(default_factory=dict)

    def next(self) -> int:
        """Return the next number."""
        self.place += 1
        return self.place


def time_of(value: Any) -> datetime | None:
    """Return an instant from seconds since 1970, milliseconds, or an ISO text; without a zone it is UTC.

    What is none gives `None`: words without a time are better than no words.
    """
    try:
        if isinstance(value, bool) or value is None:
            return None
        if isinstance(value, int | float):
            seconds = value / 1000 if value > 1e11 else value
            return datetime.fromtimestamp(seconds, UTC) if seconds > 0 else None
        read = datetime.fromisoformat(str(value).strip().replace("Z", "+00:00"))
    except (ValueError, OverflowError, OSError):
        return None
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def no_time(*given: Any) -> str | None:
    """Return why a row cannot be dated where it has times and none can be read; `None` where one can, or it has none.

    Such a row would pass for something said today.
    """
    told = [each for each in given if each not in (None, "", 0) and not isinstance(each, bool)]
    if not told or any(time_of(each) is not None for each in given):
        return None
    return f"its time is {str(told[0])[:40]!r}, which is no time; write it as 2026-03-01T12:00:00Z"


def words_of(value: Any) -> str | None:
    """Return a text that says something, else `None`."""
    return value.strip() if isinstance(value, str) and value.strip() else None
