"""Clients of a server: in this process, over standard input and output, and over HTTP on this machine."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp_types import CallToolResult

from doxa.mcp.options import Options
from doxa.mcp.serving import make_server
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings

Connect = Callable[..., AbstractAsyncContextManager[Client]]
PASSED_ON = ("DOXA_", "PYTHON", "OPENBLAS", "OMP", "PATH", "SYSTEMROOT", "COVERAGE")


def waited(steps: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """Run an asynchronous test to its end, within a minute."""

    async def bounded() -> Any:
        with anyio.fail_after(60):
            return await steps()

    return anyio.run(bounded)


def data(reply: CallToolResult) -> Any:
    """Return what a tool replied, or the error it was refused with."""
    assert reply.structured_content is not None
    return reply.structured_content["error" if reply.is_error else "result"]


def text(reply: Any) -> str:
    return str(reply.content[0].text)


@pytest.fixture
def projects(home: Any) -> Iterator[Projects]:
    """Return the projects of this test's home; calls without a user are Anna's, and there is no embedder."""
    with Projects(project_settings(None, None).override(embedder="none", user="anna")) as opened:
        yield opened


@pytest.fixture
def connect(projects: Projects) -> Connect:
    """Return a function that connects a client to a server in this process."""

    @asynccontextmanager
    async def one(client: dict[str, Any] | None = None, session: str | None = None, **options: Any) -> Any:
        config = project_settings(None, None).override(embedder="none", user="anna", session=session)
        async with Client(
            make_server(Options(config, **options), projects), **{"mode": "legacy", **(client or {})}
        ) as it:
            yield it

    return one


@pytest.fixture
def over_stdio(home: Any) -> Connect:
    """Return a function that starts `doxa mcp` and connects a client to it."""

    def one(*arguments: str, **client: Any) -> AbstractAsyncContextManager[Client]:
        command = ["-m", "doxa", "mcp", *arguments]
        return Client(StdioServerParameters(command=sys.executable, args=command, env=_environ()), **client)

    return one


@contextmanager
def served(*arguments: str, keys: bool = False) -> Iterator[str]:
    """Run `doxa mcp --transport http` and give its address."""
    command = [sys.executable, "-m", "doxa", "mcp", "--transport", "http", "--port", "0", *arguments]
    command += [] if keys else ["--no-auth"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_environ()) as server:
        assert server.stderr is not None
        try:
            yield server.stderr.readline().split()[-1]
        finally:
            server.terminate()
            server.stderr.read()


@pytest.fixture
def over_http(home: Any) -> Connect:
    """Return a function that starts `doxa mcp --transport http` and connects clients to it."""

    @asynccontextmanager
    async def one(*arguments: str, **client: Any) -> AsyncIterator[Client]:
        with served(*arguments) as url:
            async with Client(url, **client) as connected:
                yield connected

    return one


def _environ() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}
    return {**kept, "DOXA_EMBEDDER": "none", "DOXA_USER": "anna"}
