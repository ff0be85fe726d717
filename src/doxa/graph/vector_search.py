"""Search by vector: cosine over each owner's vectors, what is not seen or not wanted left out afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from doxa.errors import EmbedderMismatch
from doxa.graph.filtering import keep
from doxa.graph.nodes import Filter, Likeness, RevisionId, VectorHit
from doxa.graph.resident_vectors import newest_committed, resident_slab
from doxa.graph.sight import Sight
from doxa.graph.vectors import read_vectors
from doxa.index.one_thread import one_thread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.index.nearest import Nearest
    from doxa.index.vectors import SlabVectors

SAMPLE = 128
"""Vectors from which the mean and spread of all are told: the spread is then off by 6 % (one standard error)."""
SPARE = 8
"""How many more than wanted are scored at first, since the filter drops some."""


def search_vectors(
    sight: Sight,
    vector: NDArray[np.float32],
    *,
    limit: int,
    filter: Filter | None = None,
    within: Sequence[RevisionId] = (),
) -> list[VectorHit]:
    """Rank revisions by cosine, ties by newer revision.

    Exact up to `doxa.index.vectors.FLOAT_ROWS` vectors of an owner; above, see `doxa.index.nearest.CANDIDATES`.

    Args:
        sight: The reader's snapshot.
        vector: float32 of shape (dim,), length 1.
        limit: How many at most.
        filter: What to keep; applied before the limit. `None` keeps all that is seen.
        within: Only these revisions; empty = all.

    Returns:
        Hits with cosines rounded to 1e-6, best first.

    Raises:
        EmbedderMismatch: Stored vectors have another length.
    """
    import numpy as np

    query = np.ascontiguousarray(vector, dtype=np.float32)
    if limit < 1 or not _has_vectors(sight, len(query)):
        return []
    if within:
        return _best(sight, query, keep(sight, within, filter), limit)
    searches = [_resident_search(sight, slab, query) for slab in _slabs(sight)]
    searches.append(_pending_search(sight, query))
    found = [hits for search in searches if (hits := _kept(sight, search, limit, filter))]
    if len(found) == 1:
        return found[0][:limit]  # each search gives them in order
    hits = [hit for each in found for hit in each]
    return sorted(hits, key=lambda hit: (-hit.cosine, -hit.revision))[:limit]


def likeness(sight: Sight, vector: NDArray[np.float32], revisions: Sequence[RevisionId]) -> Likeness:
    """Return the cosines of revisions with a vector, and how those of all that is seen are spread.

    Args:
        sight: The reader's snapshot.
        vector: float32 of shape (dim,), length 1.
        revisions: Which; unseen ones and those without a vector are left out.

    Raises:
        EmbedderMismatch: Stored vectors have another length.
    """
    import numpy as np

    query = np.ascontiguousarray(vector, dtype=np.float32)
    if not _has_vectors(sight, len(query)):
        return Likeness({}, 0.0, 0.0)
    slabs = [resident_slab(sight, slab, len(query), again=True) for slab in _slabs(sight)]
    wanted = sorted(sight.keep_seen(revisions))
    sample = _evenly_spaced(sight, slabs)
    asked = np.concatenate([np.array(wanted, dtype=np.int64), sample])
    cosines = _cosines(sight, query, [resident for resident, _ in slabs], asked)
    sampled = cosines[len(wanted) :]
    sampled = sampled[~np.isnan(sampled)]
    if not len(sampled):
        return Likeness({}, 0.0, 0.0)
    known = {each: cosine for each, cosine in zip(wanted, cosines.tolist(), strict=False) if cosine == cosine}
    return Likeness(known, float(sampled.mean()), float(sampled.std()))


def _evenly_spaced(sight: Sight, slabs: Sequence[tuple[SlabVectors, int | None]]) -> NDArray[np.int64]:
    """Return some of the revisions that have a vector, the same ones every time."""
    import numpy as np

    parts = [np.zeros(0, dtype=np.int64)]
    for resident, last in slabs:
        if not len(resident):
            continue
        newest = newest_committed(sight) if last is None else last
        parts.append(resident.ids[: resident.ids.searchsorted(newest, side="right")])
    known = np.concatenate(parts)
    return known[:: max(1, -(-len(known) // SAMPLE))]


def _cosines(
    sight: Sight, query: NDArray[np.float32], slabs: Sequence[SlabVectors], ids: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return inner products in the order asked, from resident rows where they are, else from the file; NaN for none."""
    import numpy as np

    found = np.full(len(ids), np.nan)
    for resident in slabs:
        places, rows = resident.resident_rows(ids)
        with one_thread():
            found[places] = rows @ query
    missing = np.flatnonzero(np.isnan(found))
    if len(missing):
        having, rows = read_vectors(sight.connection, [RevisionId(each) for each in ids[missing].tolist()])
        told = dict(zip(having, (rows @ query).tolist(), strict=True)) if having else {}
        found[missing] = [told.get(RevisionId(each), np.nan) for each in ids[missing].tolist()]
    return found


_Search = Callable[[int], list[VectorHit]]
"""Gives the best of some vectors, as many as asked for."""


def _kept(sight: Sight, search: _Search, limit: int, filter: Filter | None) -> list[VectorHit]:
    """Ask for more until enough survive the filter."""
    wanted = limit + limit // 4 + SPARE
    kept: list[VectorHit] = []
    tried = 0
    while True:
        found = search(wanted)
        new = found[tried:]
        survivors = set(keep(sight, [hit.revision for hit in new], filter))
        kept += new if len(survivors) == len(new) else [hit for hit in new if hit.revision in survivors]
        if len(kept) >= limit or len(found) < wanted:
            return kept
        tried, wanted = len(found), 4 * wanted


def _resident_search(sight: Sight, slab: int, query: NDArray[np.float32]) -> _Search:
    resident, last = resident_slab(sight, slab, len(query))
    newest = newest_committed(sight) if last is None else last

    def read_rows(ids: NDArray[np.int64]) -> NDArray[np.float32]:
        return read_vectors(sight.connection, [RevisionId(number) for number in ids.tolist()])[1]

    def search(wanted: int) -> list[VectorHit]:
        with one_thread():
            return _hits(resident.search(query, wanted, read_rows=read_rows, newest=newest))

    return search


def _pending_search(sight: Sight, query: NDArray[np.float32]) -> _Search:
    """Search what the open transaction wrote."""
    first = sight.first_pending()
    written: list[RevisionId] = []
    if first is not None:
        rows = sight.connection.rows("SELECT rev FROM vector WHERE rev>=?", (first,))
        written = [RevisionId(number) for (number,) in rows]
    return lambda wanted: _best(sight, query, written, wanted)


def _best(sight: Sight, query: NDArray[np.float32], revisions: Sequence[RevisionId], limit: int) -> list[VectorHit]:
    import numpy as np

    from doxa.index.nearest import rank

    having, matrix = read_vectors(sight.connection, sorted(set(revisions)))
    return _hits(rank(np.array(having, dtype=np.int64), matrix, query, limit)) if having else []


def _hits(nearest: Nearest) -> list[VectorHit]:
    return list(map(VectorHit._make, zip(nearest.ids.tolist(), nearest.scores.tolist(), strict=True)))


def _has_vectors(sight: Sight, dim: int) -> bool:
    found = sight.connection.row("SELECT length(v) FROM vector LIMIT 1")
    if found is not None and found[0] != 4 * dim:
        raise EmbedderMismatch(
            f"A vector of length {dim} cannot be compared with stored ones of length {found[0] // 4}.",
            mend="Run `doxa reindex` to make the stored vectors anew with the present embedder.",
            field="embedder",
        )
    return found is not None


def _slabs(sight: Sight) -> Sequence[int]:
    if sight.slabs is not None:
        return sight.slabs
    return [number for (number,) in sight.connection.rows("SELECT id FROM slab ORDER BY id") if number != sight.hidden]
