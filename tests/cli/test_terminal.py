"""At a terminal: questions before what cannot be undone, signs of life, colours. Needs a pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.cli.progress import LABELS, working
from doxa.operations import REGISTRY
from tests.cli.conftest import Reply
from tests.code.conftest import Repo

pty = pytest.importorskip("pty")
select = pytest.importorskip("select")


def at_a_terminal(*arguments: str, typed: bytes = b"", **environ: str) -> tuple[int, str]:
    """Run `python -m doxa` with all three streams at a terminal; `typed` is typed once something was shown."""
    ours, theirs = pty.openpty()
    full = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environ}
    full.pop("NO_COLOR", None) if "NO_COLOR" not in environ else None
    with subprocess.Popen(
        [sys.executable, "-m", "doxa", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=full
    ) as running:
        os.close(theirs)
        shown = _read_all(ours, typed, deadline=time.monotonic() + 60)
    os.close(ours)
    return running.returncode, shown.decode("utf-8", "replace")


def _read_all(terminal: int, typed: bytes, deadline: float) -> bytes:
    shown = b""
    while time.monotonic() < deadline:
        if not select.select([terminal], [], [], 1)[0]:
            continue
        try:
            part = os.read(terminal, 65536)
        except OSError:  # how Linux says that the other end was closed
            break
        if not part:
            break
        shown += part
        if typed and (b"[y/N]" in shown or "结束".encode() in shown or b"ends)" in shown):
            os.write(terminal, typed)
            typed = b""
    return shown


@pytest.mark.parametrize(("typed", "code", "left"), [(b"n\n", 1, 5), (b"\n", 1, 5), (b"y\n", 0, 0)])
def test_erase_asks_a_person_first(anna: Callable[..., Reply], typed: bytes, code: int, left: int) -> None:
    done, shown = at_a_terminal("erase", typed=typed)
    assert "Erase everything of user anna? It cannot be undone. [y/N]" in shown
    assert done == code
    assert anna("stats", "--json").data["revisions"] == left


def test_erase_that_was_confirmed_asks_nobody(anna: Callable[..., Reply]) -> None:
    done, shown = at_a_terminal("erase", "--everything", "--confirm")
    assert (done, "[y/N]" in shown) == (0, False)


def test_long_work_shows_signs_of_life_and_takes_them_away(anna: Callable[..., Reply], tmp_path: Path) -> None:
    code, shown = at_a_terminal("export", str(tmp_path / "all.jsonl"))
    assert code == 0
    assert "Exporting" in shown
    code, shown = at_a_terminal("import", str(tmp_path / "all.jsonl"), "--project", "copy")
    assert code == 0
    assert "Importing" in shown


def test_reading_commits_shows_signs_of_life(home: Path, tmp_path: Path) -> None:
    repo = Repo(tmp_path / "work")
    repo.commit("Begin", a_py="1\n")
    code, shown = at_a_terminal("code", "ingest", str(repo.top))
    assert (code, "Reading commits" in shown) == (0, True)


def test_a_dream_shows_that_it_is_at_work(anna: Callable[..., Reply]) -> None:
    code, shown = at_a_terminal("dream", "--dry-run")
    assert code == 0
    assert "Dreaming" in shown
    assert anna("dream", "--dry-run").err == ""


@pytest.mark.parametrize("name", [name for name, spec in REGISTRY.items() if "progress" in spec.parameters])
def test_what_tells_how_far_it_is_is_shown(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("doxa.cli.progress.is_terminal", lambda stream: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "80")
    with working(REGISTRY[name], [], {}) as (_, keywords):
        keywords["progress"]("near_twins", 1, 4)
    shown = capsys.readouterr().err
    assert f"{LABELS[name]}: near twins" in shown
    assert "25%" in shown


def test_a_pipe_gets_no_signs_of_life(anna: Callable[..., Reply], tmp_path: Path) -> None:
    assert anna("export", str(tmp_path / "all.jsonl")).err == ""


def test_a_missing_text_is_missed_at_once(anna: Callable[..., Reply]) -> None:
    code, shown = at_a_terminal("add")
    assert code == 2
    assert "Missing argument 'CONTENT'" in shown


def test_an_empty_look_says_whose_memories_it_saw(anna: Callable[..., Reply]) -> None:
    _, shown = at_a_terminal("list", DOXA_USER="")
    assert "--user NAME" in shown
    _, shown = at_a_terminal("list")
    assert "--user NAME" not in shown


def test_colours_are_for_those_who_want_them(anna: Callable[..., Reply]) -> None:
    assert "\x1b[" in at_a_terminal("list")[1]
    assert "\x1b[3" not in at_a_terminal("list", NO_COLOR="1")[1]


def test_a_transcript_can_be_asked_about(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOXA_EMBEDDER", "none")
    file = tmp_path / "talk.txt"
    file.write_text("Ann: I live in Rome.\nBot: Lovely.\n", encoding="utf-8")
    code, shown = at_a_terminal("demo", str(file), typed=b"Where does Ann live?\n\n")
    assert code == 0
    assert "user lives in Rome" in shown
