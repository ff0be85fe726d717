"""`doxa chat`: a conversation, at a terminal and from a pipe, with a model and without."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from doxa import Memory
from doxa.cli.chat import Chat, run_chat
from doxa.errors import UndoConflict
from tests.cli.conftest import Reply
from tests.llm.scripted_server import Answer, ScriptedServer

Shell = Callable[..., Reply]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that lets a person type lines into a conversation at a terminal."""

    def type_(chat: Chat, *lines: str) -> None:
        given: Iterator[str] = iter(lines)
        monkeypatch.setattr("doxa.cli.chat.is_terminal", lambda stream: True)
        monkeypatch.setattr("doxa.cli.chat._typed", lambda: given)
        run_chat(chat)

    return type_


def said(shell: Shell, *lines: str, before: tuple[str, ...] = (), after: tuple[str, ...] = ()) -> str:
    reply = shell("--user", "anna", *before, "chat", *after, stdin="\n".join(lines))
    assert reply.code == 0, reply.err
    return reply.out


def test_each_message_shows_what_is_remembered_and_recalled(shell: Shell) -> None:
    out = said(shell, "I live in Berlin.", "", "We moved to Lisbon!", "Where do I live?")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert lines[0] == "remembered user lives in Berlin new · unopposed"
    assert "remembered user lives in Lisbon supersede · change" in lines
    assert any(line.startswith("recalled 1 user lives in Lisbon") for line in lines)
    assert "remembered word for word; no claim was read in it" in lines


def test_chinese_is_remembered_and_recalled(shell: Shell) -> None:
    out = said(shell, "我住在青岛。", "我住在哪里？")
    assert "青岛" in out.splitlines()[0]
    assert any("recalled" in line and "青岛" in line for line in out.splitlines())


def test_what_was_said_is_there_for_every_other_command(shell: Shell) -> None:
    said(shell, "I live in Berlin.", before=("--session", "s1"))
    found = shell("list", "--user", "anna", "--session", "s1", "--json").data["items"]
    assert {each["text"] for each in found} == {"I live in Berlin.", "user lives in Berlin"}


def test_commands_look_take_back_and_stop_remembering(shell: Shell) -> None:
    out = said(shell, "I live in Berlin.", "Where do I live?", "/why 1", "/undo", "/recall Where do I live?")
    assert "quote: “I live in Berlin”" in out
    assert "operation 1 undone" in out
    assert "Nothing that is remembered answers this." in out
    assert "user likes tea" not in said(shell, "/off", "I like tea.", "/on", "/list")
    assert "/recall QUESTION" in said(shell, "/help", "/quit", "never said")
    assert "likes: tea" in said(shell, "I like tea.", "/envelope")


def test_a_command_that_there_is_not_is_refused_with_the_mend(shell: Shell) -> None:
    reply = shell("chat", stdin="/nothing\n")
    assert (reply.code, "There is no command /nothing. /help lists them" in reply.err) == (1, True)
    assert said(shell, " /nothing is a path").startswith("  remembered")


@pytest.mark.parametrize("refused", ["/nosuch", "/undo", "/why 3"])
def test_a_pipe_is_read_on_behind_a_line_that_is_refused_and_fails_at_its_end(shell: Shell, refused: str) -> None:
    reply = shell("chat", "--user", "anna", stdin=f"{refused}\nI like tea.\n")
    assert (reply.code, "user likes tea" in reply.out) == (1, True)
    assert reply.err.startswith("doxa: ")
    assert "user likes tea" in shell("list", "--user", "anna").out


def test_a_person_is_told_what_was_refused_and_goes_on(memory: Memory, typed: Callable[..., None], capsys) -> None:
    typed(Chat(memory, "s1"), "/nothing", "/why 3", "/undo", "I like tea.", "/quit", "never said")
    out = capsys.readouterr().out
    assert "no model answers; DOXA_MODEL sets one" in out
    assert "There is no command /nothing" in out
    assert "Say something first" in out
    assert "user likes tea" in out
    assert not any("never said" in each.text for each in memory.list().items)


def test_each_turn_is_an_object_for_a_program(shell: Shell) -> None:
    out = said(shell, "I live in Berlin.", "Where do I live?", before=("--json",))
    first, second = map(json.loads, out.splitlines())
    assert first["remembered"]["outcomes"][1]["belief"]["text"] == "user lives in Berlin"
    assert second["recalled"][0]["belief"]["text"] == "user lives in Berlin"
    assert (second["message"], second["answer"]) == ("Where do I live?", None)


def test_a_model_answers_from_what_is_remembered(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ScriptedServer(Answer({"answer": "In Lisbon."}))
    try:
        for name, value in server.settings().items():
            monkeypatch.setenv(f"DOXA_{name.upper()}", str(value))
        monkeypatch.setenv("DOXA_EXTRACTION", "rules")
        monkeypatch.setenv("DOXA_PRIVACY", "redact")
        shell("add", "I moved to Lisbon.", "--user", "anna")
        out = said(shell, "Where do I live? My card is 4111 1111 1111 1111.")
    finally:
        server.close()
    assert out.splitlines()[-1] == "In Lisbon."
    asked = json.dumps(server.asked[-1])
    assert "4111" not in asked
    assert "user lives in Lisbon" in asked
    assert "<memory>" in asked


def test_nobody_answers_where_that_is_asked_for(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    server = ScriptedServer()
    try:
        for name, value in server.settings().items():
            monkeypatch.setenv(f"DOXA_{name.upper()}", str(value))
        monkeypatch.setenv("DOXA_EXTRACTION", "rules")
        assert "user likes tea" in said(shell, "I like tea.", after=("--no-model",))
    finally:
        server.close()
    assert server.asked == []


def test_a_line_that_is_no_text_is_refused(shell: Shell) -> None:
    reply = shell("chat", stdin=b"\xff\xfe\xfa\n")
    assert reply.code in (0, 1)  # a locale of one byte a character reads it
    assert "Traceback" not in reply.err


def test_a_refused_undo_does_not_reach_an_earlier_message(memory: Memory) -> None:
    chat = Chat(memory, "s1")
    chat.turn("I like jazz.")
    chat.turn("I live in Berlin.")
    memory.add("We moved to Lisbon!")
    for _ in range(2):
        with pytest.raises(UndoConflict):
            chat.command("/undo")
    assert "user likes jazz" in [each.text for each in memory.list().items]


@pytest.mark.parametrize(
    ("told", "asked", "gone"),
    [("I like jazz.", "What do I like?", "user likes jazz"), ("我住在上海。", "我住在哪里？", "用户住在上海")],
)
def test_undo_takes_back_what_was_told_with_the_questions_after_it(
    memory: Memory, told: str, asked: str, gone: str
) -> None:
    chat = Chat(memory, "s1")
    chat.turn(told)
    assert gone in [each.text for each in memory.list().items]
    chat.turn(asked)
    chat.command("/undo")
    assert gone not in [each.text for each in memory.list().items]
