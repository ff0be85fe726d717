"""Short ways to write to and read from a store under test, each one operation or one view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, NamedTuple, TypeVar

from doxa.graph.contract import Graph, View, Writer
from doxa.graph.nodes import ItemId, Key, NewItem, NewRevision, RevisionId
from doxa.records import ANY, User

T = TypeVar("T")


class Made(NamedTuple):
    """What `add` made."""

    item: ItemId
    revision: RevisionId
    operation: int


ITEM_FIELDS = ("kind", "user", "space", "name", "agent", "session", "contexts", "uid", "identity", "slot", "rival")


def add(graph: Graph, text: str = "hello", **fields: Any) -> Made:
    """Create an item (kind `fact`) with one revision; `fields` are those of `NewItem` and `NewRevision`."""
    of_item = {name: fields.pop(name) for name in ITEM_FIELDS if name in fields}
    of_item["state"] = fields.pop("item_state", {})
    with graph.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem(**{"kind": "fact", **of_item}))
        return Made(item, writer.revision(item, NewRevision(text, **fields)), writer.operation)


def revise(graph: Graph, item: ItemId, text: str = "again", **fields: Any) -> Made:
    """Append a revision."""
    with graph.transaction("update", user=ANY) as writer:
        return Made(item, writer.revision(item, NewRevision(text, **fields)), writer.operation)


def write(graph: Graph, change: Callable[[Writer], object], *, kind: str = "update", user: User = ANY) -> int:
    """Make one change as one operation; return its number."""
    with graph.transaction(kind, user=user) as writer:
        change(writer)
        return writer.operation


def read(graph: Graph, question: Callable[[View], T], *, user: User = ANY, as_of: datetime | int | None = None) -> T:
    """Ask one view, by default for all eyes."""
    with graph.view(user=user, as_of=as_of) as view:
        return question(view)


def undo(graph: Graph, operation: int, *, cascade: bool = False) -> int:
    """Undo an operation; return the number of the operation that does it."""
    return write(graph, lambda writer: writer.undo(operation, cascade=cascade), kind="undo")


def current_text(graph: Graph, item: ItemId, *, as_of: datetime | int | None = None) -> str:
    """Return the text of an item's believed head."""
    return read(graph, lambda view: view.revision(view.head(item)).text, as_of=as_of)


def texts(graph: Graph, item: ItemId, *, as_of: datetime | int | None = None) -> list[str]:
    """Return the texts of an item's versions, oldest first."""
    return read(graph, lambda view: [node.text for node in view.versions(item)], as_of=as_of)


def newest_operation(graph: Graph) -> int:
    return read(graph, lambda view: view.at)


OWN_KEYS = frozenset({Key.IDENTITY, Key.SLOT, Key.VOID, Key.UNDONE})
"""Keys whose values are the store's own affair."""


def shown(state: Mapping[str, Any]) -> dict[str, Any]:
    """Return the assertions that every store shows alike."""
    return {key: value for key, value in state.items() if key not in OWN_KEYS}
