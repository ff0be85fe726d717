"""What a dream hands out: plans of proposals, reports of what was done, profiles of spaces. Frozen, slotted records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol

from doxa.records import Json, Ref, Usage

ProposalState = Literal["open", "accepted", "refused", "applied", "stale", "guarded"]


class OfPlan(Protocol):
    """A plan, or the report of one: what names a plan in a program."""

    @property
    def plan(self) -> str:
        """The plan's id."""
        ...


class Progress(Protocol):
    """Is told how far a dream is, before each of its passes and once at its end."""

    def __call__(self, stage: str, done: int, of: int) -> None:
        """Take what comes next.

        Args:
            stage: The pass that begins; "" at the end.
            done: Passes done.
            of: Passes there are.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """One thing that a dream would do, computed from exact revisions.

    Args:
        action: What: `deprecate`, `merge`, `compress`, `relabel`, `link`, `strengthen`, `create_schema`,
            `create_intention`, `add_evidence`, `merge_entities`, `reground`, `relabel_space` or `archive`.
        refs: The exact revisions it changes or is made from, as krefs.
        reason: Why.
        id: Names it within its plan.
        evidence: What else it rests on.
        confidence: How sure, 0 to 1.
        into: What the others become one with, or where a link leads.
        text: The words of what is created, or the label of a relabel.
        details: What else the action needs, such as the relation of a link.
        state: `guarded` where a guardrail holds it back, `stale` where it no longer fits.
        why: What held it back.
        shown: The beginnings of the texts that `refs` and `into` name, for a person.
    """

    action: str
    refs: tuple[Ref, ...] = ()
    reason: str = ""
    id: str = ""
    evidence: tuple[Ref, ...] = ()
    confidence: float = 0.5
    into: Ref | None = None
    text: str | None = None
    details: Mapping[str, Json] = field(default_factory=dict)
    state: ProposalState = "open"
    why: str = ""
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What a dream would do, to be reviewed and applied.

    Args:
        id: Its name; a belief's id of kind `dream_plan`.
        project: The only project it can be applied in.
        proposals: What it would do, in order.
        guarded: What was proposed and is held back by a guardrail, or waits for words; each says why.
        based_on: The change cursor of what it was computed from.
        user: Whose memories.
        passes: Which passes ran.
        unfinished: Which did not for want of time; the next dream begins with them.
        refuted: Suggested, and refuted by a second look.
        errors: What went wrong, such as a batch that no model answered; it is tried again.
        assessed: How many memories a model or host judged.
        policy: The deployment's policy text in force; "" for none.
        usage: What models cost.
        duration: How long planning took.
        operation: The operation that applied it; `None` while none did.
    """

    id: str
    project: str
    proposals: tuple[Proposal, ...] = ()
    guarded: tuple[Proposal, ...] = ()
    based_on: str = ""
    user: str | None = None
    passes: tuple[str, ...] = ()
    unfinished: tuple[str, ...] = ()
    refuted: tuple[Proposal, ...] = ()
    errors: tuple[str, ...] = ()
    assessed: int = 0
    policy: str = ""
    usage: Usage = field(default_factory=Usage)
    duration: timedelta = timedelta()
    operation: str | None = None

    @property
    def plan(self) -> str:
        """Its id, under the name that a report has for it."""
        return self.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a dream did, or would do.

    Args:
        plan: The plan's id; "" for a dry run, which keeps nothing.
        operation: The one operation that it was; `undo` takes it back. `None` where nothing was done.
        counts: By action, what was applied; and `assessed`, `skipped`, `guarded`, `refuted`, `errors`.
        applied: What was done, or in a dry run would be.
        skipped: What no longer held, was refused, or was applied before; each says why.
        guarded: What a guardrail held back.
        refuted: What a second look refuted.
        errors: What went wrong; a batch that failed is tried again by the next dream.
        policy: The deployment's policy text in force.
        usage: What models cost.
        duration: How long it took, planning and applying.
        before: Live memories by kind before.
        after: And after.
        dry_run: Whether nothing was written.
        unfinished: Passes that ran out of time.
    """

    plan: str
    operation: str | None = None
    counts: Mapping[str, int] = field(default_factory=dict)
    applied: tuple[Proposal, ...] = ()
    skipped: tuple[Proposal, ...] = ()
    guarded: tuple[Proposal, ...] = ()
    refuted: tuple[Proposal, ...] = ()
    errors: tuple[str, ...] = ()
    policy: str = ""
    usage: Usage = field(default_factory=Usage)
    duration: timedelta = timedelta()
    before: Mapping[str, int] = field(default_factory=dict)
    after: Mapping[str, int] = field(default_factory=dict)
    dry_run: bool = False
    unfinished: tuple[str, ...] = ()

    def markdown(self) -> str:
        """Return it as a page of Markdown."""
        from doxa.report_page import report_page

        return report_page(self)


SpaceLabel = Literal["canonical", "working", "correspondence"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpaceProfile:
    """What kind of place a space is, told by how its memories change.

    Args:
        space: Its path.
        label: `canonical` (settled), `correspondence` (ever changing) or `working`: pinned, else observed.
        observed: What the scores say.
        pinned: Whether somebody set the label.
        scores: `churn`, `evidence` and `stability`, 0 to 1, rounded to four places.
        signals: What they were computed from.
        drift: The labels before, newest first, as (label, since when).
        window_days: The days whose revisions count as recent.
        computed_at: When.
    """

    space: str
    label: SpaceLabel
    observed: SpaceLabel
    pinned: bool
    scores: Mapping[str, float]
    signals: Mapping[str, float]
    drift: tuple[tuple[str, datetime], ...] = ()
    window_days: int = 30
    computed_at: datetime | None = None
