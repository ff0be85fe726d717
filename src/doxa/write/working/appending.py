"""Messages into working memory, through the gate, each once per request."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from doxa.errors import NotFound
from doxa.records import Json, Message, Outcome, Scope
from doxa.sessions import Session, Sessions
from doxa.sessions.contract import MAX_READ
from doxa.write.assessing.task import ask_for_assessment
from doxa.write.context import WriteContext, owner_of, refuse_anybody
from doxa.write.gate import Passed
from doxa.write.messages import as_messages
from doxa.write.working.claiming import claim_session

REQUEST = "request_id"
"""The key in a message's metadata under which the request stands that appended it."""
SPACE = "space"
"""The key in a session's metadata: where its summary goes."""


@dataclass(frozen=True, slots=True)
class Appending:
    """What became of messages on their way into working memory.

    Args:
        name: The session's name.
        session: The session afterwards; `None` = it holds nothing, since all were refused.
        messages: As they are kept.
        outcomes: One for each that was handed in.
        warnings: What the caller should know.
    """

    name: str
    session: Session | None
    messages: tuple[Message, ...]
    outcomes: tuple[Outcome, ...]
    warnings: tuple[str, ...]


def append_messages(
    context: WriteContext,
    scope: Scope,
    sessions: Sessions,
    content: str | Message | Sequence[Message],
    *,
    request_id: str | None = None,
    space: str | None = None,
) -> Appending:
    """Append messages to a session as the gate leaves them.

    Args:
        context: The parts.
        scope: Whose session, and which; without one the open one that was used last, else the next of the day.
        sessions: Working memory.
        content: A text, a message, or messages in order.
        request_id: A repeat with it appends nothing.
        space: Where the session's summary is to go; kept with it.
    """
    refuse_anybody(scope)
    given = as_messages(content, None)
    owner = owner_of(scope)
    name = scope.session or claim_session(sessions, context.clock, context.tz, scope)
    passage = context.gate.opened()
    passed = [passage.message(each, f"content[{number}]") for number, each in enumerate(given)]
    kept = [_stamped(each.message, context.clock.now(), request_id) for each in passed if each.rejected is None]
    known = _known(sessions, name, owner)
    if request_id is not None and known is not None and _was_appended(sessions, known, owner, request_id):
        repeated = Outcome(None, "nothing_to_do", "it was appended before")
        return Appending(name, known, tuple(kept), tuple(repeated for _ in passed), ())
    if kept:
        known = sessions.append(kept, session=name, user=owner)
        if space is not None and known.metadata.get(SPACE) != space:
            known = sessions.describe(name, {SPACE: space}, user=owner)
        if context.assessment.on and any(each.role == "assistant" for each in kept):
            ask_for_assessment(context, name, owner)
    return Appending(name, known, tuple(kept), tuple(map(_outcome, passed)), passage.warnings)


def _known(sessions: Sessions, name: str, owner: str | None) -> Session | None:
    try:
        return sessions.get(name, user=owner)
    except NotFound:
        return None


def _stamped(message: Message, now: datetime, request_id: str | None) -> Message:
    metadata: dict[str, Json] = dict(message.metadata)
    if request_id is not None:
        metadata[REQUEST] = request_id
    return replace(message, time=message.time or now, metadata=metadata)


def _was_appended(sessions: Sessions, session: Session, owner: str | None, request_id: str) -> bool:
    """Look for the request among the last messages of its session."""
    recent = sessions.read(session.name, limit=MAX_READ, offset=max(0, session.messages - MAX_READ), user=owner)
    return any(each.message.metadata.get(REQUEST) == request_id for each in recent)


def _outcome(passed: Passed) -> Outcome:
    if passed.rejected is not None:
        return Outcome("rejected", "done", passed.rejected, redactions=passed.redactions)
    return Outcome(None, "done", "appended", redactions=passed.redactions)
