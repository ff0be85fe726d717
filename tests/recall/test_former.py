"""A question about the past is answered with what was so before."""

from __future__ import annotations

import pytest

from doxa import Claim, ManualClock, Memory


def answers(memory: Memory, question: str) -> list[str]:
    return [hit.belief.claim.value or "" for hit in memory.recall(question).hits if hit.belief.claim is not None]


@pytest.mark.parametrize(
    "question", ["Where did I use to live?", "Where did I live before?", "What was my previous home?", "以前住哪"]
)
def test_what_somebody_did_before_comes_ahead_of_what_they_do_now(
    memory: Memory, clock: ManualClock, question: str
) -> None:
    memory.add("I live in Berlin.")
    clock.advance(days=90)
    memory.add("I moved to Lisbon.")
    assert answers(memory, question)[:2] == ["Berlin", "Lisbon"]
    assert answers(memory, "Where do I live?")[0] == "Lisbon"


@pytest.mark.parametrize("question", ["我以前住在哪里？", "我之前住哪儿？", "以前住哪"])
def test_chinese_questions_about_the_past_are_answered_with_it(
    memory: Memory, clock: ManualClock, question: str
) -> None:
    memory.add("我住在柏林。")
    clock.advance(days=90)
    memory.add("我搬到里斯本了。")
    assert answers(memory, question)[0] == "柏林"
    assert answers(memory, "我住在哪里？")[0] == "里斯本"


def test_a_question_that_names_a_version_asks_for_the_one_before_it(memory: Memory, clock: ManualClock) -> None:
    for city in ("Oslo", "Berlin", "Lisbon"):
        memory.add(f"I live in {city}.")
        clock.advance(days=90)
    assert answers(memory, "Where did I live before Berlin?")[0] == "Oslo"
    assert answers(memory, "Where did I live before?")[0] == "Berlin"


def test_nothing_earlier_leaves_the_answer_as_it_is(memory: Memory) -> None:
    memory.add("I live in Berlin.")
    assert answers(memory, "Where did I use to live?") == ["Berlin"]


def test_a_question_about_somebody_who_is_not_known_is_not_about_the_asker(memory: Memory, clock: ManualClock) -> None:
    memory.add("我住在柏林。")
    clock.advance(days=90)
    memory.add("我搬到里斯本了。")
    assert "past" not in {reason.leg for hit in memory.recall("小红以前住哪", explain=True).hits for reason in hit.why}


def test_a_context_tells_what_was_so_before_beside_what_is_so_now(memory: Memory, clock: ManualClock) -> None:
    for city in ("Oslo", "Berlin", "Lisbon"):
        memory.revise([Claim(f"user lives in {city}", "user", "home", city, kind="profile")])
        clock.advance(days=20)
    text = memory.engage("Where did I use to live?").text
    assert "user lives in Lisbon (" in text
    assert "user lives in Berlin (2026-01-21) [until 2026-02-10]\n[before: user lives in Oslo (2026-01-01)]" in text
    assert "Berlin" not in memory.engage("Where do I live?").text
