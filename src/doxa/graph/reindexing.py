"""Making every vector anew, batch by batch; readers go on meanwhile and search by words alone until it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from doxa.graph.engine import Connection, Row
from doxa.graph.project_file import set_meta
from doxa.graph.vectors import rebuild_codes

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.graph.store import SqlGraph

Embed = Callable[[Sequence[str]], "NDArray[np.float32]"]
BATCH = 1024


def replace_vectors(graph: SqlGraph, embedder: tuple[str, int] | None, embed: Embed | None) -> int:
    """Drop every vector and make new ones; see `Graph.replace_vectors`.

    The embedder is stated with the drop, so a run that breaks off leaves vectors of the new embedder only, and the
    next run starts again.
    """
    with graph.engine.writing(None) as connection:
        connection.run("DELETE FROM vector")
        connection.run("DELETE FROM code")
        connection.run("DELETE FROM meta WHERE key='embedder'")
        if embedder is not None:
            set_meta(connection, "embedder", f"{embedder[1]} {embedder[0]}")
        _renew_generation(connection)
    graph.forget_caches()
    if embedder is None or embed is None:
        return 0
    made = _embed_all(graph, embed)
    with graph.engine.writing(None) as connection:
        for (slab,) in connection.rows("SELECT DISTINCT slab FROM item"):
            rebuild_codes(connection, slab)
        _renew_generation(connection)
    graph.forget_caches()
    return made


def embedded_text(title: str | None, text: str) -> str:
    """Return what the embedder is given of a revision."""
    return f"{title}: {text}" if title else text


def _embed_all(graph: SqlGraph, embed: Embed) -> int:
    made, last = 0, 0
    while True:
        with graph.engine.reading() as connection:
            rows = _next_texts(connection, last)
        if not rows:
            return made
        vectors = embed([embedded_text(title, text) for _, title, text in rows])
        with graph.engine.writing(None) as connection:
            # a revision written meanwhile has its vector already; one erased meanwhile must not come back
            connection.run_many(
                "INSERT INTO vector(rev, v) SELECT ?, ? WHERE EXISTS (SELECT 1 FROM content c WHERE c.rev=?)"
                " ON CONFLICT(rev) DO NOTHING",
                [(row[0], vectors[place].astype("<f4").tobytes(), row[0]) for place, row in enumerate(rows)],
            )
        made, last = made + len(rows), rows[-1][0]


def _next_texts(connection: Connection, after: int) -> list[Row]:
    return connection.rows(
        "SELECT rev, title, text FROM content WHERE rev>? AND text<>'' ORDER BY rev LIMIT ?", (after, BATCH)
    )


def _renew_generation(connection: Connection) -> None:
    """Let every process drop what it remembers of the file."""
    found = connection.row("SELECT value FROM meta WHERE key='generation'")
    set_meta(connection, "generation", int(found[0] or 0) + 1 if found else 1)
