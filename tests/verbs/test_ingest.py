"""`ingest`: one call a message, into working memory, with what is remembered and what is due."""

from __future__ import annotations

import hashlib

import pytest

from doxa import Config, Message, describe_file
from doxa.errors import InvalidInput, InvalidText
from doxa.records import ANY

KEY = "AKIA" + "IOSFODNN7EXAMPLE"


def test_a_message_is_appended_and_what_is_remembered_of_it_comes_back(memory):
    memory.add("I live in Lisbon.")
    reply = memory.ingest("Where do I live?", session="s1")
    assert (reply.session, reply.messages, reply.consolidate) == ("s1", 1, False)
    assert reply.recall.hits[0].belief.text == "user lives in Lisbon"
    assert [each.message.content for each in memory.sessions.read(session="s1")] == ["Where do I live?"]
    assert [each.text for each in memory.list(kinds=["turn"]).items] == ["I live in Lisbon."]


def test_a_message_goes_to_the_open_session_or_begins_the_next_of_the_day(memory, clock):
    first = memory.ingest("hello there", user="ana").session
    assert first == "2026-01-01-001"
    assert memory.ingest("again", user="ana").session == first
    assert memory.ingest("hello", user="bob").session == "2026-01-01-001"
    memory.consolidate(user="ana")
    assert memory.ingest("next", user="ana").session == "2026-01-01-002"


@pytest.mark.parametrize(
    ("setting", "reason"),
    [
        ({"session_messages": 2}, "2 messages wait, of 2"),
        ({"session_tokens": 3}, "tokens wait, of 3"),
        ({"session_age": 10}, "the first message waits for 20 minutes"),
    ],
)
def test_a_session_is_due_by_count_tokens_or_age_and_not_after_it_was_consolidated(open_memory, clock, setting, reason):
    memory = open_memory(config=Config.load(**setting))
    memory.sessions.append(Message("user", "We keep bees behind the house", clock.now()), session="s1")
    clock.advance(minutes=20)
    reply = memory.ingest("And a goat, too", session="s1")
    assert reply.consolidate
    assert any(reason in why for why in reply.why)
    memory.consolidate(session="s1")
    assert not memory.ingest("x", session="s1").why or setting == {"session_tokens": 3}


def test_a_channel_says_where_the_summary_goes(memory):
    memory.ingest("We keep bees behind the house.", session="s1", channel="team_channel:eng")
    assert memory.consolidate(session="s1").beliefs[0].space == "work/eng"
    memory.ingest("We keep goats behind the house.", session="s2", channel="group_dm:")
    assert memory.consolidate(session="s2").beliefs[0].space == "groups/default"
    memory.ingest("We keep hens behind the house.", session="s3", channel="personal_dm")
    assert memory.consolidate(session="s3").beliefs[0].space == "personal"
    with pytest.raises(InvalidInput, match="team_channel, group_dm, personal_dm"):
        memory.ingest("x", channel="pigeon:1")


def test_what_the_gate_takes_out_never_reaches_working_memory(memory):
    reply = memory.ingest(f"My key is {KEY}, keep it.", session="s1")
    assert reply.outcome.redactions[0].kind
    (kept,) = memory.sessions.read(session="s1")
    assert kept.message.content == "My key is [redacted], keep it."


def test_a_message_that_may_not_be_kept_is_rejected_with_its_reason(open_memory):
    memory = open_memory(config=Config.load(privacy="reject"))
    reply = memory.ingest("Write to ana@example.com", session="s1")
    assert (reply.outcome.verdict, reply.messages) == ("rejected", 0)
    assert memory.sessions.read(session="s1") == []


def test_a_repeated_request_appends_nothing(memory):
    memory.ingest("hello", session="s1", request_id="m1")
    assert memory.ingest("hello", session="s1", request_id="m1").outcome.status == "nothing_to_do"
    assert memory.ingest("hello", session="s1", request_id="m2").messages == 2


def test_attachments_become_pointers_with_size_and_sum_and_reach_the_turn(memory, tmp_path):
    file = tmp_path / "plan.pdf"
    file.write_bytes(b"%PDF")
    attachment = describe_file(file, description="the plan")
    assert attachment.metadata == {
        "sha256": hashlib.sha256(b"%PDF").hexdigest(),
        "size": 4,
        "type": "application/pdf",
        "description": "the plan",
    }
    memory.ingest(Message("user", "Here is the plan for the garden.", attachments=(attachment,)), session="s1")
    file.unlink()
    memory.consolidate(session="s1")
    (turn,) = memory.list(kinds=["turn"]).items
    assert turn.attachments == (attachment,)


def test_bad_messages_are_refused(memory):
    for bad in ("", "  ", "a\x00b"):
        with pytest.raises(InvalidText):
            memory.ingest(bad)
    with pytest.raises(InvalidInput):
        memory.ingest("x", user=ANY)
    assert memory.sessions.list() == []
