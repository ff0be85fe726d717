"""The Python in docs/belief.md runs, from top to bottom as one session, and prints what it says it prints."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any, get_args

from doxa.records import Evidence, Verdict

PAGE = Path(__file__).resolve().parents[1] / "docs" / "belief.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
PROMISE = re.compile(r"^# → (.*)$", re.MULTILINE)


def test_the_examples_run_in_order_and_print_what_they_say() -> None:
    names: dict[str, Any] = {"__name__": "belief_page"}
    try:
        for block in BLOCKS:
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(block, str(PAGE), "exec"), names)
            assert printed.getvalue().splitlines() == PROMISE.findall(block), block
    finally:
        names["memory"].close()


def test_every_verdict_and_grade_is_explained() -> None:
    assert {row for row in re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE) if row in get_args(Verdict)} == set(
        get_args(Verdict)
    )
    assert all(grade in TEXT for grade in get_args(Evidence))
