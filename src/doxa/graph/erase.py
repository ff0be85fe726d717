"""Erase: the one thing that destroys. Rows go in one transaction, then the file is rebuilt and the proof is made.

What cannot be finished now, because a reader holds the write-ahead log or the disk is full, stays noted in the file,
and the next process that can finishes it.
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from doxa.errors import Busy, ReadOnly, StoreFull
from doxa.graph import erase_proof, erase_references, erase_rows, erase_scope, erase_words
from doxa.graph.erase_proof import GoneWords
from doxa.graph.nodes import ErasePlan
from doxa.graph.project_file import PENDING_ERASE, UNDER_WAY, set_meta
from doxa.graph.projection import recompute
from doxa.graph.task_rows import clear_tasks
from doxa.graph.work import Work
from doxa.records import Certificate

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

OUT_OF_REACH = (
    "exports and backups made before",
    "what readers of the change feed have kept",
    "snapshots of the file system, and the disk's own spare blocks",
)


def erase(graph: SqlGraph, plan: ErasePlan, *, actor: str = "") -> Certificate:
    """Destroy what a plan names and what was derived from it alone, and prove it.

    Args:
        graph: The project's store.
        plan: What to take.
        actor: Who acts; stays in the log.

    Returns:
        The certificate: `complete`, or `pending` with the cause.

    Raises:
        InvalidInput: The plan names nothing.
        NotFound: Its owner or space is not there.
    """
    with graph.work("erase", actor=actor) as work:
        gone, counts, checks = _destroy(work, plan)
        set_meta(work.connection, PENDING_ERASE, work.operation)
        # the rest of an import that was broken off may hold what goes: none of it may come after this
        work.connection.run("DELETE FROM meta WHERE key=?", (UNDER_WAY,))
        set_meta(work.connection, "generation", work.generation + 1)
        erase_scope.drop(work)
        operation = work.operation
    _forget_words(graph)
    cause = _rebuild(graph)
    checks["file rebuilt"] = cause is None
    if cause is None:
        checks["no word in the file"] = _scan(graph, gone)
    failed = [check for check, passed in checks.items() if not passed]
    if cause is None and not failed:
        _settle(graph)
    return Certificate(
        operation=str(operation),
        state="pending" if failed else "complete",
        erased=counts,
        checks=checks,
        cause=cause or (f"Not proved: {', '.join(failed)}." if failed else None),
        out_of_reach=OUT_OF_REACH,
    )


def finish_erase(graph: SqlGraph) -> bool:
    """Rebuild the file for an erase that could not; tell whether none is pending any more."""
    with graph.engine.reading() as connection:
        if connection.row("SELECT 1 FROM meta WHERE key=?", (PENDING_ERASE,)) is None:
            return True
    if _rebuild(graph) is not None:
        return False
    _settle(graph)
    return True


def _destroy(work: Work, plan: ErasePlan) -> tuple[GoneWords, dict[str, int], dict[str, bool]]:
    erase_scope.prepare(work)
    erase_scope.choose(work, plan)
    owners = erase_scope.owners_named(work, plan)
    gone = erase_proof.read_words(work.connection)
    counts = erase_scope.counts(work)
    erase_rows.note_operations(work, erase_scope.slabs_about(work, plan))
    erase_words.note_words(work, owners)
    if plan.session is not None and plan.before is None and plan.space is None:
        erase_words.forget_session(work, plan.session, erase_scope.slabs_of(work, plan))
    erase_references.mark_dependents(work)
    left = erase_references.left_alone(work)
    erase_references.forget_references(work)
    counts["pending"] = clear_tasks(work, owners)
    counts["messages"] = erase_words.clear_messages(work)
    erase_rows.clear_codes(work)
    counts |= erase_rows.clear(work)
    recompute(work, erase_rows.bury(work))
    erase_references.bring_back(work, left)
    counts |= erase_words.clear_words(work, owners)
    _unindex(work, gone)
    checks = {
        "no row left": erase_proof.rows_are_gone(work.connection),
        "no term indexed": erase_proof.terms_are_gone(work.connection, gone),
    }
    return gone, {name: count for name, count in counts.items() if count}, checks


def _unindex(work: Work, gone: GoneWords) -> None:
    work.connection.unindex_text([revision for (revision,) in work.connection.rows("SELECT rev FROM gone")])
    work.connection.compact_text()
    for slab, (documents, terms) in gone.documents.items():
        work.connection.run(
            "UPDATE corpus SET documents=documents-?, terms=terms-? WHERE slab=?", (documents, terms, slab)
        )
    work.connection.run("DELETE FROM corpus WHERE documents<=0")


def _forget_words(graph: SqlGraph) -> None:
    """Let go of what this process remembers of the words."""
    from doxa.text.tokens import forget_words

    graph.forget_caches()
    forget_words()


def _rebuild(graph: SqlGraph) -> str | None:
    """Rebuild the file and empty its log; return why that could not be."""
    try:
        graph.engine.vacuum()
    except (Busy, StoreFull, ReadOnly) as error:
        return error.message
    return None


def _scan(graph: SqlGraph, gone: GoneWords) -> bool:
    """Tell whether no word of what went is in the file, but for words that rows which stay hold too."""
    found = graph.engine.scan(erase_proof.words_to_scan(gone))
    with graph.engine.reading() as connection:
        return not erase_proof.words_left_over(connection, found)


def _settle(graph: SqlGraph) -> None:
    with contextlib.suppress(Busy, StoreFull), graph.engine.writing(None) as connection:
        connection.run("DELETE FROM meta WHERE key=?", (PENDING_ERASE,))
