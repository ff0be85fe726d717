"""What waits for a model, from the shell: seen, done by a worker, tried again, given up."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.cli.conftest import Reply
from tests.llm.scripted_server import Answer, ScriptedServer

FOUND = {"claims": [{"turn": 1, "quote": "I live in Berlin", "text": "Anna lives in Berlin."}]}


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., ScriptedServer]]:
    """Return a function that starts a server and makes it the model of the shell."""
    servers: list[ScriptedServer] = []

    def start(*answers: Answer) -> ScriptedServer:
        server = ScriptedServer(*answers)
        servers.append(server)
        for name, value in server.settings().items():
            monkeypatch.setenv(f"DOXA_{name.upper()}", str(value))
        monkeypatch.setenv("DOXA_MODEL_RETRIES", "0")
        monkeypatch.setenv("DOXA_USER", "anna")
        return server

    yield start
    for server in servers:
        server.close()


def test_a_command_leaves_the_model_to_a_worker(shell: Callable[..., Reply], serve: Callable[..., ScriptedServer]):
    server = serve(Answer(FOUND))
    assert shell("add", "I live in Berlin, as you know.", "--json").data["pending"] == ["1"]
    assert "task 2 waits for the model" in shell("add", "I have three cats and a dog.").out
    shell("queue", "drop", "2")
    assert "1 extract pending" in shell("queue", "list").out
    assert "pending: pending 1" in shell("status").out
    assert server.asked == []
    assert shell("worker", "--once").out == "1 done, 1 calls, 120 + 30 tokens\n"
    assert "Anna lives in Berlin." in shell("list").out
    assert "usage: extract 1 calls, 120 + 30 tokens" in shell("stats").out
    assert shell("worker", "--once").out == ""


def test_a_command_waits_where_it_is_told(shell: Callable[..., Reply], serve: Callable[..., ScriptedServer]):
    serve(Answer(FOUND))
    assert "Anna lives in Berlin." in shell("add", "I live in Berlin, as you know.", "--wait").out


def test_what_fails_is_told_tried_again_and_given_up(shell: Callable[..., Reply], serve: Callable[..., ScriptedServer]):
    serve(Answer(prose="no"))
    shell("add", "I live in Berlin, as you know.")
    reply = shell("worker", "--once")
    assert (reply.out, "did not answer in the shape" in reply.err) == ("1 failed, 1 calls, 120 + 30 tokens\n", True)
    assert "failed" in shell("queue", "list", "--states", "failed").out
    shell("queue", "retry", "1")
    assert "1 failed" in shell("worker", "--once").out
    assert "extract" in shell("queue", "drop", "1").out
    assert shell("queue", "list", "--json").data["items"] == []


@pytest.mark.parametrize(
    "arguments", [("queue", "drop", "9"), ("queue", "retry", "x"), ("queue", "list", "--states", "x")]
)
def test_what_is_not_there_is_refused(anna: Callable[..., Reply], arguments: tuple[str, ...]):
    assert anna(*arguments).code != 0


def test_a_worker_needs_a_project_and_a_model(shell: Callable[..., Reply], anna: Callable[..., Reply]):
    assert "No model is set. Set DOXA_MODEL" in anna("worker", "--once").err
    assert "There is no project" in shell("--project", "nowhere", "worker", "--once").err
