"""Vectors as they are kept: float32 rows of length 1, checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.errors import ModelFailure

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from doxa.index.embedder import Float32Array


def unit_rows(vectors: ArrayLike, *, count: int, dim: int | None, model: str) -> Float32Array:
    """Return what a model answered as rows of length 1, after checking that it is what was asked for.

    Args:
        vectors: What the model answered, shape (count, dim).
        count: How many texts were asked about.
        dim: Length the vectors must have; None takes what comes.
        model: Name of the model, for the message.

    Returns:
        Contiguous float32, shape (count, dim); rows of zeros stay zeros.

    Raises:
        ModelFailure: The shape is another, or a number is not finite.
    """
    import numpy as np

    try:
        rows = np.asarray(vectors, dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelFailure(f"{model} answered something that is not a table of numbers: {error}.") from error
    if count == 0:
        return np.zeros((0, dim or 0), dtype=np.float32)
    if rows.ndim != 2 or rows.shape[0] != count or rows.shape[1] == 0 or (dim and rows.shape[1] != dim):
        raise ModelFailure(
            f"{model} answered vectors of shape {rows.shape}, not ({count}, {dim or 'any'}), for {count} texts.",
            mend="Check that the model is an embedding model and the one the project was made with.",
        )
    if not np.isfinite(rows).all():
        raise ModelFailure(f"{model} answered numbers that are not finite.", mend="Check the model's weights.")
    lengths = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)  # squares of float32 may underflow
    unit: Float32Array = np.ascontiguousarray(rows / np.where(lengths > 0, lengths, 1), dtype=np.float32)
    return unit
