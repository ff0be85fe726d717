"""Sessions that only turns name: told by `add`, never appended to working memory, and summed up by nothing yet."""

from __future__ import annotations

from typing import Final

from doxa.graph.engine import Row
from doxa.graph.owners import Owners
from doxa.graph.store import SqlGraph
from doxa.records import ANY, User

TOLD_BY: Final = ("add", "reflect", "ingest")
"""Kinds of operations that tell what is being said now; an import of old conversations is none."""


def told_sessions(graph: SqlGraph, user: User, *, since: int, before: int, limit: int) -> list[Row]:
    """Return sessions whose last live turn was told in a span of time and that no later summary covers.

    A session that is open in the project's own working memory is left out: that knows when it was last used.

    Args:
        graph: The project's store.
        user: Whose; `ANY` = everybody's.
        since: Microseconds; what was last told earlier is not looked at.
        before: Microseconds; what was told at or after it goes on.
        limit: How many at most.

    Returns:
        (owner, session, first and last operation's time in microseconds), the longest idle first.
    """
    with graph.engine.reading() as connection:
        sight = graph.sight(connection)
        kinds, turn, summary = (sight.symbols.ids(words) for words in (TOLD_BY, ("turn",), ("summary",)))
        slab = None
        if user is not ANY:
            slab = Owners(connection, sight.symbols.maps).slab(user if isinstance(user, str) else None)
        marks = ",".join("?" for _ in kinds)
        return connection.rows(
            "WITH told(slab, session, first, last, op) AS ("
            " SELECT i.slab, i.session, min(o.at), max(o.at), max(o.id) FROM op o CROSS JOIN item i"
            " JOIN head h ON h.item=i.id"
            f" WHERE o.at>=? AND o.kind IN ({marks}) AND i.op=o.id AND i.session IS NOT NULL AND i.kind=?"
            " AND i.erased IS NULL AND h.status=0 AND (?=1 OR i.slab=?) GROUP BY i.slab, i.session)"
            " SELECT b.user, w.text, t.first, t.last FROM told t JOIN symbol w ON w.id=t.session"
            " LEFT JOIN slab b ON b.id=t.slab WHERE t.last<?"
            " AND NOT EXISTS (SELECT 1 FROM item s JOIN revision r ON r.item=s.id"
            "  WHERE s.session=t.session AND s.slab=t.slab AND s.kind=? AND r.op>=t.op)"
            " AND NOT EXISTS (SELECT 1 FROM session q WHERE q.slab=t.slab AND q.name=w.text AND q.closed_at IS NULL)"
            " ORDER BY t.last, w.text LIMIT ?",
            (since, *kinds, turn[0], int(user is ANY), slab, before, summary[0], limit),
        )
