"""Sessions that nobody has written to for a while are consolidated, never dropped."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from doxa.errors import DoxaError
from doxa.records import Outcome, Receipt, Scope
from doxa.sessions import Session
from doxa.write.consolidate.closing import Consolidation, Means, consolidate_session
from doxa.write.context import WriteContext, WriteRequest

REASON = "nobody wrote to it for a while"


def close_sessions(
    context: WriteContext, sessions: Sequence[Session], means: Callable[[], Means], scope: Scope
) -> list[Receipt]:
    """Consolidate sessions one by one. One that fails does not keep the others waiting; it is tried again next time.

    Args:
        context: The parts.
        sessions: Which, of any owners.
        means: Returns what a consolidation may use.
        scope: Whose labels, agent and contexts, the summaries get.

    Returns:
        One receipt per session; of one that failed, with an outcome `failed` that says why.
    """
    return [_closed(context, session, means, scope) for session in sessions]


def _closed(context: WriteContext, session: Session, means: Callable[[], Means], scope: Scope) -> Receipt:
    consolidation = Consolidation()
    where = Scope(user=session.user, agent=scope.agent, session=session.name, contexts=scope.contexts)
    request = WriteRequest("consolidate", where, None, None, REASON, {"content": repr(consolidation)})
    try:
        return consolidate_session(context, request, consolidation, means())
    except DoxaError as error:
        return Receipt("", (Outcome(None, "failed", f"session {session.name}: {error}"),))
