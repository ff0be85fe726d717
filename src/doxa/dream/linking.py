"""`link`: the link pass for one memory."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.belief.kinds import kind_of
from doxa.dream.passes.links import FLOOR_LEARNED, FLOOR_WORDS, RELATED
from doxa.dream.word_vectors import word_vectors
from doxa.errors import InvalidInput
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Filter, HeadRow, RevisionId
from doxa.records import Receipt, Ref
from doxa.text.tokens import query_tokens
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, target_of

MOST = 100
CANDIDATES = 40


@answered_once
def link_memory(context: WriteContext, request: WriteRequest, ref: Ref, limit: int) -> Receipt:
    """Link a memory with those that are most like it; see `Memory.link`."""
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"limit is {limit}.", mend=f"Give 1 to {MOST}.", field="limit", value=limit)
    with operation(context, request) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        found = _nearest(writer.view, target, limit)
        results = [_linked(writer, target, other, likeness) for other, likeness in found]
        nothing = Result(None, "nothing is enough like it", target.revision, status="nothing_to_do")
        return receipt_of(writer, request, results or [nothing])


def _linked(writer: Writer, target: Target, other: RevisionId, likeness: float) -> Result:
    writer.edge(target.revision, RELATED, other, {"likeness": likeness, "by": "link"})
    return Result(None, f"{RELATED} drawn: likeness {likeness:.2f}", other)


def _nearest(view: View, target: Target, limit: int) -> list[tuple[RevisionId, float]]:
    """Return what is most like a memory and not linked with it yet, best first."""
    joined = {end for edge in view.edges([target.revision], direction="both") for end in (edge.source, edge.target)}
    own = view.heads([target.revision])[target.revision]
    found = [pair for pair in _likest(view, target) if pair[0] not in joined and pair[0] != target.revision]
    rows = view.heads([revision for revision, _ in found])
    return [pair for pair in found if pair[0] in rows and _fits(rows[pair[0]], own)][:limit]


def _fits(row: HeadRow, own: HeadRow) -> bool:
    same = row.user == own.user and row.contexts == own.contexts and row.item != own.item
    return same and row.is_head and row.standing == "accepted" and kind_of(row.kind).route is not None


def _likest(view: View, target: Target) -> list[tuple[RevisionId, float]]:
    having, rows = view.vectors([target.revision])
    if having:
        hits = view.search_vectors(rows[0], limit=CANDIDATES, filter=Filter())
        return [(hit.revision, hit.cosine) for hit in hits if hit.cosine >= FLOOR_LEARNED]
    text = view.revision(target.revision).text
    hits_by_words = view.search_text(query_tokens(text), limit=CANDIDATES, filter=Filter())
    return _by_words(view, text, [hit.revision for hit in hits_by_words if hit.revision != target.revision])


def _by_words(view: View, text: str, revisions: Sequence[RevisionId]) -> list[tuple[RevisionId, float]]:
    nodes = view.revisions(revisions)
    if not nodes:
        return []
    vectors = word_vectors([text, *(node.text for node in nodes.values())])
    scores = (vectors[1:] @ vectors[0]).tolist()
    found = [(revision, round(score, 6)) for revision, score in zip(nodes, scores, strict=True)]
    return sorted([pair for pair in found if pair[1] >= FLOOR_WORDS], key=lambda pair: -pair[1])
