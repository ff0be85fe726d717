"""What everyday questions are answered with first: of relatives, of times that are over, of what ended."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa import ManualClock, Memory


def first(memory: Memory, question: str) -> str:
    """The text of the best hit."""
    return memory.recall(question).hits[0].belief.text


@pytest.mark.parametrize(
    ("told", "question", "answer"),
    [
        (["My brother is Tom.", "Tom works at Acme."], "Where does my brother work?", "Tom works for Acme"),
        (["My sister Ana lives in Porto."], "Where does my sister live?", "Ana lives in Porto"),
        (["My brother is Tom.", "Tom works at Acme."], "Who is my brother?", "user's brother is Tom"),
        (["我弟弟叫小明。", "小明在腾讯上班。"], "我弟弟在哪里上班？", "小明在腾讯"),
    ],
)
def test_a_question_about_a_relative_is_answered_under_their_name(
    memory: Memory, told: list[str], question: str, answer: str
) -> None:
    for text in told:
        memory.add(text)
    assert first(memory, question).startswith(answer)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Where did I live in 2021?", "user lives in Berlin"),
        ("2021年我住在哪里？", "user lives in Berlin"),
        ("Where did I live in 2018?", "user lives in Paris"),
        ("Where do I live?", "user lives in Lisbon"),
    ],
)
def test_a_question_about_a_time_is_answered_with_what_held_then(
    memory: Memory, clock: ManualClock, question: str, answer: str
) -> None:
    clock.set(datetime(2020, 1, 1, tzinfo=UTC))
    memory.add("I lived in Paris from 2016 to 2019.")
    memory.add("I live in Berlin.")
    clock.set(datetime(2022, 6, 1, tzinfo=UTC))
    memory.add("I moved to Lisbon.")
    assert first(memory, question) == answer


def test_what_was_over_before_is_not_replaced_by_the_present(memory: Memory) -> None:
    memory.add("From 2010 to 2012 I worked at IBM.")
    receipt = memory.add("I work at Google.")
    assert (receipt.outcomes[1].verdict, receipt.outcomes[1].replaced) == ("new", None)
    hits = memory.recall("Did I work at IBM?").hits
    assert not any(hit.replaced_by for hit in hits if hit.belief.kind == "turn")


def test_a_belief_that_was_denied_since_stands_behind_its_denial(memory: Memory, clock: ManualClock) -> None:
    memory.add("My girlfriend is Mia.")
    clock.advance(days=1)
    memory.add("We broke up.")
    hits = memory.recall("Who is my girlfriend?").hits
    assert [hit.belief.text for hit in hits[:2]] == ["user's partner is not Mia", "user's girlfriend is Mia"]
    assert hits[1].replaced_by


def test_scores_never_rise_down_the_list(memory: Memory) -> None:
    for text in ("I like green tea.", "I really like green tea.", "I like green tea a lot.", "Tea is nice."):
        memory.add(text)
    scores = [hit.score for hit in memory.recall("Which tea do I like?").hits]
    assert scores == sorted(scores, reverse=True)


def test_plans_are_told_while_they_are_ahead_and_never_say_where_one_lives(memory: Memory, clock: ManualClock) -> None:
    clock.set(datetime(2026, 4, 20, tzinfo=UTC))
    memory.add("I live in Berlin, but I'm moving to Rome in May.")
    memory.add("我5月3号去上海出差。")
    [plan] = [each for each in memory.list(kinds=["intention"]).items if "上海" in each.text]
    assert plan.valid is not None
    assert plan.valid.start == datetime(2026, 5, 3, tzinfo=UTC)
    for now in (datetime(2026, 4, 21, tzinfo=UTC), datetime(2026, 6, 15, tzinfo=UTC)):
        clock.set(now)
        assert first(memory, "Where do I live?") == "user lives in Berlin"
    memory.add("I moved to Rome.")
    assert first(memory, "Where do I live?") == "user lives in Rome"


@pytest.mark.parametrize("question", ["What do I have planned?", "What's coming up?", "我接下来有什么安排？"])
def test_what_is_ahead_is_asked_for_as_such(memory: Memory, question: str) -> None:
    memory.add("I live in Rome. I have a cat.")
    memory.add("I'm going to learn Dutch.")
    assert first(memory, question) == "user plans to learn Dutch"
