"""The turns that a model is to read, and how they are put before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, tzinfo
from typing import Any, cast

from doxa.clock import from_micros
from doxa.graph.contract import View
from doxa.graph.nodes import Key, RevisionId, item_node
from doxa.graph.tasks import TaskBody
from doxa.records import Scope


@dataclass(frozen=True, slots=True)
class TurnToRead:
    """A turn as it is kept.

    Args:
        revision: Which.
        text: Its words.
        role: `user`, `assistant`, `system` or `tool`.
        speaker: The speaker's name, where one was given.
        said_at: When it was said.
        scope: Whose it is, under which labels.
        source: Who vouches for it, where the caller said so.
        tags: Its tags.
        dated: Whether the caller told when it was said.
        offset: Where in the turn these words begin, where they are a piece of it.
    """

    revision: RevisionId
    text: str
    role: str
    speaker: str | None
    said_at: datetime
    scope: Scope
    source: str | None = None
    tags: tuple[str, ...] = ()
    dated: bool = True
    offset: int = 0

    @property
    def named(self) -> str:
        """Who speaks, as the model is told: `user` for the user, else a name or a role."""
        return self.role if self.own else cast("str", self.speaker)

    @property
    def own(self) -> bool:
        """Whether the speaker is the one whose memory it is, or nobody by name."""
        user = self.scope.user
        return self.speaker is None or (isinstance(user, str) and self.speaker.casefold() == user.casefold())


def turns_of_task(view: View, body: TaskBody) -> list[TurnToRead]:
    """Return the turns of a task of reading that are still there, as they were said to be when it was asked for."""
    given: Any = body
    turns = turns_to_read(view, [RevisionId(int(turn)) for turn in given.get("turns") or []])
    said = dict(zip(given.get("turns") or [], given.get("said") or [], strict=False))
    start, end = given.get("piece") or (0, None)
    return [
        replace(
            turn,
            text=turn.text[start:end],
            offset=start,
            said_at=from_micros(said[turn.revision][0]) if turn.revision in said else turn.said_at,
            dated=bool(said[turn.revision][1]) if turn.revision in said else True,
        )
        for turn in turns
    ]


def turns_to_read(view: View, revisions: Sequence[RevisionId]) -> list[TurnToRead]:
    """Return those of the turns that are still there, in order: not erased, deleted or archived since."""
    found = view.revisions(revisions)
    items = view.items_by_id([node.item for node in found.values()])
    state = view.state([item_node(item) for item in items])
    turns: list[TurnToRead] = []
    for revision in revisions:
        node = found.get(revision)
        item = None if node is None else items.get(node.item)
        if node is None or item is None or Key.STATUS in state.get(item_node(item.id), {}):
            continue
        metadata = node.metadata
        tags = tuple(tag for tag, holder in view.tags(item.id).items() if holder == revision and tag != "latest")
        turns.append(
            TurnToRead(
                revision=revision,
                text=node.text,
                role=str(metadata.get("role") or "user"),
                speaker=cast("str | None", metadata.get("speaker")),
                said_at=node.said_at or node.created_at,
                scope=Scope(item.user, item.agent, item.session, item.space or None, item.contexts),
                source=cast("str | None", metadata.get("source")),
                tags=tags,
            )
        )
    return turns


def told(turns: Sequence[TurnToRead], tz: tzinfo) -> str:
    """Return turns as a model is shown them, numbered from 1, with time and speaker."""
    return "\n".join(
        f"[{number}] {turn.said_at.astimezone(tz):%Y-%m-%d %a %H:%M} {turn.named}: {turn.text}"
        for number, turn in enumerate(turns, 1)
    )
