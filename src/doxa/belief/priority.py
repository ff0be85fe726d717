"""The strict order among statements. It settles forks, merges and claims of one time; never whether the later wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, TypeVar

from doxa.belief.evidence import rank
from doxa.belief.intervals import Instant
from doxa.belief.statements import Statement

Key = TypeVar("Key")
Priority: TypeAlias = "tuple[int, int, float, tuple[Instant, int]]"


def priority(statement: Statement) -> Priority:
    """Return what orders statements: grade, independent sources, anchored confidence, when said, sequence.

    The first four make a total preorder with ties; the sequence number makes it strict (BELIEF: a priority on base
    elements, not an epistemic entrenchment). All of it is stored, so that a replay orders alike.
    """
    return (
        rank(statement.grade),
        len(statement.independent_sources),
        statement.anchor.value,
        max(each.said for each in statement.observations),
    )


def by_priority(statements: Iterable[Statement]) -> list[Statement]:
    """Return statements from the strongest to the weakest."""
    return sorted(statements, key=priority, reverse=True)


def keep_by_priority(strongest_first: Iterable[Key], consistent: Callable[[Sequence[Key]], bool]) -> list[Key]:
    """Return the claims that stay when not all can: each in turn, if it fits with those already kept.

    With constraints of two claims there is nothing to choose when one comes in. With larger ones ("at most two
    emergency contacts") the order decides; a strict order satisfies AGM's K*7 and K*8 (Nebel's prioritised base
    revision), one with ties does not.

    Args:
        strongest_first: The claims, in strict order; a newcomer that must stay comes first.
        consistent: Whether claims can hold together.
    """
    kept: list[Key] = []
    for each in strongest_first:
        if consistent([*kept, each]):
            kept.append(each)
    return kept
