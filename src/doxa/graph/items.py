"""Creating items: the stable identities that revisions belong to."""

from __future__ import annotations

from collections.abc import Mapping

from doxa.errors import AlreadyExists, InvalidKind
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
from doxa.graph.nodes import ItemId, Key, NewItem, NodeId, item_node
from doxa.graph.projection import IdentityTaken, holder_of
from doxa.graph.work import Draft, Work
from doxa.records import Json


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


def create_item(work: Work, new: NewItem, *, bundle: bool = False) -> ItemId:
    """Create an item.

    Raises:
        AlreadyExists: Its name or id is taken, or a live item of the owner has its identity and it is no rival.
        InvalidKind: Its kind is malformed or reserved.
        InvalidKref: Its name or space cannot stand in a kref.
    """
    if (checked_kind(new.kind) == BUNDLE) != bundle:
        raise _reserved(new.kind, bundle)
    user = None if new.user is None else checked_label(new.user, "user")
    segments = space_path(new.space)
    uid = checked_uid(new.uid) if new.uid is not None else work.clock.new_id()
    name = uid if new.name is None else checked_name(new.name)
    state = checked_state(new.state)
    contexts = checked_contexts(new.contexts)
    labels = [None if label is None else checked_label(label, field) for label, field in _labels(new)]
    slab = work.owners.slab(user)
    if slab is not None:
        holder = None if new.name is None else find_named(work, slab, segments, name, new.kind)
        if holder is not None:
            raise AddressTaken(holder)
        _identify(work, slab, new, contexts, state)
    else:
        _identify(work, None, new, contexts, state)
        slab = work.owners.make(user, work.operation)
    space = work.spaces.make(slab, segments, work.operation)
    kind = work.symbols.make(new.kind)
    agent, session = (None if label is None else work.symbols.make(label) for label in labels)
    context_set = work.symbols.make(encode(contexts)) if contexts else None
    made = work.connection.row(
        "INSERT INTO item(uid, slab, kind, agent, session, contexts, op) VALUES(?,?,?,?,?,?,?)"
        " ON CONFLICT DO NOTHING RETURNING id",
        (bytes.fromhex(uid), slab, kind, agent, session, context_set, work.operation),
    )
    if made is None:
        mend = "Leave `uid` out for a fresh one."
        raise AlreadyExists(f"An item has the id {uid} already.", mend=mend, field="uid", value=uid)
    item = ItemId(made[0])
    work.connection.run("INSERT INTO name(item, space, kind, name) VALUES(?,?,?,?)", (item, space, kind, name))
    open_rows(work, FACTS, fact_rows(work, item_node(item), state))
    work.drafts[item] = Draft(slab, kind, space, dict(state))
    if Key.IDENTITY in state and not new.rival:
        work.claimed.setdefault((slab, str(state[Key.IDENTITY])), item)
    return item


def find_named(work: Work, slab: int, segments: tuple[str, ...], name: str, kind: str) -> ItemId | None:
    """Return the item that holds an address now."""
    space = work.spaces.find(slab, segments)
    if space is None:
        return None
    seen = work.sight.seen_item()
    found = work.connection.row(
        f"SELECT i.id FROM name a JOIN item i ON i.id=a.item WHERE a.space=? AND a.name=? AND a.kind=? AND {seen.sql}",
        (space, name, work.symbols.id(kind), *seen.values),
    )
    return None if found is None else ItemId(found[0])


def checked_state(state: Mapping[str, Json]) -> dict[str, Json]:
    """Return the checked values of keys to open with a node; those that mean the default are left out.

    Raises:
        InvalidInput: A key or value cannot be asserted.
    """
    checked: dict[str, Json] = {}
    for key, value in state.items():
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


def _identify(work: Work, slab: int | None, new: NewItem, contexts: tuple[str, ...], state: dict[str, Json]) -> None:
    if new.slot is not None:
        state[Key.SLOT] = work.hasher.slot(new.slot, contexts)
    if new.identity is None:
        return
    state[Key.IDENTITY] = identity = work.hasher.identity(new.identity, contexts)
    holder = None if slab is None or new.rival else holder_of(work.sight, slab, identity)
    if holder is not None:
        raise IdentityTaken(holder)


def _labels(new: NewItem) -> tuple[tuple[str | None, str], tuple[str | None, str]]:
    return (new.agent, "agent"), (new.session, "session")


def _reserved(kind: str, bundle: bool) -> InvalidKind:
    if bundle:
        return InvalidKind(f"A bundle cannot be of kind {kind!r}.", mend=f"Its kind is {BUNDLE!r}.", value=kind)
    return InvalidKind(f"The kind {kind!r} is reserved.", mend="Use `bundle(NewItem(...))`.", field="kind", value=kind)
