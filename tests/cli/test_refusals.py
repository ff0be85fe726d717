"""What cannot be done is said in one line, with the mend, and exit codes keep apart who has to mend it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from doxa.cli.app import commands
from doxa.cli.refusal import in_shell_words
from doxa.operations import REGISTRY
from tests.cli.conftest import Reply, belief

Process = Callable[..., subprocess.CompletedProcess[bytes]]
READS = [name for name, spec in commands().items() if not spec.begins and name != "extract"]
NEEDED = {
    "request": "{}",
    "response": "{}",
    "ref": "0" * 32,
    "refs": "0" * 32,
    "conflict": "0" * 32,
    "days": "1",
    "operation": "1",
}


def needed_arguments(name: str) -> list[str]:
    given = [
        NEEDED.get(each, "x")
        for each, parameter in commands()[name].parameters.items()
        if parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    options = {"rollback": ["--to", "1"], "resolve": ["--keep", "both"], "merge": ["--into", "0" * 32]}
    fixed = {"set-evidence": ["0" * 32, "official"], "relate": ["0" * 32, "DEPENDS_ON", "1" * 32]}
    return fixed.get(name, given) + options.get(name, [])


@pytest.mark.parametrize("name", READS)
def test_what_begins_no_project_makes_no_file(shell: Callable[..., Reply], home: Path, name: str) -> None:
    reply = shell(name, *needed_arguments(name))
    assert reply.code == 1
    assert (
        reply.err == f"doxa: There is no project 'default' in {home}. Nothing has been added yet; `add` begins one.\n"
    )
    assert not home.exists()


def test_extract_needs_no_project(shell: Callable[..., Reply], home: Path) -> None:
    assert "tea" in shell("extract", "I like tea.").out
    assert not home.exists()


def test_a_mistyped_project_is_answered_with_those_there_are(shell: Callable[..., Reply]) -> None:
    for project in ("work", "diary"):
        shell("add", "I like tea.", "--project", project)
    assert "There are: diary, work." in shell("recall", "tea", "--project", "dairy").err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["recal", "x"], "'recall'"),
        (["narratives", "lst"], "Did you mean 'list'?"),
        (["recall", "x", "--usr", "anna"], "--user"),
        (["recall", "x", "--limit", "ten"], "'ten' is not a valid integer"),
        (["add", "x", "--evidence", "rumour"], "'official'"),
        (["get"], "Missing argument 'REF'"),
        (["rollback"], "Missing option '--to'"),
        (["get", "a", "b"], "unexpected extra argument"),
        (["demo", "--ask", "who?"], "--ask needs a transcript"),
    ],
)
def test_what_is_not_understood_exits_with_2(shell: Callable[..., Reply], arguments: list[str], said: str) -> None:
    reply = shell(*arguments)
    assert (reply.code, reply.out) == (2, "")
    assert said in reply.err


def test_nothing_to_do_shows_the_help(shell: Callable[..., Reply]) -> None:
    assert "Remember and revise" in shell().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["add", ""], "content is empty"),
        (["get", "nonsense"], "'nonsense' is no reference"),
        (["get", "0" * 32], "names nothing"),
        (["undo", "77"], "There is no operation 77"),
        (["list", "--as-of", "77"], "There is no operation 77"),
        (["delete", "--where", '{"a": 1}'], "--confirm"),
        (["delete"], "refs"),
        (["import", "nowhere.jsonl"], "is no file"),
        (["export", "nowhere/out.jsonl"], "No such file or directory. Check the path"),
        (["recall", "x", "--legs", "nose"], "nose"),
        (["list", "--limit", "0"], "limit is 0"),
        (["add", "x", "--user", "a\x00b"], "control character"),
    ],
)
def test_what_is_refused_exits_with_1_and_one_line(anna: Callable[..., Reply], arguments: list[str], said: str) -> None:
    reply = anna(*arguments)
    assert (reply.code, reply.out) == (1, "")
    assert reply.err.startswith("doxa: ")
    assert reply.err.count("\n") == 1
    assert said in reply.err


def test_a_program_reads_a_refusal_as_json(anna: Callable[..., Reply]) -> None:
    error = json.loads(anna("get", "0" * 32, "--json").err)["error"]
    assert error["code"] == "not_found"
    assert set(error) == {"code", "message", "field", "mend", "retry"}
    assert "0" * 32 in error["message"]


def test_arguments_are_named_as_they_are_typed() -> None:
    parameters = REGISTRY["erase"].parameters
    assert in_shell_words("Pass confirm=True.", parameters) == "Pass --confirm."
    assert in_shell_words("or pass everything=True.", parameters) == "or pass --everything."
    assert in_shell_words("a=b, errors='replace'", parameters) == "a=b, errors='replace'"


def test_erase_without_a_person_needs_a_word(anna: Callable[..., Reply]) -> None:
    reply = anna("erase", "--user", "anna")
    assert (reply.code, reply.err) == (1, "doxa: erase cannot be undone. Pass --confirm.\n")
    assert anna("stats", "--json").data["revisions"] == 5
    assert "complete" in anna("erase", "--user", "anna", "--confirm").out


def test_a_sick_project_exits_with_1(anna: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch) -> None:
    from doxa.graph.store import SqlGraph
    from doxa.records import Finding, Health

    monkeypatch.setattr(SqlGraph, "doctor", lambda *_, **__: Health((Finding("heads", False, "2 differ"),)))
    reply = anna("doctor")
    assert reply.code == 1
    assert "heads  2 differ" in reply.out
    assert "heads" in reply.err


def test_a_file_of_something_else_is_left_as_it_is(shell: Callable[..., Reply], home: Path) -> None:
    home.mkdir()
    file = home / "default.doxa"
    file.write_text("a shopping list\n" * 50, encoding="utf-8")
    for arguments in (["recall", "x"], ["add", "x"], ["doctor"]):
        assert shell(*arguments).err == f"doxa: {file} is not a doxa project. Name another file or home.\n"
    assert file.read_text(encoding="utf-8").startswith("a shopping list")


def test_a_home_that_is_a_file_is_named(shell: Callable[..., Reply], home: Path) -> None:
    home.touch()
    reply = shell("add", "x")
    assert (reply.code, reply.err.count("\n")) == (1, 1)
    assert str(home) in reply.err
    assert "Errno" not in reply.err


def test_a_busy_project_says_so(anna: Callable[..., Reply], home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from doxa.graph.sqlite import SqliteEngine

    monkeypatch.setenv("DOXA_BUSY_TIMEOUT", "0")
    engine = SqliteEngine(home / "default.doxa")
    try:
        with engine.writing():
            reply = anna("add", "I like tea.")
    finally:
        engine.close()
    assert reply.code == 1
    assert "etry" in reply.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["list"], ["list", "--json"], ["export", "-"]])
def test_a_full_disk_behind_a_pipe_says_so(anna: Callable[..., Reply], arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "doxa", *arguments], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1
    assert b"No space left" in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="pipes close otherwise")
def test_a_reader_that_has_seen_enough_hears_no_complaint(anna: Callable[..., Reply]) -> None:
    for number in range(30):
        anna("add", "word " * 2000 + str(number), "--no-extract")
    with subprocess.Popen(
        [sys.executable, "-m", "doxa", "list", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.read(10)
        running.stdout.close()
        assert running.stderr.read() == b""


def test_ids_and_queries_are_data(anna: Callable[..., Reply]) -> None:
    for odd in (
        "'",
        '"',
        "--",
        "a OR b",
        "NEAR(",
        "*",
        "\\",
        "%s",
        "$(rm)",
        "kref://x",
        "[bold]",
        "{}",
        "💥",
        "\u202e",
    ):
        assert anna("recall", "--", odd).code == 0
        assert anna("get", "--", odd).code == 1
    assert belief(anna, "profile")["text"] == "user lives in Lisbon"
