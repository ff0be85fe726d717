from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.index.codes import binary_codes
from doxa.index.nearest import Nearest, rank, search_codes, search_floats

DIM = 24


def vectors(rows: int, seed: int, *, distinct: int | None = None) -> np.ndarray:
    """Random unit rows; with `distinct`, many of them equal."""
    random = np.random.default_rng(seed)
    made = random.normal(size=(distinct or rows, DIM))
    made /= np.linalg.norm(made, axis=1, keepdims=True)
    chosen = made if distinct is None else made[random.integers(0, distinct, rows)]
    return chosen.astype(np.float32)


def brute_force(ids: np.ndarray, matrix: np.ndarray, query: np.ndarray, k: int, keep: np.ndarray) -> list[int]:
    scores = np.round(matrix.astype(float) @ query.astype(float), 6)
    order = sorted(np.flatnonzero(keep), key=lambda place: (-scores[place], -ids[place]))
    return ids[order[:k]].tolist()


def reader(ids: np.ndarray, matrix: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
    def read(asked: np.ndarray) -> np.ndarray:
        assert (np.diff(asked) > 0).all()
        return matrix[np.searchsorted(ids, asked)]

    return read


cases = given(
    rows=st.integers(1, 200),
    distinct=st.integers(1, 200),
    seed=st.integers(0, 2**32 - 1),
    k=st.integers(1, 30),
    share=st.sampled_from([0.0, 0.05, 0.5, 1.0]),
    ask=st.sampled_from(["all", "flags", "function"]),
)


def search(method: str, rows: int, distinct: int, seed: int, k: int, share: float, ask: str) -> tuple[Nearest, Any]:
    matrix, query = vectors(rows, seed, distinct=distinct), vectors(1, seed + 1)[0]
    ids = np.arange(rows, dtype=np.int64) * 3 + 5
    keep = np.random.default_rng(seed).random(rows) < share if ask != "all" else np.ones(rows, dtype=bool)
    allowed = {"all": None, "flags": keep, "function": lambda asked: keep[np.searchsorted(ids, asked)]}[ask]
    expected = brute_force(ids, matrix, query, k, keep)
    if method == "floats":
        return search_floats(ids, matrix, query, k, allowed), expected
    columns = np.ascontiguousarray(binary_codes(matrix).T)
    found = search_codes(ids, columns, query, k, read_rows=reader(ids, matrix), allowed=allowed, candidates=200)
    return found, expected


@cases
def test_float_search_is_brute_force(rows: int, distinct: int, seed: int, k: int, share: float, ask: str) -> None:
    found, expected = search("floats", rows, distinct, seed, k, share, ask)
    assert found.ids.tolist() == expected
    assert len(found.scores) == len(expected)


@cases
def test_code_search_with_as_many_candidates_as_rows_is_brute_force(
    rows: int, distinct: int, seed: int, k: int, share: float, ask: str
) -> None:
    found, expected = search("codes", rows, distinct, seed, k, share, ask)
    assert found.ids.tolist() == expected


def test_equal_vectors_come_newest_first_wherever_they_lie() -> None:
    matrix = np.tile(vectors(1, 5), (1001, 1))
    ids = np.arange(1001)
    assert search_floats(ids, matrix, vectors(1, 6)[0], 4).ids.tolist() == [1000, 999, 998, 997]
    assert rank(ids, matrix, vectors(1, 6)[0], 4).ids.tolist() == [1000, 999, 998, 997]


def test_scores_are_rounded_inner_products() -> None:
    matrix, query = vectors(50, 1), vectors(1, 2)[0]
    found = search_floats(np.arange(50), matrix, query, 50)
    np.testing.assert_array_equal(found.scores, np.round(matrix.astype(float) @ query.astype(float), 6)[found.ids])
    assert (np.diff(found.scores) <= 0).all()


def test_vector_of_zeros_scores_zero_and_is_found() -> None:
    matrix = np.zeros((3, DIM), dtype=np.float32)
    found = search_floats(np.arange(3), matrix, vectors(1, 2)[0], 2)
    assert (found.ids.tolist(), found.scores.tolist()) == ([2, 1], [0.0, 0.0])


def test_function_is_asked_about_few_when_all_are_allowed() -> None:
    asked: list[int] = []

    def allow(ids: np.ndarray) -> np.ndarray:
        asked.append(len(ids))
        return np.ones(len(ids), dtype=bool)

    search_floats(np.arange(5000), vectors(5000, 3), vectors(1, 4)[0], 10, allow)
    assert sum(asked) < 20


def test_codes_find_the_nearest_of_clustered_vectors() -> None:
    random = np.random.default_rng(11)
    centres = random.normal(size=(50, 256))

    def near(rows: int) -> np.ndarray:
        made = centres[random.integers(0, 50, rows)] + random.normal(size=(rows, 256))
        return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)

    matrix, queries, ids = near(20_000), near(30), np.arange(20_000)
    columns = np.ascontiguousarray(binary_codes(matrix).T)
    recalled = 0
    for query in queries:
        exact = search_floats(ids, matrix, query, 10).ids
        found = search_codes(ids, columns, query, 10, read_rows=lambda asked: matrix[asked]).ids
        recalled += len(np.intersect1d(exact, found))
    assert recalled >= 297


def test_rows_that_are_missing_from_the_store_name_the_repair() -> None:
    matrix, query = vectors(5, 1), vectors(1, 2)[0]
    columns = np.ascontiguousarray(binary_codes(matrix).T)
    with pytest.raises(InvalidInput, match="doxa doctor --repair"):
        search_codes(np.arange(5), columns, query, 2, read_rows=lambda asked: matrix[:3])
