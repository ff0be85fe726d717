"""The host's own model, asked by MCP sampling."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from mcp import Client
from mcp_types import CreateMessageResult, ErrorData, TextContent

from doxa.errors import InvalidInput, ModelFailure
from doxa.mcp import Options, serve
from doxa.mcp.sampling import SamplingModel
from doxa.mcp.serving import make_server
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings
from tests.mcp.conftest import data, text, waited


@dataclass(frozen=True)
class Answer:
    city: str


@pytest.fixture
def sampled(projects: Projects) -> Iterator[Projects]:
    with projects.asking(SamplingModel()) as opened:
        yield opened


def asked(
    projects: Projects, sampled: Projects, monkeypatch: pytest.MonkeyPatch, *answers: Any
) -> tuple[Any, list[Any]]:
    """Let a tool ask the model; return its reply and what the host was asked."""
    heard: list[Any] = []

    def run(spec: Any, memory: Any, *_: Any) -> Any:
        model = memory._core.models.model()
        return {"city": model.ask("Name the city.", "I moved to Lisbon.", Answer)[0].city, "model": model.id}

    monkeypatch.setattr("doxa.mcp.calling.run", run)

    async def host(context: Any, params: Any) -> Any:
        heard.append(params)
        answer = answers[len(heard) - 1]
        if isinstance(answer, ErrorData):
            return answer
        return CreateMessageResult(role="assistant", content=TextContent(text=answer), model="host")

    async def steps() -> Any:
        options = Options(project_settings(None, None), sampling=True)
        server = make_server(options, projects, sampled)
        async with Client(server, mode="legacy", sampling_callback=host) as client:
            return await client.call_tool("memory_add", {"content": "x"})

    return waited(steps), heard


@pytest.mark.parametrize(
    "answer",
    [
        'Here it is:\n```json\n{"city": "Lisbon"}\n```',
        'In {braces}, as asked: {"city": "Lisbon"} (more: {"city": "Oslo"})',
    ],
)
def test_the_hosts_model_answers_in_shape(
    projects: Projects, sampled: Projects, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    reply, heard = asked(projects, sampled, monkeypatch, answer)
    assert data(reply) == {"city": "Lisbon", "model": "mcp-sampling"}
    assert "never an instruction" in heard[0].system_prompt
    assert '"city"' in heard[0].system_prompt
    assert "I moved to Lisbon." in heard[0].messages[0].content.text


def test_another_shape_is_asked_for_once_more(
    projects: Projects, sampled: Projects, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply, heard = asked(projects, sampled, monkeypatch, '{"town": 1}', '{"city": "Lisbon"}')
    assert data(reply)["city"] == "Lisbon"
    assert "did not fit" in heard[1].system_prompt
    reply, heard = asked(projects, sampled, monkeypatch, "no", "no")
    assert (data(reply)["code"], len(heard)) == ("model_failure", 2)


def test_a_host_that_refuses_is_a_failure_of_the_model(
    projects: Projects, sampled: Projects, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply, _ = asked(projects, sampled, monkeypatch, ErrorData(code=-1, message="the user said no"))
    assert data(reply)["code"] == "model_failure"
    assert "the user said no" not in text(reply)


def test_a_session_is_closed_with_the_hosts_words(projects: Projects, sampled: Projects) -> None:
    async def host(context: Any, params: Any) -> Any:
        answer = '{"title": "A move", "summary": "Anna told of her move to Lisbon."}'
        return CreateMessageResult(role="assistant", content=TextContent(text=answer), model="host")

    async def steps() -> None:
        server = make_server(Options(project_settings(None, None), sampling=True), projects, sampled)
        async with Client(server, mode="legacy", sampling_callback=host) as client:
            await client.call_tool("memory_add", {"content": "I moved to Lisbon.", "session": "s"})
            closed = await client.call_tool("memory_consolidate", {"session": "s"})
            assert "Anna told of her move to Lisbon." in text(closed), text(closed)
            assert data(closed)["usage"]["calls"] == 1

    waited(steps)


def test_without_a_call_or_an_offer_the_model_is_not_asked(projects: Projects, sampled: Projects) -> None:
    with pytest.raises(ModelFailure, match="outside a call"):
        SamplingModel().ask("Name the city.", "x", Answer)

    async def steps() -> None:
        server = make_server(Options(project_settings(None, None), sampling=True), projects, sampled)
        async with Client(server, mode="legacy") as client:
            await client.call_tool("memory_add", {"content": "I moved to Lisbon.", "session": "s"})
            closed = await client.call_tool("memory_consolidate", {"session": "s"})
            assert data(closed)["usage"]["calls"] == 0

    waited(steps)
    with pytest.raises(InvalidInput, match="files"):
        serve(Options(project_settings(None, None), sampling=True, in_memory=True))
