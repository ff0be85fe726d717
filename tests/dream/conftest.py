"""What tests of dreams share: a memory of one user, texts that rules read nothing from, and what can be read of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from doxa import ANY


@pytest.fixture
def ana(open_memory: Callable[..., Any]) -> Any:
    """Return a memory whose user is Ana, without an embedder."""
    return open_memory(user="ana")


@pytest.fixture
def tell(ana: Any, clock: Any) -> Callable[..., Any]:
    """Return a function that adds a long-term text, an hour after the last one, and returns its belief."""

    def one(text: str, **more: Any) -> Any:
        clock.advance(hours=1)
        return ana.add(text, **{"kind": "knowledge", "extract": False, **more}).beliefs[0]

    return one


def recalled(memory: Any, query: str) -> list[tuple[str, float]]:
    """Return what is recalled with its score, which one more text in the index would change."""
    return [(hit.belief.id, hit.score) for hit in memory.recall(query, touch=False).hits]


def present(memory: Any, queries: Iterable[str] = ("fence", "cottage", "river")) -> dict[str, Any]:
    """Return everything that is read of the present, for comparing before an apply with after its undo."""
    statuses = ("live", "contested", "archived", "deleted", "quarantined")
    listed = memory.list(include=statuses, limit=1000).items
    with memory._core.graph.view(user=ANY) as view:
        revisions = [view.resolve(each.kref) for each in listed]
        edges = [(e.source, e.type, e.target, dict(e.metadata)) for e in view.edges(revisions, direction="both")]
        tags = {each.id: view.tags(view.item(each.id).id) for each in listed}
        plans = {view.resolve(each.kref) for each in memory.list(kinds=("dream_plan",)).items}
        edges = [edge for edge in edges if edge[0] not in plans]
    return {
        "listed": {each.id: each for each in listed},
        "order": [each.id for each in memory.list(limit=1000).items],
        "recalled": {query: recalled(memory, query) for query in queries},
        "envelope": memory.envelope().text(),
        "edges": sorted(map(str, edges)),
        "tags": tags,
    }
