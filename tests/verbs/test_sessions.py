"""`memory.sessions`: working memory as verbs, and sessions that time out."""

from __future__ import annotations

import pytest

from doxa import Config, Message
from doxa.errors import InvalidInput, NotFound
from doxa.records import ANY


def test_sessions_are_a_users_own(memory):
    memory.sessions.append("hello", session="s1", user="ana")
    assert [each.name for each in memory.sessions.list(user="ana")] == ["s1"]
    assert memory.sessions.list(user="bob") == []
    assert memory.sessions.read(session="s1", user="bob") == []


def test_messages_are_read_in_order_by_pages(memory):
    memory.sessions.append([Message("user", f"message {n}") for n in range(5)], session="s1")
    read = memory.sessions.read
    assert [each.number for each in read(session="s1", limit=2, offset=1)] == [2, 3]
    assert [each.message.content for each in read(session="s1", offset=-1)] == ["message 4"]
    with pytest.raises(InvalidInput):
        read(session="s1", limit=0)


def test_metadata_is_kept_merged_and_without_credentials(memory):
    memory.sessions.metadata({"topic": "bees", "password": "hunter2hunter2"}, session="s1")
    kept = memory.sessions.metadata({"channel": "a"}, session="s1").metadata
    assert (kept["topic"], kept["channel"]) == ("bees", "a")
    assert "hunter2" not in str(kept)
    with pytest.raises(NotFound):
        memory.sessions.metadata(session="s2")


def test_a_claimed_session_is_the_open_one_or_the_next_of_the_day(memory):
    first = memory.sessions.claim(user="ana")
    assert memory.sessions.claim(user="ana").name == first.name == "2026-01-01-001"
    assert memory.sessions.active(user="ana").name == first.name
    assert memory.sessions.next_sequence(user="ana") == 2
    assert memory.sessions.next_sequence(user="ana", day="2026-01-02") == 1
    with pytest.raises(InvalidInput):
        memory.sessions.next_sequence(day="tomorrow")


def test_clearing_destroys_messages_only_when_confirmed(memory):
    memory.sessions.append("hello", session="s1")
    with pytest.raises(InvalidInput, match="confirm"):
        memory.sessions.clear(session="s1")
    with pytest.raises(InvalidInput, match="session"):
        memory.sessions.clear(confirm=True)
    assert memory.sessions.clear(session="s1", confirm=True) == 1
    assert memory.sessions.read(session="s1") == []


def test_sessions_that_nobody_writes_to_are_consolidated_for_every_user(memory, clock):
    memory.sessions.append("We keep bees behind the house.", session="old", user="ana")
    memory.sessions.append("We keep goats behind the barn.", session="old", user="bob")
    clock.advance(minutes=90)
    memory.sessions.append("We keep hens in the yard, too.", session="new", user="ana")
    receipts = memory.sessions.consolidate_idle(user=ANY)
    assert [each.beliefs[0].user for each in receipts] == ["ana", "bob"]
    assert memory.sessions.active(user="ana").name == "new"
    assert memory.sessions.active(user="bob") is None
    assert memory.sessions.consolidate_idle(user=ANY) == []


def test_one_session_that_fails_does_not_keep_the_others_waiting(memory, clock, monkeypatch):
    from doxa.errors import Busy
    from doxa.write.consolidate import closing

    memory.sessions.append("We keep bees behind the house.", session="a")
    memory.sessions.append("We keep goats behind the barn.", session="b")
    clock.advance(hours=2)
    real = closing.read_conversation

    def failing(view, owner, session, sessions):
        if session == "a":
            raise Busy("Somebody writes.")
        return real(view, owner, session, sessions)

    monkeypatch.setattr(closing, "read_conversation", failing)
    first, second = memory.sessions.consolidate_idle()
    assert (first.outcomes[0].status, second.beliefs[0].session) == ("failed", "b")
    monkeypatch.setattr(closing, "read_conversation", real)
    assert [each.beliefs[0].session for each in memory.sessions.consolidate_idle()] == ["a"]


def test_a_message_that_comes_while_a_session_is_closed_keeps_it_open(memory, monkeypatch):
    from doxa.write.consolidate import closing

    memory.sessions.append("We keep bees behind the house.", session="s1")
    real_close = closing.close_session

    def meanwhile(sessions, name, user, consolidated):
        sessions.append(Message("user", "One more thing about the bees."), session=name, user=user)
        real_close(sessions, name, user, consolidated)

    monkeypatch.setattr(closing, "close_session", meanwhile)
    memory.consolidate(session="s1")
    monkeypatch.setattr(closing, "close_session", real_close)
    assert memory.sessions.active().name == "s1"
    second = memory.consolidate(session="s1").beliefs[0]
    assert second.metadata["turns"] == 1
    assert memory.sessions.active() is None


def test_sessions_of_the_applications_own_are_used_instead(open_memory, clock):
    from doxa.graph.session_rows import SessionRows
    from doxa.sessions import StoredSessions

    shared = open_memory("shared")
    memory = open_memory(sessions=StoredSessions(SessionRows(shared._core.graph), clock))
    memory.ingest("We keep bees behind the house.", session="s1")
    assert shared.sessions.read(session="s1")[0].message.content == "We keep bees behind the house."
    assert memory.consolidate(session="s1").beliefs[0].kind == "summary"
    assert Config().session_idle == 60


def test_a_digest_closes_sessions_that_timed_out(memory, clock):
    memory.sessions.append("We keep bees behind the house.", session="s1", user="ana")
    assert memory.digest(user=ANY).sessions == ()
    clock.advance(minutes=61)
    (operation,) = memory.digest(user=ANY).sessions
    assert memory.list(kinds=["summary"], user="ana").items[0].session == "s1"
    assert memory.operations(user="ana").items[0].id == operation
