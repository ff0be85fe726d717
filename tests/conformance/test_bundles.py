"""Bundles: items whose revisions are changes of membership; members at every revision."""

from __future__ import annotations

import pytest

from doxa.errors import InvalidInput, InvalidKind, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, ItemId, NewItem, NewRevision, RevisionId
from doxa.records import ANY
from tests.conformance.writing import add, newest_operation, read, undo, write


def make(graph: Graph, *members: ItemId, **fields: object) -> ItemId:
    with graph.transaction("bundle", user=ANY) as writer:
        new = NewItem("bundle", **fields)  # type: ignore[arg-type]
        return writer.view.revision(writer.bundle(new, add=members)).item


def change(graph: Graph, bundle: ItemId, add: tuple[ItemId, ...] = (), remove: tuple[ItemId, ...] = ()) -> RevisionId:
    with graph.transaction("bundle", user=ANY) as writer:
        return writer.bundle(bundle, add=add, remove=remove)


def members(graph: Graph, bundle: ItemId, number: int | None = None, as_of: int | None = None) -> tuple[ItemId, ...]:
    return read(graph, lambda view: view.members(bundle, number=number), as_of=as_of)


def items(graph: Graph, count: int, **fields: object) -> list[ItemId]:
    return [add(graph, f"m{number}", **fields).item for number in range(count)]


def test_every_change_is_a_revision_of_the_bundle(graph: Graph) -> None:
    a, b, c = items(graph, 3)
    bundle = make(graph, a, name="set")
    change(graph, bundle, add=(c, b))
    last = change(graph, bundle, remove=(a,))
    assert members(graph, bundle) == (c, b)
    assert [members(graph, bundle, number) for number in (1, 2, 3)] == [(a,), (a, c, b), (c, b)]
    assert read(graph, lambda view: view.kref(last)) == "kref://p/set.bundle?r=3"
    assert read(graph, lambda view: view.head(bundle)) == last


def test_a_bundle_may_start_empty(graph: Graph) -> None:
    bundle = make(graph)
    assert members(graph, bundle) == members(graph, bundle, 1) == ()
    assert len(read(graph, lambda view: view.versions(bundle))) == 1


def test_members_join_again_at_the_end(graph: Graph) -> None:
    a, b = items(graph, 2)
    bundle = make(graph, a, b)
    change(graph, bundle, remove=(a,))
    change(graph, bundle, add=(a,))
    assert members(graph, bundle) == (b, a)


def test_members_are_as_of_then(graph: Graph) -> None:
    a, b = items(graph, 2)
    bundle = make(graph, a)
    before = newest_operation(graph)
    change(graph, bundle, add=(b,))
    assert members(graph, bundle, as_of=before) == (a,)
    with pytest.raises(NotFound):
        members(graph, bundle, number=2, as_of=before)


def test_a_change_can_be_undone_and_done_again(graph: Graph) -> None:
    a, b = items(graph, 2)
    bundle = make(graph, a)
    with graph.transaction("bundle", user=ANY) as writer:
        writer.bundle(bundle, add=(b,), remove=(a,))
        changed = writer.operation
    undone = undo(graph, changed)
    assert members(graph, bundle) == (a,)
    undo(graph, undone)
    assert members(graph, bundle) == (b,)


def test_a_bundle_is_an_item_of_its_own_kind(graph: Graph) -> None:
    bundle = make(graph, space="sets")
    listed = read(graph, lambda view: view.items(Filter(kinds=("bundle",), space="sets"))).items
    assert [item.id for item in listed] == [bundle]
    with pytest.raises(InvalidKind):
        write(graph, lambda writer: writer.item(NewItem("bundle")))
    with pytest.raises(InvalidKind):
        write(graph, lambda writer: writer.bundle(NewItem("fact")))
    with pytest.raises(InvalidKind):
        write(graph, lambda writer: writer.revision(bundle, NewRevision("text")))


def test_only_a_bundle_has_members(graph: Graph) -> None:
    a, b = items(graph, 2)
    with pytest.raises(InvalidKind):
        change(graph, a, add=(b,))
    with pytest.raises(NotFound):
        change(graph, ItemId(999), add=(b,))


def test_what_cannot_be_added_or_removed_is_refused_whole(graph: Graph) -> None:
    a, b = items(graph, 2)
    bundle = make(graph, a)
    wrong: list[tuple[tuple[ItemId, ...], tuple[ItemId, ...]]] = [
        ((a,), ()),
        ((b, b), ()),
        ((bundle,), ()),
        ((b, ItemId(999)), ()),
        ((), (b,)),
        ((), (a, a)),
        ((b,), (ItemId(999),)),
    ]
    for more, less in wrong:
        with pytest.raises((InvalidInput, NotFound)):
            change(graph, bundle, add=more, remove=less)
    assert members(graph, bundle) == (a,)
    assert len(read(graph, lambda view: view.versions(bundle))) == 1


def test_a_users_bundle_holds_the_users_and_shared_items_only(graph: Graph) -> None:
    (adas,), (bobs,), (shared,) = items(graph, 1, user="ada"), items(graph, 1, user="bob"), items(graph, 1)
    bundle = make(graph, adas, shared, user="ada")
    with pytest.raises(InvalidInput):
        change(graph, bundle, add=(bobs,))
    assert members(graph, bundle) == (adas, shared)
    with pytest.raises(NotFound):
        read(graph, lambda view: view.members(bundle), user="bob")


def test_a_bundle_may_hold_bundles(graph: Graph) -> None:
    inner = make(graph)
    outer = make(graph, inner)
    assert members(graph, outer) == (inner,)


def test_a_member_whose_making_was_undone_is_gone(graph: Graph) -> None:
    (a,), made = items(graph, 1), add(graph, "later")
    bundle = make(graph, a, made.item)
    undo(graph, made.operation, cascade=True)
    remaining = read(graph, lambda view: view.members(bundle) if bundle in view.items_by_id([bundle]) else (a,))
    assert remaining == (a,)
