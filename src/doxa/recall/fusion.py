"""Fuses what the legs found into one order.

Blind reciprocal-rank fusion with a weak leg loses up to 9 points of recall (LoCoMo, turn recall at 10), so the default
adds normalised scores under weights that say how far each leg is to be trusted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple, TypeAlias, overload

from doxa.graph.nodes import RevisionId
from doxa.plugins import Fusion
from doxa.recall.legs import Found
from doxa.records import Reason

Legs: TypeAlias = Mapping[str, Sequence[tuple[int, float]]]
"""Per leg, what it found with its own scores, best first."""


class Candidate(NamedTuple):
    """A revision with its fused score, 0 and up."""

    revision: RevisionId
    score: float


class Ranking(Sequence[Candidate]):
    """Candidates, best first; a record each only of those that are looked at, since there are hundreds.

    Args:
        revisions: Which.
        scores: Theirs, in the same order.
    """

    __slots__ = ("revisions", "scores")

    def __init__(self, revisions: Sequence[RevisionId], scores: Sequence[float]) -> None:
        self.revisions = revisions
        self.scores = scores

    def __len__(self) -> int:
        return len(self.revisions)

    @overload
    def __getitem__(self, place: int) -> Candidate: ...
    @overload
    def __getitem__(self, place: slice) -> Ranking: ...
    def __getitem__(self, place: int | slice) -> Candidate | Ranking:
        if isinstance(place, slice):
            return Ranking(self.revisions[place], self.scores[place])
        return Candidate(self.revisions[place], self.scores[place])

    def __iter__(self) -> Iterator[Candidate]:
        return map(Candidate, self.revisions, self.scores)


def ranking_of(candidates: Iterable[Candidate]) -> Ranking:
    """Return candidates, best first, as a ranking."""
    listed = list(candidates)
    return Ranking([each.revision for each in listed], [each.score for each in listed])


@dataclass(frozen=True, slots=True)
class WeightedFusion:
    """Sum of each leg's scores, scaled to 0..1 within the question, times the leg's weight.

    Args:
        weights: Weight per leg; a leg without one counts 0.
    """

    weights: Mapping[str, float]

    def fuse(self, legs: Legs) -> list[tuple[int, float]]:
        """Return candidates by weighted sum; weights of legs that found nothing go to the others."""
        return _summed(self.shares(legs))

    def shares(self, legs: Legs) -> dict[str, list[tuple[int, float]]]:
        """Return what each leg gives to each memory."""
        return {
            leg: [(found, weight * (max(0.0, score - floor) / span)) for found, score in hits]
            for leg, hits, weight, floor, span in self._scales(legs)
        }

    def totals(self, legs: Legs) -> dict[int, float]:
        """Return what all legs give to each memory, without a record of every share."""
        totals: dict[int, float] = {}
        for _, hits, weight, floor, span in self._scales(legs):
            for found, score in hits:
                above = score - floor
                totals[found] = totals.get(found, 0.0) + (weight * (above / span) if above > 0.0 else 0.0)
        return totals

    def _scales(self, legs: Legs) -> Iterator[tuple[str, Sequence[tuple[int, float]], float, float, float]]:
        """Yield legs that found something with their weights, and where their scores begin and how far they reach.

        Lexical and structural scores are scaled by their maximum, cosines by the range of the candidates'.
        """
        present = {leg: hits for leg, hits in legs.items() if hits}
        total = sum(self.weights.get(leg, 0.0) for leg in present) or 1.0
        for leg, hits in present.items():
            scores = [score for _, score in hits]
            floor = min(scores) if leg == "dense" and len(scores) > 1 else 0.0
            yield leg, hits, self.weights.get(leg, 0.0) / total, floor, (max(scores) - floor) or 1.0


@dataclass(frozen=True, slots=True)
class ReciprocalRankFusion:
    """Sum of 1 / (k + rank) over the legs (Cormack, Clarke and Büttcher 2009).

    The sums are small (two legs give at most .033) and no relevance, so `min_relevance` means nothing with it.

    Args:
        k: Dampens the first ranks; 60 in the paper.
    """

    k: float = 60.0

    def fuse(self, legs: Legs) -> list[tuple[int, float]]:
        """Return candidates by the sum of their reciprocal ranks."""
        return _summed(self.shares(legs))

    def shares(self, legs: Legs) -> dict[str, list[tuple[int, float]]]:
        """Return what each leg gives to each memory."""
        return {
            leg: [(found, 1.0 / (self.k + rank)) for rank, (found, _) in enumerate(hits, start=1)]
            for leg, hits in legs.items()
        }


def fused(fusion: Fusion, found: Sequence[Found]) -> Ranking:
    """Return candidates in the order a fusion gives them, best first, ties by newer revision.

    Raises:
        ValueError: It names a memory that no leg found, or one twice, or gives no finite number.
    """
    if isinstance(fusion, WeightedFusion | ReciprocalRankFusion):
        legs = _legs(found)
        totals = fusion.totals(legs) if isinstance(fusion, WeightedFusion) else _totals(fusion.shares(legs))
        return _in_order(totals, as_columns=bool(legs.get("dense")))
    known = {revision: revision for leg in found for revision, _ in leg.hits}
    scores: dict[RevisionId, float] = {}
    for revision, score in fusion.fuse(_legs(found)):
        if revision not in known or revision in scores:
            raise ValueError(f"it names {revision!r}, which no leg found or which it named before")
        if not isinstance(score, int | float) or not isfinite(score):
            raise ValueError(f"it gives {score!r} to {revision}")
        scores[known[RevisionId(revision)]] = round(float(score), 6)
    ranked = sorted((-score, -revision) for revision, score in scores.items())
    return Ranking([RevisionId(-revision) for _, revision in ranked], [-score for score, _ in ranked])


def _in_order(totals: Mapping[int, float], *, as_columns: bool) -> Ranking:
    """Return candidates by their scores to 1e-6, ties by newer revision.

    Columns are put in order at a fifth of the time, where vectors were searched and numpy is loaded therefore.
    """
    if not as_columns:
        ranked = sorted((-round(score, 6), -revision) for revision, score in totals.items())
        return Ranking([RevisionId(-revision) for _, revision in ranked], [-score for score, _ in ranked])
    import numpy as np

    revisions = np.fromiter(totals, np.int64, len(totals))
    scores = np.fromiter(totals.values(), np.float64, len(totals)).round(6)
    order = np.lexsort((-revisions, -scores))
    return Ranking(revisions[order].tolist(), scores[order].tolist())


def reasons(fusion: Fusion, found: Sequence[Found], revision: RevisionId) -> tuple[Reason, ...]:
    """Return which legs found a candidate at which rank, and what each gave to it where the fusion tells."""
    shares = getattr(fusion, "shares", None)
    given = _legs(found) if shares is None else shares(_legs(found))
    return tuple(
        Reason(leg, rank=rank, score=score)
        for leg, hits in given.items()
        for rank, (each, score) in enumerate(hits, start=1)
        if each == revision
    )


def _legs(found: Sequence[Found]) -> dict[str, Sequence[tuple[int, float]]]:
    return {leg.leg: leg.hits for leg in found}


def _totals(shares: Mapping[str, Sequence[tuple[int, float]]]) -> dict[int, float]:
    totals: dict[int, float] = {}
    for given in shares.values():
        for found, share in given:
            totals[found] = totals.get(found, 0.0) + share
    return totals


def _summed(shares: Mapping[str, Sequence[tuple[int, float]]]) -> list[tuple[int, float]]:
    return sorted(_totals(shares).items(), key=lambda pair: (-round(pair[1], 6), -pair[0]))
