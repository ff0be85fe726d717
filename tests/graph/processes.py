"""Running a piece of Python in another process, as a test of what processes do to one file."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PREAMBLE = """
import os, signal, sys, time
from pathlib import Path
from doxa.graph.lock import WriteOrder
from doxa.graph.sqlite import SqliteEngine

path = Path(sys.argv[1])

def say(*words):
    os.write(1, (" ".join(map(str, words)) + "\\n").encode())
"""


@contextmanager
def running(script: str, path: Path, *arguments: object) -> Iterator[subprocess.Popen[str]]:
    """Start a process that runs `script` with `path` set; it is ended when the block is left."""
    process = subprocess.Popen(
        [sys.executable, "-c", PREAMBLE + script, str(path), *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])},
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def output(script: str, path: Path, *arguments: object) -> list[str]:
    """Run `script` to its end and return the lines it said."""
    with running(script, path, *arguments) as process:
        lines, _ = process.communicate(timeout=60)
        assert process.returncode == 0, lines
        return lines.splitlines()


def heard(process: subprocess.Popen[str]) -> str:
    """Return the next line a process says."""
    assert process.stdout is not None
    return process.stdout.readline().strip()
