"""Sessions in the project's own file."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

from doxa.clock import Clock, from_micros, to_micros
from doxa.errors import InvalidInput, InvalidText, NotFound
from doxa.graph.session_rows import SessionRow, SessionRows
from doxa.records import ANY, Attachment, Json, Message, User
from doxa.sessions.contract import MAX_CONTENT, MAX_READ, Session, SessionMessage

_ATTACHMENTS = "$attachments"
"""The key in a stored message's metadata under which its attachments stand."""


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
        self._rows.append(user, _checked_name(session), [self._row(each) for each in given])
        return self.get(session, user=user)

    def read(
        self, session: str, *, limit: int = 10, offset: int = 0, user: str | None = None
    ) -> tuple[SessionMessage, ...]:
        """Return messages in order; see `Sessions.read`."""
        if not 1 <= limit <= MAX_READ:
            raise InvalidInput(f"limit is {limit}.", mend=f"Give 1 to {MAX_READ}.", field="limit", value=limit)
        rows = self._rows.messages(user, _checked_name(session), limit=limit, offset=offset)
        return tuple(
            SessionMessage(number, _message(role, content, at, name, json.loads(meta or "{}")))
            for number, role, name, content, at, meta in rows
        )

    def get(self, session: str, *, user: str | None = None) -> Session:
        """Return a session; see `Sessions.get`."""
        row = self._rows.session(user, _checked_name(session))
        if row is None:
            raise NotFound(f"There is no session {session!r}.", field="session", value=session)
        return _session(row, user)

    def describe(self, session: str, metadata: Mapping[str, Json], *, user: str | None = None) -> Session:
        """Set keys of a session's metadata; see `Sessions.describe`."""
        self._rows.describe(user, _checked_name(session), metadata, to_micros(self._clock.now()))
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
        return self._rows.close(user, _checked_name(session), to_micros(self._clock.now()))

    def clear(self, session: str, *, user: str | None = None) -> int:
        """Delete a session; see `Sessions.clear`."""
        return self._rows.clear(user, _checked_name(session))

    def next_sequence(self, *, day: date, user: str | None = None) -> int:
        """Return the number of the user's next session of a day; see `Sessions.next_sequence`."""
        return self._rows.count_up(user, f"session:{day.isoformat()}")

    def _row(self, message: Message) -> tuple[str, str | None, str, int, str]:
        time = message.time or self._clock.now()
        meta: dict[str, Json] = dict(message.metadata)
        if message.attachments:
            meta[_ATTACHMENTS] = [
                {"name": each.name, "location": each.location, "metadata": dict(each.metadata)}
                for each in message.attachments
            ]
        kept = json.dumps(meta, ensure_ascii=False)
        return message.role, message.name, _checked_content(message.content), to_micros(time), kept


def _message(role: str, content: str, at: int, name: str | None, meta: dict[str, Any]) -> Message:
    attachments = tuple(Attachment(**each) for each in meta.pop(_ATTACHMENTS, ()))
    return Message(role, content, from_micros(at), name, meta, attachments)


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


def _checked_name(session: str) -> str:
    if not isinstance(session, str) or not session.strip() or len(session) > 512 or not session.isprintable():
        raise InvalidInput(
            f"session is {session!r}.", mend="Give 1 to 512 printable characters.", field="session", value=session
        )
    return session


def _checked_content(content: object) -> str:
    problem = ""
    if not isinstance(content, str) or not content.strip():
        problem = "is empty or no text"
    elif len(content) > MAX_CONTENT:
        problem = f"has {len(content):,} characters"
    elif "\x00" in content or any(0xD800 <= ord(character) <= 0xDFFF for character in content):
        problem = "holds NUL or a lone surrogate"
    if problem:
        raise InvalidText(
            f"A message {problem}.", mend=f"Give 1 to {MAX_CONTENT:,} encodable characters.", field="content"
        )
    assert isinstance(content, str)
    return content
