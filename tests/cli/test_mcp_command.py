"""`doxa mcp` as a command."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.cli.conftest import Reply


def test_the_command_line_starts_without_the_servers_packages() -> None:
    code = "import sys, doxa.cli.app; sys.exit(bool({'mcp', 'pydantic', 'anyio'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_a_missing_package_is_named(shell: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    reply = shell("mcp")
    assert (reply.code, reply.err) == (1, "doxa: The MCP server needs the package mcp. Install doxa[mcp].\n")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["--toolset", "every"], 1, "Give one of core, graph, full, dual-mem, reference."),
        (["--transport", "http", "--no-auth", "--host", "0.0.0.0"], 1, "Ask for keys, or listen at one of"),
        (["--transport", "http", "--operator"], 2, "go with --no-auth"),
        (["--operator", "--read-only"], 2, "exclude each other"),
        (["--transport", "smoke"], 2, "smoke"),
        (["--port", "70000"], 2, "70000"),
    ],
)
def test_what_cannot_be_served_is_refused(
    shell: Callable[..., Reply], arguments: list[str], code: int, said: str
) -> None:
    reply = shell("mcp", *arguments)
    assert reply.code == code
    assert said in reply.err
