"""Numbers that no row can have are answered like numbers that no row has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from doxa.errors import DoxaError
from doxa.graph.contract import Writer
from doxa.graph.nodes import Key, NewItem, NewRevision, NodeId, Observation, item_node
from doxa.records import ANY
from tests.graph.histories import new_store

NUMBERS = [0, -1, 999, 2**60, 2**63, 2**70]

USES: dict[str, Callable[[Writer, Any], object]] = {
    "revise": lambda writer, number: writer.revision(number, NewRevision("text")),
    "number": lambda writer, number: writer.revision(1, NewRevision("text", number=number if number != 999 else 0)),  # type: ignore[arg-type]
    "tag": lambda writer, number: writer.tag(number, "x"),
    "edge": lambda writer, number: writer.edge(1, "SUPPORTS", number),  # type: ignore[arg-type]
    "unedge": lambda writer, number: writer.unedge(1, "SUPPORTS", number),  # type: ignore[arg-type]
    "observe": lambda writer, number: writer.observe(number, Observation("bob")),
    "turn": lambda writer, number: writer.observe(1, Observation("bob", turn=number)),  # type: ignore[arg-type]
    "assert": lambda writer, number: writer.assert_(NodeId(number * 8), Key.PIN, True),
    "head": lambda writer, number: writer.assert_(item_node(1), Key.HEAD, number),  # type: ignore[arg-type]
    "status": lambda writer, number: writer.status(NodeId(number * 8 + 1), "deleted"),
    "alias": lambda writer, number: writer.alias(number, "x"),
    "move": lambda writer, number: writer.move(number, "a"),
    "artifact": lambda writer, number: writer.artifact(number, "x", "file:///x", {}),
    "undo": lambda writer, number: writer.undo(number),
    "rollback": lambda writer, number: writer.rollback([number], 1),
    "rollback to": lambda writer, number: writer.rollback([1], number if number else -1),  # type: ignore[list-item]
    "bundle": lambda writer, number: writer.bundle(NewItem("bundle"), add=[number]),
    "item": lambda writer, number: writer.view.item(number),
    "versions": lambda writer, number: writer.view.versions(number),
    "revision": lambda writer, number: writer.view.revision(number),
    "operation": lambda writer, number: writer.view.operation(number),
}


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("use", USES)
def test_a_number_that_names_nothing_is_refused_by_a_typed_error(use: str, number: int) -> None:
    store = new_store()
    with store.transaction("add", user=ANY) as writer:
        writer.revision(writer.item(NewItem("fact")), NewRevision("text"))
    with pytest.raises(DoxaError), store.transaction(use, user=ANY) as writer:
        USES[use](writer, number)
    assert store.info()["last_operation"] == 1


@pytest.mark.parametrize("number", [2**63, 2**70])
def test_a_view_of_such_an_operation_is_refused(number: int) -> None:
    store = new_store()
    with pytest.raises(DoxaError), store.view(as_of=number):
        pass
    with pytest.raises(DoxaError):
        store.changes(user=ANY, after=number)
