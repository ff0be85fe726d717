"""What somebody said first must not outrank the belief that replaced it, however well its words match."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doxa import Memory, Message

START = datetime(2025, 1, 1, tzinfo=UTC)
COLOURS = ["blue", "green", "red", "amber", "violet"]


def say(memory: Memory, *said: str) -> None:
    for day, text in enumerate(said):
        memory.add([Message("user", text, START + timedelta(days=day))], session=f"day {day}")


@pytest.mark.parametrize(
    ("said", "question", "answer"),
    [
        (("My wife's name is Ana.", "My wife's name is Maria now."), "What is my wife's name?", "Maria"),
        (("我老婆叫安娜。", "我老婆现在叫玛丽。"), "我老婆叫什么？", "玛丽"),
        (("My favourite book is Dune.", "My favourite book is Emma now."), "Which book is my favourite one?", "Emma"),
        (("My favourite colour is blue.", "My favourite colour is green."), "What is my favourite colour?", "green"),
        (("我住在北京。", "我搬到上海了。"), "我住在哪里？", "上海"),
    ],
)
def test_the_belief_that_replaced_a_statement_answers_first(open_memory, said, question, answer):
    memory = open_memory(embedder=None, user="ana")
    say(memory, *said)
    first = memory.recall(question, now=START + timedelta(days=9)).hits[0]
    assert answer in first.belief.text
    assert not first.replaced_by


def test_the_answer_shows_what_it_replaced(open_memory):
    memory = open_memory(embedder=None, user="ana")
    say(memory, "My favourite colour is blue.", "My favourite colour is green.")
    best = memory.recall("What is my favourite colour?", now=START + timedelta(days=9)).hits[0]
    assert [each.claim.value for each in best.belief.chain if each.claim] == ["green", "blue"]


def test_old_words_say_what_replaced_them(open_memory):
    memory = open_memory(embedder=None, user="ana")
    say(memory, "I live in Berlin, near the canal.", "I moved to Lisbon.")
    hits = memory.recall("Who is near the canal in Berlin?", now=START + timedelta(days=9)).hits
    old = next(hit for hit in hits if hit.belief.kind == "turn" and "canal" in hit.belief.text)
    assert [memory.get(each).claim.value for each in old.replaced_by] == ["Lisbon"]


def test_what_else_a_turn_said_is_found_without_what_was_replaced(open_memory):
    memory = open_memory(embedder=None, user="ana")
    say(memory, "I live in Berlin. My sister grows tulips.", "I moved to Lisbon.")
    first = memory.recall("What flowers does my sister grow, tulips?", now=START + timedelta(days=9)).hits[0]
    assert "Lisbon" not in first.belief.text


def test_who_went_back_to_what_was_said_first_has_no_old_words(open_memory):
    memory = open_memory(embedder=None, user="ana")
    say(memory, "I live in Berlin.", "I moved to Lisbon.", "I moved back to Berlin.")
    hits = memory.recall("Do I live in Berlin?", now=START + timedelta(days=9)).hits
    assert not any(hit.replaced_by for hit in hits if hit.belief.text == "I live in Berlin.")


@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=5), st.integers(0, 4))
def test_no_old_colour_is_ahead_of_the_present_one(colours, asked):
    with Memory("colours", home=":memory:", embedder=None, user="ana", tz="UTC") as memory:
        say(memory, *(f"My favourite colour is {colour}." for colour in colours))
        question = f"Is my favourite colour {COLOURS[asked]}, or what is it?"
        hits = memory.recall(question, now=START + timedelta(days=9)).hits
        head = next(place for place, hit in enumerate(hits) if hit.belief.kind != "turn")
        assert colours[-1] in hits[head].belief.text
        assert all(place > head for place, hit in enumerate(hits) if hit.replaced_by)


def test_what_replaced_old_words_answers_also_where_time_made_it_unsure(open_memory, clock):
    memory = open_memory(user="ana")
    memory.add("I live in Berlin.")
    clock.advance(days=10)
    memory.add("I moved to Lisbon.")
    clock.advance(days=300)
    hits = memory.recall("Where do I live?").hits
    assert [hit.belief.text for hit in hits] == ["user lives in Lisbon", "I live in Berlin."]
    assert hits[0].belief.confidence < 0.3
    assert hits[1].replaced_by
    assert "Possibly" in memory.engage("Where do I live?", limit=1).text


def test_old_words_come_behind_the_rest_where_what_replaced_them_may_not_be_shown(open_memory, clock):
    memory = open_memory(user="ana")
    memory.add("I live in Berlin.")
    clock.advance(days=10)
    moved = memory.add("I moved to Lisbon.").beliefs[-1]
    memory.add("Where do I live, you ask? By the sea.", extract=False)
    memory.update(moved.id, metadata={"secret": True})
    hits = memory.recall("Where do I live?", where={"secret": {"$ne": True}}).hits
    assert [hit.belief.text for hit in hits][-1] == "I live in Berlin."
    assert hits[-1].score <= hits[0].score
