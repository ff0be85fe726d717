from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from importlib import resources

import numpy as np
import pytest

from doxa.graph.nodes import RevisionId
from doxa.recall.gathering import Gathered
from doxa.recall.learned import DESCRIBED, Learned, learned_order, shipped_weights, using_weights
from doxa.recall.legs import Found
from doxa.recall.pool import Pool
from doxa.recall.shapes import shape_of
from doxa.records import Question
from tests.recall.pools import pool


def order(turns: Pool, texts: Mapping[int, str], *, found: tuple[Found, ...] = (), read: int = 60) -> Learned:
    gathered = Gathered(turns)
    return learned_order(
        Question("Where is the harbour?", ("harbour",)),
        gathered,
        found,
        lambda wanted: {each: shape_of(texts[each]) for each in wanted if each in texts},
        read=read,
    )


THREE = pool([[0], [1], [0]], sessions=[0, 1, 2])


def test_who_has_the_word_comes_first_and_ties_go_to_the_newer():
    assert [each.revision for each in order(THREE, {}).candidates()] == [2, 3, 1]


def test_scores_are_probabilities_in_the_same_order():
    scores = [each.score for each in order(THREE, {}).candidates()]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= each <= 1 for each in scores)


def test_only_the_best_texts_are_looked_at():
    looked: list[RevisionId] = []
    gathered = Gathered(THREE)
    question = Question("Where is the harbour?", ("harbour",))
    learned_order(question, gathered, (), lambda wanted: looked.extend(wanted) or {}, read=1)
    assert looked == [2]


def test_a_statement_comes_before_a_question_with_the_same_words():
    turns = pool([[1], [1]], sessions=[0, 1])
    learned = order(turns, {1: "The harbour is in the north.", 2: "Where is the harbour?"})
    assert learned.candidates()[0].revision == 1


def test_the_answer_to_a_question_with_the_words_is_found():
    turns = pool([[1], [0], [0], [0]], sessions=[0, 0, 1, 1])
    learned = order(turns, {1: "Where is the harbour?", 2: "In the north.", 3: "I see.", 4: "Good."})
    assert learned.candidates()[0].revision == 2 or learned.candidates()[1].revision == 2
    assert learned.features["answers"][1] > 0


def test_a_claim_that_was_asked_for_comes_first():
    turns = pool([[1], [1], [1]], sessions=[0, 1, 2])
    slot = Found("slot", ((RevisionId(1), 1.0),))
    best = order(turns, {}, found=(slot,)).candidates()[0]
    assert best.revision == 1
    assert best.score > order(turns, {}).candidates()[0].score


def test_an_explanation_names_legs_and_what_weighed_most():
    leg = Found("bm25", ((RevisionId(2), 4.2),))
    reasons = order(THREE, {}, found=(leg,)).explain(RevisionId(2))
    assert (reasons[0].leg, reasons[0].rank, reasons[0].score) == ("bm25", 1, 4.2)
    assert all(each.detail == DESCRIBED[each.leg] for each in reasons[1:])


def test_nothing_gathered_is_nothing_ordered():
    assert list(order(pool([]), {}).candidates()) == []


def test_other_weights_hold_within_a_block():
    shipped = shipped_weights()
    upside_down = replace(shipped, lexical={name: -weight for name, weight in shipped.lexical.items()})
    with using_weights(upside_down):
        assert order(THREE, {}).candidates()[-1].revision == 2
    assert order(THREE, {}).candidates()[0].revision == 2


@pytest.mark.parametrize("kind", ["dense", "lexical"])
def test_shipped_weights_name_features_that_exist(kind):
    weights = getattr(shipped_weights(), kind)
    assert weights.keys() <= DESCRIBED.keys()
    assert all(np.isfinite(list(weights.values())))


def test_the_weights_say_how_they_were_obtained():
    about = json.loads(resources.files("doxa.recall").joinpath("weights.json").read_text(encoding="utf-8"))["about"]
    assert about.keys() >= {"fitted_on", "how", "configurations_tried", "held_out"}
    assert "provisional" not in json.dumps(about)
