"""Fuses what the legs found into one order.

Blind reciprocal-rank fusion with a weak leg loses up to 9 points of recall (LoCoMo, turn recall at 10), so the default
adds normalised scores under weights that say how far each leg is to be trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import NamedTuple, TypeAlias

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
        present = {leg: hits for leg, hits in legs.items() if hits}
        total = sum(self.weights.get(leg, 0.0) for leg in present) or 1.0
        return {leg: _scaled(leg, hits, self.weights.get(leg, 0.0) / total) for leg, hits in present.items()}


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


def fused(fusion: Fusion, found: Sequence[Found]) -> list[Candidate]:
    """Return candidates in the order a fusion gives them, best first, ties by newer revision.

    Raises:
        ValueError: It names a memory that no leg found, or one twice, or gives no finite number.
    """
    if isinstance(fusion, WeightedFusion | ReciprocalRankFusion):
        totals = _totals(fusion.shares(_legs(found)))
        # plain numbers, which are put in order at a third of the time that asking a function for each takes
        order = sorted((-round(score, 6), -revision) for revision, score in totals.items())
        return [Candidate(RevisionId(-revision), -score) for score, revision in order]
    known = {revision: revision for leg in found for revision, _ in leg.hits}
    scores: dict[RevisionId, float] = {}
    for revision, score in fusion.fuse(_legs(found)):
        if revision not in known or revision in scores:
            raise ValueError(f"it names {revision!r}, which no leg found or which it named before")
        if not isinstance(score, int | float) or not isfinite(score):
            raise ValueError(f"it gives {score!r} to {revision}")
        scores[known[RevisionId(revision)]] = round(float(score), 6)
    ranked = sorted((-score, -revision) for revision, score in scores.items())
    return [Candidate(RevisionId(-revision), -score) for score, revision in ranked]


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


def _scaled(leg: str, hits: Sequence[tuple[int, float]], weight: float) -> list[tuple[int, float]]:
    """Scale to 0..`weight`: lexical and structural scores by their maximum, cosines by the range of the candidates'."""
    scores = [score for _, score in hits]
    floor = min(scores) if leg == "dense" and len(scores) > 1 else 0.0
    span = (max(scores) - floor) or 1.0
    return [(found, weight * (max(0.0, score - floor) / span)) for found, score in hits]


def _totals(shares: Mapping[str, Sequence[tuple[int, float]]]) -> dict[int, float]:
    totals: dict[int, float] = {}
    for given in shares.values():
        for found, share in given:
            totals[found] = totals.get(found, 0.0) + share
    return totals


def _summed(shares: Mapping[str, Sequence[tuple[int, float]]]) -> list[tuple[int, float]]:
    return sorted(_totals(shares).items(), key=lambda pair: (-round(pair[1], 6), -pair[0]))
