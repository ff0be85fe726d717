"""Claims that nobody has said for a long time and that somebody should be asked about."""

from __future__ import annotations

from datetime import datetime

from doxa.belief.confidence import needs_reconfirmation
from doxa.clock import to_micros
from doxa.errors import InvalidInput
from doxa.graph.belief_state import AnchorRow
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View
from doxa.graph.nodes import Filter
from doxa.recall.showing import is_current
from doxa.records import Belief, Page, Scope


def unconfirmed_since(
    view: View, scope: Scope, *, now: datetime, days: float, limit: int, cursor: str | None
) -> Page[Belief]:
    """Return a page of believed claims that nobody said for `days` or longer, the longest unsaid first."""
    if not 1 <= limit <= 1000:
        raise InvalidInput(f"limit is {limit}.", mend="Give 1 to 1,000.", field="limit", value=limit)
    keep = Filter(space=scope.space, agent=scope.agent, session=scope.session, contexts=scope.contexts or None)
    rows = [row for row in view.anchors(keep, without=("turn", "narrative")) if row.claim_class is not None]
    instant = to_micros(now)
    due = sorted((row for row in rows if needs_reconfirmation(row.anchor, instant, days)), key=_place)
    waiting = due if cursor is None else [row for row in due if _place(row) > _read_cursor(cursor)]
    page = waiting[:limit]
    beliefs = read_beliefs(view, [row.revision for row in page], now=now)
    return Page(
        tuple(each for each in beliefs.values() if is_current(each, now)),
        "{}.{}".format(*_place(page[-1])) if len(waiting) > limit else None,
    )


def _place(row: AnchorRow) -> tuple[int, int]:
    return row.anchor.at, row.revision


def _read_cursor(cursor: str) -> tuple[int, int]:
    at, _, revision = cursor.partition(".")
    if not (at.removeprefix("-").isdecimal() and revision.isdecimal()):
        raise InvalidInput(f"{cursor!r} is no cursor.", mend="Pass the one of the page before.", field="cursor")
    return int(at), int(revision)
