"""`doxa watch`: the change feed with words, as lines, as JSON, and as a table on a terminal."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from doxa import Memory
from doxa.cli.watch import Watch, run_watch
from tests.cli.conftest import Reply

Shell = Callable[..., Reply]


def told_by(shell: Shell, *options: str) -> list[dict[str, Any]]:
    """Return the changes that there are, as they are told to a program."""
    return [json.loads(line) for line in shell("watch", "--once", "--json", *options).out.splitlines()]


def test_changes_are_told_in_words(anna: Shell) -> None:
    out = anna("watch", "--once").out
    assert re.search(
        r"^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  revision\.created      user lives in Berlin → user lives in Lisbon  2\.\d+$",
        out,
        re.M,
    )


def test_a_person_reads_one_line_for_each_thing_told(anna: Shell) -> None:
    lines = [line.split("  ")[-2].strip() for line in anna("watch", "--once", "--last", "1").out.splitlines()]
    assert lines == ["We moved to Lisbon!", "user lives in Berlin → user lives in Lisbon"]
    assert len(told_by(anna, "--last", "1")) > 2
    assert anna("watch", "--once", "--kinds", "edge.*").out
    anna("delete", told_by(anna, "--last", "1", "--kinds", "revision.created")[-1]["ref"])
    assert anna("watch", "--once", "--last", "1").out


def test_it_begins_with_the_latest_operations_or_behind_a_cursor(anna: Shell) -> None:
    kinds = "revision.created,item.created"
    assert "I live in Berlin" not in anna("watch", "--once", "--last", "1", "--kinds", kinds).out
    assert "I live in Berlin" in anna("watch", "--once").out
    told = told_by(anna)
    assert told_by(anna, "--after", told[2]["cursor"]) == told[3:]


def test_patterns_choose_what_is_watched(anna: Shell) -> None:
    kinds = {each["kind"] for each in told_by(anna, "--kinds", "edge.*,item.*")}
    assert {kind.partition(".")[0] for kind in kinds} == {"edge", "item"}
    krefs = [each["ref"] for each in told_by(anna, "--match", "**.fact*")]
    assert krefs
    assert all(".fact" in ref for ref in krefs)


def test_a_project_that_there_is_not_is_refused(shell: Shell) -> None:
    reply = shell("watch", "--once")
    assert (reply.code, "There is no project 'default'" in reply.err) == (1, True)


@pytest.mark.parametrize("terminal", [False, True])
def test_what_comes_later_is_shown_until_someone_stops_it(memory: Memory, monkeypatch, terminal: bool) -> None:
    out = io.StringIO()
    monkeypatch.setattr("sys.stdout", out)
    monkeypatch.setattr("doxa.cli.watch.is_terminal", lambda stream: terminal)
    later = iter(["I like tea."])

    def pause() -> None:
        text = next(later, None)
        if text is None:
            raise KeyboardInterrupt
        memory.add(text)

    monkeypatch.setattr("doxa.recall.feed.pause", pause)
    run_watch(Watch(memory), as_json=False)
    assert "user likes tea" in out.getvalue()


def test_nobody_elses_changes_are_shown(anna: Shell) -> None:
    anna("add", "I like jazz.", "--user", "bob")
    assert "jazz" not in anna("watch", "--once").out
    assert "jazz" in anna("--user", "bob", "watch", "--once").out


def test_what_is_gone_has_no_words(anna: Shell) -> None:
    anna("erase", "--user", "anna", "--confirm")
    assert "Lisbon" not in anna("watch", "--once", "--last", "1").out
