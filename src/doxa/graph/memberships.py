"""Members of a bundle: what its revisions added and removed, up to one of them."""

from __future__ import annotations

import json

from doxa.errors import NotFound
from doxa.graph.filtering import REVISION, value_of
from doxa.graph.nodes import ItemId, Key
from doxa.graph.sight import Sight, chunks
from doxa.graph.symbols import marks


def members_of(sight: Sight, bundle: ItemId, number: int | None) -> tuple[ItemId, ...]:
    """Return the members at a revision number, `None` = the newest one, in order of joining.

    Raises:
        NotFound: There is no such revision.
    """
    change, seen = value_of(sight, REVISION, Key.MEMBERS), sight.seen_revision()
    rows = sight.connection.rows(
        f"SELECT r.n, {change.sql} FROM revision r JOIN item i ON i.id=r.item WHERE r.item=? AND {seen.sql}"
        " ORDER BY r.n",
        (*change.values, bundle, *seen.values),
    )
    if number is not None and number not in [n for n, _ in rows]:
        mend = "See its versions."
        raise NotFound(f"The bundle has no revision {number}.", mend=mend, field="number", value=number)
    members: dict[ItemId, None] = {}
    for n, text in rows:
        if text is None or (number is not None and n > number):
            continue
        delta = json.loads(text)
        for gone in delta["remove"]:
            members.pop(gone, None)
        members.update(dict.fromkeys(map(ItemId, delta["add"])))
    return _seen(sight, members)


def _seen(sight: Sight, members: dict[ItemId, None]) -> tuple[ItemId, ...]:
    kept: set[int] = set()
    condition = sight.seen_item()
    for part in chunks(members):
        found = sight.connection.rows(
            f"SELECT i.id FROM item i WHERE i.id IN ({marks(part)}) AND {condition.sql}", (*part, *condition.values)
        )
        kept.update(number for (number,) in found)
    return tuple(member for member in members if member in kept)
