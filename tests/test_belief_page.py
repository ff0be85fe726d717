"""What docs/belief.md must explain; its examples are run by test_pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from doxa.records import Evidence, Verdict

PAGE = Path(__file__).resolve().parents[1] / "docs" / "belief.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_every_verdict_and_grade_is_explained() -> None:
    assert {row for row in re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE) if row in get_args(Verdict)} == set(
        get_args(Verdict)
    )
    assert all(grade in TEXT for grade in get_args(Evidence))
