"""Working memory as rows of the project's file: sessions, their messages, counters. Outside versioned state."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from doxa.graph.engine import Connection, Row
from doxa.graph.owners import SHARED, Owners
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Json, User


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session: its name, what is kept with it, when it began, was last used and was closed, in microseconds."""

    name: str
    meta: Mapping[str, Json]
    opened_at: int
    used_at: int
    closed_at: int | None
    messages: int


class SessionRows:
    """Sessions of one project, each belonging to one owner.

    Args:
        graph: The project's store.
    """

    def __init__(self, graph: SqlGraph) -> None:
        self._graph = graph

    def append(self, user: str | None, session: str, rows: Sequence[tuple[str, str | None, str, int, str]]) -> int:
        """Append (role, name, content, time, metadata as JSON) and return how many messages there are now."""
        with self._graph.engine.writing(None) as connection:
            number = _open_session(connection, make_slab(self._graph, connection, user), session, rows[-1][3])
            found = connection.row("SELECT coalesce(max(n), 0) FROM message WHERE session=?", (number,))
            last = int(found[0]) if found else 0
            connection.run_many(
                "INSERT INTO message(session, n, role, name, content, at, meta) VALUES(?,?,?,?,?,?,?)",
                [(number, last + place, *row) for place, row in enumerate(rows, start=1)],
            )
            connection.run("UPDATE session SET used_at=max(used_at, ?) WHERE id=?", (rows[-1][3], number))
            return last + len(rows)

    def messages(self, user: str | None, session: str, *, limit: int, offset: int) -> list[Row]:
        """Return (n, role, name, content, time, metadata) in order; a negative offset counts from the end."""
        with self._graph.engine.reading() as connection:
            number = self._number(connection, user, session)
            if number is None:
                return []
            start = max(0, _count(connection, number) + offset) if offset < 0 else offset
            return connection.rows(
                "SELECT n, role, name, content, at, meta FROM message WHERE session=? ORDER BY n LIMIT ? OFFSET ?",
                (number, limit, start),
            )

    def session(self, user: str | None, session: str) -> SessionRow | None:
        """Return a session, `None` where there is none of that name."""
        with self._graph.engine.reading() as connection:
            number = self._number(connection, user, session)
            return None if number is None else _session(connection, number)

    def sessions(self, user: str | None, *, open_only: bool, limit: int) -> list[SessionRow]:
        """Return an owner's sessions, the last used first."""
        with self._graph.engine.reading() as connection:
            slab = self._slab(connection, user)
            found = connection.rows(
                "SELECT id FROM session WHERE slab=? AND (closed_at IS NULL OR ?=0)"
                " ORDER BY used_at DESC, id DESC LIMIT ?",
                (slab, int(open_only), limit),
            )
            rows = (_session(connection, int(number)) for (number,) in found)
            return [row for row in rows if row is not None]

    def idle(self, user: User, before: int, limit: int) -> list[tuple[str | None, SessionRow]]:
        """Return open sessions last used before an instant, with their owners, the longest idle first."""
        with self._graph.engine.reading() as connection:
            slab = None if user is ANY else self._slab(connection, user if isinstance(user, str) else None)
            found = connection.rows(
                "SELECT s.id, b.user FROM session s LEFT JOIN slab b ON b.id=s.slab"
                " WHERE s.closed_at IS NULL AND s.used_at<? AND (?=1 OR s.slab=?) ORDER BY s.used_at, s.id LIMIT ?",
                (before, int(user is ANY), slab, limit),
            )
            rows = ((owner, _session(connection, int(number))) for number, owner in found)
            return [(owner, row) for owner, row in rows if row is not None]

    def describe(self, user: str | None, session: str, meta: Mapping[str, Json], at: int) -> None:
        """Set keys of a session's metadata, making the session where missing; `None` takes a key away."""
        with self._graph.engine.writing(None) as connection:
            number = _open_session(connection, make_slab(self._graph, connection, user), session, at)
            row = _session(connection, number)
            merged = {**(row.meta if row is not None else {}), **meta}
            kept = {key: value for key, value in merged.items() if value is not None}
            connection.run("UPDATE session SET meta=? WHERE id=?", (json.dumps(kept, ensure_ascii=False), number))

    def close(self, user: str | None, session: str, at: int) -> bool:
        """Mark a session as closed; its messages stay until they are cleared. Returns whether it was open."""
        with self._graph.engine.writing(None) as connection:
            number = self._number(connection, user, session)
            if number is None:
                return False
            found = connection.row(
                "UPDATE session SET closed_at=? WHERE id=? AND closed_at IS NULL RETURNING id", (at, number)
            )
            return found is not None

    def clear(self, user: str | None, session: str) -> int:
        """Delete a session with its messages and return how many there were."""
        with self._graph.engine.writing(None) as connection:
            number = self._number(connection, user, session)
            if number is None:
                return 0
            count = _count(connection, number)
            connection.run("DELETE FROM message WHERE session=?", (number,))
            connection.run("DELETE FROM session WHERE id=?", (number,))
            return count

    def count_up(self, user: str | None, name: str) -> int:
        """Return the next number of a counter, from 1, never one twice."""
        with self._graph.engine.writing(None) as connection:
            slab = make_slab(self._graph, connection, user)
            found = connection.row(
                "INSERT INTO counter(slab, name, n) VALUES(?,?,1)"
                " ON CONFLICT(slab, name) DO UPDATE SET n=counter.n+1 RETURNING n",
                (slab, name),
            )
            assert found is not None
            return int(found[0])

    def _slab(self, connection: Connection, user: str | None) -> int | None:
        return Owners(connection, self._graph.sight(connection).symbols.maps).slab(user)

    def _number(self, connection: Connection, user: str | None, session: str) -> int | None:
        found = connection.row(
            "SELECT id FROM session WHERE slab=? AND name=?", (self._slab(connection, user), session)
        )
        return None if found is None else int(found[0])


def make_slab(graph: SqlGraph, connection: Connection, user: str | None) -> int:
    """Return an owner's slab, made where missing, outside any operation."""
    if user is None:
        return SHARED
    sight = graph.sight(connection)
    # layered: what a transaction that is rolled back made must not stay in the shared cache
    return Owners(connection, sight.symbols.maps.layered()).make(user, sight.at + 1)


def _open_session(connection: Connection, slab: int, session: str, at: int) -> int:
    found = connection.row(
        "INSERT INTO session(slab, name, opened_at, used_at) VALUES(?,?,?,?)"
        " ON CONFLICT(slab, name) DO UPDATE SET used_at=max(session.used_at, excluded.used_at), closed_at=NULL"
        " RETURNING id",
        (slab, session, at, at),
    )
    assert found is not None
    return int(found[0])


def _count(connection: Connection, number: int) -> int:
    found = connection.row("SELECT count(*) FROM message WHERE session=?", (number,))
    return int(found[0]) if found else 0


def _session(connection: Connection, number: int) -> SessionRow | None:
    found = connection.row("SELECT name, meta, opened_at, used_at, closed_at FROM session WHERE id=?", (number,))
    if found is None:
        return None
    name, meta, opened_at, used_at, closed_at = found
    count = _count(connection, number)
    return SessionRow(str(name), json.loads(meta or "{}"), int(opened_at), int(used_at), closed_at, count)
