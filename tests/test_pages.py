"""The Python in README.md and docs/ runs, each page from top to bottom as one session, and prints what it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"# → (.*)$", re.MULTILINE)
PAGES = {
    path.name: BLOCK.findall(text)
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
    if "```python" in (text := path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_run_in_order_and_print_what_they_say(page: str) -> None:
    names: dict[str, Any] = {"__name__": page}
    try:
        for block in PAGES[page]:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block, page, "exec"), names)
            assert printed.getvalue().splitlines() == PROMISE.findall(block), block
    finally:
        if "memory" in names:
            names["memory"].close()


@pytest.mark.parametrize("page", PAGES)
def test_every_page_promises_an_output(page: str) -> None:
    assert any(PROMISE.search(block) for block in PAGES[page])
