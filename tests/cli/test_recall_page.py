"""The explained answer in docs/recall.md is what the commands before it print."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHANGES = re.compile(r"\b[0-9a-f]{32}\b|\b\d{4}-\d\d-\d\d\b")
"""Ids and days, which differ each time."""


def test_the_explained_answer_of_the_page_is_what_doxa_prints(shell, monkeypatch):
    monkeypatch.setenv("DOXA_USER", "ana")
    page = (ROOT / "docs" / "recall.md").read_text(encoding="utf-8")
    block = page.split("```console\n", 1)[1].split("```", 1)[0].splitlines()
    commands = [shlex.split(line.removeprefix("$ doxa ")) for line in block if line.startswith("$ ")]
    printed = [shell(*arguments).out for arguments in commands][-1]
    told = [line for line in block if not line.startswith("$ ")]
    assert CHANGES.sub("·", printed).split("\n")[:-1] == [CHANGES.sub("·", line) for line in told]
