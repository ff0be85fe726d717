"""Stored vectors, compared with what the embedder makes of their texts today."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.graph.engine import Connection, Row
from doxa.graph.nodes import RevisionId
from doxa.graph.reindexing import BATCH, Embed, embedded_text
from doxa.graph.vectors import read_vectors, rebuild_codes
from doxa.records import Finding

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

SAMPLE = 100
"""Texts that are embedded again, unless all are asked for."""

LEAST_COSINE = 0.999
"""A vector made in a batch of other texts, or on another machine, differs in the last bits of a float32 only."""


def check_embedding(graph: SqlGraph, embed: Embed | None, *, repair: bool, deep: bool) -> Finding:
    """Check that vectors are those of their texts; with `repair` store those that are.

    Args:
        graph: The project's store.
        embed: Makes vectors of texts; `None` = nothing can be compared.
        repair: Replace vectors that differ.
        deep: Compare all of them instead of a sample spread evenly over the file.
    """
    if embed is None:
        return Finding("embedding", True, "not compared: no embedder is open")
    compared, wrong = 0, 0
    for rows in _batches(graph, deep=deep):
        found = _differing(graph, embed, rows)
        compared, wrong = compared + len(rows), wrong + len(found)
        if repair and found:
            _replace(graph, found)
    if repair and wrong:
        _renew_codes(graph)
    detail = f"{wrong} of {compared:,} vectors are not those of their texts" if wrong else f"{compared:,} compared"
    return Finding("embedding", not wrong, detail, repaired=bool(wrong) and repair)


def _batches(graph: SqlGraph, *, deep: bool) -> list[list[RevisionId]]:
    with graph.engine.reading() as connection:
        having = [RevisionId(number) for (number,) in connection.rows("SELECT rev FROM vector ORDER BY rev")]
    step = 1 if deep else max(1, len(having) // SAMPLE)
    chosen = having[::step] if deep else having[::step][:SAMPLE]
    return [chosen[start : start + BATCH] for start in range(0, len(chosen), BATCH)]


def _differing(graph: SqlGraph, embed: Embed, revisions: list[RevisionId]) -> list[tuple[RevisionId, bytes]]:
    """Return the revisions whose stored vector is not that of their text, with the vector that is."""
    with graph.engine.reading() as connection:
        having, stored = read_vectors(connection, revisions)
        texts = {row[0]: embedded_text(row[1], row[2]) for row in _texts(connection, having)}
    places = [place for place, revision in enumerate(having) if revision in texts]
    made = embed([texts[having[place]] for place in places])
    if len(places) and made.shape[1] != stored.shape[1]:
        return []  # `check_vectors` says so
    return [
        (having[place], made[row].astype("<f4").tobytes())
        for row, place in enumerate(places)
        if float(made[row] @ stored[place]) < LEAST_COSINE
    ]


def _texts(connection: Connection, revisions: list[RevisionId]) -> list[Row]:
    rows: list[Row] = []
    for revision in revisions:
        rows += connection.rows("SELECT rev, title, text FROM content WHERE rev=? AND text<>''", (revision,))
    return rows


def _replace(graph: SqlGraph, vectors: list[tuple[RevisionId, bytes]]) -> None:
    with graph.engine.writing(None) as connection:
        # one that was erased meanwhile must not come back
        connection.run_many("UPDATE vector SET v=? WHERE rev=?", [(vector, revision) for revision, vector in vectors])


def _renew_codes(graph: SqlGraph) -> None:
    with graph.engine.writing(None) as connection:
        for (slab,) in connection.rows("SELECT DISTINCT slab FROM item"):
            rebuild_codes(connection, slab)
