"""Fuses what the legs found into one order.

Blind reciprocal-rank fusion with a weak leg loses up to 9 points of recall (LoCoMo, turn recall at 10), so the default
adds normalised scores under weights that say how far each leg is to be trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from doxa.graph.nodes import RevisionId
from doxa.recall.legs import Found
from doxa.records import Reason


class Candidate(NamedTuple):
    """A revision with its fused score, 0 and up."""

    revision: RevisionId
    score: float


class Fusion(Protocol):
    """Turns the legs' findings into candidates, best first."""

    def fuse(self, found: Sequence[Found]) -> list[Candidate]:
        """Return every revision that any leg found, once, best first, ties by newer revision."""

    def explain(self, found: Sequence[Found], revision: RevisionId) -> tuple[Reason, ...]:
        """Return what each leg gave to one of the candidates."""


@dataclass(frozen=True, slots=True)
class WeightedFusion:
    """Sum of each leg's scores, scaled to 0..1 within the question, times the leg's weight.

    Args:
        weights: Weight per leg; a leg without one counts 0.
    """

    weights: Mapping[str, float]

    def fuse(self, found: Sequence[Found]) -> list[Candidate]:
        """Return candidates by weighted sum; weights of legs that found nothing go to the others."""
        return _fused(self._shares(found))

    def explain(self, found: Sequence[Found], revision: RevisionId) -> tuple[Reason, ...]:
        """Return what each leg gave to one of the candidates."""
        return _reasons(self._shares(found), revision)

    def _shares(self, found: Sequence[Found]) -> list[_Shares]:
        present = [leg for leg in found if leg.hits]
        total = sum(self.weights.get(leg.leg, 0.0) for leg in present) or 1.0
        return [(leg.leg, _scaled(leg, self.weights.get(leg.leg, 0.0) / total)) for leg in present]


@dataclass(frozen=True, slots=True)
class ReciprocalRankFusion:
    """Sum of 1 / (k + rank) over the legs (Cormack, Clarke and Büttcher 2009).

    Args:
        k: Dampens the first ranks; 60 in the paper.
    """

    k: float = 60.0

    def fuse(self, found: Sequence[Found]) -> list[Candidate]:
        """Return candidates by the sum of their reciprocal ranks."""
        return _fused(self._shares(found))

    def explain(self, found: Sequence[Found], revision: RevisionId) -> tuple[Reason, ...]:
        """Return what each leg gave to one of the candidates."""
        return _reasons(self._shares(found), revision)

    def _shares(self, found: Sequence[Found]) -> list[_Shares]:
        return [
            (leg.leg, [(revision, 1.0 / (self.k + rank)) for rank, (revision, _) in enumerate(leg.hits, start=1)])
            for leg in found
        ]


_Shares = tuple[str, list[tuple[RevisionId, float]]]
"""A leg with what it gives to each revision that it found, best first."""


def _scaled(leg: Found, weight: float) -> list[tuple[RevisionId, float]]:
    """Scale to 0..`weight`: lexical and structural scores by their maximum, cosines by the range of the candidates'."""
    scores = [score for _, score in leg.hits]
    floor = min(scores) if leg.leg == "dense" and len(scores) > 1 else 0.0
    span = (max(scores) - floor) or 1.0
    return [(revision, weight * (max(0.0, score - floor) / span)) for revision, score in leg.hits]


def _fused(shares: Sequence[_Shares]) -> list[Candidate]:
    totals: dict[RevisionId, float] = {}
    for _, given in shares:
        for revision, share in given:
            totals[revision] = totals.get(revision, 0.0) + share
    ranked = sorted([(-round(score, 6), -revision) for revision, score in totals.items()])
    return [Candidate(RevisionId(-revision), -score) for score, revision in ranked]


def _reasons(shares: Sequence[_Shares], revision: RevisionId) -> tuple[Reason, ...]:
    return tuple(
        Reason(leg, rank=rank, score=share)
        for leg, given in shares
        for rank, (found, share) in enumerate(given, start=1)
        if found == revision
    )
