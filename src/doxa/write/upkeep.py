"""`status` and `reindex`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from doxa.graph.nodes import RevisionId
from doxa.index.embedding import Embedding
from doxa.records import ANY, Finding, Health, Status
from doxa.write.context import WriteContext

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder

BATCH = 256


def status_of(context: WriteContext) -> Status:
    """Return what a project is and what is pending in it."""
    info = context.graph.info()
    embedder = context.graph.embedder
    return Status(
        project=context.graph.project,
        path=cast("str | None", info.get("path")),
        schema=cast("int", info.get("schema", 0)),
        embedder=None if embedder is None else embedder[0],
        last_operation=None if info.get("last_operation") is None else str(info["last_operation"]),
        pending=cast("dict[str, int]", info.get("pending") or {}),
        clock_skew=cast("float", info.get("clock_skew") or 0.0),
        erase=cast("str | None", info.get("erase")),
        warnings=context.embedding.warnings,
    )


def reindex_project(context: WriteContext, embedder: Embedder | str | None, cache: Path) -> Health:
    """Make every vector anew with an embedder, batch by batch; other processes keep reading meanwhile."""
    embedding = context.embedding if embedder is None else Embedding(embedder, cache)
    made = 0
    chosen = embedding.embedder()
    context.graph.drop_vectors()
    if chosen is None:
        return Health((Finding("vectors", True, "no embedder: search is lexical only", repaired=True),))
    context.graph.set_embedder(chosen.id, chosen.dim)
    after = RevisionId(0)
    while True:
        with context.graph.view(user=ANY) as view:
            nodes = view.revisions_after(after, limit=BATCH)
        if not nodes:
            break
        vectors = embedding.vectors([_searched(node.title, node.text) for node in nodes])
        assert vectors is not None
        context.graph.store_vectors({node.id: vectors[row] for row, node in enumerate(nodes)})
        made, after = made + len(nodes), nodes[-1].id
    detail = f"{made} vectors made by {chosen.id}"
    return Health((Finding("vectors", True, detail, repaired=True), *context.graph.doctor(repair=True).findings))


def _searched(title: str | None, text: str) -> str:
    return f"{title}: {text}" if title else text
