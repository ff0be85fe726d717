"""Edges between revisions, and bundles, whose revisions are changes of membership."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from doxa.errors import InvalidInput, InvalidKind, NotFound
from doxa.graph.appending import insert_revision
from doxa.graph.engine import Row
from doxa.graph.inputs import checked_edge_type, encode, encode_object
from doxa.graph.items import check_item, create_item
from doxa.graph.kref import BUNDLE
from doxa.graph.ledger import EDGES, FACTS, assert_row, open_row, open_rows, open_value
from doxa.graph.memberships import members_of
from doxa.graph.nodes import ItemId, Key, NewItem, RevisionId, revision_node
from doxa.graph.owners import CODE_MEMORY, SHARED
from doxa.graph.presence import check_numbers, find_items, find_revisions
from doxa.graph.projection import recompute
from doxa.graph.work import Work
from doxa.records import Json


def connect_many(work: Work, edges: Sequence[tuple[RevisionId, str, RevisionId]]) -> None:
    """Open edges, those of new revisions in one statement. Raises what `connect` does."""
    fresh: dict[Row, Row] = {}
    for source, type_, target in edges:
        _check_ends(work, source, type_, target)
        key = (source, work.symbols.make(type_), target)
        if key in fresh:
            continue
        if key in work.linked or work.made.isdisjoint((source, target)):
            connect(work, source, type_, target, None)
        else:
            fresh[key] = (*key, None)
    work.linked.update((int(source), int(kind), int(target)) for source, kind, target in fresh)
    open_rows(work, EDGES, list(fresh.values()))


def connect(work: Work, source: RevisionId, type: str, target: RevisionId, metadata: Mapping[str, Json] | None) -> None:
    """Open an edge; the same one again only updates its metadata, `None` keeps them.

    Raises:
        InvalidKind: The type is malformed.
        InvalidInput: Both ends are one revision, or belong to two users and it does not start in code memory.
        NotFound: An end is not there.
    """
    meta = None if metadata is None else encode_object(metadata, "metadata")
    _check_ends(work, source, type, target)
    key = (source, work.symbols.make(type), target)
    if key not in work.linked and not work.made.isdisjoint((source, target)):
        open_row(work, EDGES, key, (meta,))
        work.linked.add(key)
        return
    if metadata is None:
        present = open_value(work, EDGES, key)
        meta = None if present is None else present[0]
    assert_row(work, EDGES, key, (meta,))


def _check_ends(work: Work, source: RevisionId, type: str, target: RevisionId) -> None:
    checked_edge_type(type)
    if source == target:
        mend = "Connect two different revisions."
        raise InvalidInput("An edge cannot end where it starts.", mend=mend, field="target", value=target)
    find_revisions(work, (source, target))
    owners = {work.known[source], work.known[target]} - {SHARED}
    # a decision mined from a conversation rests on its quotes, which stay with the conversation's owner
    if len(owners) > 1 and work.known[source] != work.owners.slab(CODE_MEMORY):
        mend = "Only shared memories may support what two users keep."
        raise InvalidInput("An edge cannot join the memories of two users.", mend=mend, field="target")


def disconnect(work: Work, source: RevisionId, type: str, target: RevisionId) -> None:
    """Close an edge.

    Raises:
        InvalidKind: The type is malformed.
        NotFound: There is no such edge.
    """
    kind = work.symbols.id(checked_edge_type(type))
    check_numbers("revision", (source, target))
    if not assert_row(work, EDGES, (source, kind, target), None):
        raise NotFound(f"There is no {type} edge between the two.", mend="List the edges first.", field="type")


def change_bundle(work: Work, bundle: ItemId | NewItem, add: Sequence[ItemId], remove: Sequence[ItemId]) -> RevisionId:
    """Change a bundle's members, or make a new bundle with them; every change is a revision of the bundle.

    Raises:
        InvalidKind: The item is no bundle.
        InvalidInput: A member is the bundle itself, is there already, belongs to another user, or is named twice.
        NotFound: An item is not there, or one to remove is no member.
    """
    item = create_item(work, check_item(work, bundle, bundle=True)) if isinstance(bundle, NewItem) else bundle
    slab = find_items(work, (item,))[item]
    _check_bundle(work, item)
    slabs = find_items(work, add)
    present = members_of(work.sight, item, None)
    for member in add:
        if member == item or member in present or list(add).count(member) > 1:
            raise _unfit(member, "cannot be added: it is in the bundle already, or named twice, or the bundle itself")
        if slabs[member] not in (SHARED, slab):
            raise _unfit(member, "belongs to another user")
    for member in remove:
        if member not in present or list(remove).count(member) > 1:
            raise NotFound(f"Item {member} is no member.", mend="List the members first.", field="remove", value=member)
    return _append_change(work, item, add, remove)


def _append_change(work: Work, item: ItemId, add: Sequence[ItemId], remove: Sequence[ItemId]) -> RevisionId:
    newest = work.connection.row("SELECT COALESCE(max(n), 0) FROM revision WHERE item IN (?,?)", (item, -item))
    assert newest is not None
    revision = insert_revision(work, item, newest[0] + 1)
    work.connection.run("INSERT INTO content(rev, text) VALUES(?,'')", (revision,))
    change = encode({"add": list(add), "remove": list(remove)})
    open_rows(work, FACTS, [(revision_node(revision), work.symbols.make(Key.MEMBERS), change)])
    work.drafts.pop(item, None)
    recompute(work, [item])
    return revision


def _check_bundle(work: Work, item: ItemId) -> None:
    found = work.connection.row("SELECT kind FROM item WHERE id=?", (item,))
    if found is None or found[0] != work.symbols.id(BUNDLE):
        mend = "Make one with `bundle(NewItem(kind='bundle', ...))`."
        raise InvalidKind(f"Item {item} is no bundle.", mend=mend, field="bundle", value=item)


def _unfit(member: ItemId, why: str) -> InvalidInput:
    return InvalidInput(f"Item {member} {why}.", mend="Leave it out.", field="add", value=member)
