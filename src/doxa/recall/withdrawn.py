"""What was taken back comes back in no ordinary recall: neither the claim nor, unmarked, the turn that made it.

"Forget that" and 当我没说 mean that it be as if it had never been said. History, a view of the time before, and `why`
still show it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.recall.folding import Folded
from doxa.records import Hit, Reason

TAKEN_BACK = "taken_back"
"""The reason of a hit of which a part was taken back."""
TAKES_BACK = "TAKES_BACK"
"""The edge from words such as "scrap that" to the turn that they take back."""
_OUT = frozenset(("corrected", "retracted"))
"""The standings of what was taken back or given up."""
_IN_PART = Reason(TAKEN_BACK, "a part of what it says was taken back")


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Sources that made claims that were taken back: all that they claimed, or a part of it."""

    wholly: frozenset[RevisionId] = frozenset()
    partly: frozenset[RevisionId] = frozenset()


NOTHING_WITHDRAWN = Withdrawn()


def withdrawn_sources(view: View, sources: Sequence[RevisionId]) -> Withdrawn:
    """Return which sources, such as turns, made claims that were taken back and that nothing took the place of.

    Args:
        view: The snapshot.
        sources: Their revisions.
    """
    pointing = view.edges(list(sources), direction="in", types=("DERIVED_FROM", TAKES_BACK)) if sources else []
    read_from = [edge for edge in pointing if edge.type != TAKES_BACK]
    claiming = {edge.target for edge in read_from}
    # what claimed something goes where all that it claimed is gone, which words of others may still hold up
    silent = frozenset(edge.target for edge in pointing if edge.target not in claiming)
    if any(edge.type == TAKES_BACK for edge in pointing):  # the words that took it back say nothing without it
        silent |= {edge.source for edge in view.edges(list(sources), types=(TAKES_BACK,))}
    if not read_from:
        return Withdrawn(silent)
    rows = view.heads(list(dict.fromkeys(edge.source for edge in read_from)))
    out = _taken_out(view, rows)
    if not out:
        return Withdrawn(silent)
    claims: dict[RevisionId, list[bool]] = defaultdict(list)
    for edge in read_from:
        if edge.source in rows:
            claims[edge.target].append(edge.source in out)
    some = {source for source, gone in claims.items() if any(gone)}
    wholly = frozenset(source for source in some if all(claims[source]))
    return Withdrawn(wholly | silent, frozenset(some - wholly))


def _taken_out(view: View, rows: Mapping[RevisionId, HeadRow]) -> set[RevisionId]:
    """Return the versions that were taken back, but for those that something else was said instead of."""
    out = {each for each, row in rows.items() if row.is_head and row.standing in _OUT}
    edges = view.edges(list(out), direction="in", types=("SUPERSEDES",)) if out else []
    return out - {edge.target for edge in edges}


def without_withdrawn(view: View, folded: Sequence[Folded], sources: Withdrawn) -> list[Folded]:
    """Return entries but for claims that were taken back and sources that claimed nothing else."""
    known = {each.best.row.revision: each.best.row for each in folded}
    rows = known | view.heads([each.shown for each in folded if each.shown not in known])
    return [
        each
        for each in folded
        if each.shown not in sources.wholly and (each.shown not in rows or rows[each.shown].standing not in _OUT)
    ]


def marked(hits: Sequence[tuple[RevisionId, Hit]], partly: Collection[RevisionId]) -> list[tuple[RevisionId, Hit]]:
    """Return hits, those of which a part was taken back saying so."""
    return [(revision, replace(hit, why=(*hit.why, _IN_PART)) if revision in partly else hit) for revision, hit in hits]
