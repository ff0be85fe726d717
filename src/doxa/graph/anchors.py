"""What the confidence of believed heads is computed from, for all heads of a scope in two queries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from doxa.graph.belief_state import AnchorRow
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition, is_head
from doxa.graph.nodes import Filter, ItemId, Key, NodeType, RevisionId
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks, every
from doxa.graph.symbols import marks

_INFERRED = '%"origin":"inferred"%'
"""In the JSON of a claim; a quote inside its text has a backslash before it."""
_KEYS = (Key.CONFIDENCE, Key.CONTESTED, Key.EXPIRES, Key.LOCK, Key.PIN)


def read_anchors(
    sight: Sight, filter: Filter, *, without: Sequence[str] = (), newest: int | None = None
) -> list[AnchorRow]:
    """Return the believed heads that a filter keeps with what their confidence is computed from, newest first.

    Args:
        sight: The reader's snapshot.
        filter: What to keep.
        without: Kinds of items to leave out.
        newest: Of the heads that have the default anchor and no mark, only so many of each kind and origin, those
            said last; `None` = all. Their confidence falls with age alone, so none left out is surer than one of them.
    """
    rows = _heads(sight, filter, without, newest)
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


def _heads(sight: Sight, filter: Filter, without: Sequence[str], newest: int | None) -> list[Row]:
    tables = "head h CROSS JOIN revision r CROSS JOIN item i" if sight.now else "item i CROSS JOIN revision r"
    joined = "r.id=h.rev AND i.id=h.item" if sight.now else "r.item=i.id"
    out = tuple(sight.symbols.ids(without))
    wanted = every(
        Condition(f"i.kind NOT IN ({marks(out)})", out) if out else ALWAYS,
        sight.owned("h" if sight.now else "i"),
        filter_condition(sight, filter),
        *(() if sight.now else (is_head(sight), sight.seen_revision())),
    )
    heads = (
        "SELECT r.id AS rev, i.id AS item, i.kind AS kind, COALESCE(c.said_at, o.at) AS said, c.claim LIKE ? AS guessed"
        f" FROM {tables} CROSS JOIN content c CROSS JOIN op o WHERE {joined} AND c.rev=r.id AND o.id=r.op"
        f" AND {wanted.sql}"
    )
    columns = "rev, item, kind, said, guessed"
    if newest is None:
        return sight.connection.rows(f"{heads} ORDER BY rev DESC", (_INFERRED, *wanted.values))
    marked = _marked(sight)
    return sight.connection.rows(
        f"SELECT {columns} FROM (SELECT {columns}, marked,"
        " ROW_NUMBER() OVER (PARTITION BY kind, guessed, marked ORDER BY said DESC, rev DESC) AS place"
        f" FROM (SELECT {columns}, {marked.sql} AS marked FROM ({heads})))"
        " WHERE marked OR place<=? ORDER BY rev DESC",
        (*marked.values, _INFERRED, *wanted.values, newest),
    )


def _marked(sight: Sight) -> Condition:
    """Say that a head has an anchor of its own, or a mark of those that are read."""
    keys = tuple(sight.symbols.ids(_KEYS))
    alive = sight.alive("f")
    places = f"f.node IN (rev*8+{int(NodeType.REVISION)}, item*8+{int(NodeType.ITEM)})"
    return Condition(
        f"EXISTS (SELECT 1 FROM fact f WHERE {places} AND f.key IN ({marks(keys)}) AND {alive.sql})",
        (*keys, *alive.values),
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
