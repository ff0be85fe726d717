"""Sessions that were told turn by turn with `add` and never appended to: they time out like any others."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from doxa.clock import from_micros, to_micros
from doxa.errors import NotFound
from doxa.graph.store import SqlGraph
from doxa.graph.told_sessions import told_sessions
from doxa.records import User
from doxa.sessions.contract import Session, Sessions

STALEST: Final = timedelta(days=7)
"""A session last told longer before the time-out than this is left as it is: its time-out was not waited for."""


def told_alone(graph: SqlGraph, sessions: Sessions, before: datetime, *, user: User, limit: int) -> list[Session]:
    """Return sessions that turns alone name, last told before an instant, and that no summary covers.

    Args:
        graph: The project's store.
        sessions: Working memory, which knows better of those that are open in it.
        before: The instant.
        user: Whose; `ANY` = everybody's.
        limit: How many at most.
    """
    since = to_micros(before - STALEST)
    rows = told_sessions(graph, user, since=since, before=to_micros(before), limit=limit)
    told = [
        Session(str(name), owner, 0, from_micros(int(first)), from_micros(int(last)))
        for owner, name, first, last in rows
    ]
    return [each for each in told if not _is_open(sessions, each)]


def _is_open(sessions: Sessions, told: Session) -> bool:
    try:
        return sessions.get(told.name, user=told.user).closed_at is None
    except NotFound:
        return False
