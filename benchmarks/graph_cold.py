"""What a start costs: the import, and a question from the command line on a project of 10,000 memories."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from report import Report, median

STARTS = 9
IMPORT_MS, LEXICAL_MS, DEFAULT_MS = 60, 350, 650


def measure(report: Report, folder: Path, project: str, user: str, question: str) -> None:
    """Add the rows; the first start of each kind, which may write caches, does not count."""
    if not hasattr(os, "wait4"):
        report.skip("cold starts", "the process time of one child cannot be read on this system")
        return
    bare = _start([sys.executable, "-c", "pass"])
    imported = _start([sys.executable, "-c", "import doxa"])
    report.add("`import doxa` over the bare interpreter", imported - bare, "ms", baseline=bare, at_most=IMPORT_MS)
    asked = [sys.executable, "-m", "doxa", "--project", project, "--home", str(folder), "recall", question]
    for name, embedder, most in (("lexical", "none", LEXICAL_MS), ("default embedder", "default", DEFAULT_MS)):
        cost = _start([*asked, "--user", user], DOXA_EMBEDDER=embedder)
        report.add(f"`doxa recall` from cold, 10k file, {name}", cost, "ms", at_most=most)


def _start(command: Sequence[str], **settings: str) -> float:
    """Return the process time of a command in milliseconds, the median of several runs."""
    costs = []
    for number in range(STARTS + 1):
        with subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={**os.environ, **settings}
        ) as process:
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            raise RuntimeError(f"{command} ended with {process.returncode}.")
        if number:
            costs.append((used.ru_utime + used.ru_stime) * 1e3)
    return median(costs)
