"""Sessions in the project's own file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime

from doxa.clock import Clock, from_micros, to_micros
from doxa.errors import InvalidInput, NotFound
from doxa.graph.session_rows import SessionRow, SessionRows
from doxa.records import ANY, Json, Message, User
from doxa.sessions.contract import MAX_READ, Session, SessionMessage
from doxa.sessions.messages import checked_name, kept_row, restored


class StoredSessions:
    """Working memory in the project's file; see `Sessions`.

    Args:
        rows: The file's rows.
        clock: Stamps messages that bring no time.
    """

    def __init__(self, rows: SessionRows, clock: Clock) -> None:
        self._rows = rows
        self._clock = clock

    def append(self, messages: Message | Sequence[Message], *, session: str, user: str | None = None) -> Session:
        """Append messages in order; see `Sessions.append`."""
        given = [messages] if isinstance(messages, Message) else list(messages)
        if not given:
            raise InvalidInput("messages is empty.", mend="Give at least one message.", field="messages")
        self._rows.append(user, checked_name(session), [kept_row(each, self._clock) for each in given])
        return self.get(session, user=user)

    def read(
        self, session: str, *, limit: int = 10, offset: int = 0, user: str | None = None
    ) -> tuple[SessionMessage, ...]:
        """Return messages in order; see `Sessions.read`."""
        if not 1 <= limit <= MAX_READ:
            raise InvalidInput(f"limit is {limit}.", mend=f"Give 1 to {MAX_READ}.", field="limit", value=limit)
        rows = self._rows.messages(user, checked_name(session), limit=limit, offset=offset)
        return tuple(
            SessionMessage(number, restored(role, content, at, name, json.loads(meta or "{}")))
            for number, role, name, content, at, meta in rows
        )

    def get(self, session: str, *, user: str | None = None) -> Session:
        """Return a session; see `Sessions.get`."""
        row = self._rows.session(user, checked_name(session))
        if row is None:
            raise NotFound(f"There is no session {session!r}.", field="session", value=session)
        return _session(row, user)

    def describe(self, session: str, metadata: Mapping[str, Json], *, user: str | None = None) -> Session:
        """Set keys of a session's metadata; see `Sessions.describe`."""
        self._rows.describe(user, checked_name(session), metadata, to_micros(self._clock.now()))
        return self.get(session, user=user)

    def list(self, *, open_only: bool = False, limit: int = 20, user: str | None = None) -> tuple[Session, ...]:
        """Return sessions, the last used first; see `Sessions.list`."""
        return tuple(_session(row, user) for row in self._rows.sessions(user, open_only=open_only, limit=limit))

    def active(self, *, user: str | None = None) -> Session | None:
        """Return the open session that was used last; see `Sessions.active`."""
        return next(iter(self.list(open_only=True, limit=1, user=user)), None)

    def idle(self, before: datetime, *, user: User = ANY, limit: int = 100) -> tuple[Session, ...]:
        """Return open sessions that were last used before an instant; see `Sessions.idle`."""
        return tuple(_session(row, owner) for owner, row in self._rows.idle(user, to_micros(before), limit))

    def close_session(self, session: str, *, user: str | None = None) -> bool:
        """End a session; see `Sessions.close_session`."""
        return self._rows.close(user, checked_name(session), to_micros(self._clock.now()))

    def clear(self, session: str, *, user: str | None = None) -> int:
        """Delete a session; see `Sessions.clear`."""
        return self._rows.clear(user, checked_name(session))

    def next_sequence(self, *, day: date, user: str | None = None) -> int:
        """Return the number of the user's next session of a day; see `Sessions.next_sequence`."""
        return self._rows.count_up(user, f"session:{day.isoformat()}")


def _session(row: SessionRow, user: str | None) -> Session:
    return Session(
        name=row.name,
        user=user,
        messages=row.messages,
        opened_at=from_micros(row.opened_at),
        used_at=from_micros(row.used_at),
        closed_at=None if row.closed_at is None else from_micros(row.closed_at),
        metadata=row.meta,
    )
