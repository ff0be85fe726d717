"""Undo: every key an operation touched gets the value of just before, as a new operation; undo of an undo is redo."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from doxa.errors import InvalidInput, NotFound, UndoConflict
from doxa.graph.contract import Graph, Writer
from doxa.graph.nodes import Filter, Key, NewItem, NewRevision, Observation, item_node, revision_node
from doxa.records import ANY
from tests.conformance.writing import Made, add, current_text, newest_operation, read, revise, texts, undo, write


def conflict(graph: Graph, operation: int) -> list[int]:
    """Return the operations that an undo says rest on one."""
    before = newest_operation(graph)
    with pytest.raises(UndoConflict) as caught:
        undo(graph, operation)
    assert newest_operation(graph) == before
    assert caught.value.mend
    return [int(each) for each in caught.value.dependents]


def cascade(graph: Graph, operation: int) -> tuple[int, ...]:
    with graph.transaction("undo", user=ANY) as writer:
        return writer.undo(operation, cascade=True)


def everything(graph: Graph, made: Made) -> object:
    """Return all that can be read about an item and its first revision, but for the log."""
    with graph.view(user=ANY) as view:
        if made.item not in view.items_by_id([made.item]):
            return None
        item = view.item(made.item)
        versions = view.versions(made.item)
        nodes = [item_node(made.item), *(revision_node(node.id) for node in versions)]
        return (
            item.space,
            versions,
            view.heads([node.id for node in versions]),
            view.state(nodes),
            view.tags(made.item),
            view.aliases([made.item]),
            view.observations([made.revision]),
            [(edge.source, edge.type, edge.target, edge.metadata) for edge in view.edges([made.revision])],
            view.artifacts([made.revision]),
        )


Change = Callable[[Writer, Made, Made], object]

CHANGES: dict[str, Change] = {
    "revise": lambda writer, made, other: writer.revision(made.item, NewRevision("two")),
    "rival": lambda writer, made, other: writer.revision(made.item, NewRevision("rival", head=False)),
    "assert": lambda writer, made, other: writer.assert_(item_node(made.item), "attribute:x", 1),
    "change": lambda writer, made, other: writer.assert_(item_node(made.item), "attribute:given", 2),
    "remove": lambda writer, made, other: writer.assert_(item_node(made.item), "attribute:given", None),
    "pin": lambda writer, made, other: writer.assert_(item_node(made.item), Key.PIN, True),
    "stand": lambda writer, made, other: writer.assert_(revision_node(made.revision), Key.STANDING, "retracted"),
    "tag": lambda writer, made, other: writer.tag(made.revision, "x"),
    "untag": lambda writer, made, other: writer.untag(made.revision, "held"),
    "alias": lambda writer, made, other: writer.alias(made.item, "name"),
    "unalias": lambda writer, made, other: writer.unalias(made.item, "known"),
    "canonical": lambda writer, made, other: writer.assert_(item_node(made.item), Key.CANONICAL, "Name"),
    "move": lambda writer, made, other: writer.move(made.item, "elsewhere"),
    "delete": lambda writer, made, other: writer.status(item_node(made.item), "deleted"),
    "archive revision": lambda writer, made, other: writer.status(revision_node(made.revision), "archived"),
    "observe": lambda writer, made, other: writer.observe(made.revision, Observation("bob")),
    "attach": lambda writer, made, other: writer.artifact(made.revision, "file", "file:///x", {}),
    "edge": lambda writer, made, other: writer.edge(made.revision, "USES", other.revision),
    "change edge": lambda writer, made, other: writer.edge(made.revision, "ABOUT", other.revision, {"n": 2}),
    "unedge": lambda writer, made, other: writer.unedge(made.revision, "ABOUT", other.revision),
    "identify": lambda writer, made, other: writer.identify(made.item, identity="other", slot="other"),
    "several": lambda writer, made, other: [
        writer.revision(made.item, NewRevision("two")),
        writer.tag(made.revision, "x"),
        writer.move(made.item, "elsewhere"),
        writer.item(NewItem("fact")),
    ],
}


@pytest.mark.parametrize("change", CHANGES)
def test_undo_gives_back_what_was_and_redo_what_came(graph: Graph, change: str) -> None:
    other = add(graph, "other")
    made = add(graph, "one", identity="same", slot="home", space="here", item_state={"attribute:given": 1})
    write(
        graph,
        lambda writer: [
            writer.tag(made.revision, "held"),
            writer.alias(made.item, "known"),
            writer.edge(made.revision, "ABOUT", other.revision, {"n": 1}),
        ],
    )
    before = everything(graph, made)
    changed = write(graph, lambda writer: CHANGES[change](writer, made, other))
    after = everything(graph, made)
    undone = undo(graph, changed)
    assert everything(graph, made) == before
    redone = undo(graph, undone)
    assert everything(graph, made) == after
    undo(graph, redone)
    assert everything(graph, made) == before
    assert read(graph, lambda view: view.by_identity("same", None)) == made.item


def test_an_undone_creation_is_not_there_and_comes_back(graph: Graph) -> None:
    made = add(graph, "one", mentions=(("x", "subject"),))
    undone = undo(graph, made.operation)
    with graph.view(user=ANY) as view:
        for question in (
            lambda: view.item(made.item),
            lambda: view.revision(made.revision),
            lambda: view.versions(made.item),
        ):
            with pytest.raises(NotFound):
                question()
        assert view.list_heads(Filter(statuses=())).items == ()
        assert not view.mentions(["x"]).get("x")
        assert view.counts()["revisions"] == 0
    undo(graph, undone)
    assert current_text(graph, made.item) == "one"


def test_nothing_can_be_added_to_what_was_undone(graph: Graph) -> None:
    made, other = add(graph), add(graph)
    undo(graph, made.operation)
    for change in (
        lambda writer: writer.revision(made.item, NewRevision("x")),
        lambda writer: writer.tag(made.revision, "x"),
        lambda writer: writer.alias(made.item, "x"),
        lambda writer: writer.edge(made.revision, "USES", other.revision),
        lambda writer: writer.edge(other.revision, "USES", made.revision),
        lambda writer: writer.observe(made.revision, Observation("bob")),
        lambda writer: writer.observe(other.revision, Observation("bob", turn=made.revision)),
        lambda writer: writer.artifact(made.revision, "x", "file:///x", {}),
        lambda writer: writer.move(made.item, "x"),
        lambda writer: writer.status(item_node(made.item), "deleted"),
    ):
        with pytest.raises(NotFound):
            write(graph, change)
    assert newest_operation(graph) == 3


def test_the_log_tells_what_was_undone_by_what(graph: Graph) -> None:
    made = add(graph)
    undone = undo(graph, made.operation)
    assert read(graph, lambda view: view.undone_by([made.operation, undone])) == {made.operation: undone}
    assert read(graph, lambda view: view.operation(undone).undoes) == made.operation
    redone = undo(graph, undone)
    assert read(graph, lambda view: view.undone_by([made.operation, undone])) == {undone: redone}
    assert read(graph, lambda view: view.undone_by([made.operation]), as_of=undone) == {made.operation: undone}


def test_what_rests_on_an_operation_is_named(graph: Graph) -> None:
    made, other = add(graph, "one"), add(graph, "other")
    dependents = [
        revise(graph, made.item).operation,
        write(graph, lambda writer: writer.tag(made.revision, "x")),
        write(graph, lambda writer: writer.alias(made.item, "x")),
        write(graph, lambda writer: writer.assert_(revision_node(made.revision), "attribute:x", 1)),
        write(graph, lambda writer: writer.edge(other.revision, "USES", made.revision)),
        write(graph, lambda writer: writer.observe(other.revision, Observation("bob", turn=made.revision))),
        write(graph, lambda writer: writer.artifact(made.revision, "x", "file:///x", {})),
    ]
    add(graph, "not resting on it")
    assert conflict(graph, made.operation) == dependents[::-1]


def test_a_value_set_over_another_rests_on_it(graph: Graph) -> None:
    node = item_node(add(graph).item)
    first, second = (write(graph, lambda writer, v=value: writer.assert_(node, "attribute:x", v)) for value in (1, 2))
    assert conflict(graph, first) == [second]
    undo(graph, second)
    undo(graph, first)
    assert read(graph, lambda view: view.state([node])).get(node, {}) == {}


def test_a_later_revision_rests_on_an_earlier_one(graph: Graph) -> None:
    made = add(graph, "one")
    second, third = revise(graph, made.item, "two"), revise(graph, made.item, "three")
    assert conflict(graph, second.operation) == [third.operation]
    undo(graph, third.operation)
    undo(graph, second.operation)
    assert texts(graph, made.item) == ["one"]


def test_a_tag_moved_to_a_revision_rests_on_its_making(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    tagged = write(graph, lambda writer: writer.tag(second.revision, "x"))
    assert conflict(graph, second.operation) == [tagged]


def test_a_cascade_takes_back_what_rests_on_it_newest_first(graph: Graph) -> None:
    made, other = add(graph, "one"), add(graph, "other")
    linked = write(graph, lambda writer: writer.edge(made.revision, "USES", other.revision))
    closed = write(graph, lambda writer: writer.unedge(made.revision, "USES", other.revision))
    untouched = write(graph, lambda writer: writer.tag(other.revision, "x"))
    assert cascade(graph, made.operation) == (closed, linked, made.operation)
    assert read(graph, lambda view: view.edges([other.revision], direction="both")) == []
    assert read(graph, lambda view: view.tags(other.item))["x"] == other.revision
    done = newest_operation(graph)
    assert read(graph, lambda view: view.undone_by([made.operation, linked, closed, untouched])) == dict.fromkeys(
        [made.operation, linked, closed], done
    )
    undo(graph, done)
    assert current_text(graph, made.item) == "one"
    assert read(graph, lambda view: view.undone_by([made.operation, linked, closed])) == {}


def test_a_cascade_follows_what_rests_on_what_rests(graph: Graph) -> None:
    a = add(graph, "a")
    b = add(graph, "b")
    first = write(graph, lambda writer: writer.edge(b.revision, "USES", a.revision))
    second = write(graph, lambda writer: writer.edge(b.revision, "USES", a.revision, {"n": 1}))
    assert cascade(graph, b.operation) == (second, first, b.operation)
    assert current_text(graph, a.item) == "a"


def test_undone_operations_do_not_stand_in_the_way(graph: Graph) -> None:
    made = add(graph, "one")
    for _ in range(3):
        undo(graph, revise(graph, made.item, "two").operation)
    undo(graph, made.operation)
    assert read(graph, lambda view: view.list_heads(Filter()).items) == ()


def test_redoing_what_something_else_took_over_is_refused(graph: Graph) -> None:
    node = item_node(add(graph).item)
    first = write(graph, lambda writer: writer.assert_(node, "attribute:x", 1))
    undone = undo(graph, first)
    other = write(graph, lambda writer: writer.assert_(node, "attribute:x", 2))
    assert conflict(graph, undone) == [other]


def test_redoing_a_creation_whose_place_was_taken_is_refused(graph: Graph) -> None:
    for fields in ({"name": "x"}, {"identity": "same"}):
        first = add(graph, "first", **fields)
        undone = undo(graph, first.operation)
        second = add(graph, "second", **fields)
        assert conflict(graph, undone) == [second.operation]
        assert cascade(graph, undone) == (second.operation, undone)
        assert current_text(graph, first.item) == "first"
        assert second.item not in read(graph, lambda view, item=second.item: view.items_by_id([item]))


def test_an_operation_is_undone_once(graph: Graph) -> None:
    made = add(graph)
    undo(graph, made.operation)
    assert conflict(graph, made.operation) == []


@pytest.mark.parametrize("operation", [0, -1, 99, 2**62])
def test_an_unknown_operation_is_not_found(graph: Graph, operation: int) -> None:
    add(graph)
    with pytest.raises(NotFound) as caught:
        undo(graph, operation)
    assert caught.value.field == "operation"
    assert newest_operation(graph) == 1


def test_an_operation_cannot_undo_itself(graph: Graph) -> None:
    add(graph)
    with pytest.raises(NotFound):
        write(graph, lambda writer: writer.undo(writer.operation))


def test_an_undo_and_more_is_one_operation(graph: Graph) -> None:
    made = add(graph, "one")
    second = revise(graph, made.item, "two")
    with graph.transaction("correct", user=ANY) as writer:
        writer.undo(second.operation)
        writer.revision(made.item, NewRevision("better"))
    assert texts(graph, made.item) == ["one", "better"]
    undo(graph, newest_operation(graph))
    assert texts(graph, made.item) == ["one", "two"]


def test_an_undo_that_fails_with_its_transaction_changes_nothing(graph: Graph) -> None:
    made = add(graph, "one")
    with pytest.raises(KeyError):
        write(graph, lambda writer: [writer.undo(made.operation), {}["missing"]])
    assert current_text(graph, made.item) == "one"


def test_an_operation_that_did_nothing_can_be_undone(graph: Graph) -> None:
    nothing = write(graph, lambda writer: None)
    undo(graph, nothing)
    assert read(graph, lambda view: view.undone_by([nothing])) == {nothing: 2}


@pytest.mark.parametrize("kind", ["erase", "import"])
def test_an_erase_or_import_is_not_undone(graph: Graph, kind: str) -> None:
    operation = write(graph, lambda writer: None, kind=kind)
    with pytest.raises(InvalidInput):
        undo(graph, operation)
