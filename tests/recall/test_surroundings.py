from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.recall.surroundings import best_of_session, lexical_evidence, mean_of_session
from tests.recall.pools import pool


def test_words_count_where_they_stand_and_less_far_away():
    found = lexical_evidence(pool([[1], [0], [0], [0], [0]]))
    assert found.own.argmax() == 0
    assert found.own[1] == 0
    assert found.near[1] > 0
    assert found.near[2] == 0
    assert found.wide[3] > 0
    assert found.wide[4] == 0


def test_a_session_shares_what_is_said_in_it():
    found = lexical_evidence(pool([[2], [0], [0]], sessions=[0, 0, 1]))
    assert found.session[0] == found.session[1] > found.session[2]


def test_a_short_text_with_a_word_is_more_about_it_than_a_long_one():
    found = lexical_evidence(pool([[1], [1]], sessions=[0, 1], lengths=np.array([5, 40], np.float32)))
    assert found.own[0] > found.own[1]


def test_rare_words_make_the_larger_share():
    found = lexical_evidence(pool([[1, 0], [0, 1]], sessions=[0, 1], rarity=np.array([[3, 1]] * 2, np.float32)))
    assert found.share.tolist() == pytest.approx([0.75, 0.25])


def test_the_best_and_the_mean_of_a_session_are_the_same_for_all_its_turns():
    turns = pool([[0]] * 3, sessions=[0, 0, 1])
    values = np.array([1, 3, 5], np.float32)
    assert best_of_session(turns, values).tolist() == [3, 3, 5]
    assert mean_of_session(turns, values).tolist() == [2, 2, 5]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=12))
def test_more_of_a_word_never_scores_less(counts):
    turns = pool(counts)
    more = pool([(one + 1, other) for one, other in counts])
    before, after = lexical_evidence(turns), lexical_evidence(more)
    assert (after.own >= before.own - 1e-6).all()
    assert ((before.share >= 0) & (before.share <= 1 + 1e-6)).all()
    assert (before.covered >= before.share - 1e-6).all()
