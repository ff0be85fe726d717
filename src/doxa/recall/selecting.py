"""From a ranking to hits: what meets the conditions, near-duplicates moved behind, quotas, the reranker, the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from doxa.belief.kinds import kind_of
from doxa.frozen import changed
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.plugins import Reranker
from doxa.recall.conditions import matches
from doxa.recall.duplicates import MOST, WORDLESS, apart, wording_of
from doxa.recall.folding import Folded
from doxa.recall.quotas import PATTERNS, by_quota
from doxa.recall.request import Request
from doxa.recall.reranking import reranked
from doxa.recall.searching import MOST_CANDIDATES
from doxa.recall.shapes import READ
from doxa.recall.showing import has_expired
from doxa.records import Belief, Hit, Reason

Explain = Callable[[RevisionId], tuple[Reason, ...]]
"""Gives what gave a revision its place."""
CUT_SHOWN = (10, 50)
"""Hits that were cut and that an explanation still shows: as many as there may be hits, but at least and at most so."""
FEWEST_SPREAD = 20
"""Candidates that are looked at for near-duplicates at least."""
RERANKED = 50
"""Candidates that a reranker is given at least, where there are as many."""
QUOTA_POOL = 100
"""Candidates among which the quotas of a profile answer are filled."""
AS_RELEVANT = 0.5
"""The part of the best one's relevance from which others answer as well, where the latest or first is asked for. What
answers a question lies above .7 of the best, what only shares words with it below .4 (24 texts, with and without an
embedder)."""


@dataclass(slots=True)
class Selection:
    """Chooses the hits of an answer.

    Args:
        view: The snapshot.
        request: The question and what shapes its answer.
        explain: Gives reasons; `None` = none are asked for.
        reranker: Scores the best candidates anew.
        warnings: What the caller should know.
        successors: Beliefs that replaced words the question asks for. They answer also where time made them unsure:
            the words they replaced would answer otherwise.
        refused: How many of those that were read do not meet the conditions, have expired or are too unsure.
    """

    view: View
    request: Request
    explain: Explain | None = None
    reranker: Reranker | None = None
    warnings: list[str] = field(default_factory=list)
    successors: frozenset[RevisionId] = frozenset()
    refused: int = 0

    @property
    def wanted(self) -> int:
        """How many candidates are read."""
        if self.reranker is not None:
            return max(self.request.limit, RERANKED)
        return max(self.request.limit, QUOTA_POOL) if self._by_quota else self.request.limit

    @property
    def settled(self) -> int:
        """How many of the ranking have to be known for certain: all, where time decides which of them are hits."""
        if self._by_time:
            return MOST_CANDIDATES
        return max(self.wanted, self._pool) + (self._cut_shown if self.explain else 0)

    def hits(self, ranked: Sequence[Folded]) -> tuple[list[tuple[RevisionId, Hit]], tuple[Hit, ...]]:
        """Return the hits with their revisions, and, where reasons are asked for, what was cut."""
        least = self.request.min_relevance or 0.0
        passing = self._spread([each for each in ranked if each.best.relevance >= least])
        passing = self._timely(passing) if self._by_time else passing
        cut = self._likely_cut(ranked, passing) if self.explain else []
        fitting, beliefs = self._fitting(passing, cut)
        refused: frozenset[RevisionId] = frozenset()
        if self.reranker is not None:
            order = reranked(self.reranker, self.request.query, [(each, beliefs[each.shown]) for each in fitting])
            fitting, refused = list(order.kept), order.refused
            self.warnings += order.warnings
        if self._by_quota:
            chosen = by_quota([beliefs[each.shown].kind in PATTERNS for each in fitting], self.request.limit)
            fitting = [fitting[place] for place in chosen]
        kept = self._ordered(fitting[: self.request.limit], beliefs)
        hits = [(each.shown, self._hit(each, beliefs[each.shown])) for each in kept]
        hits = _falling(hits) if self.request.order == "relevance" and self.reranker is None else hits
        return hits, self._cut(ranked, {each.shown for each in kept}, refused, beliefs) if self.explain else ()

    def fitting(self, ranked: Sequence[Folded]) -> list[Folded]:
        """Return those that meet the conditions, have not expired and are sure enough."""
        return self._fitting(ranked)[0]

    @property
    def _pool(self) -> int:
        """How many of the best are looked at for near-duplicates."""
        return min(max(2 * self.request.limit, FEWEST_SPREAD), MOST) if self.request.limit > 1 else 1

    @property
    def _cut_shown(self) -> int:
        fewest, most = CUT_SHOWN
        return min(max(self.request.limit, fewest), most)

    @property
    def _by_quota(self) -> bool:
        return self.request.routes == ("profile",)

    @property
    def _by_time(self) -> bool:
        """Whether time decides which of those that answer are hits."""
        return self.request.order != "relevance" and not self._by_quota and self.reranker is None

    def _timely(self, passing: Sequence[Folded]) -> list[Folded]:
        """Move those that answer about as well as the best ahead, the latest or the first of them in front."""
        least = AS_RELEVANT * max((each.best.relevance for each in passing), default=0.0)
        answering = [each for each in passing if each.best.relevance >= least]
        places = self.view.places([each.shown for each in answering])
        said = {each.shown: (places[each.shown].said, each.shown) for each in answering if each.shown in places}
        dated = sorted((each for each in answering if each.shown in said), key=lambda each: said[each.shown])
        if self.request.order == "latest":
            dated.reverse()
        return [*dated, *(each for each in passing if each.shown not in said)]

    def _spread(self, passing: list[Folded]) -> list[Folded]:
        """Move near-duplicates among the best behind what says something new; versions are asked for one by one."""
        best = passing[: self._pool]
        if self.request.unroll or self.request.limit < 2 or len(best) < 2:
            return passing
        words = self.view.readings([each.shown for each in best], wording_of, most=READ)
        said = [words.get(each.shown, WORDLESS) for each in best]
        order, alike = apart([each.best.score for each in best], said)
        if not alike:
            return passing
        moved = [
            best[place]._replace(notes=(*best[place].notes, Reason("near-duplicate", "says what another hit says")))
            if place in alike
            else best[place]
            for place in order
        ]
        return [*moved, *passing[len(best) :]]

    def _likely_cut(self, ranked: Sequence[Folded], passing: Sequence[Folded]) -> list[RevisionId]:
        """Return what is cut where the first ones are the hits: what is read at once costs half as much."""
        if self.request.valid_at is not None:
            return []  # whether they are shown is told for another instant
        first = {each.shown for each in passing[: self.wanted]}
        return [each.shown for each in ranked if each.shown not in first][: self._cut_shown]

    def _fitting(
        self, passing: Sequence[Folded], also: Sequence[RevisionId] = ()
    ) -> tuple[list[Folded], Mapping[RevisionId, Belief]]:
        """Return the first ones that meet the conditions and have not expired, reading no more than it takes.

        Beliefs that are read also come without their chain, where they are not among the first.
        """
        request, wanted = self.request, self.wanted
        fitting: list[Folded] = []
        beliefs: dict[RevisionId, Belief] = {}
        for start in range(0, len(passing), wanted):
            part = passing[start : start + wanted]
            shown = [each.shown for each in part]
            read = read_beliefs(
                self.view, shown, now=request.now, about=request.valid_at, chain=not request.unroll, also=also
            )
            also = ()
            beliefs.update(read)
            fit = [each for each in part if each.shown in read and self._fits(each.shown, read[each.shown])]
            fitting += fit
            self.refused += len(part) - len(fit)
            if len(fitting) >= wanted:
                break
        return fitting[:wanted], beliefs

    def _fits(self, revision: RevisionId, belief: Belief) -> bool:
        shown = belief.status != "archived" or revision in self.successors
        return shown and not has_expired(belief, self.request.now) and matches(belief, self.request.where)

    def _ordered(self, kept: Sequence[Folded], beliefs: Mapping[RevisionId, Belief]) -> list[Folded]:
        if self.request.order == "relevance":
            return list(kept)

        def said(each: Folded) -> tuple[datetime, int]:
            belief = beliefs[each.shown]
            return belief.said_at or belief.recorded_at, each.shown

        return sorted(kept, key=said, reverse=self.request.order == "latest")

    def _hit(self, each: Folded, belief: Belief) -> Hit:
        return Hit(
            belief=belief,
            relevance=round(each.best.relevance, 4),
            score=round(each.best.score if each.reranked is None else each.reranked, 6),
            base_score=round(each.best.base, 6),
            route=kind_of(belief.kind).route or "normal",
            why=self.explain(each.best.row.revision) + each.why if self.explain else (),
            matched=each.best.row.number if each.best.row.number != belief.revision else None,
        )

    def _cut(
        self,
        ranked: Sequence[Folded],
        shown: set[RevisionId],
        refused: frozenset[RevisionId],
        read: Mapping[RevisionId, Belief],
    ) -> tuple[Hit, ...]:
        dropped = [each for each in ranked if each.shown not in shown][: self._cut_shown]
        known = read if self.request.valid_at is None else {}
        beliefs = {each.shown: changed(known[each.shown], "chain", ()) for each in dropped if each.shown in known}
        missing = [each.shown for each in dropped if each.shown not in beliefs]
        if missing:
            beliefs |= read_beliefs(self.view, missing, now=self.request.now)
        pairs = [(each.shown, self._hit(each, beliefs[each.shown])) for each in dropped if each.shown in beliefs]
        return tuple(
            changed(hit, "why", (*hit.why, cause_of(hit, self.request, refused=shown in refused)))
            for shown, hit in pairs
        )


def _falling(hits: Sequence[tuple[RevisionId, Hit]]) -> list[tuple[RevisionId, Hit]]:
    """Return hits with scores that never rise: a near-duplicate counts no more than what it was put behind."""
    most = float("inf")
    told: list[tuple[RevisionId, Hit]] = []
    for revision, hit in hits:
        most = min(most, hit.score)
        told.append((revision, hit if hit.score == most else replace(hit, score=most)))
    return told


def cause_of(hit: Hit, request: Request, *, refused: bool = False) -> Reason:
    """Return why a candidate is no hit."""
    if request.min_relevance is not None and hit.relevance < request.min_relevance:
        return Reason("cut", f"relevance {hit.relevance:.2f} is below {request.min_relevance:.2f}")
    if hit.belief.status == "archived":
        return Reason("cut", f"confidence {hit.belief.confidence:.2f} is too low to be shown")
    if has_expired(hit.belief, request.now):
        return Reason("cut", f"it was to be shown until {hit.belief.expires_at:%Y-%m-%d %H:%M}")
    if not matches(hit.belief, request.where):
        return Reason("cut", "does not meet the conditions")
    if refused:
        return Reason("cut", "the reranker judged that it does not answer")
    return Reason("cut", f"beyond the limit of {request.limit}")
