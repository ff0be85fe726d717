"""The conversations that ship for the demo are well formed, and their questions can be answered from them."""

from __future__ import annotations

import json
from collections import Counter
from datetime import datetime
from importlib.resources import files
from itertools import pairwise
from typing import Any

import pytest

DATA = files("doxa") / "cli" / "data"
both = pytest.mark.parametrize("language", ["en", "zh"])


def turns(language: str) -> list[dict[str, str]]:
    text = (DATA / f"demo_{language}.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def questions(language: str) -> list[dict[str, Any]]:
    text = (DATA / f"demo_{language}.questions.json").read_text(encoding="utf-8")
    loaded: list[dict[str, Any]] = json.loads(text)
    return loaded


def when(turn: dict[str, str]) -> datetime:
    return datetime.fromisoformat(turn["time"])


@both
def test_each_turn_has_the_same_fields(language: str) -> None:
    for turn in turns(language):
        assert set(turn) == {"session", "time", "role", "name", "content"}
        assert turn["role"] in {"user", "assistant"}
        assert turn["name"]
        assert turn["content"] == turn["content"].strip() != ""


@both
def test_times_carry_an_offset_and_strictly_increase(language: str) -> None:
    times = [when(turn) for turn in turns(language)]
    assert all(time.tzinfo is not None for time in times)
    assert all(earlier < later for earlier, later in pairwise(times))


@both
def test_each_session_is_named_after_its_day_and_is_in_one_piece(language: str) -> None:
    sessions = [turn["session"] for turn in turns(language)]
    assert all(turn["session"] == when(turn).date().isoformat() for turn in turns(language))
    assert len(set(sessions)) == 1 + sum(left != right for left, right in pairwise(sessions))


@both
def test_length_and_span_are_those_of_a_real_acquaintance(language: str) -> None:
    told = turns(language)
    assert 75 <= len(told) <= 90
    assert 8 <= len({turn["session"] for turn in told}) <= 12
    assert (when(told[-1]) - when(told[0])).days > 120
    assert Counter(turn["role"] for turn in told)["user"] > len(told) / 2


@both
def test_every_expected_text_stands_in_an_evidence_turn(language: str) -> None:
    told = turns(language)
    for question in questions(language):
        evidence = [told[index]["content"] for index in question["evidence"]]
        assert bool(evidence) == bool(question["expect"])
        for expected in question["expect"]:
            assert any(expected in content for content in evidence), question["question"]
        for content in evidence:
            assert any(expected in content for expected in question["expect"]), question["question"]


@both
def test_evidence_of_a_dated_question_was_told_by_then(language: str) -> None:
    told = turns(language)
    for question in questions(language):
        assert ("as_of" in question) == (question["kind"] == "as_of")
        if question["kind"] == "as_of":
            asked = datetime.fromisoformat(question["as_of"])
            assert asked.tzinfo is not None
            assert all(when(told[index]) <= asked for index in question["evidence"])


@both
def test_a_question_asked_now_and_earlier_has_two_answers(language: str) -> None:
    asked = questions(language)
    now = {question["question"]: question["expect"] for question in asked if question["kind"] == "ask"}
    earlier = [question for question in asked if question["kind"] == "as_of"]
    assert earlier
    assert all(now[question["question"]] != question["expect"] for question in earlier)


@both
def test_a_changed_fact_lists_its_versions_in_the_order_they_were_told(language: str) -> None:
    told = turns(language)
    changed = [question for question in questions(language) if question["kind"] == "changed"]
    assert changed
    for question in changed:
        assert question["evidence"] == sorted(question["evidence"])
        versions = zip(question["evidence"], question["expect"], strict=True)
        assert all(version in told[index]["content"] for index, version in versions)


@both
def test_the_questions_are_of_every_kind_and_one_has_no_answer(language: str) -> None:
    asked = questions(language)
    assert 8 <= len(asked) <= 10
    assert {question["kind"] for question in asked} == {"ask", "as_of", "changed", "path"}
    assert [question["kind"] for question in asked if not question["expect"]] == ["ask"]


@both
def test_a_path_question_names_both_ends_and_ends_at_its_target(language: str) -> None:
    for question in questions(language):
        assert ("source" in question) == ("target" in question) == (question["kind"] == "path")
        if question["kind"] == "path":
            assert question["expect"][-1] == question["target"]
