"""What README.md, docs/mcp.md, docs/other_tools.yaml and server.json say of the server holds."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from mcp import Client, StdioServerParameters

from doxa.cli.app import doxa
from doxa.operations import REGISTRY
from tests.mcp.conftest import PASSED_ON, waited

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
SERVER = json.loads((ROOT / "server.json").read_text(encoding="utf-8"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def hosts() -> list[list[str]]:
    """Return the commands that README.md and docs/mcp.md tell hosts to run."""
    commands = []
    for page in (README, (ROOT / "docs/mcp.md").read_text(encoding="utf-8")):
        for block in re.findall(r"^```json\n(.*?)^```", page, re.MULTILINE | re.DOTALL):
            server = json.loads(block)["mcpServers"]["doxa"]
            commands.append([server["command"], *server["args"]])
        commands += [found.split() for found in re.findall(r"^claude mcp add .* -- (.*)$", page, re.MULTILINE)]
    return commands


DOXA = shutil.which("doxa", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))


@pytest.mark.skipif(DOXA is None, reason="the package is not installed")
def test_what_hosts_are_told_to_run_is_a_server() -> None:
    commands = hosts()
    assert len(commands) == 4
    assert all(each == commands[0] for each in commands)
    environ = {name: value for name, value in os.environ.items() if name.upper().startswith(PASSED_ON)}

    async def steps() -> None:
        command, *arguments = commands[0]
        assert command == "doxa"
        async with Client(StdioServerParameters(command=str(DOXA), args=arguments, env=environ)) as client:
            assert client.server_info is not None
            assert client.server_info.name == "doxa"
            assert "memory_add" in {tool.name for tool in (await client.list_tools()).tools}

    waited(steps)


def test_every_old_tool_is_named_once_and_leads_to_operations_or_a_reason() -> None:
    systems = yaml.safe_load((ROOT / "docs/other_tools.yaml").read_text(encoding="utf-8"))
    for tools in systems.values():
        names = [name for tool in tools for name in tool["names"]]
        assert len(names) == len(set(names))
        for tool in tools:
            assert ("ours" in tool) != ("instead" in tool), tool
            assert set(tool.get("ours", ())) <= set(REGISTRY), tool
            assert tool.get("instead", "Sentence.").endswith("."), tool


def test_the_registry_s_entry_fits_the_package() -> None:
    (package,) = SERVER["packages"]
    assert SERVER["version"] == package["version"] == PROJECT["version"]
    assert package["identifier"] == PROJECT["name"]
    assert f"mcp-name: {SERVER['name']} " in README
    assert re.fullmatch(r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", SERVER["name"])
    assert len(SERVER["description"]) <= 100
    assert package["transport"] == {"type": "stdio"}
    (command,) = package["packageArguments"]
    assert command["value"] in doxa.commands


def test_what_the_entry_sets_are_settings() -> None:
    from doxa.config import SETTINGS

    variables: list[dict[str, Any]] = SERVER["packages"][0]["environmentVariables"]
    assert {each["name"] for each in variables} <= {setting.variable for setting in SETTINGS.values()}
