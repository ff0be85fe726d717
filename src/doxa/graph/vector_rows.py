"""Keeping the vector of a revision: float32 in the same transaction, and its binary code beside those of its slab."""

from __future__ import annotations

from collections.abc import Sequence
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


def keep_vectors(work: Work, slab: int, rows: Sequence[tuple[RevisionId, NDArray[np.float32]]]) -> None:
    """Store checked vectors of one owner's new revisions, ascending, and their codes."""
    import numpy as np

    from doxa.graph.vectors import write_codes
    from doxa.index.codes import binary_codes

    work.connection.run_many(
        "INSERT INTO vector(rev, v) VALUES(?,?)", [(revision, vector.tobytes()) for revision, vector in rows]
    )
    revisions = [revision for revision, _ in rows]
    write_codes(work.connection, slab, revisions, binary_codes(np.stack([vector for _, vector in rows])))
