"""Transcripts are read in the forms people have them in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.cli.transcript import main_speaker, read_transcript
from doxa.errors import InvalidInput

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)


def read(text: str) -> list[tuple[str, str | None, str, datetime]]:
    turns = read_transcript(text, now=NOW)
    return [(turn.message.role, turn.message.name, turn.message.content, turn.time) for turn in turns]


def test_json_lines_carry_everything() -> None:
    line = (
        '{"role": "user", "name": "Ann", "time": "2025-03-01T10:00:00+01:00", "session": "s", "content": "I like tea."}'
    )
    (turn,) = read_transcript("\ufeff" + line + "\n\n", now=NOW)
    assert (turn.message.role, turn.message.name, turn.session) == ("user", "Ann", "s")
    assert turn.time == datetime(2025, 3, 1, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    "text",
    [
        '[{"role": "user", "content": "hi"}, {"role": "assistant", "content": "hello"}]',
        '{"messages": [\n{"role": "user", "content": "hi"},\n{"role": "assistant", "content": "hello"}]}',
        '{"role": "human", "text": "hi"}\n{"role": "Assistant", "text": "hello"}',
        '{"from": "me", "message": "hi"}\n{"from": "bot", "message": "hello"}',
        '{"role": "user", "content": [{"type": "text", "text": "hi"}, {"type": "image"}]}\n'
        '{"role": "assistant", "content": "hello"}',
        "Me: hi\nAssistant: hello",
        "我：hi\n助手：hello",
    ],
)
def test_two_turns_are_two_turns_in_any_form(text: str) -> None:
    assert [(role, content) for role, _, content, _ in read(text)] == [("user", "hi"), ("assistant", "hello")]


@pytest.mark.parametrize(
    ("line", "time"),
    [
        ("[2025-01-12 9:05] Ann: hi", "2025-01-12T09:05:00"),
        ("2025/1/2 Ann: hi", "2025-01-02T00:00:00"),
        ("(2025-01-12, 19:04:30) Ann: hi", "2025-01-12T19:04:30"),
        ("2025-01-12T19:04 - Ann：hi", "2025-01-12T19:04:00"),
    ],
)
def test_spoken_lines_may_begin_with_a_time(line: str, time: str) -> None:
    assert read(line) == [("user", "Ann", "hi", datetime.fromisoformat(time).replace(tzinfo=UTC))]


CHATGPT = """[{"id": "c", "current_node": "b", "mapping": {
"a": {"message": {"author": {"role": "user"}, "content": {"content_type": "text", "parts": ["hi"]}}, "parent": null},
"b": {"message": {"author": {"role": "assistant"}, "content": {"content_type": "text", "parts": ["hello"]}},
"parent": "a"}}}]"""
CLAUDE = """[{"uuid": "c", "chat_messages": [
{"sender": "human", "text": "hi"}, {"sender": "assistant", "content": [{"type": "text", "text": "hello"}]}]}]"""
CLAUDE_CODE = """{"type": "summary", "summary": "s"}
{"type": "user", "message": {"role": "user", "content": "hi"}, "timestamp": "2026-01-01T00:00:00Z"}
{"type": "assistant", "message": {"content": [{"type": "text", "text": "hello"}]}}"""
CODEX = """{"type": "session_meta", "payload": {"id": "s"}}
{"type": "response_item", "payload": {"type": "message", "role": "user", "content": "hi"}}
{"type": "response_item", "payload": {"type": "message", "role": "assistant", "content": "hello"}}"""
VTT = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\n<v Me>hi</v>\n\n2\n00:00:03.000 --> 00:00:04.000\nBot: hello"
WHATSAPP = """1/13/26, 10:15\u202fPM - Me: hi
1/13/26, 10:16\u202fPM - Messages are end-to-end encrypted.
1/13/26, 10:17\u202fPM - Bot: hello"""


@pytest.mark.parametrize(
    "text",
    [
        CHATGPT,
        CHATGPT[1:-1],
        CLAUDE,
        CLAUDE_CODE,
        CODEX,
        VTT,
        WHATSAPP,
        '{"messages": [{"role": "user", "content": "hi"}, {"role": "assistant", "content": ["hello"]}]}',
        '{"conversations": [{"from": "human", "value": "hi"}, {"from": "gpt", "role": "gpt", "value": "hello"}]}',
        '[{"user": {"name": "Me"}, "text": "hi", "ts": "1355517523.000005"}, {"user": "Bot", "text": "hello"}]',
        '[{"role": "user", "content": "hi"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "x"}]},'
        ' {"role": "assistant", "content": "hello"}]',
        "# A talk\n\n**Me:** hi\n\n**Assistant**: hello",
        "- Me: hi\n- Assistant: hello",
        "## User\n\nhi\n\n## ChatGPT\n\nhello",
        "User\nhi\nAssistant\nhello",
        "10:15 Me: hi\n10:16 Bot: hello",
        "2026-01-02 10:15:01 我\nhi\n\n2026-01-02 10:16:01 助手\nhello",
    ],
)
def test_what_programs_and_messengers_write_is_read(text: str) -> None:
    assert [(role, content) for role, _, content, _ in read(text)] == [("user", "hi"), ("assistant", "hello")]


@pytest.mark.parametrize(
    ("line", "time"),
    [
        ("1/13/26, 10:15 PM - Ann: hi", "2026-01-13T22:15:00"),
        ("[13/01/2026, 22:15:01] Ann: hi", "2026-01-13T22:15:01"),
        ("[03.02.26, 22:15:01] Ann: hi", "2026-02-03T22:15:01"),
        ("02/03/2026, 9:05 am - Ann: hi", "2026-02-03T09:05:00"),
        ("02/03/2026, 09:05 - Ann: hi", "2026-03-02T09:05:00"),
        ("2026年2月3日 下午3:05 Ann：hi", "2026-02-03T15:05:00"),
        ("12/31/25, 12:05 AM - Ann: hi", "2025-12-31T00:05:00"),
    ],
)
def test_times_of_messengers_are_read_in_the_order_of_their_country(line: str, time: str) -> None:
    assert read(line) == [("user", "Ann", "hi", datetime.fromisoformat(time).replace(tzinfo=UTC))]


def test_in_an_export_with_times_what_has_none_goes_on_with_what_was_said() -> None:
    said = read("2026-01-02 10:15 Ann: two things\nfirst: tea\nsecond: rice\n2026-01-02 10:16 Bob: ok")
    assert [content for _, _, content, _ in said] == ["two things\nfirst: tea\nsecond: rice", "ok"]


def test_what_no_text_can_hold_is_replaced() -> None:
    (turn,) = read_transcript(r'{"name": "A\nn\u0000n", "session": "a\tb", "content": "te\u0000a \ud800"}', now=NOW)
    assert (turn.message.name, turn.message.content, turn.session) == ("A n n", "te\ufffda \ufffd", "a b")


def test_a_conversation_a_line_is_a_session_each() -> None:
    line = '{"messages": [{"role": "user", "content": "hi"}]}'
    assert [turn.session for turn in read_transcript(f"{line}\n{line}", now=NOW)] == ["1", "2"]


def test_a_line_without_a_name_goes_on_with_what_was_said() -> None:
    assert [content for _, _, content, _ in read("Ann: one\ntwo\n\nthree\nBob: four")] == ["one\ntwo\nthree", "four"]


@pytest.mark.parametrize("value", ["1735689600", "1735689600000", "1735689600.0", '"2025-01-01T00:00:00Z"'])
def test_times_are_iso_or_seconds_or_milliseconds(value: str) -> None:
    assert read(f'{{"content": "hi", "timestamp": {value}}}')[0][3] == datetime(2025, 1, 1, tzinfo=UTC)


def test_turns_without_times_are_a_minute_apart_and_just_over() -> None:
    times = [time for *_, time in read("A: one\nB: two\nA: three")]
    assert times == [NOW - timedelta(minutes=3), NOW - timedelta(minutes=2), NOW - timedelta(minutes=1)]


def test_turns_come_in_order_of_time() -> None:
    early = '{"content": "early", "time": "2025-01-01T00:00:00Z"}'
    late = '{"content": "late", "time": "2025-02-01T00:00:00Z"}'
    assert [content for _, _, content, _ in read(f"{late}\n{early}")] == ["early", "late"]


def test_the_main_speaker_is_the_user_who_says_most() -> None:
    assert main_speaker(read_transcript("A: x\nB: y\nB: z\nBot: x\nBot: y\nBot: z", now=NOW)) == "B"
    assert main_speaker(read_transcript("Me: x\nTom: y\nTom: z", now=NOW)) == "Me"
    assert main_speaker(read_transcript('{"role": "user", "content": "x"}', now=NOW)) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The transcript is empty."),
        (" \n\n", "The transcript is empty."),
        ("no names here", "Line 1 names no speaker."),
        ('{"content": "x"}\n{broken', "Line 2 is no JSON"),
        ('{"content": "x"}\n[1]', "Line 2 is no JSON object"),
        ('{"role": "user"}', "Line 1 has no content."),
        ('[{"content": "x"}, {"content": null}]', "Message 2 has no content."),
        ('{"content": "x", "time": "teatime"}', "Line 1: its time is 'teatime'."),
        ('{"content": "x", "time": 1e300}', "Line 1: its time is"),
    ],
)
def test_what_is_no_transcript_is_refused_by_its_place(text: str, said: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read(text)
    assert str(caught.value).startswith(said)
    assert caught.value.mend


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        turns = read_transcript(text, now=NOW)
    except InvalidInput:
        return
    assert all(turn.message.content.strip() for turn in turns)
