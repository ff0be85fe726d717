from __future__ import annotations

from datetime import date, timedelta

import pytest

from doxa.errors import InvalidInput, InvalidText, NotFound
from doxa.records import Message


def contents(found):
    return [each.message.content for each in found]


def test_messages_come_back_in_order_with_their_fields(sessions):
    sessions.append([Message("user", "你好", name="Ana", metadata={"k": 1}), Message("assistant", "hi")], session="s")
    first, second = sessions.read("s")
    assert (first.number, first.message.name, first.message.metadata) == (1, "Ana", {"k": 1})
    assert (second.number, second.message.role, second.message.content) == (2, "assistant", "hi")


def test_reading_pages_and_counts_from_the_end(sessions):
    for number in range(5):
        sessions.append(Message("user", f"m{number}"), session="s")
    assert contents(sessions.read("s", limit=2, offset=1)) == ["m1", "m2"]
    assert contents(sessions.read("s", limit=10, offset=-2)) == ["m3", "m4"]


def test_a_user_is_a_wall(sessions):
    sessions.append(Message("user", "secret"), session="s", user="ana")
    assert sessions.read("s") == ()
    assert sessions.read("s", user="bob") == ()
    with pytest.raises(NotFound):
        sessions.get("s", user="bob")


def test_the_active_session_is_the_one_used_last_and_open(sessions):
    sessions.append(Message("user", "a"), session="one")
    sessions.append(Message("user", "b"), session="two")
    assert sessions.active().name == "two"
    assert sessions.close_session("two")
    assert not sessions.close_session("two")
    assert sessions.active().name == "one"


def test_writing_to_a_closed_session_opens_it_again(sessions):
    sessions.append(Message("user", "a"), session="s")
    sessions.close_session("s")
    assert sessions.append(Message("user", "b"), session="s").closed_at is None


def test_clearing_returns_how_many_messages_went(sessions):
    sessions.append([Message("user", "a"), Message("user", "b")], session="s")
    assert sessions.clear("s") == 2
    assert sessions.clear("s") == 0
    assert sessions.read("s") == ()


def test_metadata_merges_and_none_takes_a_key_away(sessions):
    sessions.describe("s", {"a": 1, "b": 2})
    assert sessions.describe("s", {"b": None, "c": 3}).metadata == {"a": 1, "c": 3}


def test_sequences_never_repeat_and_belong_to_user_and_day(sessions):
    day = date(2026, 1, 1)
    assert [sessions.next_sequence(day=day, user="ana") for _ in range(3)] == [1, 2, 3]
    assert sessions.next_sequence(day=day, user="bob") == 1
    assert sessions.next_sequence(day=date(2026, 1, 2), user="ana") == 1


@pytest.mark.parametrize("content", ["", "  ", "x" * 65_537, "a\x00b", "\ud800"])
def test_content_that_cannot_be_kept_is_refused_and_nothing_is_written(sessions, content):
    with pytest.raises(InvalidText):
        sessions.append([Message("user", "fine"), Message("user", content)], session="s")
    assert sessions.read("s") == ()


@pytest.mark.parametrize("name", ["", " ", "a\nb", None, "x" * 513])
def test_a_session_needs_a_printable_name(sessions, name):
    with pytest.raises(InvalidInput):
        sessions.append(Message("user", "a"), session=name)


def test_idle_sessions_are_told_the_longest_idle_first(sessions, clock):
    sessions.append(Message("user", "a"), session="one", user="ana")
    clock.advance(minutes=10)
    sessions.append(Message("user", "b"), session="two")
    clock.advance(minutes=10)
    sessions.append(Message("user", "c"), session="three")
    before = clock.now() - timedelta(minutes=5)
    assert [(each.name, each.user) for each in sessions.idle(before)] == [("one", "ana"), ("two", None)]
    assert [each.name for each in sessions.idle(before, user="ana")] == ["one"]
    sessions.close_session("two")
    assert [each.name for each in sessions.idle(before)] == ["one"]


@pytest.mark.parametrize("name", ["a:b", "你好", "a/b?c=d", "%20", "-", "*"])
def test_any_name_of_a_session_and_user_is_data(sessions, name):
    sessions.append(Message("user", "a"), session=name, user=name)
    assert sessions.active(user=name).name == name
    assert [each.user for each in sessions.idle(sessions.get(name, user=name).used_at + timedelta(days=1))] == [name]
    assert sessions.list() == ()


def test_metadata_comes_back_as_it_was(sessions):
    metadata = {"list": [], "deep": {"a": [1, 2.5, None]}, "large": 2**60, "词": "句"}
    assert sessions.describe("s", metadata).metadata == metadata
