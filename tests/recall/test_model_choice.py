"""A language model orders what was found and chooses versions; where it fails all is as without it."""

from __future__ import annotations

import pytest

from doxa import Plugins
from doxa.recall.model_choice import Chosen, ModelReranker, ModelSiblings, Ranked
from tests.dream.scripted import Scripted

QUESTION = "What colour are the trams in Lisbon?"
TEXTS = ("The trams in Lisbon are old.", "The trams in Lisbon are yellow.", "The trams in Lisbon are loud.")


@pytest.fixture
def trams(open_memory):
    plain = open_memory(user="ana")
    for text in TEXTS:
        plain.add(text, kind="knowledge", extract=False)
    return texts(plain.recall(QUESTION))


@pytest.fixture
def gate(open_memory, clock):
    plain = open_memory(user="ana")
    page = plain.add("The gate opens with a key.", kind="knowledge", extract=False).beliefs[0]
    for text in ("The gate opens with a code.", "The gate opens by itself."):
        clock.advance(days=1)
        plain.update(page.id, text)


def texts(answer):
    return [hit.belief.text for hit in answer.hits]


def numbers_of(text, word):
    return tuple(int(line[1]) for line in text.splitlines() if line.startswith("[") and word in line)


def test_what_a_model_names_comes_first_and_the_rest_stays_in_order(open_memory, trams):
    model = Scripted(
        {Ranked: lambda _, text, tools: Ranked((*numbers_of(text, "yellow"), 99, *numbers_of(text, "old")))}
    )
    answer = open_memory(user="ana", plugins=Plugins(reranker=ModelReranker(model))).recall(QUESTION)
    assert texts(answer) == [TEXTS[1], TEXTS[0], TEXTS[2]]
    assert QUESTION in model.asked[0][1]


@pytest.mark.parametrize("named", [(), (7, -3)])
def test_a_model_that_names_nothing_leaves_the_order(open_memory, trams, named):
    model = Scripted({Ranked: lambda *_: Ranked(named)})
    assert texts(open_memory(user="ana", plugins=Plugins(reranker=ModelReranker(model))).recall(QUESTION)) == trams


def test_a_model_that_is_away_leaves_the_order_and_says_so(open_memory, trams):
    model = Scripted({}, failing=1)
    answer = open_memory(user="ana", plugins=Plugins(reranker=ModelReranker(model))).recall(QUESTION)
    assert texts(answer) == trams
    assert "the model is away" in answer.warnings[0]


def test_a_model_chooses_the_version_that_answers(open_memory, gate):
    model = Scripted({Chosen: lambda _, text, tools: Chosen(*numbers_of(text, "code"))})
    (hit,) = (
        open_memory(user="ana", plugins=Plugins(siblings=ModelSiblings(model))).recall("How does the gate open?").hits
    )
    assert (hit.belief.revision, hit.matched) == (3, 2)
    assert "[0] (2026-01-01) The gate opens with a key." in model.asked[0][1]


@pytest.mark.parametrize(("answer", "warned"), [(Chosen(-1), False), (Chosen(99), False), (None, True)])
def test_a_model_that_chooses_none_or_fails_leaves_the_version(open_memory, gate, answer, warned):
    plain = open_memory(user="ana").recall("How does the gate open?")
    model = Scripted({Chosen: lambda *_: answer}, failing=int(warned))
    found = open_memory(user="ana", plugins=Plugins(siblings=ModelSiblings(model))).recall("How does the gate open?")
    assert [hit.matched for hit in found.hits] == [hit.matched for hit in plain.hits]
    assert any("the model is away" in each for each in found.warnings) == warned


def test_a_choice_that_there_is_none_of_is_not_followed(open_memory, gate):
    class Wrong:
        def choose(self, query, versions):
            return len(versions)

    found = open_memory(user="ana", plugins=Plugins(siblings=Wrong())).recall("How does the gate open?")
    assert "chose 3 of 3 versions" in found.warnings[0]
    assert found.hits[0].matched is None


def test_memories_of_one_version_ask_no_model(open_memory, trams):
    model = Scripted({})
    open_memory(user="ana", plugins=Plugins(siblings=ModelSiblings(model))).recall(QUESTION)
    assert model.asked == []
