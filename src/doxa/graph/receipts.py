"""Request ids: for 30 days a write that is sent again is answered from its operation instead of done again."""

from __future__ import annotations

import json
from datetime import timedelta

from doxa.graph.engine import Connection
from doxa.graph.identity import Hasher
from doxa.graph.inputs import checked_label, encode
from doxa.graph.nodes import Earlier
from doxa.graph.work import Work
from doxa.records import Json

KEPT_FOR = timedelta(days=30) // timedelta(microseconds=1)


def find_earlier(
    connection: Connection, hasher: Hasher, request_id: str, digest: str, actor: str, now: int
) -> Earlier | None:
    """Return the operation that a request id led to within 30 days.

    Args:
        connection: The open transaction.
        hasher: The project's keyed hash.
        request_id: The caller's id of the request.
        digest: A digest of the request's content.
        actor: Whose request it is.
        now: The present in microseconds.

    Raises:
        InvalidText: The id is empty, too long or cannot be encoded.
    """
    found = connection.row(
        "SELECT t.op, t.digest, t.results, EXISTS (SELECT 1 FROM revision r LEFT JOIN item i ON i.id=r.item"
        " WHERE r.op=t.op AND (i.erased IS NOT NULL OR r.item<0)) FROM receipt t JOIN op o ON o.id=t.op"
        " WHERE t.request=? AND o.at>=?",
        (hasher.request(checked_label(request_id, "request_id"), actor), now - KEPT_FOR),
    )
    if found is None:
        return None
    operation, stored, results, erased = found
    same = bytes(stored) == hasher.content(digest)
    return Earlier(operation, same, bool(erased), None if results is None else json.loads(results))


def remember(work: Work, request_id: str, digest: str, results: Json) -> Earlier | None:
    """Keep that this operation answers a request; return the earlier operation, and keep nothing, where one did."""
    earlier = find_earlier(work.connection, work.hasher, request_id, digest, work.actor, work.at)
    if earlier is not None:
        return earlier
    work.connection.run(
        "INSERT INTO receipt(request, digest, op, results) VALUES(?,?,?,?) ON CONFLICT(request)"
        " DO UPDATE SET digest=excluded.digest, op=excluded.op, results=excluded.results",
        (
            work.hasher.request(request_id, work.actor),
            work.hasher.content(digest),
            work.operation,
            None if results is None else encode(results, "results"),
        ),
    )
    return None


def drop_expired(connection: Connection, now: int) -> None:
    """Delete request ids older than 30 days."""
    connection.run("DELETE FROM receipt WHERE op<=(SELECT COALESCE(max(id), 0) FROM op WHERE at<?)", (now - KEPT_FOR,))
