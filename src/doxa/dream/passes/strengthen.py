"""Edges between what is named together again grow stronger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doxa.dream.drafts import Draft
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.graph.nodes import EdgeNode, RevisionId

STEP = 0.1
"""What one pass adds to an edge's strength, which is 1 at most: tiered-memory's step."""
STARTS_AT = 0.5
GROUNDS = ("DEPENDS_ON", "DERIVED_FROM", "SUPERSEDES", "CONTRADICTS", "MERGED_INTO", "SUPPORTS")
"""Edges that say what came of what; how often something is said makes no difference to them."""


def strengthen(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose to strengthen the edges among what the merged and compressed memories of this plan are linked with.

    Where one saying of a thing confirms another, whatever both of them are linked with belongs together more surely.
    """
    done: set[tuple[RevisionId, str, RevisionId]] = set()
    for draft in [each for each in planned.drafts if each.action in ("merge", "compress")]:
        ends = _ends(planned, [revision for revision in draft.named if revision > 0])
        for edge in _among(planned, ends):
            key = edge.source, edge.type, edge.target
            if key not in done:
                done.add(key)
                yield _draft(edge)


def _ends(planned: Planned, revisions: Sequence[RevisionId]) -> list[RevisionId]:
    """Return what live memories the revisions are linked with."""
    edges = [edge for edge in planned.view.edges(revisions, direction="both") if edge.type not in GROUNDS]
    ends = dict.fromkeys(planned.keeper(end) for edge in edges for end in (edge.source, edge.target))
    return [end for end in ends if end in planned.memos and end not in revisions]


def _among(planned: Planned, ends: Sequence[RevisionId]) -> list[EdgeNode]:
    known = set(ends)
    if len(known) < 2:
        return []
    return [e for e in planned.view.edges(ends, direction="out") if e.target in known and e.type not in GROUNDS]


def _draft(edge: EdgeNode) -> Draft:
    before = edge.metadata.get("strength", STARTS_AT)
    strength = min(1.0, round((before if isinstance(before, int | float) else STARTS_AT) + STEP, 2))
    return Draft(
        "strengthen",
        "strengthen",
        (edge.source,),
        "what it links was named together again",
        1.0,
        into=edge.target,
        details={"relation": edge.type, "strength": strength},
    )
