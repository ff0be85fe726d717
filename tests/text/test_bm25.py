"""BM25: the formula's known values and its monotony."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.text.bm25 import inverse_document_frequency, term_score


def test_the_idf_is_lucenes() -> None:
    assert inverse_document_frequency(1, 3) == pytest.approx(math.log(1 + 2.5 / 1.5))


@pytest.mark.parametrize(("counts", "length", "expected"), [((1, 2), 3, 1.46017), ((1, 0), 1, 0.573175)])
def test_scores_of_three_small_documents(counts: tuple[int, int], length: int, expected: float) -> None:
    scores = (term_score(tf, length, df, 3, 5 / 3, k1=1.5, b=0.75) for tf, df in zip(counts, (2, 1), strict=True))
    assert 2.5 * sum(scores) == pytest.approx(expected, abs=1e-5)


def test_an_absent_term_adds_nothing() -> None:
    assert term_score(0, 10, 3, 10, 10) == 0


def test_an_empty_index_has_no_mean_length() -> None:
    assert term_score(1, 0, 1, 1, 0) > 0


@given(st.integers(1, 50), st.integers(1, 500), st.integers(0, 1000), st.floats(1, 500))
def test_more_occurrences_score_higher_and_longer_documents_lower(tf: int, length: int, df: int, mean: float) -> None:
    score = term_score(tf, length, df, 1000, mean)
    assert score < term_score(tf + 1, length, df, 1000, mean)
    assert score > term_score(tf, length + 50, df, 1000, mean)
    assert score < inverse_document_frequency(df, 1000)
