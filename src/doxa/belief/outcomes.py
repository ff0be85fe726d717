"""What each row of the decision table does: the state afterwards, the edges, and what the caller is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TypeAlias

from doxa.belief import confidence
from doxa.belief.case import Case
from doxa.belief.evidence import promoted
from doxa.belief.heads import head_of
from doxa.belief.intervals import Intervals, intersection
from doxa.belief.resolution import put
from doxa.belief.spans import Span
from doxa.belief.statements import Decision, Edge, Observation, SlotState, Statement, difference_of
from doxa.belief.withdrawal import take_out, uncontested
from doxa.records import Verdict

Outcome: TypeAlias = Callable[[Case], Decision]


def reject(case: Case) -> Decision:
    """Nothing is kept."""
    return _decided(case, case.state, "rejected", "gate", None)


def keep_as_turn(case: Case) -> Decision:
    """The slot stays as it is; the words may be kept as a turn."""
    return _decided(case, case.state, "raw_only", case.newcomer.gate, None)


def confirm_or_add_text(case: Case) -> Decision:
    """A text equal to one that is believed confirms it; any other is new."""
    same = [each for each in case.state.accepted if each.same_literal(case.statement)]
    if same:
        return _confirmed(case, max(same, key=lambda each: each.first.said), "same_text")
    return accepting("new", "no_slot")(case)


def confirm(case: Case) -> Decision:
    """An observation is added to the statement that says it already; no revision."""
    assert case.confirms is not None
    return _confirmed(case, case.confirms, "believed")


def confirm_rival(case: Case) -> Decision:
    """An observation is added to the rival; what is believed stays as it is."""
    assert case.waiting is not None
    seen = replace(case.waiting, observations=(*case.waiting.observations, _spelled(case, case.waiting)))
    return _decided(case, case.state.with_(seen), "confirm", "rival", seen.id)


def accepting(verdict: Verdict, reason: str) -> Outcome:
    """Return an outcome that believes the newcomer where the others leave it room, or give way to it."""

    def accept(case: Case) -> Decision:
        displaced = [each.id for each in case.displaced] if verdict == "supersede" else []
        edges = [Edge(case.statement.id, "SUPERSEDES", id) for id in displaced]
        if case.rules.evidence.supports_edges:
            edges += [Edge(case.statement.id, "SUPPORTS", id) for id in _supported(case)]
        return _decided(case, _no_longer_waiting(case), verdict, reason, case.statement.id, edges, displaced)

    return accept


def conflicting(reason: str) -> Outcome:
    """Return an outcome that keeps the newcomer as a rival; what it contests stays believed, contested, less sure.

    What is protected is neither marked nor made less sure.
    """

    def keep_beside(case: Case) -> Decision:
        contested = _contested(case, reason)
        rival = _rival(case, contested)
        marked = (
            replace(
                each,
                contested_by=(*each.contested_by, rival.id),
                anchor=confidence.contradicted(each.anchor),
            )
            for each in contested
            if not each.protected
        )
        edges = [Edge(rival.id, "CONTRADICTS", each.id) for each in contested]
        return _decided(case, case.state.with_(*marked, rival), "conflict", reason, rival.id, edges)

    return keep_beside


def keep_unverified(case: Case) -> Decision:
    """The newcomer is kept as an unverified rival; the protected head loses neither place nor confidence."""
    rival = replace(_rival(case, case.protected), grade="unverified")
    edges = [Edge(rival.id, "CONTRADICTS", each.id) for each in case.protected]
    reason = "locked" if any(each.locked for each in case.protected) else "official"
    return _decided(case, case.state.with_(rival), "protected", reason, rival.id, edges)


def replace_explicitly(case: Case) -> Decision:
    """What was named gives way: it ends where the newcomer begins, or was never so where that leaves it no time."""
    if case.target is not None and case.target not in case.displaced:
        return _corrected(case, (case.target,))
    left = (case.trial.get(each.id) for each in case.displaced)
    reason = "change" if all(each is not None and each.held for each in left) else "correction"
    return accepting("supersede", reason)(case)


def correct(case: Case) -> Decision:
    """What it corrects is void where they speak of one time; by an explicit word, as if it had never been said."""
    if case.newcomer.correction and case.corrected:
        return _corrected(case, case.corrected)
    return accepting("supersede", "correction")(case)


def keep_as_past(case: Case) -> Decision:
    """It is believed for its own time; the head stays."""
    return accepting("historical", "later_value_known" if case.precedes_another else "period_over")(case)


def succeed(case: Case) -> Decision:
    """It is believed from where it begins; what was over before it is replaced by nothing."""
    return accepting("new", "earlier_over")(case) if case.takes_nothing else accepting("supersede", "change")(case)


def _decided(
    case: Case,
    after: SlotState,
    verdict: Verdict,
    reason: str,
    statement: str | None,
    edges: Iterable[Edge] = (),
    replaced: Iterable[str] = (),
) -> Decision:
    head = head_of(after, case.now)
    before = head_of(case.state, case.now)
    order = sorted(replaced, key=lambda id: before is None or id != before.id)
    effects = difference_of(case.state, after, tuple(edges))
    return Decision(verdict, reason, 0, statement, tuple(order), head.id if head else None, after, effects)


def _confirmed(case: Case, target: Statement, reason: str) -> Decision:
    said = replace(_spelled(case, target), span=narrowed(case.said.span, case.believed_at))
    if case.insists or case.brings_back:
        said = replace(said, reach=intersection(said.raw, case.believed_at))
    after = put(case.state, target, said)
    seen = after.get(target.id)
    assert seen is not None
    anchor = confidence.confirmed(
        target.anchor,
        min(case.now, said.said_at),
        said.confidence,
        target.claim_class,
        new_source=is_new_source(target, said),
        policy=case.rules.decay,
    )
    contested = bool(target.contested_by)
    grade = promoted(target.grade, seen.independent_sources, contested=contested, policy=case.rules.evidence)
    if case.statement.grade == "official":
        grade = "official"
    return _decided(case, after.with_(replace(seen, anchor=anchor, grade=grade)), "confirm", reason, target.id)


def _spelled(case: Case, target: Statement) -> Observation:
    """The newcomer's observation; its spelling is kept where it is another than the last one."""
    return replace(case.said, spelled=None) if case.said.spelled == target.spelled else case.said


def is_new_source(statement: Statement, said: Observation) -> bool:
    """Say whether an observation comes from an independent source that had not said it."""
    return bool(said.source) and said.independent and said.source not in statement.independent_sources


def narrowed(span: Span, held: Intervals) -> Span:
    """Return the readings of a vague span that lie within what is believed already.

    So a confirmation by vaguer words ("in 2022" after "in March 2022") does not lengthen what it confirms.
    """
    common = intersection(held, span.asserted)
    if not common:
        return span
    start, end = next(each for each in held if each[0] <= common[0][0] < each[1])
    lo_early = min(max(span.lo_early, start), span.lo_late)
    end_late = span.end_late if span.open else max(min(span.end_late, end), span.end_early)
    return replace(
        span,
        lo_early=lo_early,
        end_early=max(span.end_early, lo_early + 1),
        end_late=max(end_late, lo_early + 1),
    )


def _no_longer_waiting(case: Case) -> SlotState:
    """The state with the newcomer believed, less the rival that had claimed the same."""
    if case.waiting is None:
        return case.trial
    merged = replace(case.waiting, standing="corrected", contested_by=())
    return uncontested(case.trial.with_(merged), (merged.id,))


def _rival(case: Case, contested: Iterable[Statement]) -> Statement:
    marks = tuple(each.id for each in contested)
    return replace(case.statement, observations=(case.said,), standing="rival", contested_by=marks)


def _contested(case: Case, reason: str) -> tuple[Statement, ...]:
    """Those whose place the rival disputes."""
    if reason == "declared":
        return tuple(each for each in case.opposed if each.id == case.newcomer.conflicts_with) or case.opposed
    if reason == "same_time":
        contested = {each.statement.id for each in case.contest}
        return tuple(each for each in case.opposed if each.id in contested)
    present = tuple(each for each in case.opposed if each.holds(case.now))
    return case.displaced or present or case.opposed


def _supported(case: Case) -> list[str]:
    """Ids of the statements of others that claim the same."""
    return [
        each.id
        for each in case.state.accepted
        if each.same_literal(case.statement) and case.said.source not in each.sources
    ]


def _corrected(case: Case, wrong: tuple[Statement, ...]) -> Decision:
    """Decide anew as if what is wrong had never been said; if even then the newcomer is not believed, nothing goes."""
    ids = [each.id for each in wrong]
    again = replace(case.newcomer, replaces=None, correction=False)
    inner = case.decide(again, take_out(case.state, ids, case.decide))
    if inner.verdict in ("conflict", "protected"):
        rival = inner.after.get(case.statement.id)
        assert rival is not None
        edges = inner.effects.edges
        return _decided(case, case.state.with_(rival), inner.verdict, inner.reason, rival.id, edges)
    assert inner.statement is not None
    edges = (*(Edge(inner.statement, "SUPERSEDES", id) for id in ids), *inner.effects.edges)
    replaced = (*ids, *(id for id in inner.replaced if id not in ids))
    return _decided(case, inner.after, "supersede", "correction", inner.statement, dict.fromkeys(edges), replaced)
