"""Does `why` find the commit that answers? Questions of an annotator over real histories, beside BM25 and `git log`.

`benchmarks/gold/why_dev.json` and `why_test.json` hold questions in words with the commit that answers (and others that
answer as well, under `also`); what was tuned was tuned on the first. `why_anchor.json` holds lines, as the commit `at`
numbers them, with the commit that tells why they are as they are. A row may name its `repo`, the last part of a folder
in `REPOS`; else it is this one. No language model is asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from doxa import Memory
from doxa.code.git import Repository, open_repository
from doxa.code.history import list_commits, read_commits
from report import Report
from retrieval_baselines import Bm25, terms

GOLD = Path(__file__).parent / "gold"
BEYOND_BM25 = 1.3
TRUE = 0.9

Row = Mapping[str, Any]
Finder = Callable[[Row], Sequence[str]]
"""Returns commits for a question, best first."""


def measure_questions(report: Report) -> None:
    """Add how often each way puts an answering commit first, on the questions that there are."""
    repositories = [open_repository(Path(each)) for each in os.environ.get("REPOS", ".").split(os.pathsep)]
    sets = {name: rows_of(f"why_{name}.json") for name in ("dev", "test")}
    if not any(sets.values()):
        report.skip("why in words", "there are no questions in benchmarks/gold")
        return
    finders = {"BM25 over messages": by_bm25(repositories), "git log --grep": by_grep(repositories)}
    found = {name: shares(finder, sets) for name, finder in finders.items()}
    for name, settings in (("doxa", {}), ("doxa without an embedder", {"embedder": None})):
        with tempfile.TemporaryDirectory() as home, Memory("why", home=home, **settings) as memory:
            for repository in repositories:
                memory.code.ingest(repository.top)
            found[name] = shares(by_doxa(memory, repositories), sets)
            if not settings:
                measure_lines(report, memory, repositories)
    bm25 = found["BM25 over messages"]
    for name, each in found.items():
        for part, (first, five, count) in each.items():
            base = None if name == "BM25 over messages" else bm25[part][0]
            wanted = BEYOND_BM25 if name == "doxa" and part != "dev" else None
            report.add(
                f"why in words, answer first, {part}: {name}",
                first,
                "",
                baseline=base,
                ratio=first / base if base else None,
                at_least=wanted,
                note=f"{count} questions, among five {five:.2f}",
            )


def shares(finder: Finder, sets: Mapping[str, Sequence[Row]]) -> dict[str, tuple[float, float, int]]:
    """Return, per set and for all, how often an answer is first and among five, and how many questions there are."""
    ranks: dict[str, list[int]] = {}
    for name, rows in sets.items():
        for row in rows:
            answers = {row["commit"], *row.get("also", ())}
            rank = next((at for at, sha in enumerate(finder(row), 1) if sha in answers), 0)
            for part in (name, "all"):
                ranks.setdefault(part, []).append(rank)
    return {
        part: (
            sum(rank == 1 for rank in listed) / len(listed),
            sum(1 <= rank <= 5 for rank in listed) / len(listed),
            len(listed),
        )
        for part, listed in ranks.items()
    }


def by_doxa(memory: Memory, repositories: Sequence[Repository]) -> Finder:
    """Return the commits that an answer of `why` names, in its order."""

    def find(row: Row) -> Sequence[str]:
        answer = memory.code.why(row["question"], repo=repository_of(row, repositories).top, limit=5)
        return [each.commit for each in answer.changes]

    return find


def by_bm25(repositories: Sequence[Repository]) -> Finder:
    """Return commits by BM25 of their messages."""
    index = {}
    for repository in repositories:
        commits = list(read_commits(repository, list_commits(repository, None, None)))
        index[repository.top] = ([each.sha for each in commits], Bm25([each.message for each in commits]))

    def find(row: Row) -> Sequence[str]:
        shas, bm25 = index[repository_of(row, repositories).top]
        scores = bm25.scores(row["question"])
        return [shas[at] for at in sorted(range(len(shas)), key=lambda at: -scores[at])[:5]]

    return find


def by_grep(repositories: Sequence[Repository]) -> Finder:
    """Return commits whose messages hold all of a question's words; the shortest are given up until there are any."""

    def find(row: Row) -> Sequence[str]:
        repository = repository_of(row, repositories)
        words = sorted(dict.fromkeys(terms(row["question"])), key=len, reverse=True)
        while words:
            asked = [f"--grep={word}" for word in words]
            command = ["log", "--format=%H", "-i", "-F", "--all-match", *asked, repository.head]
            found = subprocess.run(
                repository.command(*command), capture_output=True, text=True, env=repository.environment()
            )
            if found.stdout.strip():
                return found.stdout.split()[:5]
            words.pop()
        return []

    return find


def measure_lines(report: Report, memory: Memory, repositories: Sequence[Repository]) -> None:
    """Add how often `why FILE:LINE` names the commit that tells why, first, and how often with words of a decision."""
    rows = rows_of("why_anchor.json")
    if not rows:
        return
    right = decided = 0
    for row in rows:
        top = repository_of(row, repositories).top
        answer = memory.code.why(file=str(top / row["file"]), line=row["line"], commit=row.get("at"), repo=top)
        named = [*(each.commits[-1] for each in answer.decisions[:1] if each.match == "line")]
        named += [each.commit for each in answer.changes[:1]]
        right += row["commit"] in named
        decided += bool(answer.decisions) and row["commit"] in answer.decisions[0].commits
    report.add("why by line: the commit is named first", right / len(rows), "", note=f"{len(rows)} lines")
    report.add("why by line: its decision is first, with a quote", decided / len(rows), "", note=f"{len(rows)} lines")


def measure_truth(report: Report) -> None:
    """Add the share of a sample of decisions that an annotator judged true; see `code_sample.py`."""
    path = GOLD / "decisions_judged.json"
    rows = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []
    if not rows:
        report.skip("stored decisions judged true", "there are no judgements in benchmarks/gold")
        return
    true = sum(bool(row["true"]) for row in rows)
    report.add("stored decisions judged true", true / len(rows), "", at_least=TRUE, note=f"{true} of {len(rows)}")


def rows_of(name: str) -> list[Row]:
    """Return the rows of a file of `benchmarks/gold`."""
    path = GOLD / name
    return json.loads(path.read_text(encoding="utf-8")) if path.is_file() else []


def repository_of(row: Row, repositories: Sequence[Repository]) -> Repository:
    """Return the repository that a row is about."""
    wanted = row.get("repo")
    return next((each for each in repositories if wanted in (each.name, each.top.name)), repositories[0])
