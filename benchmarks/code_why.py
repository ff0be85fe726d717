"""Does `why` find the commit that answers? Questions of an annotator over real histories, beside BM25 and `git log`.

`benchmarks/gold/why_dev.json` and `why_test.json` hold questions in words with the commit that answers (and others that
answer as well, under `also`); what was tuned was tuned on the first. `why_histories_*.json` ask of other projects: they
name the `repo`, and its commits by day and digest of the title (see `code_histories.py`). `why_anchor.json` holds
lines, as the commit `at` numbers them, with the commit that tells why they are as they are. No language model is asked.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from code_histories import HISTORIES, built, key_of
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
    """Add how often each way puts an answering commit first, on the questions about the histories that are here."""
    with tempfile.TemporaryDirectory() as folder:
        _measure_questions(report, [open_repository("."), *other_histories(report, Path(folder))])


def other_histories(report: Report, into: Path) -> list[Repository]:
    """Build the histories whose tarballs `HISTORIES` names, and say of those that are missing."""
    named = os.environ.get("HISTORIES", "")
    tops = list(built(Path(named), into)) if named else []
    for missing in sorted({*HISTORIES} - {top.name for top in tops}):
        report.skip(f"why in words, {missing}", "no tarball in HISTORIES; see benchmarks/code_histories.py")
    return [open_repository(top) for top in tops]


def _measure_questions(report: Report, repositories: Sequence[Repository]) -> None:
    sets = {part: questions(part, repositories) for part in ("dev", "test")}
    finders = {"BM25 over messages": by_bm25(repositories), "git log --grep": by_grep(repositories)}
    found = {name: ranks(finder, sets) for name, finder in finders.items()}
    for name, settings in (("doxa", {}), ("doxa without an embedder", {"embedder": None})):
        with tempfile.TemporaryDirectory() as home, Memory("why", home=home, **settings) as memory:
            for repository in repositories:
                memory.code.ingest(repository.top)
            found[name] = ranks(by_doxa(memory, repositories), sets)
            if not settings:
                measure_lines(report, memory, repositories)
    groups = ["all", "test", "dev", *dict.fromkeys(str(row["repo"]) for rows in sets.values() for row in rows)]
    for name, each in found.items():
        for group in groups:
            first, five, count = share(each, group)
            base = None if name == "BM25 over messages" else share(found["BM25 over messages"], group)[0]
            report.add(
                f"why in words, answer first, {group}: {name}",
                first,
                "",
                baseline=base,
                ratio=first / base if base else None,
                at_least=BEYOND_BM25 if name.startswith("doxa") and group in ("all", "test") else None,
                note=f"{count} questions, among five {five:.2f}",
            )


def questions(part: str, repositories: Sequence[Repository]) -> list[Row]:
    """Return the questions of a part about these repositories, with the places of these and the ids of commits."""
    own = [{**row, "repo": "doxa", "at": 0} for row in rows_of(f"why_{part}.json")]
    rows: list[Row] = [*own]
    listed = rows_of(f"why_histories_{part}.json")
    for at, repository in enumerate(repositories[1:], 1):
        ids = ids_of(repository)
        rows += [
            {**row, "at": at, "commit": ids[row["commit"]]} for row in listed if row["repo"] == repository.top.name
        ]
    return rows


def ids_of(repository: Repository) -> dict[str, str]:
    """Return the ids of a history's commits by what a question names them by."""
    commits = read_commits(repository, list_commits(repository, None, None))
    return {key_of(each.time, each.message.partition("\n")[0]): each.sha for each in commits}


def ranks(finder: Finder, sets: Mapping[str, Sequence[Row]]) -> list[tuple[str, str, int]]:
    """Return, per question, its part, its repository and the place of the first answer; 0 = there was none."""
    found = []
    for part, rows in sets.items():
        for row in rows:
            answers = {row["commit"], *row.get("also", ())}
            rank = next((at for at, sha in enumerate(finder(row), 1) if sha in answers), 0)
            found.append((part, str(row["repo"]), rank))
    return found


def share(found: Sequence[tuple[str, str, int]], group: str) -> tuple[float, float, int]:
    """Return how often an answer is first and among five in a part, a repository or all, and of how many questions."""
    listed = [rank for part, repo, rank in found if group in ("all", part, repo)]
    return (
        sum(rank == 1 for rank in listed) / len(listed),
        sum(1 <= rank <= 5 for rank in listed) / len(listed),
        len(listed),
    )


def by_doxa(memory: Memory, repositories: Sequence[Repository]) -> Finder:
    """Return the commits that an answer of `why` names, in its order."""

    def find(row: Row) -> Sequence[str]:
        answer = memory.code.why(row["question"], repo=repositories[row["at"]].top, limit=5)
        return [each.commit for each in answer.changes]

    return find


def by_bm25(repositories: Sequence[Repository]) -> Finder:
    """Return commits by BM25 of their messages."""
    index = {}
    for repository in repositories:
        commits = list(read_commits(repository, list_commits(repository, None, None)))
        index[repository.top] = ([each.sha for each in commits], Bm25([each.message for each in commits]))

    def find(row: Row) -> Sequence[str]:
        shas, bm25 = index[repositories[row["at"]].top]
        scores = bm25.scores(row["question"])
        return [shas[at] for at in sorted(range(len(shas)), key=lambda at: -scores[at])[:5]]

    return find


def by_grep(repositories: Sequence[Repository]) -> Finder:
    """Return commits whose messages hold all of a question's words; the shortest are given up until there are any."""

    def find(row: Row) -> Sequence[str]:
        repository = repositories[row["at"]]
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
        top = repositories[0].top
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
