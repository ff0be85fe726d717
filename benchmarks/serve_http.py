"""What HTTP costs: a recall over the call in this process, the start of `doxa serve`, and 32 clients at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import httpx

from doxa import Memory
from doxa.config import Config
from report import Report, median

CALLS, FACTS = 300, 200
OVERHEAD_MS, START_S = 3.0, 1.5
CLIENTS = 32
SECONDS = float(os.environ.get("SECONDS", "60"))
QUESTION = {"query": "which room is blue?", "touch": False, "user": "anna"}


def http_rows(report: Report, home: Path) -> None:
    """Add every row about HTTP."""
    config = Config(home=home, project="served", embedder=None, user="anna")
    with Memory(config=config) as memory:
        for number in range(FACTS):
            memory.add(f"Fact {number}: room {number} is blue.", kind="fact")
        bare = [_timed(lambda: memory.recall("which room is blue?", touch=False)) for _ in range(CALLS)]
    with serving(home) as url:
        with httpx.Client(base_url=url) as client:
            served = [_timed(lambda: client.post("/v1/recall", json=QUESTION).raise_for_status()) for _ in range(CALLS)]
        overhead = median(served[20:]) - median(bare[20:])
        report.add("recall over HTTP beyond the call itself, 200 facts", overhead, "ms", at_most=OVERHEAD_MS)
        _load(report, url)
    report.add("start of `doxa serve`, process time", median([_start(home) for _ in range(3)]), "s", at_most=START_S)


@contextmanager
def serving(home: Path) -> Iterator[str]:
    """Start a server in a process of its own; gives its address."""
    command = [sys.executable, "-m", "doxa", "--home", str(home), "--project", "served", "serve"]
    environment = {**os.environ, "DOXA_EMBEDDER": "none"}
    options = ["--no-auth", "--port", "0", "--rate", "0"]
    with subprocess.Popen([*command, *options], stderr=subprocess.PIPE, env=environment) as process:
        assert process.stderr is not None
        said = re.search(rb"http://\S+", process.stderr.readline())
        if said is None:
            raise RuntimeError("The server did not start.")
        url = said[0].decode()
        for _ in range(1000):
            try:
                httpx.get(f"{url}/health").raise_for_status()
                break
            except httpx.TransportError:
                continue
        try:
            yield url
        finally:
            process.terminate()


def _start(home: Path) -> float:
    """Return the process time until the server has answered once and ended."""
    before = os.times()
    with serving(home):
        pass
    after = os.times()
    return (after.children_user - before.children_user) + (after.children_system - before.children_system)


def _load(report: Report, url: str) -> None:
    """Let clients add and recall at once for a while; every acknowledged add must be there at the end."""
    told: list[str] = []
    times: dict[str, list[float]] = {"add": [], "recall": []}
    errors: list[str] = []
    guard = threading.Lock()
    until = perf_counter() + SECONDS
    threads = [
        threading.Thread(target=_client, args=(url, number, until, told, times, errors, guard))
        for number in range(CLIENTS)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    lost = _lost(url, told)
    report.add(f"{CLIENTS} clients for {SECONDS:g} s: errors", len(errors), "calls", at_most=0)
    report.add(f"{CLIENTS} clients: acknowledged adds that are lost, of {len(told):,}", lost, "adds", at_most=0)
    for name, taken in times.items():
        report.add(f"{CLIENTS} clients: {name}, p95 of {len(taken):,}", sorted(taken)[int(len(taken) * 0.95)], "ms")


def _client(
    url: str, number: int, until: float, told: list[str], times: dict[str, list[float]], errors: list[str], guard: Any
) -> None:
    count = 0
    with httpx.Client(base_url=url, timeout=60) as client:
        while perf_counter() < until:
            count += 1
            writes = count % 4 == 0
            text = f"client {number} says {count}"
            user = f"client-{number}"
            body = {"content": text, "kind": "fact", "user": user} if writes else {**QUESTION, "user": user}
            began = perf_counter()
            try:
                client.post("/v1/add" if writes else "/v1/recall", json=body).raise_for_status()
            except httpx.HTTPError as error:
                with guard:
                    errors.append(repr(error))
                continue
            with guard:
                times["add" if writes else "recall"].append((perf_counter() - began) * 1e3)
                if writes:
                    told.append(text)


def _lost(url: str, told: list[str]) -> int:
    found: set[str] = set()
    with httpx.Client(base_url=url, timeout=60) as client:
        for number in range(CLIENTS):
            cursor: str | None = ""
            while cursor is not None:
                body = {"user": f"client-{number}", "limit": 1000, **({"cursor": cursor} if cursor else {})}
                page = client.post("/v1/list", json=body).raise_for_status().json()
                found.update(each["text"] for each in page["items"])
                cursor = page["cursor"]
    return len(set(told) - found)


def _timed(call: Any) -> float:
    began = perf_counter()
    call()
    return (perf_counter() - began) * 1e3
