from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from doxa.errors import ModelFailure
from doxa.index.unit_rows import unit_rows

tables = hnp.arrays(
    np.float32,
    st.tuples(st.integers(1, 5), st.integers(1, 8)),
    elements=st.floats(-1e6, 1e6, width=32, allow_subnormal=False),
)


@given(tables)
def test_rows_keep_their_direction_and_get_length_one(table: np.ndarray) -> None:
    rows = unit_rows(table, count=len(table), dim=table.shape[1], model="m")
    lengths = np.linalg.norm(table.astype(float), axis=1, keepdims=True)
    np.testing.assert_allclose(rows * lengths, table, rtol=1e-4, atol=1e-36)
    assert rows.dtype == np.float32


def test_zeros_stay_zeros_and_lists_are_taken() -> None:
    np.testing.assert_array_equal(unit_rows([[0, 0], [0, 2]], count=2, dim=2, model="m"), [[0, 0], [0, 1]])


def test_no_text_gives_no_row() -> None:
    assert unit_rows([], count=0, dim=7, model="m").shape == (0, 7)


@pytest.mark.parametrize(
    ("vectors", "told"),
    [
        ([[1, 2]], r"shape \(1, 2\), not \(2, 2\)"),
        ([[1, 2, 3]] * 2, r"shape \(2, 3\)"),
        ([1, 2], r"shape \(2,\)"),
        ([[1], [1, 2]], "not a table of numbers"),
        ([["a", "b"]] * 2, "not a table of numbers"),
        ([[1, float("inf")]] * 2, "not finite"),
        (None, "not a table|shape"),
    ],
)
def test_answers_out_of_shape_are_told(vectors: Any, told: str) -> None:
    with pytest.raises(ModelFailure, match=told):
        unit_rows(vectors, count=2, dim=2, model="m")
