"""Experiences, their outcomes, and patterns seen across them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from doxa.records import Ref

OutcomeStatus = Literal["success", "failure", "mixed", "unknown"]
PatternKind = Literal["recurring_pattern", "conditional_lesson"]


@dataclass(frozen=True, slots=True)
class ExperienceSource:
    """An experience as a packet holds it.

    Args:
        ref: The exact revision.
        experience: Its id.
        title: In a few words.
        situation: What the situation was.
        decision: What was decided.
        rationale: Why.
        expected: What was expected.
        outcomes: What was seen since, oldest first, each with its status.
    """

    ref: Ref
    experience: str
    title: str
    situation: str
    decision: str
    rationale: str
    expected: str
    outcomes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PatternPacket:
    """What a host or a model is given to look for a pattern in.

    Args:
        fingerprint: Changes with anything in it; a pattern is stored only against the packet it was seen in.
        sources: The experiences, at most 12.
        instructions: What to look for, and the form of the answer.
    """

    fingerprint: str
    sources: tuple[ExperienceSource, ...]
    instructions: str


@dataclass(frozen=True, slots=True)
class PatternState:
    """Whether a pattern still stands on what it was seen in.

    Args:
        status: `stale` where a source or the pattern changed, is contested or gone from view; `unknown` where a source
            cannot be seen; else `reviewable`, which is not to say that it is true.
        pattern: The pattern.
        causes: What changed, in words.
        sources: The exact revisions it was seen in.
    """

    status: Literal["stale", "unknown", "reviewable"]
    pattern: Ref
    causes: tuple[str, ...]
    sources: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class CalibrationRow:
    """How often what was expected is what came, for one kind of decision.

    Args:
        kind: The kind of decision, as it was recorded; empty where none was.
        experiences: How many were recorded.
        with_outcome: How many of these have an outcome that is known.
        success: Whose last known outcome is `success`.
        mixed: Whose last known outcome is `mixed`.
        failure: Whose last known outcome is `failure`.
        rate: Share of successes among those with an outcome, mixed ones counting half; `None` where there is none.
    """

    kind: str
    experiences: int
    with_outcome: int
    success: int
    mixed: int
    failure: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class Calibration:
    """How often expected outcomes came, by kind of decision.

    Args:
        rows: One for each kind, the most recorded first.
        as_of: When it was counted.
    """

    rows: tuple[CalibrationRow, ...]
    as_of: datetime
