"""Weighs what was found: by who vouches for it, by how fresh it is, and by when what it tells of was.

What evidence adds is a strict no-op where nothing is graded. What time adds is small: it settles near ties, and only
an event near the time asked about gains more.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple, cast

from doxa.belief.evidence import RECALL_DELTA
from doxa.belief.strength import ForgettingCurve, strength
from doxa.clock import from_micros, to_micros
from doxa.graph.belief_state import anchor_of
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, RevisionId, revision_node
from doxa.recall.fusion import Candidate, Ranking
from doxa.records import Evidence, Period, Reason, Tier

HALF_LIFE_DAYS = 45.0
"""After so many days, what is fresh or near in time gains half as much; kumiho-memory's value."""
MOST_EVENT = 0.12
"""The most that an event near the time asked about gains, with what its freshness adds; kumiho-memory's value."""
MOST_RECENCY, MOST_STRENGTH = 0.02, 0.02
"""The most that freshness and use add: enough to order what answers equally well, too little to bury what answers."""
FULL_FROM = 0.5
"""Score from which time counts in full, below it in proportion: among candidates that hardly fit, a hundredth would
turn the order round."""


class Bounds(NamedTuple):
    """The lowest and the highest score that each of some candidates may have once it is weighed."""

    lowest: list[float]
    highest: list[float]


def bounds_of(candidates: Ranking, grades: Mapping[RevisionId, str], period: Period | None) -> Bounds:
    """Return what candidates may come to, knowing only their grades and whether the question asks about a period."""
    most = MOST_STRENGTH + (MOST_RECENCY if period is None else MOST_EVENT)
    # lists: these are hundreds at most, and loading numpy takes longer than a hook may
    scores = candidates.scores
    lowest = list(scores)
    if grades:
        gains = {revision: RECALL_DELTA.get(cast("Evidence", grade), 0.0) for revision, grade in grades.items()}
        lowest = [score + gains.get(each, 0.0) for each, score in zip(candidates.revisions, scores, strict=True)]
    highest = [
        low + (most if score >= FULL_FROM else score / FULL_FROM * most if score > 0.0 else 0.0)
        for low, score in zip(lowest, scores, strict=True)
    ]
    return Bounds(lowest, highest)


def _part(score: float) -> float:
    """Return how much of what time gives a candidate of some score gets, 0 to 1."""
    return min(1.0, max(0.0, score / FULL_FROM))


class Weighed(NamedTuple):
    """A candidate with the row it is about, and what its evidence and its times add to its score."""

    row: HeadRow
    candidate: Candidate
    delta: float
    recency: float = 0.0
    strength: float = 0.0
    event: float = 0.0

    @property
    def base(self) -> float:
        """Its score before it was weighed."""
        return self.candidate.score

    @property
    def score(self) -> float:
        """Its score."""
        return self.candidate.score + self.delta + min(self.recency + self.event, MOST_EVENT) + self.strength

    @property
    def relevance(self) -> float:
        """How well it fits the question, 0 to 1."""
        return min(1.0, max(0.0, self.candidate.score))

    @property
    def why(self) -> tuple[Reason, ...]:
        """What its evidence and its times gave."""
        given = (
            ("evidence", self.row.evidence or "", self.delta),
            ("recency", "how lately it was said", self.recency),
            ("strength", "how lately it was used", self.strength),
            ("event", "near the time asked about", self.event),
        )
        return tuple(Reason(name, said, score=round(value, 4)) for name, said, value in given if round(value, 4))


@dataclass(frozen=True, slots=True)
class Times:
    """What is known of the times of candidates.

    Args:
        now: When it is asked; aware.
        said: When each was said or else written.
        used: When each was last returned.
        period: What the question asks about.
        borne_out: Those whose valid time somebody said; a date that was inferred counts for nothing.
        curve: How strength goes down; `None` = by half-lives.
    """

    now: datetime
    said: Mapping[RevisionId, datetime] = field(default_factory=dict)
    used: Mapping[RevisionId, datetime] = field(default_factory=dict)
    period: Period | None = None
    borne_out: Collection[RevisionId] = ()
    curve: ForgettingCurve | None = None


def weigh(
    candidates: Sequence[Candidate], rows: Mapping[RevisionId, HeadRow], times: Times | None = None
) -> list[Weighed]:
    """Return candidates with evidence and times counted, best first, ties by newer revision.

    Args:
        candidates: Best first.
        rows: What they are; one without a row is left out.
        times: Their times; `None` = time counts for nothing.
    """
    weighed = [
        _weighed(row, candidate, times) for candidate in candidates if (row := rows.get(candidate.revision)) is not None
    ]
    scores = [each.score for each in weighed]
    if all(score == each.candidate.score for score, each in zip(scores, weighed, strict=True)):
        return weighed  # fused order is kept where nothing is graded
    order = sorted(
        (-score, -each.candidate.revision, place)
        for place, (score, each) in enumerate(zip(scores, weighed, strict=True))
    )
    return [weighed[place] for _, _, place in order]


def recency_boost(age: timedelta, most: float = MOST_EVENT) -> float:
    """Return what freshness adds: `most` for what was just said, half of it every 45 days later."""
    return float(most * 2.0 ** (-max(age.total_seconds(), 0.0) / 86_400 / HALF_LIFE_DAYS))


def event_boost(asked: Period, event: Period | None, *, borne_out: bool = True, most: float = MOST_EVENT) -> float:
    """Return what an event near the time asked about gains: `most` within it, half of it every 45 days away.

    An event that is known by its month or year is as near as its nearest day, not as its first.

    Args:
        asked: What the question asks about.
        event: When it was; `None` = not known.
        borne_out: Whether somebody said so; an inferred date gains nothing.
        most: For an event within the period.
    """
    if event is None or not borne_out or (event.start is None and event.end is None):
        return 0.0
    gaps = [
        later - earlier
        for earlier, later in ((event.end, asked.start), (asked.end, event.start))
        if earlier is not None and later is not None
    ]
    return recency_boost(max([*gaps, timedelta(0)]), most)


def times_of(view: View, rows: Sequence[HeadRow], now: datetime, period: Period | None) -> Times:
    """Read what `weigh` needs to know of the times of candidates."""
    ids = [row.revision for row in rows]
    said = {row.revision: row.said_at for row in rows if row.said_at is not None}
    written = [each for each in ids if each not in said]
    if written:
        said |= {each: from_micros(place.said) for each, place in view.places(written).items()}
    used = {each: at for each, (at, _) in view.usage(ids).items()}
    dated = [] if period is None else [row.revision for row in rows if row.valid is not None]
    nodes = view.revisions(dated) if dated else {}
    state = view.state([revision_node(each) for each in nodes]) if nodes else {}
    borne_out = [
        each for each, node in nodes.items() if anchor_of(node, state.get(revision_node(each), {})).origin != "inferred"
    ]
    return Times(now, said, used, period, frozenset(borne_out), view.curve)


def _weighed(row: HeadRow, candidate: Candidate, times: Times | None) -> Weighed:
    delta = RECALL_DELTA.get(cast("Evidence", row.evidence), 0.0) if row.evidence else 0.0
    if times is None:
        return Weighed(row, candidate, delta)
    said = times.said.get(row.revision)
    if said is None:
        return Weighed(row, candidate, delta)
    used = max(said, times.used.get(row.revision, said))
    event = 0.0
    if times.period is not None:
        event = event_boost(times.period, row.valid, borne_out=row.revision in times.borne_out)
    part = _part(candidate.score)
    return Weighed(
        row,
        candidate,
        delta,
        part * recency_boost(times.now - said, MOST_RECENCY),
        part * MOST_STRENGTH * strength(to_micros(used), to_micros(times.now), cast("Tier", row.tier), times.curve),
        part * event,
    )
