"""What was taken back comes back nowhere but in history: neither the claim nor the turn that made it, unmarked."""

from __future__ import annotations

from typing import Any

import pytest

from doxa import Message

TAKEN = [
    ("My phone number is 0151 2345678.", "Forget that.", "What is my phone number?", "0151"),
    ("I moved to Rome.", "scrap that", "Where do I live?", "Rome"),
    ("我住在上海。", "当我没说", "我住在哪里？", "上海"),
]


@pytest.mark.parametrize(("said", "back", "question", "value"), TAKEN)
def test_what_was_taken_back_is_neither_recalled_nor_handed_to_an_agent(
    memory: Any, said: str, back: str, question: str, value: str
) -> None:
    memory.add("I like tea.")
    memory.add(said)
    memory.add(back)
    assert not [hit for hit in memory.recall(question).hits if value in hit.belief.text]
    assert value not in memory.engage(question).text


@pytest.mark.parametrize(("said", "back", "question", "value"), TAKEN)
def test_history_and_a_view_of_the_time_before_still_show_it(
    memory: Any, clock: Any, said: str, back: str, question: str, value: str
) -> None:
    made = memory.add(said).beliefs[-1]
    before = clock.now()
    clock.advance(seconds=30)
    memory.add(back)
    assert value in memory.as_of(before).recall(question).hits[0].belief.text
    assert value in str(memory.history(made.id))
    assert value in str(memory.why(made.id))


def test_a_turn_of_which_a_part_was_taken_back_says_so(memory: Any) -> None:
    memory.add("I like chess. I moved to Rome.")
    memory.lock(next(each.id for each in memory.list().items if each.text == "user likes chess"))
    memory.add("scrap that")
    told = memory.engage("Do I like chess?").text
    [line] = [each for each in told.splitlines() if "Rome" in each]
    assert line.endswith("[a part of this was taken back]")


def test_a_question_about_the_past_skips_what_was_taken_back(memory: Any) -> None:
    memory.add("I live in Berlin.")
    memory.add("I moved to Rome.")
    memory.add("scrap that")
    memory.add("I moved to Oslo.")
    texts = [hit.belief.text for hit in memory.recall("Where did I live before?").hits]
    assert not [each for each in texts if "Rome" in each]
    assert "user lives in Berlin" in texts


@pytest.mark.parametrize(
    ("said", "back", "question", "value"),
    [
        ("The secret plan is to paint the fence green.", "Scrap that.", "What is the secret plan?", "fence"),
        ("The party needs green paint for the fence.", "Please forget that.", "What does the party need?", "paint"),
        ("下周的秘密是把墙刷成绿色。", "当我没说。", "下周的秘密是什么？", "绿色"),
    ],
)
def test_a_turn_that_claims_nothing_is_taken_back_too(
    memory: Any, clock: Any, said: str, back: str, question: str, value: str
) -> None:
    memory.add(said)
    before = clock.now()
    clock.advance(seconds=30)
    memory.add(back)
    texts = [hit.belief.text for hit in memory.recall(question).hits]
    assert not [each for each in texts if value in each or each == back]
    assert value in memory.as_of(before).recall(question).hits[0].belief.text


def test_a_question_in_between_does_not_keep_what_is_taken_back(memory: Any) -> None:
    for text in ("I work at Acme.", "What's the weather like?"):
        memory.add([Message("user", text)], session="s")
    memory.add([Message("assistant", "I can't tell.")], session="s")
    receipt = memory.add([Message("user", "Please scrap that.")], session="s")
    assert receipt.outcomes[-1].reason == "taken_back"
    assert not [hit for hit in memory.recall("Where do I work?").hits if "Acme" in hit.belief.text]


def test_a_question_that_is_dropped_takes_nothing_else_with_it(memory: Any) -> None:
    for text in ("I work at Acme.", "What's the weather like?", "Never mind."):
        memory.add([Message("user", text)], session="s")
    assert memory.recall("Where do I work?").hits[0].belief.text == "user works for Acme"


def test_taking_back_is_undone_with_its_operation(memory: Any) -> None:
    memory.add("The secret plan is to paint the fence green.")
    memory.undo(memory.add("Scrap that.").operation)
    assert memory.recall("What is the secret plan?").hits


def test_what_was_given_up_does_not_come_back(memory: Any) -> None:
    home = memory.add("I live in Berlin.").beliefs[-1]
    colour = memory.add("Ana's cat is grey.", kind="fact").beliefs[0]
    memory.contract([home.id, colour.id])
    for question in ("Where do I live?", "What colour is Ana's cat?"):
        assert memory.recall(question).abstained


@pytest.mark.parametrize(
    ("said", "question"),
    [
        ("The bus goes at half past seven.", "When does the bus go?"),
        ("公交车七点半发车。", "公交车几点发车？"),
    ],
)
def test_what_was_given_up_is_no_answer_any_more(memory: Any, clock: Any, said: str, question: str) -> None:
    bus = memory.add(said, kind="fact", extract=False).beliefs[0]
    before = clock.now()
    clock.advance(days=1)
    memory.contract([bus.id])
    assert memory.recall(question).hits == ()
    assert memory.missing(question, bus.id).leg == "standing"
    assert said not in memory.engage(question).text
    assert memory.as_of(before).recall(question).hits[0].belief.text == said


def test_what_was_denied_stays_behind_its_denial(memory: Any) -> None:
    memory.add("I live in Berlin.")
    memory.add("I no longer live in Berlin.")
    texts = [hit.belief.text for hit in memory.recall("Where do I live?").hits]
    assert texts[:2] == ["user does not live in Berlin", "user lives in Berlin"]
