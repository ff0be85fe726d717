"""Facts that belong together are the candidates of a schema; its words come from a model or from the host."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from doxa.dream.drafts import Draft
from doxa.dream.grouping import average_linkage, components, distinct
from doxa.dream.memories import Memo
from doxa.dream.neighbours import nearest_pairs
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.graph.nodes import RevisionId

MATERIAL = ("fact", "event", "action", "decision", "profile", "preference", "trait", "value")
FEWEST, MOST = 4, 12
"""Facts of one cluster before near-duplicates go: dual-mem's sizes."""
LEFT = 3
"""Facts that must be left without near-duplicates."""
DUPLICATE = 0.92
FLOOR_LEARNED, FLOOR_WORDS = 0.5, 0.35
"""Mean cosine within a cluster: with the default embedder, and by words alone."""
NEIGHBOURS = 8
AT_ONCE = 200
"""Facts that are linked up together at most, since that takes cubic time."""
RAW_SOURCES = 2
"""A pattern that a single conversation turn tells of is none."""


def candidates(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Yield the clusters that a schema could be made of, each held back until somebody puts it in words."""
    for cluster in clusters(planned):
        yield Draft(
            "create_schema",
            "schemas",
            tuple(memo.revision for memo in cluster),
            f"{len(cluster)} facts that belong together",
            0.5,
            why="a candidate: a model or the host has to say what they have in common",
        )


def clusters(planned: Planned) -> list[list[Memo]]:
    """Return groups of facts of one space and contexts that are alike, no schema's evidence yet, told in two turns."""
    homes: dict[object, list[Memo]] = defaultdict(list)
    used = _evidence_of_schemas(planned)
    for memo in planned.live(MATERIAL):
        if memo.revision > 0 and memo.revision not in used and not memo.contested:
            homes[memo.space, memo.contexts].append(memo)
    found = [group for memos in homes.values() if len(memos) >= FEWEST for group in _clusters(planned, memos)]
    return [group for group in found if raw_sources(planned, [memo.revision for memo in group]) >= RAW_SOURCES]


def raw_sources(planned: Planned, revisions: Sequence[RevisionId]) -> int:
    """Return from how many different turns memories were read; one that was read from none is a source itself."""
    sources: dict[RevisionId, set[RevisionId]] = {revision: set() for revision in revisions}
    for edge in planned.view.edges([each for each in revisions if each > 0], types=("DERIVED_FROM",)):
        sources[edge.source].add(edge.target)
    return len({source for revision, found in sources.items() for source in (found or {revision})})


def _clusters(planned: Planned, memos: Sequence[Memo]) -> list[list[Memo]]:
    vectors = planned.vectors([memo.revision for memo in memos])
    floor = FLOOR_LEARNED if vectors.learned else FLOOR_WORDS
    found: list[list[Memo]] = []
    for places in components(nearest_pairs(vectors.rows, NEIGHBOURS, floor), AT_ONCE):
        rows = vectors.rows[places]
        for members in average_linkage(rows, floor, MOST):
            kept = distinct(rows, members, DUPLICATE)
            facts = [planned.memos[vectors.revisions[places[place]]] for place in kept]
            if len(members) >= FEWEST and len(kept) >= LEFT and planned.concerns(facts):
                found.append(facts)
    return found


def _evidence_of_schemas(planned: Planned) -> set[RevisionId]:
    """Return what live schemas rest on."""
    schemas = [memo.revision for memo in planned.live(("schema", "core_schema", "intention")) if memo.revision > 0]
    found = {edge.target for edge in planned.view.edges(schemas, types=("DERIVED_FROM",))} if schemas else set()
    made = [draft for draft in planned.drafts if draft.action in ("create_schema", "create_intention")]
    return found | {revision for draft in made for revision in draft.targets}
