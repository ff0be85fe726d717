"""The clock's mark on operations: labels that lie in the future, and their repair."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from doxa.clock import SKEW, from_micros, to_micros
from doxa.graph.checkup_heads import rewrite_heads
from doxa.graph.nodes import ItemId
from doxa.records import Finding

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph


def check_clock(graph: SqlGraph, *, repair: bool) -> Finding:
    """Check that the newest operation is not labelled later than now; with `repair` relabel those that are.

    Their labels become the microseconds after the last one that is not, so that order and numbers stay.
    """
    now = graph.clock.now()
    with graph.engine.reading() as connection:
        newest = connection.row("SELECT at FROM op ORDER BY id DESC LIMIT 1")
    ahead = timedelta(0) if newest is None else from_micros(newest[0]) - now
    if ahead <= SKEW:
        return Finding("clock", True)
    detail = f"the newest operation is labelled {ahead} ahead of the clock"
    if not repair:
        return Finding("clock", False, f"{detail}; `--repair-clock` relabels it")
    return Finding("clock", False, f"{detail}; {_relabel(graph, to_micros(now))} relabelled", repaired=True)


def _relabel(graph: SqlGraph, now: int) -> int:
    with graph.engine.writing(None) as connection:
        ahead = [number for (number,) in connection.rows("SELECT id FROM op WHERE at>? ORDER BY id", (now,))]
        last = connection.row("SELECT COALESCE(max(at), 0) FROM op WHERE at<=?", (now,))
        start = max(last[0] if last else 0, now - len(ahead))
        connection.run_many("UPDATE op SET at=? WHERE id=?", [(-number, number) for number in ahead])
        labels = [(start + place, number) for place, number in enumerate(ahead, start=1)]
        connection.run_many("UPDATE op SET at=? WHERE id=?", labels)
        # what was not dated by its speaker is about the time it was recorded
        found = connection.rows("SELECT DISTINCT item FROM revision WHERE op>=? AND item>0", (ahead[0],))
        rewrite_heads(connection, graph.sight(connection), [ItemId(item) for (item,) in found])
    return len(ahead)
