"""Rollback: items get exactly the state of a past operation, whatever came since, as a new operation."""

from __future__ import annotations

import pytest

from doxa.errors import AlreadyExists, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, ItemId, Key, NewRevision, Observation, item_node, revision_node
from tests.conformance.test_undo import everything
from tests.conformance.writing import add, current_text, newest_operation, read, revise, texts, undo, write


def roll_back(graph: Graph, to: int, *items: ItemId) -> int:
    return write(graph, lambda writer: writer.rollback(items, to), kind="rollback")


def test_an_item_is_exactly_as_it_was(graph: Graph) -> None:
    other = add(graph, "other")
    made = add(graph, "one", space="a", item_state={"attribute:x": 1}, identity="i", slot="s")
    write(
        graph,
        lambda writer: [
            writer.tag(made.revision, "kept"),
            writer.alias(made.item, "known"),
            writer.edge(made.revision, "ABOUT", other.revision, {"n": 1}),
        ],
    )
    to = newest_operation(graph)
    before = everything(graph, made)
    revise(graph, made.item, "two")
    for change in (
        lambda writer: writer.move(made.item, "b"),
        lambda writer: writer.assert_(item_node(made.item), "attribute:x", 2),
        lambda writer: writer.assert_(item_node(made.item), Key.PIN, True),
        lambda writer: writer.untag(made.revision, "kept"),
        lambda writer: writer.unalias(made.item, "known"),
        lambda writer: writer.alias(made.item, "new"),
        lambda writer: writer.unedge(made.revision, "ABOUT", other.revision),
        lambda writer: writer.edge(other.revision, "USES", made.revision),
        lambda writer: writer.observe(made.revision, Observation("bob")),
        lambda writer: writer.artifact(made.revision, "x", "file:///x", {}),
        lambda writer: writer.status(revision_node(made.revision), "archived"),
        lambda writer: writer.identify(made.item, identity="j", slot=None),
    ):
        write(graph, change)
    after = everything(graph, made)
    rolled = roll_back(graph, to, made.item)
    assert everything(graph, made) == before
    assert read(graph, lambda view: view.edges([other.revision])) == []
    assert read(graph, lambda view: view.by_identity("i", None)) == made.item
    undo(graph, rolled)
    assert everything(graph, made) == after


def test_other_items_are_left_alone(graph: Graph) -> None:
    made, other = add(graph, "one"), add(graph, "other")
    to = newest_operation(graph)
    revise(graph, made.item, "two")
    revise(graph, other.item, "other two")
    roll_back(graph, to, made.item)
    assert texts(graph, made.item) == ["one"]
    assert texts(graph, other.item) == ["other", "other two"]


def test_an_item_made_since_is_gone_and_comes_back(graph: Graph) -> None:
    add(graph, "old")
    made = add(graph, "new")
    rolled = roll_back(graph, 1, made.item)
    assert len(read(graph, lambda view: view.items(Filter())).items) == 1
    undo(graph, rolled)
    assert current_text(graph, made.item) == "new"


def test_what_was_undone_since_is_there_again(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    undo(graph, second.operation)
    roll_back(graph, second.operation, made.item)
    assert texts(graph, made.item) == ["one", "two"]


def test_what_was_undone_then_is_gone_again(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    undone = undo(graph, second.operation)
    undo(graph, undone)
    roll_back(graph, undone, made.item)
    assert texts(graph, made.item) == ["one"]


def test_the_past_stays_as_it_was(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    roll_back(graph, 1, made.item)
    assert current_text(graph, made.item, as_of=second.operation) == "two"
    assert current_text(graph, made.item) == "one"
    third = revise(graph, made.item, "three")
    assert read(graph, lambda view: view.revision(third.revision).number) == 3


def test_rolling_back_to_now_changes_nothing(graph: Graph) -> None:
    made = add(graph, "one")
    before = everything(graph, made)
    roll_back(graph, newest_operation(graph), made.item)
    roll_back(graph, newest_operation(graph), made.item)
    assert everything(graph, made) == before


def test_to_the_beginning_everything_given_is_gone(graph: Graph) -> None:
    made = [add(graph, text) for text in "abc"]
    roll_back(graph, 0, *(each.item for each in made[:2]))
    assert [row.item for row in read(graph, lambda view: view.list_heads(Filter())).items] == [made[2].item]


def test_a_place_taken_since_is_not_taken_back(graph: Graph) -> None:
    made = add(graph, "one", identity="same")
    write(graph, lambda writer: writer.status(item_node(made.item), "deleted"))
    add(graph, "two", identity="same")
    with pytest.raises(AlreadyExists):
        roll_back(graph, 1, made.item)
    assert newest_operation(graph) == 3


@pytest.mark.parametrize("to", [-1, 99, 2**62])
def test_an_unknown_operation_is_not_found(graph: Graph, to: int) -> None:
    made = add(graph)
    with pytest.raises(NotFound):
        roll_back(graph, to, made.item)


def test_an_unknown_item_is_not_found(graph: Graph) -> None:
    made = add(graph)
    with pytest.raises(NotFound):
        roll_back(graph, 0, made.item, ItemId(999))
    assert current_text(graph, made.item) == "hello"


def test_what_rests_on_it_is_told_by_undo_afterwards(graph: Graph) -> None:
    made = add(graph, "one")
    revise(graph, made.item, "two")
    rolled = roll_back(graph, 1, made.item)
    with graph.transaction("update") as writer:
        writer.revision(made.item, NewRevision("three"))
    write(graph, lambda writer: writer.undo(rolled, cascade=True))
    assert texts(graph, made.item)[:2] == ["one", "two"]
