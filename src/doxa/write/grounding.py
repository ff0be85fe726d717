"""Marks what rests on a belief that no longer stands, at any depth, with the cause.

The marks are written in the operation that caused them, so that they are there exactly when it is; a crash leaves
neither. Each revision is visited once, whatever cycles there are, so the work is linear in the dependents.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Key, RevisionId, revision_node
from doxa.records import Json

GROUNDS = ("DEPENDS_ON", "DERIVED_FROM")
"""Edge types that say what a revision rests on."""


def mark_dependents(writer: Writer, cause: RevisionId) -> int:
    """Mark everything that rests on `cause` as stale because of it, and return how many revisions that were."""
    marked = 0
    for level in _levels(writer.view, cause):
        state = writer.view.state([revision_node(each) for each in level])
        for revision in level:
            node = revision_node(revision)
            causes = cast("list[Json]", state.get(node, {}).get(Key.STALE) or [])
            if cause not in causes:
                writer.assert_(node, Key.STALE, [*causes, int(cause)])
                marked += 1
    return marked


def _levels(view: View, cause: RevisionId) -> Iterator[list[RevisionId]]:
    """Yield what rests on a revision, level by level, each revision once."""
    seen, frontier = {cause}, [cause]
    while frontier:
        edges = view.edges(frontier, direction="in", types=GROUNDS)
        frontier = [each for each in dict.fromkeys(edge.source for edge in edges) if each not in seen]
        seen.update(frontier)
        if frontier:
            yield frontier
