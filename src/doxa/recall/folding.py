"""Folds the versions of an item into one hit: the believed head, or the version that held when asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.recall.weighing import Weighed
from doxa.records import Reason


class Folded(NamedTuple):
    """One hit to be: the revision to show, the best of the versions that matched, and why another one is shown.

    `reranked` is what a reranker gave it, where one did.
    """

    shown: RevisionId
    best: Weighed
    notes: tuple[Reason, ...] = ()
    reranked: float | None = None

    @property
    def why(self) -> tuple[Reason, ...]:
        """What beside the legs gave it its place."""
        return self.best.why + self.notes


def fold(weighed: Sequence[Weighed]) -> list[Folded]:
    """Return one entry per item, in order of its best version; the head stands for all of them."""
    firsts: dict[int, Weighed] = {}
    for each in weighed:
        firsts.setdefault(each.row.item, each)
    return [_folded(each) for each in firsts.values()]


def _folded(each: Weighed) -> Folded:
    row = each.row
    if row.is_head:
        return Folded(row.revision, each)
    note = Reason("chain", f"version {row.number} matched; its head is shown")
    return Folded(row.head, each, (note,))


def unrolled(weighed: Sequence[Weighed]) -> list[Folded]:
    """Return every matching version on its own."""
    return [Folded(each.row.revision, each) for each in weighed]


def holding(view: View, folded: Sequence[Folded], held: set[RevisionId]) -> list[Folded]:
    """Return entries that show the version among `held`; those of which none holds are left out."""
    rows = view.heads([each.shown for each in folded])
    shown: list[Folded] = []
    for each in folded:
        if each.shown in held:
            shown.append(each)
            continue
        row = rows.get(each.shown)
        versions = [] if row is None else [node.id for node in view.versions(row.item) if node.id in held]
        if versions:
            held_then = Reason("valid_at", "the version that held")
            shown.append(Folded(versions[-1], each.best, (*each.notes, held_then)))
    return shown
