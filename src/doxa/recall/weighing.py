"""Weighs what was found by who vouches for it: a strict no-op where nothing is graded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

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
MOST_DELTA = max(EVIDENCE_DELTA.values())
"""The most that evidence adds."""


class Weighed(NamedTuple):
    """A candidate with the row it is about; `delta` is what its evidence adds to its score."""

    row: HeadRow
    candidate: Candidate
    delta: float

    @property
    def base(self) -> float:
        """Its score before evidence."""
        return self.candidate.score

    @property
    def score(self) -> float:
        """Its score."""
        return self.candidate.score + self.delta

    @property
    def relevance(self) -> float:
        """How well it fits the question, 0 to 1."""
        return min(1.0, max(0.0, self.candidate.score))

    @property
    def why(self) -> tuple[Reason, ...]:
        """What its evidence gave."""
        return (Reason("evidence", self.row.evidence or "", score=self.delta),) if self.delta else ()


def weigh(candidates: Sequence[Candidate], rows: Mapping[RevisionId, HeadRow]) -> list[Weighed]:
    """Return candidates with their evidence counted, best first, ties by newer revision."""
    weighed = [
        Weighed(row, candidate, _delta(row))
        for candidate in candidates
        if (row := rows.get(candidate.revision)) is not None
    ]
    if not any(each.delta for each in weighed):
        return weighed  # fused order is kept where nothing is graded
    return sorted(weighed, key=lambda each: (-each.score, -each.row.revision))


def _delta(row: HeadRow) -> float:
    return EVIDENCE_DELTA.get(cast("Evidence", row.evidence), 0.0) if row.evidence else 0.0
