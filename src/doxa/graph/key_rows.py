"""Keys of a server as rows of the project's file: hashes, never what opens. Outside versioned state and exports."""

from __future__ import annotations

from typing import cast

from doxa.access import Key, Right, Token
from doxa.clock import from_micros, to_micros
from doxa.graph.engine import Row
from doxa.graph.session_rows import make_slab
from doxa.graph.store import SqlGraph
from doxa.records import ANY, User

_COLUMNS = "id, who, everybody, level, label, made_at, revoked_at"


class KeyRows:
    """The keys that one project knows.

    Args:
        graph: The project's store.
    """

    def __init__(self, graph: SqlGraph) -> None:
        self._graph = graph

    def add(self, token: Token, key: Key) -> bool:
        """Keep a key; returns whether it was new here."""
        who = key.user if isinstance(key.user, str) else None
        row = (token.digest, key.id, who, int(key.user is ANY), key.right, key.label, to_micros(key.made_at))
        with self._graph.engine.writing(None) as connection:
            make_slab(self._graph, connection, who)  # so that erasing the user finds the key
            added = connection.row(
                f"INSERT INTO access(digest, {_COLUMNS}) VALUES(?,?,?,?,?,?,?,NULL)"
                " ON CONFLICT DO NOTHING RETURNING id",
                row,
            )
        return added is not None

    def opened_by(self, token: Token) -> Key | None:
        """Return the key in force that a token opens."""
        with self._graph.engine.reading() as connection:
            row = connection.row(f"SELECT digest, {_COLUMNS} FROM access WHERE id=?", (token.id,))
        if row is None or not token.opens(cast("bytes", row[0])):
            return None
        key = _key(row[1:])
        return None if key.revoked_at is not None else key

    def list(self) -> tuple[Key, ...]:
        """Return every key, the newest first, revoked ones too."""
        with self._graph.engine.reading() as connection:
            rows = connection.rows(f"SELECT {_COLUMNS} FROM access ORDER BY made_at DESC, id")
        return tuple(map(_key, rows))

    def revoke(self, id: str, at: int) -> Key | None:
        """Let a key open nothing from now on; returns it, `None` where there is none."""
        with self._graph.engine.writing(None) as connection:
            row = connection.row(
                f"UPDATE access SET revoked_at=coalesce(revoked_at, ?) WHERE id=? RETURNING {_COLUMNS}", (at, id)
            )
        return None if row is None else _key(row)


def _key(row: Row) -> Key:
    id, who, everybody, level, label, made_at, revoked_at = row
    user: User = ANY if everybody else who
    revoked = None if revoked_at is None else from_micros(revoked_at)
    return Key(str(id), user, cast("Right", level), str(label), from_micros(made_at), revoked)
