"""Fuses what the legs found into one order.

Blind reciprocal-rank fusion with a weak leg loses up to 9 points of recall (LoCoMo, turn recall at 10), so the default
adds normalised scores under weights that say how far each leg is to be trusted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from doxa.graph.nodes import RevisionId
from doxa.recall.legs import Found
from doxa.records import Reason

Part: TypeAlias = tuple[str, int, float]
"""What one leg gives to a candidate: the leg, the rank it found it at (from 1), its share of the score."""


class Candidate(NamedTuple):
    """A revision with its fused score (0 and up) and what each leg gave to it."""

    revision: RevisionId
    score: float
    parts: tuple[Part, ...]


class Fusion(Protocol):
    """Turns the legs' findings into candidates, best first."""

    def fuse(self, found: Sequence[Found]) -> list[Candidate]:
        """Return every revision that any leg found, once, best first, ties by newer revision."""


@dataclass(frozen=True, slots=True)
class WeightedFusion:
    """Sum of each leg's scores, scaled to 0..1 within the question, times the leg's weight.

    Args:
        weights: Weight per leg; a leg without one counts 0.
    """

    weights: Mapping[str, float]

    def fuse(self, found: Sequence[Found]) -> list[Candidate]:
        """Return candidates by weighted sum; weights of legs that found nothing go to the others."""
        present = [leg for leg in found if leg.hits]
        total = sum(self.weights.get(leg.leg, 0.0) for leg in present) or 1.0
        parts: dict[RevisionId, list[Part]] = {}
        for leg in present:
            name, weight = leg.leg, self.weights.get(leg.leg, 0.0) / total
            for rank, (revision, share) in enumerate(_scaled(leg), start=1):
                parts.setdefault(revision, []).append((name, rank, weight * share))
        return _ranked(parts)


@dataclass(frozen=True, slots=True)
class ReciprocalRankFusion:
    """Sum of 1 / (k + rank) over the legs (Cormack, Clarke and Büttcher 2009).

    Args:
        k: Dampens the first ranks; 60 in the paper.
    """

    k: float = 60.0

    def fuse(self, found: Sequence[Found]) -> list[Candidate]:
        """Return candidates by the sum of their reciprocal ranks."""
        parts: dict[RevisionId, list[Part]] = {}
        for leg in found:
            for rank, (revision, _) in enumerate(leg.hits, start=1):
                parts.setdefault(revision, []).append((leg.leg, rank, 1.0 / (self.k + rank)))
        return _ranked(parts)


def _scaled(leg: Found) -> list[tuple[RevisionId, float]]:
    """Scale to 0..1: lexical and structural scores by their maximum, cosines by their range over the candidates."""
    scores = [score for _, score in leg.hits]
    floor = min(scores) if leg.leg == "dense" and len(scores) > 1 else 0.0
    span = (max(scores) - floor) or 1.0
    return [(revision, max(0.0, score - floor) / span) for revision, score in leg.hits]


def reasons_of(candidate: Candidate) -> tuple[Reason, ...]:
    """Return what the legs gave as reasons, for the few candidates that are shown."""
    return tuple(Reason(leg, rank=rank, score=score) for leg, rank, score in candidate.parts)


def _ranked(parts: Mapping[RevisionId, list[Part]]) -> list[Candidate]:
    candidates = [
        Candidate(revision, round(sum([score for _, _, score in given]), 6), tuple(given))
        for revision, given in parts.items()
    ]
    return sorted(candidates, key=lambda candidate: (-candidate.score, -candidate.revision))
