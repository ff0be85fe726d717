"""The change feed: everything that changed, in commit order, from any cursor, again and again."""

from __future__ import annotations

from typing import Any

import pytest

from doxa.errors import InvalidInput
from doxa.graph.contract import Graph
from doxa.graph.nodes import FOREVER, ChangeNode, Key, NewItem, NewRevision, Observation, item_node, revision_node
from doxa.records import ANY, User
from tests.conformance.writing import add, newest_operation, read, revise, undo, write


def told(graph: Graph, operation: int | None = None, user: User = ANY) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the changes of an operation, `None` = the newest, as kind, ref and detail, in no order."""
    wanted = newest_operation(graph) if operation is None else operation
    changes = [change for change in graph.changes(user=user) if change.operation == wanted]
    return sorted(((change.kind, change.ref, dict(change.detail)) for change in changes), key=str)


def cursors(changes: list[ChangeNode]) -> list[tuple[int, int]]:
    return [(change.operation, change.position) for change in changes]


def test_what_is_made_is_told(graph: Graph) -> None:
    with graph.transaction("add") as writer:
        item = writer.item(NewItem("fact", space="a", name="x"))
        revision = writer.revision(item, NewRevision("one"))
        writer.artifact(revision, "f", "file:///x", {})
    assert told(graph) == [
        ("artifact.added", "kref://p/a/x.fact?r=1&a=f", {"location": "file:///x"}),
        ("item.created", "kref://p/a/x.fact", {"kind": "fact"}),
        ("revision.created", "kref://p/a/x.fact?r=1", {}),
        ("space.created", "kref://p/a", {}),
    ]


def test_what_changes_is_told(graph: Graph) -> None:
    made, other = add(graph, name="x"), add(graph, name="y")
    second = revise(graph, made.item)
    x, y = "kref://p/x.fact", "kref://p/y.fact?r=1"
    steps: list[tuple[Any, tuple[str, str, dict[str, Any]]]] = [
        (lambda w: w.tag(made.revision, "t"), ("revision.tagged", f"{x}?r=1", {"tag": "t"})),
        (lambda w: w.tag(second.revision, "t"), ("revision.tagged", f"{x}?r=2", {"tag": "t"})),
        (lambda w: w.untag(second.revision, "t"), ("revision.untagged", f"{x}?r=2", {"tag": "t"})),
        (lambda w: w.alias(made.item, "n"), ("alias.added", x, {"alias": "n"})),
        (lambda w: w.unalias(made.item, "n"), ("alias.removed", x, {"alias": "n"})),
        (lambda w: w.move(made.item, ""), ("item.moved", x, {"space": None})),
        (lambda w: w.status(item_node(made.item), "archived"), ("item.archived", x, {})),
        (lambda w: w.status(item_node(made.item), "deleted"), ("item.deleted", x, {})),
        (lambda w: w.status(item_node(made.item), "live"), ("item.restored", x, {})),
        (
            lambda w: w.assert_(item_node(made.item), Key.PIN, True),
            ("item.changed", x, {"key": "pin", "value": True}),
        ),
        (
            lambda w: w.assert_(revision_node(made.revision), "attribute:a", [1]),
            ("revision.changed", f"{x}?r=1", {"key": "attribute:a", "value": [1]}),
        ),
        (
            lambda w: w.assert_(revision_node(made.revision), "attribute:a", None),
            ("revision.changed", f"{x}?r=1", {"key": "attribute:a", "value": None}),
        ),
        (
            lambda w: w.assert_(item_node(made.item), Key.HEAD, made.revision),
            ("item.head", x, {"head": f"{x}?r=1"}),
        ),
        (
            lambda w: w.observe(made.revision, Observation("bob")),
            ("observation.added", f"{x}?r=1", {"source": "bob"}),
        ),
        (
            lambda w: w.edge(made.revision, "USES", other.revision, {"n": 1}),
            ("edge.created", f"{x}?r=1", {"type": "USES", "target": y, "metadata": {"n": 1}}),
        ),
        (
            lambda w: w.unedge(made.revision, "USES", other.revision),
            ("edge.deleted", f"{x}?r=1", {"type": "USES", "target": y}),
        ),
    ]
    for change, expected in steps:
        if expected[0] == "item.moved":
            write(graph, lambda writer: writer.move(made.item, "b"))
            assert ("item.moved", x, {"space": "b"}) in told(graph)
        write(graph, change)
        assert told(graph) == [expected]


def test_a_change_of_a_value_is_told_once(graph: Graph) -> None:
    node = item_node(add(graph, name="x").item)
    write(graph, lambda writer: writer.assert_(node, "attribute:a", 1))
    write(graph, lambda writer: writer.assert_(node, "attribute:a", 2))
    assert told(graph) == [("item.changed", "kref://p/x.fact", {"key": "attribute:a", "value": 2})]


def test_what_changes_nothing_is_not_told(graph: Graph) -> None:
    made = add(graph)
    write(graph, lambda writer: writer.move(made.item, ""))
    write(graph, lambda writer: writer.assert_(item_node(made.item), "attribute:a", None))
    write(graph, lambda writer: None)
    assert {change.operation for change in graph.changes(user=ANY)} == {made.operation}


def test_undo_and_redo_are_told(graph: Graph) -> None:
    made = add(graph, name="x")
    revised = revise(graph, made.item)
    undone = undo(graph, revised.operation)
    assert told(graph) == [("revision.undone", "kref://p/x.fact?r=2", {})]
    undo(graph, undone)
    assert told(graph) == [("revision.redone", "kref://p/x.fact?r=2", {})]
    assert ("revision.created", "kref://p/x.fact?r=2", {}) in told(graph, revised.operation)


def test_identities_and_slots_are_never_told(graph: Graph) -> None:
    made = add(graph, identity="a secret sentence", slot="a secret slot")
    write(graph, lambda writer: writer.identify(made.item, identity="another", slot="slot"))
    assert told(graph) == []
    assert "secret" not in str(graph.changes(user=ANY))


def test_changes_come_in_commit_order_with_rising_cursors(graph: Graph) -> None:
    for number in range(4):
        with graph.transaction("add") as writer:
            for _ in range(3):
                writer.revision(writer.item(NewItem("fact")), NewRevision(f"{number}"))
    changes = graph.changes(user=ANY)
    assert cursors(changes) == sorted(set(cursors(changes)))
    assert {change.operation for change in changes} == {1, 2, 3, 4}
    assert all(change.at == read(graph, lambda view, o=change.operation: view.operation(o).at) for change in changes)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_reading_in_portions_misses_and_repeats_nothing(graph: Graph, size: int) -> None:
    for number in range(3):
        made = add(graph, space=f"s{number}", item_state={"attribute:a": 1})
        write(graph, lambda writer, made=made: writer.alias(made.item, "a", "b", "c"))
        undo(graph, newest_operation(graph))
    whole = graph.changes(user=ANY)
    seen: list[ChangeNode] = []
    after = position = 0
    while portion := graph.changes(user=ANY, after=after, position=position, limit=size):
        assert len(portion) <= size
        seen += portion
        after, position = portion[-1].operation, portion[-1].position
    assert seen == whole


def test_the_same_cursor_gives_the_same_again(graph: Graph) -> None:
    add(graph)
    first = graph.changes(user=ANY, limit=2)
    cursor = first[-1]
    rest = graph.changes(user=ANY, after=cursor.operation, position=cursor.position)
    add(graph)
    later = graph.changes(user=ANY, after=cursor.operation, position=cursor.position)
    assert later[: len(rest)] == rest
    assert len(later) > len(rest)
    assert graph.changes(user=ANY, limit=2) == first


def test_a_cursor_may_skip_the_rest_of_an_operation(graph: Graph) -> None:
    made = add(graph)
    second = add(graph)
    skipped = graph.changes(user=ANY, after=made.operation, position=FOREVER)
    assert {change.operation for change in skipped} == {second.operation}
    assert graph.changes(user=ANY, after=second.operation, position=FOREVER) == []
    assert graph.changes(user=ANY, after=99) == []


@pytest.mark.parametrize("cursor", [{"after": -1}, {"position": -1}, {"limit": 0}, {"limit": -1}])
def test_what_is_no_cursor_is_refused(graph: Graph, cursor: dict[str, int]) -> None:
    add(graph)
    with pytest.raises(InvalidInput):
        graph.changes(user=ANY, **cursor)


def test_another_owners_changes_are_not_told(graph: Graph) -> None:
    shared, bobs = add(graph), add(graph, user="bob", space="private")
    write(graph, lambda writer: writer.edge(shared.revision, "ABOUT", bobs.revision))
    write(graph, lambda writer: writer.alias(bobs.item, "secret"))
    assert {change.operation for change in graph.changes(user="ada")} == {shared.operation}
    assert len({change.operation for change in graph.changes(user="bob")}) == 4


def test_a_feed_begun_late_tells_the_same(graph: Graph) -> None:
    """Nobody need have listened from the beginning."""
    made = add(graph, name="x")
    revise(graph, made.item)
    undo(graph, newest_operation(graph))
    kinds = [change.kind for change in graph.changes(user=ANY)]
    assert kinds.count("revision.created") == 2
    assert kinds[-1] == "revision.undone"
