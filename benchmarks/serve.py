"""What serving costs: starts, listings in tokens, calls over the call in this process, many clients at once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import anyio
from mcp import Client
from mcp_types import Tool

from doxa.mcp.options import Options
from doxa.mcp.serving import make_server
from doxa.mcp.tools import listed
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings
from report import Report, median, start
from serve_http import http_rows

STARTS, CALLS = 5, 200
START_S = 1.5
CORE_TOKENS, FULL_TOKENS, FULL_BARE_TOKENS = 4_000, 25_000, 12_000
CHARACTERS = 4
"""Characters of JSON that are counted as one token."""


def main() -> None:
    """Measure, print and write the results."""
    report = start("serve")
    _starts(report)
    _listings(report)
    with tempfile.TemporaryDirectory() as folder:
        anyio.run(_calls, report, Path(folder))
    with tempfile.TemporaryDirectory() as folder:
        http_rows(report, Path(folder))
    report.write()


def _starts(report: Report) -> None:
    """Add what starting the server and answering the handshake costs the process."""
    if not hasattr(os, "wait4"):
        report.skip("start of `doxa mcp`", "the process time of one child cannot be read on this system")
        return
    costs = [_start() for _ in range(STARTS + 1)][1:]
    report.add("start of `doxa mcp`, process time", median(costs), "s", at_most=START_S)


def _start() -> float:
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "benchmark", "version": "1"},
        },
    }
    command = [sys.executable, "-m", "doxa", "--home", ":memory:", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(hello).encode() + b"\n")
        process.stdin.flush()
        answer = json.loads(process.stdout.readline())
        process.stdin.close()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode or answer["result"]["serverInfo"]["name"] != "doxa":
        raise RuntimeError(f"The server ended with {process.returncode} after {answer}.")
    return used.ru_utime + used.ru_stime


def _listings(report: Report) -> None:
    """Add how many tokens the lists of tools take, counted as one for every four characters of their JSON."""
    report.add("tools of `core`", _tokens(listed("core")), "tokens", at_most=CORE_TOKENS)
    report.add("tools of `full`", _tokens(listed("full")), "tokens", at_most=FULL_TOKENS)
    bare = _tokens(listed("full"), without={"output_schema"})
    report.add("tools of `full` without output schemas", bare, "tokens", at_most=FULL_BARE_TOKENS)


def _tokens(tools: tuple[Tool, ...], without: set[str] | None = None) -> float:
    shown = [each.model_dump(by_alias=True, mode="json", exclude_none=True, exclude=without) for each in tools]
    return len(json.dumps(shown, ensure_ascii=False, separators=(",", ":"))) / CHARACTERS


async def _calls(report: Report, home: Path) -> None:
    """Add what a recall costs over MCP, against the same call in this process."""
    config = project_settings(None, home).override(embedder="none", user="anna")
    with Projects(config) as projects:
        async with Client(make_server(Options(config), projects), mode="legacy") as client:
            for number in range(200):
                await client.call_tool(
                    "memory_add", {"content": f"Fact {number}: room {number} is blue.", "kind": "fact"}
                )
            asked = {"query": "which room is blue?", "touch": False}
            with projects.use(_Reading()) as memory:
                bare = [_timed(lambda: memory.recall("which room is blue?", touch=False)) for _ in range(CALLS)]
            served = []
            for _ in range(CALLS):
                began = perf_counter()
                await client.call_tool("memory_recall", asked)
                served.append((perf_counter() - began) * 1e3)
    report.add("recall over MCP in this process, 200 facts", median(served), "ms", baseline=median(bare))


class _Reading:
    begins = False


def _timed(call: object) -> float:
    assert callable(call)
    began = perf_counter()
    call()
    return (perf_counter() - began) * 1e3


if __name__ == "__main__":
    main()
