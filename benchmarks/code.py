"""What decision memory over git costs: reading commits beside `git log -p`, and asking why beside `git blame`.

`make bench-code` reads this repository, `REPO=folder` another. Both parts use no model and no embedder.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from doxa import Memory
from doxa.code.answering import Asked, answer
from doxa.code.drafts import Draft
from doxa.code.git import open_repository
from doxa.code.history import list_commits
from doxa.code.lines import Place, Touch
from doxa.code.records import CodeAnchor, CodeQuote
from doxa.code.storing import code_operation, store_draft
from doxa.graph.owners import CODE_MEMORY
from doxa.records import Scope
from report import Report, median, start

DECISIONS = 20_000
RATE, WHY_MS = 100, 30
FILES = 2_000
ASKED = 200
WORDS = "index cache worker queue parser socket schema lock retry token buffer planner loader writer shard".split()


def main() -> None:
    """Measure both parts, print and write the results."""
    report = start("code")
    measure_ingest(report, Path(os.environ.get("REPO", ".")))
    measure_why(report, DECISIONS)
    report.write()


def measure_ingest(report: Report, top: Path) -> None:
    """Read a repository into an empty memory, and let git print the same patches."""
    repository = open_repository(top)
    commits = list_commits(repository, None, None)
    began = time.perf_counter()
    with tempfile.TemporaryFile() as sink:
        subprocess.run(
            repository.command("log", "-p", repository.head), stdout=sink, check=True, env=repository.environment()
        )
    git = time.perf_counter() - began
    with tempfile.TemporaryDirectory() as home, Memory("bench", home=home, embedder=None) as memory:
        began = time.perf_counter()
        read = memory.code.ingest(top)
        whole = time.perf_counter() - began
        began = time.perf_counter()
        memory.code.ingest(top)
        again = time.perf_counter() - began
    rate = len(commits) / max(whole - git, 1e-6)
    note = f"{len(commits):,} commits, {read.decisions:,} decisions"
    report.add("commits a second beyond what `git log -p` costs", rate, "commits/s", at_least=RATE, note=note)
    report.add("the same commits again", again, "s")


def measure_why(report: Report, decisions: int) -> None:
    """Ask about lines and in words among made-up decisions; git itself is left out."""
    with tempfile.TemporaryDirectory() as home, Memory("bench", home=home, embedder=None) as memory:
        drafts = [made(number) for number in range(decisions)]
        core = memory._core
        request = core.request("code_ingest", Scope(), None, None, None, "bench")
        for start in range(0, len(drafts), 500):
            with code_operation(core.writing(), request) as writer:
                for draft in drafts[start : start + 500]:
                    store_draft(writer, "bench", draft, None)
        lines, words = [], []
        for number in range(ASKED):
            draft = drafts[(number * 97) % decisions]
            touches = [Touch(draft.commit, draft.decided_at, "Ada", draft.title)]
            place = Place(draft.anchors[0].file, 1, 1)
            lines.append(timed(memory, Asked(place=place, repo="bench"), touches))
            words.append(timed(memory, Asked(question=draft.question, repo="bench"), []))
    for what, times in (("a file and line", lines), ("words alone", words)):
        ordered = sorted(times)
        note = f"95 of 100 within {ordered[int(len(ordered) * 0.95)]:.1f} ms"
        most = WHY_MS if what == "a file and line" else None
        report.add(
            f"why by {what}, {decisions:,} decisions, besides git", median(ordered), "ms", at_most=most, note=note
        )


def timed(memory: Memory, asked: Asked, touches: list[Touch]) -> float:
    """Return the milliseconds of one answer, with the snapshot it is read from."""
    started = time.perf_counter()
    with memory.graph.view(user=CODE_MEMORY) as view:
        assert answer(view, asked, touches, None, ()).decisions
    return (time.perf_counter() - started) * 1000


def made(number: int) -> Draft:
    """Return a decision that nobody took."""
    one, two = WORDS[number % len(WORDS)], WORDS[(number * 7 + 3) % len(WORDS)]
    commit = f"{number:040x}"
    title = f"Keep the {one} {number} beside the {two}"
    anchors = tuple(
        CodeAnchor("bench", commit, f"src/{one}/file_{(number + part) % FILES}.py", 1, 40) for part in range(3)
    )
    reason = f"Because the {two} of part {number % 500} waited for the {one}."
    when = datetime(2015, 1, 1, tzinfo=UTC) + timedelta(hours=number)
    quote = CodeQuote(reason, f"commit {commit}")
    question = f"Why keep the {one} {number} beside the {two}?"
    return Draft(
        title, f"{title}.", reason, question, when, "Ada", commit, "rules", 0.85, (one,), anchors, quotes=(quote,)
    )


if __name__ == "__main__":
    main()
