"""Dreams that run by themselves: each owner's, where an hour has passed and something was written since the last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from doxa.dream.dreaming import Dream, dream_if_due
from doxa.errors import Busy
from doxa.graph.contract import Graph
from doxa.records import ANY, Scope, Usage, User


@dataclass(frozen=True, slots=True)
class Dreamt:
    """What came of a round of dreams.

    Args:
        operations: The operation of each dream that was due.
        errors: What went wrong.
        usage: What models cost.
    """

    operations: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    usage: Usage = field(default_factory=Usage)


def dream_where_due(graph: Graph, user: User, dream_of: Callable[[Scope], Dream]) -> Dreamt:
    """Dream for an owner, or with `ANY` for each, where that is due.

    Args:
        graph: The project's store.
        user: Whose memories.
        dream_of: Returns what the dream of an owner is run with.
    """
    operations: list[str] = []
    errors: list[str] = []
    usage = Usage()
    for owner in _owners(graph, user):
        try:
            report = dream_if_due(dream_of(Scope(user=owner)))
        except Busy as error:  # another process dreams; it is due again next time
            errors.append(error.message)
            continue
        if report is not None and report.operation is not None:
            operations.append(report.operation)
            errors += report.errors
            usage = usage + report.usage
    return Dreamt(tuple(operations), tuple(errors), usage)


def _owners(graph: Graph, user: User) -> list[str | None]:
    if user is not ANY:
        return [user if isinstance(user, str) else None]
    with graph.view(user=ANY) as view:
        return view.owners()
