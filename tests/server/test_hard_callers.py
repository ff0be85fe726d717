"""Callers that go away, send half, come by the thousand, or are there when the server is told to stop."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from doxa import Memory

MANY = 1000


@pytest.fixture
def started(home: Path) -> Iterator[Callable[..., tuple[subprocess.Popen[str], str, int]]]:
    """Return a function that starts `doxa serve`; gives the process, the host and the port."""
    with ExitStack() as opened:

        def start() -> tuple[subprocess.Popen[str], str, int]:
            command = [sys.executable, "-m", "doxa", "serve", "--no-auth", "--port", "0", "--rate", "0"]
            environment = {**os.environ, "DOXA_EMBEDDER": "none"}
            process = opened.enter_context(
                subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
            )
            opened.callback(process.terminate)
            assert process.stderr is not None
            found = re.search(r"http://(.*):(\d+)", process.stderr.readline())
            assert found is not None
            return process, found[1], int(found[2])

        yield start


def request(body: bytes, path: str = "/v1/add") -> bytes:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    )
    return f"{head}\r\n".encode() + body


def listed(host: str, port: int) -> set[str]:
    reply = httpx.post(f"http://{host}:{port}/v1/list", json={"limit": 1000}, timeout=30).raise_for_status()
    return {each["text"] for each in reply.json()["items"]}


def test_half_a_request_and_a_caller_that_hangs_up_leave_a_write_whole_or_undone(started: Any) -> None:
    _, host, port = started()
    texts = [f"note number {number}" for number in range(20)]
    for number, text in enumerate(texts):
        whole = request(json.dumps({"content": text, "kind": "fact"}).encode())
        with socket.create_connection((host, port)) as caller:
            caller.sendall(whole if number % 2 else whole[: len(whole) - 5])  # and nobody waits for an answer
    kept = listed(host, port)
    assert kept <= set(texts[1::2])
    assert httpx.post(f"http://{host}:{port}/v1/doctor", json={}, timeout=30).status_code == 403
    assert httpx.get(f"http://{host}:{port}/v1/status", timeout=30).status_code == 200


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="opens more files than a process there may")
def test_a_thousand_connections_at_once_are_served(started: Any) -> None:
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < MANY + 200:
        pytest.skip("this process may not open so many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, MANY + 200), hard))
    _, host, port = started()
    ask = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
    with ExitStack() as opened:
        callers = [opened.enter_context(socket.create_connection((host, port), timeout=60)) for _ in range(MANY)]
        for caller in callers:
            caller.sendall(ask)
        assert all(caller.recv(64).startswith(b"HTTP/1.1 200") for caller in callers)
        assert httpx.get(f"http://{host}:{port}/v1/status", timeout=60).status_code == 200


@pytest.mark.skipif(os.name == "nt", reason="no signal there asks a process to stop")
def test_a_write_that_has_begun_is_finished_when_the_server_is_told_to_stop(started: Any, home: Path) -> None:
    process, host, port = started()
    whole = request(json.dumps({"content": "said at the very end", "kind": "fact"}).encode())
    with socket.create_connection((host, port), timeout=30) as caller:
        caller.sendall(whole[:-5])
        assert httpx.get(f"http://{host}:{port}/health", timeout=30).status_code == 200  # it has read the half by now
        process.send_signal(signal.SIGTERM)
        caller.sendall(whole[-5:])
        assert caller.recv(64).startswith(b"HTTP/1.1 200")
    assert process.wait(15) in (0, -signal.SIGTERM)
    with Memory(home=home, embedder=None) as memory:
        assert [each.text for each in memory.list().items] == ["said at the very end"]
