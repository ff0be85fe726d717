"""Stores a turn: the verbatim words that claims are read from and quoted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from doxa.belief.kinds import kind_of
from doxa.clock import to_micros
from doxa.errors import AlreadyExists
from doxa.graph.contract import Writer
from doxa.graph.nodes import BatchRow, ItemId, Key, NewItem, NewRevision, Observation, RevisionId, item_node
from doxa.records import Attachment, Json
from doxa.text.forms import text_form
from doxa.write.labels import label_again
from doxa.write.receipts import Result

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TURN = "turn"
IMPORTED = "imported_as"
"""The metadata key under which an imported message says what names it where it came from."""


def imported_identity(key: str) -> str:
    """Return what makes an imported message the same as one that was imported before."""
    return f"{TURN}:imported:{key}"


class Turn(NamedTuple):
    """A turn on its way in.

    Args:
        text: Its words.
        speaker: The speaker's name; it is searched with the words.
        role: `user`, `assistant`, `system`, `tool`.
        owner: Whose memory; `None` = shared.
        said_at: When it was said.
        source: Who vouches for it.
        once: Whether the same words again are the same memory.
        believable: Whether it asserts something that may be believed.
        agent: Label.
        session: Label.
        space: Where it goes.
        contexts: Labels under which it applies.
        tags: Tags to set.
        metadata: Kept with it.
        attachments: Pointers to files.
        salience: 0 to 1.
        expires: When it stops being shown.
        vector: Of its words.
    """

    text: str
    speaker: str | None
    role: str
    owner: str | None
    said_at: datetime
    source: str | None
    once: bool
    believable: bool
    agent: str | None = None
    session: str | None = None
    space: str = ""
    contexts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = MappingProxyType({})
    attachments: tuple[Attachment, ...] = ()
    salience: float | None = None
    expires: datetime | None = None
    vector: NDArray[np.float32] | None = None

    @property
    def identity(self) -> str | None:
        """What makes the same words the same memory, where they are; an imported message is known by its key."""
        key = self.metadata.get(IMPORTED)
        if isinstance(key, str):
            part = self.metadata.get("part")
            # the first part of a long message stands for the whole
            return imported_identity(key if part in (None, 1) else f"{key}#{part}")
        return f"{TURN}:{self.role}:{self.session or ''}:{text_form(self.text)}" if self.once else None


def store_turn(writer: Writer, turn: Turn) -> Result:
    """Write a turn, or add the source where the same words are there already."""
    identity = turn.identity
    try:
        item = writer.item(_item(turn, identity))
    except AlreadyExists:
        known = None if identity is None else writer.view.by_identity(identity, turn.owner, turn.contexts)
        if known is None:
            raise
        return _confirm(writer, turn, known)
    return _kept(writer, turn, writer.revision(item, _revision(turn, _metadata(turn))))


def store_turns(writer: Writer, turns: Sequence[Turn]) -> list[Result]:
    """Write turns, table by table where each is an event of its own."""
    if len(turns) < 2 or any(turn.once for turn in turns):
        return [store_turn(writer, turn) for turn in turns]
    rows = [BatchRow(item, said) for item, said in zip(_items(turns), _revisions(turns), strict=True)]
    written = writer.revisions(rows)
    # what a batch only reports, `store_turn` raises, or takes for what is there already
    return [
        store_turn(writer, turn) if revision is None else _kept(writer, turn, revision)
        for turn, revision in zip(turns, written.created, strict=True)
    ]


def _items(turns: Sequence[Turn]) -> Iterator[NewItem]:
    """Yield the items of turns; those that nothing tells apart are one object, which is then looked at once."""
    before: Turn | None = None
    item: NewItem | None = None
    for turn in turns:
        identity = turn.identity if turn.once or turn.metadata else None
        if identity is not None or item is None or item.identity is not None or not _alike(before, turn):
            item = _item(turn, identity)
        before = turn
        yield item


def _alike(one: Turn | None, other: Turn) -> bool:
    """Whether two turns without an identity make items of which nothing but their ids is different."""
    if one is None or one.owner != other.owner or one.session != other.session or one.agent != other.agent:
        return False
    if one.space != other.space or one.contexts != other.contexts or one.salience != other.salience:
        return False
    return one.expires == other.expires


def _item(turn: Turn, identity: str | None) -> NewItem:
    return NewItem(
        kind=TURN,
        user=turn.owner,
        space=turn.space,
        agent=turn.agent,
        session=turn.session,
        contexts=turn.contexts,
        identity=identity,
        state=_state(turn),
    )


def _revisions(turns: Sequence[Turn]) -> Iterator[NewRevision]:
    """Yield what turns say; those that bring no metadata of their own share one object of it, looked at once."""
    shared: dict[tuple[str, str | None], dict[str, Json]] = {}
    for turn in turns:
        said = _metadata(turn) if turn.metadata else shared.get((turn.role, turn.speaker))
        if said is None:
            said = shared[turn.role, turn.speaker] = _metadata(turn)
        yield _revision(turn, said)


def _metadata(turn: Turn) -> dict[str, Json]:
    said: dict[str, Json] = {"role": turn.role}
    if turn.speaker:
        said["speaker"] = turn.speaker
    if turn.metadata:
        said.update(turn.metadata)
    return said


def _revision(turn: Turn, said: Mapping[str, Json]) -> NewRevision:
    return NewRevision(
        text=turn.text,
        title=turn.speaker,
        said_at=turn.said_at,
        metadata=said,
        artifacts=turn.attachments,
        vector=turn.vector,
    )


def _kept(writer: Writer, turn: Turn, revision: RevisionId) -> Result:
    for tag in turn.tags:
        writer.tag(revision, tag)
    if turn.believable:
        return Result("new", "kept as said", revision)
    return Result("raw_only", "kept as said; no claim was read in it", revision)


def _confirm(writer: Writer, turn: Turn, item: ItemId) -> Result:
    head = writer.view.head(item)
    sources = {each.source for each in writer.view.observations([head]).get(head, ())}
    if turn.source and turn.source not in sources:
        writer.observe(head, Observation(turn.source, turn.said_at))
    label_again(writer, item, session=turn.session, agent=turn.agent)
    # told again, it is shown as long as it is said now
    writer.assert_(item_node(item), Key.EXPIRES, None if turn.expires is None else to_micros(turn.expires))
    return Result("confirm", "the same words again", head)


def _state(turn: Turn) -> dict[str, Json]:
    state: dict[str, Json] = {}
    if turn.salience is not None:
        state[Key.SALIENCE] = turn.salience
        tier = kind_of(TURN).tier_for(turn.salience)
        if tier != "working":
            state[Key.TIER] = tier
    if turn.expires is not None:
        state[Key.EXPIRES] = to_micros(turn.expires)
    return state
