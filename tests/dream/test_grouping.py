from __future__ import annotations

import numpy as np
import pytest

from doxa.dream.grouping import average_linkage, components, distinct
from doxa.dream.neighbours import Pair, nearest_pairs
from doxa.dream.word_vectors import word_vectors


def unit(rows):
    rows = np.asarray(rows, dtype=np.float32)
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


def crowd(groups, each, seed=3):
    """Return vectors in groups of close ones, shuffled, with the group of each."""
    random = np.random.default_rng(seed)
    centres = random.standard_normal((groups, 64))
    labels = random.permutation(np.repeat(np.arange(groups), each))
    return unit(centres[labels] + 0.3 * random.standard_normal((len(labels), 64))), labels


def test_components_chain_but_never_grow_beyond_a_size():
    chain = [Pair(at, at + 1, 0.9) for at in range(5)]
    assert components(chain, 10) == [[0, 1, 2, 3, 4, 5]]
    assert all(len(group) <= 3 for group in components(chain, 3))


def test_the_best_pairs_are_joined_first():
    pairs = [Pair(0, 1, 0.9), Pair(1, 2, 0.8), Pair(2, 3, 0.7)]
    assert components(pairs, 2) == [[0, 1], [2, 3]]


def test_average_linkage_tells_groups_apart_and_keeps_to_its_size():
    vectors, labels = crowd(4, 6)
    found = average_linkage(vectors, 0.5, 12)
    assert sorted(map(len, found)) == [6, 6, 6, 6]
    assert all(len({labels[place] for place in group}) == 1 for group in found)
    assert all(len(group) <= 4 for group in average_linkage(vectors, 0.5, 4))


def test_equal_vectors_are_near_duplicates_of_the_first():
    vectors = unit([[1, 0]] * 5)
    assert distinct(vectors, range(5), 0.92) == [0]


@pytest.mark.parametrize("each", [3, 30])
def test_neighbours_are_found_in_cells_as_among_all(each):
    vectors, labels = crowd(6_000 // each, each)
    pairs = nearest_pairs(vectors, 2, 0.6)
    assert all(labels[pair.left] == labels[pair.right] for pair in pairs)
    found = {place for pair in pairs for place in (pair.left, pair.right)}
    assert len(found) >= 0.95 * len(vectors)
    assert [pair.cosine for pair in pairs] == sorted((pair.cosine for pair in pairs), reverse=True)


def test_many_vectors_in_one_place_cost_no_square():
    vectors = unit(np.ones((8_000, 8)))
    assert nearest_pairs(vectors, 1, 0.9)


def test_words_make_vectors_of_length_one_and_none_of_no_words():
    rows = word_vectors(["The heron caught a fish.", "The heron caught two fish.", "Taxes are due.", "…"])
    assert np.allclose(np.linalg.norm(rows[:3], axis=1), 1)
    assert rows[0] @ rows[1] > 0.5 > rows[0] @ rows[2]
    assert not rows[3].any()
