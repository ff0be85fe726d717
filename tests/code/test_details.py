"""Decisions beside the code: sentences of comments and documentation that say why."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.code.details import details_in, mine_details
from doxa.code.history import Commit
from doxa.code.prose import Prose


def commit_with(*texts, form="comment"):
    prose = [Prose("src/a.py", 4, 5, text, "run", form) for text in texts]
    return Commit("c" * 40, ("p",), "Ada", datetime(2025, 3, 1, tzinfo=UTC), "Add the reader", prose=prose)


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("The file is closed first, since Windows keeps a lock.", "since Windows keeps a lock."),
        ("Windows keeps a lock, so the file is closed first.", "Windows keeps a lock"),
        ("Close it first, so that the lock is gone before.", "so that the lock is gone before."),
        ("Names are kept whole to avoid a second look at them.", "to avoid a second look at them."),
        ("没有空格时先切分，以免一个词被拆成两半。", "以免一个词被拆成两半。"),
        ("Rows are read in pages rather than at once, since memory is small.", "since memory is small."),
    ],
)
def test_a_sentence_of_cause_is_a_decision_with_its_reason(sentence, why):
    assert [(each.text, each.why) for each in details_in(commit_with(sentence))] == [(sentence, why)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Return the names that were added since the last call.",
        "It has run since 2019 without any change at all.",
        "Return whether a thing is known, and nothing else.",
        "It is taken that way only because a caller says so.",
        "if (x == 1) { return; } so that y = 2 holds here",
        "Should we close the file first, so that the lock is gone?",
        "Rows are read in pages rather than at once by now.",
        "Return the rows to write, so that new codes follow the old ones.",
        "Actions that take a memory away because somebody judged it useless.",
        "The first of a month there, so never the 29th of February.",
        "TODO close the file first, so that the lock is gone.",
        "Messages are due to be sent in the order of their time.",
    ],
)
def test_what_only_looks_like_a_cause_is_none(sentence):
    assert details_in(commit_with(sentence)) == []


def test_a_detail_stands_at_its_lines_and_is_quoted_word_for_word():
    sentence = "The file is closed first, since Windows keeps a lock."
    (draft,) = mine_details(commit_with(f"Reads rows. {sentence}"), "work")
    assert (draft.title, draft.rationale, draft.about) == (sentence, "since Windows keeps a lock.", "Add the reader")
    assert (draft.anchors[0].file, draft.anchors[0].start, draft.anchors[0].role) == ("src/a.py", 4, "comment")
    assert (draft.quotes[0].text, draft.symbols[0]) == (sentence, "run")


def test_a_comment_said_again_in_a_later_commit_is_one_decision_in_both(repo, memory):
    comment = "# the file is closed first, since Windows keeps a lock\n"
    repo.commit("Add the reader", a_py=f"{comment}x = 1\n")
    repo.commit("Drop the reader", a_py="x = 1\n")
    repo.commit("Bring the reader back", b_py=f"{comment}x = 1\n")
    report = memory.code.ingest(repo.top)
    assert (report.decisions, report.revised) == (1, 1)
    (decision,) = memory.code.why("b.py:2", repo=repo.top).decisions
    assert len(decision.commits) == 2


def test_a_revert_brings_back_no_decision_of_its_own(repo, memory):
    comment = "# the file is closed first, since Windows keeps a lock\n"
    sha = repo.commit("Add the reader", a_py=f"{comment}x = 1\n")
    repo.git("revert", "--no-edit", sha)
    repo.git("revert", "--no-edit", "HEAD")
    memory.code.ingest(repo.top)
    titles = [each.title for each in memory.code.why("reader lock", repo=repo.top, limit=9).decisions]
    assert titles.count("the file is closed first, since Windows keeps a lock") == 1


def test_a_page_alone_writes_down_what_was_decided_before(repo, memory):
    text = "Rows are read in pages, since memory is small there.\n"
    repo.commit_files("Explain reading", {"docs/reading.md": text})
    assert memory.code.ingest(repo.top).decisions == 0
    repo.commit_files("Read in pages", {"docs/pages.md": text, "src/a.py": "x = 1\n"})
    assert memory.code.ingest(repo.top).decisions == 1
