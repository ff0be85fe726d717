"""Who came up earlier in a conversation, for messages that say he or she."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionNode
from doxa.records import Message, Scope
from doxa.write.context import WriteContext, owner_of
from doxa.write.extract import extract_claims
from doxa.write.extract.came_up import CameUp, any_points_back
from doxa.write.extract.take_backs import SITTING
from doxa.write.taking_up import may_take_up
from doxa.write.turns import TURN

LOOKED_AT: Final = 12
"""Turns before, those of assistants among them, in which somebody is looked for."""


def speaker_of(scope: Scope, message: Message) -> str | None:
    """Return the name of a message's speaker, `None` for the user whose memory it is."""
    own = message.name is None or (isinstance(scope.user, str) and message.name.casefold() == scope.user.casefold())
    return None if own else message.name


def people_before(
    context: WriteContext, scope: Scope, messages: Sequence[Message], before: Sequence[Message]
) -> CameUp:
    """Return who came up in the turns that are stored of this conversation, where a message may stand for them.

    Args:
        context: The parts.
        scope: Whose memory, and which session; without one, what was said within an hour before.
        messages: Those that are to be read, in order.
        before: What was said just before them, where the first may take it up.
    """
    came_up = CameUp()
    if not any_points_back([each for each in (*before, *messages) if may_take_up(each.content)]):
        return came_up
    now = messages[0].time or context.clock.now()
    with context.graph.view(user=scope.user) as view:
        earlier = last_turns(view, scope, LOOKED_AT)
    for told in earlier:
        if scope.session is None and not _same_sitting(told, now):
            continue
        speaker = speaker_of(scope, told)
        said_at = told.time or now
        extract_claims(
            told.content, speaker=speaker, role=told.role, now=said_at, tz=context.tz, came_up=came_up
        )  # for who comes up
    return came_up


def _same_sitting(told: Message, now: datetime) -> bool:
    return told.time is not None and abs(now - told.time) <= SITTING


def last_turns(view: View, scope: Scope, limit: int) -> tuple[Message, ...]:
    """Return the last turns of the scope's session, the latest last."""
    return tuple(message_of(node) for node in turns_before(view, scope, limit))


def turns_before(view: View, scope: Scope, limit: int) -> list[RevisionNode]:
    """Return the stored turns of the scope's session, the latest last."""
    page = view.list_heads(Filter(kinds=(TURN,), session=scope.session), limit=limit)
    rows = [row for row in page.items if row.user == owner_of(scope)]
    nodes = view.revisions([row.revision for row in rows])
    return [nodes[row.revision] for row in reversed(rows) if row.revision in nodes]


def message_of(turn: RevisionNode) -> Message:
    """Return a stored turn as the message that it was."""
    speaker = turn.metadata.get("speaker")
    name = speaker if isinstance(speaker, str) else None
    return Message(str(turn.metadata.get("role") or "user"), turn.text, turn.said_at, name)
