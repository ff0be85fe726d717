"""The LongMemEval reader on a made file of its layout: ids and labels stay out of the memory."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest


def entry(question_id: str, question: str, gold: list[str]) -> dict[str, Any]:
    sessions = {
        "answer_1": [("user", "My new bicycle is a red Brompton.", True), ("assistant", "Lovely!", False)],
        "noise_2": [("user", "What should I cook tonight?", False), ("assistant", "Try a risotto.", False)],
        "noise_3": [("user", "Tell me about glaciers.", False), ("assistant", "They are slow rivers of ice.", False)],
    }
    return {
        "question_id": question_id,
        "question_type": "single-session-user",
        "question": question,
        "answer": "a red Brompton",
        "question_date": "2023/05/30 (Tue) 23:40",
        "haystack_session_ids": list(sessions),
        "haystack_dates": [f"2023/05/2{day} (Sat) 02:21" for day in range(3)],
        "haystack_sessions": [
            [
                {"role": role, "content": text, **({"has_answer": True} if marked else {})}
                for role, text, marked in turns
            ]
            for turns in sessions.values()
        ],
        "answer_session_ids": gold,
    }


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    data = [entry("q1", "Which bicycle do I have?", ["answer_1"]), entry("q2_abs", "What is my blood type?", [])]
    (tmp_path / "longmemeval").mkdir()
    (tmp_path / "longmemeval" / "s.json").write_text(json.dumps(data), encoding="utf-8")
    return tmp_path


def test_sessions_are_known_by_position_and_evidence_by_its_mark(folder):
    from dialogues import longmemeval

    (dialogue, unanswerable), (_, other) = longmemeval(folder / "longmemeval")
    assert [turn.session for turn in dialogue.turns[::2]] == ["session 0", "session 1", "session 2"]
    assert dialogue.asked[0].gold == {0}
    assert (unanswerable, other) == (False, True)


def test_no_id_and_no_label_reaches_the_memory(folder):
    from dialogues import longmemeval
    from remembering import Remembering

    dialogue, _ = next(longmemeval(folder / "longmemeval"))
    with Remembering(dialogue, None) as memory:
        stored = json.dumps([str(each) for each in memory._memory.list(limit=100).items])
    assert "answer_1" not in stored
    assert "has_answer" not in stored


def test_the_evidence_is_found_and_counted(folder):
    from dialogues import longmemeval
    from recall_longmemeval import ask

    dialogue, _ = next(longmemeval(folder / "longmemeval"))
    found = ask(dialogue, None)
    assert found.any_hit == found.all_hit == (True, True)
    assert found.turns == 1.0
    assert not found.abstained


def test_missing_data_are_a_row_that_says_so(folder, tmp_path, capsys):
    from recall_longmemeval import measure
    from report import Report

    report = Report("recall")
    measure(report, tmp_path / "nowhere")
    assert report.rows[0].value is None
    assert "DATA" in report.rows[0].note
