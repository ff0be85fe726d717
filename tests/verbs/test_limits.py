"""Limits per user and project: what would pass one is refused whole."""

from __future__ import annotations

import pytest

from doxa.config import Config
from doxa.errors import LimitReached
from doxa.records import ANY


@pytest.fixture
def limited(open_memory):
    """Return a function that opens a memory with limits."""
    return lambda **limits: open_memory(config=Config.load(**{f"limit_{name}": most for name, most in limits.items()}))


def test_a_user_holds_no_more_facts_than_the_limit(limited):
    memory = limited(user_facts=2)
    memory.add("I live in Berlin.", user="ann")
    memory.add("I am allergic to peanuts.", user="ann")
    with pytest.raises(LimitReached, match=r"limit of 2 facts for the user.*limit_user_facts"):
        memory.add("I like jazz.", user="ann")
    assert memory.list(user="ann", kinds=["turn"], limit=10).items[0].text == "I am allergic to peanuts."
    memory.add("I like jazz.", user="bob")


def test_what_replaces_or_takes_away_is_never_too_much(limited, clock):
    memory = limited(user_facts=1)
    home = memory.add("I live in Berlin.", user="ann").beliefs[-1]
    clock.advance(days=1)
    assert memory.add("I moved to Lisbon.", user="ann").outcomes[-1].verdict == "supersede"
    memory.delete(home.id, user="ann")
    memory.add("I like jazz.", user="ann")


def test_a_limit_that_was_lowered_still_lets_go(open_memory, limited):
    before = open_memory()
    beliefs = [before.add(text, user="ann").beliefs[-1] for text in ("I live in Berlin.", "I like jazz.")]
    before.close()
    memory = limited(user_facts=0)
    memory.delete(beliefs[1].id, user="ann")
    with pytest.raises(LimitReached):
        memory.add("I am allergic to peanuts.", user="ann")


def test_a_project_holds_no_more_than_its_limit_whoever_asks(limited):
    memory = limited(project_facts=2, project_narratives=1)
    memory.add("I live in Berlin.", user="ann")
    memory.add("I live in Rome.", user="bob")
    with pytest.raises(LimitReached, match="for the project"):
        memory.add("I live in Faro.", user="eve")
    memory.narratives.add("We got lost in Rome.", user="bob")
    with pytest.raises(LimitReached, match="1 narratives for the project"):
        memory.narratives.add("We got lost again.", user="ann")


def test_writes_are_counted_by_the_day(limited, clock):
    memory = limited(user_writes=2, project_writes=3)
    for text in ("One.", "Two."):
        memory.add(text, user="ann")
    with pytest.raises(LimitReached, match="2 writes a day for the user"):
        memory.add("Three.", user="ann")
    memory.add("Three.", user="bob")
    with pytest.raises(LimitReached, match="3 writes a day for the project"):
        memory.add("Four.", user="eve")
    clock.advance(days=1)
    memory.add("Four.", user="ann")
    assert memory.stats(user=ANY).operations == 4
