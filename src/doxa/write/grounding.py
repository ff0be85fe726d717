"""Marks what rests on a belief that no longer stands, at any depth, with the cause.

The marks are written in the operation that caused them, so that they are there exactly when it is; a crash leaves
neither. Each revision is visited once, whatever cycles there are, so the work is linear in the dependents.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Key, RevisionId, revision_node
from doxa.records import Json

GROUNDS = ("DEPENDS_ON", "DERIVED_FROM")
"""Edge types that say what a revision rests on."""
SUMMARY: Final = "summary"


def mark_dependents(writer: Writer, cause: RevisionId) -> int:
    """Mark everything that rests on `cause` as stale because of it, and return how many revisions that were."""
    return sum(_mark(writer, level, cause) for level in _levels(writer.view, cause))


def mark_summaries(writer: Writer, deleted: RevisionId) -> None:
    """Mark the summaries that still say what was deleted."""
    rows = writer.view.heads(_resting(writer.view, [deleted], ("DERIVED_FROM",)))
    _mark(writer, [revision for revision, row in rows.items() if row.kind == SUMMARY], deleted)


def unmark_summaries(writer: Writer, restored: RevisionId) -> None:
    """Take the marks of what was deleted off summaries, now that it is back."""
    rows = writer.view.heads(_resting(writer.view, [restored], ("DERIVED_FROM",)))
    summaries = [revision for revision, row in rows.items() if row.kind == SUMMARY]
    for revision, causes in _causes(writer.view, summaries).items():
        if restored in causes:
            left = [each for each in causes if each != restored]
            writer.assert_(revision_node(revision), Key.STALE, left or None)


def _mark(writer: Writer, revisions: Sequence[RevisionId], cause: RevisionId) -> int:
    unmarked = {each: known for each, known in _causes(writer.view, revisions).items() if cause not in known}
    for revision, causes in unmarked.items():
        writer.assert_(revision_node(revision), Key.STALE, [*causes, int(cause)])
    return len(unmarked)


def _causes(view: View, revisions: Sequence[RevisionId]) -> dict[RevisionId, list[Json]]:
    state = view.state([revision_node(each) for each in revisions])
    return {each: cast("list[Json]", state.get(revision_node(each), {}).get(Key.STALE) or []) for each in revisions}


def _resting(view: View, revisions: Sequence[RevisionId], types: Sequence[str]) -> list[RevisionId]:
    edges = view.edges(revisions, direction="in", types=types)
    return list(dict.fromkeys(edge.source for edge in edges))


def _levels(view: View, cause: RevisionId) -> Iterator[list[RevisionId]]:
    """Yield what rests on a revision, level by level, each revision once."""
    seen, frontier = {cause}, [cause]
    while frontier:
        frontier = [each for each in _resting(view, frontier, GROUNDS) if each not in seen]
        seen.update(frontier)
        if frontier:
            yield frontier
