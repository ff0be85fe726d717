"""`doxa mcp` as hosts start it: over standard input and output, and over HTTP on this machine."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from mcp import Client

from doxa.errors import InvalidInput
from doxa.mcp import Options, serve
from doxa.mcp.serving import MAX_BODY, checked_host
from doxa.operations.projects import project_settings, projects_in
from tests.mcp.conftest import Connect, _environ, data, served, text, waited


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_client_writes_and_reads(over_stdio: Connect, over_http: Connect, transport: str, home: Path) -> None:
    over = over_stdio if transport == "stdio" else over_http

    async def steps() -> None:
        async with over("--toolset", "core") as client:
            assert len((await client.list_tools()).tools) >= 7
            told = await client.call_tool("memory_add", {"content": "I moved to Lisbon."})
            assert not told.is_error
            found = await client.call_tool("memory_engage", {"query": "Where do I live?"})
            assert "user lives in Lisbon" in text(found)
            wrong = await client.call_tool("memory_recall", {"qury": "x"})
            assert data(wrong)["field"] == "qury"

    waited(steps)
    assert projects_in(home) == ["default"]


def test_two_clients_work_on_one_project(over_stdio: Connect) -> None:
    async def steps() -> None:
        async with AsyncExitStack() as opened:
            clients = [await opened.enter_async_context(over_stdio()) for _ in range(2)]

            async def tell(number: int) -> None:
                for each in range(5):
                    content = f"Client {number} notes item {each}."
                    reply = await clients[number].call_tool("memory_add", {"content": content, "kind": "fact"})
                    assert not reply.is_error, text(reply)
                same = await clients[number].call_tool("memory_add", {"content": "Tea is hot.", "kind": "fact"})
                assert not same.is_error

            async with anyio.create_task_group() as group:
                for number in range(2):
                    group.start_soon(tell, number)
            listed = [data(await each.call_tool("memory_list", {}))["items"] for each in clients]
            assert [each["id"] for each in listed[0]] == [each["id"] for each in listed[1]]
            assert len(listed[0]) == 11

    waited(steps)


def test_nonsense_on_the_wire_does_not_end_a_server(home: Path) -> None:
    request = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}  # fmt: skip
    lines = [
        b"not json",
        b'{"half": ',
        b"\xff\xfe\xfa",
        json.dumps(request).encode(),
        b'{"jsonrpc": "2.0", "id": 2, "me',
    ]
    command = [sys.executable, "-m", "doxa", "mcp"]
    done = subprocess.run(command, input=b"\n".join(lines), capture_output=True, env=_environ(), timeout=60)
    assert done.returncode == 0
    replies: list[dict[str, Any]] = [json.loads(line) for line in done.stdout.splitlines()]
    assert any(reply.get("id") == 1 and reply["result"]["serverInfo"]["name"] == "doxa" for reply in replies)
    assert b"Traceback" not in done.stdout


def test_every_line_that_asks_something_is_answered(home: Path) -> None:
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
        "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}}  # fmt: skip
    add = {"name": "memory_add", "arguments": {"content": "bad \ud800 text"}}
    command = [sys.executable, "-m", "doxa", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=_environ()) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def asked(line: str) -> Any:
            server.stdin.write(line.encode() + b"\n")  # type: ignore[union-attr]
            server.stdin.flush()  # type: ignore[union-attr]
            return json.loads(server.stdout.readline())  # type: ignore[union-attr]

        asked(json.dumps(hello))
        reply = asked(json.dumps({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": add}))
        assert reply["result"]["structuredContent"]["error"]["code"] == "invalid_text"
        assert (reply["id"], reply["result"]["structuredContent"]["error"]["field"]) == (2, "content")
        assert (asked("not json")["id"], asked("not json")["error"]["code"]) == (None, -32700)
        refused = asked(json.dumps({"jsonrpc": "2.0", "id": "x7", "method": 7}))
        assert (refused["id"], refused["error"]["code"]) == ("x7", -32600)
        assert asked("[1]")["error"]["code"] == -32600
        assert asked(json.dumps({"jsonrpc": "2.0", "id": 3, "method": "ping"}))["id"] == 3
        server.stdin.close()
        assert server.wait(30) == 0


def test_http_refuses_what_is_too_big_malformed_or_for_another_host_and_goes_on(home: Path) -> None:
    headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
    with served() as url, httpx.Client(headers=headers, timeout=30) as client:
        assert client.post(url, content=b'{"a": "' + b"x" * MAX_BODY + b'"}').status_code == 413
        assert client.post(url, content=b"not json").status_code == 400
        assert client.post(url, content=b"\xff\xfe").status_code == 400
        assert client.post(url, content=b"{}", headers={"host": "elsewhere.example"}).status_code == 421
        assert client.get(url.replace("/mcp", "/other")).status_code == 404
        host, port = url.removeprefix("http://").removesuffix("/mcp").split(":")
        with socket.create_connection((host, int(port))) as half:
            half.sendall(b"POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n{")

        async def steps() -> None:
            async with Client(url) as again:
                assert not (await again.call_tool("memory_recall", {"query": "tea"})).is_error

        waited(steps)


def test_without_keys_only_this_machine_is_listened_to(home: Path) -> None:
    assert checked_host("127.0.0.1", keys=False) == "127.0.0.1"
    assert checked_host("0.0.0.0", keys=True) == "0.0.0.0"
    with pytest.raises(InvalidInput, match="Ask for keys"):
        checked_host("0.0.0.0", keys=False)
    with pytest.raises(InvalidInput, match="Give one of core, graph, full"):
        serve(Options(project_settings(None, None), toolset="every"))
