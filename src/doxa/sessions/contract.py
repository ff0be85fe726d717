"""The contract of working memory: any store of sessions keeps it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

from doxa.records import ANY, Json, Message, User

MAX_CONTENT = 65_536
"""Characters one message of working memory may have."""
MAX_READ = 1000
"""Messages one read may return."""


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation.

    Args:
        name: Its label, unique with its user.
        user: Whose it is.
        messages: How many it holds.
        opened_at: When it began.
        used_at: When it was last written to.
        closed_at: When it was consolidated; `None` while it goes on.
        metadata: Kept with it.
    """

    name: str
    user: str | None
    messages: int
    opened_at: datetime
    used_at: datetime
    closed_at: datetime | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """A message in its place: `number` counts from 1 within the session."""

    number: int
    message: Message


class Sessions(Protocol):
    """Working memory of one project. Nothing in it expires by itself: a session ends when it is consolidated.

    Messages come back as they were appended, with their time, metadata and attachments.
    """

    def append(self, messages: Message | Sequence[Message], *, session: str, user: str | None = None) -> Session:
        """Append messages in order; the session begins with the first and is open again after it.

        Args:
            messages: Each with 1 to 65,536 characters; a message without a time is stamped now.
            session: Its name.
            user: Whose it is.

        Raises:
            InvalidText: A message is empty, too long or not encodable.
        """

    def read(
        self, session: str, *, limit: int = 10, offset: int = 0, user: str | None = None
    ) -> tuple[SessionMessage, ...]:
        """Return messages in order, none for a session that does not exist.

        Args:
            session: Its name.
            limit: 1 to 1,000.
            offset: How many to skip; negative counts from the end.
            user: Whose it is.
        """

    def get(self, session: str, *, user: str | None = None) -> Session:
        """Return a session. Raises `NotFound`."""

    def describe(self, session: str, metadata: Mapping[str, Json], *, user: str | None = None) -> Session:
        """Set keys of a session's metadata; `None` takes a key away."""

    def list(self, *, open_only: bool = False, limit: int = 20, user: str | None = None) -> tuple[Session, ...]:
        """Return sessions, the last used first."""

    def active(self, *, user: str | None = None) -> Session | None:
        """Return the open session that was used last."""

    def idle(self, before: datetime, *, user: User = ANY, limit: int = 100) -> tuple[Session, ...]:
        """Return open sessions that were last used before an instant, the longest idle first.

        Args:
            before: Aware.
            user: Whose; `ANY` = everybody's.
            limit: How many at most.
        """

    def close_session(self, session: str, *, user: str | None = None) -> bool:
        """End a session; its messages stay. Returns whether it was open."""

    def clear(self, session: str, *, user: str | None = None) -> int:
        """Delete a session with its messages and return how many there were."""

    def next_sequence(self, *, day: date, user: str | None = None) -> int:
        """Return the number of the user's next session of a day, from 1, never one twice, across processes."""
