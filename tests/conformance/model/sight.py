"""What one reader sees of a state: owners, moments, what was not undone."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from doxa.errors import InvalidInput, NotFound
from doxa.graph.nodes import (
    PROJECT_NODE,
    ItemId,
    Key,
    NodeId,
    NodeType,
    RevisionId,
    artifact_node,
    item_node,
    revision_node,
)
from doxa.records import ANY, Page, User
from tests.conformance.model.state import ItemRow, RevisionRow, State

T = TypeVar("T")

INTERNAL = frozenset({Key.VOID, Key.UNDONE, Key.IDENTITY, Key.SLOT, Key.MEMBERS})
"""Keys that no reader is shown."""


def page(rows: Sequence[T], cursors: Sequence[str], limit: int, cursor: str | None) -> Page[T]:
    """Cut a page out of all rows."""
    if limit < 1:
        raise InvalidInput(f"limit is {limit}.", field="limit", value=limit)
    if cursor is not None and cursor not in cursors:
        raise InvalidInput(f"{cursor!r} is no cursor.", field="cursor", value=cursor)
    start = 0 if cursor is None else cursors.index(cursor) + 1
    shown = tuple(rows[start : start + limit])
    more = start + limit < len(rows)
    return Page(shown, cursors[start + limit - 1] if more else None)


class Sight:
    """Tells whether a node is seen."""

    def __init__(self, state: State, at: int, user: User, project: str, usage: Mapping[int, Any] | None = None) -> None:
        self.state_ = state
        self.at = at
        self.user = user
        self.project = project
        self.usage_ = usage or {}

    @property
    def at_time(self) -> datetime | None:
        return self.state_.operations[self.at - 1].at if self.at else None

    def sees_owner(self, owner: str | None) -> bool:
        return self.user is ANY or owner is None or owner == self.user

    def sees_item(self, item: int) -> bool:
        row = self.state_.items.get(item)
        made = row is not None and row.op <= self.at and self.sees_owner(row.owner)
        return made and self.state_.fact(item_node(ItemId(item)), Key.VOID, self.at) is None

    def sees(self, revision: int) -> bool:
        row = self.state_.revisions.get(revision)
        made = row is not None and row.op <= self.at and self.sees_item(row.item)
        return made and self.state_.fact(revision_node(RevisionId(revision)), Key.VOID, self.at) is None

    def seen_revisions(self, item: int | None = None) -> list[RevisionRow]:
        return [
            row for row in self.state_.revisions.values() if (item is None or row.item == item) and self.sees(row.id)
        ]

    def seen_items(self) -> list[ItemRow]:
        return [row for row in self.state_.items.values() if self.sees_item(row.id)]

    def _seen_item(self, item: int) -> ItemRow:
        if not self.sees_item(item):
            raise NotFound(f"There is no item {item}.")
        return self.state_.items[item]

    def _seen(self, revision: int) -> RevisionRow:
        if not self.sees(revision):
            raise NotFound(f"There is no revision {revision}.")
        return self.state_.revisions[revision]

    def _facts(self, node: NodeId) -> dict[str, Any]:
        return {key[2]: json.loads(stay.value) for key, stay in self.state_.matching(self.at, "fact", node)}

    def _sees_node(self, node: NodeId) -> bool:
        number, type_ = divmod(node, 8)
        if type_ == NodeType.ITEM:
            return self.sees_item(number)
        if type_ == NodeType.REVISION:
            return self.sees(number)
        if type_ == NodeType.ARTIFACT:
            return number in self.state_.artifacts and self._sees_artifact(number)
        if type_ == NodeType.SPACE:
            row = self.state_.spaces.get(number)
            return row is not None and row.op <= self.at and self.sees_owner(row.owner)
        return node == PROJECT_NODE

    def _sees_artifact(self, number: int) -> bool:
        row = self.state_.artifacts[number]
        made = row.op <= self.at and self.sees(row.revision)
        return made and self.state_.fact(artifact_node(number), Key.VOID, self.at) is None

    def _time(self, operation: int) -> datetime:
        return self.state_.operations[operation - 1].at

    def _only(self, found: Iterable[T]) -> T:
        for each in found:
            return each
        raise NotFound("It names nothing.")
