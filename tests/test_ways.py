"""docs/ways.md does one task in five ways; every way that it shows is done, and answers as it says."""

from __future__ import annotations

import io
import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import pytest
from click.testing import CliRunner
from mcp import Client
from starlette.testclient import TestClient

from doxa import Memory
from doxa.cli.app import doxa
from doxa.cli.hook import run
from doxa.mcp.options import Options
from doxa.mcp.serving import make_server
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings
from doxa.server import ServerOptions, create_app

PAGE = (Path(__file__).resolve().parents[1] / "docs" / "ways.md").read_text(encoding="utf-8")
ANSWER = "user lives in Lisbon"


def lines(section: str) -> list[str]:
    """Return the lines of the first example of a section."""
    text = PAGE.split(f"\n## {section}\n")[1].split("\n## ")[0]
    found = re.search(r"```(?:sh|json)\n(.*?)```", text, re.DOTALL)
    assert found
    return [line for line in found[1].splitlines() if line.strip()]


@pytest.fixture
def home(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in {"DOXA_HOME": str(home), "DOXA_EMBEDDER": "none"}.items():
        monkeypatch.setenv(name, value)
    return home


@pytest.mark.usefixtures("home")
def test_in_a_shell() -> None:
    for line in lines("Shell"):
        command, _, said = line.partition("# → ")
        result = CliRunner().invoke(doxa, shlex.split(command)[1:])
        assert result.exit_code == 0, line
        assert said in result.stdout


def test_over_rest(home: Path) -> None:
    config = project_settings(None, home)
    with Memory(config=config) as memory:
        key = memory.keys.create(user="anna").token
    reply: Any = None
    with TestClient(create_app(ServerOptions(config))) as client:
        for line in lines("REST"):
            if line.startswith("# → "):
                assert line.removeprefix("# → ") in reply.text
                continue
            _, url, _, header, _, body = shlex.split(line.replace("$KEY", key))
            name, value = header.split(": ", 1)
            reply = client.post(url.removeprefix("localhost:8000"), content=body, headers={name: value})
            assert reply.status_code == 200, reply.text
    assert ANSWER in reply.text


def test_over_mcp(home: Path) -> None:
    config = project_settings(None, home).override(user="anna")

    async def calls() -> str:
        with Projects(config) as projects:
            async with Client(make_server(Options(config), projects), mode="legacy") as client:
                replies = [await client.call_tool(**json.loads(line)) for line in lines("MCP")]
                return str(replies[-1].content)

    assert ANSWER in anyio.run(calls)


def test_by_the_hooks_of_the_skill(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("DOXA_USER", "anna")
    with Memory(user="anna") as memory:
        memory.add("I live in Berlin.")
        memory.add("I moved to Lisbon.")
    [line] = lines("Skill")
    told = shlex.split(line)[1]
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(told.encode())))
    run([])
    assert line.partition("# → ")[2].encode() in capsysbinary.readouterr().out


def test_the_skill_is_one_that_doxa_itself_would_serve(open_memory: Callable[..., Memory]) -> None:
    memory = open_memory()
    report = memory.skills.ingest(Path(__file__).resolve().parents[1] / "skills" / "doxa")
    assert {part.change for part in report.parts} == {"new"}
    assert memory.skills.get("doxa").description
