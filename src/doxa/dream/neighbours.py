"""The nearest neighbours of every vector of many: only vectors of one cell are compared, so time is near-linear.

Cells are the vectors nearest to one of about sqrt(n) of them (an inverted file, Jégou et al. 2011); each vector lies in
the two nearest, so that few neighbours are missed at the edges.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import isqrt
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.index.embedder import Float32Array

WHOLE = 4_096
"""Up to here all are compared with all."""
CELLS_EACH = 2
MOST_IN_CELL = 2_048
"""A larger cell is compared in parts, so that many vectors in one place cost no square."""
_AT_ONCE = 1_024


class Pair(NamedTuple):
    """Two vectors, by their places with `left` below `right`, and their cosine."""

    left: int
    right: int
    cosine: float


def nearest_pairs(vectors: Float32Array, count: int, floor: float, of: Collection[int] | None = None) -> list[Pair]:
    """Return each vector's nearest others, as pairs, each once, best first.

    Args:
        vectors: Shape (n, dim), rows of length 1.
        count: How many neighbours of each at most.
        floor: The least cosine.
        of: Whose neighbours alone are looked for, by place; `None` = everybody's.
    """
    best: dict[tuple[int, int], float] = {}
    for members in _cells(vectors):
        _add_pairs(best, vectors, members, count, floor, of)
    pairs = [Pair(left, right, cosine) for (left, right), cosine in best.items()]
    return sorted(pairs, key=lambda pair: (-pair.cosine, pair.left, pair.right))


def _cells(vectors: Float32Array) -> Iterator[NDArray[np.int64]]:
    """Yield the places of the vectors of each cell, ascending."""
    import numpy as np

    size = len(vectors)
    if size <= WHOLE:
        yield np.arange(size)
        return
    # evenly spaced vectors are as good as random ones, and the same every time
    centres = vectors[:: max(1, size // isqrt(size))]
    nearest = np.empty((size, CELLS_EACH), dtype=np.int64)
    for start in range(0, size, _AT_ONCE):
        scores = vectors[start : start + _AT_ONCE] @ centres.T
        nearest[start : start + _AT_ONCE] = np.argpartition(-scores, CELLS_EACH - 1, axis=1)[:, :CELLS_EACH]
    for cell in range(len(centres)):
        members = np.flatnonzero((nearest == cell).any(axis=1))
        for start in range(0, len(members), MOST_IN_CELL):
            yield members[start : start + MOST_IN_CELL]


def _add_pairs(
    best: dict[tuple[int, int], float],
    vectors: Float32Array,
    members: NDArray[np.int64],
    count: int,
    floor: float,
    of: Collection[int] | None,
) -> None:
    import numpy as np

    rows = vectors[members]
    for start in range(0, len(members), _AT_ONCE):
        scores = rows[start : start + _AT_ONCE] @ rows.T
        here = np.arange(len(scores))
        scores[here, here + start] = -np.inf
        wanted = min(count, scores.shape[1] - 1)
        if wanted < 1:
            return
        top = np.argpartition(-scores, wanted - 1, axis=1)[:, :wanted]
        values = np.take_along_axis(scores, top, axis=1)
        for place, column in np.argwhere(values >= floor):
            if of is not None and int(members[start + place]) not in of:
                continue
            one, other = int(members[start + place]), int(members[top[place, column]])
            best[min(one, other), max(one, other)] = round(float(values[place, column]), 6)
