from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from doxa import Memory
from doxa.cli.hook import answered, run


@pytest.fixture
def told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A project that knows something of Anna."""
    for name, value in {"DOXA_HOME": str(home), "DOXA_USER": "anna"}.items():
        monkeypatch.setenv(name, value)
    with Memory(home=home, user="anna", embedder=None) as memory:
        memory.add("I live in Lisbon. I'm allergic to peanuts.")


def answer(named: str, **given: Any) -> dict[str, Any]:
    return answered(named, given, lambda command: pytest.fail(f"started {command}"))


@pytest.mark.usefixtures("told")
def test_a_session_starts_with_what_is_known_of_the_user() -> None:
    reply = answer("SessionStart", source="startup")["hookSpecificOutput"]
    assert reply["hookEventName"] == "SessionStart"
    assert "peanuts" in reply["additionalContext"]


@pytest.mark.usefixtures("told")
def test_a_prompt_gets_what_is_remembered_of_its_matter_fenced_as_data() -> None:
    text = answer("UserPromptSubmit", prompt="book a flight from Lisbon")["hookSpecificOutput"]["additionalContext"]
    assert "Lisbon" in text
    assert "<memory" in text


@pytest.mark.usefixtures("told")
def test_a_prompt_about_nothing_that_is_remembered_gets_nothing_found() -> None:
    assert answer("UserPromptSubmit", prompt="compile the kernel") == {}


@pytest.mark.usefixtures("told")
def test_cursor_is_answered_in_its_own_form() -> None:
    assert "peanuts" in answer("sessionStart")["additional_context"]
    assert answer("beforeSubmitPrompt", prompt="zzz")["continue"] is True


def test_without_a_project_nothing_is_said_and_no_file_is_made(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOXA_HOME", str(home))
    assert answer("SessionStart") == {}
    assert answer("UserPromptSubmit", prompt="x") == {}
    assert not home.exists()


def test_at_the_end_the_transcript_is_remembered_by_a_process_of_its_own(tmp_path: Path) -> None:
    transcript = tmp_path / ".codex" / "rollout.jsonl"
    transcript.parent.mkdir()
    transcript.write_text("{}\n", encoding="utf-8")
    started: list[list[str]] = []
    for event in ("Stop", "PreCompact", "SessionEnd"):
        assert answered(event, {"transcript_path": str(transcript)}, lambda each: started.append([*each])) == {}
    assert started[0][1:] == ["-m", "doxa", "import", str(transcript), "--format", "codex"]
    assert len(started) == 3


@pytest.mark.usefixtures("told")
def test_what_was_said_to_an_agent_is_remembered_when_it_stops(tmp_path: Path, home: Path) -> None:
    transcript = tmp_path / ".claude" / "session.jsonl"
    transcript.parent.mkdir()
    said = {"role": "user", "content": "I moved to Porto."}
    line = {"type": "user", "uuid": "1", "sessionId": "s", "timestamp": "2099-01-01T00:00:00Z", "message": said}
    transcript.write_text(json.dumps(line) + "\n", encoding="utf-8")
    answered("Stop", {"transcript_path": str(transcript)}, lambda command: subprocess.run(command, check=True))
    with Memory(home=home, user="anna", embedder=None) as memory:
        assert "I moved to Porto." in [each.text for each in memory.list(kinds=["turn"]).items]


@pytest.mark.parametrize("said", ["", "{", "[1]", '{"hook_event_name": "Nonsense"}', '{"hook_event_name": 3}'])
def test_whatever_a_host_says_it_is_never_stopped(
    said: str, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(said.encode())))
    run([])
    told = capsysbinary.readouterr()
    assert told.out == b""
    assert told.err.startswith(b"doxa hook: ")


def test_the_way_to_an_answer_loads_nothing_heavy(home: Path) -> None:
    with Memory(home=home, user="anna", embedder=None) as memory:
        memory.add("I live in Lisbon.")
    script = (
        "import sys; sys.argv = ['doxa', 'hook', 'user-prompt-submit']; from doxa.cli import main; main();"
        "heavy = {'click', 'rich', 'numpy', 'pydantic', 'asyncio', 'yaml'} & set(sys.modules); print(sorted(heavy))"
    )
    said = subprocess.run(
        [sys.executable, "-c", script],
        input=json.dumps({"prompt": "Who lives in Lisbon?"}),
        capture_output=True,
        text=True,
        env={"DOXA_HOME": str(home), "DOXA_USER": "anna", "PYTHONPATH": ":".join(sys.path)},
        check=True,
    )
    lines = said.stdout.splitlines()
    assert "Lisbon" in lines[0]
    assert lines[-1] == "[]"
