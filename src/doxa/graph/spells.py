"""When the revisions of an item claim to hold, found by one query, without reading what any of them says."""

from __future__ import annotations

import json

from doxa.belief.intervals import BEGINNING, FOREVER
from doxa.graph.filtering import REVISION, value_of
from doxa.graph.nodes import ItemId, Key, RevisionId, Spell
from doxa.graph.sight import Sight

_SPELLS = (
    "SELECT r.id, r.n, {held}, min(v.detail->>'$.span[0]'),"
    " max(max(v.detail->>'$.span[3]', coalesce((v.detail->>'$.told')+1, v.detail->>'$.span[3]'))),"
    " max(v.detail->>'$.open'), min(v.detail->>'$.span[0]' IS NOT NULL)"
    " FROM revision r JOIN item i ON i.id=r.item LEFT JOIN observation v ON v.rev=r.id AND {alive}"
    " WHERE r.item=? AND {seen} GROUP BY r.id ORDER BY r.n"
)


def read_spells(sight: Sight, item: ItemId) -> list[Spell]:
    """Return the spells of an item's revisions that are seen, oldest number first."""
    held, alive, seen = value_of(sight, REVISION, Key.HELD), sight.alive("v"), sight.seen_revision()
    rows = sight.connection.rows(
        _SPELLS.format(held=held.sql, alive=alive.sql, seen=seen.sql),
        (*held.values, *alive.values, item, *seen.values),
    )
    return [Spell(RevisionId(row[0]), row[1], *_bounds(*row[2:])) for row in rows]


def _bounds(kept: str | None, begins: int | None, asserts_until: int | None, open: int, known: int) -> tuple[int, int]:
    """What nobody is known to have said may hold at any time."""
    if not known or begins is None or asserts_until is None:
        return BEGINNING, FOREVER
    if kept is None:
        return begins, FOREVER if open else asserts_until
    held = json.loads(kept)
    if not held:
        return begins, asserts_until
    first, last = held[0][0], held[-1][1]
    return (
        BEGINNING if first is None else min(begins, first),
        FOREVER if last is None else max(asserts_until, last),
    )
