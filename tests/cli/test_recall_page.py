"""The shell session of docs/recall.md shows what the commands show."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Reply

PAGE = Path(__file__).resolve().parents[2] / "docs" / "recall.md"
_ID_OR_DAY = re.compile(r"[0-9a-f]{32}|\d{4}-\d\d-\d\d")
_NUMBER = re.compile(r"\d\.\d\d")
_WEIGHED = re.compile(r"^ +[+-]\d+\.\d\d  (\w+)")


def told(text: str) -> list[str]:
    """Return lines without what differs from run to run: ids and days; and without scores, which weights change."""
    lines = [line for line in text.strip().splitlines() if not _WEIGHED.match(line)]
    return [_NUMBER.sub("#", _ID_OR_DAY.sub("#", line)) for line in lines]


def test_the_session_of_the_page_shows_what_it_says(
    shell: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_USER", "ana")
    session = re.search(r"```console\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert session is not None
    commands = [line for line in session[1].splitlines() if line.startswith("$ ")]
    replies = [shell(*shlex.split(line)[2:]) for line in commands]
    assert {reply.code for reply in replies} == {0}
    shown = session[1].split(commands[-1] + "\n")[1]
    assert told(replies[-1].out) == told(shown)
    assert any(_WEIGHED.match(line) for line in shown.splitlines())
    assert "found by" in shown
    assert "cut: " in shown
