"""A session that was told with `add` alone times out like any other."""

from __future__ import annotations

import io

from doxa import ANY, ManualClock, Memory


def test_a_session_told_turn_by_turn_is_consolidated_once_it_is_idle(memory: Memory, clock: ManualClock) -> None:
    memory.add("I keep bees behind the house.", session="chat")
    clock.advance(minutes=30)
    memory.add("My brother Tom lives in Graz.", session="chat")
    clock.advance(minutes=45)
    assert memory.sessions.consolidate_idle(user=ANY) == []
    clock.advance(minutes=30)
    [receipt] = memory.sessions.consolidate_idle(user=ANY)
    assert (receipt.beliefs[0].kind, receipt.beliefs[0].session) == ("summary", "chat")
    assert memory.sessions.consolidate_idle(user=ANY) == []


def test_what_is_told_after_a_consolidation_is_consolidated_anew(memory: Memory, clock: ManualClock) -> None:
    memory.add("I keep bees behind the house.", session="chat")
    clock.advance(hours=2)
    assert len(memory.sessions.consolidate_idle()) == 1
    memory.add("I keep goats behind the barn.", session="chat")
    assert memory.sessions.consolidate_idle() == []
    clock.advance(hours=2)
    assert len(memory.sessions.consolidate_idle()) == 1


def test_a_digest_closes_told_sessions_of_every_user_but_no_import(memory: Memory, clock: ManualClock) -> None:
    memory.add("I keep bees behind the house.", session="chat", user="bob")
    memory.import_(io.StringIO('{"text": "I keep hens.", "session": "old"}\n'), format="jsonl", user="bob")
    clock.advance(hours=2)
    digested = memory.digest(user=ANY)
    summaries = memory.list(kinds=["summary"], user="bob").items
    assert [each.session for each in summaries] == ["chat"]
    assert len(digested.sessions) == 1


def test_a_session_that_is_open_in_working_memory_waits_for_that(memory: Memory, clock: ManualClock) -> None:
    memory.add("I keep bees behind the house.", session="chat")
    clock.advance(minutes=50)
    memory.sessions.append("And goats.", session="chat")
    clock.advance(minutes=30)
    assert memory.sessions.consolidate_idle() == []


def test_a_told_session_whose_turns_are_gone_stays_as_it_is(memory: Memory, clock: ManualClock) -> None:
    turn = memory.add("I keep bees behind the house.", session="chat").beliefs[0]
    memory.delete(turn.id, confirm=True)
    clock.advance(hours=2)
    assert memory.sessions.consolidate_idle() == []
