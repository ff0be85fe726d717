from __future__ import annotations

import pytest

from doxa.code.grounds import grounds_of
from doxa.code.messages import read_message
from doxa.code.mining import Skipped, question_of
from tests.code.test_mining import mined


def grounds(title, body):
    return [each.text for each in grounds_of(read_message(f"{title}\n\n{body}"))]


@pytest.mark.parametrize(
    ("title", "ground"),
    [
        ("Close the file first", "Windows keeps a lock because the handle is open."),
        ("cp: copy in blocks", "Copying was slow, since each byte took a call."),
        ("[gl] Check the context", "The context would be lost on a resize, and every draw failed."),
        ("Pass the whole row", "This makes the writer simpler and saves a look-up."),
        ("Drop the old cache", "The cache is no longer used."),
        ("Read in blocks", "Reading a gigabyte took 40 s, and now takes 3 s."),
        ("先关闭文件", "句柄未关闭会导致 Windows 一直锁定文件。"),
        ("改用分块读取", "因为整体读取太慢。"),
    ],
)  # fmt: skip
def test_cause_fault_and_effect_are_grounds_of_the_change(title, ground):
    assert grounds(title, ground) == [ground]


@pytest.mark.parametrize(
    "aside",
    [
        "Reported by Ada Byron in the list because it crashed for her.",
        "Also drop the second lock, since nothing takes it.",
        "This does not affect readers, because they hold no lock.",
        "If the lock is broken, skip the row.",
        "Restrict the range to what is not reserved.",
        "Perhaps this should be removed because nobody calls it.",
        "I think the lock was never needed.",
        "The code was changed so that it is a field.",
        "Why was the lock lost?",
        "This is part of a series to avoid locks.",
        "此外删除第二个锁，因为没有人用它。",
    ],
)
def test_credits_asides_and_what_is_done_are_no_grounds(aside):
    assert grounds("Take the lock once", aside) == []


def test_a_reason_of_another_change_of_the_commit_is_left_out():
    body = "A row was locked twice by the writer. Pages of help were out of date, since no test looked at them."
    assert grounds("Lock rows once, and name the writer", body) == ["A row was locked twice by the writer."]


def test_what_points_back_takes_the_sentence_before_along():
    body = "Rows are held by the writer. The reader waits for the row. It would deadlock otherwise."
    assert grounds("Lock a row once", body) == ["The reader waits for the row. It would deadlock otherwise."]


def test_a_sentence_that_goes_on_in_code_is_none():
    assert grounds("Quote the name", "The shell failed because of\n\n    rm $name\n\nwithout quotes around it.") == []


def test_a_list_of_files_tells_the_reason_where_one_entry_tells_of_the_change():
    one = "* src/copy.c (copy_row): Skip empty rows, as writing them\nfails.\n* NEWS: Mention this.\nReported by Ada."
    assert grounds("cp: skip empty rows", one) == ["Skip empty rows, as writing them fails."]
    two = "* src/copy.c (copy_row): Skip empty rows, as writing them fails.\n(main): Warn.\n* src/move.c: Likewise."
    assert grounds("cp: skip empty rows", two) == []


def test_entries_of_a_list_know_what_they_are_about():
    body = "It crashed.\n* src/a.c, src/b.c,\nsrc/c.c (read_row): Check it.\n(main): Call it.\n- of a plain list\n  too"
    message = read_message(f"Check rows\n\n{body}")
    assert message.prose == ("It crashed.",)
    assert [(each.where, each.text) for each in message.entries] == [
        ("src/a.c, src/b.c, src/c.c (read_row)", "Check it."),
        ("src/a.c, src/b.c, src/c.c (read_row) (main)", "Call it."),
        ("", "of a plain list too"),
    ]


@pytest.mark.parametrize(
    "title",
    ["Add a test for rows", "minor cleanups", "Fix typo in the docs", "Update gnulib to latest", "Warnings", "* NEWS"],
)  # fmt: skip
def test_a_subject_that_names_no_choice_is_no_decision(title):
    assert isinstance(mined(f"{title}\n\nIt crashed because the row was locked."), Skipped)


def test_half_a_sentence_is_no_title():
    assert isinstance(mined("When a row is locked twice then the\n\nwriter waits, because nobody frees it."), Skipped)
    assert mined("Lock the row\n\nwriters waited because nobody freed it.").title == "Lock the row"


def test_a_question_says_where_behind_what():
    assert question_of("cp,mv: avoid a second look") == "Why avoid a second look (cp,mv)?"
    assert question_of("[gl] Check the context.") == "Why check the context (gl)?"


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Avoid the shadowing warning", "Define a name of its own, to avoid the shadowing."),
        ("Build without perl", "Drop perl by moving to a script which makes the list."),
        ("Relax the assertion", "Throwaway the assertion and trust that the caller doesn't err."),
        ("Do not hide errors", "The reader no longer hides errors of a folder."),
        ("Blend rows natively", "This commit makes the writer use blending where it is there."),
        ("Scale the row", "The reference images were made with another tool."),
        ("Sharpen the ramp", "Failing that, use as large a ramp as the card takes, to avoid blur."),
        ("Trace calls", "This tool can be used to trace the calls of a program."),
        ("Compose rows one by one", "The cost is that a row would be slower."),
        ("Ask rows by script", "This should fix bug#17 of rows."),
        ("Fold rows early", "Rows from outside are still folded there, so we still need the other fold."),
        ("Describe a row", "The row's word is optional and therefore empty everywhere."),
        ("Check rows", "Now we check that rows are not empty."),
        ("Add a row", "The other row also fails when it is bounded."),
        ("Split the row", "To avoid moving the rest, the row that is left gets a mark."),
    ],
)
def test_means_and_side_remarks_are_no_grounds_where_the_message_says_more(title, sentence):
    assert grounds(title, f"Rows go to the writer in order. {sentence}") == []


def test_what_turns_against_a_ground_is_taken_along_or_both_are_left():
    told = "The row is read at once because of old readers. However, it is very slow for long rows."
    assert grounds("Read a row in parts", told) == [told]
    assert grounds("Read a row in parts", "The row was never read twice.\n\nBut see the list:\n\n    a b") == []


@pytest.mark.parametrize("title", ["Compiler warnings", "Memory leak in the reader", "[row] Add perf tests for rows"])
def test_a_subject_that_names_a_symptom_is_no_decision(title):
    assert isinstance(mined(f"{title}\n\nIt crashed because the row was locked."), Skipped)


def test_the_cause_of_a_failure_that_is_avoided_is_not_why_it_is_avoided():
    assert isinstance(mined("Avoid a build failure due to a missing header"), Skipped)
