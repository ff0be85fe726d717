"""Imports that are repeated: what is here is skipped, or read again by the rules of today."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from doxa.config import Config
from doxa.errors import ImportConflict

LINES = "\n".join(json.dumps({"text": text, "time": "2025-12-20"}) for text in ("I live in Porto.", "I like figs."))


def imported(memory, **more):
    return memory.import_(io.StringIO(LINES), format="jsonl", **more)


def test_an_import_goes_on_where_it_broke_off(memory):
    memory.import_(io.StringIO(LINES.splitlines()[0]), format="jsonl")
    report = imported(memory)
    assert (report.unchanged, dict(report.imported)) == (1, {"turn": 1, "claim": 1})


def test_reading_again_keeps_no_message_twice_and_finds_what_was_not_found(open_memory):
    memory = open_memory(config=Config.load(extraction="off"))
    imported(memory)
    memory.close()
    again = open_memory()
    report = imported(again, resume=False)
    assert (report.unchanged, dict(report.imported)) == (2, {"claim": 2})
    assert sorted(each.kind for each in again.list().items) == ["preference", "profile", "turn", "turn"]


def test_a_project_is_restored_afresh_only_where_nothing_is(memory, open_memory, tmp_path: Path):
    memory.add("I live in Porto.")
    target = tmp_path / "export.jsonl"
    memory.export(target)
    copy = open_memory("copy")
    assert copy.import_(target, resume=False).imported
    with pytest.raises(ImportConflict, match="holds something already"):
        copy.import_(target, resume=False)
    assert copy.import_(target).unchanged


def test_a_key_that_holds_words_is_kept_as_a_digest(memory):
    line = json.dumps({"text": "Mail bob@example.com about it.", "id": "bob@example.com"})
    memory.import_(io.StringIO(line), format="jsonl")
    assert memory.import_(io.StringIO(line), format="jsonl").unchanged == 1
    (turn,) = memory.list(kinds=["turn"]).items
    assert "bob" not in json.dumps(dict(turn.metadata))


@pytest.mark.parametrize("wrong", ["2025-13-45", "gestern", "昨天", {"year": 2025}])
@pytest.mark.parametrize(
    ("form", "row"),
    [
        ("jsonl", lambda time: {"text": "I live in Porto.", "time": time}),
        ("mem0", lambda time: {"id": "1", "memory": "Lives in Porto", "created_at": time}),
        ("langgraph", lambda time: {"key": "1", "value": {"text": "Lives in Porto"}, "created_at": time}),
        ("claude_code", lambda time: {"type": "user", "message": {"content": "I live in Porto."}, "timestamp": time}),
    ],
)
def test_a_row_with_a_time_that_is_none_is_told_and_comes_in_once_it_is_mended(memory, form, row, wrong):
    def read(time):
        line = json.dumps(row(time))
        return memory.import_(io.StringIO(f"[{line}]" if form == "mem0" else line), format=form)

    report = read(wrong)
    assert (dict(report.imported), report.unchanged) == ({}, 0)
    assert "which is no time" in report.skipped[0][1]
    read("2025-12-20T00:00:00Z")
    assert {f"{each.said_at:%Y-%m-%d}" for each in memory.list().items} == {"2025-12-20"}


def test_a_conflict_says_that_something_was_erased_here(memory, tmp_path: Path):
    memory.add("I live in Porto.")
    target = tmp_path / "export.jsonl"
    memory.export(target)
    memory.erase(memory.list().items[0].id, confirm=True)
    lines = [json.loads(each) for each in target.read_text(encoding="utf-8").splitlines()]
    other = [{**each, "kind": "update"} if each["row"] == "operation" else each for each in lines]
    with pytest.raises(ImportConflict, match=r"here with other content\. Something was erased here since"):
        memory.import_(io.StringIO("\n".join(map(json.dumps, other))))
