"""Keeping the vector of a revision: float32 in the same transaction, and its binary code beside those of its slab."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.errors import InvalidInput
from doxa.graph.nodes import RevisionId
from doxa.graph.work import Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NORM_TOLERANCE = 1e-3


def checked_vector(work: Work, vector: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return a vector as little-endian float32.

    Raises:
        InvalidInput: No embedder was set, the dimension is another one, or the length is not 1.
    """
    import numpy as np

    if work.embedder is None:
        raise InvalidInput("A vector came without an embedder.", mend="Call `set_embedder` first.", field="vector")
    row = np.ascontiguousarray(vector, dtype="<f4")
    if row.shape != (work.embedder[1],):
        mend = f"The embedder {work.embedder[0]} gives shape ({work.embedder[1]},)."
        raise InvalidInput(f"The vector has shape {row.shape}.", mend=mend, field="vector", value=row.shape)
    length = float(np.linalg.norm(row))
    if not abs(length - 1.0) <= _NORM_TOLERANCE:
        mend = "Divide it by its length."
        raise InvalidInput(f"The vector has length {length}, not 1.", mend=mend, field="vector", value=length)
    return row


def keep_vector(work: Work, slab: int, revision: RevisionId, vector: NDArray[np.float32]) -> None:
    """Store a checked vector and its code."""
    from doxa.graph.vectors import append_codes

    work.connection.run("INSERT INTO vector(rev, v) VALUES(?,?)", (revision, vector.tobytes()))
    append_codes(work.connection, slab, revision, vector)
