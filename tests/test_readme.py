"""What the first screen of README.md shows; its examples are run by test_pages."""

from __future__ import annotations

import re
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"# → (.*)$", re.MULTILINE)


def test_the_first_screen_shows_a_short_example_and_the_two_commands() -> None:
    screen = "\n".join(README.read_text(encoding="utf-8").splitlines()[:40])
    assert "make demo" in screen
    assert "make test" in screen
    assert BLOCKS[0] in screen
    assert len([line for line in BLOCKS[0].splitlines() if line.strip()]) <= 10


def test_every_example_promises_an_output() -> None:
    assert all(PROMISE.search(block) for block in BLOCKS)
