"""What is printed: whole ids, no colours in a pipe, any character in any encoding, nothing that commands a terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import get_args

import pytest

from doxa.cli.blocks import Span, line, short, table
from doxa.cli.paint import paint
from doxa.cli.show import blocks_of, version_days
from doxa.context_records import Context
from doxa.records import (
    Belief,
    Certificate,
    Hit,
    ImportReport,
    Outcome,
    Period,
    Question,
    Recall,
    Receipt,
    Redaction,
    Verdict,
)
from tests.cli.conftest import Reply, belief

Process = Callable[..., subprocess.CompletedProcess[bytes]]
LONG = "a river of words without an end in sight, " * 30


def painted(reply: object) -> str:
    stream = StringIO()
    paint(blocks_of(reply), stream)
    return stream.getvalue()


def one(text: str, **facts: object) -> Belief:
    return Belief("a" * 32, "kref://p/x.fact", 1, text, "fact", datetime(2026, 1, 1, tzinfo=UTC), **facts)  # type: ignore[arg-type]


def test_ids_are_whole_and_lines_are_not_broken(anna: Callable[..., Reply], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for command in (
        ["list"],
        ["recall", "where do I live?"],
        ["log"],
        ["changes"],
        ["why", belief(anna, "fact")["id"]],
    ):
        out = anna(*command).out
        assert "user lives in Lisbon" in out or command[0] in ("changes", "why")
    ids = {item["id"] for item in anna("list", "--json").data["items"]}
    assert ids <= set(re.findall(r"\b[0-9a-f]{32}\b", anna("list").out))


def test_long_texts_are_cut_in_a_list_and_whole_by_themselves(shell: Callable[..., Reply]) -> None:
    shell("add", LONG, "--kind", "fact")
    ref = belief(shell, "fact")["id"]
    assert "…" in shell("list").out
    assert LONG.strip() in shell("get", ref).out
    assert belief(shell, "fact")["text"] == LONG


def test_short_texts_stay_on_one_line() -> None:
    assert short("one\ntwo\r\n\tthree") == "one two three"
    assert len(short("x" * 1000)) == 400


def test_control_characters_come_out_as_signs(shell: Callable[..., Reply]) -> None:
    shell("add", "look \x1b[31mred\x1b[0m \x07 \x9b2J end", "--kind", "fact", "--no-extract")
    out = shell("list").out + shell("get", belief(shell, "fact")["id"]).out
    assert not set(out) & {"\x1b", "\x07", "\x9b"}
    assert "␛[31mred" in out


def test_json_keeps_control_characters(shell: Callable[..., Reply]) -> None:
    shell("add", "look \x1b[31mred", "--kind", "fact", "--no-extract")
    assert belief(shell, "fact")["text"] == "look \x1b[31mred"


def test_tables_line_up_under_wide_characters() -> None:
    stream = StringIO()
    paint([table(["who", "what"], [["周启明", "a"], ["bob", "b"], ["e\u0301ve", "c"]])], stream)
    assert stream.getvalue() == "who     what\n周启明  a\nbob     b\ne\u0301ve     c\n"


def test_a_terminal_gets_colours_unless_it_wants_none(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.delenv("NO_COLOR", raising=False)
    blocks = [line(Span("red", "red"), Span(" id " + "f" * 32)), table(["a", "b"], [["1", Span("[bold]", "green")]])]
    paint(blocks, colourful := Terminal())
    assert "\x1b[31mred" in colourful.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    paint(blocks, plain := Terminal())
    assert "\x1b[3" not in plain.getvalue()
    assert "[bold]" in plain.getvalue()
    assert "f" * 32 in plain.getvalue()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp936", "utf-8"])
def test_every_character_is_printed_in_any_encoding(process: Process, encoding: str) -> None:
    text = "naïve 我住在青岛 🎹 ‮"
    assert process("add", "-", "--kind", "fact", stdin=text.encode(), PYTHONIOENCODING=encoding).returncode == 0
    for arguments in (["list"], ["recall", "青岛"], ["nonsense 我"]):
        done = process(*arguments, PYTHONIOENCODING=encoding)
        assert b"Traceback" not in done.stderr
        assert done.returncode == (2 if arguments[0].startswith("nonsense") else 0)
    listed = json.loads(process("list", "--json", PYTHONIOENCODING=encoding).stdout.decode(encoding))
    assert listed["items"][0]["text"] == text


def test_an_export_is_utf_8_whatever_the_terminal_speaks(process: Process, tmp_path: Path) -> None:
    process("add", "-", "--kind", "fact", stdin="我住在青岛".encode())
    process("export", str(tmp_path / "file.jsonl"))
    piped = process("export", "-", PYTHONIOENCODING="cp1252")
    assert piped.stdout == (tmp_path / "file.jsonl").read_bytes()
    assert b"rows:" in piped.stderr
    again = process("import", "-", "--project", "copy", stdin=piped.stdout, PYTHONIOENCODING="cp1252")
    assert again.returncode == 0
    assert "我住在青岛" in process("list", "--project", "copy").stdout.decode()


@pytest.mark.skipif(os.name == "nt", reason="locales are named otherwise")
def test_a_plain_c_locale_is_no_hindrance(process: Process) -> None:
    done = process("add", "-", stdin="我住在青岛".encode(), LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_change_shows_what_it_replaced(anna: Callable[..., Reply]) -> None:
    out = anna("recall", "where do I live?", "--explain").out
    assert re.search(r"^1\.00  user lives in Lisbon$|^0\.\d\d  user lives in Lisbon$", out, re.MULTILINE)
    assert re.search(r"^ {6}\d{4}-\d\d-\d\d.*user lives in Berlin$", out, re.MULTILINE)
    assert "rank 1" in out


@pytest.mark.parametrize(
    ("valid", "shown"),
    [
        (
            Period(datetime(2025, 1, 12, 19, tzinfo=UTC), datetime(2025, 4, 2, 10, tzinfo=UTC)),
            "2025-01-12 – 2025-04-02",
        ),
        (Period(datetime(2025, 6, 5, 6, tzinfo=UTC), None), "2025-06-05 –"),
        (Period(None, datetime(2025, 1, 1, tzinfo=UTC), "year"), "– 2024"),
        (None, "2026-01-01 –"),
    ],
)
def test_versions_are_told_by_days(valid: Period | None, shown: str) -> None:
    assert version_days(one("x", valid=valid)) == shown


def test_what_was_taken_out_and_what_is_pending_is_said() -> None:
    taken = Outcome("new", "done", "kept as said", one("my key is …"), redactions=(Redaction("api_key", 10, 30, "…"),))
    out = painted(Receipt("7", (taken,), pending=("7",), warnings=("no embedder",)))
    assert "taken out: api_key at 10-30" in out
    assert "note: no embedder" in out
    assert "note: pending: task 7 waits for the model" in out


def test_a_nothing_is_said_in_words() -> None:
    nothing = Recall((), True, "0", Question("x"))
    assert painted(nothing) == "Nothing that is remembered answers this.\n"
    assert painted([]) == "Nothing.\n"
    assert painted(None) == "There is none.\n"
    assert painted(Context("", "", (), nothing)) == "Nothing to hand over.\n"


def test_what_is_special_about_a_belief_is_marked() -> None:
    out = painted([one("Tea is served at five", status="contested", pinned=True, locked=True)])
    assert out.startswith("Tea is served at five  [contested, pinned, locked]\n")


def test_a_pending_erase_names_its_cause() -> None:
    out = painted(
        Certificate("9", "pending", {"revisions": 3}, {"text": True, "file": False}, "a reader is open", ("backups",))
    )
    assert out.splitlines() == [
        "pending  operation 9",
        "erased revisions: 3",
        "checked text: gone",
        "checked file: not proved",
        "cause: a reader is open",
        "out of reach: backups",
    ]


def test_a_followed_feed_is_told_line_by_line_as_it_comes(anna, monkeypatch):
    def stop() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("doxa.recall.feed.pause", stop)
    told = anna("changes", "--follow", "--kinds", "revision.created")
    assert "revision.created" in told.out
    assert "kref://default/" in told.out


def test_a_person_is_told_that_what_has_no_user_is_shared(shell, monkeypatch):
    monkeypatch.setattr("doxa.cli.command.is_terminal", lambda stream: stream is sys.stderr)
    told = shell("add", "I live in Berlin.")
    assert told.err.splitlines() == [
        "Shared with everybody of this project, since no user was named; --user NAME keeps it to one."
    ]
    assert shell("add", "I live in Berlin.", "--user", "ana").err == ""


@pytest.mark.parametrize(
    ("facts", "mark"),
    [
        ({"valid": Period(None, datetime(2019, 1, 1, tzinfo=UTC), "year")}, "[until 2018]"),
        ({"valid": Period(None, datetime(2026, 9, 3, 7, tzinfo=UTC))}, "[until 2026-09-03]"),
        (
            {"valid": Period(datetime(2019, 1, 1, tzinfo=UTC), datetime(2021, 1, 1, tzinfo=UTC), "year")},
            "[2019 – 2020]",
        ),
        ({"status": "superseded"}, "[superseded]"),
        ({"expires_at": datetime(2026, 2, 1, tzinfo=UTC)}, "[shown until 2026-02-01 00:00]"),
        ({"valid": Period(datetime(2019, 1, 1, tzinfo=UTC), None, "year")}, ""),
    ],
)
def test_what_is_over_is_marked_in_lists_and_answers(facts: dict[str, object], mark: str) -> None:
    told = one("user lives in Paris", **facts)
    recalled = Recall((Hit(told, 0.7, 0.7, 0.7),), False, "1", Question("?"))
    for reply in ([told], recalled, told):
        assert next(row for row in painted(reply).splitlines() if "Paris" in row).endswith(f"Paris  {mark}".rstrip())


def test_words_that_others_have_replaced_are_marked() -> None:
    hit = Hit(one("I live in Rome."), 0.4, 0.4, 0.4, replaced_by=("b" * 32,))
    assert "I live in Rome.  [no longer so]" in painted(Recall((hit,), False, "1", Question("?")))


def test_former_facts_are_marked_at_the_shell(shell: Callable[..., Reply]) -> None:
    shell("add", "I lived in Paris until 2019.", "--user", "anna")
    for command in (["list"], ["recall", "Where did I live?"]):
        out = shell(*command, "--user", "anna").out
        assert re.search(r"user lives in Paris  \[until 201[89]", out)


@pytest.mark.parametrize("verdict", get_args(Verdict))
def test_the_verdict_stands_apart_from_the_words(verdict: str) -> None:
    assert re.match(
        rf"{verdict.replace('_', ' ')} +user smokes", painted(Outcome(verdict, "done", "", one("user smokes")))
    )  # type: ignore[arg-type]


def test_an_import_tells_what_was_left_out_and_why() -> None:
    assert painted(ImportReport({}, 3)) == "imported: nothing new\nunchanged: 3\n"
    told = painted(ImportReport({"turn": 2, "skipped": 6}, 0, ((7, "no text"),)))
    assert "imported: turn 2\n" in told
    assert "left out: 6 rows of what was erased here since\nskipped 7: no text\n" in told


def test_a_kind_that_nothing_is_of_is_told(anna: Callable[..., Reply]) -> None:
    reply = anna("list", "--kinds", "profil")
    assert reply.err == "Nothing is of the kind 'profil'; did you mean profile?\n"
    assert "Nothing is of the kind 'zzz'; here are " in anna("recall", "where do I live?", "--kinds", "zzz").err
    assert anna("list", "--kinds", "procedure").err == ""
    assert anna("list", "--kinds", "profile").err == ""


def test_an_export_says_that_it_replaced_a_file(anna: Callable[..., Reply], tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    assert anna("export", str(target)).err == ""
    assert anna("export", str(target)).err == f"{target} was here before and is replaced.\n"
