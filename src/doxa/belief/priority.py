"""The strict order among statements. It settles forks, merges and claims of one time; never whether the later wins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from doxa.belief.evidence import rank
from doxa.belief.intervals import Instant
from doxa.belief.statements import Statement

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
