"""MCP over HTTP behind keys: who calls, in which project, whose memories they reach and what they may."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import httpx2
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from doxa import ANY, Memory
from doxa.config import Config
from doxa.mcp.options import Options
from doxa.mcp.serving import http_app, make_server
from doxa.operations.pool import Projects
from tests.mcp.conftest import _environ, data, served, text, waited

HELLO = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
    "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}  # fmt: skip
FORM = {"accept": "application/json, text/event-stream"}
Guest = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def config(home: Path) -> Config:
    return Config(home=home, project="work", embedder=None)


@pytest.fixture
def key(config: Config) -> Callable[..., str]:
    """Return a function that makes a key and gives its token."""

    def make(project: str = "work", **given: Any) -> str:
        with Memory(config=config.override(project=project)) as memory:
            return memory.keys.create(**given).token

    return make


@pytest.fixture
def guest(config: Config) -> Iterator[Guest]:
    """Return a function that connects a client with a key to a server in this process, over HTTP."""
    with Projects(config) as projects:

        @asynccontextmanager
        async def one(token: str, toolset: str = "full", mode: str = "auto") -> AsyncIterator[Client]:
            options = Options(config, toolset=toolset, keys=True)
            server = make_server(options, projects)
            app = http_app(server, options, projects)
            http = httpx2.AsyncClient(
                transport=httpx2.ASGITransport(app=app), headers={"Authorization": f"Bearer {token}"}, timeout=30
            )
            async with server.session_manager.run(), http:
                transport = streamable_http_client("http://127.0.0.1:8765/mcp", http_client=http)
                async with Client(transport, mode=mode) as client:
                    yield client

        yield one


def test_without_a_key_that_opens_nothing_is_answered(key: Any, home: Path) -> None:
    revoked, other, mine = key(user="anna"), key("diary", user="anna"), key(user="anna")
    with Memory("work", home=home, embedder=None) as memory:
        for each in memory.keys.list():
            if each.id in revoked:
                memory.keys.revoke(each.id)
    with served("--project", "work", keys=True) as url, httpx.Client(headers=FORM, timeout=30) as client:

        def status(token: str | None, address: str = url) -> tuple[int, str]:
            headers = {} if token is None else {"Authorization": f"Bearer {token}"}
            reply = client.post(address, json=HELLO, headers=headers)
            return reply.status_code, reply.json()["code"] if reply.status_code != 200 else "done"

        assert status(None) == (401, "unauthorized")
        assert client.post(url, json=HELLO).headers["www-authenticate"].startswith("Bearer")
        assert status("nonsense") == (401, "unauthorized")
        assert status(revoked) == (401, "unauthorized")
        assert status(other, f"{url}?project=work") == (403, "forbidden")
        assert status(mine) == (200, "done")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_calls_that_name_no_user_are_the_key_holders(guest: Guest, key: Any, mode: str) -> None:
    anna, bob = key(user="anna"), key(user="bob")

    async def steps() -> None:
        async with guest(anna, mode=mode) as client:
            await client.call_tool("memory_add", {"content": "I moved to Lisbon. I like tea."})
            assert "lives in Lisbon" in text(await client.call_tool("memory_recall", {"query": "Where do I live?"}))
            for nobody in ({}, {"user": None}, {"user": ""}):
                listed = data(await client.call_tool("memory_list", nobody))["items"]
                assert {each["user"] for each in listed} == {"anna"}
            refused = data(await client.call_tool("memory_list", {"user": "bob"}))
            assert (refused["code"], refused["field"]) == ("forbidden", "user")
            assert "likes: tea" in str((await client.read_resource("doxa://envelope")).contents)
        async with guest(bob, mode=mode) as client:
            assert data(await client.call_tool("memory_list", {}))["items"] == []
            asked = await client.get_prompt("ask_with_memory", {"question": "Where do I live?"})
            assert "Lisbon" not in str(asked)

    waited(steps)


def test_a_right_that_is_too_small_is_refused(guest: Guest, key: Any) -> None:
    reader, writer, operator = key(user=ANY, right="read"), key(user=ANY), key(user=ANY, right="operator")

    async def steps() -> None:
        told = {"content": "Tea is hot.", "kind": "fact", "user": "anna"}
        async with guest(reader) as client:
            assert data(await client.call_tool("memory_add", told))["code"] == "forbidden"
        async with guest(writer) as client:
            assert not (await client.call_tool("memory_add", told)).is_error
            erase = {"user": "anna", "confirm": True}
            assert data(await client.call_tool("memory_erase", erase))["code"] == "forbidden"
            assert data(await client.call_tool("memory_list", {"user": "ANY"}))["code"] == "forbidden"
        async with guest(operator) as client:
            assert len(data(await client.call_tool("memory_list", {"user": "ANY"}))["items"]) == 1
            assert data(await client.call_tool("memory_erase", erase))["state"] == "complete"

    waited(steps)


def test_a_key_that_is_revoked_ends_its_session(guest: Guest, key: Any, home: Path) -> None:
    token = key(user="anna")

    async def steps() -> None:
        async with guest(token) as client:
            assert not (await client.call_tool("memory_stats", {})).is_error
            with Memory("work", home=home, embedder=None) as memory:
                memory.keys.revoke(memory.keys.list()[0].id)
            with pytest.raises(Exception, match="Server returned an error response"):
                await client.call_tool("memory_stats", {})

    waited(steps)


def test_tools_of_other_systems_reach_no_further_than_the_key(guest: Guest, key: Any, config: Config) -> None:
    anna, everyone = key(user="anna"), key(user=ANY)
    with Memory(config=config) as memory:
        memory.add("Bob likes jazz.", kind="fact", user="bob")
    key("diary", user="anna")

    async def steps() -> None:
        async with guest(anna, "dual-mem") as client:
            added = await client.call_tool("memory_add", {"content": "I like tea."})
            assert added.structured_content["success"]
            listed = (await client.call_tool("memory_list", {})).structured_content["memories"]
            assert {each["content"] for each in listed} >= {"user likes tea"}
            assert not any("jazz" in each["content"] for each in listed)
            for asked in ({"user_id": "bob"}, {"app_id": "diary"}):
                assert data(await client.call_tool("memory_list", asked))["code"] == "forbidden"
        async with guest(everyone, "dual-mem") as client:
            listed = (await client.call_tool("memory_list", {"user_id": "bob"})).structured_content["memories"]
            assert [each["content"] for each in listed] == ["Bob likes jazz."]
        async with guest(anna, "reference") as client:
            assert "jazz" not in str((await client.call_tool("read_graph", {})).structured_content)

    waited(steps)


def test_another_keys_session_is_not_joined(key: Any, home: Path) -> None:
    anna, bob = key(user="anna"), key(user="bob")
    with served("--project", "work", keys=True) as url, httpx.Client(headers=FORM, timeout=30) as client:
        begun = client.post(url, json=HELLO, headers={"Authorization": f"Bearer {anna}"})
        session = {"mcp-session-id": begun.headers["mcp-session-id"]}
        ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
        codes = [
            client.post(url, json=ping, headers={**session, "Authorization": f"Bearer {token}"}).status_code
            for token in (anna, bob)
        ]
        assert codes == [200, 404]


READS = st.sampled_from(
    ["memory_list", "memory_recall", "memory_envelope", "memory_changes", "memory_stats", "memory_scopes"]
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    holder=st.sampled_from([None, "anna", "bob"]),
    right=st.sampled_from(["read", "write"]),
    asked=st.sampled_from([None, "anna", "bob", "ANY", ""]),
    tool=READS,
)
def test_no_reply_holds_a_row_outside_the_keys_scope(
    guest: Guest, key: Any, config: Config, holder: Any, right: Any, asked: Any, tool: str
) -> None:
    with Memory(config=config) as memory:
        for user in ("anna", "bob"):
            memory.add(f"{user} likes tea", kind="fact", user=user)
    body = {**({} if asked is None else {"user": asked}), **({"query": "who likes tea?"} if "recall" in tool else {})}
    token = key(user=holder, right=right)

    async def steps() -> str:
        async with guest(token) as client:
            return str(await client.call_tool(tool, body))

    told = waited(steps)
    assert not any(f"{other} likes tea" in told for other in {"anna", "bob"} - {holder})


def test_an_open_session_does_not_keep_a_server_from_stopping(home: Path) -> None:
    if os.name == "nt":
        pytest.skip("no signal there asks a process to stop")
    command = [sys.executable, "-m", "doxa", "mcp", "--transport", "http", "--port", "0", "--no-auth"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=_environ()) as server:
        assert server.stderr is not None
        url = server.stderr.readline().split()[-1]
        with httpx.Client(headers=FORM, timeout=30) as client:
            session = {"mcp-session-id": client.post(url, json=HELLO).headers["mcp-session-id"]}
            client.post(url, json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=session)
            with client.stream("GET", url, headers=session) as reply:
                assert reply.status_code == 200
                server.terminate()
                assert server.wait(8) in (0, -signal.SIGTERM)
