"""Operations, who sees them, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from doxa.errors import NotFound
from doxa.graph.nodes import (
    ItemId,
    Key,
    NodeId,
    NodeType,
    OperationNode,
    RevisionId,
    artifact_node,
    item_node,
    operation_node,
    revision_node,
    space_node,
)
from doxa.records import ANY, Page
from tests.conformance.model.lookups import Lookups
from tests.conformance.model.sight import page
from tests.conformance.model.undoing import nodes_of

T = TypeVar("T")


class Log(Lookups):
    """The part of a view that reads the log."""

    def operation(self, operation: int) -> OperationNode:
        if not 1 <= operation <= self.at or not self._sees_operation(operation):
            raise NotFound(f"There is no operation {operation}.")
        return self.state_.operations[operation - 1]

    def operations(
        self, nodes: Sequence[NodeId] = (), *, limit: int = 100, cursor: str | None = None
    ) -> Page[OperationNode]:
        seen = {node for node in nodes if self._sees_node(node)}
        found = [
            each
            for each in reversed(self.state_.operations[: self.at])
            if (seen & self._touched(each.id) if nodes else self._sees_operation(each.id))
        ]
        return page(found, [str(each.id) for each in found], limit, cursor)

    def _sees_operation(self, operation: int) -> bool:
        """Tell whether an operation touched anything of an owner who is seen."""
        return self.user is ANY or any(self._owned(node) for node in self._touched(operation))

    def _owned(self, node: NodeId) -> bool:
        number, type_ = divmod(node, 8)
        state = self.state_
        if type_ == NodeType.SPACE:
            return self.sees_owner(state.spaces[number].owner)
        if type_ == NodeType.PROJECT:
            return True
        return type_ == NodeType.ITEM and self.sees_owner(state.items[number].owner)

    def _touched(self, operation: int) -> set[NodeId]:
        """Return the nodes that an operation made or changed; what a node belongs to is changed with it."""
        state = self.state_
        nodes = {item_node(row.id) for row in state.items.values() if row.op == operation}
        nodes |= {revision_node(row.id) for row in state.revisions.values() if row.op == operation}
        nodes |= {artifact_node(row.id) for row in state.artifacts.values() if row.op == operation}
        nodes |= {space_node(row.id) for row in state.spaces.values() if row.op == operation}
        for key in state.touched(operation):
            nodes |= nodes_of(key) if key[0] != "observation" else {revision_node(key[1])}
        files = {node // 8 for node in nodes if node % 8 == NodeType.ARTIFACT}
        nodes |= {revision_node(state.artifacts[number].revision) for number in files}
        said = {node // 8 for node in nodes if node % 8 == NodeType.REVISION}
        return nodes | {item_node(state.revisions[number].item) for number in said}

    def touched(self, after: int) -> list[RevisionId]:
        nodes = {node for operation in range(after + 1, self.at + 1) for node in self._touched(operation)}
        items = [ItemId(node // 8) for node in nodes if node % 8 == NodeType.ITEM]
        return sorted(self.head(item) for item in items if self.sees_item(item) and self.seen_revisions(item))

    def changed_nothing(self, operation: int) -> bool:
        return 1 <= operation <= self.at and not self._touched(operation)

    def undone_by(self, operations: Sequence[int]) -> dict[int, int]:
        found = {each: self.state_.fact(operation_node(each), Key.UNDONE, self.at) for each in operations}
        return {each: undo for each, undo in found.items() if undo is not None}
