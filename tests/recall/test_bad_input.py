"""Recall answers any question in words or refuses it in words, and says what it could not do."""

from __future__ import annotations

import string
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from doxa import Memory
from doxa.clock import ManualClock
from doxa.errors import InvalidInput, ModelFailure

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


@pytest.fixture
def ana(open_memory):
    memory = open_memory(user="ana")
    memory.add("I live in Berlin.")
    memory.add("My favourite notation is C++ & C#, at 100 % (really).", extract=False)
    return memory


@pytest.fixture(scope="module")
def kept():
    with Memory(home=":memory:", embedder=None, clock=ManualClock(START), user="ana") as memory:
        memory.add("I live in Berlin. I like jazz!")
        yield memory


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "the of and", "的 了 吗", "？！", "\u200b", "\x00"])
def test_a_question_without_content_gets_an_answer(ana, query):
    answer = ana.recall(query)
    assert answer.reading.text is not None
    assert ana.engage(query).recall.at_op == answer.at_op


@pytest.mark.parametrize("query", ["the", "the of and", "is it so", "的", "的 了 吗", "这个那个", "what"])
def test_stop_words_alone_find_nothing(ana, query):
    ana.add("The boat of the harbour is so and so, what is it?", kind="knowledge", extract=False)
    ana.add("港口的船是这个还是那个？", kind="knowledge", extract=False)
    assert ana.recall(query).abstained
    assert ana.recall("boat").hits
    assert ana.recall("港口").hits


def test_a_name_of_stop_words_alone_is_found_where_it_is_said_as_such(ana):
    said = ana.add("I saw The Who in Leeds.", kind="event", extract=False).beliefs[0]
    ana.add("Who was the one in the boat?", kind="knowledge", extract=False)
    assert [hit.belief.id for hit in ana.recall("the who").hits] == [said.id]
    assert ana.recall("Who am I?").at_op == ana.recall("我是谁").at_op


@pytest.mark.parametrize("sign", string.punctuation)
def test_every_ascii_punctuation_alone_is_data(ana, sign):
    assert ana.recall(sign).abstained
    assert ana.recall(f"{sign}Berlin{sign}").hits


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(query=st.text(alphabet=string.punctuation + "ab 1的\x00\ud800", max_size=30))
def test_any_mixture_of_operators_quotes_and_wildcards_is_data(kept, query):
    text = query.encode("utf-8", "replace").decode()
    assert kept.recall(text, touch=False).at_op == "1"


@pytest.mark.parametrize(
    "query",
    ['"Berlin', "Berlin*", "NEAR(live Berlin)", "title:Berlin", "live AND Berlin", "live OR", "NOT Berlin", "(Berlin",
     "'; DROP TABLE revisions; -- Berlin", "Berlin^2", "-Berlin", "{Berlin}", "live + Berlin"],
)  # fmt: skip
def test_operators_of_a_text_index_are_words_like_others(ana, query):
    assert [hit.belief.text for hit in ana.recall(query).hits if "Berlin" in hit.belief.text]


def test_a_question_of_100_000_characters_is_answered(ana):
    for query in ("Berlin " * 14_000, "柏林在哪里" * 20_000, "x" * 100_000):
        assert ana.recall(query, touch=False).at_op == "2"
    assert ana.recall("Berlin " * 14_000).hits


def test_a_binary_like_question_is_answered(ana):
    query = bytes(range(256)).decode("latin-1") * 20
    assert ana.recall(query).at_op == "2"
    with pytest.raises(InvalidInput, match="lone surrogate"):
        ana.recall("\ud800")


@pytest.mark.parametrize("limit", [-1, -(10**9), 1001, 10**12])
def test_a_limit_out_of_range_is_refused_with_the_range(ana, limit):
    with pytest.raises(InvalidInput, match=r"Give 0 to 1000\.|limit is"):
        ana.recall("Berlin", limit=limit)


def test_a_limit_of_none_gives_no_hits_but_what_stands(ana):
    ana.pin(ana.add("Always answer in French.", kind="preference").beliefs[0].id)
    ana.pin(ana.add("Which flat shall we take?", kind="question").beliefs[0].id)
    assert ana.recall("Berlin", limit=0).hits == ()
    context = ana.engage("Berlin", limit=0)
    assert context.recall.hits == ()
    assert "Always answer in French." in context.text
    assert "Which flat shall we take?" in context.text
    assert "lives in Berlin" in context.prelude


def test_a_future_moment_sees_all_and_names_the_newest_operation(ana, clock):
    answer = ana.recall("Where do I live?", as_of=clock.now() + timedelta(days=400))
    assert answer.at_op == ana.operations().items[0].id
    assert answer.hits


def test_a_moment_before_the_project_is_an_empty_answer(ana, clock):
    answer = ana.recall("Where do I live?", as_of=clock.now() - timedelta(days=400))
    assert (answer.hits, answer.abstained, answer.at_op) == ((), True, "0")
    assert ana.engage("Where do I live?", as_of=clock.now() - timedelta(days=400)).text == ""


@pytest.mark.parametrize(
    "query",
    [
        "Where did I live yesterday and tomorrow?",
        "between 2027 and 2020, Berlin",
        "昨天和明天我住在哪里？",
        "31 February Berlin",
    ],
)
def test_contradictory_times_are_answered(ana, query):
    assert ana.recall(query).at_op == "2"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"kinds": "fact"}, "kinds"),
        ({"where": {"size": {"$near": 1}}}, r"\$near"),
        ({"where": {"size": {"$in": 3}}}, r"\$in"),
        ({"legs": ["psychic"]}, "psychic"),
        ({"order": "random"}, "random"),
        ({"routes": ["narrative"]}, "narrative"),
        ({"min_relevance": 1.5}, "min_relevance"),
    ],
)
def test_what_does_not_exist_is_refused_by_name(ana, wrong, said):
    with pytest.raises(InvalidInput, match=said):
        ana.recall("Berlin", **wrong)


def test_a_kind_that_nothing_has_finds_nothing(ana):
    assert ana.recall("Berlin", kinds=["no_such_kind"]).abstained


class Failing:
    """An embedder that fails from its third call on."""

    id, dim, languages = "failing", 4, None

    def __init__(self, error):
        self.error, self.calls = error, 0

    def embed(self, texts, *, query=False):
        self.calls += 1
        if self.calls > 2:
            raise self.error
        return np.tile(np.array([[1.0, 0.0, 0.0, 0.0]], np.float32), (len(texts), 1))


@pytest.mark.parametrize(
    "error", [ModelFailure("out of memory"), OSError("out of memory"), RuntimeError("out of memory")]
)
def test_an_embedder_that_fails_midway_leaves_a_lexical_answer_and_a_note(open_memory, error):
    embedder = Failing(error)
    ana = open_memory(user="ana", embedder=embedder)
    ana.add("I live in Berlin.", extract=False)
    embedder.calls = 2
    answer = ana.recall("Who lives in Berlin?")
    assert [hit.belief.text for hit in answer.hits] == ["I live in Berlin."]
    assert any("out of memory" in warning for warning in answer.warnings)
    assert any("out of memory" in warning for warning in ana.engage("Who lives in Berlin?").recall.warnings)
    assert any("out of memory" in warning for warning in ana.add("I like tea.", extract=False).warnings)
    assert ana.recall("Who likes tea?").hits


class Malformed:
    """An embedder that answers what no vector is, once `answer` is given."""

    id, dim, languages, answer = "malformed", 2, None, None

    def embed(self, texts, *, query=False):
        return np.tile(np.float32([3, 4]), (len(texts), 1)) if self.answer is None else self.answer


@pytest.mark.parametrize("answer", [np.ones((1, 3)), np.ones((2, 2)), np.full((1, 2), np.nan), [], ["a"], "none"])
def test_an_embedder_that_answers_no_vectors_leaves_a_lexical_answer_and_a_note(open_memory, answer):
    embedder = Malformed()
    ana = open_memory(user="ana", embedder=embedder)
    assert not ana.add("I live in Berlin.", extract=False).warnings  # of length 5, brought to 1
    embedder.answer = answer
    said, answered = ana.add("I like tea.", extract=False), ana.recall("Who lives in Berlin?")
    assert [hit.belief.text for hit in answered.hits] == ["I live in Berlin."]
    assert all("malformed answered" in each.warnings[0] for each in (said, answered))


class Away(Failing):
    """An embedder whose server, which knows its length, is away."""

    @property
    def dim(self):
        raise self.error


@pytest.mark.parametrize("error", [ModelFailure("no answer"), RuntimeError("no answer")])
def test_an_embedder_whose_server_is_away_from_the_start_leaves_a_lexical_answer_and_a_note(open_memory, error):
    ana = open_memory(user="ana", embedder=Away(error))
    said, answered = ana.add("I live in Berlin.", extract=False), ana.recall("Who lives in Berlin?")
    assert [hit.belief.text for hit in answered.hits] == ["I live in Berlin."]
    context = ana.engage("Who lives in Berlin?").recall
    assert all("no answer" in each.warnings[0] for each in (said, answered, context))


def test_memories_without_vectors_are_found_by_words_beside_those_with_them(open_memory):
    plain = open_memory(user="ana")
    plain.add("The well is deep.", extract=False)
    half = open_memory(user="ana", embedder=Failing(ModelFailure("away")))
    half.add("The well is old.", extract=False)
    assert {hit.belief.text for hit in half.recall("How is the well?").hits} == {
        "The well is deep.",
        "The well is old.",
    }


@pytest.mark.parametrize("explain", [False, True])
def test_an_index_that_was_left_half_built_answers_by_words_and_is_built_whole_by_the_next_run(
    open_memory, monkeypatch, explain
):
    texts = [f"The well of {place} is deep." for place in ("Faro", "Oslo", "Lima", "Rome")]
    plain = open_memory(user="ana")
    for text in texts:
        plain.add(text, kind="knowledge", extract=False)
    monkeypatch.setattr("doxa.graph.reindexing.BATCH", 1)
    embedder = Failing(ModelFailure("out of memory"))
    half = open_memory(user="ana", embedder=embedder)
    with pytest.raises(ModelFailure, match="out of memory"):
        half.reindex()
    assert 0 < half.stats().vectors < 4
    embedder.calls = -1000
    assert {hit.belief.text for hit in half.recall("How deep is the well?", explain=explain).hits} == set(texts)
    assert half.engage("How deep is the well of Rome?").recall.hits[0].belief.text == texts[3]
    assert half.reindex().ok
    assert half.stats().vectors == 4
