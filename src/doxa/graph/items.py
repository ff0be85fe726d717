"""Creating items: the stable identities that revisions belong to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from doxa.errors import AlreadyExists, InvalidInput, InvalidKind
from doxa.graph.aliases import name_canonically
from doxa.graph.engine import Row
from doxa.graph.inputs import (
    checked_contexts,
    checked_key,
    checked_label,
    checked_status,
    checked_uid,
    checked_value,
    encode,
)
from doxa.graph.kref import BUNDLE, checked_kind, checked_name, space_path
from doxa.graph.ledger import FACTS, open_rows
from doxa.graph.naming import INSERT_NAME, at_address, name_row
from doxa.graph.nodes import ItemId, Key, NewItem, NodeId, item_node
from doxa.graph.projection import IdentityTaken, holder_of
from doxa.graph.work import Draft, Work
from doxa.records import Json

INSERT_ITEM = "INSERT INTO item(uid, slab, kind, agent, session, contexts, op) VALUES(?,?,?,?,?,?,?)"
_INSERT_NEW = f"{INSERT_ITEM} ON CONFLICT DO NOTHING RETURNING id"


class AddressTaken(AlreadyExists):
    """Another item has the address.

    Attributes:
        holder: That item.
    """

    def __init__(self, holder: ItemId) -> None:
        super().__init__(
            "Another item has this space, name and kind.",
            mend="Append a revision to that one, or choose another name.",
            field="name",
        )
        self.holder = holder


class CheckedItem(NamedTuple):
    """An item whose every field was checked; its state includes the hashes of identity and slot."""

    new: NewItem
    uid: str
    name: str
    segments: tuple[str, ...]
    contexts: tuple[str, ...]
    state: dict[str, Json]


class Place(NamedTuple):
    """Where an item lies, under which labels: numbers of slab, space, kind, agent, session and set of contexts."""

    slab: int
    space: int
    kind: int
    agent: int | None
    session: int | None
    contexts: int | None


def check_item(work: Work, new: NewItem, *, bundle: bool = False, identity: str | None = None) -> CheckedItem:
    """Check everything about an item that does not depend on what is stored.

    Args:
        work: The open transaction.
        new: The item.
        bundle: Whether it is to be a bundle.
        identity: The hash of its identity, where that is known.

    Raises:
        InvalidKind: Its kind is malformed or reserved.
        InvalidKref: Its name or space cannot stand in a kref.
        InvalidText: A label is none.
        InvalidInput: Its id, contexts or state are none.
    """
    if (checked_kind(new.kind) == BUNDLE) != bundle:
        raise _reserved(new.kind, bundle)
    for label, field in ((new.user, "user"), (new.agent, "agent"), (new.session, "session")):
        if label is not None:
            checked_label(label, field)
    uid = work.clock.new_id() if new.uid is None else checked_uid(new.uid)
    contexts = checked_contexts(new.contexts) if new.contexts else ()
    state = checked_state(new.state, of_item=True) if new.state else {}
    if new.slot is not None:
        state[Key.SLOT] = work.hasher.slot(new.slot, contexts)
    if new.identity is not None:
        state[Key.IDENTITY] = identity or work.hasher.identity(new.identity, contexts)
    name = uid if new.name is None else checked_name(new.name)
    return CheckedItem(new, uid, name, space_path(new.space), contexts, state)


def another(work: Work, like: CheckedItem) -> CheckedItem:
    """Return a further item of the same description, which has neither id nor name of its own."""
    uid = work.clock.new_id()
    return CheckedItem(like.new, uid, uid, like.segments, like.contexts, like.state)


def create_item(work: Work, checked: CheckedItem) -> ItemId:
    """Create a checked item.

    Raises:
        AlreadyExists: Its name or id is taken, or a live item of the owner has its identity and it is no rival.
    """
    _check_free(work, checked)
    place = find_place(work, checked)
    made = work.connection.row(_INSERT_NEW, item_row(work, checked, place))
    if made is None:
        mend = "Leave `uid` out for a fresh one."
        raise AlreadyExists(f"An item has the id {checked.uid}.", mend=mend, field="uid", value=checked.uid)
    item = ItemId(made[0])
    work.connection.run(INSERT_NAME, name_row(item, place.space, place.kind, checked.name, checked.uid))
    if checked.state:
        open_rows(work, FACTS, fact_rows(work, item_node(item), checked.state))
    if Key.CANONICAL in checked.state:
        name_canonically(work, item, checked.state[Key.CANONICAL])
    work.drafts[item] = Draft(checked, place)
    if Key.IDENTITY in checked.state and not checked.new.rival:
        work.claimed.setdefault((place.slab, str(checked.state[Key.IDENTITY])), item)
    return item


def find_place(work: Work, checked: CheckedItem) -> Place:
    """Return the numbers of where an item goes, made where missing."""
    new, make = checked.new, work.symbols.make
    slab = work.owners.make(new.user, work.operation)
    return Place(
        slab=slab,
        space=work.spaces.make(slab, checked.segments, work.operation),
        kind=make(new.kind),
        agent=None if new.agent is None else make(new.agent),
        session=None if new.session is None else make(new.session),
        contexts=make(encode(checked.contexts)) if checked.contexts else None,
    )


def item_row(work: Work, checked: CheckedItem, place: Place) -> Row:
    """Return what `INSERT_ITEM` binds."""
    labels = (place.agent, place.session, place.contexts)
    return (bytes.fromhex(checked.uid), place.slab, place.kind, *labels, work.operation)


def find_named(work: Work, slab: int, segments: tuple[str, ...], name: str, kind: str) -> ItemId | None:
    """Return the item that holds an address now."""
    space = work.spaces.find(slab, segments)
    if space is None:
        return None
    seen = work.sight.seen_item()
    there = at_address(space, name, work.symbols.id(kind))
    found = work.connection.row(
        f"SELECT i.id FROM item i WHERE i.id IN ({there.sql}) AND {seen.sql}", (*there.values, *seen.values)
    )
    return None if found is None else ItemId(found[0])


def checked_state(state: Mapping[str, Json], *, of_item: bool) -> dict[str, Json]:
    """Return the checked values of keys to open with a node; those that mean the default are left out.

    Raises:
        InvalidInput: A key or value cannot be asserted, or not at creation.
    """
    checked: dict[str, Json] = {}
    for key, value in state.items():
        if key == Key.HEAD or (key == Key.CANONICAL and not of_item):
            mend = "Assert it on an item that has revisions."
            raise InvalidInput(f"{key!r} cannot be given at creation.", mend=mend, field="state", value=value)
        if key == Key.STATUS:
            status = checked_status(str(value))
            value = None if status == "live" else status
        else:
            value = checked_value(checked_key(key), value)
        if value is not None:
            encode(value, key)
            checked[key] = value
    return checked


def fact_rows(work: Work, node: NodeId, state: Mapping[str, Json]) -> list[Row]:
    """Return the rows that give a new node its state."""
    return [(node, work.symbols.make(key), encode(value, key)) for key, value in state.items()]


def _check_free(work: Work, checked: CheckedItem) -> None:
    new = checked.new
    slab = work.owners.slab(new.user)
    if slab is None:
        return
    named = None if new.name is None else find_named(work, slab, checked.segments, checked.name, new.kind)
    if named is not None:
        raise AddressTaken(named)
    identity = checked.state.get(Key.IDENTITY)
    holder = None if identity is None or new.rival else holder_of(work.connection, slab, str(identity))
    if holder is not None:
        raise IdentityTaken(holder)


def _reserved(kind: str, bundle: bool) -> InvalidKind:
    if bundle:
        return InvalidKind(f"A bundle cannot be of kind {kind!r}.", mend=f"Its kind is {BUNDLE!r}.", value=kind)
    return InvalidKind(f"The kind {kind!r} is reserved.", mend="Use `bundle(NewItem(...))`.", field="kind", value=kind)
