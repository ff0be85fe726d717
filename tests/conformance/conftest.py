"""The stores that keep the contract: SQLite in a file, SQLite in memory, and the model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from doxa.clock import ManualClock
from doxa.graph.contract import Graph
from doxa.graph.sqlite import SqliteEngine
from tests.conformance.model import ModelGraph

STORES = ("file", "memory", "model")

OpenStore = Callable[..., Graph]
"""Opens a store of the kind under test; in a file the same name opens the same project again."""


@pytest.fixture(params=STORES)
def store(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def open_store(store: str, tmp_path: Path, clock: ManualClock) -> Iterator[OpenStore]:
    with ExitStack() as opened:

        def open_one(project: str = "p", *, clock: ManualClock = clock) -> Graph:
            graph = new_store(store, tmp_path, project, clock)
            opened.callback(graph.close)
            return graph

        yield open_one


def new_store(store: str, folder: Path, project: str, clock: ManualClock) -> Graph:
    if store == "model":
        return ModelGraph(project, clock)
    from doxa.graph.store import SqlGraph

    path = folder / f"{project}.doxa" if store == "file" else None
    return SqlGraph(SqliteEngine(path, busy_timeout=5.0), project, clock)


@pytest.fixture
def graph(open_store: OpenStore) -> Graph:
    return open_store()
