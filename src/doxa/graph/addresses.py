"""Addresses: from ids and krefs to items and revisions, and back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from doxa.clock import from_micros, to_micros
from doxa.errors import Erased, InvalidInput, NotFound
from doxa.graph.engine import Row
from doxa.graph.filtering import ITEM, value_of
from doxa.graph.inputs import UID_DIGITS, is_uid, is_uid_prefix
from doxa.graph.kref import Kref, address_of, is_kref, parse_kref
from doxa.graph.naming import at_address
from doxa.graph.nodes import MOST, ItemId, ItemNode, Key, RevisionId
from doxa.graph.projection import head_of_item
from doxa.graph.sight import Condition, Sight, every, lists
from doxa.graph.symbols import marks
from doxa.graph.tags import holder_at, latest_at


def item_columns(sight: Sight) -> Condition:
    """Return what `item_nodes` decodes, on aliases `i` of `item` and `a` of `name`."""
    moved = value_of(sight, ITEM, Key.SPACE)
    return Condition(
        "i.id, i.uid, i.slab, i.kind, i.agent, i.session, i.contexts, i.op, a.space, a.name,"
        f" (SELECT o.at FROM op o WHERE o.id=i.op), CAST({moved.sql} AS BIGINT)",
        moved.values,
    )


def find_item(sight: Sight, ref: str | ItemId) -> ItemNode:
    """Return an item by id, kref or number.

    Raises:
        NotFound: It is not there, or not to be seen.
        InvalidKref: It is no kref.
        InvalidInput: It is no reference at all.
        Erased: It was erased.
    """
    found = items_by_id(sight, (item_number(sight, ref),))
    if not found:
        raise missing(ref)
    return next(iter(found.values()))


def item_number(sight: Sight, ref: str | ItemId) -> ItemId:
    """Return the number of an item by id, kref or number; see `find_item`."""
    if isinstance(ref, int) and not isinstance(ref, bool):
        if not 0 < ref <= MOST:
            raise missing(ref)
        return ref if ref in sight.items else _by_condition(sight, Condition("i.id=?", (ref,)), ref)
    if isinstance(ref, str) and is_uid(ref):
        return _by_condition(sight, Condition("i.uid=?", (bytes.fromhex(ref),)), ref)
    if isinstance(ref, str) and is_uid_prefix(ref):
        return _by_prefix(sight, ref)
    if isinstance(ref, str) and is_kref(ref):
        return item_at(sight, parse_kref(ref))
    mend = "Give an id of 32 hex digits, at least its first 8, or a kref."
    raise InvalidInput(f"{ref!r} is no reference.", mend=mend, field="ref", value=ref)


def item_at(sight: Sight, kref: Kref) -> ItemId:
    """Return the number of the item at an address.

    Raises:
        NotFound: There is none, or it is not to be seen.
    """
    if kref.name is None:
        raise NotFound(f"{kref} names no item.", mend="End it with name.kind.", field="ref", value=str(kref))
    space = sight.spaces.find(kref.slab, kref.space) if kref.project == sight.project else None
    if space is None:
        raise missing(str(kref))
    there = at_address(space, kref.name, sight.symbols.id(kref.kind or ""))
    return _by_condition(sight, Condition(f"i.id IN ({there.sql})", there.values), str(kref))


def resolve(sight: Sight, ref: str) -> RevisionId:
    """Return the revision a reference names; see `View.resolve`.

    Raises:
        NotFound: It names nothing that is seen.
    """
    kref = parse_kref(ref) if isinstance(ref, str) and is_kref(ref) else None
    item = item_number(sight, ref)
    if kref is None or (kref.number is None and kref.tag is None and kref.time is None):
        found = head_of(sight, item)
    elif kref.number is not None:
        found = numbered(sight, item, kref.number)
    else:
        at = sight.at if kref.time is None else operation_by(sight, kref.time)
        found = latest_at(sight, item, at) if kref.tag is None else holder_at(sight, item, kref.tag, at)
    if found is None or (kref is not None and kref.artifact is not None and not _has_artifact(sight, found, kref)):
        raise missing(ref)
    return found


def _has_artifact(sight: Sight, revision: RevisionId, kref: Kref) -> bool:
    from doxa.graph.reading import read_artifacts

    return any(each.name == kref.artifact for each in read_artifacts(sight, (revision,)).get(revision, ()))


def head_of(sight: Sight, item: ItemId) -> RevisionId | None:
    """Return the believed head of an item that is seen."""
    if sight.now:
        found = sight.connection.row("SELECT rev FROM head WHERE item=?", (item,))
    else:
        head = head_of_item(sight)
        found = sight.connection.row(f"SELECT {head.sql} FROM item i WHERE i.id=?", (*head.values, item))
    return None if found is None or found[0] is None else RevisionId(found[0])


def numbered(sight: Sight, item: ItemId, number: int) -> RevisionId | None:
    """Return an item's revision of a number."""
    seen = sight.seen_revision()
    found = sight.connection.row(
        f"SELECT r.id FROM revision r JOIN item i ON i.id=r.item WHERE r.item=? AND r.n=? AND {seen.sql}",
        (item, number, *seen.values),
    )
    return None if found is None else RevisionId(found[0])


def operation_by(sight: Sight, time: datetime) -> int:
    """Return the newest operation that is seen and stamped at or before a time."""
    found = sight.connection.row(
        "SELECT id FROM op WHERE at<=? AND id<=? ORDER BY id DESC LIMIT 1", (to_micros(time), sight.at)
    )
    return 0 if found is None else int(found[0])


def krefs(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, Kref]:
    """Return the krefs, with `?r=`, of revisions that are seen."""
    seen = sight.seen_revision()
    found: dict[RevisionId, Kref] = {}
    for part in lists(dict.fromkeys(revisions)):
        rows = sight.connection.rows(
            "SELECT r.id, r.n, i.slab, a.space, a.name, i.kind FROM revision r JOIN item i ON i.id=r.item"
            f" JOIN name a ON a.item=i.id WHERE r.id IN ({marks(part)}) AND {seen.sql}",
            (*part, *seen.values),
        )
        paths = sight.spaces.paths({row[3] for row in rows})
        kinds = sight.symbols.words({row[5] for row in rows})
        for revision, number, slab, space, name, kind in rows:
            item = Kref(sight.project, slab, paths[space], name, kinds.get(kind, ""))
            found[RevisionId(revision)] = item.at(number)
    return found


def items_by_id(sight: Sight, items: Sequence[ItemId]) -> dict[ItemId, ItemNode]:
    """Return items that are seen, in the given order."""
    seen, columns, named = sight.seen_item(), item_columns(sight), sight.alive("b")
    rows: list[Row] = []
    for part in lists(dict.fromkeys(items)):
        found = sight.connection.rows(
            f"SELECT EXISTS (SELECT 1 FROM alias b WHERE b.item=i.id AND b.canonical=0 AND {named.sql}), {columns.sql}"
            f" FROM item i JOIN name a ON a.item=i.id WHERE i.id IN ({marks(part)}) AND {seen.sql}",
            (*named.values, *columns.values, *part, *seen.values),
        )
        sight.nameless.update(ItemId(row[1]) for row in found if not row[0])
        rows += [row[1:] for row in found]
    nodes = {node.id: node for node in item_nodes(sight, rows)}
    sight.items.update((ItemId(row[0]), row[2]) for row in rows)
    return {item: nodes[item] for item in dict.fromkeys(items) if item in nodes}


def item_nodes(sight: Sight, rows: Sequence[Row]) -> list[ItemNode]:
    """Decode rows of `item_columns`."""
    words = sight.symbols.words({number for row in rows for number in row[3:7] if number is not None})
    users = sight.owners.users({row[2] for row in rows})
    paths = sight.spaces.paths({space for row in rows for space in (row[8], row[11]) if space is not None})
    nodes: list[ItemNode] = []
    for item, uid, slab, kind, agent, session, contexts, op, space, name, at, moved in rows:
        nodes.append(
            ItemNode(
                id=ItemId(item),
                uid=bytes(uid).hex(),
                kref=address_of(sight.project, slab, paths[space], name, words.get(kind, "")),
                kind=words.get(kind, ""),
                name=name,
                space="/".join(paths[space if moved is None else moved]),
                user=users[slab],
                agent=words.get(agent),
                session=words.get(session),
                contexts=tuple(json.loads(words.get(contexts, "[]"))),
                operation=op,
                created_at=from_micros(at),
            )
        )
    return nodes


def missing(ref: object) -> NotFound:
    """Return the error for a reference that names nothing that is seen."""
    return NotFound(
        f"{ref!r} names nothing here.", mend="Check it, and whose memories you see.", field="ref", value=ref
    )


def _by_prefix(sight: Sight, prefix: str) -> ItemId:
    """Return the item whose id alone begins so.

    Raises:
        NotFound: There is none that is seen.
        InvalidInput: There are several.
    """
    bounds = bytes.fromhex(prefix.ljust(UID_DIGITS, "0")), bytes.fromhex(prefix.ljust(UID_DIGITS, "f"))
    within = Condition("i.uid>=? AND i.uid<=?", bounds)
    seen = every(within, sight.seen_item())
    if len(sight.connection.rows(f"SELECT i.id FROM item i WHERE {seen.sql} LIMIT 2", seen.values)) > 1:
        raise InvalidInput(
            f"{prefix!r} begins several ids.", mend="Give more of its digits.", field="ref", value=prefix
        )
    return _by_condition(sight, within, prefix)


def _by_condition(sight: Sight, condition: Condition, ref: object) -> ItemId:
    seen = every(condition, sight.seen_item())
    found = sight.connection.row(f"SELECT i.id, i.slab FROM item i WHERE {seen.sql}", seen.values)
    if found is not None:
        sight.items[ItemId(found[0])] = found[1]
        return ItemId(found[0])
    gone = every(condition, Condition("i.erased IS NOT NULL"), sight.owned("i"))
    if sight.connection.row(f"SELECT 1 FROM item i WHERE {gone.sql}", gone.values) is not None:
        raise Erased(f"{ref!r} was erased.", mend="It cannot come back.", field="ref", value=ref)
    raise missing(ref)
