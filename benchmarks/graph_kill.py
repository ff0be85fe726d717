"""`kill -9` after an acknowledgement, at a random statement: what was acknowledged is there, and the file is sound."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from pathlib import Path

from doxa import Memory
from doxa.errors import NotFound
from report import Report

ROUNDS = 50

_WRITER = """
import os, signal, sys
import apsw
from doxa.graph import sqlite

home, acknowledgements, events = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sqlite.MERGE_EVERY = 4  # so that merges and checkpoints are hit as well
done = 0

def strike(event):
    # statements of the text index's own tables count too, and the moment after each statement
    global events
    if done >= acknowledgements:
        events -= 1
        if events < 0:
            os.kill(os.getpid(), signal.SIGKILL)

apsw.connection_hooks.append(lambda db: db.trace_v2(apsw.SQLITE_TRACE_STMT | apsw.SQLITE_TRACE_PROFILE, strike))
from doxa import Memory
memory = Memory("kills", home=home, embedder=None, user="ann")
number = 0
while True:
    number += 1
    receipt = memory.add(f"I live in City{number}. Note {number} of process {os.getpid()}.")
    os.write(1, (" ".join(each.belief.id for each in receipt.outcomes) + "\\n").encode())
    done += 1
"""


def measure(report: Report, folder: Path, *, rounds: int = ROUNDS) -> None:
    """Add the rows."""
    if not hasattr(signal, "SIGKILL"):
        report.skip("kill -9", "there is no SIGKILL on this system")
        return
    lost, unsound = killed_rounds(folder, rounds)
    report.add(f"kill -9, {rounds} rounds, acknowledged memories lost", lost, "", at_most=0)
    report.add("rounds after which doctor finds a fault", unsound, "", at_most=0)


def killed_rounds(folder: Path, rounds: int) -> tuple[int, int]:
    """Return how many acknowledged memories were lost, and after how many rounds `doctor` found a fault."""
    chance = random.Random(49)
    acknowledged: set[str] = set()
    lost: set[str] = set()
    unsound = 0
    for _ in range(rounds):
        acknowledged |= _killed(folder, chance.randrange(1, 12), chance.randrange(200))
        with Memory("kills", home=folder, embedder=None, user="ann") as memory:
            unsound += any(not finding.ok for finding in memory.doctor().findings)
            lost |= {uid for uid in acknowledged if not _is_there(memory, uid)}
    return len(lost), unsound


def _killed(folder: Path, acknowledgements: int, events: int) -> set[str]:
    process = subprocess.run(
        [sys.executable, "-c", _WRITER, str(folder), str(acknowledgements), str(events)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        check=False,
    )
    if process.returncode != -signal.SIGKILL:
        raise RuntimeError(f"The writer ended by itself: {process.stderr}")
    return set(process.stdout.split())


def _is_there(memory: Memory, uid: str) -> bool:
    try:
        return bool(memory.get(uid))
    except NotFound:
        return False
