"""`plan`, `review`, `apply` and `dream`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from time import monotonic
from typing import TYPE_CHECKING, cast

from doxa.clock import to_micros
from doxa.dream.actions import Applying, do
from doxa.dream.drafts import Draft
from doxa.dream.guardrails import CAPPED, Guardrails, waits
from doxa.dream.journal import HOUR, WHOLE_EVERY, Journal, read_journal, write_journal
from doxa.dream.judging import Judged, judge, live_by_kind
from doxa.dream.naming import nothing_of, plan_of, report_of
from doxa.dream.news import MOST_NEW, new_since
from doxa.dream.plan_items import APPLIED, Outline, Stored, read_plan, with_review, write_plan, write_review
from doxa.dream.planning import OF_ALL, PASSES, chosen_passes, outline_of
from doxa.dream.running import running
from doxa.dream.setting import Setting
from doxa.dream.suggestions import drafts_of
from doxa.dream_records import Plan, Progress, Proposal, Report
from doxa.errors import InvalidInput
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import ItemId, NewRevision, item_node
from doxa.llm.contract import Model
from doxa.llm.tallies import tally_usage
from doxa.records import ANY, Ref, Scope
from doxa.write.context import WriteContext, WriteRequest, actor_of, operation, owner_of, refuse_anybody

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Dream:
    """What a dream is run with.

    Args:
        context: The parts of a write.
        scope: Whose memories, under which labels.
        rules: The guardrails.
        model: A language model; `None` for none.
        policy: The deployment's own text on what matters.
        budget: How long planning may take; `None` = as long as it takes.
        window_days: The days whose revisions count as recent in a space's profile.
        progress: Is told which pass begins.
        every: Microseconds between two dreams that run by themselves, at least.
    """

    context: WriteContext
    scope: Scope
    rules: Guardrails
    model: Model | None = None
    policy: str = ""
    budget: timedelta | None = None
    window_days: int = 30
    progress: Progress | None = None
    every: int = HOUR

    @property
    def user(self) -> str | None:
        """Whose memories."""
        return owner_of(self.scope)

    def setting(self, renew: Callable[[], None]) -> Setting:
        """Return what passes work with; the time budget begins now."""
        if self.budget is not None and self.budget <= timedelta():
            raise InvalidInput(f"budget is {self.budget}.", mend="Give more than no time.", field="budget")
        ends = None if self.budget is None else monotonic() + self.budget.total_seconds()
        return Setting(
            self.scope,
            self.context.attributes,
            self.rules,
            self.model,
            self.policy,
            expired=lambda: ends is not None and monotonic() > ends,
            window_days=self.window_days,
            renew=renew,
            progress=self.progress or _untold,
        )


def _untold(stage: str, done: int, of: int) -> None:
    """Tell nobody."""


def make_plan(dream: Dream, passes: Sequence[str], proposals: Sequence[Proposal]) -> Plan:
    """Compute a plan and keep it; see `Memory.plan`."""
    with running(dream.context) as renew:
        stored = _keep(dream, _outline(dream, passes, proposals, renew))
    with dream.context.graph.view(user=dream.scope.user) as view:
        return plan_of(view, stored, dream.context.graph.project)


def review_plan(context: WriteContext, scope: Scope, ref: Ref, accept: Sequence[str], refuse: Sequence[str]) -> Plan:
    """Accept and refuse proposals of a plan; see `Memory.review`."""
    with context.graph.view(user=scope.user) as view:
        stored = read_plan(view, ref)
        if not accept and not refuse:
            return plan_of(view, stored, context.graph.project)
    accepted, refused = _places(stored, accept, "accept"), _places(stored, refuse, "refuse")
    with operation(context, WriteRequest("review", scope)) as writer:
        stored = read_plan(writer.view, ref)
        if stored.operation is not None:
            mend = "Undo that operation, or make a new plan."
            raise InvalidInput(f"The plan was applied by operation {stored.operation}.", mend=mend, field="plan")
        reviewed = with_review(stored, accepted, refused)
        if reviewed != stored:
            write_review(writer, reviewed)
        return plan_of(writer.view, reviewed, context.graph.project)


def apply_plan(dream: Dream, ref: Ref, *, dry_run: bool = False) -> Report:
    """Apply a plan as one operation; see `Memory.apply`."""
    with dream.context.graph.view(user=dream.scope.user) as view:
        stored = read_plan(view, ref)
        if stored.operation is not None:
            return _stored_report(view, stored)
    return _dry(dream, stored) if dry_run else _apply(dream, stored)


def run_dream(dream: Dream, passes: Sequence[str], *, dry_run: bool) -> Report:
    """Plan and apply; see `Memory.dream`. Where there is nothing to do, nothing is written."""
    with running(dream.context) as renew:
        outline = _outline(dream, passes, (), renew)
        if dry_run or outline.idle:
            return _dry(dream, Stored("", ItemId(0), dream.user, outline), dry_run=dry_run)
        return _apply(dream, _keep(dream, outline))


def dream_if_due(dream: Dream) -> Report | None:
    """Plan and apply where time has passed since the last dream that ran by itself and something was written."""
    if _due(dream) is None:
        return None
    with running(dream.context) as renew:
        due = _due(dream)  # another runner may have been here meanwhile
        if due is None:
            return None
        passes = () if due.whole else tuple(name for name in PASSES if name not in OF_ALL)
        outline = _outline(dream, passes, (), renew, None if due.whole else due.since)
        if outline.drafts or outline.guarded or outline.refuted or outline.errors:
            return _apply(dream, _keep(dream, outline), by_itself=due)
        return _note(dream, outline, due)


@dataclass(frozen=True, slots=True)
class _Due:
    """What a dream that runs by itself is to look at.

    Args:
        since: The operation after which something was written.
        whole: Whether it is to look at everything.
    """

    since: int
    whole: bool


def _due(dream: Dream) -> _Due | None:
    """Return what a dream that runs by itself has to look at; `None` where it is too early, or there is nothing."""
    now = to_micros(dream.context.clock.now())
    with dream.context.graph.view(user=dream.scope.user) as view:
        journal = read_journal(view, dream.user)
        # a clock that was set back keeps nothing waiting
        if abs(now - journal.looked) < dream.every:
            return None
        whole = abs(now - journal.whole) >= WHOLE_EVERY
        since = journal.whole_seen if whole else journal.seen
        new = len(new_since(view, dream.user, since))
    if not new and not (whole and journal.waiting):
        return None
    return _Due(since, whole or new > MOST_NEW)


def _note(dream: Dream, outline: Outline, due: _Due) -> Report:
    """Remember that a dream that ran by itself found nothing to say, without a plan that says so."""
    with dream.context.graph.transaction("dream", actor=actor_of(dream.scope), user=dream.scope.user) as writer:
        stored = Stored("", ItemId(0), dream.user, outline)
        journal = read_journal(writer.view, dream.user)
        looked_at = _looked_at(writer, dream, outline)
        _remember(writer, dream, stored, (), journal, to_micros(writer.at))
        _note_looked(writer, dream, to_micros(writer.at), looked_at, whole=due.whole)
        report = report_of(writer.view, stored, (), dry_run=False)
        counts = live_by_kind(writer.view)
        tally_usage(writer.tally, "dream", report.usage, dream.user)
        return replace(report, operation=str(writer.operation), before=counts, after=counts)


def _outline(
    dream: Dream,
    passes: Sequence[str],
    proposals: Sequence[Proposal],
    renew: Callable[[], None],
    since: int | None = None,
) -> Outline:
    refuse_anybody(dream.scope)
    # a host's proposals stand alone unless passes are named as well
    chosen = () if proposals and not passes else chosen_passes(passes)
    setting = dream.setting(renew)
    now = to_micros(dream.context.clock.now())
    with dream.context.graph.view(user=dream.scope.user) as view:
        return outline_of(
            view, setting, chosen, now, lambda planned: drafts_of(planned, dream.context, proposals), since
        )


def _keep(dream: Dream, outline: Outline) -> Stored:
    with operation(dream.context, WriteRequest("plan", dream.scope)) as writer:
        return write_plan(writer, dream.user, outline)


def _places(stored: Stored, ids: Sequence[str], field: str) -> list[int]:
    """Return the places of proposals by their ids.

    Raises:
        InvalidInput: The plan has no such proposal that could be applied.
    """
    count = len(stored.outline.drafts)
    known = {f"p{place + 1}": place for place in range(count)}
    for each in ids:
        if each not in known:
            mend = "What a guardrail holds back is never applied." if each.startswith("g") else f"There are {count}."
            raise InvalidInput(f"The plan has no open proposal {each!r}.", mend=mend, field=field, value=each)
    return [known[each] for each in ids]


def _dry(dream: Dream, stored: Stored, *, dry_run: bool = True) -> Report:
    """Return what applying would do, as the check that precedes it finds out."""
    now = to_micros(dream.context.clock.now())
    with dream.context.graph.view(user=dream.scope.user) as view:
        judged = judge(view, stored, now, dream.rules, read_journal(view, dream.user))
        report = report_of(view, stored, judged, dry_run=dry_run)
        before = live_by_kind(view)
        return replace(report, before=before, after=_foreseen(before, judged, view))


def _foreseen(before: object, judged: Sequence[Judged], view: View) -> dict[str, int]:
    """Return how many live memories of each kind there would be."""
    after = dict(cast("dict[str, int]", before))
    gone = [each for one in judged if one.holds for each in one.draft.takes if each > 0]
    for row in view.heads(gone).values():
        after[row.kind] -= 1
    for one in judged:
        kind = made_kind(one.draft)
        if one.holds and kind is not None:
            after[kind] = after.get(kind, 0) + 1
    return {kind: count for kind, count in after.items() if count}


def made_kind(draft: Draft) -> str | None:
    """Return the kind of what a proposal makes, `None` where it makes nothing."""
    kinds = {"compress": "summary", "create_schema": "schema", "create_intention": "intention"}
    kind = draft.details.get("kind") or kinds.get(draft.action)
    return str(kind) if draft.action in kinds else None


def _apply(dream: Dream, stored: Stored, *, by_itself: _Due | None = None) -> Report:
    begun = monotonic()
    vectors = _vectors(dream, stored.outline.drafts)
    entities = any(draft.action == "merge_entities" for draft in stored.outline.drafts)
    # a shared entity's names are everybody's, so what is claimed of it is decided anew for all
    eyes = ANY if entities and dream.user is None else dream.scope.user
    with dream.context.graph.transaction("dream", actor=actor_of(dream.scope), user=eyes) as writer:
        present = read_plan(writer.view, stored.id)
        if present.operation is not None:
            raise InvalidInput(
                f"The plan was applied meanwhile by operation {present.operation}.", mend="Read it again.", field="plan"
            )
        now = to_micros(writer.at)
        journal = read_journal(writer.view, dream.user)
        judged = judge(writer.view, present, now, dream.rules, journal)
        report = report_of(writer.view, present, judged, dry_run=False)
        before = live_by_kind(writer.view)
        looked_at = _looked_at(writer, dream, present.outline)
        applying = Applying(writer, dream.context, dream.user, now, vectors)
        applying.read([each.draft for each in judged if each.holds])
        for each in judged:
            if each.holds:
                do(applying, each.place, each.draft)
        _remember(writer, dream, present, judged, journal, now)
        if by_itself is not None:
            _note_looked(writer, dream, now, looked_at, whole=by_itself.whole)
        took = present.outline.duration + timedelta(seconds=monotonic() - begun)
        report = replace(
            report, operation=str(writer.operation), duration=took, before=before, after=live_by_kind(writer.view)
        )
        _close(writer, present, report, judged)
        tally_usage(writer.tally, "dream", report.usage, dream.user)
    return report


def _looked_at(writer: Writer, dream: Dream, outline: Outline) -> int:
    """Return the operation up to which a dream has seen everything: its own, unless somebody wrote meanwhile."""
    missed = new_since(writer.view, dream.user, outline.based_on)
    return outline.based_on if missed else writer.operation


def _note_looked(writer: Writer, dream: Dream, now: int, looked_at: int, *, whole: bool) -> None:
    """Keep when a dream ran by itself, and what it has seen."""
    journal = read_journal(writer.view, dream.user)
    journal.looked, journal.seen = now, looked_at
    if whole:
        journal.whole, journal.whole_seen = now, looked_at
    write_journal(writer, dream.user, journal)


def _remember(
    writer: Writer,
    dream: Dream,
    stored: Stored,
    judged: Sequence[Judged],
    present: Journal,
    now: int,
) -> None:
    """Keep what dreams remember; where another plan was applied meanwhile, only that this one ran."""
    outline = stored.outline
    deprecated = sum(len(each.draft.targets) for each in judged if each.holds and each.draft.action in CAPPED)
    if outline.journal is not None and present.encode() == outline.before.encode():
        journal = outline.journal.copy()
        journal.runs = list(present.runs)
    else:
        journal = present.copy()
    for each in judged:
        if each.draft.action in CAPPED and each.holds:
            for revision in each.draft.targets:
                journal.waiting.pop(revision, None)
        elif each.draft.stage == "assess" and each.draft.action in CAPPED and waits(each.why):
            journal.waiting.update(dict.fromkeys(each.draft.targets, 1 - each.draft.confidence))
    journal.ran(now, outline.assessed, deprecated)
    if journal.encode() != present.encode():
        write_journal(writer, dream.user, journal)


def _close(writer: Writer, stored: Stored, report: Report, judged: Sequence[Judged]) -> None:
    """Mark a plan as applied, and keep its report as the plan's next revision: numbers, no words."""
    writer.assert_(item_node(stored.item), APPLIED, writer.operation)
    done = sum(each.holds for each in judged)
    title = f"Dreamt: {done} of {len(judged)} proposals applied."
    planned = writer.view.latest(stored.item)
    revision = writer.revision(
        stored.item,
        NewRevision(
            "",
            title=title,
            metadata={
                "counts": dict(report.counts),
                "skipped": [[each.place, each.why, each.refused] for each in judged if not each.holds],
                "seconds": report.duration.total_seconds(),
                "before": dict(report.before),
                "after": dict(report.after),
            },
        ),
    )
    # an erase that takes the plan, for words that stand in it, takes all of it
    writer.edge(revision, "DERIVED_FROM", planned)


def _stored_report(view: View, stored: Stored) -> Report:
    """Return what is reported of a plan that was applied before: nothing is done again."""
    kept = view.versions(stored.item)[-1].metadata
    skipped = {place: (why, refused) for place, why, refused in cast("list[tuple[int, str, bool]]", kept["skipped"])}
    judged = [
        Judged(place, draft, *skipped.get(place, ("", False))) for place, draft in enumerate(stored.outline.drafts)
    ]
    return nothing_of(
        replace(
            report_of(view, stored, judged, dry_run=False),
            before=cast("dict[str, int]", kept["before"]),
            after=cast("dict[str, int]", kept["after"]),
            duration=timedelta(),
        )
    )


def _vectors(dream: Dream, drafts: Sequence[Draft]) -> dict[str, NDArray[np.float32]]:
    """Return vectors of new words, made before the write lock is taken."""
    texts = list(dict.fromkeys(draft.text for draft in drafts if draft.text))
    vectors = dream.context.embedding.vectors(texts) if texts else None
    embedder = dream.context.embedding.embedder() if vectors is not None else None
    if vectors is None or embedder is None:
        return {}
    if dream.context.graph.embedder != (embedder.id, embedder.dim):
        dream.context.graph.set_embedder(embedder.id, embedder.dim)
    return dict(zip(texts, vectors, strict=True))
