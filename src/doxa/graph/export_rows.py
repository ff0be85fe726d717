"""The sections of an export: what is read from each table, and how it is written as JSON."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from doxa.clock import from_micros
from doxa.graph.codes import PRECISIONS, ROLES
from doxa.graph.engine import Row
from doxa.graph.migrations import MIGRATIONS
from doxa.graph.nodes import NodeType
from doxa.graph.sight import ALWAYS, Condition, Sight, every
from doxa.graph.symbols import marks
from doxa.records import Json

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

FORMAT = 1
"""Grows when a row is written in another way."""

JsonRow = dict[str, Json]
Keyed = tuple[str, JsonRow]
"""A row with what resumes after it in its section."""
Section = Callable[["Scope", str, int], list[Keyed]]

_ITEM, _REVISION, _ARTIFACT, _SPACE = (
    int(type_) for type_ in (NodeType.ITEM, NodeType.REVISION, NodeType.ARTIFACT, NodeType.SPACE)
)


WORKING = 1
"""An owner made by working memory, which is no operation, is of the next one; so is the owner's root space."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose rows, up to which operation.

    Args:
        sight: A present snapshot with the owners to export.
        at: The operation at which the export began.
    """

    sight: Sight
    at: int

    def rows(self, columns: str, tables: str, where: Condition, order: str, limit: int) -> list[Row]:
        """Read one page."""
        return self.sight.connection.rows(
            f"SELECT {columns} FROM {tables} WHERE {where.sql} ORDER BY {order} LIMIT ?", (*where.values, limit)
        )

    def owned(self, table: str) -> Condition:
        """Say that a row with a slab belongs to the owners to export."""
        return self.sight.owned(table)

    def word(self, number: int | None) -> str | None:
        """Return the word of a symbol."""
        return self.sight.symbols.label(number)

    def closed(self, to_op: int) -> int | None:
        """Return the operation that closed a row; `None` when none had when the export began."""
        return to_op if to_op <= self.at else None


def header(graph: SqlGraph, sight: Sight) -> JsonRow:
    """Return the first row: what the export is of. The key makes identities and request ids valid where it is read."""
    embedder = graph.embedder
    return {
        "row": "project",
        "format": FORMAT,
        "schema": len(MIGRATIONS),
        "project": graph.project,
        "operations": sight.at,
        "embedder": None if embedder is None else {"id": embedder[0], "dim": embedder[1]},
        "key": base64.b64encode(graph.hasher.key).decode(),
    }


def _operations(scope: Scope, after: str, limit: int) -> list[Keyed]:
    """Operations are numbered without gaps, so all are told; of those of other owners no more than their time."""
    where = Condition("o.id>? AND o.id<=?", (int(after), scope.at))
    rows = scope.rows(
        "o.id, o.at, o.kind, o.actor, o.undoes, n.reason", "op o LEFT JOIN note n ON n.op=o.id", where, "o.id", limit
    )
    known = None if scope.sight.slabs is None else _told(scope, [row[0] for row in rows])
    found: list[Keyed] = []
    for number, at, kind, actor, undoes, reason in rows:
        row: JsonRow = {"row": "operation", "id": number, "at": _time(at)}
        if known is None or number in known:
            row |= {"kind": scope.word(kind), "actor": scope.word(actor), "undoes": undoes, "reason": reason}
        found.append((str(number), row))
    return found


def _told(scope: Scope, operations: Sequence[int]) -> set[int]:
    from doxa.graph.oplog import visible_operations

    return visible_operations(scope.sight, operations[0], operations[-1]) if operations else set()


def _owners(scope: Scope, after: str, limit: int) -> list[Keyed]:
    owned = (
        Condition("1=1")
        if scope.sight.slabs is None
        else Condition(f"s.id IN ({marks(scope.sight.slabs)})", scope.sight.slabs)
    )
    where = every(owned, Condition("s.id>? AND s.op<=?", (int(after), scope.at + WORKING)))
    rows = scope.rows("s.id, s.user, s.op", "slab s", where, "s.id", limit)
    return [(str(number), {"row": "owner", "id": number, "user": user, "op": op}) for number, user, op in rows]


def _spaces(scope: Scope, after: str, limit: int) -> list[Keyed]:
    made = Condition("s.id>? AND s.op<=? + CASE s.parent WHEN 0 THEN ? ELSE 0 END", (int(after), scope.at, WORKING))
    where = every(scope.owned("s"), made)
    rows = scope.rows("s.id, s.parent, s.slab, s.name, s.op", "space s", where, "s.id", limit)
    names = ("id", "parent", "owner", "name", "op")
    return [(str(row[0]), {"row": "space", **dict(zip(names, row, strict=True))}) for row in rows]


def _items(scope: Scope, after: str, limit: int) -> list[Keyed]:
    where = every(scope.owned("i"), Condition("i.id>? AND i.op<=?", (int(after), scope.at)))
    columns = "i.id, i.uid, i.slab, i.kind, i.agent, i.session, i.contexts, i.op, i.erased, n.space, n.name"
    found: list[Keyed] = []
    for number, uid, slab, kind, agent, session, contexts, op, erased, space, name in scope.rows(
        columns, "item i LEFT JOIN name n ON n.item=i.id", where, "i.id", limit
    ):
        row: JsonRow = {"row": "item", "id": number, "uid": bytes(uid).hex(), "owner": slab, "op": op}
        row |= {"kind": scope.word(kind)}
        if erased is not None:
            row |= {"erased": erased}
        else:
            row |= {"space": space, "name": name, "agent": scope.word(agent), "session": scope.word(session)}
            row |= {"contexts": json.loads(scope.word(contexts) or "[]")}
        found.append((str(number), row))
    return found


def _revisions(scope: Scope, after: str, limit: int) -> list[Keyed]:
    where = every(scope.owned("i"), Condition("r.id>? AND r.op<=? AND i.id=abs(r.item)", (int(after), scope.at)))
    columns = (
        "r.id, r.item, r.n, r.op, c.rev, c.title, c.text, c.claim, c.meta, c.said_at, c.valid_from, c.valid_to,"
        " c.valid_precision, v.v"
    )
    tables = "revision r CROSS JOIN item i LEFT JOIN content c ON c.rev=r.id LEFT JOIN vector v ON v.rev=r.id"
    rows = scope.rows(columns, tables, where, "r.id", limit)
    mentions = _mentions(scope, [row[0] for row in rows])
    return [(str(row[0]), _revision(row, mentions.get(row[0], []))) for row in rows]


def _revision(row: Row, mentions: list[Json]) -> JsonRow:
    number, item, n, op, content, title, text, claim, meta, said_at, start, end, precision, vector = row
    told: JsonRow = {"row": "revision", "id": number, "item": abs(item), "number": n, "op": op}
    if content is None or item < 0:
        return told | {"erased": True}
    told |= {"title": title, "text": text, "claim": _json(claim), "metadata": _json(meta)}
    told |= {"said_at": None if said_at is None else _time(said_at), "mentions": mentions}
    if precision is not None:
        bounds = [None if bound is None else _time(bound) for bound in (start, end)]
        told |= {"valid": [*bounds, PRECISIONS[precision]]}
    return told if vector is None else told | {"vector": base64.b64encode(vector).decode()}


def _mentions(scope: Scope, revisions: Sequence[int]) -> dict[int, list[Json]]:
    found: dict[int, list[Json]] = {}
    if revisions:
        for revision, form, role in scope.sight.connection.rows(
            f"SELECT rev, form, role FROM mention WHERE rev IN ({marks(revisions)}) ORDER BY rev, form, role", revisions
        ):
            found.setdefault(revision, []).append([form, ROLES[role]])
    return found


def _artifacts(scope: Scope, after: str, limit: int) -> list[Keyed]:
    seen = _of_owners(scope, "SELECT 1 FROM revision r JOIN item i ON i.id=abs(r.item) WHERE r.id=a.rev")
    where = every(seen, Condition("a.id>? AND a.op<=?", (int(after), scope.at)))
    found: list[Keyed] = []
    for number, rev, name, location, meta, op in scope.rows(
        "a.id, a.rev, a.name, a.location, a.meta, a.op", "artifact a", where, "a.id", limit
    ):
        row: JsonRow = {"row": "artifact", "id": number, "revision": rev, "name": name, "location": location}
        found.append((str(number), row | {"metadata": _json(meta), "op": op}))
    return found


def _facts(scope: Scope, after: str, limit: int) -> list[Keyed]:
    of_item = "SELECT 1 FROM item i WHERE i.id=f.node/8"
    of_revision = "SELECT 1 FROM revision r JOIN item i ON i.id=abs(r.item) WHERE r.id=f.node/8"
    of_artifact = (
        "SELECT 1 FROM artifact a JOIN revision r ON r.id=a.rev JOIN item i ON i.id=abs(r.item) WHERE a.id=f.node/8"
    )
    of_space = "SELECT 1 FROM space i WHERE i.id=f.node/8"
    nodes = {_ITEM: of_item, _REVISION: of_revision, _ARTIFACT: of_artifact, _SPACE: of_space}
    seen = ALWAYS
    if scope.sight.slabs is not None:
        cases = {type_: _of_owners(scope, query) for type_, query in nodes.items()}
        sql = " ".join(f"WHEN {type_} THEN {case.sql}" for type_, case in cases.items())
        values = tuple(value for case in cases.values() for value in case.values)
        seen = Condition(f"CASE f.node%8 {sql} ELSE true END", values)
    where = every(seen, Condition("f.id>? AND f.from_op<=?", (int(after), scope.at)))
    found: list[Keyed] = []
    for number, node, key, value, from_op, to_op in scope.rows(
        "f.id, f.node, f.key, f.value, f.from_op, f.to_op", "fact f", where, "f.id", limit
    ):
        row: JsonRow = {"row": "assertion", "id": number, "node": node, "key": scope.word(key)}
        row |= {"value": json.loads(value), "from": from_op, "to": scope.closed(to_op)}
        found.append((str(number), row))
    return found


def _edges(scope: Scope, after: str, limit: int) -> list[Keyed]:
    end = "SELECT 1 FROM revision r JOIN item i ON i.id=abs(r.item) WHERE r.id=e."
    seen = every(_of_owners(scope, f"{end}src"), _of_owners(scope, f"{end}dst"))
    where = every(seen, Condition("e.id>? AND e.from_op<=?", (int(after), scope.at)))
    found: list[Keyed] = []
    for number, source, type_, target, meta, from_op, to_op in scope.rows(
        "e.id, e.src, e.type, e.dst, e.meta, e.from_op, e.to_op", "edge e", where, "e.id", limit
    ):
        row: JsonRow = {"row": "edge", "id": number, "source": source, "type": scope.word(type_), "target": target}
        found.append((str(number), row | {"metadata": _json(meta), "from": from_op, "to": scope.closed(to_op)}))
    return found


def _aliases(scope: Scope, after: str, limit: int) -> list[Keyed]:
    seen = _of_owners(scope, "SELECT 1 FROM item i WHERE i.id=a.item")
    where = every(seen, Condition("a.id>? AND a.from_op<=?", (int(after), scope.at)))
    found: list[Keyed] = []
    for number, item, form, text, canonical, from_op, to_op in scope.rows(
        "a.id, a.item, a.form, a.text, a.canonical, a.from_op, a.to_op", "alias a", where, "a.id", limit
    ):
        row: JsonRow = {"row": "alias", "id": number, "item": item, "form": form, "text": text}
        found.append((str(number), row | {"canonical": canonical, "from": from_op, "to": scope.closed(to_op)}))
    return found


def _observations(scope: Scope, after: str, limit: int) -> list[Keyed]:
    seen = _of_owners(scope, "SELECT 1 FROM revision r JOIN item i ON i.id=abs(r.item) WHERE r.id=o.rev")
    where = every(seen, Condition("o.id>? AND o.from_op<=?", (int(after), scope.at)))
    columns = "o.id, o.rev, o.source, o.said_at, o.turn, o.start, o.stop, o.independent, o.detail, o.from_op, o.to_op"
    found: list[Keyed] = []
    for number, rev, source, said_at, turn, start, stop, independent, detail, from_op, to_op in scope.rows(
        columns, "observation o", where, "o.id", limit
    ):
        row: JsonRow = {"row": "observation", "id": number, "revision": rev, "source": scope.word(source)}
        row |= {"said_at": None if said_at is None else _time(said_at), "turn": turn, "start": start, "end": stop}
        row |= {"independent": bool(independent), "detail": _json(detail), "from": from_op, "to": scope.closed(to_op)}
        found.append((str(number), row))
    return found


def _receipts(scope: Scope, after: str, limit: int) -> list[Keyed]:
    """Request ids are one actor's; they go with the whole project only."""
    if scope.sight.slabs is not None:
        return []
    where = Condition("t.request>? AND t.op<=?", (bytes.fromhex("" if after == "0" else after), scope.at))
    found: list[Keyed] = []
    for request, digest, op, results in scope.rows(
        "t.request, t.digest, t.op, t.results", "receipt t", where, "t.request", limit
    ):
        key = bytes(request).hex()
        row: JsonRow = {"row": "receipt", "request": key, "digest": bytes(digest).hex(), "op": op}
        found.append((key, row | {"results": _json(results)}))
    return found


def _sessions(scope: Scope, after: str, limit: int) -> list[Keyed]:
    where = every(scope.owned("s"), Condition("s.id>?", (int(after),)))
    columns = ("id", "slab", "name", "meta", "opened_at", "used_at", "closed_at")
    rows = scope.rows(", ".join(f"s.{column}" for column in columns), "session s", where, "s.id", limit)
    return [(str(row[0]), {"row": "session", **dict(zip(columns, row, strict=True))}) for row in rows]


def _messages(scope: Scope, after: str, limit: int) -> list[Keyed]:
    session, _, number = after.partition("/")
    where = every(scope.owned("s"), Condition("(m.session, m.n)>(?, ?)", (int(session), int(number or -1))))
    columns = ("session", "n", "role", "name", "content", "at", "meta")
    tables = "message m JOIN session s ON s.id=m.session"
    rows = scope.rows(", ".join(f"m.{column}" for column in columns), tables, where, "m.session, m.n", limit)
    return [(f"{row[0]}/{row[1]}", {"row": "message", **dict(zip(columns, row, strict=True))}) for row in rows]


def _counters(scope: Scope, after: str, limit: int) -> list[Keyed]:
    slab, _, name = after.partition("/")
    where = every(scope.owned("c"), Condition("(c.slab, c.name)>(?, ?)", (int(slab), name)))
    columns = ("slab", "name", "n")
    rows = scope.rows("c.slab, c.name, c.n", "counter c", where, "c.slab, c.name", limit)
    return [(f"{row[0]}/{row[1]}", {"row": "counter", **dict(zip(columns, row, strict=True))}) for row in rows]


def _pending(scope: Scope, after: str, limit: int) -> list[Keyed]:
    where = every(scope.owned("q"), Condition("q.id>? AND q.op<=?", (int(after), scope.at)))
    columns = ("id", "op", "slab", "state", "due", "body", "attempts", "lasting", "error", "kind")
    rows = scope.rows(", ".join(f"q.{column}" for column in columns), "queue q", where, "q.id", limit)
    kinds = scope.sight.symbols.words({row[-1] for row in rows})
    told = ((*row[:-1], kinds.get(row[-1], "")) for row in rows)
    return [(str(row[0]), {"row": "pending", **dict(zip(columns, row, strict=True))}) for row in told]


def _uses(scope: Scope, after: str, limit: int) -> list[Keyed]:
    seen = _of_owners(scope, "SELECT 1 FROM revision r JOIN item i ON i.id=r.item WHERE r.id=u.rev")
    where = every(
        seen,
        Condition("u.rev>? AND EXISTS (SELECT 1 FROM revision r WHERE r.id=u.rev AND r.op<=?)", (int(after), scope.at)),
    )
    rows = scope.rows("u.rev, u.last, u.n", "usage u", where, "u.rev", limit)
    return [(str(rev), {"row": "use", "revision": rev, "last": _time(last), "count": n}) for rev, last, n in rows]


SECTIONS: tuple[Section, ...] = (
    _operations,
    _owners,
    _spaces,
    _items,
    _revisions,
    _artifacts,
    _facts,
    _edges,
    _aliases,
    _observations,
    _receipts,
    _sessions,
    _messages,
    _counters,
    _pending,
    _uses,
)
"""What is exported, in order: what a row names comes before it. Only ever append."""


def _of_owners(scope: Scope, query: str) -> Condition:
    """Say that a query on an item or space `i` finds one of the owners to export."""
    if scope.sight.slabs is None:
        return ALWAYS
    owned = scope.owned("i")
    return Condition(f"EXISTS ({query} AND {owned.sql})", owned.values)


def _time(micros: int) -> str:
    return from_micros(micros).isoformat()


def _json(text: str | None) -> Any:
    return None if text is None else json.loads(text)
