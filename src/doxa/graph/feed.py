"""The change feed: every change of every node in commit order, from the same rows that everything is read from.

A change is placed by its operation and a `position` in it that never moves: which source told it, and that row's
number. So a cursor resumes after exactly what was read, also when rows were erased since. What was erased is told by
an `item.erased` change with its id; its earlier changes are gone with it.
"""

from __future__ import annotations

import heapq
from typing import NamedTuple

from doxa.clock import from_micros
from doxa.errors import InvalidInput
from doxa.graph.engine import Row
from doxa.graph.feed_sources import SOURCES, Source
from doxa.graph.feed_words import Names, describe, revisions_named
from doxa.graph.listing import check_limit
from doxa.graph.nodes import FOREVER, ChangeNode
from doxa.graph.sight import Condition, Sight, chunks, every
from doxa.graph.symbols import marks

_ROWS_PER_SOURCE = 1 << 48


class _Place(NamedTuple):
    """A change before it is put in words."""

    operation: int
    position: int
    sort: str
    row: Row


def changes(sight: Sight, *, after: int, position: int, limit: int) -> list[ChangeNode]:
    """Return changes after a cursor, in commit order.

    Args:
        sight: A present snapshot.
        after: The operation of the last change read; 0 = from the beginning.
        position: Its position; 0 = that operation from its beginning, `FOREVER` = the operations after it.
        limit: How many at most, from 1.

    Raises:
        InvalidInput: The cursor or the limit are none.
    """
    check_limit(limit)
    if not (0 <= after <= FOREVER and 0 <= position <= FOREVER):
        mend = "Pass operation and position of the last change read."
        raise InvalidInput(f"({after}, {position}) is no cursor.", mend=mend, field="after")
    found: list[_Place] = []
    for rank, source in enumerate(SOURCES):
        found += _read(sight, rank, source, after, position, limit)
    places = heapq.nsmallest(limit, found, key=lambda place: place[:2])
    return _in_words(sight, places)


def _read(sight: Sight, rank: int, source: Source, after: int, position: int, limit: int) -> list[_Place]:
    """Return the next rows of one source: those later in the same operation, and those of later operations."""
    low = rank * _ROWS_PER_SOURCE
    read_up_to = min(max(position - low, 0), _ROWS_PER_SOURCE)
    where = every(
        Condition(f"({source.moment}, t.id)>(?, ?) AND {source.moment}<{FOREVER}", (after, read_up_to)),
        *(sight.owned(owner) for owner in source.owners),
        Condition(source.where),
    )
    rows = sight.connection.rows(
        f"SELECT {source.moment}, t.id, {source.columns} FROM {source.tables} WHERE {where.sql}"
        f" ORDER BY {source.moment}, t.id LIMIT ?",
        (*where.values, limit),
    )
    return [_Place(row[0], low + row[1], source.sort, row[2:]) for row in rows]


def _in_words(sight: Sight, places: list[_Place]) -> list[ChangeNode]:
    items = [place.row[0] for place in places if place.row[0] is not None]
    revisions = [revision for place in places for revision in revisions_named(place.sort, place.row)]
    names = Names(sight, items, revisions)
    at: dict[int, int] = {}
    for part in chunks(dict.fromkeys(place.operation for place in places)):
        at.update(sight.connection.rows(f"SELECT id, at FROM op WHERE id IN ({marks(part)})", part))
    nodes: list[ChangeNode] = []
    for operation, position, sort, row in places:
        told = describe(sort, names, row)
        nodes.append(ChangeNode(operation, position, from_micros(at[operation]), told.kind, told.ref, told.detail))
    return nodes
