"""From a request to an answer: read the question, search, fuse, weigh, fold, cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.beliefs import holds_at
from doxa.graph.contract import View
from doxa.graph.decaying import failures_of
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.index.embedding import Embedding
from doxa.plugins import NO_PLUGINS, Plugins
from doxa.recall.conditions import check_conditions
from doxa.recall.deepening import deeper
from doxa.recall.folding import Folded, fold, holding, unrolled
from doxa.recall.former import with_former, with_held_then
from doxa.recall.fusion import Candidate, Ranking, WeightedFusion, fused, ranking_of, reasons
from doxa.recall.gathering import gather
from doxa.recall.graph_legs import related_hits
from doxa.recall.learned import READ_FIRST, learned_order
from doxa.recall.reading import read_question
from doxa.recall.reformulating import reformulated
from doxa.recall.relevance import LEAST
from doxa.recall.request import GRAPH_LEGS, LEGS, MAX_LIMIT, MAX_QUERY, Request, recallable
from doxa.recall.searching import Findings, depth_of, search
from doxa.recall.selecting import Explain, Selection
from doxa.recall.shapes import READ, shape_of
from doxa.recall.showing import applies
from doxa.recall.stopwatch import Stopwatch
from doxa.recall.succession import (
    LOOKED_AT,
    Replaced,
    asked_for,
    heads_first,
    replaced_claims,
    with_heads,
    with_successors,
)
from doxa.recall.weighing import Weighed, bounds_of, times_of, weigh
from doxa.recall.withdrawn import NOTHING_WITHDRAWN, Withdrawn, marked, withdrawn_sources, without_withdrawn
from doxa.records import Hit, Question, Reason, Recall

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DEFAULT_FUSION = WeightedFusion({"bm25": 0.55, "dense": 0.3, "slot": 1.0, "entity": 0.1, "time": 0.15})
MOST_REFORMULATIONS = 3
"""Other wordings of a question that are asked as well."""


@dataclass(frozen=True, slots=True)
class Returned:
    """What came back, for the use counter."""

    revision: RevisionId


@dataclass(frozen=True, slots=True)
class Answer:
    """A recall with the revisions it returned."""

    recall: Recall
    returned: tuple[Returned, ...] = ()


def run_recall(
    view: View,
    request: Request,
    embedding: Embedding,
    attributes: AttributeRegistry,
    *,
    plugins: Plugins = NO_PLUGINS,
) -> Answer:
    """Answer a request from one snapshot.

    Args:
        view: What is seen.
        request: The question and what shapes its answer.
        embedding: The project's embedder, if any.
        attributes: The registry of attributes.
        plugins: The application's own fusion, reranker and reformulation, where it has some. Without a fusion, the
            order is the learned one where all legs run, else that of `DEFAULT_FUSION`.

    Raises:
        InvalidInput: A condition has an operator that does not exist.
        NotFound: One of `refs` does not exist.
    """
    check_conditions(request.where)
    watch = Stopwatch()
    with watch.stage("read"):
        names = not {"entity", "slot", *GRAPH_LEGS}.isdisjoint(request.legs or LEGS)
        question = read_question(
            cleaned(request.query), view, now=request.now, tz=request.tz, names=names, attributes=attributes
        )
    if request.limit == 0:
        return Answer(_recall(view, question, watch))
    asking = _Asking(view, request, embedding, attributes, watch, plugins)
    order, kept, cut = _answered(asking, question)
    if len(kept) < request.limit and asking.short(order):
        with watch.stage("deepen"):
            asking.among = deeper(
                view, question, request, asking.vector, partial(_passing, asking, question), asking.warnings
            )
        if asking.among:
            order, kept, cut = _answered(asking, question)
    hits = tuple(hit for _, hit in kept)
    with watch.stage("graph"):
        related = related_hits(view, question, request, attributes, kept)
    recall = replace(
        _recall(view, replace(question, people=order.people), watch),
        hits=hits,
        abstained=not hits,
        related=related,
        cut=cut,
        warnings=tuple(dict.fromkeys((*asking.warnings, *failures_of(view)))),
    )
    return Answer(recall, tuple(Returned(revision) for revision, _ in kept))


@dataclass(frozen=True, slots=True)
class _Order:
    """Candidates, best first.

    Args:
        candidates: With their scores.
        explain: Gives what explains a place among them.
        people: The speakers the question names.
        least: Relevance below which even the best is no answer, where the request names none.
        replaced: Claims of the best candidates that no longer stand, and that the question asks for.
        old: All claims of the best candidates that no longer stand.
        asked: The claims whose attribute and subject the question asks for.
        withdrawn: The best candidates of which what they claimed was taken back.
    """

    candidates: Ranking
    explain: Explain
    people: tuple[str, ...] = ()
    least: float = 0.0
    replaced: Sequence[Replaced] = ()
    old: Sequence[Replaced] = ()
    asked: frozenset[RevisionId] = frozenset()
    withdrawn: Withdrawn = NOTHING_WITHDRAWN


@dataclass(slots=True)
class _Asking:
    """What every stage of one recall works with; `warnings` grows on the way.

    `full` says that a leg brought as many as it may, `refused` how many were read in vain; `among` are the only ones
    that are looked for, once that has left too few.
    """

    view: View
    request: Request
    embedding: Embedding
    attributes: AttributeRegistry
    watch: Stopwatch
    plugins: Plugins
    warnings: list[str] = field(default_factory=list)
    vector: NDArray[np.float32] | None = None
    full: bool = False
    refused: int = 0
    among: Sequence[RevisionId] = ()

    def short(self, order: _Order) -> bool:
        """Say whether conditions may have left out what lies behind the candidates that were looked at."""
        if not self.full or self.among:
            return False
        if self.refused or self.request.valid_at is not None:
            return True
        rows = self.view.heads(order.candidates.revisions)
        kept = {row.item for row in rows.values() if recallable(self.request, row.kind) and row.status == "live"}
        return len(kept) < self.request.limit

    def order(self, question: Question) -> _Order:
        """Return the order of what the question, and its other wordings where there are some, find."""
        order = self._one(question)
        if self.plugins.reformulation is None:
            return order
        with self.watch.stage("reformulate"):
            texts = reformulated(self.plugins.reformulation, question.text, self.warnings)[:MOST_REFORMULATIONS]
        for text in texts:
            other = read_question(cleaned(text), self.view, now=self.request.now, tz=self.request.tz)
            order = _merged(order, self._one(other), text)
        return order

    def _one(self, question: Question) -> _Order:
        found = search(self.view, question, self.request, self.embedding, self.attributes, self.watch, self.among)
        self.warnings += found.warnings
        self.vector = found.vector if self.vector is None else self.vector
        most = depth_of(self.request)
        self.full = self.full or any(len(each.hits) >= most for each in found.found if each.leg in ("bm25", "dense"))
        own = self.plugins.fusion
        if own is not None:
            try:
                with self.watch.stage("rank"):
                    return _Order(fused(own, found.found), partial(reasons, own, found.found))
            except Exception as error:  # whatever a plug-in raises, the answer must come
                self.warnings.append(f"The fusion failed ({type(error).__name__}: {error}); doxa's own was used.")
        if self.request.legs is not None:
            with self.watch.stage("rank"):
                return _Order(fused(DEFAULT_FUSION, found.found), partial(reasons, DEFAULT_FUSION, found.found))
        return self._learned(question, found)

    def _learned(self, question: Question, findings: Findings) -> _Order:
        view, found = self.view, findings.found
        with self.watch.stage("gather"):
            beside = not self.request.refs
            matches, vector = findings.matches, findings.vector
            gathered = gather(view, question, found, matches, vector, beside=beside, embedder=findings.embedder)
        with self.watch.stage("rank"):
            shapes = partial(view.readings, make=shape_of, most=READ)
            read = max(READ_FIRST, 2 * self.request.limit)
            learned = learned_order(question, gathered, found, shapes, read=read)
            candidates = learned.candidates()
        with self.watch.stage("succession"):
            old = self._old(candidates, past=question.aspect == "past" or question.period is not None)
            replaced = asked_for(old, found)
            asked = frozenset(revision for each in found if each.leg == "slot" for revision, _ in each.hits)
            ranked = with_heads(candidates, replaced)
            return _Order(ranked, learned.explain, gathered.people, LEAST, replaced, old, asked)

    def _old(self, candidates: Ranking, *, past: bool) -> list[Replaced]:
        """Return what the best candidates said that no longer stands and whose successor may be shown.

        A belief that was denied since is the better answer to a question about the past.
        """
        request = self.request
        if request.unroll or request.valid_at is not None or request.refs:
            return []
        best = candidates.revisions[: LOOKED_AT * request.limit]
        return [
            each for each in replaced_claims(self.view, best, themselves=not past) if applies(each.head, request.scope)
        ]


def _merged(one: _Order, other: _Order, wording: str) -> _Order:
    """Return the candidates of two wordings of a question, each with its better score."""
    scores = dict(zip(one.candidates.revisions, one.candidates.scores, strict=True))
    gained = {each.revision for each in other.candidates if each.score > scores.get(each.revision, -1.0)}
    scores |= {each.revision: each.score for each in other.candidates if each.revision in gained}
    ranked = sorted(scores, key=lambda revision: (-scores[revision], -revision))

    def explain(revision: RevisionId) -> tuple[Reason, ...]:
        if revision not in gained:
            return one.explain(revision)
        return (Reason("reformulation", wording, score=scores[revision]), *other.explain(revision))

    candidates = Ranking(ranked, [scores[each] for each in ranked])
    replaced, old = (*one.replaced, *other.replaced), (*one.old, *other.old)
    return _Order(candidates, explain, one.people, min(one.least, other.least), replaced, old, one.asked | other.asked)


def _answered(asking: _Asking, question: Question) -> tuple[_Order, list[tuple[RevisionId, Hit]], tuple[Hit, ...]]:
    request, order = asking.request, asking.order(question)
    if not request.unroll and not request.refs:
        best = order.candidates.revisions[: LOOKED_AT * request.limit]
        order = replace(order, withdrawn=withdrawn_sources(asking.view, best))
    return (order, *_ranked_hits(asking, question, order))


def _passing(asking: _Asking, question: Question, revisions: Sequence[RevisionId]) -> list[RevisionId]:
    """Return those of some revisions that may be hits, whatever their score."""
    request = replace(asking.request, min_relevance=None, explain=False, limit=MAX_LIMIT)
    order = _Order(Ranking(revisions, [1.0] * len(revisions)), lambda _: ())
    folded = _ranked(asking.view, request, question, order.candidates, {}, order)
    return [each.best.row.revision for each in Selection(asking.view, request).fitting(folded)]


def _ranked_hits(
    asking: _Asking, question: Question, order: _Order
) -> tuple[list[tuple[RevisionId, Hit]], tuple[Hit, ...]]:
    request = asking.request
    explain = order.explain if request.explain else None
    if request.min_relevance is None and max(order.candidates.scores[:1], default=1.0) < order.least:
        request = replace(request, min_relevance=order.least)
    successors = frozenset(each.head.revision for each in order.replaced)
    selection = Selection(asking.view, request, explain, asking.plugins.reranker, asking.warnings, successors)
    with asking.watch.stage("rank"):
        rankings = _rankings(asking.view, request, question, order, selection)
        ranked = next(rankings)
    with asking.watch.stage("assemble"):
        kept, cut = selection.hits(ranked)
        while len(kept) < request.limit:
            more = next(rankings, _NO_MORE)
            if more is _NO_MORE:
                break
            kept, cut = selection.hits(more)
        asking.refused += selection.refused
        kept = with_successors(asking.view, kept, order.old, request.now)
        kept = marked(kept, order.withdrawn.partly) if order.withdrawn.partly else kept
        if asking.plugins.siblings is not None and not request.unroll and request.valid_at is None:
            from doxa.recall.siblings import with_chosen

            kept = with_chosen(asking.view, asking.plugins.siblings, request.query, kept, request.now, asking.warnings)
        return kept, cut


_NO_MORE: list[Folded] = []


def cleaned(query: str) -> str:
    """Return a question as every stage can take it: at most `MAX_QUERY` characters, no lone surrogates, no NUL."""
    return query[:MAX_QUERY].encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _rankings(
    view: View, request: Request, question: Question, order: _Order, selection: Selection
) -> Iterator[list[Folded]]:
    """Yield the ranking, first as far as the best candidates alone settle it, at last all of it.

    What a candidate may gain is bounded, so that those who cannot come near the best need not be read. A reranker is
    asked once, about all of it.
    """
    considered = order.candidates[: 2 * depth_of(request)]
    rows: dict[RevisionId, HeadRow] = {}
    replaced = order.replaced
    if considered and request.valid_at is None and selection.reranker is None:
        if request.min_relevance is not None and not request.explain:
            considered = ranking_of(each for each in considered if each.score >= request.min_relevance)
        bounds = bounds_of(considered, view.grades(considered.revisions), question.period)
        least = sorted(bounds.lowest, reverse=True)
        heads = {each.head.revision for each in replaced}
        count = selection.settled
        while count < len(considered):
            enough = least[count - 1]
            reached = enumerate(zip(considered.revisions, bounds.highest, strict=True))
            near = [considered[place] for place, (each, most) in reached if most >= enough or each in heads]
            outside = [most for most in bounds.highest if most < enough]
            if not outside:
                break
            ranked = _ranked(view, request, question, near, rows, order)
            reach = max(outside)
            settled = sum(each.best.score > reach for each in ranked)
            if settled >= selection.settled:
                yield ranked[:settled]
            count *= 2
    yield _ranked(view, request, question, considered, rows, order)


def _ranked(
    view: View,
    request: Request,
    question: Question,
    candidates: Sequence[Candidate],
    known: dict[RevisionId, HeadRow],
    order: _Order,
) -> list[Folded]:
    known.update(view.heads([each.revision for each in candidates if each.revision not in known]))
    rows = {revision: row for revision, row in known.items() if recallable(request, row.kind)}
    weighed = weigh(candidates, rows, times_of(view, list(rows.values()), request.now, question.period))
    weighed = heads_first(weighed, order.replaced)
    if request.valid_at is not None and request.unroll:
        held = holds_at(view, list(rows.values()), request.valid_at)
        return unrolled([each for each in weighed if each.row.revision in held])
    if request.unroll:
        return unrolled(weighed)
    folded = [each for each in fold(weighed) if _standing(each.best)]
    if not request.refs:
        folded = without_withdrawn(view, folded, order.withdrawn)
    if request.valid_at is not None:
        return _holding(view, folded, request.valid_at)
    if request.refs:
        return folded
    period = question.period
    if period is not None and period.end is not None and period.end <= request.now:
        return with_held_then(view, folded, period, order.asked)
    if question.aspect != "past":
        return folded
    return with_former(view, folded, question, order.asked, request.now)


def _standing(best: Weighed) -> bool:
    return best.row.status == "live"


def _holding(view: View, folded: list[Folded], instant: datetime) -> list[Folded]:
    rows = view.heads([each.shown for each in folded])
    versions = [node.id for row in rows.values() for node in view.versions(row.item)]
    return holding(view, folded, holds_at(view, list(view.heads(versions).values()), instant))


def _recall(view: View, question: Question, watch: Stopwatch) -> Recall:
    return Recall(hits=(), abstained=True, at_op=str(view.at), reading=question, timings=watch.seconds)
