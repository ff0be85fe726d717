"""`missing`: why a memory did not come back for a question, by running the question again and looking where it fell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.kinds import kind_of
from doxa.graph.beliefs import holds_at, read_belief
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.index.embedding import Embedding
from doxa.plugins import NO_PLUGINS, Plugins
from doxa.recall.conditions import matches
from doxa.recall.context_line import one_line
from doxa.recall.pipeline import cleaned, run_recall
from doxa.recall.reading import read_question
from doxa.recall.request import MAX_LIMIT, Request, recallable
from doxa.recall.searching import search
from doxa.recall.showing import applies, has_expired
from doxa.recall.stopwatch import Stopwatch
from doxa.records import Belief, Hit, Reason, Recall, Ref

SNIPPET = 80


@dataclass(frozen=True, slots=True)
class Asked:
    """A recall that is looked into.

    Args:
        view: What is seen.
        request: The question as it was asked.
        embedding: The project's embedder, if any.
        attributes: The registry of attributes.
        plugins: The application's own parts.
    """

    view: View
    request: Request
    embedding: Embedding
    attributes: AttributeRegistry
    plugins: Plugins = NO_PLUGINS

    def recall(self, request: Request) -> Recall:
        """Ask again."""
        return run_recall(self.view, request, self.embedding, self.attributes, plugins=self.plugins).recall


def why_missing(asked: Asked, ref: Ref) -> Reason:
    """Return why a memory did not come back, the first cause that applies; or that it did, and where.

    Raises:
        NotFound: The ref names nothing that the scope's user may see.
    """
    view = asked.view
    revision = view.resolve(ref)
    row = view.heads([revision])[revision]
    belief = read_belief(view, revision, now=asked.request.now)
    return next(_causes(asked, row, belief))


def _causes(asked: Asked, row: HeadRow, belief: Belief) -> Iterator[Reason]:
    answer = asked.recall(replace(asked.request, explain=True))
    yield from _given(answer, row, belief)
    yield from _kept_out(asked, row, belief)
    yield from _ranked(asked, belief, answer)
    yield Reason("legs", "; ".join(_not_found(asked, row)))


def _given(answer: Recall, row: HeadRow, belief: Belief) -> Iterator[Reason]:
    for part, hits in (("hit", answer.hits), ("related", answer.related)):
        for rank, hit in enumerate(hits, start=1):
            if hit.belief.id != belief.id:
                continue
            if hit.belief.revision == row.number:
                yield Reason(part, f"it came back, {rank} of {len(hits)}", rank, hit.score)
            yield Reason("superseded", f"its item came back, as {_named(hit.belief)}", rank, hit.score)


def _kept_out(asked: Asked, row: HeadRow, belief: Belief) -> Iterator[Reason]:
    """Yield what keeps a memory from being looked for, or from being shown, whatever the question."""
    request, view = asked.request, asked.view
    merged = view.edges([row.revision], direction="out", types=("MERGED_INTO",))
    if merged:
        yield Reason("merged", f"it was merged into {_shown(asked, merged[0].target)}")
    if row.status != "live":
        yield Reason("status", f"it is {row.status}")
    if row.standing == "rival":
        yield Reason("standing", f"it is kept beside {', '.join(belief.contested_by) or 'another belief'}, unbelieved")
    if not row.is_head:
        yield Reason("superseded", f"by {_shown(asked, row.head)}")
    if row.standing != "accepted":
        yield Reason("standing", f"it is {row.standing}")
    yield from _filtered(request, row, belief)
    if request.valid_at is not None and row.revision not in holds_at(view, [row], request.valid_at):
        yield Reason("valid_at", f"it does not hold on {request.valid_at:%Y-%m-%d}")


def _filtered(request: Request, row: HeadRow, belief: Belief) -> Iterator[Reason]:
    scope = request.scope
    for label, wanted, has in (("agent", scope.agent, row.agent), ("session", scope.session, row.session)):
        if wanted not in (None, has):
            yield Reason("scope", f"its {label} is {has!r}, and {wanted!r} was asked for")
    if not applies(row, replace(scope, contexts=())) and scope.space is not None:
        yield Reason("scope", f"it lies in {row.space!r}, outside {scope.space!r}")
    if not applies(row, scope):
        yield Reason("scope", f"its contexts are {', '.join(row.contexts)}")
    if not recallable(request, row.kind):
        route = kind_of(row.kind).route
        asked = f"only {', '.join(request.kinds or request.routes)} was asked for"
        yield Reason("kind", f"it is of kind {row.kind}, " + (asked if route else "which only verbs of its own give"))
    if has_expired(belief, request.now):
        yield Reason("expired", f"it was to be shown until {belief.expires_at:%Y-%m-%d %H:%M}")
    if belief.status == "archived":
        yield Reason("confidence", f"its confidence, {belief.confidence:.2f}, is too low to be shown")
    if not matches(belief, request.where):
        yield Reason("where", "it does not meet the conditions")


def _ranked(asked: Asked, belief: Belief, answer: Recall) -> Iterator[Reason]:
    """Yield where among all that was found it came, and what cut it."""
    request = asked.request
    refused = _of(answer.cut, belief)
    if refused is not None and "reranker" in refused.why[-1].detail:
        yield Reason("reranker", refused.why[-1].detail)
    if request.limit == 0:
        yield Reason("limit", "the limit is 0")
    wide = replace(request, limit=MAX_LIMIT, explain=True, order="relevance")
    found = asked.recall(wide)
    hit = _of(found.hits, belief)
    if hit is not None:
        place = found.hits.index(hit) + 1
        if place > request.limit:
            yield Reason(
                "limit", f"it came {place} of {len(found.hits)}; the limit is {request.limit}", place, hit.score
            )
        yield Reason(
            "limit", f"it was found, and beyond the candidates of a limit of {request.limit}", place, hit.score
        )
    hit = _of(found.cut, belief)
    if hit is not None:
        yield Reason("cut", hit.why[-1].detail, score=hit.relevance)


def _not_found(asked: Asked, row: HeadRow) -> Iterator[str]:
    """Yield, per leg, why it did not find a memory."""
    request = asked.request
    question = read_question(
        cleaned(request.query), asked.view, now=request.now, tz=request.tz, attributes=asked.attributes
    )
    if not question.terms:
        yield "the question has no words to search for"
        return
    alone = replace(request, refs=(asked.view.kref(row.revision),), min_relevance=0.0)
    found = search(asked.view, question, alone, asked.embedding, asked.attributes, Stopwatch()).found
    scores = {leg.leg: leg.hits[0][1] for leg in found if leg.hits}
    for leg, unfit in (
        ("bm25", "it shares no word with the question"),
        ("dense", "it has no vector" if asked.embedding.wanted else "there is no embedder"),
        ("slot", "it is not what the question asks of somebody"),
        ("entity", "it names nothing that the question names"),
        ("time", "it is outside the time asked about" if question.period else "the question names no time"),
    ):
        if request.legs is not None and leg not in request.legs:
            yield f"{leg}: not asked for"
        elif leg in scores:
            yield f"{leg}: it scores {scores[leg]:.2f}, too little to be looked at among others"
        else:
            yield f"{leg}: {unfit}"


def _of(hits: tuple[Hit, ...], belief: Belief) -> Hit | None:
    return next((hit for hit in hits if hit.belief.id == belief.id), None)


def _shown(asked: Asked, revision: RevisionId) -> str:
    return _named(read_belief(asked.view, revision, now=asked.request.now))


def _named(belief: Belief) -> str:
    text = one_line(belief.text)
    return f"{belief.kref} ({text if len(text) <= SNIPPET else text[: SNIPPET - 1] + '…'})"
