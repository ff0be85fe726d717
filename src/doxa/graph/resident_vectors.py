"""The vectors of one owner that a process keeps in memory, right in every snapshot.

Only committed vectors are kept, in order of revision, so that a snapshot sees a prefix of them: what another process
committed since the last look is read and appended, what came after the snapshot is cut off by number, also where a
view of the past is what loads them. Rows of the open
transaction are never kept, since their numbers are given again after a rollback. Erasing and rebuilding raise the
file's generation, and vectors of another generation are not used.
"""

from __future__ import annotations

import threading
from collections.abc import Hashable
from typing import TYPE_CHECKING

from doxa.graph.nodes import RevisionId
from doxa.graph.remembered import Remembered
from doxa.graph.sight import Sight
from doxa.graph.vectors import read_codes, read_vectors
from doxa.index.vector_cache import Resident, VectorCache

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.index.codes import Codes
    from doxa.index.vectors import SlabVectors

FLOATS_AT_ONCE = 2_000
"""Vectors up to which float32 rows are loaded on the first search. Above, they are on the second one: a process that
asks only once is answered sooner by codes and the rows of the best."""


class ResidentSlab:
    """The committed vectors of one slab at one generation.

    Args:
        dim: Length of a vector.
    """

    def __init__(self, dim: int) -> None:
        from doxa.index.vectors import SlabVectors

        self._vectors = SlabVectors(dim)
        self._searches = 0
        self._seen = -1
        self._guard = threading.Lock()

    @property
    def nbytes(self) -> int:
        """Bytes it holds now."""
        return self._vectors.nbytes

    def shrink(self) -> bool:
        """Let go of the float32 rows; return whether that freed anything."""
        return self._vectors.shrink()

    def caught_up(self, sight: Sight, slab: int, *, again: bool = False) -> tuple[SlabVectors, int | None]:
        """Return the vectors after appending what was committed since the last look, and the last one of them.

        The last one is `None` where they may go beyond the snapshot; cut them by revision then. `again` says that it
        is for the same question as before, which does not count as another search.
        """
        with self._guard:
            self._searches += not again
            if sight.pending or sight.at > self._seen:
                self._append_committed(sight, slab)
                self._seen = max(self._seen, sight.at - sight.pending)
            held = self._vectors
            worth_it = self._searches > 1 or len(held) <= FLOATS_AT_ONCE
            if worth_it and held.may_hold_floats and not held.holds_floats:
                _, matrix = read_vectors(sight.connection, [RevisionId(number) for number in held.ids.tolist()])
                if len(matrix) == len(held):  # rows beyond an older snapshot cannot be read in it
                    held.hold_floats(matrix)
            return held, (held.last_id or 0) if self._seen == sight.at else None

    def _append_committed(self, sight: Sight, slab: int) -> None:
        held = self._vectors
        ids, codes = _committed(sight, *read_codes(sight.connection, slab, held.dim, after=held.last_id))
        if not len(ids):
            return
        if len(held) and held.holds_floats:
            _, matrix = read_vectors(sight.connection, [RevisionId(number) for number in ids.tolist()])
            if len(matrix) == len(ids):
                held.append(ids, matrix)
                return
        held.append_codes(ids, codes)


RESIDENT: VectorCache[Resident] = VectorCache()
"""What is in memory of every store of this process, vectors and what else is remembered, under one cap."""


def resident_slab(sight: Sight, slab: int, dim: int, *, again: bool = False) -> tuple[SlabVectors, int | None]:
    """Return the committed vectors of a slab, as many as the snapshot sees or more; see `ResidentSlab.caught_up`.

    Args:
        sight: The reader's snapshot.
        slab: Whose.
        dim: Length of the stored vectors.
        again: Whether it is for the same question as before.
    """
    key = (sight.store, slab, sight.generation)
    entry = RESIDENT.get(key, lambda: ResidentSlab(dim))
    assert isinstance(entry, ResidentSlab)
    before = entry.nbytes
    found = entry.caught_up(sight, slab, again=again)
    if entry.nbytes > before:
        RESIDENT.resized()
    return found


def remember(sight: Sight) -> None:
    """Let a reader's snapshot of the present share what others of the same operation have read, and add to it."""
    entry = RESIDENT.get((sight.store, sight.slabs, sight.hidden), Remembered)
    assert isinstance(entry, Remembered)
    sight.share(*entry.at(sight.generation, sight.at))
    if entry.has_grown():
        RESIDENT.resized()


def forget_resident(store: object) -> None:
    """Drop a store's vectors: when it is closed, and after an erasure."""

    def is_stale(key: Hashable) -> bool:
        assert isinstance(key, tuple)
        return key[0] is store

    RESIDENT.drop_all(is_stale)


def newest_committed(sight: Sight) -> RevisionId:
    """Return the newest revision of the snapshot that is not the open transaction's."""
    first = sight.first_pending()
    if first is not None:
        return RevisionId(first - 1)
    found = sight.connection.row(
        "SELECT r.id FROM revision r WHERE r.op<=? ORDER BY r.op DESC, r.id DESC LIMIT 1", (sight.at,)
    )
    return RevisionId(0 if found is None else int(found[0]))


def _committed(sight: Sight, ids: NDArray[np.int64], codes: Codes) -> tuple[NDArray[np.int64], Codes]:
    """Leave out what the open transaction wrote, and what came after the moment that a view of the past is of."""
    if not len(ids) or (sight.now and not sight.pending):
        return ids, codes
    count = int(ids.searchsorted(newest_committed(sight), side="right"))
    return ids[:count], codes[:count]
