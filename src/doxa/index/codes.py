"""Binary codes of vectors: one bit per dimension, compared by counting the bits that differ.

The sign of each coordinate keeps enough of a vector's direction to find candidates, which are then scored by the
vectors themselves (Charikar, 2002, doi:10.1145/509907.509965). Measured on 120,000 vectors of 512 dimensions: a tenth
of the time of all inner products, and with 1,000 candidates the true ten nearest in all of 200 questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from typing import TypeAlias

    from numpy.typing import NDArray

    from doxa.index.embedder import Float32Array

    Codes: TypeAlias = NDArray[np.uint64]
    """Codes, one per row, 64 dimensions a word; by column, one word per row instead."""

_AT_ONCE = 16_384
"""Codes compared in one step: 128 kB of a column, which stays in a core's cache with what is made of it."""


def words_of(dim: int) -> int:
    """Return how many 64-bit words a code of `dim` dimensions takes."""
    return -(-dim // 64)


def binary_codes(matrix: Float32Array) -> Codes:
    """Return the codes of vectors: a bit is 1 where the coordinate is above zero.

    Args:
        matrix: Vectors, shape (n, dim).

    Returns:
        Shape (n, words_of(dim)); the bits past `dim` are 0. The bytes of a row are the same on every machine.
    """
    rows, dim = matrix.shape
    packed = np.zeros((rows, words_of(dim) * 8), dtype=np.uint8)
    packed[:, : -(-dim // 8)] = np.packbits(matrix > 0, axis=1)
    return packed.view(np.uint64)


def code_distances(query: Codes, columns: Codes) -> NDArray[np.uint16]:
    """Return in how many bits each code differs from one.

    Args:
        query: One code, shape (words,).
        columns: Codes by column, shape (words, n): a search reads each column from end to end.

    Returns:
        Shape (n,).
    """
    words, rows = columns.shape
    distances = np.zeros(rows, dtype=np.uint16)
    differing = np.empty(min(rows, _AT_ONCE), dtype=np.uint64)
    for start in range(0, rows, _AT_ONCE):
        part = distances[start : start + _AT_ONCE]
        scratch = differing[: len(part)]
        for word in range(words):
            np.bitwise_xor(columns[word, start : start + _AT_ONCE], query[word], out=scratch)
            part += np.bitwise_count(scratch)
    return distances


def nearest_codes(distances: NDArray[np.uint16], count: int) -> NDArray[np.int64]:
    """Return the places of the smallest distances, ascending by place.

    Args:
        distances: Of all codes, as `code_distances` gives them.
        count: How many to return; among equals the last ones, which are the newest.

    Returns:
        Shape (min(count, n),).
    """
    if count >= len(distances):
        return np.arange(len(distances))
    reached = np.cumsum(np.bincount(distances))
    limit = int(np.searchsorted(reached, count))  # the distance at which `count` is reached
    below = np.flatnonzero(distances < limit)
    equal = np.flatnonzero(distances == limit)
    nearest = np.concatenate([below, equal[len(equal) - (count - len(below)) :]])
    nearest.sort()
    return nearest
