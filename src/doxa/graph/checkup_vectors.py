"""Stored vectors and their binary codes, checked against each other and against the embedder's size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from doxa.errors import NotADoxaFile
from doxa.graph.engine import Connection
from doxa.graph.nodes import RevisionId
from doxa.graph.vectors import read_codes, read_vectors, rebuild_codes
from doxa.records import Finding

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

_WRONG = "vector WHERE length(v)<>? OR NOT EXISTS (SELECT 1 FROM revision r WHERE r.id=vector.rev AND r.item>0)"
SAMPLE = 1_000
"""Codes per owner that are made anew to compare, unless all are asked for."""


def check_vectors(graph: SqlGraph, *, repair: bool) -> Finding:
    """Check that every vector has the embedder's size and a revision; with `repair` drop those that do not.

    Texts without a vector are told, and are no fault: they are found by their words alone until `reindex` embeds them,
    which needs the embedder.
    """
    embedder = graph.embedder
    size = 0 if embedder is None else 4 * embedder[1]
    with graph.engine.writing(None) if repair else graph.engine.reading() as connection:
        wrong = connection.row(f"SELECT count(*) FROM {_WRONG}", (size,))
        if repair and wrong is not None and wrong[0]:
            connection.run(f"DELETE FROM {_WRONG}", (size,))
        counts = connection.row(
            "SELECT (SELECT count(*) FROM vector),"
            " (SELECT count(*) FROM content c LEFT JOIN vector v ON v.rev=c.rev WHERE c.text<>'' AND v.rev IS NULL)"
        )
    assert counts is not None
    assert wrong is not None
    total, without = counts
    faults = [f"{wrong[0]} have another size than {embedder}, or no revision"] if wrong[0] else []
    faults += [f"{without} texts have none; `doxa reindex` makes them"] if total and without else []
    return Finding(
        "vectors", not wrong[0], "; ".join(faults) or f"{total:,} vectors", repaired=bool(wrong[0]) and repair
    )


def check_codes(graph: SqlGraph, *, repair: bool, deep: bool) -> Finding:
    """Check that every owner's codes are those of his vectors; with `repair` make those of an owner anew."""
    embedder = graph.embedder
    if embedder is None:
        return Finding("codes", True, "no embedder")
    with graph.engine.reading() as connection:
        slabs = [slab for (slab,) in connection.rows("SELECT id FROM slab ORDER BY id")]
        wrong = [slab for slab in slabs if not _agree(connection, slab, embedder[1], deep=deep)]
    if repair:
        for slab in wrong:
            with graph.engine.writing(None) as connection:
                rebuild_codes(connection, slab)
    detail = f"the codes of {len(wrong)} owners are wrong" if wrong else ""
    return Finding("codes", not wrong, detail, repaired=bool(wrong) and repair)


def _agree(connection: Connection, slab: int, dim: int, *, deep: bool) -> bool:
    import numpy as np

    from doxa.index.codes import binary_codes

    vectors = connection.rows(
        "SELECT v.rev FROM item i CROSS JOIN revision r CROSS JOIN vector v"
        " WHERE i.slab=? AND r.item=i.id AND v.rev=r.id ORDER BY v.rev",
        (slab,),
    )
    try:
        ids, codes = read_codes(connection, slab, dim)
        step = 1 if deep else max(1, len(ids) // SAMPLE)
        _, matrix = read_vectors(connection, [RevisionId(number) for number in ids[::step].tolist()])
    except NotADoxaFile:
        return False
    if ids.tolist() != [number for (number,) in vectors]:
        return False
    return not len(ids) or np.array_equal(codes[::step], binary_codes(matrix))
