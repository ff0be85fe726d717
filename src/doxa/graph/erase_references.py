"""Rows that stay and name what goes: lists of revisions and members, quotes in claims, what depends on it.

And what was archived for something that goes: it comes back, since nothing says it now.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from doxa.graph.addresses import krefs
from doxa.graph.erase_rows import ITEMS, REVISIONS
from doxa.graph.erase_scope import DERIVED_FROM, MERGED_INTO
from doxa.graph.inputs import encode
from doxa.graph.ledger import FACTS, assert_row, open_value
from doxa.graph.nodes import FOREVER, ItemId, Key, NodeId, NodeType, RevisionId, item_node, revision_node
from doxa.graph.projection import IdentityTaken, recompute
from doxa.graph.work import Work

DEPENDS_ON = "DEPENDS_ON"
_REFERENCES = ("replaces", "conflicts_with")


def forget_references(work: Work) -> None:
    """Take what goes out of the rows that stay, in their whole history."""
    gone = {revision for (revision,) in work.connection.rows("SELECT rev FROM gone")}
    items = {item for (item,) in work.connection.rows("SELECT item FROM gone_item")}
    for key in (Key.CONTESTED, Key.OPPOSES):
        _rewrite_facts(work, key, lambda value: [each for each in value if each not in gone] or None)
    _rewrite_facts(work, Key.MEMBERS, lambda value: {way: _without(ids, items) for way, ids in value.items()})
    _forget_quotes(work)


def mark_dependents(work: Work) -> None:
    """Tag what depends on what goes, at any depth, as resting on something erased.

    The cause is the id of the erased item, which says nothing; before its edges are cleared.
    """
    found = work.connection.rows(
        "WITH RECURSIVE resting(rev, cause) AS (SELECT e.src, g.item FROM gone g JOIN edge e ON e.dst=g.rev"
        " WHERE e.type=? AND e.to_op>? UNION SELECT e.src, t.cause FROM resting t JOIN edge e ON e.dst=t.rev"
        f" WHERE e.type=? AND e.to_op>?) SELECT t.rev, i.uid FROM resting t JOIN item i ON i.id=t.cause"
        f" WHERE t.rev NOT IN {REVISIONS} AND t.cause IN {ITEMS} ORDER BY t.rev, i.uid",
        (work.symbols.id(DEPENDS_ON), work.operation) * 2,
    )
    causes: dict[NodeId, list[str]] = {}
    for revision, uid in found:
        causes.setdefault(revision_node(RevisionId(revision)), []).append(bytes(uid).hex())
    for node, ids in causes.items():
        key = (node, work.symbols.make(Key.STALE))
        earlier = open_value(work, FACTS, key)
        known = [] if earlier is None else json.loads(earlier[0])
        assert_row(work, FACTS, key, (encode([*known, *(each for each in ids if each not in known)]),))


def left_alone(work: Work) -> list[ItemId]:
    """Return what was archived for something that goes, and does not go itself.

    That is what a summary stands for, where another of its sources takes the summary along, and what was merged into a
    memory of a scope that it does not belong to. Asked before the edges of what goes are cleared.
    """
    merged = work.connection.rows(
        f"SELECT DISTINCT m.item FROM gone g JOIN edge e ON e.dst=g.rev AND e.type=? AND e.to_op={FOREVER}"
        f" JOIN revision m ON m.id=e.src JOIN fact f ON f.node=m.item*8+{int(NodeType.ITEM)} AND f.from_op=e.from_op"
        f" WHERE f.key=? AND f.value=? AND f.to_op={FOREVER} AND m.id NOT IN {REVISIONS} ORDER BY m.item",
        (work.symbols.id(MERGED_INTO), work.symbols.id(Key.STATUS), encode("archived")),
    )
    return [*_left_without_summary(work), *(ItemId(item) for (item,) in merged)]


def _left_without_summary(work: Work) -> list[ItemId]:
    rows = work.connection.rows(
        "SELECT DISTINCT r.item FROM gone g JOIN edge e ON e.src=g.rev JOIN revision r ON r.id=e.dst"
        f" JOIN fact f ON f.node=r.item*8+{int(NodeType.ITEM)} AND f.from_op=e.from_op WHERE e.type=?"
        f" AND f.key=? AND f.value=? AND f.to_op={FOREVER} AND r.id NOT IN {REVISIONS}"
        f" AND EXISTS (SELECT 1 FROM edge o WHERE o.src=g.rev AND o.type=e.type AND o.dst IN {REVISIONS})"
        # a later telling of the summary, which rests on what is left, still stands for it
        f" AND NOT EXISTS (SELECT 1 FROM revision s WHERE s.item=g.item AND s.id NOT IN {REVISIONS})"
        " ORDER BY r.item",
        (work.symbols.id(DERIVED_FROM), work.symbols.id(Key.STATUS), encode("archived")),
    )
    return [ItemId(item) for (item,) in rows]


def bring_back(work: Work, items: list[ItemId]) -> None:
    """Make archived items live again, but for those that a newer memory says the same as."""
    for item in items:
        try:
            with work.attempt():
                assert_row(work, FACTS, (item_node(item), work.symbols.make(Key.STATUS)), None)
                recompute(work, [item])
        except IdentityTaken:
            continue


def _rewrite_facts(work: Work, key: str, without: Callable[[Any], Any]) -> None:
    rows = work.connection.rows("SELECT id, value FROM fact WHERE key=?", (work.symbols.id(key),))
    for number, text in rows:
        value = json.loads(text)
        left = without(value)
        if left is None:
            work.connection.run("DELETE FROM fact WHERE id=?", (number,))
        elif left != value:
            work.connection.run("UPDATE fact SET value=? WHERE id=?", (encode(left), number))


def _without(ids: list[int], gone: set[int]) -> list[int]:
    return [each for each in ids if each not in gone]


def _forget_quotes(work: Work) -> None:
    """Take quotes and references out of claims that were also read from, or linked to, something that goes."""
    rows = work.connection.rows(
        "SELECT c.rev, c.claim FROM content c WHERE c.claim IS NOT NULL AND c.rev IN (SELECT o.rev FROM observation o"
        f" WHERE o.turn IN {REVISIONS} UNION SELECT e.src FROM edge e WHERE e.dst IN {REVISIONS}"
        f" UNION SELECT e.dst FROM edge e WHERE e.src IN {REVISIONS}) AND c.rev NOT IN {REVISIONS}"
    )
    if not rows:
        return
    names = _names_of_gone(work)
    for revision, text in rows:
        claim = json.loads(text)
        left = {field: value for field, value in claim.items() if not _names_gone(field, value, names)}
        if left != claim:
            work.connection.run("UPDATE content SET claim=? WHERE rev=?", (encode(left), revision))


def _names_of_gone(work: Work) -> tuple[str, ...]:
    uids = work.connection.rows(f"SELECT uid FROM item WHERE id IN {ITEMS}")
    revisions = [RevisionId(revision) for (revision,) in work.connection.rows("SELECT rev FROM gone")]
    return (*(bytes(uid).hex() for (uid,) in uids), *map(str, krefs(work.sight, revisions).values()))


def _names_gone(field: str, value: Any, names: tuple[str, ...]) -> bool:
    """Tell whether a field of a claim is a reference to something that goes; a kref may name more than the revision."""
    reference = value[1] if field == "quote" else value if field in _REFERENCES else None
    return reference is not None and any(_same(str(reference), name) for name in names)


def _same(reference: str, name: str) -> bool:
    return reference == name or reference.startswith(f"{name}&") or reference == name.partition("?")[0]
