from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from doxa.index.codes import binary_codes, code_distances, nearest_codes, words_of


@pytest.mark.parametrize(("dim", "words"), [(1, 1), (64, 1), (65, 2), (384, 6), (512, 8), (1000, 16)])
def test_a_code_takes_whole_words(dim: int, words: int) -> None:
    codes = binary_codes(np.ones((3, dim), dtype=np.float32))
    assert codes.shape == (3, words) == (3, words_of(dim))
    assert np.bitwise_count(codes).sum(axis=1).tolist() == [dim] * 3


def test_zero_and_below_are_zero_bits() -> None:
    assert not binary_codes(np.float32([[0.0, -0.0, -1.0]])).any()


def test_bytes_of_a_code_are_fixed() -> None:
    signs = np.float32([[1, -1, -1, 1, -1, -1, -1, -1, 1]])
    assert binary_codes(signs).tobytes() == bytes([0b10010000, 0b10000000, 0, 0, 0, 0, 0, 0])


@given(st.integers(1, 130), st.integers(0, 40), st.integers(0, 2**32 - 1))
def test_distance_is_the_number_of_signs_that_differ(dim: int, rows: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.normal(size=(rows, dim)).astype(np.float32)
    query = random.normal(size=(1, dim)).astype(np.float32)
    distances = code_distances(binary_codes(query)[0], np.ascontiguousarray(binary_codes(matrix).T))
    assert distances.tolist() == ((matrix > 0) != (query > 0)).sum(axis=1).tolist()


def test_distances_do_not_depend_on_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = np.random.default_rng(3).integers(0, 2**63, size=(8, 1000), dtype=np.uint64)
    whole = code_distances(columns[:, 0].copy(), columns)
    monkeypatch.setattr("doxa.index.codes._AT_ONCE", 64)
    np.testing.assert_array_equal(code_distances(columns[:, 0].copy(), columns), whole)


@given(hnp.arrays(np.uint16, st.integers(0, 60), elements=st.integers(0, 12)), st.integers(0, 70))
def test_nearest_are_the_smallest_and_among_equals_the_last(distances: np.ndarray, count: int) -> None:
    expected = sorted(range(len(distances)), key=lambda place: (distances[place], -place))[:count]
    assert nearest_codes(distances, count).tolist() == sorted(expected)
