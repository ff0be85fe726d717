"""What HTTP costs: a recall over the call in this process, the start of `doxa serve`, and 32 clients at once.

The recall goes over one kept-open connection of `http.client`, which costs the caller least: what is measured is the
server. Blocks of calls over HTTP and in this process take turns, so that what else the machine does meets both. On a
busy machine every hand-over between processes waits for a core; the process time of both ends does not show that.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from statistics import fmean
from time import perf_counter, process_time
from typing import Any

import httpx

from doxa import Memory
from doxa.config import Config
from report import Report, median

CALLS, BLOCK, FACTS = 400, 20, 200
OVERHEAD_MS, START_S = 3.0, 1.5
BEYOND = "recall over HTTP beyond the call itself, 200 facts"
CLIENTS = 32
SECONDS = float(os.environ.get("SECONDS", "60"))
QUESTION = {"query": "which room is blue?", "touch": False, "user": "anna"}


def http_rows(report: Report, home: Path) -> None:
    """Add every row about HTTP."""
    config = Config(home=home, project="served", embedder=None, user="anna")
    with Memory(config=config) as memory:
        for number in range(FACTS):
            memory.add(f"Fact {number}: room {number} is blue.", kind="fact")
        with serving(home) as server:
            _overhead(report, memory, server)
            _load(report, server.url)
    report.add("start of `doxa serve`, process time", median([_start(home) for _ in range(3)]), "s", at_most=START_S)


def _overhead(report: Report, memory: Memory, server: Server) -> None:
    """Add what a recall over HTTP takes longer than the same call in this process."""
    body, form = json.dumps(QUESTION).encode(), {"Content-Type": "application/json"}
    with closing(HTTPConnection(server.url.removeprefix("http://"))) as connection:

        def ask() -> None:
            connection.request("POST", "/v1/recall", body, form)
            reply = connection.getresponse()
            if reply.status != 200 or not json.loads(reply.read())["hits"]:
                raise RuntimeError(f"The server answered {reply.status}.")

        beyond: list[float] = []
        spent: list[float] = []
        for _ in range(CALLS // BLOCK + 1):
            bare = [_costs(lambda: memory.recall("which room is blue?", touch=False)) for _ in range(BLOCK)]
            before = _spent(server.pid)
            served = [_costs(ask) for _ in range(BLOCK)]
            beyond.append(median([wall for wall, _ in served]) - median([wall for wall, _ in bare]))
            used = (_spent(server.pid) - before) / BLOCK + fmean(cpu for _, cpu in served)
            spent.append(used - fmean(cpu for _, cpu in bare))
    if _load_now() <= (os.cpu_count() or 1):
        report.add(f"{BEYOND}, wall time", median(beyond[1:]), "ms", at_most=OVERHEAD_MS)
    else:
        note = f"not judged: others keep the machine busy (load {_load_now():.1f})"
        report.add(f"{BEYOND}, wall time", median(beyond[1:]), "ms", note=note)
    if Path("/proc").is_dir():
        report.add(f"{BEYOND}, process time of both ends", median(spent[1:]), "ms", at_most=OVERHEAD_MS)


def _load_now() -> float:
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


def _spent(pid: int) -> float:
    """Return the process time that a server's threads have taken, in milliseconds; 0 where it cannot be read."""
    tasks = Path(f"/proc/{pid}/task").glob("*/schedstat")
    return sum(int(task.read_text().split()[0]) for task in tasks) / 1e6


@dataclass(frozen=True, slots=True)
class Server:
    """A server in a process of its own."""

    url: str
    pid: int


@contextmanager
def serving(home: Path) -> Iterator[Server]:
    """Start a server in a process of its own."""
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
            yield Server(url, process.pid)
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


def _costs(call: Any) -> tuple[float, float]:
    """Return the wall time and the process time of a call, in milliseconds."""
    began, used = perf_counter(), process_time()
    call()
    return (perf_counter() - began) * 1e3, (process_time() - used) * 1e3
