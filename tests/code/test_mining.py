from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.code.history import Commit, FileChange, unquoted
from doxa.code.messages import read_message
from doxa.code.mining import Skipped, mine_commit, question_of
from doxa.code.reasons import chosen_against, reasons_in
from doxa.code.talk import decisions_in
from doxa.code.transcripts import Said


def mined(message, *files, parents=("p",)):
    changes = [FileChange(file, [(1, 3)]) for file in files or ("a.py",)]
    return mine_commit(Commit("c" * 40, parents, "Ada", datetime(2025, 3, 1, tzinfo=UTC), message, changes), "work")


def test_a_body_that_says_why_is_a_decision_with_its_words():
    draft = mined("fix(cache): Close the file first\n\nWindows keeps a lock because the handle is open.\nSeen in CI.")
    assert (draft.title, draft.confidence) == ("Close the file first", 0.85)
    assert draft.rationale == "Windows keeps a lock because the handle is open."
    assert draft.decision == "Close the file first."
    assert [quote.text for quote in draft.quotes] == ["Windows keeps a lock because the handle is open."]
    assert draft.question == "Why close the file first?"


def test_words_of_reason_in_the_subject_are_enough():
    draft = mined("Compile patterns when first used, so that a start stays short")
    assert draft.rationale == "so that a start stays short."
    assert mined("改用 SQLite 存储，避免单独的服务").rationale == "避免单独的服务。"


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("gl: rows lock each other, so keep one worker", "rows lock each other."),
        ("The table is small, so it is read whole", "The table is small."),
        ("Skip the file, so the reader sees no half line", "so the reader sees no half line."),
        ("Read by pages: memory is small, so a table never fits", "memory is small, so a table never fits."),
        ("cp: since memory is small, read by pages", "since memory is small."),
        ("内存很小，所以按页读取", "内存很小。"),
        ("因为两个会死锁，所以只留一个", "因为两个会死锁。"),
    ],
)
def test_a_subject_gives_as_its_reason_the_clause_that_is_no_order(title, why):
    assert mined(title).rationale == why


@pytest.mark.parametrize(
    ("message", "files", "parents", "cause"),
    [
        ("Merge branch 'topic'", ("a.py",), ("p", "q"), "merge without a text"),
        ("Bump version to 1.2", ("a.py",), ("p",), "version bump"),
        ("v1.2.3", ("a.py",), ("p",), "version bump"),
        ("Refresh, because CI said so", ("poetry.lock", "web/yarn.lock"), ("p",), "lock and generated files only"),
        ("Add the parser", ("a.py",), ("p",), "it says what was changed, not why"),
        ("chore: tidy\n\nAll is in alphabetic order now.", ("a.py",), ("p",), "it says what was changed, not why"),
        ("", ("a.py",), ("p",), "no message"),
    ],
)  # fmt: skip
def test_what_says_no_reason_is_skipped_by_name(message, files, parents, cause):
    assert mined(message, *files, parents=parents) == Skipped(cause)


def test_the_text_of_a_pull_request_is_read_from_its_merge():
    text = "Merge pull request #12 from ada/topic\n\nKeep one worker\n\nTwo workers deadlocked on the same row."
    draft = mined(text, parents=("p", "q"))
    assert (draft.title, draft.quotes[0].source, draft.quotes[0].kind) == (
        "Keep one worker",
        "pull request #12",
        "incident",
    )


def test_people_in_trailers_are_no_reasons_and_breaking_changes_are():
    text = "feat!: Drop Python 3.9\n\nBREAKING CHANGE: needs Python 3.10\nSigned-off-by: Ada <ada@example.org>"
    draft = mined(text)
    assert [(quote.text, quote.kind) for quote in draft.quotes] == [("needs Python 3.10", "constraint")]


def test_a_message_names_what_it_takes_back():
    sha = "0123456789abcdef0123456789abcdef01234567"
    assert read_message(f'Revert "Keep one worker"\n\nThis reverts commit {sha}.').reverts == (sha, "Keep one worker")
    assert read_message(f"Use threads\n\nReplaces {sha[:10]}, which was slow.").replaces == (sha[:10],)


def test_what_was_chosen_against_is_told_in_its_own_words():
    assert chosen_against("Use SQLite instead of a JSON file, for speed") == ("a JSON file",)
    assert chosen_against("Replace requests with httpx") == ("requests",)
    assert chosen_against("将 Redis 换成 SQLite") == ("Redis",)
    assert chosen_against("Use SQLite and a JSON file") == ()


def test_reasons_are_verbatim_and_typed():
    text = "It took 40 ms per call. We must not block the loop. Redis was considered. 因为启动慢。"
    assert [each.kind for each in reasons_in(text)] == ["measurement", "constraint", "alternative", "reason"]
    assert all(each.text in text for each in reasons_in(text))


def test_a_question_is_made_of_the_title():
    assert question_of("Keep README short.") == "Why keep README short?"
    assert question_of("README keeps") == "Why README keeps?"
    assert question_of("改用 SQLite") == "为什么改用 SQLite？"


def test_quoted_paths_are_read_back():
    assert unquoted('"a\\"b\\n\\345\\207\\275.py"') == 'a"b\n函.py'
    assert unquoted("plain.py") == "plain.py"


def test_code_in_a_message_is_not_copied():
    draft = mined("Add a guard\n\nIt crashed without a value.\nSeen here:\n\n    if x is None: return secret_code()\n")
    assert "secret_code()" not in draft.decision + draft.rationale + "".join(each.text for each in draft.quotes)


def test_a_short_measure_behind_a_colon_is_a_reason_in_either_language():
    assert mined("Cache the rows: each took 3 s").rationale == "each took 3 s."
    assert mined("缓存数据：耗时3秒").rationale == "耗时3秒。"


def test_short_chinese_reasons_and_decisions_are_read_in_either_script():
    assert [(each.kind, each.text) for each in reasons_in("因为太慢了。")] == [("reason", "因为太慢了。")]
    assert [each.kind for each in reasons_in("為了避免死鎖。")] == ["incident"]
    talk = [Said("user", "改用SQLite吧。"), Said("assistant", "我們決定用Redis。"), Said("user", "要不要用Go？")]
    assert [each.sentence for each in decisions_in(talk)] == ["改用SQLite吧。", "我們決定用Redis。"]
