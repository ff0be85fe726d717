"""Four processes write to one large file while another reads: nothing fails, is lost, or waits without bound."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from doxa import Memory
from doxa.records import ANY
from report import Report

WRITERS, COMMITS = 4, 1000
MOST_OVERTAKEN, MOST_SLOWER = 40, 5.0

_WRITER = """
import json, sys, time
from doxa import Memory
home, project, name, count = sys.argv[1:4] + [int(sys.argv[4])]
memory = Memory(project, home=home, embedder=None)
memory.add(f"warm up of {name}", extract=False, user=name)
print("ready", flush=True)
sys.stdin.readline()
for number in range(count):
    asked = time.monotonic_ns()
    try:
        receipt = memory.add(f"note {number} of writer {name}", extract=False, user=name)
        said = [int(receipt.operation), asked, time.monotonic_ns(), receipt.outcomes[0].belief.id]
    except Exception as error:
        said = [0, asked, time.monotonic_ns(), repr(error)]
    print(json.dumps(said), flush=True)
memory.close()
"""

Commit = tuple[int, int, int, str]
"""Operation (0 = it failed), when it was asked for and done in nanoseconds, the memory's id or the error."""


def measure(report: Report, folder: Path, project: str, reader_user: str, *, commits: int = COMMITS) -> None:
    """Add the rows."""
    alone = [commit for one in _write(folder, project, 1, commits // WRITERS) for commit in one]
    with _reading(folder, project, reader_user) as failures:
        said = [commit for one in _write(folder, project, WRITERS, commits // WRITERS) for commit in one]
    failed = [commit[3] for commit in said if not commit[0]] + failures
    report.add(f"{WRITERS} writers and a reader, {commits} commits, errors", len(failed), "", at_most=0)
    report.add("acknowledged memories lost", _lost(folder, project, said), "", at_most=0)
    done = sorted(commit for commit in said if commit[0])
    asked = [commit[1] for commit in done]
    overtaken = max(sum(later > mine for later in asked[:place]) for place, mine in enumerate(asked))
    report.add("commits that overtook one", overtaken, "", at_most=MOST_OVERTAKEN)
    slowest, slowest_alone = (max(done - asked for _, asked, done, _ in some) / 1e6 for some in (said, alone))
    report.add(
        "slowest commit", slowest, "ms", baseline=slowest_alone, ratio=slowest / slowest_alone, at_most=MOST_SLOWER
    )


def _write(folder: Path, project: str, writers: int, count: int) -> list[list[Commit]]:
    command = [sys.executable, "-c", _WRITER, str(folder), project]
    processes = [
        subprocess.Popen(
            [*command, f"w{number}", str(count)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_env()
        )
        for number in range(writers)
    ]
    for process in processes:
        assert process.stdout is not None
        process.stdout.readline()
    for process in processes:
        print("go", file=process.stdin, flush=True)
    # every writer's replies are read at once, so that none waits for a full pipe
    said: list[list[Commit]] = [[] for _ in processes]
    threads = [threading.Thread(target=_listen, args=pair) for pair in zip(processes, said, strict=True)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return said


def _listen(process: subprocess.Popen[str], said: list[Commit]) -> None:
    said.extend(tuple(json.loads(line)) for line in process.communicate()[0].splitlines())


@contextmanager
def _reading(folder: Path, project: str, user: str) -> Iterator[list[str]]:
    """Recall again and again meanwhile; yield what failed."""
    over, failures = threading.Event(), list[str]()

    def read() -> None:
        with Memory(project, home=folder, embedder=None) as memory:
            while not over.is_set():
                try:
                    memory.recall("note of a writer", user=user, touch=False)
                except Exception as error:  # whatever it is, it is counted
                    failures.append(repr(error))

    reader = threading.Thread(target=read)
    reader.start()
    try:
        yield failures
    finally:
        over.set()
        reader.join()


def _lost(folder: Path, project: str, said: Sequence[Commit]) -> int:
    with Memory(project, home=folder, embedder=None) as memory, memory._core.graph.view(user=ANY) as view:
        return sum(not _is_there(view, commit[3]) for commit in said if commit[0])


def _is_there(view: object, uid: str) -> bool:
    from doxa.errors import NotFound

    try:
        return bool(view.item(uid))  # type: ignore[attr-defined]
    except NotFound:
        return False


def _env() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
