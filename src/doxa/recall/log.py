"""The operations of a project, newest first, with what each changed."""

from __future__ import annotations

from collections.abc import Iterable

from doxa.errors import InvalidInput
from doxa.graph.contract import Graph, View
from doxa.graph.nodes import FOREVER, ChangeNode, OperationNode
from doxa.recall.stories import as_operation, with_text
from doxa.records import Operation, Page

_STRIDE = 200


def operations_of(view: View, graph: Graph, *, limit: int, cursor: str | None, changes: int) -> Page[Operation]:
    """Return operations, newest first, each with its first changes; a new revision's change brings its text.

    Raises:
        InvalidInput: Limit, cursor or the number of changes are none.
    """
    if not 0 <= changes <= 1000:
        raise InvalidInput(f"changes is {changes}.", mend="Give 0 to 1,000.", field="changes", value=changes)
    page = view.operations(limit=limit, cursor=cursor)
    undone = view.undone_by([node.id for node in page.items])
    told = _changes(view, graph, page.items, changes) if changes else {}
    return Page(
        tuple(as_operation(node, undone.get(node.id), with_text(view, told.get(node.id, ()))) for node in page.items),
        page.cursor,
    )


def _changes(view: View, graph: Graph, operations: Iterable[OperationNode], most: int) -> dict[int, list[ChangeNode]]:
    """Return the first changes of each operation, read in one sweep that leaps over the rest of a long one."""
    found: dict[int, list[ChangeNode]] = {node.id: [] for node in operations}
    if not found:
        return {}
    after, position, newest = min(found) - 1, FOREVER, max(found)
    while after < newest:
        part = graph.changes(user=view.user, after=after, position=position, limit=_STRIDE)
        for change in part:
            kept = found.get(change.operation)
            if kept is not None and len(kept) < most:
                kept.append(change)
        if len(part) < _STRIDE:
            break
        last = part[-1]
        after, position = last.operation, last.position
        if len(found.get(after, ())) in (0, most):
            position = FOREVER
    return found
