"""The evolution of a slot: its versions by the time they are about, its periods, and hits folded to their heads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from doxa.belief.heads import head_of
from doxa.belief.intervals import Instant, Intervals, intersection
from doxa.belief.operators import regroup
from doxa.belief.statements import Decision, SlotState, Statement

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Version:
    """One statement in the evolution of a slot.

    Args:
        id: The statement's id.
        value: What it claims.
        polarity: False for a denial.
        held: When it is believed to hold; empty when it never was.
        head: Whether it speaks for the slot now.
    """

    id: str
    value: str
    polarity: bool
    held: Intervals
    head: bool


@dataclass(frozen=True, slots=True)
class Phase:
    """A stretch of time through which one claim is believed.

    Args:
        start: First instant.
        end: First instant after it.
        value: What is claimed.
        polarity: False for a denial.
        id: The statement that says so.
    """

    start: Instant
    end: Instant
    value: str
    polarity: bool
    id: str


def chain(state: SlotState, now: Instant) -> tuple[Version, ...]:
    """Return the versions of a slot from the newest to the oldest, by the time they are about.

    Rivals are not part of it. A version that was corrected, or contracted, stands where it claimed to begin. The order
    is total: equal times are ordered by saying, then by sequence.
    """
    head = head_of(state, now)
    members = [each for each in state if each.standing != "rival"]
    return tuple(
        Version(each.id, each.value, each.polarity, each.held, head is not None and each.id == head.id)
        for each in sorted(members, key=_time_of, reverse=True)
    )


def phases(state: SlotState) -> tuple[Phase, ...]:
    """Return when which claim is believed, from the newest to the oldest; A, B, A again is three phases."""
    found = [
        Phase(start, end, each.value, each.polarity, each.id)
        for each in state
        if each.standing == "accepted"
        for start, end in each.held
    ]
    return tuple(sorted(found, key=lambda phase: (phase.start, phase.end, phase.id), reverse=True))


def forks(state: SlotState) -> tuple[tuple[str, str], ...]:
    """Return the pairs of statements that are believed at one instant though they contradict each other.

    There are none unless two writers who did not see each other were joined.
    """
    accepted = state.accepted
    return tuple(
        (one.id, other.id)
        for n, one in enumerate(accepted)
        for other in accepted[n + 1 :]
        if state.contradict(one, other) and intersection(one.held, other.held)
    )


def heal(state: SlotState, now: Instant) -> Decision:
    """Resolve forks by the strict priority order; what loses waits as a rival, linked CONTRADICTS, in sight."""
    return regroup(state, single=state.single, now=now)


@dataclass(frozen=True, slots=True)
class Folded(Generic[Key]):
    """Hits on versions of one chain, as one result.

    Args:
        head: Whose text is shown.
        score: The best score of the versions that were hit.
        hit: The versions that were hit, best first; the head may not be among them.
    """

    head: Key
    score: float
    hit: tuple[Key, ...]


def fold(hits: Iterable[tuple[Key, float]], head_for: Callable[[Key], Key]) -> list[Folded[Key]]:
    """Return one result for each chain that was hit, in order of the best score among its versions.

    Args:
        hits: Versions with their scores, in any order.
        head_for: The head of a version's chain; itself where it has none.
    """
    by_head: dict[Key, list[tuple[Key, float]]] = {}
    for version, score in hits:
        by_head.setdefault(head_for(version), []).append((version, score))
    results = [_folded(head, versions) for head, versions in by_head.items()]
    return sorted(results, key=lambda result: result.score, reverse=True)


def _folded(head: Key, versions: Sequence[tuple[Key, float]]) -> Folded[Key]:
    best_first = sorted(versions, key=lambda hit: hit[1], reverse=True)
    return Folded(head, best_first[0][1], tuple(dict.fromkeys(version for version, _ in best_first)))


def _time_of(statement: Statement) -> tuple[Instant, tuple[Instant, int], str]:
    begins = statement.held[-1][0] if statement.held else statement.first.span.lo_early
    return begins, max(each.said for each in statement.observations), statement.id
