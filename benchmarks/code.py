"""What decision memory over git costs: reading commits beside `git log -p`, and asking why beside `git blame`.

`make bench-code` reads this repository, `REPO=folder` another. Both parts use no model and no embedder, and count time
of processors, git's too. What `why` finds is measured on an annotator's questions; see `code_why.py`.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from code_why import measure_questions, measure_truth
from doxa import Memory
from doxa.code.answering import Asked, answer
from doxa.code.drafts import Draft
from doxa.code.git import open_repository
from doxa.code.history import list_commits
from doxa.code.lines import Place, Touch
from doxa.code.passages import Told, keep_told
from doxa.code.records import CodeAnchor, CodeQuote
from doxa.code.storing import code_operation, space_of, store_draft
from doxa.graph.owners import CODE_MEMORY
from doxa.records import Scope
from made_texts import MadeTexts
from report import Report, median, start

DECISIONS = 20_000
RATE, WHY_MS = 100, 30
FILES = 2_000
ASKED = 200


def main() -> None:
    """Measure both parts, print and write the results."""
    report = start("code")
    measure_ingest(report, Path(os.environ.get("REPO", ".")))
    measure_why(report, DECISIONS)
    measure_questions(report)
    measure_truth(report)
    report.write()


def measure_ingest(report: Report, top: Path) -> None:
    """Read a repository into an empty memory, and let git print the same patches."""
    repository = open_repository(top)
    commits = list_commits(repository, None, None)
    began = spent()
    with tempfile.TemporaryFile() as sink:
        subprocess.run(
            repository.command("log", "-p", repository.head), stdout=sink, check=True, env=repository.environment()
        )
    git = spent() - began
    with tempfile.TemporaryDirectory() as home, Memory("bench", home=home, embedder=None) as memory:
        began = spent()
        read = memory.code.ingest(top)
        whole = spent() - began
        began = spent()
        memory.code.ingest(top)
        again = spent() - began
    rate = len(commits) / max(whole - git, 1e-6)
    note = f"{len(commits):,} commits, {read.decisions:,} decisions"
    report.add("commits a second beyond what `git log -p` costs", rate, "commits/s", at_least=RATE, note=note)
    report.add("the same commits again", again, "s")


def spent() -> float:
    """Return the seconds of processors that this process and the git commands it waited for have taken."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def measure_why(report: Report, decisions: int) -> None:
    """Ask about lines and in words among made-up decisions; git itself is left out."""
    with tempfile.TemporaryDirectory() as home, Memory("bench", home=home, embedder=None) as memory:
        texts = MadeTexts(8)
        drafts = [made(number, texts) for number in range(decisions)]
        core = memory._core
        request = core.request("code_ingest", Scope(), None, None, None, "bench")
        for start in range(0, len(drafts), 500):
            with code_operation(core.writing(), request) as writer:
                part = drafts[start : start + 500]
                for draft in part:
                    store_draft(writer, "bench", replace(draft, question=""), None)
                keep_told(
                    writer, "bench", space_of("bench"), [told(draft, texts) for draft in part], [None] * len(part)
                )
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
        report.add(
            f"why by {what}, {decisions:,} decisions, besides git", median(ordered), "ms", at_most=WHY_MS, note=note
        )


def told(draft: Draft, texts: MadeTexts) -> Told:
    """Return what the commit of a made-up decision tells in one file."""
    beside = {draft.anchors[0].file: texts.text()}
    return Told(draft.commit, draft.title, draft.rationale, "Ada", draft.decided_at, beside)


def timed(memory: Memory, asked: Asked, touches: list[Touch]) -> float:
    """Return the processor's milliseconds for one answer, with the snapshot it is read from."""
    started = time.process_time()
    with memory.graph.view(user=CODE_MEMORY) as view:
        assert answer(view, asked, touches, None, ()).decisions
    return (time.process_time() - started) * 1000


def made(number: int, texts: MadeTexts) -> Draft:
    """Return a decision that nobody took, and a question in words of its reason."""
    title, reason, commit = texts.text(8).rstrip("."), texts.text(), f"{number:040x}"
    anchors = tuple(CodeAnchor("bench", commit, f"src/file_{(number + part) % FILES}.py", 1, 40) for part in range(3))
    return Draft(
        title=title,
        decision=f"{title}.",
        rationale=reason,
        question=texts.question([reason]),
        decided_at=datetime(2015, 1, 1, tzinfo=UTC) + timedelta(hours=number),
        author="Ada",
        commit=commit,
        origin="rules",
        confidence=0.85,
        symbols=(title.split()[0],),
        anchors=anchors,
        quotes=(CodeQuote(reason, f"commit {commit}"),),
    )


if __name__ == "__main__":
    main()
