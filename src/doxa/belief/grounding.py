"""What rests on a belief that is gone: everything that depends on it or is derived from it, at any depth."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from doxa.errors import InvalidInput

Dependents = Callable[[str], Iterable[str]]
"""The ids that rest directly on one: incoming DEPENDS_ON and DERIVED_FROM edges. Its order is kept."""

GROUNDING_EDGES: Final = ("DEPENDS_ON", "DERIVED_FROM")
STALE_TAG: Final = "grounding:stale"
STEP: Final = 500
"""Beliefs that one step tags; between steps a store commits, so that a crash loses no more than one."""


@dataclass(frozen=True, slots=True)
class Cursor:
    """Where a ripple stands; store it with the tags of its step, and go on from it after a crash.

    Args:
        cause: The belief that is gone.
        waiting: Ids that are tagged or gone and whose dependents were not looked at yet, in order.
        done: How many dependents of the first of them were looked at.
    """

    cause: str
    waiting: tuple[str, ...]
    done: int = 0


@dataclass(frozen=True, slots=True)
class Ripple:
    """One step of marking what is stale.

    Args:
        stale: Ids to tag now, each once.
        cursor: Where to go on; `None` when nothing is left.
    """

    stale: tuple[str, ...]
    cursor: Cursor | None


def begin(cause: str) -> Cursor:
    """Return the cursor of a ripple that starts at a superseded or contracted belief."""
    return Cursor(cause, (cause,))


def ripple(cursor: Cursor, dependents: Dependents, tagged: Callable[[str], bool], *, limit: int = STEP) -> Ripple:
    """Return the next beliefs that rest on what is gone.

    Linear in the edges over all steps, whatever cycles there are: what is tagged with this cause is not visited
    again. Nothing is cut off; the cursor leads on to what a step left.

    Args:
        cursor: From `begin` or the step before.
        dependents: What rests directly on an id.
        tagged: Whether an id bears this cause's tag already, stored by an earlier step.
        limit: The most ids to return; at least 1.

    Raises:
        InvalidInput: `limit` is below 1.
    """
    if limit < 1:
        raise InvalidInput(f"limit is {limit}.", mend="Give at least 1.", field="limit", value=limit)
    waiting, seen = deque(cursor.waiting), dict.fromkeys(cursor.waiting)
    stale: list[str] = []
    done = cursor.done
    while waiting:
        resting = list(dependents(waiting[0]))
        for n in range(done, len(resting)):
            each = resting[n]
            if each == cursor.cause or each in seen or tagged(each):
                continue
            if len(stale) == limit:
                return Ripple(tuple(stale), Cursor(cursor.cause, tuple(waiting), n))
            stale.append(each)
            seen[each] = None
            waiting.append(each)
        waiting.popleft()
        done = 0
    return Ripple(tuple(stale), None)


def stale_closure(cause: str, dependents: Dependents) -> tuple[str, ...]:
    """Return everything that rests on a belief, at any depth, nearest first; the preview before it is given up."""
    found: dict[str, None] = {}
    cursor: Cursor | None = begin(cause)
    while cursor is not None:
        step = ripple(cursor, dependents, found.__contains__)
        found.update(dict.fromkeys(step.stale))
        cursor = step.cursor
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Resting:
    """A belief that rests on another.

    Args:
        id: Which.
        depth: Edges between the two, at least 1.
        path: The ids from the one asked about to this one, both included.
    """

    id: str
    depth: int
    path: tuple[str, ...] = field(default=())


def impact(cause: str, dependents: Dependents, *, max_hops: int = 10) -> list[Resting]:
    """Return what rests on a belief with the shortest path to each, nearest first.

    Args:
        cause: The belief asked about.
        dependents: What rests directly on an id.
        max_hops: The longest path to follow; 0 follows none.

    Raises:
        InvalidInput: `max_hops` is negative.
    """
    if max_hops < 0:
        raise InvalidInput(f"max_hops is {max_hops}.", mend="Give 0 or more.", field="max_hops", value=max_hops)
    paths: dict[str, tuple[str, ...]] = {cause: (cause,)}
    found: list[Resting] = []
    level: Sequence[str] = (cause,)
    for depth in range(1, max_hops + 1):
        level = [each for id in level for each in _first_seen(id, dependents, paths)]
        found += [Resting(id, depth, paths[id]) for id in level]
    return found


def regrounded(stale: Iterable[str], causes: Callable[[str], Iterable[str]], gone: Callable[[str], bool]) -> list[str]:
    """Return the ids whose tag may come off: nothing that they rest on now is gone or stale for another reason.

    Args:
        stale: Ids that bear the tag.
        causes: What an id rests on directly now.
        gone: Whether an id is superseded, contracted, or stale and staying so.
    """
    left = dict.fromkeys(stale)
    while True:
        cleared = [id for id in left if not any(each in left or gone(each) for each in causes(id) if each != id)]
        if not cleared:
            break
        for id in cleared:
            del left[id]
    return [id for id in dict.fromkeys(stale) if id not in left]


def _first_seen(id: str, dependents: Dependents, paths: dict[str, tuple[str, ...]]) -> list[str]:
    new = []
    for each in dependents(id):
        if each not in paths:
            paths[each] = (*paths[id], each)
            new.append(each)
    return new
