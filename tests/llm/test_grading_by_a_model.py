"""Where a model says that a claim repeats or contradicts what is known, the grades follow as by rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from doxa.config import Config
from doxa.llm.providers import open_model
from tests.llm.scripted_server import Answer, ScriptedServer

SLOW = "The office wifi is slow on Mondays."
OTHER = "The office wifi crawls on every Monday."


def reading(quote: str, text: str) -> Answer:
    return Answer({"claims": [{"turn": 1, "quote": quote, "text": text}]})


def judged(stands: str) -> Answer:
    return Answer({"pairs": [{"new": 1, "known": 1, "stands": stands}]})


@pytest.fixture
def remember(open_memory: Callable[..., Any], serve: Callable[..., ScriptedServer]) -> Callable[..., Any]:
    """Return a function that opens a memory whose model gives these answers."""

    def open_with(*answers: Answer) -> Any:
        server = serve(*answers)
        config = Config.load(**{**server.settings("openai"), "model_retries": 0, "user": "ann", "draining": "off"})
        return open_memory(config=config, model=open_model(config.model, config, sleep=lambda wait: None))

    return open_with


def told_again(memory: Any, source: str) -> Any:
    memory.add(SLOW, kind="fact", extract=False, source="ann")
    return memory.add(f"I can tell you: {OTHER}", source=source, wait=True).outcomes[-1]


def test_another_source_that_says_the_same_in_other_words_corroborates(remember):
    outcome = told_again(remember(reading(OTHER, OTHER), judged("same")), "bob")
    assert (outcome.verdict, outcome.belief.text) == ("confirm", SLOW)
    assert (outcome.belief.evidence, sorted(outcome.belief.sources)) == ("corroborated", ["ann", "bob"])


def test_the_same_source_in_other_words_corroborates_nothing(remember):
    outcome = told_again(remember(reading(OTHER, OTHER), judged("same")), "ann")
    assert (outcome.verdict, outcome.belief.evidence) == ("confirm", "single_source")


def test_what_contradicts_an_official_belief_waits_unverified_beside_it(remember):
    memory = remember(reading(OTHER, OTHER), judged("contradicts"))
    official = memory.add(SLOW, kind="fact", extract=False, source="it", evidence="official").beliefs[0]
    outcome = memory.add(f"I can tell you: {OTHER}", source="bob", wait=True).outcomes[-1]
    assert (outcome.verdict, outcome.belief.evidence) == ("protected", "unverified")
    assert memory.get(official.id).confidence == official.confidence


@pytest.mark.parametrize("pair", [{"new": 0, "known": 1}, {"new": 1, "known": 9}, {"new": 5, "known": 1}])
def test_a_model_can_only_point_at_what_it_was_shown(remember, pair):
    memory = remember(reading(OTHER, OTHER), Answer({"pairs": [{**pair, "stands": "same"}]}))
    outcome = told_again(memory, "bob")
    assert (outcome.verdict, outcome.belief.text) == ("new", OTHER)
