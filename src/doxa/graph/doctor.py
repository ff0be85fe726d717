"""Doctor: derived state is checked against the log and rebuilt from it where asked.

Repairs are no operations, since they change nothing that is believed; they go in steps of bounded size, so that one
that was interrupted is taken up by the next.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from doxa.graph import checkup_clock, checkup_embedding, checkup_heads, checkup_log, checkup_text, checkup_vectors
from doxa.graph.project_file import PENDING_ERASE, set_meta
from doxa.records import Finding, Health

if TYPE_CHECKING:
    from doxa.graph.reindexing import Embed
    from doxa.graph.store import SqlGraph


def doctor(
    graph: SqlGraph,
    *,
    repair: bool = False,
    repair_clock: bool = False,
    deep: bool = False,
    embed: Embed | None = None,
) -> Health:
    """Check a project's file, and mend what can be made anew from its log.

    Args:
        graph: The project's store.
        repair: Rebuild what does not agree with the log.
        repair_clock: Give operations labelled later than now labels that are not.
        deep: Check every page of the file, every vector and every vector's code, instead of a sample.
        embed: The embedder whose vectors are stored; without it they are not made again to compare.
    """
    checks: list[Callable[[], Finding]] = [
        lambda: checkup_log.check_file(graph, deep=deep),
        lambda: checkup_log.check_operations(graph),
        lambda: checkup_clock.check_clock(graph, repair=repair_clock),
        lambda: checkup_log.check_rows(graph),
        lambda: checkup_heads.check_heads(graph, repair=repair),
        lambda: checkup_text.check_text(graph, repair=repair),
        lambda: checkup_text.check_statistics(graph, repair=repair),
        lambda: checkup_vectors.check_vectors(graph, repair=repair),
        lambda: checkup_embedding.check_embedding(graph, embed, repair=repair, deep=deep),
        lambda: checkup_vectors.check_codes(graph, repair=repair, deep=deep),
        lambda: _check_erase(graph, repair=repair),
    ]
    findings = tuple(check() for check in checks)
    if any(finding.repaired for finding in findings):
        _renew_generation(graph)
    return Health(findings)


def _check_erase(graph: SqlGraph, *, repair: bool) -> Finding:
    with graph.engine.reading() as connection:
        pending = connection.row("SELECT value FROM meta WHERE key=?", (PENDING_ERASE,))
    if pending is None:
        return Finding("erase", True)
    detail = f"the file is not rebuilt since erase {pending[0]}"
    return Finding("erase", False, detail, repaired=repair and graph.finish_erase())


def _renew_generation(graph: SqlGraph) -> None:
    """Make every process read anew what it remembers."""
    with graph.engine.writing(None) as connection:
        found = connection.row("SELECT value FROM meta WHERE key='generation'")
        set_meta(connection, "generation", (int(found[0]) if found else 0) + 1)
    graph.forget_caches()
