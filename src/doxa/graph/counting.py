"""Counting what a reader sees."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from doxa.graph.codes import LIVE, STATUSES
from doxa.graph.oplog import visible_operations
from doxa.graph.owners import SHARED, Owners
from doxa.graph.projection import heads_table
from doxa.graph.sight import ALWAYS, Condition, Sight, every
from doxa.graph.symbols import marks
from doxa.records import ANY, User

_OF_REVISION = "JOIN revision r ON r.id={column} JOIN item i ON i.id=r.item"


def count_all(sight: Sight) -> dict[str, int]:
    """Count what is seen.

    Returns:
        Live items per kind (`kind:x`), items per status (`status:x`), `revisions`, `edges`, `vectors`, `operations`
        (those that touched something that is seen) and `users` (owners other than the shared one).
    """
    seen = sight.seen_revision()
    edges = f"edge e {_OF_REVISION.format(column='e.src')} JOIN revision q ON q.id=e.dst JOIN item j ON j.id=q.item"
    held = f"vector v {_OF_REVISION.format(column='v.rev')}"
    return {
        **_items(sight),
        "revisions": _count(sight, "revision r JOIN item i ON i.id=r.item", seen),
        "edges": _count(sight, edges, every(sight.alive("e"), seen, sight.seen_revision("q", "j"))),
        "vectors": _count(sight, held, seen),
        "operations": len(visible_operations(sight, 1, sight.at)),
        "users": _count(sight, "slab s", every(Condition("s.id<>? AND s.user IS NOT NULL", (SHARED,)), _slabs(sight))),
    }


def count_kinds(sight: Sight) -> dict[str, int]:
    """Count the live items that are seen by kind, from the index of the projection alone."""
    table, owned = heads_table(sight), sight.owned("h")
    rows = sight.connection.rows(
        f"SELECT h.kind, count(*) FROM {table.sql} h WHERE {owned.sql} AND h.status={LIVE} GROUP BY h.kind",
        (*table.values, *owned.values),
    )
    words = sight.symbols.words({kind for kind, _ in rows})
    return dict(sorted((words.get(kind, ""), number) for kind, number in rows))


def list_owners(sight: Sight) -> list[str | None]:
    """Return the owners that are seen, the shared one first; an erased user is none."""
    seen = _slabs(sight)
    rows = sight.connection.rows(
        f"SELECT s.user FROM slab s WHERE s.id<>? AND s.user IS NOT NULL AND {seen.sql} ORDER BY s.id",
        (SHARED, *seen.values),
    )
    return [None, *(user for (user,) in rows)]


def count_live(sight: Sight, kinds: Sequence[str], owner: User) -> int:
    """Count the live items of some kinds that an owner has; with `ANY` everybody's, seen or not."""
    table = heads_table(replace(sight, slabs=None, hidden=None, user=ANY))
    numbers = sight.symbols.ids(kinds)
    where, values = f"h.status=? AND h.kind IN ({marks(numbers)})", (LIVE, *numbers)
    if owner is not ANY:
        slab = Owners(sight.connection, sight.symbols.maps).slab(owner if isinstance(owner, str) else None)
        where, values = f"{where} AND h.slab=?", (*values, -1 if slab is None else slab)
    found = sight.connection.row(f"SELECT count(*) FROM {table.sql} h WHERE {where}", (*table.values, *values))
    assert found is not None
    return int(found[0])


def _items(sight: Sight) -> dict[str, int]:
    table, owned = heads_table(sight), sight.owned("h")
    rows = sight.connection.rows(
        f"SELECT h.kind, h.status, count(*) FROM {table.sql} h WHERE {owned.sql} GROUP BY h.kind, h.status",
        (*table.values, *owned.values),
    )
    words = sight.symbols.words({kind for kind, _, _ in rows})
    counts: dict[str, int] = {}
    for kind, status, number in rows:
        if status == LIVE:
            counts[f"kind:{words.get(kind, '')}"] = number
        key = f"status:{STATUSES[status]}"
        counts[key] = counts.get(key, 0) + number
    return dict(sorted(counts.items()))


def _slabs(sight: Sight) -> Condition:
    born = sight.born("s")
    if sight.slabs is None:
        return every(born, ALWAYS if sight.hidden is None else Condition("s.id<>?", (sight.hidden,)))
    return every(born, Condition(f"s.id IN ({marks(sight.slabs)})", sight.slabs))


def _count(sight: Sight, table: str, where: Condition) -> int:
    found = sight.connection.row(f"SELECT count(*) FROM {table} WHERE {where.sql}", where.values)
    assert found is not None
    return int(found[0])
