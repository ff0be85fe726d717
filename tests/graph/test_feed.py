"""The change feed: complete, in commit order, resumable anywhere, and walled."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.graph.nodes import ChangeNode, Key, NewItem, NewRevision, Observation, item_node
from doxa.graph.store import SqlGraph
from doxa.records import ANY, Attachment, User
from tests.graph.histories import Step, new_store, play, steps


def read_by(store: SqlGraph, size: int, user: User = ANY) -> list[ChangeNode]:
    """Read the whole feed in pages of a size."""
    found: list[ChangeNode] = []
    while page := store.changes(
        user=user, after=found[-1].operation if found else 0, position=found[-1].position if found else 0, limit=size
    ):
        found += page
    return found


@settings(max_examples=30)
@given(history=steps, size=st.integers(1, 7))
def test_pages_of_any_size_give_the_same_feed(history: list[Step], size: int) -> None:
    store = new_store()
    play(store, history)
    whole = read_by(store, 10_000)
    assert read_by(store, size) == whole
    assert [(each.operation, each.position) for each in whole] == sorted({(e.operation, e.position) for e in whole})


@settings(max_examples=30)
@given(history=steps)
def test_what_was_read_is_never_told_differently(history: list[Step]) -> None:
    store = new_store()
    before: list[ChangeNode] = []
    for step in history:
        play(store, [step])
        now = read_by(store, 10_000)
        assert now[: len(before)] == before
        before = now


def kinds(store: SqlGraph, after: int) -> list[str]:
    return [each.kind for each in store.changes(user=ANY, after=after, position=2**62)]


def test_every_sort_of_change_has_a_name() -> None:
    store = new_store()
    with store.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem("fact", space="a"))
        one = writer.revision(item, NewRevision("one", observations=(Observation("bob"),)))
        two = writer.revision(item, NewRevision("two", artifacts=(Attachment("log", "file:///log"),)))
        writer.edge(two, "SUPERSEDES", one)
        writer.alias(item, "it")
    assert set(kinds(store, 0)) == {
        "space.created",
        "item.created",
        "revision.created",
        "artifact.added",
        "edge.created",
        "alias.added",
        "observation.added",
    }
    with store.transaction("change", user=ANY) as writer:
        first = writer.operation
        writer.status(item_node(item), "archived")
        writer.assert_(item_node(item), Key.PIN, True)
        writer.tag(one, "approved")
        writer.move(item, "b")
        writer.unedge(two, "SUPERSEDES", one)
    told = ["edge.deleted", "item.archived", "item.changed", "item.moved", "revision.tagged", "space.created"]
    assert sorted(kinds(store, first - 1)) == told
    with store.transaction("undo", user=ANY) as writer:
        writer.undo(first)
    assert sorted(kinds(store, first)) == [
        "edge.created",
        "item.changed",
        "item.moved",
        "item.restored",
        "revision.untagged",
    ]


def test_a_change_of_value_is_told_once_with_the_new_one() -> None:
    store = new_store()
    with store.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem("fact", name="x"))
        writer.assert_(item_node(item), "attribute:color", "red")
    with store.transaction("set", user=ANY) as writer:
        writer.assert_(item_node(item), "attribute:color", "blue")
    (change,) = store.changes(user=ANY, after=1, position=2**62)
    assert (change.kind, change.ref) == ("item.changed", "kref://p/x.fact")
    assert change.detail == {"key": "attribute:color", "value": "blue"}


def test_the_feed_keeps_to_what_its_reader_may_see() -> None:
    store = new_store()
    with store.transaction("add", user=ANY) as writer:
        for user in (None, "ada", "bob"):
            item = writer.item(NewItem("fact", user=user, name="x", space="s"))
            writer.revision(item, NewRevision("text"))
            writer.assert_(item_node(item), Key.PIN, True)
    refs = {user: {each.ref for each in store.changes(user=user)} for user in (None, "ada", "bob")}
    assert all("~" not in ref for ref in refs[None])
    assert refs["ada"] - refs[None]
    assert refs["bob"] - refs[None]
    assert refs["ada"] & refs["bob"] == refs[None]


@pytest.mark.parametrize("cursor", [(-1, 0), (0, -1)])
def test_what_is_no_cursor_is_refused(cursor: tuple[int, int]) -> None:
    with pytest.raises(InvalidInput):
        new_store().changes(user=ANY, after=cursor[0], position=cursor[1])
