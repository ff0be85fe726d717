"""Search by vector: cosine over each owner's vectors, what is not seen or not wanted left out afterwards."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from doxa.errors import EmbedderMismatch
from doxa.graph.filtering import keep
from doxa.graph.nodes import Filter, Likeness, RevisionId, VectorHit
from doxa.graph.resident_vectors import newest_committed, resident_slab
from doxa.graph.sight import Scored, Sight
from doxa.graph.vectors import read_vectors
from doxa.index.one_thread import one_thread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.index.nearest import Nearest
    from doxa.index.vectors import SlabVectors

SAMPLE = 128
"""Vectors from which the mean and spread of all are told: the spread is then off by 6 % (one standard error)."""
QUERIES_AT_ONCE = 32
"""Vectors whose neighbours are looked for in one pass over all: 6 MB of scores for 50,000 of them."""
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
    return list(map(VectorHit, *nearest(sight, vector, limit=limit, filter=filter, within=within)))


def nearest(
    sight: Sight,
    vector: NDArray[np.float32],
    *,
    limit: int,
    filter: Filter | None = None,
    within: Sequence[RevisionId] = (),
) -> Ranked:
    """Return the same as two lists."""
    import numpy as np

    query = np.ascontiguousarray(vector, dtype=np.float32)
    if limit < 1 or not _has_vectors(sight, len(query)):
        return [], []
    if within:
        return _best(sight, query, keep(sight, within, filter), limit)
    searches = [_resident_search(sight, slab, query) for slab in _slabs(sight)]
    if sight.pending:
        searches.append(_pending_search(sight, query))
    found = [ranked for search in searches if (ranked := _kept(sight, search, limit, filter))[0]]
    if len(found) == 1:
        return found[0][0][:limit], found[0][1][:limit]  # each search gives them in order
    pairs = sorted((-cosine, -revision) for ranked in found for revision, cosine in zip(*ranked, strict=True))[:limit]
    return [RevisionId(-revision) for _, revision in pairs], [-cosine for cosine, _ in pairs]


def neighbours(
    sight: Sight, revisions: Sequence[RevisionId], *, limit: int, filter: Filter | None = None
) -> dict[RevisionId, list[VectorHit]]:
    """Rank, for each of some revisions, the others by the cosine of their vectors, as `search_vectors` does.

    Args:
        sight: The reader's snapshot.
        revisions: Which; those that are unseen or have no vector are left out.
        limit: How many of each at most.
        filter: What to keep; applied before the limit.
    """
    having, rows = read_vectors(sight.connection, sorted(sight.keep_seen(revisions)))
    found: dict[RevisionId, list[VectorHit]] = {}
    for start in range(0, len(having) if limit > 0 else 0, QUERIES_AT_ONCE):
        part = rows[start : start + QUERIES_AT_ONCE]
        slabs = [(slab, _scores_of_many(sight, slab, part)) for slab in _slabs(sight)]
        for place, (revision, query) in enumerate(zip(having[start:], part, strict=False)):
            searches = [
                _resident_search(sight, slab, query, None if scores is None else scores[place])
                for slab, scores in slabs
            ]
            if sight.pending:
                searches.append(_pending_search(sight, query))
            ranked = [_kept(sight, search, limit + 1, filter) for search in searches]
            hits = [VectorHit(*hit) for each in ranked for hit in zip(*each, strict=True) if hit[0] != revision]
            found[revision] = sorted(hits, key=lambda hit: (-hit.cosine, -hit.revision))[:limit]
    return found


def _scores_of_many(sight: Sight, slab: int, queries: NDArray[np.float32]) -> NDArray[np.float32] | None:
    resident, _ = resident_slab(sight, slab, queries.shape[1])
    with one_thread():
        return resident.scores(queries)


def likeness(sight: Sight, vector: NDArray[np.float32], revisions: Sequence[RevisionId]) -> Likeness:
    """Return the cosines of revisions with a vector, and how those of all that is seen are spread.

    Args:
        sight: The reader's snapshot.
        vector: float32 of shape (dim,), length 1.
        revisions: Which; those of unseen ones and of those without a vector are NaN.

    Raises:
        EmbedderMismatch: Stored vectors have another length.
    """
    import numpy as np

    query = np.ascontiguousarray(vector, dtype=np.float32)
    nothing = Likeness([math.nan] * len(revisions), 0.0, 0.0)
    if not _has_vectors(sight, len(query)):
        return nothing
    seen = sight.keep_seen(revisions)
    wanted = np.array([each if each in seen else 0 for each in revisions], dtype=np.int64)
    scored = [sight.scored.get(slab) for slab in _slabs(sight)]
    told = [each for each in scored if each is not None and each.vector is query]
    if len(told) == len(scored) and not sight.pending:
        sampled, cosines = _scores(told, _evenly_spaced([each.ids for each in told])), _scores(told, wanted)
    else:
        slabs = [resident_slab(sight, slab, len(query), again=True) for slab in _slabs(sight)]
        sample = _evenly_spaced([_seen_ids(sight, *each) for each in slabs])
        found = _cosines(sight, query, [resident for resident, _ in slabs], np.concatenate([wanted, sample]))
        cosines, sampled = found[: len(wanted)], found[len(wanted) :]
    sampled = sampled[~np.isnan(sampled)]
    if not len(sampled):
        return nothing
    return Likeness(cosines.tolist(), float(sampled.mean()), float(sampled.std()))


def _seen_ids(sight: Sight, resident: SlabVectors, last: int | None) -> NDArray[np.int64]:
    """Return the revisions of a slab that have a vector, as far as the snapshot sees them."""
    newest = newest_committed(sight) if last is None else last
    return resident.ids[: resident.ids.searchsorted(newest, side="right")]


def _evenly_spaced(ids: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    """Return some of the revisions that have a vector, the same ones every time."""
    import numpy as np

    known = np.concatenate([np.zeros(0, dtype=np.int64), *ids])
    return known[:: max(1, -(-len(known) // SAMPLE))]


def _scores(scored: Sequence[Scored], ids: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what the search of this question found of revisions, in the order asked; NaN for those without vector."""
    import numpy as np

    found = np.full(len(ids), np.nan)
    for each in scored:
        if len(each.ids):
            places = np.minimum(each.ids.searchsorted(ids), len(each.ids) - 1)
            has = each.ids[places] == ids
            found[has] = each.scores[places[has]]
    return found


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
    missing = np.flatnonzero(np.isnan(found) & (ids > 0))
    if len(missing):
        having, rows = read_vectors(sight.connection, [RevisionId(each) for each in ids[missing].tolist()])
        told = dict(zip(having, (rows @ query).tolist(), strict=True)) if having else {}
        found[missing] = [told.get(RevisionId(each), np.nan) for each in ids[missing].tolist()]
    return found


Ranked: TypeAlias = tuple[list[RevisionId], list[float]]
"""Revisions, best first, and their cosines: hundreds of records take longer to make than to find."""


_Search = Callable[[int], Ranked]
"""Gives the best of some vectors, as many as asked for."""


def _kept(sight: Sight, search: _Search, limit: int, filter: Filter | None) -> Ranked:
    """Ask for more until enough survive the filter."""
    wanted = limit + limit // 4 + SPARE
    kept: Ranked = [], []
    tried = 0
    while True:
        found, cosines = search(wanted)
        new = found[tried:]
        survivors = keep(sight, new, filter)
        if len(survivors) == len(new):
            kept = kept[0] + new, kept[1] + cosines[tried:]
        else:
            cosine = dict(zip(new, cosines[tried:], strict=True))
            kept = kept[0] + survivors, kept[1] + [cosine[each] for each in survivors]
        if len(kept[0]) >= limit or len(found) < wanted:
            return kept
        tried, wanted = len(found), 4 * wanted


def _resident_search(
    sight: Sight, slab: int, query: NDArray[np.float32], scores: NDArray[np.float32] | None = None
) -> _Search:
    resident, last = resident_slab(sight, slab, len(query))
    newest = newest_committed(sight) if last is None else last

    def read_rows(ids: NDArray[np.int64]) -> NDArray[np.float32]:
        return read_vectors(sight.connection, [RevisionId(number) for number in ids.tolist()])[1]

    def search(wanted: int) -> Ranked:
        with one_thread():
            found = resident.search(query, wanted, read_rows=read_rows, newest=newest, scores=scores)
        if found.of_all is not None:
            sight.scored[slab] = Scored(query, resident.ids[: len(found.of_all)], found.of_all)
        return _ranked(found)

    return search


def _pending_search(sight: Sight, query: NDArray[np.float32]) -> _Search:
    """Search what the open transaction wrote."""
    first = sight.first_pending()
    written: list[RevisionId] = []
    if first is not None:
        rows = sight.connection.rows("SELECT rev FROM vector WHERE rev>=?", (first,))
        written = [RevisionId(number) for (number,) in rows]
    return lambda wanted: _best(sight, query, written, wanted)


def _best(sight: Sight, query: NDArray[np.float32], revisions: Sequence[RevisionId], limit: int) -> Ranked:
    import numpy as np

    from doxa.index.nearest import rank

    having, matrix = read_vectors(sight.connection, sorted(set(revisions)))
    return _ranked(rank(np.array(having, dtype=np.int64), matrix, query, limit)) if having else ([], [])


def _ranked(nearest: Nearest) -> Ranked:
    return nearest.ids.tolist(), nearest.scores.tolist()


def _has_vectors(sight: Sight, dim: int) -> bool:
    length = sight.vector_bytes
    if length is None:
        found = sight.connection.row("SELECT length(v) FROM vector LIMIT 1")
        length = 0 if found is None else int(found[0])
        if not sight.pending:
            sight.vector_bytes = length
    if length and length != 4 * dim:
        raise EmbedderMismatch(
            f"A vector of length {dim} cannot be compared with stored ones of length {length // 4}.",
            mend="Run `doxa reindex` to make the stored vectors anew with the present embedder.",
            field="embedder",
        )
    return length > 0


def _slabs(sight: Sight) -> Sequence[int]:
    if sight.slabs is not None:
        return sight.slabs
    return [number for (number,) in sight.connection.rows("SELECT id FROM slab ORDER BY id") if number != sight.hidden]
