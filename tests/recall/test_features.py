from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from doxa.recall.features import numeric_features, text_features
from doxa.recall.learned import DESCRIBED
from doxa.recall.shapes import Wanted, shape_of
from doxa.records import Period
from tests.recall.pools import pool

NOTHING_WANTED = Wanted(time=False, number=False, name=False)


def test_the_best_match_of_words_is_1_whatever_the_scores_are():
    for rarity in (0.1, 5.0):
        turns = pool([[1], [0]], sessions=[0, 1], rarity=np.full((2, 1), rarity, np.float32))
        assert numeric_features(turns, None)["own"].tolist() == [1, 0]


def test_meaning_is_measured_against_the_owners_own_texts():
    cosine = np.array([0.5, 0.2, np.nan], np.float32)
    turns = pool([[0]] * 3, sessions=[0, 1, 2], cosine=cosine, centre=0.2, spread=0.1)
    assert numeric_features(turns, None)["meaning"].tolist() == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)


def test_without_vectors_meaning_decides_nothing():
    features = numeric_features(pool([[1], [0]]), None)
    assert not any(values.any() for name, values in features.items() if name.startswith("meaning"))


def test_a_turn_has_the_meaning_of_its_neighbours_too():
    cosine = np.array([0.9, 0.1, 0.1], np.float32)
    features = numeric_features(pool([[0]] * 3, cosine=cosine, centre=0.1, spread=0.1), None)
    assert features["meaning_before"][1] > features["meaning_before"][2] == 0
    assert features["meaning_session"].min() > 1


def test_what_was_said_in_the_period_asked_about_is_nearest_to_it():
    period = Period(datetime(1970, 1, 3, tzinfo=UTC), datetime(1970, 1, 4, tzinfo=UTC))
    features = numeric_features(pool([[0]] * 6), period)
    assert features["in_period"].tolist() == [0, 0, 1, 0, 0, 0]
    assert features["near_period"].argmax() == 2
    assert features["after_period"].tolist() == [0, 0, 0, 1, 1, 1]


def test_a_text_fits_what_a_question_wants():
    turns = pool([[0]] * 3)
    shapes = [shape_of(text) for text in ("We met on Monday.", "It cost 30 dollars.", "I saw Maria there.")]
    wanted = Wanted(time=True, number=True, name=True)
    found = text_features(turns, np.arange(3), shapes, wanted)
    assert found["time_wanted"].tolist() == [1, 0, 0]
    assert found["number_wanted"].tolist() == [0, 1, 0]
    assert found["name_wanted"][2] > found["name_wanted"][1] == 0
    plain = text_features(turns, np.arange(3), shapes, NOTHING_WANTED)
    assert not any(plain[name].any() for name in ("time_wanted", "number_wanted", "name_wanted"))


def test_who_speaks_of_themselves_counts_only_where_they_are_asked_about():
    shapes = [shape_of("我喜欢爬山。"), shape_of("I love hills.")]
    turns = pool([[0]] * 2, by_asked=np.array([True, False]), by_other=np.array([False, True]))
    assert text_features(turns, np.arange(2), shapes, NOTHING_WANTED)["of_themselves"].tolist() == [1, 0]


def test_every_feature_can_be_explained():
    turns = pool([[1], [0]])
    of_texts = text_features(turns, np.arange(2), [shape_of("a"), shape_of("b")], NOTHING_WANTED)
    assert {*numeric_features(turns, None), *of_texts, "answers"} == set(DESCRIBED)
