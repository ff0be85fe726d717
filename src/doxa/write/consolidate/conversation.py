"""Reads a session as one conversation: its turns in the graph and the messages that are in working memory alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from doxa.clock import to_micros
from doxa.errors import InvalidInput, NotFound, RevisionConflict
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId
from doxa.records import Json, Message, Scope
from doxa.sessions import Sessions
from doxa.sessions.contract import MAX_READ
from doxa.text.forms import text_form
from doxa.write.context import owner_of
from doxa.write.turns import TURN
from doxa.write.working.appending import SPACE

SUMMARY: Final = "summary"
SAME_MESSAGE: Final = timedelta(minutes=1)
"""A message and a turn with the same words are one where they were said this close together."""
_PAGE: Final = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """One turn of a conversation.

    Args:
        role: `user`, `assistant`, `system`, `tool`.
        speaker: The speaker's name, where one is known.
        text: The words.
        time: When they were said.
        revision: The turn in the graph; `None` = it is in working memory alone.
        metadata: What was kept with them.
    """

    role: str
    speaker: str | None
    text: str
    time: datetime
    revision: RevisionId | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)

    @property
    def who(self) -> str:
        """The speaker's name, else the role."""
        return self.speaker or self.role

    def as_message(self) -> Message:
        """Return it as a message."""
        return Message(self.role, self.text, self.time, self.speaker)


@dataclass(frozen=True, slots=True)
class Conversation:
    """A session's lines that no summary covers yet, in order, and the summaries there are.

    Args:
        session: Its name.
        lines: What is new.
        unstored: Those messages of working memory that are not in the graph.
        summaries: Live summaries of the session, oldest first.
        covered: The turns that the last of them rests on.
        heard: How many messages working memory holds of it.
    """

    session: str
    lines: tuple[Line, ...]
    unstored: tuple[Message, ...]
    summaries: tuple[RevisionId, ...]
    covered: tuple[RevisionId, ...]
    heard: int = 0

    @property
    def new(self) -> tuple[RevisionId, ...]:
        """The new lines that are turns of the graph already."""
        return tuple(line.revision for line in self.lines if line.revision is not None)


def line_of(message: Message, revision: RevisionId | None = None) -> Line | None:
    """Return a message as a line; `None` for one without a time, which working memory never holds."""
    if message.time is None:
        return None
    return Line(message.role, message.name, message.content, message.time, revision, message.metadata)


def session_named(scope: Scope, sessions: Sessions | None) -> str:
    """Return the session of a scope, else the user's open one that was used last.

    Raises:
        InvalidInput: None is named, and none is open.
    """
    if scope.session is not None:
        return scope.session
    active = None if sessions is None else sessions.active(user=owner_of(scope))
    if active is None:
        mend = "Give session=, or append messages to one first."
        raise InvalidInput("No session is named, and none is open.", mend=mend, field="session")
    return active.name


def space_for(scope: Scope, sessions: Sessions | None) -> str | None:
    """Return where a session's summary goes: the space of the scope, else the one kept with the session."""
    if scope.space is not None or sessions is None or scope.session is None:
        return scope.space
    try:
        kept = sessions.get(scope.session, user=owner_of(scope)).metadata.get(SPACE)
    except NotFound:
        return None
    return kept if isinstance(kept, str) else None


def read_conversation(view: View, owner: str | None, session: str, sessions: Sessions | None) -> Conversation:
    """Return a session as one conversation.

    Args:
        view: Where its turns are.
        owner: Whose session.
        session: Its name.
        sessions: Where its messages are.
    """
    turns = _turns(view, owner, session)
    resting = _summaries_of(view, [line.revision for line in turns if line.revision is not None])
    messages = _messages(sessions, owner, session)
    unstored = _without_turns(messages, turns)
    fresh = [line for line in turns if line.revision not in resting]
    spoken = [line for each in unstored if (line := line_of(each)) is not None]
    summaries = sorted({summary for found in resting.values() for summary in found})
    last = summaries[-1] if summaries else None
    covered = tuple(turn for turn, found in resting.items() if last in found)
    lines = tuple(sorted([*fresh, *spoken], key=lambda line: line.time))
    return Conversation(session, lines, tuple(unstored), tuple(summaries), covered, len(messages))


def refuse_unknown(conversation: Conversation, owner: str | None, sessions: Sessions | None) -> None:
    """Refuse a session that nothing is known of.

    Raises:
        NotFound: It has neither turns nor messages.
    """
    if conversation.lines or conversation.summaries:
        return
    if sessions is not None:
        sessions.get(conversation.session, user=owner)
        return
    raise NotFound(f"There is no session {conversation.session!r}.", field="session", value=conversation.session)


def _turns(view: View, owner: str | None, session: str) -> list[Line]:
    rows = [row for row in _heads(view, session) if row[1] == owner]
    nodes = view.revisions([revision for revision, _ in rows])
    lines = [
        Line(
            role=str(node.metadata.get("role") or "user"),
            speaker=node.title,
            text=node.text,
            time=node.said_at or node.created_at,
            revision=node.id,
            metadata=node.metadata,
        )
        for node in (nodes[revision] for revision, _ in rows if revision in nodes)
    ]
    return sorted(lines, key=lambda line: (line.time, line.revision or 0))


def _heads(view: View, session: str) -> Iterator[tuple[RevisionId, str | None]]:
    cursor: str | None = None
    while True:
        page = view.list_heads(Filter(kinds=(TURN,), session=session), limit=_PAGE, cursor=cursor, oldest_first=True)
        yield from ((row.revision, row.user) for row in page.items)
        cursor = page.cursor
        if cursor is None:
            return


def refuse_unexpected(view: View, conversation: Conversation, expected: int | None) -> None:
    """Refuse to sum up a session that was summed up since the caller looked.

    Args:
        view: Where.
        conversation: The session.
        expected: How often it was summed up as far as the caller knows; `None` = whatever it is.

    Raises:
        RevisionConflict: It was summed up another number of times.
    """
    if expected is None:
        return
    times = sum(view.revision(each).number for each in conversation.summaries)
    if times != expected:
        raise RevisionConflict(
            f"The session was summed up {times} times, not {expected}.",
            mend="Read its newest summary and try again.",
            field="expect_revision",
            value=expected,
        )


def _summaries_of(view: View, turns: Sequence[RevisionId]) -> dict[RevisionId, list[RevisionId]]:
    """Return, for each turn that a live summary rests on, those summaries."""
    edges = view.edges(turns, direction="in", types=("DERIVED_FROM",)) if turns else []
    heads = view.heads(list(dict.fromkeys(edge.source for edge in edges)))
    resting: dict[RevisionId, list[RevisionId]] = {}
    for edge in edges:
        row = heads.get(edge.source)
        if row is not None and row.kind == SUMMARY and row.status == "live" and row.is_head:
            resting.setdefault(edge.target, []).append(edge.source)
    return resting


def _messages(sessions: Sessions | None, owner: str | None, session: str) -> list[Message]:
    found: list[Message] = []
    while sessions is not None:
        page = sessions.read(session, limit=MAX_READ, offset=len(found), user=owner)
        found += [each.message for each in page]
        if len(page) < MAX_READ:
            break
    return found


def _without_turns(messages: Sequence[Message], turns: Sequence[Line]) -> list[Message]:
    """Return the messages that no turn holds: one turn stands for one message with its words at its time."""
    width = to_micros_of(SAME_MESSAGE)
    said: dict[tuple[str, str], list[int]] = {}
    for line in turns:
        said.setdefault((line.role, text_form(line.text)), []).append(to_micros(line.time))
    used: Counter[tuple[str, str, int]] = Counter()
    left: list[Message] = []
    for message in messages:
        key = (message.role, text_form(message.content))
        at = to_micros(message.time) if message.time is not None else 0
        times = said.get(key, [])
        place = next((n for n, time in enumerate(times) if abs(time - at) <= width and not used[*key, n]), None)
        if place is None:
            left.append(message)
        else:
            used[*key, place] += 1
    return left


def to_micros_of(span: timedelta) -> int:
    """Return a length of time in microseconds."""
    return span // timedelta(microseconds=1)
