"""Drafts as the proposals that callers see: krefs for numbers, and the beginnings of the texts they name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from doxa.dream.drafts import Draft
from doxa.dream.judging import Judged
from doxa.dream.plan_items import Stored
from doxa.dream_records import Plan, Proposal, ProposalState, Report
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.records import Usage

SHOWN_CHARACTERS: Final = 160
SHOWN_TEXTS: Final = 6
"""Texts of one proposal that are shown; it names all."""
MADE: Final = "proposal:"
"""Before a proposal's id: what it makes."""


class Names:
    """Krefs and texts of the revisions that drafts name, looked up at once.

    Args:
        view: Where.
        drafts: Whose.
    """

    def __init__(self, view: View, drafts: Iterable[Draft]) -> None:
        revisions = list(dict.fromkeys(each for draft in drafts for each in draft.named if each > 0))
        self._krefs: Mapping[RevisionId, str] = view.krefs(revisions) if revisions else {}
        self._texts = view.texts(revisions, most=SHOWN_CHARACTERS) if revisions else {}

    def proposal(self, draft: Draft, id: str, state: ProposalState, why: str = "") -> Proposal:
        """Return a draft as a proposal."""
        named = draft.targets if draft.into is None else (draft.into, *draft.targets)
        return Proposal(
            action=draft.action,
            refs=tuple(map(self._ref, draft.targets)),
            reason=draft.reason,
            id=id,
            evidence=tuple(map(self._ref, draft.evidence)),
            confidence=draft.confidence,
            into=None if draft.into is None else self._ref(draft.into),
            text=draft.text,
            details=draft.details,
            state=state,
            why=why or draft.why,
            shown=tuple(self._texts[each] for each in named[:SHOWN_TEXTS] if each in self._texts),
        )

    def _ref(self, revision: RevisionId) -> str:
        return f"{MADE}p{-revision}" if revision < 0 else self._krefs.get(revision, "")


def plan_of(view: View, stored: Stored, project: str) -> Plan:
    """Return a stored plan as callers see it."""
    outline = stored.outline
    names = Names(view, (*outline.drafts, *outline.guarded, *outline.refuted))
    return Plan(
        id=stored.id,
        project=project,
        proposals=tuple(
            names.proposal(draft, f"p{place + 1}", _state(stored, place)) for place, draft in enumerate(outline.drafts)
        ),
        guarded=_numbered(names, outline.guarded, "g"),
        based_on=str(outline.based_on),
        user=stored.user,
        passes=outline.passes,
        unfinished=outline.unfinished,
        refuted=_numbered(names, outline.refuted, "r"),
        errors=outline.errors,
        assessed=outline.assessed,
        policy=outline.policy,
        usage=outline.usage,
        duration=outline.duration,
        operation=stored.operation,
    )


def _state(stored: Stored, place: int) -> ProposalState:
    if place in stored.refused:
        return "refused"
    if stored.operation is not None:
        return "applied"
    return "accepted" if place in stored.accepted else "open"


def _numbered(names: Names, drafts: Sequence[Draft], letter: str) -> tuple[Proposal, ...]:
    return tuple(names.proposal(draft, f"{letter}{place + 1}", "guarded") for place, draft in enumerate(drafts))


def report_of(view: View, stored: Stored, judged: Sequence[Judged], *, dry_run: bool) -> Report:
    """Return what applying a plan does, before the counts of afterwards are known.

    Args:
        view: The state it is applied to.
        stored: The plan.
        judged: Its proposals with what speaks against them.
        dry_run: Whether nothing is written.
    """
    outline = stored.outline
    names = Names(view, (*outline.drafts, *outline.guarded, *outline.refuted))
    applied: list[Proposal] = []
    skipped: list[Proposal] = []
    for each in judged:
        state: ProposalState = "applied" if each.holds else "refused" if each.refused else "stale"
        proposal = names.proposal(each.draft, f"p{each.place + 1}", state, each.why)
        (applied if each.holds else skipped).append(proposal)
    guarded, refuted = _numbered(names, outline.guarded, "g"), _numbered(names, outline.refuted, "r")
    counts: dict[str, int] = {}
    for proposal in applied:
        counts[proposal.action] = counts.get(proposal.action, 0) + 1
    counts |= {
        "assessed": outline.assessed,
        "skipped": len(skipped),
        "guarded": len(guarded),
        "refuted": len(refuted),
        "errors": len(outline.errors),
    }
    return Report(
        plan=stored.id,
        counts=counts,
        applied=tuple(applied),
        skipped=tuple(skipped),
        guarded=guarded,
        refuted=refuted,
        errors=outline.errors,
        policy=outline.policy,
        usage=outline.usage,
        duration=outline.duration,
        dry_run=dry_run,
        unfinished=outline.unfinished,
    )


def nothing_of(report: Report) -> Report:
    """Return the report of applying again what was applied: nothing is done, everything is skipped."""
    skipped = tuple(replace(each, state="applied", why="applied before") for each in report.applied)
    counts = {"skipped": len(skipped) + len(report.skipped)}
    return replace(
        report, operation=None, counts=counts, applied=(), skipped=(*skipped, *report.skipped), usage=Usage()
    )
