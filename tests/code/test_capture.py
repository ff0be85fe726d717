from __future__ import annotations

import pytest

from doxa.errors import InvalidInput, NotFound

SAID = {
    "title": "Keep one worker",
    "decision": "One worker handles all jobs.",
    "rationale": "Two of them deadlocked.",
    "files": ["a.py"],
    "quotes": [{"text": "we saw it hang twice", "kind": "incident", "source": "review"}],
}


def test_a_host_keeps_a_decision_with_its_files(memory, repo):
    sha = repo.commit("Work", a_py="1\n", b_py="1\n")
    report = memory.code.capture([SAID], repo=repo.top)
    assert (report.decisions, len(report.refs)) == (1, 1)
    found = memory.code.why("a.py:1", repo=repo.top).decisions[0]
    assert (found.ref, found.origin, found.commits) == (report.refs[0], "host", (sha,))
    assert [(each.file, each.role) for each in found.anchors] == [("a.py", "primary"), ("b.py", "touched")]


def test_the_same_again_changes_nothing_and_more_is_a_new_version(memory, repo):
    repo.commit("Work", a_py="1\n")
    memory.code.capture([SAID], repo=repo.top)
    again = memory.code.capture([SAID], repo=repo.top)
    assert (again.decisions, again.revised) == (0, 0)
    assert memory.code.capture([{**SAID, "rationale": "They hung."}], repo=repo.top).revised == 1


def test_what_a_host_said_is_not_put_back_by_rules(memory, repo):
    repo.commit("Keep one worker\n\nBecause it is simple.", a_py="1\n")
    memory.code.capture([SAID], repo=repo.top)
    memory.code.ingest(repo.top)
    assert memory.code.why("a.py:1", repo=repo.top).decisions[0].rationale == "Two of them deadlocked."


def test_a_host_may_say_what_is_replaced(memory, repo):
    repo.commit("Keep one worker\n\nBecause it is simple.", a_py="1\n")
    memory.code.ingest(repo.top)
    repo.commit("Work", a_py="2\n")
    new = {"title": "Use four workers", "decision": "Four.", "supersedes": ["Keep one worker"]}
    assert memory.code.capture([new], repo=repo.top).superseded == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"colour": "red"}, "colour"),
        ({"title": " "}, "title"),
        ({"decision": None}, "decision"),
        ({"confidence": 2}, "confidence"),
        ({"files": "a.py"}, "files"),
        ({"quotes": [{"text": "x", "page": 1}]}, "page"),
        ({"files": ["../../etc/passwd"]}, "file"),
    ],
)
def test_a_field_that_cannot_be_used_is_refused_and_nothing_written(memory, repo, change, field):
    repo.commit("Work", a_py="1\n")
    with pytest.raises(InvalidInput) as refused:
        memory.code.capture([SAID, {**SAID, "title": "Other", **change}], repo=repo.top)
    assert field in (refused.value.field or "")
    assert memory.code.why("worker").decisions == ()


def test_a_commit_that_does_not_exist_is_not_found(memory, repo):
    repo.commit("Work", a_py="1\n")
    with pytest.raises(NotFound):
        memory.code.capture([SAID], repo=repo.top, commit="nothing")
