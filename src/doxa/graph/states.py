"""Reading assertions: what is in force on nodes, what was, and the names items go by."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from doxa.graph.nodes import FOREVER, PROJECT_NODE, Assertion, ItemId, Key, NodeId, NodeType, RevisionId
from doxa.graph.sight import Facts, Sight, decode, decode_value, every, lists
from doxa.graph.symbols import marks
from doxa.records import Json

INTERNAL = frozenset({Key.VOID, Key.UNDONE, Key.IDENTITY, Key.SLOT, Key.MEMBERS})
"""Keys that no reader is shown."""
_ATTRIBUTE = "attribute:"


def read_state(sight: Sight, nodes: Sequence[NodeId]) -> dict[NodeId, dict[str, Json]]:
    """Return every assertion in force on nodes that are seen; nodes without any have an empty dict."""
    kept = seen_nodes(sight, nodes)
    found: dict[NodeId, dict[str, Json]] = {node: {} for node in dict.fromkeys(nodes) if node in kept}
    rows = _rows_of(sight, found)
    words = sight.symbols.words({key for row in rows.values() for key in row})
    for node, shown in found.items():
        for key, (_, _, value) in rows[node].items():
            word = words.get(key, "")
            if word and word not in INTERNAL:
                shown[word] = decode_value(value)
    return found


def _rows_of(sight: Sight, nodes: Collection[NodeId]) -> Facts:
    """Return the rows in force on nodes, reading those that the transaction does not know."""
    known: Facts = {} if sight.facts is None else sight.facts
    read: Facts = {node: {} for node in nodes if node not in known}
    alive = sight.alive("f")
    for part in lists([node for node in read if node != PROJECT_NODE or not sight.bare_project]):
        for node, key, *row in sight.connection.rows(
            f"SELECT f.node, f.key, f.id, f.from_op, f.value FROM fact f WHERE f.node IN ({marks(part)})"
            f" AND {alive.sql}",
            (*part, *alive.values),
        ):
            read[NodeId(node)][key] = tuple(row)
    known.update(read)
    return {node: known[node] for node in nodes}


def read_history(sight: Sight, node: NodeId, key: str | None) -> list[Assertion]:
    """Return every value that the keys of a node had up to the view, oldest first."""
    if node not in seen_nodes(sight, (node,)):
        return []
    rows = sight.connection.rows(
        "SELECT s.text, f.value, f.from_op, f.to_op FROM fact f JOIN symbol s ON s.id=f.key"
        " WHERE f.node=? AND f.from_op<=? ORDER BY f.from_op, s.text",
        (node, sight.at),
    )
    return [
        Assertion(node, word, json.loads(value), from_op, to_op if to_op <= sight.at else FOREVER)
        for word, value, from_op, to_op in rows
        if word not in INTERNAL and key in (None, word)
    ]


def read_attributes(sight: Sight, node: NodeId) -> dict[str, Json]:
    """Return the metadata of a node: what was given at creation, later changes on top; a removed one is left out."""
    state = read_state(sight, (node,)).get(node)
    if state is None:
        return {}
    given = creation_metadata(sight, node)
    changed = {key.removeprefix(_ATTRIBUTE): value for key, value in state.items() if key.startswith(_ATTRIBUTE)}
    return {key: value for key, value in (given | changed).items() if value is not None}


def creation_metadata(sight: Sight, node: NodeId) -> dict[str, Json]:
    """Return the metadata a node was created with."""
    number, type_ = divmod(node, 8)
    if type_ == NodeType.REVISION:
        found = sight.connection.row("SELECT meta FROM content WHERE rev=?", (number,))
    elif type_ == NodeType.ARTIFACT:
        found = sight.connection.row("SELECT meta FROM artifact WHERE id=?", (number,))
    else:
        return {}
    return {} if found is None else decode(found[0])


def read_aliases(sight: Sight, items: Sequence[ItemId]) -> dict[ItemId, tuple[str, ...]]:
    """Return the aliases of items that are seen, as given, in the order given."""
    alive, seen = sight.alive("a"), sight.seen_item()
    found: dict[ItemId, list[str]] = {}
    for part in lists([each for each in dict.fromkeys(items) if each not in sight.nameless]):
        rows = sight.connection.rows(
            "SELECT a.item, a.text FROM alias a JOIN item i ON i.id=a.item"
            f" WHERE a.item IN ({marks(part)}) AND a.canonical=0 AND {alive.sql} AND {seen.sql} ORDER BY a.id",
            (*part, *alive.values, *seen.values),
        )
        for item, text in rows:
            found.setdefault(ItemId(item), []).append(text)
    return {item: tuple(found[item]) for item in dict.fromkeys(items) if item in found}


def read_items_by_alias(sight: Sight, forms: Sequence[str]) -> dict[str, tuple[ItemId, ...]]:
    """Return the items that go by a name, per form: those whose canonical name it is first, then older ones first."""
    alive, seen = sight.alive("a"), sight.seen_item()
    found: dict[str, dict[ItemId, None]] = {}
    for part in lists(dict.fromkeys(forms)):
        rows = sight.connection.rows(
            "SELECT a.form, a.item FROM alias a JOIN item i ON i.id=a.item"
            f" WHERE a.form IN ({marks(part)}) AND {alive.sql} AND {seen.sql} ORDER BY a.canonical DESC, a.item",
            (*part, *alive.values, *seen.values),
        )
        for form, item in rows:
            found.setdefault(form, {})[ItemId(item)] = None
    return {form: tuple(found[form]) for form in dict.fromkeys(forms) if form in found}


def read_beginnings(sight: Sight, beginnings: Sequence[str]) -> set[str]:
    """Return those of some beginnings that a name of anything has, whether it is seen or not."""
    found: set[str] = set()
    for part in lists(dict.fromkeys(beginnings)):
        asked = ",".join("(?)" for _ in part)
        rows = sight.connection.rows(
            f"WITH asked(start) AS (VALUES {asked}) SELECT a.start FROM asked a"
            " WHERE EXISTS (SELECT 1 FROM alias n WHERE n.form>=a.start AND n.form<a.start||char(1114111))",
            part,
        )
        found.update(start for (start,) in rows)
    return found


def seen_nodes(sight: Sight, nodes: Sequence[NodeId]) -> set[NodeId]:
    """Return those of the nodes that are seen."""
    by_type: dict[int, list[int]] = {}
    for node in dict.fromkeys(nodes):
        by_type.setdefault(node % 8, []).append(node // 8)
    kept = {NodeId(NodeType.PROJECT)} if 0 in by_type.get(NodeType.PROJECT, ()) else set()
    revisions = by_type.get(NodeType.REVISION, [])
    kept |= {NodeId(each * 8 + NodeType.REVISION) for each in sight.keep_seen(map(RevisionId, revisions))}
    items = by_type.get(NodeType.ITEM, [])
    kept |= {NodeId(each * 8 + NodeType.ITEM) for each in items if ItemId(each) in sight.items}
    by_type[NodeType.ITEM] = [each for each in items if ItemId(each) not in sight.items]
    places = {
        NodeType.ITEM: ("item i", "i.id", sight.seen_item()),
        NodeType.SPACE: ("space s", "s.id", every(sight.owned("s"), sight.born("s"))),
        NodeType.ARTIFACT: (
            "artifact a JOIN revision r ON r.id=a.rev JOIN item i ON i.id=r.item",
            "a.id",
            every(sight.seen_revision(), sight.born("a"), sight.standing_made(f"a.id*8+{int(NodeType.ARTIFACT)}")),
        ),
    }
    for type_, (table, number, seen) in places.items():
        for part in lists(by_type.get(type_, [])):
            rows = sight.connection.rows(
                f"SELECT {number} FROM {table} WHERE {number} IN ({marks(part)}) AND {seen.sql}", (*part, *seen.values)
            )
            kept |= {NodeId(row[0] * 8 + type_) for row in rows}
    return kept
