"""The operators of belief change on one slot group: expand, contract, revise, correct, settle, regroup.

All are pure: a state goes in, a decision with the state afterwards comes out. `base` runs them over sets of claims in
many groups.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Literal

from doxa.belief import confidence
from doxa.belief.case import Case, Rules
from doxa.belief.heads import head_of
from doxa.belief.intervals import FOREVER, Instant, covers, difference, interval
from doxa.belief.priority import by_priority
from doxa.belief.reconcile import (
    corrects,
    is_of_the_same_time,
    is_weaker,
    meets_protection,
    reconcile,
    was_said_again_since,
)
from doxa.belief.resolution import precedes, put, resolve
from doxa.belief.spans import overlap, turning_point
from doxa.belief.statements import Decision, Edge, Newcomer, Observation, SlotState, Statement, difference_of
from doxa.belief.withdrawal import retract, take_out, uncontested
from doxa.records import Verdict

Keep = Literal["both", "neither"]


def revise(newcomer: Newcomer, state: SlotState, *, now: Instant, rules: Rules | None = None) -> Decision:
    """Believe a claim, whatever contradicts it gives way; what is protected does not.

    Satisfies success, inclusion, vacuity and consistency at every instant for unprotected slots (AGM K*2 to K*5).
    """
    return reconcile(replace(newcomer, explicit=True), state, now=now, rules=rules)


def expand(newcomer: Newcomer, state: SlotState, *, now: Instant, rules: Rules | None = None) -> Decision:
    """Believe a claim if nothing that is believed has to give way for it; else the verdict is `conflict`."""
    decision = reconcile(newcomer, state, now=now, rules=rules)
    if decision.verdict in ("conflict", "protected", "rejected", "raw_only", "confirm"):
        return decision
    added = decision.after.get(newcomer.statement.id)
    lossless = all(covers(_held(decision.after, each), each.held) for each in state)
    if lossless and added is not None and covers(added.held, added.first.span.asserted):
        return decision
    case = _case(newcomer, state, now, rules)
    against = [each for each in case.opposed if each.believed]
    rival = replace(
        case.statement,
        observations=(case.said,),
        standing="rival",
        contested_by=tuple(each.id for each in against),
    )
    edges = tuple(Edge(rival.id, "CONTRADICTS", each.id) for each in against)
    return _decision(state, state.with_(rival), now, "conflict", "inconsistent", rival.id, edges)


def contract(value: str, polarity: bool, state: SlotState, *, sequence: int, now: Instant) -> Decision:
    """Give up a claim: nothing that entails it is believed any more at any instant, and nothing older returns.

    Giving up "not Paris" gives up Berlin, where one value holds at a time. What is not believed is given up already;
    then nothing changes and the reason says so.

    Args:
        value: The value in its normal form.
        polarity: False to give up a denial.
        state: The slot group.
        sequence: The place of this operation in the order of everything written.
        now: The clock.
    """
    return withdraw(entailing(value, polarity, state), state, sequence=sequence, now=now)


def entailing(value: str, polarity: bool, state: SlotState) -> tuple[str, ...]:
    """Return the ids of the accepted statements that cannot be true unless the claim is; none if none is believed.

    Among them are those that what was said since made void: they would be believed again once that were gone.
    """
    found = [
        each
        for each in state.accepted
        if (each.value == value and each.polarity == polarity)
        or (state.single and not polarity and each.polarity and each.value != value)
    ]
    return tuple(each.id for each in found) if any(each.believed for each in found) else ()


def withdraw(ids: Collection[str], state: SlotState, *, sequence: int, now: Instant) -> Decision:
    """Take named statements, believed or waiting, out of what is believed; nothing older returns."""
    found = [each for each in state if each.id in ids and each.standing in ("accepted", "rival")]
    if not found:
        return _decision(state, state, now, None, "not_believed", None)
    after = retract(state, [each.id for each in found], sequence)
    # what others had made void goes too, but was no part of what was believed
    gone = tuple(each.id for each in found if each.held or each.standing == "rival") or (found[0].id,)
    return _decision(state, after, now, None, "contracted", gone[0], replaced=gone)


def restore(id: str, state: SlotState, *, now: Instant) -> Decision:
    """Believe a withdrawn statement again, for as long as it would be had it never been withdrawn.

    Where that would take from what is protected, it waits beside it as a rival.
    """
    gone = state.get(id)
    if gone is None or gone.standing != "retracted":
        return _decision(state, state, now, None, "not_withdrawn", None)
    back = resolve(state.with_(replace(gone, standing="accepted", retired=0)))
    robbed = [each for each in state if each.protected and not covers(_held(back, each), each.held)]
    if robbed and not gone.protected:
        rival = replace(gone, standing="rival", retired=0, contested_by=tuple(each.id for each in robbed))
        edges = tuple(Edge(id, "CONTRADICTS", each.id) for each in robbed)
        return _decision(state, state.with_(rival), now, "protected", "official", id, edges)
    return _decision(state, back, now, None, "restored", id)


def correct(
    target: str, newcomer: Newcomer | None, state: SlotState, *, now: Instant, rules: Rules | None = None
) -> Decision:
    """Take `target` out as if it had never been said, then decide what becomes of the newcomer, if there is one."""

    def decide(other: Newcomer, at: SlotState) -> Decision:
        return reconcile(other, at, now=now, rules=rules)

    cleared = take_out(state, (target,), decide)
    if newcomer is None:
        return _decision(state, cleared, now, None, "taken_back", None, replaced=(target,))
    inner = decide(replace(newcomer, replaces=None), cleared)
    edges = inner.effects.edges
    if inner.statement is not None and state.get(target) is not None:
        edges = (Edge(inner.statement, "SUPERSEDES", target), *edges)
    return replace(inner, replaced=(target, *inner.replaced), effects=difference_of(state, inner.after, edges))


def give_way(id: str, state: SlotState, to: Observation, *, now: Instant, rules: Rules | None = None) -> Decision:
    """End a statement because a claim of another slot, or a text, was said to replace it.

    It ends where the claim begins; where that leaves it no time, it is taken out as if it had never been said. What is
    protected stays; then the verdict is `protected`, and the claim must not be told.

    Args:
        id: The statement that is replaced.
        state: Its slot group.
        to: The observation of the claim that replaces it.
        now: The clock.
        rules: The policies.
    """
    replaced = state.get(id)
    if replaced is None or replaced.standing != "accepted":
        return _decision(state, state, now, None, "not_believed", None)
    if replaced.protected:
        return _decision(state, state, now, "protected", "locked" if replaced.locked else "official", id)
    if not precedes(replaced.first, to) or overlap(replaced.first.span, to.span):
        return correct(id, None, state, now=now, rules=rules)
    end = turning_point(replaced.first.span, to.span)
    left = difference(replaced.held, interval(end, FOREVER))
    after = state.with_(replace(replaced, held=left, ended=end))
    return _decision(state, after, now, None, "ended", id, replaced=(id,))


def settle(
    rival: str, state: SlotState, *, keep: str, sequence: int, now: Instant, rules: Rules | None = None
) -> Decision:
    """Resolve a conflict between a rival and what it contests.

    Args:
        rival: Id of the rival.
        state: Its slot group.
        keep: The id of the one to keep; `both` leaves the rival beside the head and takes the marks off; `neither`
            withdraws both.
        sequence: The place of this operation in the order of everything written.
        now: The clock.
        rules: The policies.

    Returns:
        The decision. A conflict that is resolved already changes nothing, and the reason says so.
    """
    waiting = state.get(rival)
    if waiting is None or waiting.standing != "rival":
        return _decision(state, state, now, None, "resolved_already", None)
    contested = tuple(each.id for each in state if rival in each.contested_by or each.id in waiting.contested_by)
    if keep == "neither":
        return withdraw((rival, *contested), state, sequence=sequence, now=now)
    if keep == "both":
        cleared = uncontested(state, (rival,))
        calm = [_upheld(each, now) for each in cleared if each.id in contested]
        alone = replace(waiting, contested_by=())
        return _decision(state, cleared.with_(*calm, alone), now, None, "both_kept", rival)
    if keep == rival:
        return _prefer(waiting, state, now, rules)
    kept = [_upheld(each, now) for each in state if each.id == keep]
    after = retract(state.with_(*kept), (rival,), sequence)
    return _decision(state, after, now, None, "upheld", keep, replaced=(rival,))


def regroup(statements: Iterable[Statement], *, single: bool, now: Instant, rules: Rules | None = None) -> Decision:
    """Decide anew among statements that have come into one slot, by a merge, an alias or a change of the registry.

    From the strongest to the weakest in the priority order, each is accepted unless it would take from what is
    protected, speaks of the same time as something that stands, or is a weak word against a better one; then it
    waits as a rival. Later values still take over from earlier ones, whatever their priority.
    """
    before = SlotState(single, tuple(statements))
    state = replace(before, statements=tuple(each for each in before if each.standing != "accepted"))
    edges: list[Edge] = []
    for each in by_priority(before.accepted):
        case = _case(Newcomer(each, explicit=False), state, now, rules)
        against = _reason_to_wait(case)
        if against:
            edges += [Edge(each.id, "CONTRADICTS", other.id) for other in against]
            state = _made_to_wait(state, each, against)
            continue
        for n, said in enumerate(each.observations):
            state = put(state, state.get(each.id) or case.statement, case.forced if n == 0 else said)
    return _decision(before, resolve(state), now, None, "regrouped", None, tuple(edges))


def _reason_to_wait(case: Case) -> tuple[Statement, ...]:
    if meets_protection(case):
        return case.protected
    if corrects(case) or was_said_again_since(case):
        return ()
    if is_of_the_same_time(case):
        contested = {each.statement.id for each in case.contest}
        return tuple(each for each in case.opposed if each.id in contested)
    return case.displaced if is_weaker(case) else ()


def _made_to_wait(state: SlotState, statement: Statement, against: Collection[Statement]) -> SlotState:
    marks = tuple(dict.fromkeys((*statement.contested_by, *(each.id for each in against))))
    rival = replace(statement, standing="rival", held=(), contested_by=marks)
    marked = (
        replace(each, contested_by=(*each.contested_by, statement.id))
        for each in against
        if not each.protected and statement.id not in each.contested_by
    )
    return state.with_(rival, *marked)


def _prefer(rival: Statement, state: SlotState, now: Instant, rules: Rules | None) -> Decision:
    others = replace(state, statements=tuple(each for each in state if each.id != rival.id))
    chosen = Newcomer(replace(rival, contested_by=()), explicit=True)
    decision = reconcile(chosen, uncontested(others, (rival.id,)), now=now, rules=rules)
    if decision.after.get(rival.id) is None:
        decision = replace(decision, after=decision.after.with_(replace(rival, standing="corrected")))
    kept = decision.after.get(rival.id)
    assert kept is not None
    after = decision.after.with_(_upheld(kept, now)) if kept.standing == "accepted" else decision.after
    return replace(decision, after=after, effects=difference_of(state, after, decision.effects.edges))


def _upheld(statement: Statement, now: Instant) -> Statement:
    return replace(statement, anchor=confidence.settled(statement.anchor, now))


def _held(state: SlotState, statement: Statement) -> tuple[tuple[int, int], ...]:
    found = state.get(statement.id)
    return found.held if found else ()


def _case(newcomer: Newcomer, state: SlotState, now: Instant, rules: Rules | None) -> Case:
    followed = rules or Rules()
    return Case(newcomer, state, now, followed, lambda other, at: reconcile(other, at, now=now, rules=followed))


def _decision(
    before: SlotState,
    after: SlotState,
    now: Instant,
    verdict: Verdict | None,
    reason: str,
    statement: str | None,
    edges: tuple[Edge, ...] = (),
    replaced: tuple[str, ...] = (),
) -> Decision:
    head = head_of(after, now)
    effects = difference_of(before, after, edges)
    return Decision(verdict, reason, 0, statement, replaced, head.id if head else None, after, effects)
