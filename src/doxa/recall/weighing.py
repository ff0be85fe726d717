"""Weighs what was found by who vouches for it: a strict no-op where nothing is graded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from doxa.graph.nodes import HeadRow, RevisionId
from doxa.recall.fusion import Candidate
from doxa.records import Evidence, Reason

EVIDENCE_DELTA: Mapping[Evidence, float] = {
    "official": 0.15,
    "corroborated": 0.08,
    "single_source": 0.0,
    "unverified": -0.10,
}
"""Added to a score of 0 to 1, by who vouches."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """A candidate with the row it is about; `base` is its score before evidence."""

    row: HeadRow
    base: float
    score: float
    relevance: float
    why: tuple[Reason, ...]


def weigh(candidates: Sequence[Candidate], rows: Mapping[RevisionId, HeadRow]) -> list[Weighed]:
    """Return candidates with their evidence counted, best first, ties by newer revision."""
    weighed = [_weighed(candidate, rows[candidate.revision]) for candidate in candidates if candidate.revision in rows]
    return sorted(weighed, key=lambda each: (-each.score, -each.row.revision))


def _weighed(candidate: Candidate, row: HeadRow) -> Weighed:
    delta = EVIDENCE_DELTA.get(row.evidence, 0.0) if row.evidence else 0.0  # type: ignore[call-overload]
    why = (*candidate.why, Reason("evidence", row.evidence or "", score=delta)) if delta else candidate.why
    relevance = min(1.0, max(0.0, candidate.score))
    return Weighed(row, candidate.score, candidate.score + delta, relevance, why)
