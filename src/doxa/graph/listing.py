"""Listing items and spaces, page by page; a cursor names the last one shown, so writes between pages lose nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from doxa.clock import from_micros
from doxa.errors import InvalidInput
from doxa.graph.addresses import item_columns, item_nodes
from doxa.graph.engine import Row
from doxa.graph.filtering import filter_condition
from doxa.graph.kref import space_path
from doxa.graph.naming import named
from doxa.graph.nodes import Filter, ItemNode, SpaceNode
from doxa.graph.projection import head_of_item
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks, every
from doxa.graph.symbols import marks
from doxa.records import Page

MAX_LIMIT = 100_000
_BATCH = 500


def list_items(sight: Sight, filter: Filter, *, name: str | None, limit: int, cursor: str | None) -> Page[ItemNode]:
    """List items that are seen, newest first, whether or not they have a revision.

    Args:
        sight: The reader's snapshot.
        filter: What to keep; `heads_only` says nothing of items.
        name: The whole name, with `*` for any characters.
        limit: Items on a page, from 1.
        cursor: Where the page before ended.

    Raises:
        InvalidInput: Limit or cursor are none.
    """
    check_limit(limit)
    wanted = every(sight.owned("i"), sight.seen_item(), filter_condition(sight, replace(filter, heads_only=False)))
    pattern = None if name is None or "*" not in name else _pattern(name)
    if name is not None and pattern is None:
        wanted = every(wanted, _named(sight, name))
    before = None if cursor is None else number_of_cursor(cursor)
    found: list[Row] = []
    while len(found) <= limit:
        rows = _items_before(sight, wanted, before, _BATCH if pattern else limit + 1)
        found += [row for row in rows if pattern is None or pattern.fullmatch(row[9])]
        if len(rows) < (_BATCH if pattern else limit + 1):
            break
        before = rows[-1][0]
    shown = found[:limit]
    return Page(tuple(item_nodes(sight, shown)), str(shown[-1][0]) if len(found) > limit else None)


def list_spaces(sight: Sight, parent: str, *, recursive: bool, limit: int, cursor: str | None) -> Page[SpaceNode]:
    """List the spaces under a path by path, those of all owners that are seen.

    Raises:
        InvalidKref: The path is none.
        InvalidInput: Limit or cursor are none.
    """
    check_limit(limit)
    segments = space_path(parent)
    made = _made(sight, sight.tree(segments))
    paths = sight.spaces.paths(made)
    deepest = None if recursive else len(segments) + 1
    under = [
        (path, sight.spaces.slab(space), space)
        for space, path in paths.items()
        if len(path) > len(segments) and (deepest is None or len(path) == deepest)
    ]
    after = None if cursor is None else _space_cursor(cursor)
    later = sorted(place for place in under if after is None or place[:2] > after)
    shown = later[:limit]
    users = sight.owners.users({slab for _, slab, _ in shown})
    nodes = [SpaceNode(space, "/".join(path), users[slab], from_micros(made[space])) for path, slab, space in shown]
    return Page(tuple(nodes), f"{shown[-1][1]}:{nodes[-1].path}" if len(later) > limit else None)


def check_limit(limit: int) -> None:
    """Check how many rows a page may have.

    Raises:
        InvalidInput: Not from 1 to 100,000.
    """
    if isinstance(limit, bool) or not isinstance(limit, int) or not 1 <= limit <= MAX_LIMIT:
        mend = f"Give 1 to {MAX_LIMIT:,}."
        raise InvalidInput(f"limit is {limit!r}.", mend=mend, field="limit", value=limit)


def number_of_cursor(cursor: str) -> int:
    """Return what a cursor of decimal digits says.

    Raises:
        InvalidInput: It is none.
    """
    if not isinstance(cursor, str) or not re.fullmatch(r"[0-9]{1,18}", cursor):
        raise _no_cursor(cursor)
    return int(cursor)


def _items_before(sight: Sight, wanted: Condition, before: int | None, limit: int) -> list[Row]:
    """Return the next items of all owners; each owner's lie in order in the index, so few are looked at."""
    if sight.slabs is None:
        return _items_of(sight, every(wanted, _before(before)), limit)
    found: list[Row] = []
    for slab in sight.slabs:
        found += _items_of(sight, every(Condition("i.slab=?", (slab,)), _before(before), wanted), limit)
    return sorted(found, key=lambda row: -row[0])[:limit]


def _named(sight: Sight, name: str) -> Condition:
    """Say that an item has a name, by the index of addresses: space by space, however many items there are."""
    owned = sight.owned("s")
    bearing = named(name, Condition(f"n.space IN (SELECT s.id FROM space s WHERE {owned.sql})", owned.values))
    return Condition(f"i.id IN ({bearing.sql})", bearing.values)


def _before(number: int | None) -> Condition:
    return ALWAYS if number is None else Condition("i.id<?", (number,))


def _items_of(sight: Sight, where: Condition, limit: int) -> list[Row]:
    head = Condition("(SELECT h.rev FROM head h WHERE h.item=i.id)") if sight.now else head_of_item(sight)
    columns = item_columns(sight)
    return sight.connection.rows(
        f"SELECT {columns.sql} FROM item i JOIN name a ON a.item=i.id LEFT JOIN revision r ON r.id={head.sql}"
        f" WHERE {where.sql} ORDER BY i.id DESC LIMIT ?",
        (*columns.values, *head.values, *where.values, limit),
    )


def _pattern(name: str) -> re.Pattern[str]:
    return re.compile(".*".join(map(re.escape, name.split("*"))), re.DOTALL)


def _made(sight: Sight, spaces: Sequence[int]) -> dict[int, int]:
    """Return when spaces were made, for those that were by then; the roots are no spaces anyone made."""
    born = sight.born("s")
    made: dict[int, int] = {}
    for part in chunks(spaces):
        rows = sight.connection.rows(
            f"SELECT s.id, o.at FROM space s JOIN op o ON o.id=s.op WHERE s.id IN ({marks(part)}) AND {born.sql}",
            (*part, *born.values),
        )
        made.update((space, at) for space, at in rows)
    return made


def _space_cursor(cursor: str) -> tuple[tuple[str, ...], int]:
    slab, colon, path = cursor.partition(":") if isinstance(cursor, str) else ("", "", "")
    if not colon or not slab.isdecimal():
        raise _no_cursor(cursor)
    return tuple(path.split("/")), int(slab)


def _no_cursor(cursor: object) -> InvalidInput:
    mend = "Pass the one that came with the page before."
    return InvalidInput(f"{cursor!r} is no cursor.", mend=mend, field="cursor", value=cursor)
