from __future__ import annotations

import numpy as np

from doxa.recall.pool import shifted, steps
from tests.recall.pools import pool


def test_shifting_brings_the_neighbours_row_and_zeros_at_the_edge():
    turns = pool([[1], [2], [3]])
    assert shifted(turns.counts, turns.before).tolist() == [[0], [1], [2]]
    assert shifted(turns.counts, turns.after).tolist() == [[2], [3], [0]]


def test_nothing_is_beside_a_turn_of_another_session():
    turns = pool([[1], [2], [3]], sessions=[0, 0, 1])
    assert shifted(turns.counts, turns.after).tolist() == [[2], [0], [0]]


def test_steps_go_further_away_and_stay_outside():
    before = pool([[0]] * 4).before
    assert [places.tolist() for places in steps(before, 3)] == [[4, 0, 1, 2], [4, 4, 0, 1], [4, 4, 4, 0]]


def test_a_pool_counts_its_candidates():
    assert len(pool([[0], [1]])) == 2
    assert shifted(np.zeros((0, 1), np.float32), np.zeros(0, np.int64)).shape == (0, 1)
