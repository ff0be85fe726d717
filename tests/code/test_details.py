"""Decisions beside the code: sentences of comments and documentation that say why."""

from __future__ import annotations

from dataclasses import replace
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
    ("sentence", "why"),
    [
        (
            "Loose ranges fit one number in ten, so that a word must say what it is.",
            "Loose ranges fit one number in ten",
        ),
        ("Text from a host: what it sent is no evidence, so that it is cut out.", "what it sent is no evidence"),
        ("The file is opened anew: a lock belongs to a file, so it must not be shared.", "a lock belongs to a file"),
        ("Orders are stored with the rows, so nothing moves after a loss.", "so nothing moves after a loss."),
        ("Check names and ranges, so that no stage has to do it again.", "so that no stage has to do it again."),
        ("Since Windows keeps a lock, the file is closed first.", "Since Windows keeps a lock"),
        ("Names are short, so that all fit; others stay as they are.", "so that all fit"),
        (
            "A cross join keeps the order: the planner would else walk all rows.",
            "the planner would else walk all rows.",
        ),
        ("Terms are escaped to letters, so quoting them is enough.", "Terms are escaped to letters"),
        ("由于内存很小，逐页读取所有的行。", "由于内存很小"),
        ("号码范围太宽，从而必须由词语说明它是什么。", "号码范围太宽"),
        ("内存很小，所以按页读取所有的行。", "内存很小"),
        ("逐页读取，以免内存不足；其余不变。", "以免内存不足"),
    ],
)
def test_the_reason_is_what_comes_first_in_fact_and_ends_where_another_thing_begins(sentence, why):
    assert [each.why for each in details_in(commit_with(sentence))] == [why]


@pytest.mark.parametrize(
    "sentence",
    [
        "Rows are numbered in order of writing, so either orders a listing.",
        "The engine compresses its terms, so a scan alone would miss some words.",
        "Whoever comes later gains at most a tenth, so whoever is ahead stays ahead.",
        "Every call makes forty records of its own, so that this adds up.",
        "the index has few rows, so the table has many of them",
        "Two rules were mended since for what they showed.",
        "One half-life, 56 days, since it was last recalled by anybody.",
        "Refuse to close what was closed since the caller looked at all.",
        "Say whether a stay lies within a longer one, so that it interrupts it.",
        "Tells how many rows are left, so that a bar can show it.",
        "What differs: a time, a clause with `because`, a name in front.",
        "A host must not stop because of what memory does to it.",
        "so that erasing the user finds the key as well",
        "The first four make an order with ties. All of it is stored, so that a replay orders alike.",
        "loaded at first use by the module, so that an import costs nothing",
        "How many rows more than wanted are read, since the filter drops some.",
        "Events are not among its parts, since they are read from turns.",
        "Of the code nothing is known, so each file gets one more line by it.",
        "判断一次停留是否在另一次之内，以便打断它。",
        "内存很小，所以这两者说的是同一件事。",
    ],
)
def test_facts_times_and_what_a_function_tells_are_no_decisions(sentence):
    assert details_in(commit_with(sentence)) == []


def test_what_points_back_takes_the_sentence_before_along_or_is_dropped():
    pointing = "It carries a token, so that a write is not done twice."
    whole = f"Every write is one script. {pointing}"
    assert [each.text for each in details_in(commit_with(whole))] == [whole]
    for alone in (pointing, f"They are sent. {pointing}", "Rows of this kind are read once, since memory is small."):
        assert details_in(commit_with(alone)) == []
    chinese = "每次写入是一个脚本。它带有令牌，以免重复写入同一行。"
    assert [each.text for each in details_in(commit_with(chinese))] == [chinese]
    assert details_in(commit_with("它带有令牌，以免重复写入同一行。")) == []


@pytest.mark.parametrize(
    "subject", ["Keep lines short", "docs: Reword comments", "Move the reader to a file", "润色注释"]
)
def test_commits_about_wording_and_moves_decide_nothing_beside_the_code(subject):
    told = commit_with("The file is closed first, since Windows keeps a lock.")
    assert details_in(replace(told, message=subject)) == []


def test_a_comment_in_other_words_is_nothing_new_and_another_number_is(repo, memory):
    old = "# the file is closed before 3 readers, since Windows keeps a lock\n"
    repo.commit("Add the reader", a_py=f"{old}x = 1\n")
    repo.commit("Add more", a_py="# before 3 readers the file is closed first, since Windows keeps a lock\nx = 2\n")
    assert memory.code.ingest(repo.top).decisions == 1
    repo.commit("Try more", a_py="# before 4 readers the file is closed first, since Windows keeps a lock\nx = 3\n")
    assert memory.code.ingest(repo.top).decisions == 1


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
