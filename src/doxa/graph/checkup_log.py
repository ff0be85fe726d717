"""Checks of the log itself, which nothing can rebuild: the file's pages, the operations, rows that belong nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.graph.nodes import FOREVER, NodeType
from doxa.records import Finding

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

_ITEM, _REVISION, _ARTIFACT, _SPACE = (
    int(type_) for type_ in (NodeType.ITEM, NodeType.REVISION, NodeType.ARTIFACT, NodeType.SPACE)
)
_STRAY = {
    "revisions without an item": "revision r LEFT JOIN item i ON i.id=abs(r.item) WHERE i.id IS NULL",
    "contents without a revision": "content c LEFT JOIN revision r ON r.id=c.rev WHERE r.id IS NULL",
    "revisions without content": "revision r JOIN item i ON i.id=r.item LEFT JOIN content c ON c.rev=r.id"
    " WHERE i.erased IS NULL AND c.rev IS NULL",
    "items without a name": "item i LEFT JOIN name n ON n.item=i.id WHERE i.erased IS NULL AND n.item IS NULL",
    "edges without an end": "edge e LEFT JOIN revision s ON s.id=e.src LEFT JOIN revision d ON d.id=e.dst"
    " WHERE s.id IS NULL OR d.id IS NULL",
    "assertions without a node": "fact f WHERE CASE f.node%8"
    f" WHEN {_ITEM} THEN NOT EXISTS (SELECT 1 FROM item x WHERE x.id=f.node/8)"
    f" WHEN {_REVISION} THEN NOT EXISTS (SELECT 1 FROM revision x WHERE x.id=f.node/8)"
    f" WHEN {_ARTIFACT} THEN NOT EXISTS (SELECT 1 FROM artifact x WHERE x.id=f.node/8)"
    f" WHEN {_SPACE} THEN NOT EXISTS (SELECT 1 FROM space x WHERE x.id=f.node/8) ELSE false END",
    "observations without a revision": "observation o LEFT JOIN revision r ON r.id=o.rev WHERE r.id IS NULL",
    "words without a text": "item i LEFT JOIN symbol s ON s.id=i.kind WHERE s.id IS NULL",
}
_LEDGERS = ("fact", "edge", "alias", "observation")


def check_file(graph: SqlGraph, *, deep: bool) -> Finding:
    """Check the file's pages and indexes, with `deep` that indexes and tables agree too."""
    # a connection that was open while another process wrote may hold an old page of the text index; it reads it anew
    faults = graph.engine.verify(deep=deep) and graph.engine.verify(deep=deep)
    return Finding("file", not faults, "; ".join(faults))


def check_operations(graph: SqlGraph) -> Finding:
    """Check that operations are numbered without gaps and labelled in order, and rows opened and closed by them."""
    with graph.engine.reading() as connection:
        found = connection.row("SELECT count(*), COALESCE(max(id), 0) FROM op")
        unordered = connection.row("SELECT count(*) FROM op a JOIN op b ON b.id=a.id+1 WHERE b.at<=a.at")
        assert found is not None
        assert unordered is not None
        count, newest = found
        astray = 0
        for table in _LEDGERS:
            row = connection.row(
                f"SELECT count(*) FROM {table} WHERE from_op>? OR from_op<1 OR to_op<from_op"
                f" OR (to_op>? AND to_op<{FOREVER})",
                (newest, newest),
            )
            astray += row[0] if row else 0
    faults = [f"{newest - count} operations are missing"] if count != newest else []
    faults += [f"{unordered[0]} operations are labelled out of order"] if unordered[0] else []
    faults += [f"{astray} rows are of operations that never were"] if astray else []
    return Finding("operations", not faults, "; ".join(faults) or f"{count:,} operations")


def check_rows(graph: SqlGraph) -> Finding:
    """Check that every row belongs to something."""
    faults: list[str] = []
    with graph.engine.reading() as connection:
        for what, rows in _STRAY.items():
            found = connection.row(f"SELECT count(*) FROM {rows}")
            if found is not None and found[0]:
                faults.append(f"{found[0]} {what}")
    return Finding("rows", not faults, "; ".join(faults))
