"""Finding items by what they count as the same as: identity and slot, both as keyed hashes."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.graph.codes import LIVE
from doxa.graph.identity import Hasher
from doxa.graph.inputs import checked_contexts, encode
from doxa.graph.nodes import ItemId
from doxa.graph.projection import heads_table
from doxa.graph.sight import Condition, Sight, chunks
from doxa.graph.symbols import marks


def item_by_identity(sight: Sight, hashed: str, user: str | None) -> ItemId | None:
    """Return the live, accepted item of one owner that has an identity, given as its hash under a set of contexts."""
    found = _items(sight, "ident", [hashed], user)
    return found[0] if found else None


def held_identities(sight: Sight, hashes: Sequence[str], user: str | None) -> list[str]:
    """Return those of many identities, given as hashes, that live, accepted items of one owner have."""
    slab = _seen_slab(sight, user)
    if slab is None:
        return []
    stored = {encode(each): each for each in hashes}
    found: list[str] = []
    for part in chunks(hashes):
        query = _holding(sight, slab, "ident", part)
        sql = query.sql.replace("SELECT h.item", "SELECT h.ident", 1)
        found += [stored[row[0]] for row in sight.connection.rows(sql, query.values)]
    return found


def items_by_slot(
    sight: Sight, hasher: Hasher, slots: Sequence[str], user: str | None, contexts: Sequence[str]
) -> list[ItemId]:
    """Return the live items of one owner, rivals too, in slot groups under a set of contexts, oldest first."""
    labels = checked_contexts(tuple(contexts))
    return _items(sight, "slot", [hasher.slot(slot, labels) for slot in dict.fromkeys(slots)], user)


def in_slots(
    sight: Sight, hasher: Hasher, slots: Sequence[str], user: str | None, contexts: Sequence[str]
) -> Condition | None:
    """Return the query of the same items; `None` where there can be none."""
    slab = _seen_slab(sight, user)
    if slab is None or not slots:
        return None
    labels = checked_contexts(tuple(contexts))
    return _holding(sight, slab, "slot", [hasher.slot(slot, labels) for slot in dict.fromkeys(slots)])


def _items(sight: Sight, column: str, hashes: Sequence[str], user: str | None) -> list[ItemId]:
    slab = _seen_slab(sight, user)
    if slab is None:
        return []
    found: list[int] = []
    for part in chunks(hashes):
        query = _holding(sight, slab, column, part)
        found += [row[0] for row in sight.connection.rows(query.sql, query.values)]
    return [ItemId(item) for item in sorted(found)]


def _seen_slab(sight: Sight, user: str | None) -> int | None:
    slab = sight.owners.slab(user)
    return slab if slab is None or sight.sees(slab) else None


def _holding(sight: Sight, slab: int, column: str, hashes: Sequence[str]) -> Condition:
    table = heads_table(sight)
    # the plus keeps the planner from going through all of the owner's live heads for a slot; the index on identities
    # is of live heads only and needs to see that they are asked for
    status = "h.status" if column == "ident" else "+h.status"
    return Condition(
        f"SELECT h.item FROM {table.sql} h WHERE h.slab=? AND h.{column} IN ({marks(hashes)}) AND {status}={LIVE}",
        (*table.values, slab, *map(encode, hashes)),
    )
