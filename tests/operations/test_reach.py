"""REST, the command line and MCP's `full` set each reach every operation, and nothing else but what is named here."""

from __future__ import annotations

from pathlib import Path

from doxa.cli.app import commands, doxa, namespaces
from doxa.config import Config
from doxa.mcp.tools import PREFIX, listed
from doxa.operations import REGISTRY
from doxa.server import ServerOptions, create_app

PROCESSES = {"config", "worker", "demo", "serve", "mcp", "completion", "chat", "watch"}
"""Commands that are a process of their own; `hook` is answered before the commands are loaded."""
PROBES = {"health", "ready", "ping", "info", "metrics"}
COMPATIBLE_PATHS = "memories_"
"""How the names of the paths of another system begin."""
STREAMS = {"changes_stream"}


def test_rest_reaches_every_operation(home: Path) -> None:
    document = create_app(ServerOptions(Config(home=home))).openapi()
    made = [each["operationId"] for path in document["paths"].values() for each in path.values()]
    assert len(made) == len(set(made))
    beside = {name for name in made if name not in REGISTRY and not name.startswith(COMPATIBLE_PATHS)}
    assert (set(REGISTRY) - set(made), beside) == (set(), PROBES | STREAMS)


def test_the_command_line_reaches_every_operation() -> None:
    reached = [spec.name for space in ("", *namespaces()) for spec in commands(space).values()]
    assert sorted(reached) == sorted(REGISTRY)
    assert set(doxa.commands) == PROCESSES


def test_mcp_reaches_every_operation() -> None:
    assert [tool.name for tool in listed("full")] == [PREFIX + name for name in REGISTRY]
