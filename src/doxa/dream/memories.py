"""What a dream works on: the live memories of one owner, read in bulk, slim enough for a hundred thousand of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from doxa.belief.confidence import confidence_at
from doxa.belief.kinds import BOOKKEEPING, kind_of
from doxa.belief.strength import strength
from doxa.clock import to_micros
from doxa.graph.belief_state import anchor_of, evidence_of
from doxa.graph.contract import View
from doxa.graph.nodes import HeadRow, ItemId, Key, NodeId, RevisionId, RevisionNode, item_node, revision_node
from doxa.records import Claim, Json, Scope

PUBLISHED = "tag:published"
FIRST_SAID = "attribute:first_said"
AT_ONCE = 2_000


@dataclass(slots=True)
class Memo:
    """One live memory: its believed head with what passes and guardrails ask of it.

    Args:
        revision: The head; below zero for one that the plan itself would make.
        item: Its item; below zero likewise.
        kind: Its kind.
        text: What it says.
        claim: Its slots; `None` for a text without any.
        agent: Label.
        session: Label.
        space: Path.
        contexts: Labels under which it applies.
        said: When it was said, in microseconds.
        begun: The earliest time that anything merged into it was said.
        written: When it came into memory.
        used: When it was last recalled, or said.
        salience: 0 to 1.
        tier: `working` or `long_term`.
        confidence: Now.
        strength: Now.
        evidence: Who vouches.
        inferred: Whether nobody said it.
        pinned: Whether it is always shown.
        locked: Whether it is protected.
        published: Whether it is tagged so.
        contested: Whether a rival contests it.
        expires: When it stops being shown.
        stale: What it rested on that no longer stands: revision numbers, or ids of what was erased.
    """

    revision: RevisionId
    item: ItemId
    kind: str
    text: str
    claim: Claim | None = None
    agent: str | None = None
    session: str | None = None
    space: str = ""
    contexts: tuple[str, ...] = ()
    said: int = 0
    begun: int = 0
    written: int = 0
    used: int = 0
    salience: float = 0.5
    tier: str = "working"
    confidence: float = 0.9
    strength: float = 1.0
    evidence: str | None = None
    inferred: bool = False
    pinned: bool = False
    locked: bool = False
    published: bool = False
    contested: bool = False
    expires: int | None = None
    stale: tuple[int | str, ...] = ()

    @property
    def opaque(self) -> bool:
        """Whether it states nothing in slots, so that nothing can contradict it."""
        return self.claim is None or self.claim.attribute is None

    @property
    def protected(self) -> str | None:
        """Why no dream may take it away, `None` where one may."""
        if self.locked:
            return "locked"
        if self.published:
            return "published"
        if self.evidence == "official":
            return "official"
        return "pinned" if self.pinned else None

    @property
    def home(self) -> tuple[str, str, tuple[str, ...]]:
        """Kind, space and contexts: memories are only ever made one with their like."""
        return self.kind, self.space, self.contexts

    def copy(self) -> Memo:
        """Return a twin that can be changed."""
        return replace(self)


def read_memories(view: View, scope: Scope, now: int, *, without: Collection[str] = ()) -> Iterator[Memo]:
    """Yield the live, believed memories that the scope's user owns, oldest first.

    Args:
        view: The snapshot.
        scope: Whose, under which labels; what he shares with all is left to a dream of the shared memories.
        now: When confidence and strength are read, in microseconds.
        without: Kinds to leave out.
    """
    from doxa.recall.listing import keep_of

    cursor: str | None = None
    while True:
        page = view.list_heads(keep_of(scope), limit=AT_ONCE, cursor=cursor, oldest_first=True)
        rows = [row for row in page.items if row.user == scope.user and row.kind not in without]
        yield from memos_of(view, rows, now)
        cursor = page.cursor
        if cursor is None:
            return


def memories_among(view: View, scope: Scope, now: int, revisions: Sequence[RevisionId]) -> list[Memo]:
    """Return those of some revisions that are live, believed memories of the scope's user."""
    rows = view.heads(revisions).values() if revisions else ()
    own = [row for row in rows if row.user == scope.user and row.kind not in BOOKKEEPING]
    kept = [row for row in own if row.is_head and row.status == "live" and row.standing == "accepted"]
    return memos_of(view, kept, now) if kept else []


def memos_of(view: View, rows: Sequence[HeadRow], now: int) -> list[Memo]:
    """Return what heads are, with all that passes ask of them; expired ones are left out."""
    revisions = [row.revision for row in rows]
    nodes = view.revisions(revisions)
    state = view.state([*(item_node(row.item) for row in rows), *map(revision_node, revisions)])
    usage = view.usage(revisions)
    used = {revision: to_micros(last) for revision, (last, _) in usage.items()}
    found = [_memo(view, row, nodes[row.revision], state, used, now) for row in rows if row.revision in nodes]
    return [memo for memo in found if memo.expires is None or memo.expires > now]


def _memo(
    view: View,
    row: HeadRow,
    node: RevisionNode,
    state: Mapping[NodeId, Mapping[str, Json]],
    used: Mapping[RevisionId, int],
    now: int,
) -> Memo:
    of_item, of_revision = state.get(item_node(row.item), {}), state.get(revision_node(row.revision), {})
    kind = kind_of(row.kind)
    anchor = anchor_of(node, of_revision)
    salience = cast("float", of_item.get(Key.SALIENCE, 0.5))
    tier = cast("str", of_item.get(Key.TIER) or kind.tier_for(salience))
    written = to_micros(node.created_at)
    said = to_micros(node.said_at) if node.said_at is not None else written
    last = max(used.get(row.revision, said), said)
    first = of_item.get(FIRST_SAID)
    return Memo(
        revision=row.revision,
        item=row.item,
        kind=row.kind,
        text=node.text,
        claim=node.claim,
        agent=row.agent,
        session=row.session,
        space=row.space,
        contexts=row.contexts,
        said=said,
        begun=min(said, first) if isinstance(first, int) else said,
        written=written,
        used=last,
        salience=salience,
        tier=tier,
        confidence=confidence_at(anchor, now, kind.class_for(anchor.origin), view.decay),
        strength=strength(last, now, "long_term" if tier == "long_term" else "working", view.curve),
        evidence=evidence_of(row.kind, of_revision),
        inferred=anchor.origin == "inferred",
        pinned=row.pinned,
        locked=bool(of_item.get(Key.LOCK)),
        published=PUBLISHED in of_item,
        contested=bool(of_revision.get(Key.CONTESTED)),
        expires=cast("int | None", of_item.get(Key.EXPIRES)),
        stale=tuple(cast("list[int | str]", of_revision.get(Key.STALE) or ())),
    )
