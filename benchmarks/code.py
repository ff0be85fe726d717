"""What decision memory over git costs: reading commits beside `git log -p`, and asking why beside `git blame`.

Run as `make bench-code`, or `make bench-code DATA=/path/to/a/repository`. Both parts use no model and no embedder.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from doxa import Memory
from doxa.code.answering import Asked, answer
from doxa.code.drafts import Draft
from doxa.code.git import command, environment, open_repository
from doxa.code.history import list_commits
from doxa.code.lines import Place, Touch
from doxa.code.records import CodeAnchor, CodeQuote
from doxa.code.storing import code_operation, store_draft
from doxa.graph.owners import CODE_MEMORY
from doxa.records import Scope

DECISIONS = 20_000
FILES = 2_000
ASKED = 200
WORDS = "index cache worker queue parser socket schema lock retry token buffer planner loader writer shard".split()


def main() -> None:
    """Measure and print both parts, and write them where asked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", default=".", help="a repository to read")
    parser.add_argument("--json", type=Path, help="where the figures are written")
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    given = parser.parse_args()
    found = {"ingest": measure_ingest(Path(given.data)), "why": measure_why(given.decisions)}
    for part, figures in found.items():
        print(part)
        for name, value in figures.items():
            print(f"  {name:28} {value:,.2f}" if isinstance(value, float) else f"  {name:28} {value:,}")
    if given.json:
        given.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")


def measure_ingest(top: Path) -> dict[str, float]:
    """Read a repository into an empty memory, and let git print the same patches."""
    repository = open_repository(top)
    commits = list_commits(repository, None, None)
    started = time.perf_counter()
    with open(tempfile.mkstemp()[1], "wb") as sink:
        subprocess.run(command(repository.top, "log", "-p"), stdout=sink, check=True, env=environment())
    git = time.perf_counter() - started
    with tempfile.TemporaryDirectory() as home, Memory("bench", home=home, embedder=None) as memory:
        started = time.perf_counter()
        report = memory.code.ingest(top)
        whole = time.perf_counter() - started
        started = time.perf_counter()
        memory.code.ingest(top)
        again = time.perf_counter() - started
    beyond = max(whole - git, 1e-6)
    return {
        "commits": len(commits),
        "decisions": report.decisions,
        "git log -p, s": git,
        "ingest, s": whole,
        "commits/s": len(commits) / whole,
        "commits/s beyond git log -p": len(commits) / beyond,
        "the same again, s": again,
    }


def measure_why(decisions: int) -> dict[str, float]:
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
    return {"decisions": decisions, **_spread("a line", lines), **_spread("in words", words)}


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


def _spread(what: str, times: list[float]) -> dict[str, float]:
    ordered = sorted(times)
    return {f"{what}, median ms": statistics.median(ordered), f"{what}, p95 ms": ordered[int(len(ordered) * 0.95)]}


if __name__ == "__main__":
    main()
