"""Tags: movable pointers from an item to one of its revisions, with every stay kept; `latest` moves by itself."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from doxa.graph.nodes import FOREVER, ItemId, Key, NodeType, RevisionId, TagSpan, item_node
from doxa.graph.sight import Sight, every

LATEST = "latest"
_TAG = "tag:"


def latest_at(sight: Sight, item: ItemId, at: int) -> RevisionId | None:
    """Return an item's newest revision by number as of an operation, seen then."""
    then = past(sight, at)
    seen = every(then.born("r"), then.standing_made(f"r.id*8+{int(NodeType.REVISION)}"))
    found = sight.connection.row(
        f"SELECT r.id FROM revision r WHERE r.item=? AND {seen.sql} ORDER BY r.n DESC LIMIT 1", (item, *seen.values)
    )
    return None if found is None else RevisionId(found[0])


def holder_at(sight: Sight, item: ItemId, tag: str, at: int) -> RevisionId | None:
    """Return the revision that held a tag of an item as of an operation."""
    if tag == LATEST:
        return latest_at(sight, item, at)
    alive = past(sight, at).alive("f")
    found = sight.connection.row(
        f"SELECT f.value FROM fact f WHERE f.node=? AND f.key=? AND {alive.sql}",
        (item_node(item), sight.symbols.id(_TAG + tag), *alive.values),
    )
    return None if found is None else RevisionId(json.loads(found[0]))


def tags_of(sight: Sight, item: ItemId) -> dict[str, RevisionId]:
    """Return the tags of an item that is seen, with their holders; `latest` first where there is a revision."""
    alive = sight.alive("f")
    rows = sight.connection.rows(
        "SELECT s.text, f.value FROM fact f JOIN symbol s ON s.id=f.key"
        f" WHERE f.node=? AND s.text LIKE 'tag:%' AND {alive.sql} ORDER BY s.text",
        (item_node(item), *alive.values),
    )
    latest = latest_at(sight, item, sight.at)
    tags = {} if latest is None else {LATEST: latest}
    return tags | {key.removeprefix(_TAG): RevisionId(json.loads(value)) for key, value in rows}


def tag_history(sight: Sight, item: ItemId, tag: str | None) -> list[TagSpan]:
    """Return every stay of an item's tags up to the view, oldest first."""
    spans = [] if tag == LATEST else _tag_spans(sight, item, tag)
    if tag in (None, LATEST):
        spans += _latest_spans(sight, item)
    return sorted(spans, key=lambda span: (span.from_op, span.tag))


def past(sight: Sight, at: int) -> Sight:
    """Return the sight of the same eyes as of an operation."""
    return sight if at == sight.at else replace(sight, at=at, now=False)


def _tag_spans(sight: Sight, item: ItemId, tag: str | None) -> list[TagSpan]:
    wanted, values = ("s.text LIKE 'tag:%'", ()) if tag is None else ("s.text=?", (_TAG + tag,))
    rows = sight.connection.rows(
        "SELECT s.text, f.value, f.from_op, f.to_op FROM fact f JOIN symbol s ON s.id=f.key"
        f" WHERE f.node=? AND {wanted} AND f.from_op<=?",
        (item_node(item), *values, sight.at),
    )
    return [
        TagSpan(key.removeprefix(_TAG), RevisionId(json.loads(value)), from_op, _known(to_op, sight.at))
        for key, value, from_op, to_op in rows
    ]


def _latest_spans(sight: Sight, item: ItemId) -> list[TagSpan]:
    """`latest` moves when a revision is made, and when the making of one is undone or redone."""
    spans: list[TagSpan] = []
    for moment in _moments(sight, item):
        holder = latest_at(sight, item, moment)
        last = spans[-1] if spans else None
        if last is not None and last.to_op == FOREVER:
            if last.revision == holder:
                continue
            spans[-1] = replace(last, to_op=moment)
        if holder is not None:
            spans.append(TagSpan(LATEST, holder, moment, FOREVER))
    return spans


def _moments(sight: Sight, item: ItemId) -> Sequence[int]:
    rows = sight.connection.rows(
        "SELECT r.op, f.from_op, f.to_op FROM revision r LEFT JOIN fact f"
        f" ON f.node=r.id*8+{int(NodeType.REVISION)} AND f.key=? WHERE r.item=?",
        (sight.symbols.id(Key.VOID), item),
    )
    return sorted({moment for row in rows for moment in row if moment is not None and moment <= sight.at})


def _known(to_op: int, at: int) -> int:
    """A past view does not know that a stay ended later."""
    return to_op if to_op <= at else FOREVER
