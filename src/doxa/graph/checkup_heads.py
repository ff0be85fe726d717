"""The projection of believed heads, checked against the assertion rows it is computed from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from doxa.graph.engine import Connection, Row
from doxa.graph.nodes import ItemId
from doxa.graph.projection import COLUMNS, INSERT_HEAD, compute_heads
from doxa.graph.sight import Sight, chunks
from doxa.graph.symbols import marks
from doxa.records import Finding

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

_STEP = 2_000
_NEEDED = tuple(COLUMNS.split(", ").index(column) for column in ("space", "time", "until"))


def check_heads(graph: SqlGraph, *, repair: bool) -> Finding:
    """Check every row of the projection; with `repair` compute those anew that differ."""
    wrong: list[ItemId] = []
    with graph.engine.reading() as connection:
        sight = graph.sight(connection)
        for items in _all_items(connection):
            computed = {row[0]: row for row in compute_heads(sight, items)}
            stored = _stored(connection, items)
            wrong += [item for item in items if computed.get(item) != stored.get(item)]
    if repair:
        for part in chunks(wrong, _STEP):
            with graph.engine.writing(None) as connection:
                rewrite_heads(connection, graph.sight(connection), part)
    detail = f"{len(wrong)} items are projected wrongly" if wrong else ""
    return Finding("heads", not wrong, detail, repaired=bool(wrong) and repair)


def rewrite_heads(connection: Connection, sight: Sight, items: Sequence[ItemId]) -> None:
    """Compute the projection of items anew, but for those whose log is damaged, which have none."""
    rows = [row for row in compute_heads(sight, items) if None not in (row[place] for place in _NEEDED)]
    for part in chunks(items):
        connection.run(f"DELETE FROM head WHERE item IN ({marks(part)})", part)
    connection.run_many(INSERT_HEAD, rows)


def _stored(connection: Connection, items: Sequence[ItemId]) -> dict[int, Row]:
    rows: dict[int, Row] = {}
    for part in chunks(items):
        found = connection.rows(f"SELECT {COLUMNS} FROM head WHERE item IN ({marks(part)})", part)
        rows.update((row[0], row) for row in found)
    return rows


def _all_items(connection: Connection) -> Iterator[list[ItemId]]:
    """Yield the numbers of all items and of all projections, some at a time."""
    last = 0
    while rows := connection.rows(
        "SELECT id FROM item WHERE id>? UNION SELECT item FROM head WHERE item>? ORDER BY 1 LIMIT ?",
        (last, last, _STEP),
    ):
        last = rows[-1][0]
        yield [ItemId(number) for (number,) in rows]
