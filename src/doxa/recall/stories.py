"""The story behind a belief: what changed it, who said it, what rests on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from doxa.errors import NotFound
from doxa.graph.beliefs import read_belief, read_beliefs
from doxa.graph.contract import Graph, View
from doxa.graph.nodes import FOREVER, ChangeNode, NodeId, OperationNode, RevisionId, item_node, revision_node
from doxa.records import Belief, Change, Impact, Operation, Page, Quote, Ref, Story

_STRIDE = 200
"""Changes read at once."""


def history_of(view: View, graph: Graph, ref: Ref, *, limit: int, cursor: str | None) -> Page[Operation]:
    """Return the operations that touched a belief's item or any of its revisions, newest first."""
    item = view.item(ref)
    nodes: list[NodeId] = [item_node(item.id), *(revision_node(each.id) for each in view.versions(item.id))]
    page = view.operations(nodes, limit=limit, cursor=cursor)
    return Page(_with_changes(view, graph, page.items, item.kref), page.cursor)


def _with_changes(view: View, graph: Graph, operations: Sequence[OperationNode], kref: str) -> tuple[Operation, ...]:
    undone = view.undone_by([operation.id for operation in operations])
    return tuple(
        as_operation(
            operation,
            undone.get(operation.id),
            with_text(view, (change for change in _changes_in(view, graph, operation.id) if _concerns(change, kref))),
        )
        for operation in operations
    )


def _changes_in(view: View, graph: Graph, operation: int) -> Iterator[ChangeNode]:
    """Yield all changes of an operation."""
    after, position = operation - 1, FOREVER
    while True:
        page = graph.changes(user=view.user, after=after, position=position, limit=_STRIDE)
        yield from (change for change in page if change.operation == operation)
        if len(page) < _STRIDE or page[-1].operation > operation:
            return
        after, position = page[-1].operation, page[-1].position


def _concerns(change: ChangeNode, kref: str) -> bool:
    return change.ref == kref or change.ref.startswith((f"{kref}?", f"{kref}&"))


def with_text(view: View, changes: Iterable[ChangeNode]) -> list[ChangeNode]:
    """Return changes as they are, the one that made a revision with what that says."""
    return [
        replace(change, detail={**change.detail, "text": text})
        if change.kind == "revision.created" and (text := _text(view, change.ref)) is not None
        else change
        for change in changes
    ]


def _text(view: View, ref: str) -> str | None:
    """Return what a revision says; None where it has been erased since."""
    try:
        revision = view.resolve(ref)
    except NotFound:
        return None
    node = view.revisions([revision]).get(revision)
    return None if node is None else node.text


def as_operation(node: OperationNode, undone_by: int | None, changes: Sequence[ChangeNode] = ()) -> Operation:
    """Return an operation as callers see it."""
    return Operation(
        id=str(node.id),
        kind=node.kind,
        actor=node.actor,
        time=node.at,
        reason=node.reason,
        undoes=None if node.undoes is None else str(node.undoes),
        undone_by=None if undone_by is None else str(undone_by),
        changes=tuple(map(as_change, changes)),
    )


def as_change(node: ChangeNode) -> Change:
    """Return an entry of the change feed as callers see it."""
    return Change(
        cursor=f"{node.operation}.{node.position}",
        operation=str(node.operation),
        time=node.at,
        kind=node.kind,
        ref=node.ref,
        detail=node.detail,
    )


def impact_of(view: View, revision: RevisionId, *, max_hops: int, now: datetime) -> list[Impact]:
    """Return what rests on a revision, nearest first, with the path of edge types that leads there."""
    found = view.impact(revision, max_depth=max_hops)
    beliefs = read_beliefs(view, [reached for reached, _, _ in found], now=now)
    return [
        Impact(beliefs[reached], depth, tuple(edge.type for edge in path))
        for reached, depth, path in found
        if reached in beliefs
    ]


def story_of(view: View, graph: Graph, ref: Ref, *, now: datetime) -> Story:
    """Return a belief with its quotes, sources, versions, conflicts, dependents and operations."""
    revision = view.resolve(ref)
    belief = read_belief(view, revision, now=now, chain=True)
    conflicts = [view.resolve(each) for each in belief.contested_by]
    return Story(
        belief=belief,
        quotes=quotes_of(view, revision),
        spellings=_spellings(view, belief, revision),
        sources=belief.sources,
        versions=belief.chain,
        conflicts=tuple(read_beliefs(view, conflicts, now=now).values()),
        dependents=tuple(impact_of(view, revision, max_hops=10, now=now)),
        operations=history_of(view, graph, ref, limit=100, cursor=None).items,
    )


def _spellings(view: View, belief: Belief, revision: RevisionId) -> tuple[str, ...]:
    """Return how the value was spelled each time that the spelling changed, the last one last."""
    if belief.claim is None or belief.claim.value is None:
        return ()
    later = (each.detail.get("spelled") for each in view.observations([revision]).get(revision, ()))
    return (belief.claim.value, *(each for each in later if isinstance(each, str)))


def quotes_of(view: View, revision: RevisionId) -> tuple[Quote, ...]:
    """Return the verbatim spans a revision rests on, oldest first; a turn that was erased gives none."""
    observations = [each for each in view.observations([revision]).get(revision, ()) if each.turn is not None]
    turns = view.revisions([each.turn for each in observations if each.turn is not None])
    return tuple(
        Quote(turns[each.turn].text[each.start : each.end], view.kref(each.turn), each.start, each.end)
        for each in observations
        if each.turn is not None and each.turn in turns
    )
