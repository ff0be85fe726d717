"""From a request to an answer: read the question, search, fuse, weigh, fold, cut."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.kinds import kind_of
from doxa.graph.beliefs import holds_at, read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionId
from doxa.index.embedding import Embedding
from doxa.recall.conditions import check_conditions, matches
from doxa.recall.folding import Folded, fold, holding, unrolled
from doxa.recall.fusion import Candidate, Fusion, WeightedFusion
from doxa.recall.gathering import gather
from doxa.recall.learned import READ_FIRST, Weights, learned_order
from doxa.recall.listing import NARRATIVE
from doxa.recall.reading import read_question
from doxa.recall.request import LEGS, MAX_QUERY, Request
from doxa.recall.searching import Findings, depth_of, search
from doxa.recall.shapes import READ
from doxa.recall.showing import has_expired
from doxa.recall.stopwatch import Stopwatch
from doxa.recall.weighing import MOST_DELTA, Weighed, weigh
from doxa.records import Belief, Hit, Question, Reason, Recall

DEFAULT_FUSION = WeightedFusion({"bm25": 0.55, "dense": 0.3, "slot": 1.0, "entity": 0.1, "time": 0.15})
FIRST_WEIGHED = 4
"""Candidates per wanted hit that are weighed at first; mostly their order settles the answer."""
_Explain = Callable[[RevisionId], tuple[Reason, ...]]
"""Gives what gave a revision its place."""
CUT_SHOWN = 50
"""Hits that were cut and that an explanation still shows."""


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
    fusion: Fusion | None = None,
    weights: Weights | None = None,
) -> Answer:
    """Answer a request from one snapshot.

    Args:
        view: What is seen.
        request: The question and what shapes its answer.
        embedding: The project's embedder, if any.
        attributes: The registry of attributes.
        fusion: How the legs' findings become one order; `None` = the learned order where all legs run, else
            `DEFAULT_FUSION` of those that were asked for.
        weights: Of the learned order, instead of the shipped ones.

    Raises:
        InvalidInput: A condition has an operator that does not exist.
        NotFound: One of `refs` does not exist.
    """
    check_conditions(request.where)
    watch = Stopwatch()
    with watch.stage("read"):
        names = not {"entity", "slot"}.isdisjoint(request.legs or LEGS)
        question = read_question(cleaned(request.query), view, now=request.now, tz=request.tz, names=names)
    if request.limit == 0:
        return Answer(_recall(view, question, (), (), (), watch))
    findings = search(view, question, request, embedding, attributes, watch)
    order = _order(view, question, request, fusion or _fusion_of(request), weights, findings, watch)
    kept, cut = _ranked_hits(view, request, order, watch)
    question = replace(question, people=order.people)
    recall = _recall(view, question, tuple(hit for _, hit in kept), cut, tuple(findings.warnings), watch)
    return Answer(recall, tuple(Returned(revision) for revision, _ in kept))


@dataclass(frozen=True, slots=True)
class _Order:
    """Candidates, best first, with what explains a place among them, and the speakers the question names."""

    candidates: Sequence[Candidate]
    explain: _Explain
    people: tuple[str, ...] = ()


def _fusion_of(request: Request) -> Fusion | None:
    return None if request.legs is None else DEFAULT_FUSION


def _order(
    view: View,
    question: Question,
    request: Request,
    fusion: Fusion | None,
    weights: Weights | None,
    findings: Findings,
    watch: Stopwatch,
) -> _Order:
    found = findings.found
    if fusion is not None:
        with watch.stage("rank"):
            return _Order(fusion.fuse(found), partial(fusion.explain, found))
    with watch.stage("gather"):
        gathered = gather(view, question, found, findings.matches, findings.vector, beside=not request.refs)
    with watch.stage("rank"):
        texts = partial(view.texts, most=READ)
        read = max(READ_FIRST, 2 * request.limit)
        learned = learned_order(question, gathered, found, texts, read=read, weights=weights)
        return _Order(learned.candidates(), learned.explain, gathered.people)


def _ranked_hits(
    view: View, request: Request, order: _Order, watch: Stopwatch
) -> tuple[list[tuple[RevisionId, Hit]], tuple[Hit, ...]]:
    with watch.stage("rank"):
        rankings = _rankings(view, request, order.candidates)
        ranked = next(rankings)
    explain = order.explain if request.explain else None
    with watch.stage("assemble"):
        kept, cut = _hits(view, request, ranked, explain)
        while len(kept) < request.limit:
            more = next(rankings, _NO_MORE)
            if more is _NO_MORE:
                break
            kept, cut = _hits(view, request, more, explain)
    return kept, cut


def cleaned(query: str) -> str:
    """Return a question as every stage can take it: at most `MAX_QUERY` characters, no lone surrogates, no NUL."""
    return query[:MAX_QUERY].encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def _rankings(view: View, request: Request, candidates: Sequence[Candidate]) -> Iterator[list[Folded]]:
    """Yield the ranking, first as far as the best candidates alone settle it, at last all of it.

    Who comes after the first `count` candidates gains at most `MOST_DELTA`, so whoever is ahead by more stays ahead.
    """
    considered = candidates[: 2 * depth_of(request)]
    whole = request.explain or request.valid_at is not None
    if not whole and request.min_relevance is not None:
        considered = [each for each in considered if each.score >= request.min_relevance]
    rows: dict[RevisionId, HeadRow] = {}
    count = len(considered) if whole else FIRST_WEIGHED * request.limit
    while count < len(considered):
        ranked = _ranked(view, request, considered[:count], rows)
        reach = considered[count].score + MOST_DELTA
        settled = sum(each.best.score > reach for each in ranked)
        if settled >= request.limit:
            yield ranked[:settled]
        count *= 4
    yield _ranked(view, request, considered, rows)


def _ranked(
    view: View, request: Request, candidates: Sequence[Candidate], known: dict[RevisionId, HeadRow]
) -> list[Folded]:
    known.update(view.heads([each.revision for each in candidates if each.revision not in known]))
    rows = {revision: row for revision, row in known.items() if _recallable(request, row.kind)}
    weighed = weigh(candidates, rows)
    if request.valid_at is not None and request.unroll:
        held = holds_at(view, list(rows.values()), request.valid_at)
        return unrolled([each for each in weighed if each.row.revision in held])
    if request.unroll:
        return unrolled(weighed)
    folded = [each for each in fold(weighed) if _standing(each.best)]
    return folded if request.valid_at is None else _holding(view, folded, request.valid_at)


def _standing(best: Weighed) -> bool:
    return best.row.status == "live"


def _holding(view: View, folded: list[Folded], instant: datetime) -> list[Folded]:
    rows = view.heads([each.shown for each in folded])
    versions = [node.id for row in rows.values() for node in view.versions(row.item)]
    return holding(view, folded, holds_at(view, list(view.heads(versions).values()), instant))


def _recallable(request: Request, kind: str) -> bool:
    route = kind_of(kind).route
    if kind in request.kinds and kind != NARRATIVE:
        return not request.routes or route in request.routes
    return route is not None and not request.kinds and (not request.routes or route in request.routes)


_NO_MORE: list[Folded] = []


def _hits(
    view: View, request: Request, ranked: Sequence[Folded], explain: _Explain | None
) -> tuple[list[tuple[RevisionId, Hit]], tuple[Hit, ...]]:
    least = request.min_relevance or 0.0
    passing = [each for each in ranked if each.best.relevance >= least]
    fitting, beliefs = _fitting(view, request, passing)
    kept = _ordered(fitting, beliefs, request)
    hits = [(each.shown, _hit(each, beliefs[each.shown], explain)) for each in kept]
    return hits, _cut(view, request, ranked, fitting, explain) if explain else ()


def _fitting(
    view: View, request: Request, passing: Sequence[Folded]
) -> tuple[list[Folded], Mapping[RevisionId, Belief]]:
    """Return the first ones that meet the conditions and have not expired, reading no more than it takes."""
    fitting: list[Folded] = []
    beliefs: dict[RevisionId, Belief] = {}
    for start in range(0, len(passing), request.limit):
        part = passing[start : start + request.limit]
        shown = [each.shown for each in part]
        read = read_beliefs(view, shown, now=request.now, about=request.valid_at, chain=not request.unroll)
        beliefs.update(read)
        fitting += [each for each in part if each.shown in read and _fits(read[each.shown], request)]
        if len(fitting) >= request.limit:
            break
    return fitting[: request.limit], beliefs


def _fits(belief: Belief, request: Request) -> bool:
    return belief.status != "archived" and not has_expired(belief, request.now) and matches(belief, request.where)


def _ordered(kept: Sequence[Folded], beliefs: Mapping[RevisionId, Belief], request: Request) -> list[Folded]:
    if request.order == "relevance":
        return list(kept)

    def said(each: Folded) -> tuple[datetime, int]:
        belief = beliefs[each.shown]
        return belief.said_at or belief.recorded_at, each.shown

    return sorted(kept, key=said, reverse=request.order == "latest")


def _hit(each: Folded, belief: Belief, explain: _Explain | None) -> Hit:
    return Hit(
        belief=belief,
        relevance=round(each.best.relevance, 4),
        score=round(each.best.score, 6),
        base_score=round(each.best.base, 6),
        route=kind_of(belief.kind).route or "normal",
        why=explain(each.best.row.revision) + each.why if explain else (),
    )


def _cut(
    view: View, request: Request, ranked: Sequence[Folded], fitting: Sequence[Folded], explain: _Explain
) -> tuple[Hit, ...]:
    shown = {each.shown for each in fitting[: request.limit]}
    dropped = [each for each in ranked if each.shown not in shown][:CUT_SHOWN]
    beliefs = read_beliefs(view, [each.shown for each in dropped], now=request.now)
    hits = [_hit(each, beliefs[each.shown], explain) for each in dropped if each.shown in beliefs]
    return tuple(replace(hit, why=(*hit.why, _cause(hit, request))) for hit in hits)


def _cause(hit: Hit, request: Request) -> Reason:
    if request.min_relevance is not None and hit.relevance < request.min_relevance:
        return Reason("cut", f"relevance {hit.relevance:.2f} is below {request.min_relevance:.2f}")
    if hit.belief.status == "archived":
        return Reason("cut", f"confidence {hit.belief.confidence:.2f} is too low to be shown")
    if not matches(hit.belief, request.where):
        return Reason("cut", "does not meet the conditions")
    return Reason("cut", f"beyond the limit of {request.limit}")


def _recall(
    view: View,
    question: Question,
    hits: tuple[Hit, ...],
    cut: tuple[Hit, ...],
    warnings: tuple[str, ...],
    watch: Stopwatch,
) -> Recall:
    return Recall(
        hits=hits,
        abstained=not hits,
        at_op=str(view.at),
        reading=question,
        cut=cut,
        warnings=warnings,
        timings=dict(watch.seconds),
    )
