"""What the confidence of believed heads is computed from, for all heads of a scope in two queries."""

from __future__ import annotations

from collections.abc import Sequence
from heapq import nlargest
from typing import Any, TypeAlias

from doxa.graph.belief_state import AnchorRow
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition, is_head
from doxa.graph.nodes import Filter, ItemId, Key, NodeType, RevisionId
from doxa.graph.sight import ALWAYS, Condition, Sight, every, lists
from doxa.graph.symbols import marks

Facts: TypeAlias = "dict[int, dict[str, str]]"
"""JSON of keys in force, by the number of an item or revision."""

_INFERRED = '%"origin":"inferred"%'
"""In the JSON of a claim; a quote inside its text has a backslash before it."""
_OF_REVISION = (Key.CONFIDENCE, Key.CONTESTED)
_OF_ITEM = (Key.EXPIRES, Key.LOCK, Key.PIN)
_NONE: dict[str, str] = {}


def read_anchors(
    sight: Sight,
    filter: Filter,
    *,
    without: Sequence[str] = (),
    newest: int | None = None,
    within: Sequence[RevisionId] | None = None,
) -> list[AnchorRow]:
    """Return the believed heads that a filter keeps with what their confidence is computed from, newest first.

    Args:
        sight: The reader's snapshot.
        filter: What to keep.
        without: Kinds of items to leave out.
        newest: Of the heads that have the default anchor and no mark, only so many of each kind and origin, those
            said last; `None` = all. Their confidence falls with age alone, so none left out is surer than one of them.
        within: Ask about these heads only; `None` = about all there are.
    """
    parts = [None] if within is None else lists(sorted(set(within), reverse=True))
    rows = [row for part in parts for row in _heads(sight, filter, without, part)]
    own = _facts(sight, [row[0] * 8 + NodeType.REVISION for row in rows], _OF_REVISION)
    shared = _facts(sight, [row[1] * 8 + NodeType.ITEM for row in rows], _OF_ITEM)
    kept = rows if newest is None else _kept(rows, own, shared, newest)
    kinds = sight.symbols.words({row[2] for row in kept})
    return [
        AnchorRow(
            RevisionId(revision),
            ItemId(item),
            kinds.get(kind, ""),
            said,
            told,
            bool(guessed),
            (of_revision := own.get(revision, _NONE)).get(Key.CONFIDENCE),
            Key.CONTESTED in of_revision,
            _number((of_item := shared.get(item, _NONE)).get(Key.EXPIRES)),
            Key.LOCK in of_item,
            Key.PIN in of_item,
        )
        for revision, item, kind, said, guessed, told in kept
    ]


def _heads(sight: Sight, filter: Filter, without: Sequence[str], within: Sequence[RevisionId] | None) -> list[Row]:
    """Return revision, item, kind, time said, whether nobody said it, and when it was told, newest first."""
    tables = "head h CROSS JOIN revision r CROSS JOIN item i" if sight.now else "item i CROSS JOIN revision r"
    joined = "r.id=h.rev AND i.id=h.item" if sight.now else "r.item=i.id"
    if within is not None:
        tables = "revision r CROSS JOIN item i" + (" CROSS JOIN head h" if sight.now else "")
        joined = "i.id=r.item" + (" AND h.item=i.id AND h.rev=r.id" if sight.now else "")
    out = tuple(sight.symbols.ids(without))
    wanted = every(
        ALWAYS if within is None else Condition(f"r.id IN ({marks(within)})", tuple(within)),
        Condition(f"i.kind NOT IN ({marks(out)})", out) if out else ALWAYS,
        sight.owned("h" if sight.now else "i"),
        filter_condition(sight, filter),
        *(() if sight.now else (is_head(sight), sight.seen_revision())),
    )
    return sight.connection.rows(
        "SELECT r.id, i.id, i.kind, COALESCE(c.said_at, o.at), c.claim LIKE ?, o.at"
        f" FROM {tables} CROSS JOIN content c CROSS JOIN op o WHERE {joined} AND c.rev=r.id AND o.id=r.op"
        f" AND {wanted.sql} ORDER BY r.id DESC",
        (_INFERRED, *wanted.values),
    )


def _kept(rows: Sequence[Row], own: Facts, shared: Facts, newest: int) -> list[Row]:
    """Return the rows with an anchor of their own or a mark, and the last said of the others, in their order."""
    plain: dict[tuple[int, object], list[tuple[int, int]]] = {}
    for revision, item, kind, said, guessed, _ in rows:
        if revision not in own and item not in shared:
            plain.setdefault((kind, guessed), []).append((said, revision))
    last = {revision for each in plain.values() for _, revision in nlargest(newest, each)}
    return [row for row in rows if row[0] in last or row[0] in own or row[1] in shared]


def _facts(sight: Sight, nodes: Sequence[int], names: Sequence[str]) -> Facts:
    """Return the JSON of the keys in force, by the number of the item or revision; nodes without any are left out."""
    keys = sight.symbols.ids(names)
    words = dict(zip(keys, names, strict=True))
    alive = sight.alive("f")
    found: Facts = {}
    for part in lists(nodes):
        rows = sight.connection.rows(
            f"SELECT f.node/8, f.key, f.value FROM fact f WHERE f.node IN ({marks(part)})"
            f" AND f.key IN ({marks(keys)}) AND {alive.sql}",
            (*part, *keys, *alive.values),
        )
        for number, key, value in rows:
            found.setdefault(number, {})[words[key]] = value
    return found


def _number(text: Any) -> int | None:
    return None if text is None else int(text)
