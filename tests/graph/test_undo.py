"""Undo, redo, cascade and rollback over random histories: what they give back, and that the past never changes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.errors import AlreadyExists, NotFound, UndoConflict
from doxa.graph.nodes import ItemId, Key, NewItem, NewRevision, RevisionId, item_node
from doxa.graph.projection import compute_heads
from doxa.graph.store import SqlGraph
from doxa.records import ANY
from tests.graph.histories import Step, new_store, picture, play, steps

HISTORIES = settings(max_examples=300)
FEWER = settings(max_examples=100)


def undo(store: SqlGraph, operation: int, *, cascade: bool = False) -> int:
    with store.transaction("undo", user=ANY) as writer:
        writer.undo(operation, cascade=cascade)
        return writer.operation


def add(store: SqlGraph, **fields: object) -> tuple[ItemId, RevisionId, int]:
    with store.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem("fact", **fields))  # type: ignore[arg-type]
        return item, writer.revision(item, NewRevision("text")), writer.operation


@pytest.mark.slow
@HISTORIES
@given(history=steps)
def test_the_newest_operation_undone_leaves_the_state_before_it(history: list[Step]) -> None:
    store = new_store()
    done = play(store, history)
    if done:
        before = picture(store, as_of=done[-1] - 1)
        undo(store, done[-1])
        assert picture(store) == before


@pytest.mark.slow
@HISTORIES
@given(history=steps, choice=st.integers(0, 30))
def test_undo_of_an_undo_is_redo(history: list[Step], choice: int) -> None:
    store = new_store()
    done = play(store, history)
    if not done:
        return
    before = picture(store)
    try:
        undone = undo(store, done[choice % len(done)], cascade=True)
    except UndoConflict:
        assert picture(store) == before
    else:
        undo(store, undone)
        assert picture(store) == before


@pytest.mark.slow
@FEWER
@given(history=steps)
def test_the_past_never_changes(history: list[Step]) -> None:
    store = new_store()
    seen: dict[int, object] = {0: picture(store)}
    for step in history:
        for operation in play(store, [step]):
            seen[operation] = picture(store)
    for operation, then in seen.items():
        assert picture(store, as_of=operation) == then


@pytest.mark.slow
@FEWER
@given(history=steps)
def test_the_projection_is_what_the_log_says(history: list[Step]) -> None:
    store = new_store()
    play(store, history)
    with store.engine.reading() as connection:
        sight = store.sight(connection)
        items = [ItemId(number) for (number,) in connection.rows("SELECT id FROM item")]
        assert sorted(connection.rows("SELECT * FROM head")) == sorted(compute_heads(sight, items))


@pytest.mark.slow
@FEWER
@given(history=steps, choice=st.integers(0, 30))
def test_undo_refuses_or_takes_the_named_dependents_along(history: list[Step], choice: int) -> None:
    store = new_store()
    done = play(store, history)
    if not done:
        return
    operation = done[choice % len(done)]
    before = picture(store)
    try:
        undo(store, operation)
    except UndoConflict as refused:
        assert picture(store) == before
        named = [int(each) for each in refused.dependents]
        assert named == sorted(named, reverse=True)
        assert all(operation < each <= done[-1] for each in named)
        with store.view(user=ANY) as view:
            assert not view.undone_by(named)


@pytest.mark.slow
@HISTORIES
@given(history=steps, choice=st.integers(0, 30))
def test_rollback_of_everything_is_exact_and_idempotent(history: list[Step], choice: int) -> None:
    store = new_store()
    done = play(store, history)
    to = choice % (len(done) + 1)
    then = picture(store, as_of=to)
    for _ in range(2):
        everything = {*then["versions"], *picture(store)["versions"]}
        with store.transaction("rollback", user=ANY) as writer:
            writer.rollback(sorted(everything), to)
        assert picture(store) == then


def test_undo_names_who_rests_on_it_and_cascades_newest_first() -> None:
    store = new_store()
    item, _, first = add(store)
    with store.transaction("update", user=ANY) as writer:
        second = writer.operation
        writer.revision(item, NewRevision("two"))
    with store.transaction("pin", user=ANY) as writer:
        third = writer.operation
        writer.assert_(item_node(item), Key.PIN, True)
    with pytest.raises(UndoConflict) as caught:
        undo(store, first)
    assert caught.value.dependents == (str(third), str(second))
    with store.transaction("undo", user=ANY) as writer:
        assert writer.undo(first, cascade=True) == (third, second, first)
    with store.view(user=ANY) as view:
        assert view.undone_by([first, second, third]) == dict.fromkeys((first, second, third), view.at)


def test_a_pair_of_undo_and_undone_stands_in_nobodys_way() -> None:
    store = new_store()
    item, _, _ = add(store)
    with store.transaction("one", user=ANY) as writer:
        first = writer.operation
        writer.assert_(item_node(item), "attribute:x", 1)
    with store.transaction("two", user=ANY) as writer:
        second = writer.operation
        writer.assert_(item_node(item), "attribute:x", 2)
    undo(store, second)
    undo(store, first)
    with store.view(user=ANY) as view:
        assert view.attributes(item_node(item)) == {}


def test_redo_waits_for_what_it_rested_on() -> None:
    store = new_store()
    item, _, _ = add(store)
    operations = []
    for value in (1, 2):
        with store.transaction("set", user=ANY) as writer:
            writer.assert_(item_node(item), "attribute:x", value)
            operations.append(writer.operation)
    undo_second = undo(store, operations[1])
    undo_first = undo(store, operations[0])
    with pytest.raises(UndoConflict) as caught:
        undo(store, undo_second)
    assert caught.value.dependents == (str(undo_first),)
    undo(store, undo_second, cascade=True)
    with store.view(user=ANY) as view:
        assert view.attributes(item_node(item)) == {"x": 2}


def test_what_was_undone_cannot_be_undone_again() -> None:
    store = new_store()
    _, _, first = add(store)
    by = undo(store, first)
    with pytest.raises(UndoConflict, match=f"by operation {by}"):
        undo(store, first)


@pytest.mark.parametrize("operation", [0, -1, 2, 99])
def test_an_unknown_operation_is_not_undone(operation: int) -> None:
    store = new_store()
    add(store)
    with pytest.raises(NotFound):
        undo(store, operation)


def test_undo_does_not_bring_back_what_another_took_the_place_of() -> None:
    store = new_store()
    item, _, _ = add(store, identity="same")
    with store.transaction("delete", user=ANY) as writer:
        deletion = writer.operation
        writer.status(item_node(item), "deleted")
    _, _, anew = add(store, identity="same")
    with pytest.raises(UndoConflict) as caught:
        undo(store, deletion)
    assert caught.value.dependents == (str(anew),)
    undo(store, deletion, cascade=True)
    with store.view(user=ANY) as view:
        assert view.by_identity("same", None) == item


def test_redo_does_not_bring_back_a_name_that_was_taken() -> None:
    store = new_store()
    _, _, first = add(store, name="x")
    undone = undo(store, first)
    _, _, second = add(store, name="x")
    with pytest.raises(UndoConflict) as caught:
        undo(store, undone)
    assert caught.value.dependents == (str(second),)


def test_a_rollback_that_finds_its_place_taken_changes_nothing() -> None:
    store = new_store()
    item, _, made = add(store, identity="same")
    with store.transaction("delete", user=ANY) as writer:
        writer.status(item_node(item), "deleted")
    add(store, identity="same")
    before = picture(store)
    with pytest.raises(AlreadyExists), store.transaction("rollback", user=ANY) as writer:
        writer.rollback([item], made)
    assert picture(store) == before
