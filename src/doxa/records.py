"""What callers hand in and get back. Frozen, slotted dataclasses; every datetime is aware; every list is a tuple."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from doxa.frozen import quickly_made

Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"
OperationId: TypeAlias = str
Ref: TypeAlias = str
"""A belief's id (its newest revision) or a kref (`?r=`, `?t=` and `?time=` pin one revision)."""

Verdict = Literal[
    "new",
    "confirm",
    "supersede",
    "supplement",
    "historical",
    "conflict",
    "protected",
    "rejected",
    "raw_only",
]
Evidence = Literal["official", "corroborated", "single_source", "unverified"]
Origin = Literal["explicit", "inferred", "reinforced"]
BeliefStatus = Literal["live", "superseded", "contested", "archived", "deleted", "quarantined"]
Confirmation = Literal["unconfirmed", "confirmed", "contradicted"]
Mode = Literal["lite", "pro", "ultra"]
Tier = Literal["working", "long_term"]
Route = Literal["profile", "proactive", "normal"]
Precision = Literal["year", "month", "day", "instant"]
Author = Literal["user", "agent", "imported", "observed", "external"]

T = TypeVar("T")


class Anybody(Enum):
    """The type of `ANY`."""

    ANY = "ANY"


ANY: Final = Anybody.ANY
"""As `user=`: everybody's memories. Needs the operator right."""

User: TypeAlias = str | None | Anybody


@quickly_made
@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memories a call sees and under which labels it writes.

    Args:
        user: A wall. A name sees that user's memories and the shared ones; `None` only shared ones; `ANY` all.
        agent: A label; `None` does not filter.
        session: A label; `None` does not filter.
        space: A path such as `work/apollo`; reads match its subtree, writes go there.
        contexts: Labels such as `domain:code`. A belief without any applies everywhere.
    """

    user: User = None
    agent: str | None = None
    session: str | None = None
    space: str | None = None
    contexts: tuple[str, ...] = ()


@quickly_made
@dataclass(frozen=True, slots=True)
class Period:
    """A half-open interval of valid time, `[start, end)`; `None` is an open end.

    Args:
        start: First instant, aware.
        end: First instant after it, aware.
        precision: How exactly the bounds are known.
    """

    start: datetime | None
    end: datetime | None
    precision: Precision = "instant"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A pointer to a file; doxa never stores its bytes."""

    name: str
    location: str
    metadata: Mapping[str, Json] = field(default_factory=dict)


@quickly_made
@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: str
    content: str
    time: datetime | None = None
    name: str | None = None
    metadata: Mapping[str, Json] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()


@quickly_made
@dataclass(frozen=True, slots=True)
class Quote:
    """The verbatim span `[start, end)` (characters) of the turn `ref` that a claim rests on."""

    text: str
    ref: Ref
    start: int
    end: int


@quickly_made
@dataclass(frozen=True, slots=True)
class Claim:
    """What a belief says in slots: subject, attribute, value, polarity; free text where slots are unknown.

    Args:
        text: The claim as a sentence.
        subject: Whom or what it is about; `user` for the speaking user.
        attribute: Registered or free attribute name, snake_case (`home`, `likes`, `allergic_to`).
        value: The value as said.
        polarity: False for a denial.
        kind: Item kind (DESIGN: profile, fact, preference, event, …).
        valid: When it holds in the world, as asserted; `None` for "now, as far as said".
        quote: The span it was read from.
        confidence: 0 to 1; `None` for the default of its origin (.9 explicit, .7 inferred).
        replaces: The belief it explicitly revises.
        conflicts_with: The belief it explicitly contradicts without replacing it.
        correction: It corrects ("actually…"): what it contradicts was never so.
        origin: `inferred` where no one said it.
    """

    text: str
    subject: str | None = None
    attribute: str | None = None
    value: str | None = None
    polarity: bool = True
    kind: str = "fact"
    valid: Period | None = None
    quote: Quote | None = None
    confidence: float | None = None
    replaces: Ref | None = None
    conflicts_with: Ref | None = None
    correction: bool = False
    origin: Origin = "explicit"


@quickly_made
@dataclass(frozen=True, slots=True)
class Belief:
    """One revision of one item, as believed at the asked moment.

    `confidence` (how sure), `strength` (how retrievable) and `evidence` (who vouches) are three different things;
    the first two are computed at read from stored anchors and the clock.
    """

    id: str
    kref: str
    revision: int
    text: str
    kind: str
    recorded_at: datetime
    title: str | None = None
    claim: Claim | None = None
    user: str | None = None
    agent: str | None = None
    session: str | None = None
    space: str = ""
    contexts: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    canonical_name: str | None = None
    aliases: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()
    status: BeliefStatus = "live"
    pinned: bool = False
    locked: bool = False
    stale: tuple[Ref, ...] = ()
    contested_by: tuple[Ref, ...] = ()
    evidence: Evidence | None = None
    sources: tuple[str, ...] = ()
    origin: Origin = "explicit"
    author: Author = "user"
    confirmation: Confirmation = "unconfirmed"
    confidence: float = 0.9
    strength: float = 1.0
    salience: float = 0.5
    tier: Tier = "working"
    valid: Period | None = None
    said_at: datetime | None = None
    expires_at: datetime | None = None
    chain: tuple[Belief, ...] = ()


@dataclass(frozen=True, slots=True)
class Redaction:
    """A span the gate took out: its kind and where it stood, never what it said."""

    kind: str
    start: int
    end: int
    placeholder: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What models cost an operation."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        """Return both together."""
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
        )


@quickly_made
@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one thing that was handed in."""

    verdict: Verdict | None
    status: Literal["done", "nothing_to_do", "failed"]
    reason: str
    belief: Belief | None = None
    replaced: Ref | None = None
    redactions: tuple[Redaction, ...] = ()


@quickly_made
@dataclass(frozen=True, slots=True)
class Receipt:
    """What a write did: one operation, an outcome per memory, what is pending, what to know."""

    operation: str
    outcomes: tuple[Outcome, ...] = ()
    request_id: str | None = None
    pending: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    usage: Usage = Usage()

    @property
    def beliefs(self) -> tuple[Belief, ...]:
        """The beliefs that came of it, in order."""
        return tuple(outcome.belief for outcome in self.outcomes if outcome.belief is not None)


@quickly_made
@dataclass(frozen=True, slots=True)
class Reason:
    """Why a memory came back, or did not: a stage or leg, its rank and contribution."""

    leg: str
    detail: str = ""
    rank: int | None = None
    score: float | None = None


@quickly_made
@dataclass(frozen=True, slots=True)
class Hit:
    """A recalled belief.

    Args:
        belief: It.
        relevance: How well it answers, calibrated, 0 to 1.
        score: What orders it.
        base_score: The same before evidence and time were weighed.
        route: What it belongs to.
        why: What gave it its place, where an explanation was asked for.
        related: Whether only the graph of claims led to it; then it comes on top, after what was found.
        replaced_by: Beliefs that have replaced what this source said: its words are old.
        matched: The number of the version whose words fit the question, where that is not the one that is shown; it is
            in `belief.chain`.
    """

    belief: Belief
    relevance: float
    score: float
    base_score: float
    route: Route = "normal"
    why: tuple[Reason, ...] = ()
    related: bool = False
    replaced_by: tuple[Ref, ...] = ()
    matched: int | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """How a question was read."""

    text: str
    terms: tuple[str, ...] = ()
    exact: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    period: Period | None = None
    intent: Literal["navigational", "conceptual", "factual"] = "factual"
    aspect: Literal["any", "current", "past", "first", "latest"] = "any"


@dataclass(frozen=True, slots=True)
class Recall:
    """The answer to a question.

    Args:
        hits: What was found, in order.
        abstained: Whether nothing fits.
        at_op: The newest operation that was seen.
        reading: How the question was read.
        related: What only the claims' graph leads to, on top of the limit; it takes no hit's place.
        cut: What was found and left out, where an explanation was asked for.
        warnings: What the caller should know.
        timings: Seconds of each stage.
    """

    hits: tuple[Hit, ...]
    abstained: bool
    at_op: str
    reading: Question
    related: tuple[Hit, ...] = ()
    cut: tuple[Hit, ...] = ()
    warnings: tuple[str, ...] = ()
    timings: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Step:
    """One edge of an explained path: a claim with its source sentence.

    Args:
        source: Where it leads from.
        relation: The claim's attribute.
        target: Where it leads to.
        belief: The belief whose claim it is.
        forward: Whether it leads from the claim's subject to its value, or back.
        weight: How far it is to be relied on, 0 to 1: its confidence, less where few vouch for it.
        sentence: The sentence it was read from; the belief's own words where there is none.
        quote: The words it was read from; `None` where nobody said it.
    """

    source: str
    relation: str
    target: str
    belief: Belief
    forward: bool = True
    weight: float = 1.0
    sentence: str = ""
    quote: Quote | None = None


@dataclass(frozen=True, slots=True)
class Impact:
    """A belief that rests on another, at a distance of `depth` edges."""

    belief: Belief
    depth: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One entry of the change feed. `cursor` resumes after it."""

    cursor: str
    operation: str
    time: datetime
    kind: str
    ref: Ref
    detail: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Operation:
    """One unit of change: who did what when and why, and whether it was undone."""

    id: str
    kind: str
    actor: str
    time: datetime
    request_id: str | None = None
    reason: str | None = None
    undoes: str | None = None
    undone_by: str | None = None
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A list-like reply; `cursor` asks for the next page, `None` at the end."""

    items: tuple[T, ...]
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class Certificate:
    """What an erase did: `complete`, or `pending` with the cause; what is out of doxa's reach."""

    operation: str
    state: Literal["complete", "pending"]
    erased: Mapping[str, int]
    checks: Mapping[str, bool]
    cause: str | None = None
    out_of_reach: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing `doctor` looked at."""

    check: str
    ok: bool
    detail: str = ""
    repaired: bool = False


@dataclass(frozen=True, slots=True)
class Health:
    """The result of `doctor` or `reindex`."""

    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong any more."""
        return all(finding.ok or finding.repaired for finding in self.findings)


@dataclass(frozen=True, slots=True)
class PendingTask:
    """A piece of work that waits, such as a conversation that a model is to read.

    Args:
        id: Its number, which the receipt of the write named under `pending`.
        kind: What is to be done, such as `extract`.
        state: `pending` (not tried yet), `running`, `failed` (tried again when due), `parked` (waits for `retry`).
        due: When it is taken next; while it runs, when another worker may take it over.
        user: Whose memory it is about; `None` = shared.
        operation: The write that asked for it.
        attempts: How often it was tried.
        error: Why it failed last.
    """

    id: str
    kind: str
    state: Literal["pending", "running", "failed", "parked"]
    due: datetime
    user: str | None
    operation: str
    attempts: int = 0
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Digested:
    """What a round of pending work did.

    Args:
        done: Tasks that were finished.
        failed: Tasks that failed and are tried again later.
        parked: Tasks that failed for good and wait for `queue.retry` or `queue.drop`.
        left: Tasks that are there still, parked ones too.
        usage: What models cost.
        errors: Why tasks failed, each once.
        duration: How long it took.
        dreams: Operations of the dreams that were due, where dreams run by themselves.
        sessions: Operations that consolidated sessions to which nobody had written for a while.
    """

    done: int
    failed: int
    parked: int
    left: int
    usage: Usage = Usage()
    errors: tuple[str, ...] = ()
    duration: timedelta = timedelta()
    dreams: tuple[str, ...] = ()
    sessions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of a project within a scope; `usage` is what models have cost so far, by kind of operation."""

    beliefs: Mapping[str, int]
    revisions: int
    edges: int
    operations: int
    vectors: int
    bytes: int
    users: int
    usage: Mapping[str, Usage] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Status:
    """What is pending, failed or out of order.

    `pending` counts tasks by state; `lag` is how many operations were done since the last dream, `None` where nobody
    ever dreamt.
    """

    project: str
    path: str | None
    schema: int
    embedder: str | None
    last_operation: str | None
    pending: Mapping[str, int]
    mode: Mode = "lite"
    model: str | None = None
    clock_skew: float = 0.0
    erase: str | None = None
    warnings: tuple[str, ...] = ()
    lag: int | None = None


@dataclass(frozen=True, slots=True)
class ExportReport:
    """How many rows of each type an export wrote."""

    rows: Mapping[str, int]
    path: str | None = None


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import read: rows new, already there, skipped with the reason."""

    imported: Mapping[str, int]
    unchanged: int
    skipped: tuple[tuple[int, str], ...] = ()
    cursor: str | None = None


@dataclass(frozen=True, slots=True)
class ScopeCount:
    """How many live beliefs one owner, agent and space hold."""

    user: str | None
    agent: str | None
    space: str
    count: int


@dataclass(frozen=True, slots=True)
class Story:
    """The whole story of a belief: quotes, sources, versions, conflicts, what rests on it.

    Args:
        belief: What is told of.
        quotes: The verbatim spans it rests on.
        sources: Who said it.
        versions: Its evolution chain, newest to oldest.
        conflicts: What contests it, or what it contests.
        dependents: What rests on it.
        operations: What was done to it, newest first.
        spellings: Its value as it was spelled first, then each time it was confirmed in another spelling.
    """

    belief: Belief
    quotes: tuple[Quote, ...]
    sources: tuple[str, ...]
    versions: tuple[Belief, ...]
    conflicts: tuple[Belief, ...]
    dependents: tuple[Impact, ...]
    operations: tuple[Operation, ...] = ()
    spellings: tuple[str, ...] = ()


Metadata: TypeAlias = Mapping[str, Any]
