"""What the decision table works on: statements with their observations, and the state of one slot group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from doxa.belief.confidence import Anchor
from doxa.belief.intervals import EMPTY, Instant, Intervals, contains
from doxa.belief.kinds import ClaimClass
from doxa.belief.spans import Span
from doxa.records import Evidence, Verdict

Standing = Literal["accepted", "rival", "retracted", "corrected"]
"""`accepted`: part of what is believed. `rival`: kept beside a head, not believed. `retracted`: contracted; nothing
older returns. `corrected`: taken out as if it had never been said."""

Gate = Literal["pass", "rejected", "question", "hypothetical", "wish", "quotation", "echo", "no_claim"]
RAW_ONLY: Final = frozenset({"question", "hypothetical", "wish", "quotation", "echo", "no_claim"})
"""Why a claim is kept as a turn and never fills a slot."""

EdgeType = Literal["SUPERSEDES", "CONTRADICTS", "SUPPORTS"]


@dataclass(frozen=True, slots=True)
class Observation:
    """One time that somebody said it.

    Args:
        source: Who said it or where it stands; `None` when unknown. What is unknown corroborates nothing, and all of
            it is taken to be of one speaker, so that what came later is not a conflict.
        said_at: When.
        sequence: Its place among everything ever written; grows with every statement, and orders what has one
            `said_at`.
        span: What it asserts.
        confidence: How sure its saying makes us, 0 to 1.
        independent: False when it only repeats another source, so that it corroborates nothing.
        rank: The grade it came with, as a number; decides between two sources who speak of one time.
        force: Its `sequence` when it was put above whatever contradicts it at the same time, else 0.
        reach: Where it bears on others when it was told by an explicit word: just where it found room, so that it
            changes nothing elsewhere; `None` for all that it may hold at.
        spelled: The value as it was said this time; `None` = as it had been said before.
    """

    source: str | None
    said_at: Instant
    sequence: int
    span: Span
    confidence: float
    independent: bool = True
    rank: int = 1
    force: int = 0
    reach: Intervals | None = None
    spelled: str | None = None

    @property
    def said(self) -> tuple[Instant, int]:
        """The order of saying."""
        return self.said_at, self.sequence

    @property
    def raw(self) -> Intervals:
        """Where it may hold."""
        return self.span.raw if self.reach is None else self.reach


@dataclass(frozen=True, slots=True)
class Statement:
    """One revision: what it claims, which never changes, and what may change about it.

    Args:
        id: The revision's id.
        value: The value in its normal form.
        polarity: False for a denial.
        observations: Who said it and when; the first is the statement itself, the others confirmed it.
        grade: Who vouches.
        anchor: The confidence anchor, and how it came about.
        standing: Whether it is believed.
        held: The instants at which it is believed.
        locked: An operator protects its item.
        opposes: Ids of statements that a caller declared it to contradict.
        contested_by: Ids of the rivals that contest it, or of the head that a rival contests.
        retired: The sequence from which a retracted statement no longer bears on newcomers; 0 while it does.
        ended: The instant at which an explicit word ended it; `None` while nothing did.
        claim_class: Which decay its confidence has.
    """

    id: str
    value: str
    polarity: bool
    observations: tuple[Observation, ...]
    grade: Evidence
    anchor: Anchor
    standing: Standing = "accepted"
    held: Intervals = EMPTY
    locked: bool = False
    opposes: frozenset[str] = frozenset()
    contested_by: tuple[str, ...] = ()
    retired: int = 0
    ended: Instant | None = None
    claim_class: ClaimClass | None = "USER_FACT"

    @property
    def first(self) -> Observation:
        """The observation that the statement is."""
        return self.observations[0]

    @property
    def spelled(self) -> str | None:
        """The value as it was last said."""
        return next((each.spelled for each in reversed(self.observations) if each.spelled is not None), None)

    @property
    def inferred(self) -> bool:
        """Whether nobody said it."""
        return self.anchor.origin == "inferred"

    @property
    def sources(self) -> frozenset[str]:
        """Everybody who said it."""
        return frozenset(each.source for each in self.observations if each.source)

    @property
    def independent_sources(self) -> frozenset[str]:
        """Everybody who said it without repeating another."""
        return frozenset(each.source for each in self.observations if each.source and each.independent)

    @property
    def protected(self) -> bool:
        """Whether only an official word, or no word at all, may replace it."""
        return self.locked or self.grade == "official"

    @property
    def believed(self) -> bool:
        """Whether it is accepted at any instant."""
        return self.standing == "accepted" and bool(self.held)

    def holds(self, instant: Instant) -> bool:
        """Say whether it is believed to hold at `instant`."""
        return self.standing == "accepted" and contains(self.held, instant)

    def same_literal(self, other: Statement) -> bool:
        """Say whether the two claim the same."""
        return self.value == other.value and self.polarity == other.polarity


@dataclass(frozen=True, slots=True)
class SlotState:
    """All statements of one slot group, in any order.

    Args:
        single: Whether the attribute holds one value at a time.
        statements: The statements, each id once.
        opaque: Whether the group is a text without a slot.
    """

    single: bool
    statements: tuple[Statement, ...] = ()
    opaque: bool = False

    def __iter__(self) -> Iterator[Statement]:
        return iter(self.statements)

    @property
    def accepted(self) -> tuple[Statement, ...]:
        """The statements that are believed at some time, or would be but for later ones."""
        return tuple(each for each in self.statements if each.standing == "accepted")

    @property
    def rivals(self) -> tuple[Statement, ...]:
        """The statements that wait beside a head."""
        return tuple(each for each in self.statements if each.standing == "rival")

    def get(self, id: str) -> Statement | None:
        """Return the statement with this id."""
        return next((each for each in self.statements if each.id == id), None)

    def contradict(self, left: Statement, right: Statement) -> bool:
        """Say whether the two cannot both hold at one instant."""
        if left.value == right.value:
            return left.polarity != right.polarity or _declared(left, right)
        return (self.single and left.polarity and right.polarity) or _declared(left, right)

    def with_(self, *changed: Statement) -> SlotState:
        """Return the state with these statements put in place of those with their ids, or added."""
        new = {each.id: each for each in changed}
        kept = tuple(new.pop(each.id, each) for each in self.statements)
        return replace(self, statements=(*kept, *new.values()))

    def at(self, instant: Instant) -> frozenset[tuple[str, bool]]:
        """Return what is believed to hold at `instant`, as (value, polarity)."""
        return frozenset((each.value, each.polarity) for each in self.statements if each.holds(instant))


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A statement that asks to be believed, with what the gate and the caller say of it.

    Args:
        statement: It, with one observation; `standing` and `held` are decided here.
        gate: `pass`; `rejected`; or why it is only kept as a turn.
        dated: Whether its time is known, from its words or from when it was said.
        live: Whether it is being said now, in a conversation, as opposed to imported or read in a document.
        correction: It says that what it contradicts was never so ("actually…").
        explicit: A caller wants it believed (`revise`), whatever the slot says.
        replaces: Id of the statement that a caller or a model named as replaced.
        conflicts_with: Id of the statement that a caller named as contradicted but not replaced.
        gate_reason: The gate's own words for a rejection.
    """

    statement: Statement
    gate: Gate = "pass"
    dated: bool = True
    live: bool = True
    correction: bool = False
    explicit: bool = False
    replaces: str | None = None
    conflicts_with: str | None = None
    gate_reason: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge to add, from one statement to another."""

    source: str
    type: EdgeType
    target: str


@dataclass(frozen=True, slots=True)
class Effects:
    """What the store is to write: only what changes, by statement id.

    Args:
        added: New statements to keep.
        held: New instants at which a statement is believed.
        standing: New standings.
        grade: New grades.
        anchor: New confidence anchors.
        contested_by: New contested marks, whole.
        observed: Observations to add.
        retired: New values of `retired`.
        ended: New values of `ended`.
        edges: Edges to add.
    """

    added: tuple[Statement, ...] = ()
    held: dict[str, Intervals] = field(default_factory=dict)
    standing: dict[str, Standing] = field(default_factory=dict)
    grade: dict[str, Evidence] = field(default_factory=dict)
    anchor: dict[str, Anchor] = field(default_factory=dict)
    contested_by: dict[str, tuple[str, ...]] = field(default_factory=dict)
    observed: dict[str, tuple[Observation, ...]] = field(default_factory=dict)
    retired: dict[str, int] = field(default_factory=dict)
    ended: dict[str, Instant | None] = field(default_factory=dict)
    edges: tuple[Edge, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether there is nothing to write."""
        return self == Effects()


@dataclass(frozen=True, slots=True)
class Decision:
    """What became of one claim.

    Args:
        verdict: One of the nine; `None` for a contraction, a merge and other operators that are not told anything.
        reason: A stable code; `REASONS` says it in words.
        row: The row of the decision table that decided; 0 for operators that are not rows.
        statement: Id of the statement that the verdict is about: the newcomer, or the one it confirms.
        replaced: Ids of the statements that lost instants to it, the present head first.
        head: Id of the group's head afterwards; `None` when nothing is believed.
        after: The state of the group afterwards.
        effects: What the store is to write.
    """

    verdict: Verdict | None
    reason: str
    row: int
    statement: str | None
    replaced: tuple[str, ...]
    head: str | None
    after: SlotState
    effects: Effects


def difference_of(before: SlotState, after: SlotState, edges: tuple[Edge, ...] = ()) -> Effects:
    """Return what must be written to make `after` of `before`."""
    effects = Effects(edges=edges)
    known = {each.id: each for each in before}
    for new in after:
        old = known.get(new.id)
        if old is None:
            effects = replace(effects, added=(*effects.added, new))
            continue
        if new is old:
            continue
        for name in ("held", "standing", "grade", "anchor", "contested_by", "retired", "ended"):
            if getattr(old, name) != getattr(new, name):
                getattr(effects, name)[new.id] = getattr(new, name)
        if len(new.observations) > len(old.observations):
            effects.observed[new.id] = new.observations[len(old.observations) :]
    return effects


def _declared(left: Statement, right: Statement) -> bool:
    return right.id in left.opposes or left.id in right.opposes
