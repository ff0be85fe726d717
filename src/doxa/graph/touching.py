"""What was touched since an operation: a few rows of each table by its index of operations, however much is held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from doxa.graph.nodes import FOREVER, ItemId, NodeType, RevisionId
from doxa.graph.projection import compute_heads
from doxa.graph.sight import Sight, chunks
from doxa.graph.symbols import marks

_OF_REVISION = f"r.item FROM fact t CROSS JOIN revision r ON r.id=t.node/8 AND t.node%8={int(NodeType.REVISION)} WHERE"


def _changes(columns: str) -> tuple[tuple[str, str], ...]:
    return (columns, "t.from_op"), (columns, "t.to_op")


# the item of each row that tells of a change, and the column of the operation that made it
_SOURCES: tuple[tuple[str, str], ...] = (
    ("t.id FROM item t WHERE", "t.op"),
    ("t.item FROM revision t WHERE", "t.op"),
    ("r.item FROM artifact t CROSS JOIN revision r ON r.id=t.rev WHERE", "t.op"),
    *_changes(f"t.node/8 FROM fact t WHERE t.node%8={int(NodeType.ITEM)} AND"),
    *_changes(_OF_REVISION),
    *_changes("r.item FROM edge t CROSS JOIN revision r ON r.id=t.src WHERE"),
    *_changes("r.item FROM edge t CROSS JOIN revision r ON r.id=t.dst WHERE"),
    *_changes("t.item FROM alias t WHERE"),
    *_changes("r.item FROM observation t CROSS JOIN revision r ON r.id=t.rev WHERE"),
)


def touched(sight: Sight, after: int) -> list[RevisionId]:
    """Return the believed heads, of whatever status, of the items that an operation after one touched, oldest first.

    Args:
        sight: The reader's snapshot.
        after: An operation; 0 = from the beginning.
    """
    items: set[ItemId] = set()
    for columns, moment in _SOURCES:
        # what is in force still has no operation that closed it; said outright, so that the partial index serves
        rows = sight.connection.rows(
            f"SELECT DISTINCT {columns} {moment}>? AND {moment}<{FOREVER} AND {moment}<=?", (after, sight.at)
        )
        items.update(ItemId(item) for (item,) in rows)
    return sorted(_heads_of(sight, items))


def _heads_of(sight: Sight, items: Iterable[ItemId]) -> Iterator[RevisionId]:
    owned = sight.owned("h")
    for part in chunks(sorted(items)):
        if not sight.now:
            yield from (RevisionId(row[1]) for row in compute_heads(sight, part) if sight.sees(row[2]))
            continue
        rows = sight.connection.rows(
            f"SELECT h.rev FROM head h WHERE h.item IN ({marks(part)}) AND {owned.sql}", (*part, *owned.values)
        )
        yield from (RevisionId(revision) for (revision,) in rows)
