"""The resident vectors of one slab, and the search over them."""

from __future__ import annotations

import threading
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from doxa.errors import EmbedderMismatch, InvalidInput
from doxa.index.codes import binary_codes, words_of
from doxa.index.nearest import CANDIDATES, Nearest, search_codes, search_floats

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from doxa.index.codes import Codes
    from doxa.index.embedder import Float32Array
    from doxa.index.nearest import Allowed, Ids, ReadRows

_Kind = TypeVar("_Kind", bound=np.generic)

FLOAT_ROWS = 50_000
"""Vectors up to which a slab may be resident as float32 and is then searched without codes."""


@dataclass(frozen=True, slots=True)
class _Held:
    """What a search sees from beginning to end: rows past `count` are room for later ones."""

    count: int
    ids: NDArray[np.int64]
    columns: Codes
    matrix: Float32Array | None


class SlabVectors:
    """The resident vectors of one slab, in ascending order of revision, so that a past state is a prefix.

    Codes are always resident, float32 rows while there are few enough and nobody took them away. Rows are appended in
    amortised constant time. Searches may run while another thread appends: each sees the rows of its beginning.

    Args:
        dim: Length of a vector.
        float_rows: How many rows may be resident as float32.
    """

    def __init__(self, dim: int, *, float_rows: int = FLOAT_ROWS) -> None:
        self.dim = dim
        self._float_rows = float_rows
        self._lock = threading.Lock()
        self._held = _Held(
            0,
            np.zeros(0, dtype=np.int64),
            np.zeros((words_of(dim), 0), dtype=np.uint64),
            np.zeros((0, dim), dtype=np.float32) if float_rows > 0 else None,
        )

    def __len__(self) -> int:
        return self._held.count

    @property
    def nbytes(self) -> int:
        """Resident bytes, room for later rows included."""
        held = self._held
        return held.ids.nbytes + held.columns.nbytes + (0 if held.matrix is None else held.matrix.nbytes)

    @property
    def ids(self) -> Ids:
        """The revisions, ascending."""
        held = self._held
        return held.ids[: held.count]

    @property
    def last_id(self) -> int | None:
        """The newest revision; None when there is none."""
        held = self._held
        return int(held.ids[held.count - 1]) if held.count else None

    @property
    def holds_floats(self) -> bool:
        """Whether the float32 rows are resident, and searches therefore read none."""
        return self._held.matrix is not None

    @property
    def may_hold_floats(self) -> bool:
        """Whether there are few enough revisions for their float32 rows to be resident."""
        return self._held.count <= self._float_rows

    def append(self, ids: Ids, vectors: Float32Array) -> None:
        """Add new revisions with their vectors.

        Args:
            ids: Ascending, above every one there is.
            vectors: Rows of length 1, shape (len(ids), dim).

        Raises:
            InvalidInput: The revisions do not ascend.
            EmbedderMismatch: The vectors have another length.
        """
        self._check_dim(vectors.shape[1])
        self._append(ids, binary_codes(vectors), vectors)

    def append_codes(self, ids: Ids, codes: Codes) -> None:
        """Add new revisions by their codes alone; float32 rows are then no longer resident.

        Args:
            ids: Ascending, above every one there is.
            codes: Shape (len(ids), words_of(dim)).

        Raises:
            InvalidInput: The revisions do not ascend.
        """
        self._append(ids, codes, None)

    def hold_floats(self, vectors: Float32Array) -> None:
        """Keep the float32 rows of all revisions resident, where they are few enough.

        Args:
            vectors: Shape (len(self), dim), in order of revision.

        Raises:
            InvalidInput: There are not as many as revisions.
            EmbedderMismatch: The vectors have another length.
        """
        self._check_dim(vectors.shape[1])
        with self._lock:
            if len(vectors) != self._held.count:
                raise InvalidInput(f"{len(vectors)} vectors were given for {self._held.count} revisions.")
            if len(vectors) <= self._float_rows:
                matrix = _with_room(vectors, len(self._held.ids))
                self._held = replace(self._held, matrix=matrix)

    def shrink(self) -> bool:
        """Let go of the float32 rows; the codes remain, and searches read rows.

        Returns:
            Whether that freed anything.
        """
        with self._lock:
            had = self._held.matrix is not None and self._held.matrix.nbytes > 0
            self._held = replace(self._held, matrix=None)
            return had

    def remove(self, ids: Collection[int]) -> None:
        """Forget revisions, such as erased ones; unknown ones are ignored.

        Args:
            ids: Revisions.
        """
        with self._lock:
            held = self._held
            kept = np.flatnonzero(~np.isin(held.ids[: held.count], list(ids)))
            matrix = None if held.matrix is None else held.matrix[kept]
            columns = np.ascontiguousarray(held.columns[:, kept])
            self._held = _Held(len(kept), held.ids[kept], columns, matrix)

    def search(
        self,
        query: Float32Array,
        k: int,
        *,
        read_rows: ReadRows,
        newest: int | None = None,
        allowed: Allowed | None = None,
        candidates: int = CANDIDATES,
        scores: Float32Array | None = None,
    ) -> Nearest:
        """Return the revisions whose vectors are nearest to a question's.

        Exact while float32 rows are resident or there are no more rows than candidates; see `nearest.CANDIDATES`.

        Args:
            query: One vector of length 1, shape (dim,).
            k: How many to return at most, from 1.
            read_rows: Gives stored vectors; called with ascending revisions when float32 rows are not resident.
            newest: The last revision that counts, for a past state; None for all.
            allowed: Which revisions may be returned: one flag per row of this slab (rows added since are left out),
                or a function from revisions to flags, which is asked about the best only; None for all.
            candidates: How many the codes pick for exact scoring.
            scores: What `scores` gave for the question, where it was asked for many at once.

        Returns:
            At most `k` revisions, best first.

        Raises:
            EmbedderMismatch: The question's vector has another length.
        """
        self._check_dim(query.shape[0])
        held = self._held
        count = held.count if newest is None else int(np.searchsorted(held.ids[: held.count], newest, side="right"))
        if allowed is not None and not callable(allowed):
            count = min(count, len(allowed))
            allowed = allowed[:count]
        ids = held.ids[:count]
        if count == 0 or k < 1:
            return Nearest(ids[:0], np.zeros(0), None if count else np.zeros(0, np.float32))
        if held.matrix is not None:
            known = None if scores is None or len(scores) < count else scores[:count]
            return search_floats(ids, held.matrix[:count], query, k, allowed, known)
        columns = held.columns[:, :count]
        return search_codes(ids, columns, query, k, read_rows=read_rows, allowed=allowed, candidates=candidates)

    def scores(self, queries: Float32Array) -> Float32Array | None:
        """Return the inner products of questions with all rows, shape (questions, rows), in one pass over memory.

        Args:
            queries: Vectors of length 1, shape (n, dim).

        Returns:
            Them; `None` where float32 rows are not resident.
        """
        held = self._held
        return None if held.matrix is None else queries @ held.matrix[: held.count].T

    def resident_rows(self, ids: Ids) -> tuple[NDArray[np.int64], Float32Array]:
        """Return which of some revisions have their float32 rows resident, as places among them, with the rows."""
        held = self._held
        known = held.ids[: held.count]
        if held.matrix is None or not len(known):
            return np.zeros(0, dtype=np.int64), np.zeros((0, self.dim), dtype=np.float32)
        places = np.minimum(known.searchsorted(ids), len(known) - 1)
        asked = np.flatnonzero(known[places] == ids)
        return asked, held.matrix.take(places[asked], axis=0)

    def _append(self, ids: Ids, codes: Codes, vectors: Float32Array | None) -> None:
        new = np.asarray(ids, dtype=np.int64)
        with self._lock:
            held = self._held
            if (np.diff(new, prepend=held.ids[held.count - 1] if held.count else -1) <= 0).any():
                raise InvalidInput("Revisions must be appended in ascending order.", field="ids")
            count = held.count + len(new)
            keep_floats = held.matrix is not None and vectors is not None and count <= self._float_rows
            held = self._with_capacity(held, count, keep_floats)
            held.ids[held.count : count] = new
            held.columns[:, held.count : count] = codes.T
            if held.matrix is not None and vectors is not None:
                held.matrix[held.count : count] = vectors
            self._held = replace(held, count=count)

    def _with_capacity(self, held: _Held, count: int, keep_floats: bool) -> _Held:
        """Return arrays with room for `count` rows: the same ones, or half as much again so that copies are few."""
        held = held if keep_floats else replace(held, matrix=None)
        if count <= len(held.ids):
            return held
        room = max(count, len(held.ids) * 3 // 2)
        columns = np.empty((len(held.columns), room), dtype=np.uint64)
        columns[:, : held.count] = held.columns[:, : held.count]
        matrix = None if held.matrix is None else _with_room(held.matrix[: held.count], min(room, self._float_rows))
        return _Held(held.count, _with_room(held.ids[: held.count], room), columns, matrix)

    def _check_dim(self, dim: int) -> None:
        if dim != self.dim:
            raise EmbedderMismatch(
                f"A vector of length {dim} cannot be compared with stored ones of length {self.dim}.",
                mend="Run `doxa reindex` to make the stored vectors anew with the present embedder.",
                field="embedder",
            )


def _with_room(rows: NDArray[_Kind], room: int) -> NDArray[_Kind]:
    """Return a copy with room for more rows at its end."""
    roomy = np.empty((room, *rows.shape[1:]), dtype=rows.dtype)
    roomy[: len(rows)] = rows
    return roomy
