"""Memories about one thing are linked, so that a question which finds one finds the other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from doxa.belief.kinds import kind_of
from doxa.dream.drafts import Draft
from doxa.dream.memories import Memo
from doxa.dream.neighbours import nearest_pairs
from doxa.dream.planned import Planned
from doxa.dream.setting import Setting
from doxa.graph.nodes import RevisionId

RELATED = "RELATED_TO"
LINKS_EACH = 3
"""Links that one memory has at most before this pass leaves it alone; edge discovery elsewhere finds three for each."""
MOST_LINKS = 1_000
"""Links of one plan, the surest first, so that a person can look at them; the next dream finds more."""
FLOOR_LEARNED, FLOOR_WORDS = 0.7, 0.6
"""Cosine from which two memories are linked: with the default embedder, and by words alone."""


def links(planned: Planned, setting: Setting) -> Iterator[Draft]:
    """Propose links between long-term memories that are most alike and are not linked yet."""
    memos = [memo for memo in planned.live() if is_linkable(memo)]
    if len(memos) < 2:
        return
    vectors = planned.vectors([memo.revision for memo in memos])
    floor = FLOOR_LEARNED if vectors.learned else FLOOR_WORDS
    joined = _joined(planned, vectors.revisions)
    degree: Counter[int] = Counter(end for pair in joined for end in pair)
    new = None if planned.new is None else {n for n, each in enumerate(vectors.revisions) if each in planned.new}
    count = 0
    for left, right, cosine in nearest_pairs(vectors.rows, LINKS_EACH, floor, new):
        one, other = sorted((vectors.revisions[left], vectors.revisions[right]))
        if (one, other) in joined or max(degree[one], degree[other]) >= LINKS_EACH:
            continue
        if count == MOST_LINKS:
            return
        if planned.memos[one].contexts != planned.memos[other].contexts:
            continue
        degree.update((one, other))
        count += 1
        yield Draft(
            "link",
            "links",
            (other,),
            f"about one thing: likeness {cosine:.2f}",
            cosine,
            into=one,
            details={"relation": RELATED, "likeness": cosine},
        )


def is_linkable(memo: Memo) -> bool:
    """Whether links of this pass may lead to a memory."""
    kind = kind_of(memo.kind)
    return kind.route is not None and memo.kind != "entity" and memo.tier == "long_term" and memo.revision > 0


def _joined(planned: Planned, revisions: Sequence[RevisionId]) -> set[tuple[int, int]]:
    """Return the pairs that an edge joins already, lower number first."""
    edges = planned.edges(revisions)
    ends = [(planned.keeper(edge.source), planned.keeper(edge.target)) for edge in edges]
    others = planned.find(end for pair in ends for end in pair) if planned.new is not None else ()
    known = {*revisions, *(memo.revision for memo in others if is_linkable(memo))}
    return {(min(pair), max(pair)) for pair in ends if known.issuperset(pair)}
