"""What the confidence of believed heads is computed from, for all heads of a scope in two queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from doxa.graph.belief_state import AnchorRow
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition, is_head
from doxa.graph.nodes import Filter, ItemId, Key, NodeType, RevisionId
from doxa.graph.sight import Sight, chunks, every
from doxa.graph.symbols import marks

_INFERRED = '%"origin":"inferred"%'
"""In the JSON of a claim; a quote inside its text has a backslash before it."""
_KEYS = (Key.CONFIDENCE, Key.CONTESTED, Key.EXPIRES, Key.LOCK, Key.PIN)


def read_anchors(sight: Sight, filter: Filter) -> list[AnchorRow]:
    """Return the believed heads that a filter keeps with what their confidence is computed from, newest first."""
    rows = _heads(sight, filter)
    kinds = sight.symbols.words({row[2] for row in rows})
    facts = _facts(sight, [row[0] * 8 + NodeType.REVISION for row in rows] + [row[1] * 8 for row in rows])
    none: dict[str, str] = {}
    return [
        AnchorRow(
            RevisionId(revision),
            ItemId(item),
            kinds.get(kind, ""),
            said,
            bool(inferred),
            (own := facts.get(revision * 8 + NodeType.REVISION, none)).get(Key.CONFIDENCE),
            Key.CONTESTED in own,
            _number((shared := facts.get(item * 8, none)).get(Key.EXPIRES)),
            Key.LOCK in shared,
            Key.PIN in shared,
        )
        for revision, item, kind, said, inferred in rows
    ]


def _heads(sight: Sight, filter: Filter) -> list[Row]:
    tables = "head h CROSS JOIN revision r CROSS JOIN item i" if sight.now else "item i CROSS JOIN revision r"
    joined = "r.id=h.rev AND i.id=h.item" if sight.now else "r.item=i.id"
    wanted = every(
        sight.owned("h" if sight.now else "i"),
        filter_condition(sight, filter),
        *(() if sight.now else (is_head(sight), sight.seen_revision())),
    )
    return sight.connection.rows(
        "SELECT r.id, i.id, i.kind, COALESCE(c.said_at, o.at), c.claim LIKE ?"
        f" FROM {tables} CROSS JOIN content c CROSS JOIN op o WHERE {joined} AND c.rev=r.id AND o.id=r.op"
        f" AND {wanted.sql} ORDER BY r.id DESC",
        (_INFERRED, *wanted.values),
    )


def _facts(sight: Sight, nodes: Sequence[int]) -> dict[int, dict[str, str]]:
    """Return the JSON of the keys in force, by node."""
    keys = sight.symbols.ids(_KEYS)
    words = dict(zip(keys, _KEYS, strict=True))
    alive = sight.alive("f")
    found: dict[int, dict[str, str]] = {}
    for part in chunks(nodes):
        rows = sight.connection.rows(
            f"SELECT f.node, f.key, f.value FROM fact f WHERE f.node IN ({marks(part)})"
            f" AND f.key IN ({marks(keys)}) AND {alive.sql}",
            (*part, *keys, *alive.values),
        )
        for node, key, value in rows:
            found.setdefault(node, {})[words[key]] = value
    return found


def _number(text: Any) -> int | None:
    return None if text is None else int(text)
