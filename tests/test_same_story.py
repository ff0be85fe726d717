"""One story told through Python, the registry, the command line, MCP and HTTP leaves the same records."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import ANY

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client
from starlette.testclient import TestClient

from doxa import Memory
from doxa.cli.app import doxa
from doxa.errors import DoxaError
from doxa.mcp.options import Options
from doxa.mcp.serving import make_server
from doxa.operations import REGISTRY
from doxa.operations.dispatch import call
from doxa.operations.plain import as_plain
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings
from doxa.operations.refusal import error_plain
from doxa.server import ServerOptions, create_app
from doxa.server.operations import path_of

Step = tuple[str, dict[str, Any]]
STORY: tuple[Step, ...] = (
    ("add", {"content": "I live in Berlin. I'm allergic to peanuts.", "session": "s"}),
    ("add", {"content": "We moved to Lisbon!", "space": "home", "session": "s"}),
    ("narratives_add", {"text": "We got lost in Rome", "tone": "playful", "session": "s"}),
    ("recall", {"query": "where do I live?"}),
    ("engage", {"query": "where do I live?"}),
    ("list", {"kinds": ["profile", "fact"]}),
    ("related_to", {"entity": "user"}),
    ("undo", {"operation": "2"}),
    ("envelope", {}),
    ("operations", {"changes": 0}),
    ("scopes", {}),
)
ID = re.compile(r"[0-9a-f]{32}")
VARYING = re.compile(rf"{ID.pattern}|\d{{4}}-\d\d-\d\dT[0-9:.+]+")
UNSTEADY = ("timings", "strength", "confidence", "score", "base_score", "relevance")
"""Members that the clock moves on between two tellings."""


def compared(replies: list[Any]) -> list[Any]:
    """Return replies with ids named in the order they come, and without what differs from run to run."""
    names: dict[str, str] = {}

    def named(found: re.Match[str]) -> str:
        return names.setdefault(found[0], f"<{len(names)}>") if ID.fullmatch(found[0]) else "<time>"

    return [json.loads(VARYING.sub(named, json.dumps(_steady(each), ensure_ascii=False))) for each in replies]


def _steady(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _steady(each) for key, each in value.items() if key not in UNSTEADY}
    return [_steady(each) for each in value] if isinstance(value, list) else value


def in_python(home: Path) -> list[Any]:
    with Memory(home=home, user="anna", embedder=None) as memory:
        return [as_plain(_python(memory, *step)) for step in STORY]


def _python(memory: Memory, name: str, given: dict[str, Any]) -> Any:
    space, _, verb = name.rpartition("_") if name.startswith("narratives") else ("", "", name)
    return getattr(getattr(memory, space) if space else memory, verb)(**given)


def by_the_registry(home: Path) -> list[Any]:
    with Memory(home=home, user="anna", embedder=None) as memory:
        return [call(REGISTRY[name], memory, given, "write") for name, given in STORY]


def in_a_shell(home: Path) -> list[Any]:
    return [_shell(home, *step) for step in STORY]


def _shell(home: Path, name: str, given: dict[str, Any]) -> Any:
    result = CliRunner().invoke(doxa, _words(home, name, given))
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def _words(home: Path, name: str, given: dict[str, Any]) -> list[str]:
    spec = REGISTRY[name]
    words = name.split("_", 1) if spec.namespace else [{"operations": "log"}.get(name, name).replace("_", "-")]
    for argument, value in given.items():
        said = ",".join(value) if isinstance(value, list) else str(value)
        placed = spec.parameters[argument].kind.name == "POSITIONAL_OR_KEYWORD"
        words += [said] if placed else [f"--{argument}", said]
    return ["--home", str(home), *words, "--user", "anna", "--json"]


def over_mcp(home: Path) -> list[Any]:
    config = project_settings(None, home).override(embedder="none", user="anna")

    async def steps() -> list[Any]:
        with Projects(config) as projects:
            server = make_server(Options(config, toolset="full"), projects)
            async with Client(server, mode="legacy") as client:
                replies = [await client.call_tool(f"memory_{name}", given) for name, given in STORY]
                return [(reply.structured_content or {})["result"] for reply in replies]

    return anyio.run(steps)


def over_http(home: Path) -> list[Any]:
    config = project_settings(None, home).override(embedder="none")
    with TestClient(create_app(ServerOptions(config, keys=False))) as client:
        return [client.post(path_of(REGISTRY[name]), json={**given, "user": "anna"}).json() for name, given in STORY]


@pytest.mark.parametrize("way", [by_the_registry, in_a_shell, over_mcp, over_http], ids=lambda way: way.__name__)
def test_the_story_leaves_the_same_records(
    way: Callable[[Path], list[Any]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_EMBEDDER", "none")
    expected, told = (partial(ask, tmp_path / ask.__name__)() for ask in (in_python, way))
    for (name, _), ours, theirs in zip(STORY, compared(expected), compared(told), strict=True):
        assert theirs == ours, name


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("recall", {"query": "x", "limit": 5000}),
        ("recall", {"query": "x", "legs": ["smell"]}),
        ("get", {"ref": "0" * 32}),
        ("get", {"ref": "nothing"}),
        ("add", {"content": ""}),
        ("undo", {"operation": "99"}),
    ],
)
def test_every_way_refuses_with_the_same_error(
    name: str, given: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_EMBEDDER", "none")
    with Memory(home=tmp_path, user="anna", embedder=None) as memory:
        memory.add("I like tea.")
        with pytest.raises(DoxaError) as caught:
            _python(memory, name, given)
    expected = error_plain(caught.value)
    shell = CliRunner().invoke(doxa, _words(tmp_path, name, given))
    assert json.loads(shell.stderr)["error"] == expected | {"message": ANY, "mend": ANY}
    config = project_settings(None, tmp_path).override(embedder="none", user="anna")

    async def steps() -> Any:
        with Projects(config) as projects:
            async with Client(make_server(Options(config, toolset="full"), projects), mode="legacy") as client:
                return (await client.call_tool(f"memory_{name}", given)).structured_content

    assert anyio.run(steps)["error"] == expected
    with TestClient(create_app(ServerOptions(config, keys=False))) as client:
        problem = client.post(path_of(REGISTRY[name]), json={**given, "user": "anna"}).json()
    assert {key: problem.get(key) for key in ("code", "field", "mend", "retry")} == {
        key: expected[key] for key in ("code", "field", "mend", "retry")
    }
