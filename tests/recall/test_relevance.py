from __future__ import annotations

import numpy as np
import pytest

from doxa.recall.learned import shipped_weights
from doxa.recall.relevance import closeness_of, evidence_of, known_part, probabilities
from tests.recall.pools import pool

NONE = np.zeros(3, np.float32)


@pytest.mark.parametrize("kind", ["dense", "lexical"])
def test_relevance_falls_with_the_sum_and_stays_between_0_and_1(kind):
    sums = np.array([2.0, 9.0, 5.0])
    found = probabilities(*evidence_of(sums, NONE, NONE, 0.5), shipped_weights().relevance[kind])
    assert found.argsort().tolist() == [0, 2, 1]
    assert ((found > 0) & (found < 1)).all()


@pytest.mark.parametrize("kind", ["dense", "lexical"])
def test_a_question_with_an_outstanding_answer_is_more_likely_to_have_one(kind):
    weights = shipped_weights().relevance[kind]
    clear, doubtful = np.array([9.0] + 25 * [2.0]), np.array([9.0] + 25 * [8.5])
    nothing = np.zeros(26, np.float32)
    best = [probabilities(*evidence_of(sums, nothing, nothing, 1.0), weights)[0] for sums in (clear, doubtful)]
    assert best[0] > best[1]


def test_words_that_nothing_has_lower_what_is_known():
    assert known_part(pool([[1, 0], [0, 0]])) == 0.5
    assert known_part(pool([[1, 0], [0, 1]])) == 1.0
    assert known_part(pool([[], []])) == 0.0


def test_closeness_is_measured_against_unrelated_texts_of_the_same_embedder():
    cosine = np.array([0.8, 0.3, np.nan], np.float32)
    assert closeness_of(cosine, (0.3, 0.1)).tolist() == pytest.approx([0.5, 0.0, 0.0])
    assert not closeness_of(cosine, (0.3, 0.0)).any()


def test_the_best_is_compared_with_one_that_has_nothing_where_candidates_are_few():
    alone, _ = evidence_of(np.array([4.0]), NONE[:1], NONE[:1], 1.0)
    assert alone["ahead"] == pytest.approx(4.0 / 5.0)
