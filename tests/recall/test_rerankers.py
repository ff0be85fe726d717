from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

from doxa import Plugins
from doxa.recall.rerankers import CrossEncoder, HostJudge, TwoPass

QUESTION = "What colour are the trams in Lisbon?"
TEXTS = ("The trams in Lisbon are old.", "The trams in Lisbon are yellow.", "The trams in Lisbon are loud.")


@pytest.fixture
def recalled(open_memory):
    plain = open_memory(user="ana")
    for text in TEXTS:
        plain.add(text, kind="knowledge", extract=False)

    def recall(reranker, **more):
        return open_memory(user="ana", plugins=Plugins(reranker=reranker)).recall(QUESTION, **more)

    return recall


def texts(answer):
    return [hit.belief.text for hit in answer.hits]


def test_a_host_delivers_what_it_judges_to_answer_and_may_deliver_nothing(recalled):
    def judge(question, cards):
        assert question == QUESTION
        assert [card["id"] for card in cards] == ["c01", "c02", "c03"]
        return [(0.9, 0.9 if "yellow" in card["text"] else 0.1) for card in cards]

    assert texts(recalled(HostJudge(judge))) == [TEXTS[1]]
    assert recalled(HostJudge(lambda question, cards: [(0.9, 0.3)] * len(cards))).abstained


def test_what_a_host_did_not_judge_stays_behind_while_it_is_among_the_best(recalled):
    def judge(question, cards):
        return [(0.8, 0.8) if "yellow" in card["text"] else None for card in cards]

    assert texts(recalled(HostJudge(judge)))[0] == TEXTS[1]
    assert len(recalled(HostJudge(judge)).hits) == 3
    assert texts(recalled(HostJudge(judge, unjudged=0))) == [TEXTS[1]]


def test_a_host_that_loses_cards_is_not_followed(recalled):
    answer = recalled(HostJudge(lambda question, cards: []))
    assert len(answer.hits) == 3
    assert "0 verdicts for 3 cards" in answer.warnings[0]


def test_a_second_pass_embeds_all_candidates_in_one_call(recalled):
    calls = []

    class Counting:
        id, dim, languages = "counting", 2, None

        def embed(self, given, *, query=False):
            calls.append((len(given), query))
            close = [[1.0, 0.0] if query or "yellow" in text else [0.0, 1.0] for text in given]
            return np.array(close, np.float32)

    assert texts(recalled(TwoPass(Counting())))[0] == TEXTS[1]
    assert calls == [(1, True), (3, False)]


def test_a_cross_encoder_is_opened_once_and_reads_question_and_candidate(recalled, monkeypatch):
    opened = []

    class TextCrossEncoder:
        def __init__(self, model, cache_dir=None):
            opened.append(model)

        def rerank(self, query, documents):
            return [1.0 if "yellow" in text else 0.0 for text in documents]

    home = ModuleType("fastembed.rerank.cross_encoder")
    home.TextCrossEncoder = TextCrossEncoder
    for name in ("fastembed", "fastembed.rerank"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))
    monkeypatch.setitem(sys.modules, home.__name__, home)
    encoder = CrossEncoder()
    for _ in range(2):
        assert texts(recalled(encoder))[0] == TEXTS[1]
    assert opened == ["BAAI/bge-reranker-base"]


def test_a_cross_encoder_without_its_extra_leaves_the_order_and_names_the_extra(recalled, monkeypatch):
    monkeypatch.setitem(sys.modules, "fastembed", None)
    answer = recalled(CrossEncoder())
    assert len(answer.hits) == 3
    assert "doxa[fastembed]" in answer.warnings[0]
