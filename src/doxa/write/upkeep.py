"""`status` and `reindex`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from doxa.config.modes import Switches
from doxa.graph.decaying import failures_of
from doxa.index.embedding import Embedding
from doxa.records import ANY, Finding, Health, Status
from doxa.write.context import WriteContext

if TYPE_CHECKING:
    from doxa.index.embedder import Embedder


def status_of(context: WriteContext, switches: Switches, model: str | None) -> Status:
    """Return what a project is and what is pending in it.

    Args:
        context: The parts.
        switches: What its mode switches on.
        model: The language model's name, without opening it.
    """
    info = context.graph.info()
    with context.graph.view() as view:
        fading = failures_of(view)
    embedder = context.graph.embedder
    return Status(
        project=context.graph.project,
        path=cast("str | None", info.get("path")),
        schema=cast("int", info.get("schema", 0)),
        embedder=None if embedder is None else embedder[0],
        last_operation=None if info.get("last_operation") is None else str(info["last_operation"]),
        pending=context.graph.task_counts(user=ANY),
        mode=switches.mode,
        model=model,
        clock_skew=cast("float", info.get("clock_skew") or 0.0),
        erase=cast("str | None", info.get("erase")),
        warnings=(*context.embedding.warnings, *switches.warnings, *fading),
    )


def examine(context: WriteContext, *, repair: bool, repair_clock: bool, deep: bool) -> Health:
    """Check a project's derived state; vectors are made again and compared where their embedder is the open one."""
    stored = context.graph.embedder
    embedder = context.embedding.embedder() if stored is not None else None
    same = embedder is not None and (embedder.id, embedder.dim) == stored
    embed = embedder.embed if embedder is not None and same else None
    return context.graph.doctor(repair=repair, repair_clock=repair_clock, deep=deep, embed=embed)


def reindex_project(context: WriteContext, embedder: Embedder | str | None, cache: Path) -> Health:
    """Make every vector anew with an embedder, and mend the text index; other processes keep reading meanwhile."""
    embedding = context.embedding if embedder is None else Embedding(embedder, cache)
    chosen = embedding.embedder()
    if chosen is None:
        context.graph.replace_vectors(None, None)
        made = Finding("vectors", True, "no embedder: search is lexical only", repaired=True)
    else:
        count = context.graph.replace_vectors((chosen.id, chosen.dim), chosen.embed)
        made = Finding("vectors", True, f"{count} made by {chosen.id}", repaired=True)
    return Health((made, *context.graph.doctor(repair=True).findings))
