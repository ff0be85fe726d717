"""A shell for the tests: commands run in this process, against this test's home, and without an embedder."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from doxa.cli.app import doxa


@dataclass(frozen=True)
class Reply:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """Its output, read as JSON."""
        return json.loads(self.out)


@pytest.fixture
def shell(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reply]:
    """Return a function that runs `doxa` with arguments, and text on standard input, and gives its reply."""
    monkeypatch.setenv("DOXA_EMBEDDER", "none")

    def run(*arguments: str, stdin: str | bytes | None = None) -> Reply:
        result = CliRunner().invoke(doxa, arguments, input=stdin, prog_name="doxa")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Reply(result.exit_code, result.stdout, result.stderr)

    return run


@pytest.fixture
def anna(shell: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Reply]:
    """Return a shell whose user is Anna, who has said where she lives, twice, and what she is allergic to."""
    monkeypatch.setenv("DOXA_USER", "anna")
    shell("add", "I live in Berlin. I'm allergic to peanuts.")
    shell("add", "We moved to Lisbon!")
    return shell


@pytest.fixture
def process(home: Path, embedder_cache: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Return a function that runs `python -m doxa` as a process of its own, with the environment given."""

    def run(*arguments: str, stdin: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
        full = {**os.environ, "DOXA_EMBEDDER": "none", **environ}
        command = [sys.executable, "-m", "doxa", *arguments]
        return subprocess.run(command, input=stdin, capture_output=True, env=full, timeout=60)

    return run


def belief(shell: Callable[..., Reply], kind: str) -> dict[str, Any]:
    """Return the first belief of a kind."""
    found: dict[str, Any] = shell("list", "--kinds", kind, "--json").data["items"][0]
    return found
