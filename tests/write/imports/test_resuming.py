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
