"""The Python in README.md runs and prints what it says it prints."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

import doxa

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"# → (.*)$", re.MULTILINE)


def test_the_first_screen_shows_a_short_example_and_the_two_commands() -> None:
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:40])
    assert "make demo" in screen
    assert "make test" in screen
    assert BLOCKS[0] in screen
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("block", BLOCKS)
def test_an_example_runs_and_prints_what_it_says(block: str) -> None:
    if "Memory" in block and not hasattr(doxa, "Memory"):
        pytest.skip("doxa.Memory is not there yet")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, str(README), "exec"), {"__name__": "readme"})
    promised = PROMISE.findall(block)
    assert promised, "An example that promises no output proves nothing."
    assert printed.getvalue().splitlines() == promised
