"""What is told again in another session, or by another agent, is found under both labels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from doxa import ManualClock, Memory
from doxa.errors import NotFound, UndoConflict

TEXT = "The office closes at six."


@pytest.mark.parametrize("label", ["session", "agent"])
def test_what_is_told_again_under_another_label_is_listed_and_recalled_there(memory: Memory, label: str) -> None:
    first: dict[str, Any] = {label: "one"}
    second: dict[str, Any] = {label: "two"}
    memory.add(TEXT, kind="fact", extract=False, **first)
    assert memory.add(TEXT, kind="fact", extract=False, **second).outcomes[0].verdict == "confirm"
    for scope in (first, second):
        assert [each.text for each in memory.list(kinds=["fact"], **scope).items] == [TEXT]
        assert [hit.belief.text for hit in memory.recall("When does the office close?", **scope).hits] == [TEXT]
    third: dict[str, Any] = {label: "three"}
    assert memory.list(kinds=["fact"], **third).items == ()


def test_a_claim_read_from_words_is_listed_in_each_session_in_which_it_was_said(memory: Memory) -> None:
    for session in ("one", "two"):
        memory.add("I live in Berlin.", session=session)
    texts = [[each.text for each in memory.list(kinds=["profile"], session=name).items] for name in ("one", "two")]
    assert texts == [["user lives in Berlin"]] * 2


def test_a_turn_told_again_by_another_agent_is_listed_under_both(memory: Memory) -> None:
    text = "Remember the blue folder."
    for agent in ("one", "two"):
        memory.add(text, agent=agent)
    listed = {
        name: [turn.text for turn in memory.list(kinds=["turn"], agent=name).items] for name in ("one", "two", "x")
    }
    assert listed == {"one": [text], "two": [text], "x": []}


def test_a_past_read_and_undo_know_nothing_of_the_second_session(memory: Memory, clock: ManualClock) -> None:
    memory.add(TEXT, kind="fact", extract=False, session="one")
    before = clock.now()
    clock.advance(days=1)
    again = memory.add(TEXT, kind="fact", extract=False, session="two").operation
    assert memory.list(session="two", as_of=before).items == ()
    memory.undo(again)
    assert memory.list(session="two").items == ()
    assert len(memory.list(session="one").items) == 1


def test_erasing_the_second_session_leaves_the_memory_and_not_its_name(memory: Memory, home: Path) -> None:
    memory.add(TEXT, kind="fact", extract=False, session="one")
    memory.add(TEXT, kind="fact", extract=False, session="secret-two")
    memory.add("Something else.", kind="fact", extract=False, session="secret-two")
    certificate = memory.erase(session="secret-two", confirm=True)
    assert certificate.state == "complete"
    assert b"secret-two" not in b"".join(each.read_bytes() for each in home.rglob("*") if each.is_file())
    assert memory.list(session="secret-two").items == ()
    assert [each.text for each in memory.list(session="one").items] == [TEXT]


def test_words_that_changed_nothing_can_be_taken_back_like_any_others(memory: Memory) -> None:
    for _ in range(2):
        memory.add("She is a doctor.", user="anna")
    third = memory.add("She is a doctor.", user="anna")
    assert memory.undo(third.operation, user="anna").outcomes[0].reason == "operation 3 undone"
    with pytest.raises(UndoConflict):
        memory.undo(third.operation, user="anna")
    with pytest.raises(NotFound):
        memory.undo("1", user="ben")
    assert [each.text for each in memory.list(user="anna").items] == ["She is a doctor."]
