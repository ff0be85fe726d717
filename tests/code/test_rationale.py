"""What is stored as the reason of a decision is surely one; the rest stays with it as context."""

import pytest

from doxa.code.drafts import Draft
from doxa.code.messages import read_message
from doxa.code.rationale import is_sure
from doxa.code.reasons import sentences_of
from doxa.code.storing import text_of
from tests.code.test_mining import mined


def sure(title: str, sentence: str) -> bool:
    return is_sure(sentence, read_message(f"{title}\n\n{sentence}"))


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("date: clarify the Epoch", "Mention the Epoch under %s so that it is for clarity of the Epoch."),
        ("cp: avoid the label", "Redo to avoid label and goto."),
        ("Check for errors twice", "The other function doesn't need this, because GetImage has received everything."),
        ("Handle boxes apart", "The cause of which was choosing spans, as the polygon was no longer being cut."),
        ("Strip the path off", "Carl spotted this, but I misinterpreted it as a problem caused by the application."),
        ("Support a folder", "Crude support to detect when files lie in the folder which is not the source."),
    ],
)
def test_what_restates_points_or_tells_a_story_is_no_reason(title: str, sentence: str):
    assert not sure(title, sentence)


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        (
            "Include stdbool.h before the call",
            "Every file needs it, because 'die' expands to an expression with 'false'.",
        ),
        ("Match words anew", "Commit db9d6 would erroneously skip matches in SJIS character sets."),
        ("Move the reader apart", "This simplifies the fall-back when a row is locked."),
        ("Look the name up once", "This avoids a slow search at every call of the renderer."),
        ("改用单个进程", "两个进程会互相等待，因为它们锁住同一行。"),
    ],
)
def test_a_mark_of_cause_or_a_former_fault_told_first_is_a_reason(title: str, sentence: str):
    assert sure(title, sentence)


@pytest.mark.parametrize(
    ("title", "why"),
    [
        ("Keep one", "Because two deadlocked."),
        ("Keep one, and drop the rest", "Because two deadlocked."),
        ("Keep one", "Due to a deadlock."),
        ("只留一个", "因为两个会死锁。"),
    ],
)
def test_a_message_that_goes_on_with_because_gives_its_reason_however_short(title: str, why: str):
    draft = mined(f"{title}\n\n{why} Rows are named anew.")
    assert isinstance(draft, Draft)
    assert draft.rationale == why


def test_an_unsure_sentence_stays_as_context_by_which_the_decision_is_found():
    draft = mined("Use the Galil rule for the search\n\nThe algorithm is O(m*n), which is slower than the automaton.")
    assert isinstance(draft, Draft)
    assert draft.rationale == ""
    assert [each.kind for each in draft.quotes] == ["context"]
    assert "automaton" in text_of(draft)


def test_a_sentence_does_not_end_at_dots_that_leave_something_out():
    text = "This avoids a slow search with ln F1 F2 ... DIR, where DIR is long. It is faster."
    assert sentences_of(text) == [text[:-14].rstrip(), "It is faster."]
