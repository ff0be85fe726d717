"""Plain records of the graph: what a store hands out and takes in. Callers of `Memory` see `doxa.records` instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import TYPE_CHECKING, Literal, NamedTuple, NewType

from doxa.frozen import quickly_made
from doxa.records import Attachment, Claim, Json, Period

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ItemId = NewType("ItemId", int)
"""A project-local item number; opaque, never shown to callers."""
RevisionId = NewType("RevisionId", int)
"""A project-local revision number; grows with operations, so revisions of an `as_of` view are a prefix."""
NodeId = NewType("NodeId", int)
"""Any node in one number space: `id * 8 + NodeType`."""

FOREVER = 9223372036854775807
"""`to_op` of a row that still holds."""
MOST = FOREVER // 8
"""The largest number an item, revision, artifact or space can have, since nodes are numbered by eight times as much."""


class NodeType(IntEnum):
    """What a node number names."""

    ITEM = 0
    REVISION = 1
    SPACE = 2
    ARTIFACT = 3
    PROJECT = 4
    OPERATION = 5


def item_node(item: ItemId) -> NodeId:
    """Return the node number of an item."""
    return NodeId(item * 8 + NodeType.ITEM)


def revision_node(revision: RevisionId) -> NodeId:
    """Return the node number of a revision."""
    return NodeId(revision * 8 + NodeType.REVISION)


def space_node(space: int) -> NodeId:
    """Return the node number of a space."""
    return NodeId(space * 8 + NodeType.SPACE)


def artifact_node(artifact: int) -> NodeId:
    """Return the node number of an artifact."""
    return NodeId(artifact * 8 + NodeType.ARTIFACT)


def operation_node(operation: int) -> NodeId:
    """Return the node number of an operation."""
    return NodeId(operation * 8 + NodeType.OPERATION)


PROJECT_NODE = NodeId(NodeType.PROJECT)


class Key:
    """Names of the assertion rows that doxa itself writes. Others: `attribute:x`, and `tag:x` on items.

    `session:x` and `agent:x` on an item say that it was told again under a label that is not its own.
    """

    VOID = "void"  # on item, revision, artifact or space: its creation was undone
    ERASED = "erased"  # on item: numbers of its revisions that were erased
    UNDONE = "undone"  # on operation: the operation that took it back
    IDENTITY = "identity"  # on item: keyed hash; unique among live, accepted heads of one owner
    SLOT = "slot"  # on item: keyed hash
    MEMBERS = "members"  # on a bundle's revision: item ids it added and removed
    STATUS = "status"  # on item or revision: archived, deleted, quarantined; absent = live
    HEAD = "head"  # on item: revision id of the believed head; absent = the newest revision
    SPACE = "space"  # on item: space id it was moved to; absent = where it was born
    CANONICAL = "canonical"  # on item: canonical name
    PIN = "pin"  # on item
    LOCK = "lock"  # on item
    EXPIRES = "expires"  # on item: microseconds
    TIER = "tier"  # on item: long_term; absent = working
    SALIENCE = "salience"  # on item: 0 to 1
    EVIDENCE = "evidence"  # on revision: grade
    CONFIDENCE = "confidence"  # on revision: anchor, see doxa.belief.confidence
    HELD = "held"  # on revision: intervals of valid time at which it is believed
    STANDING = "standing"  # on revision: rival, retracted or corrected; absent = accepted
    STALE = "grounding:stale"  # on revision: causes
    DEFAULT_ARTIFACT = "default_artifact"  # on revision: artifact name
    AUTHOR = "author"  # on revision; absent = user
    CHANGED = "changed"  # on item: the latest operation that changed its slot
    CONTESTED = "contested"  # on revision: ids of the revisions that contest it, or that it contests
    OPPOSES = "opposes"  # on revision: ids of revisions a caller declared it to contradict
    RETIRED = "retired"  # on revision: see doxa.belief.statements
    ENDED = "ended"  # on revision: see doxa.belief.statements
    SETTLED = "settled"  # on item: up to which number its revisions are over, and since when; see doxa.write.chains


@dataclass(frozen=True, slots=True)
class SpaceNode:
    """A space: a path under the project, with the owner whose tree it lies in."""

    id: int
    path: str
    user: str | None
    created_at: datetime


@quickly_made
@dataclass(frozen=True, slots=True)
class ItemNode:
    """A stable identity. `kref` is its birth address and is kept when the item moves."""

    id: ItemId
    uid: str
    kref: str
    kind: str
    name: str
    space: str
    user: str | None
    agent: str | None
    session: str | None
    contexts: tuple[str, ...]
    operation: int
    created_at: datetime


@quickly_made
@dataclass(frozen=True, slots=True)
class RevisionNode:
    """One immutable revision with its words."""

    id: RevisionId
    item: ItemId
    number: int
    operation: int
    created_at: datetime
    text: str
    title: str | None = None
    claim: Claim | None = None
    valid: Period | None = None
    said_at: datetime | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ArtifactNode:
    """A pointer to a file, attached to a revision."""

    id: int
    revision: RevisionId
    name: str
    location: str
    metadata: Mapping[str, Json]
    created_at: datetime


@dataclass(frozen=True, slots=True)
class EdgeNode:
    """A typed, directed edge between two revisions; at most one per (source, type, target)."""

    source: RevisionId
    type: str
    target: RevisionId
    metadata: Mapping[str, Json]
    from_op: int
    to_op: int


@dataclass(frozen=True, slots=True)
class TagSpan:
    """One stay of a tag on a revision, in operation numbers."""

    tag: str
    revision: RevisionId
    from_op: int
    to_op: int


@dataclass(frozen=True, slots=True)
class Assertion:
    """One value of one key of a node, with the operations that opened and closed it."""

    node: NodeId
    key: str
    value: Json
    from_op: int
    to_op: int


class Spell(NamedTuple):
    """When a revision claims to hold, or is believed to, in its widest reading; instants in microseconds.

    Args:
        revision: Which.
        number: Its number in its item.
        begins: The first instant.
        ends: The first instant after it; the open end where nothing ended it.
    """

    revision: RevisionId
    number: int
    begins: int
    ends: int


@quickly_made
@dataclass(frozen=True, slots=True)
class Observation:
    """That a source vouched for a revision: who, when it was said, and the span of the turn it stands in.

    Args:
        source: Who said it (a person, a document, a system).
        said_at: When it was said.
        turn: The revision of the turn it was read from, where there is one.
        start: First character of the span in that turn.
        end: Character after the span.
        independent: False when the caller says that the source only repeats another.
        detail: What the belief rules keep with it (the asserted span, how sure its saying makes us, its place in the
            order of saying); numbers only, no words.
    """

    source: str
    said_at: datetime | None = None
    turn: RevisionId | None = None
    start: int = 0
    end: int = 0
    independent: bool = True
    detail: Mapping[str, Json] = field(default_factory=dict)


@quickly_made
@dataclass(frozen=True, slots=True)
class NewItem:
    """An item to create.

    Args:
        kind: `[a-z][a-z0-9_]{0,49}`; `bundle` is reserved.
        user: Its owner; `None` = shared.
        space: Path under the owner's tree, `""` = the root.
        name: Unique with space and kind; `None` = an opaque one made from the id.
        agent: Label.
        session: Label.
        contexts: Labels, part of the identity.
        uid: 32 hex digits; `None` = from the clock.
        identity: Canonical string of "the same memory"; unique among live heads of one owner; hashed, never stored.
        slot: Canonical string of the slot group; hashed, never stored.
        rival: It stands beside the live holder of its identity; its revisions need a `standing` for that.
        state: Assertion rows of the item to open with it.
    """

    kind: str
    user: str | None = None
    space: str = ""
    name: str | None = None
    agent: str | None = None
    session: str | None = None
    contexts: tuple[str, ...] = ()
    uid: str | None = None
    identity: str | None = None
    slot: str | None = None
    rival: bool = False
    state: Mapping[str, Json] = field(default_factory=dict)


@quickly_made
@dataclass(frozen=True, slots=True)
class NewRevision:
    """A revision to create.

    Args:
        text: What it says; at most 1,000,000 characters, no NUL or lone surrogate. Only what has metadata may be
            without: bookkeeping, which with its title is in no text index and counts in no statistics of texts.
        title: Heading, searchable with the text.
        claim: Its slots, where known.
        valid: Valid time as asserted.
        said_at: When the speaker spoke; `None` = the operation's time.
        metadata: Given with it and immutable; later changes are `attribute:x` rows on top.
        state: Assertion rows of the revision to open with it.
        observations: Who vouches for it.
        mentions: Entities it names, as (normal form, role); role `subject`, `value` or `mention`.
        artifacts: Files it points to; the first is the default one.
        vector: float32 of shape (dim,), length 1; `None` = not in the vector index.
        head: Whether it becomes the believed head of its item.
        number: `None` = the next one.
    """

    text: str
    title: str | None = None
    claim: Claim | None = None
    valid: Period | None = None
    said_at: datetime | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)
    state: Mapping[str, Json] = field(default_factory=dict)
    observations: tuple[Observation, ...] = ()
    mentions: tuple[tuple[str, str], ...] = ()
    artifacts: tuple[Attachment, ...] = ()
    vector: NDArray[np.float32] | None = None
    head: bool = True
    number: int | None = None


@quickly_made
@dataclass(frozen=True, slots=True)
class BatchRow:
    """A row of a batch: an existing item (kref) or a new one, with its next revision."""

    item: ItemId | NewItem
    revision: NewRevision


@dataclass(frozen=True, slots=True)
class BatchResult:
    """Positional results of a batch: `created[i]` is `None` exactly where `failed` names row i with its error."""

    created: tuple[RevisionId | None, ...]
    failed: tuple[tuple[int, str], ...]


class HeadRow(NamedTuple):
    """The projection that ranking and listing need of one revision, all facts as of the view.

    `is_head` tells whether the revision is its item's believed head; a superseded one stays findable, marked.
    """

    revision: RevisionId
    item: ItemId
    head: RevisionId
    number: int
    kind: str
    user: str | None
    space: str
    agent: str | None
    session: str | None
    contexts: tuple[str, ...]
    status: str
    standing: str
    pinned: bool
    evidence: str | None
    tier: str
    operation: int
    said_at: datetime | None
    valid: Period | None

    @property
    def is_head(self) -> bool:
        """Whether the revision is its item's believed head."""
        return self.revision == self.head


class TextHit(NamedTuple):
    """A revision found by words: its BM25 score with the statistics of its own slab."""

    revision: RevisionId
    score: float


class Place(NamedTuple):
    """Where in a conversation a revision stands.

    Args:
        user: Its owner.
        session: Its session's label; `None` = it belongs to none.
        said: When it was said, or else written, in microseconds since 1970.
        title: Its title; that of a turn is its speaker.
        characters: How long its text is.
        role: The role of who said it, for a turn.
    """

    user: str | None
    session: str | None
    said: int
    title: str | None
    characters: int
    role: str | None


class Beside(NamedTuple):
    """What of the same kind was written just before and after in the same session, the nearest first."""

    before: tuple[RevisionId, ...]
    after: tuple[RevisionId, ...]


class TermMatch(NamedTuple):
    """A revision found by words, with what its score was made of.

    Args:
        revision: The revision.
        score: Its BM25 score with the statistics of its owner's texts.
        owner: Which of the search's `owners` it belongs to.
        length: Its length in tokens.
        counts: How often it holds each term that it holds, by the term's place among those asked.
    """

    revision: RevisionId
    score: float
    owner: int
    length: int
    counts: Mapping[int, int]


class OwnerTerms(NamedTuple):
    """The terms of a search among one owner's texts.

    Args:
        user: The owner.
        average: Mean length of the texts in tokens.
        rarity: Inverse document frequency of each term asked for, in order; 0 for one that no text holds.
    """

    user: str | None
    average: float
    rarity: tuple[float, ...]


class TermMatches(NamedTuple):
    """What a search by words found, best first, with the statistics it used.

    Args:
        terms: The terms asked for, each once.
        owners: Statistics per owner that holds any of them.
        hits: What was found.
    """

    terms: tuple[str, ...]
    owners: tuple[OwnerTerms, ...]
    hits: tuple[TermMatch, ...]


class VectorHit(NamedTuple):
    """A revision found by vector: cosine, -1 to 1."""

    revision: RevisionId
    cosine: float


class Likeness(NamedTuple):
    """How alike a question's vector and stored ones are.

    Args:
        cosines: Of the revisions asked for, in that order; NaN for what is not seen or has no vector.
        mean: Of the owner's vectors at large, told from a sample.
        spread: Their standard deviation; 0 where there are none.
    """

    cosines: Sequence[float]
    mean: float
    spread: float


@dataclass(frozen=True, slots=True)
class Filter:
    """What a listing or search keeps, checked in the store.

    Args:
        kinds: Item kinds; empty = all.
        statuses: Statuses of the item; empty = all.
        space: Path whose subtree is kept, matched by segments.
        agent: Label.
        session: Label.
        contexts: An item is kept when it has no context or shares one; `None` = no filter.
        heads_only: Drop superseded revisions and rivals.
        pinned: Keep only pinned (True) or unpinned (False) items.
    """

    kinds: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ("live",)
    space: str | None = None
    agent: str | None = None
    session: str | None = None
    contexts: tuple[str, ...] | None = None
    heads_only: bool = True
    pinned: bool | None = None


@dataclass(frozen=True, slots=True)
class Walk:
    """The result of a traversal: revisions in order of distance, a path to each, the edges used."""

    revisions: tuple[RevisionId, ...]
    depths: Mapping[RevisionId, int]
    paths: Mapping[RevisionId, tuple[EdgeNode, ...]]
    truncated: bool


Direction = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class OperationNode:
    """An operation row."""

    id: int
    at: datetime
    kind: str
    actor: str
    undoes: int | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class ChangeNode:
    """One change of one node in one operation, as the feed gives it; `position` orders changes within it."""

    operation: int
    position: int
    at: datetime
    kind: str
    ref: str
    detail: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Earlier:
    """A request id that was used before: the operation it led to, and whether the content was the same.

    `results` is what was kept for rebuilding the reply.
    """

    operation: int
    same: bool
    erased: bool
    results: Json = None


@dataclass(frozen=True, slots=True)
class ErasePlan:
    """What an erase will take: items and sessions by owner, item or age, and what rests on them."""

    items: tuple[ItemId, ...] = ()
    user: str | None = None
    whole_user: bool = False
    everything: bool = False
    before: datetime | None = None
    space: str | None = None
    session: str | None = None


Rows = Sequence[tuple[object, ...]]
