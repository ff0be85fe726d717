from __future__ import annotations

import pytest

from doxa import Plugins

QUESTION = "What is in the garden?"


@pytest.fixture
def garden(open_memory):
    ana = open_memory(user="ana")
    for thing in ("roses", "an old well", "a stone bench", "three apple trees"):
        ana.add(f"In the garden there is {thing}, and the garden is green.", kind="knowledge", extract=False)
    return ana


class By:
    """Scores candidates by a function of their text."""

    def __init__(self, score):
        self.score, self.asked = score, []

    def rerank(self, query, candidates):
        self.asked.append((query, len(candidates)))
        return [self.score(each.text) for each in candidates]


def asked(open_memory, reranker, **more):
    return open_memory(user="ana", plugins=Plugins(reranker=reranker)).recall(QUESTION, **more)


def test_a_reranker_orders_the_answer_and_sees_more_than_is_returned(garden, open_memory):
    by_length = By(len)
    answer = asked(open_memory, by_length, limit=2)
    lengths = [len(hit.belief.text) for hit in answer.hits]
    assert lengths == sorted(lengths, reverse=True)
    assert len(lengths) == 2
    assert by_length.asked == [(QUESTION, 4)]
    assert [hit.score for hit in answer.hits] == lengths


def test_what_a_reranker_gives_no_score_is_cut_and_the_explanation_says_so(garden, open_memory):
    answer = asked(open_memory, By(lambda text: 1.0 if "well" in text else None), explain=True)
    assert ["well" in hit.belief.text for hit in answer.hits] == [True]
    assert {hit.why[-1].detail for hit in answer.cut} == {"the reranker judged that it does not answer"}


def test_a_reranker_may_find_that_nothing_answers(garden, open_memory):
    assert asked(open_memory, By(lambda text: None)).abstained


@pytest.mark.parametrize(
    "score", [lambda text: "high", lambda text: float("nan"), lambda text: 1 / 0, lambda text: True]
)
def test_a_reranker_that_fails_leaves_the_order_and_says_so(garden, open_memory, score):
    plain = garden.recall(QUESTION, touch=False)
    broken = asked(open_memory, By(score))
    assert broken.hits == plain.hits
    assert len(broken.warnings) == 1
    assert "The reranker" in broken.warnings[0]
    assert "the order is as without it" in broken.warnings[0]


def test_a_reranker_that_loses_candidates_is_not_followed(garden, open_memory):
    class Short:
        def rerank(self, query, candidates):
            return [1.0]

    assert asked(open_memory, Short()).warnings == (
        "The reranker gave 1 scores for 4 candidates; the order is as without it.",
    )


def test_other_wordings_of_a_question_find_more(garden, open_memory):
    garden.add("We keep bees behind the hedge.", kind="knowledge", extract=False)
    both = open_memory(user="ana", plugins=Plugins(reformulation=lambda question: ["bees hedge", question, " "]))
    assert "bees" not in " ".join(hit.belief.text for hit in garden.recall(QUESTION).hits)
    hits = both.recall(QUESTION, explain=True).hits
    (bees,) = [hit for hit in hits if "bees" in hit.belief.text]
    assert (bees.why[0].leg, bees.why[0].detail) == ("reformulation", "bees hedge")


@pytest.mark.parametrize(
    "broken", [lambda question: 1 / 0, lambda question: [3], lambda question: None, lambda question: "bees"]
)
def test_a_reformulation_that_fails_leaves_the_question_and_says_so(garden, open_memory, broken):
    plain = garden.recall(QUESTION, touch=False)
    answer = open_memory(user="ana", plugins=Plugins(reformulation=broken)).recall(QUESTION)
    assert answer.hits == plain.hits
    assert len(answer.warnings) == 1
    assert "only the question was asked" in answer.warnings[0]


def test_an_explanation_changes_neither_hits_nor_order(garden):
    def plain(**more):
        return [(hit.belief.kref, hit.score) for hit in garden.recall(QUESTION, touch=False, **more).hits]

    assert plain(explain=True) == plain()
