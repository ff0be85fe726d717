"""What the predecessors' published cases ask of decision memory, told through the public verbs where there are any."""

from __future__ import annotations

import pytest

from doxa.code.mining import Skipped
from doxa.code.talk import decisions_in
from doxa.code.transcripts import Said
from doxa.graph.nodes import Filter
from doxa.graph.owners import CODE_MEMORY
from tests.code.test_mining import mined


def test_a_decision_goes_by_its_title_and_the_date_of_its_author_and_by_no_commit(memory, repo):
    first = repo.commit("Single-worker executor\n\nBecause two of them deadlocked.", a_py="1\n")
    memory.code.ingest(repo.top)
    repo.git("commit", "-q", "--amend", "--no-edit", GIT_COMMITTER_DATE="2026-07-01T10:00:00+09:00")
    second = repo.git("rev-parse", "HEAD").strip()
    assert memory.code.ingest(repo.top).decisions == 0
    (found,) = memory.code.why("why a single-worker executor", repo=repo.top).decisions
    assert found.commits == (first, second)


def test_the_same_title_at_another_time_is_another_decision(memory, repo):
    repo.commit("Retry once\n\nBecause the first call fails.", a_py="1\n")
    repo.commit("Retry once\n\nBecause the first call fails again.", a_py="2\n")
    assert memory.code.ingest(repo.top).decisions == 2


def test_a_file_is_found_however_its_path_is_written(memory, repo):
    repo.commit_files("Keep one worker\n\nTwo deadlocked on a row.", {"src/Main.py": "1\n"})
    memory.code.ingest(repo.top)
    for name in ("src/Main.py", "./src/Main.py", ".\\src\\Main.py"):
        assert memory.code.why(file=name, repo=repo.top).decisions[0].anchors[0].file == "src/Main.py"


def test_a_version_bump_without_a_body_is_passed_over():
    assert mined("Bump version to 1.2") == Skipped("version bump")


@pytest.mark.parametrize(
    ("kinds", "grade"),
    [
        ((), "unverified"),
        (("constraint",), "single_source"),
        (("rejected_alternative",), "single_source"),
        (("measurement",), "corroborated"),
    ],
)  # fmt: skip
def test_the_grade_of_a_decision_is_that_of_its_quotes(memory, repo, kinds, grade):
    repo.commit("Begin", a_py="1\n")
    quotes = [{"text": "It locks the row.", "kind": kind} for kind in kinds]
    memory.code.capture([{"title": "Keep one worker", "decision": "One.", "quotes": quotes}], repo=repo.top)
    with memory.graph.view(user=CODE_MEMORY) as view:
        (row,) = view.list_heads(Filter(kinds=("code_decision",)), limit=9).items
    assert row.evidence == grade


def test_a_conversation_decides_where_it_says_so_and_against_what():
    (found,) = decisions_in([Said("user", "let's go with SQLite instead of Postgres")])
    assert found.quotes[0] == ("let's go with SQLite instead of Postgres", "alternative")
    assert decisions_in([Said("user", "hi")]) == []
    assert decisions_in([Said("user", "why not Redis? I considered it but latency")]) == []


def test_what_was_weighed_is_quoted_with_the_decision_that_follows(memory, repo):
    text = "I considered Redis but its latency is too high. Let's go with SQLite."
    (found,) = decisions_in([Said("assistant", text)])
    assert [kind for _, kind in found.quotes] == ["decision", "alternative"]


def test_places_come_before_likeness_and_what_was_replaced_behind_all(memory, repo):
    repo.commit("Lock the row\n\nBecause two workers met.", a_py="1\n")
    repo.commit("Use a queue instead of a lock on the row\n\nBecause the lock of the row deadlocked.", b_py="1\n")
    repo.commit("Hold the lock of the row\n\nBecause a lock of the row is cheap.", c_py="1\n")
    memory.code.capture(
        [{"title": "Drop the lock", "decision": "No lock.", "files": ["a.py"], "supersedes": ["Lock the row"]}],
        repo=repo.top,
    )
    memory.code.ingest(repo.top)
    memory.code.capture(
        [{"title": "Drop the lock", "decision": "No lock.", "files": ["a.py"], "supersedes": ["Lock the row"]}],
        repo=repo.top,
    )
    found = memory.code.why("a lock of the row", file="a.py", repo=repo.top, limit=9).decisions
    assert found[0].title == "Drop the lock"
    assert [each.status for each in found] == sorted(each.status for each in found)
    order = {"line": 0, "commit": 0, "file": 1, "symbol": 1, "text": 2, "replacement": 3}
    active = [order[each.match] for each in found if each.status == "active" and each.match != "replacement"]
    assert active == sorted(active)
