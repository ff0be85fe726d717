"""Taking statements out of a slot: as if never said (correction), or so that nothing older returns (contraction)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from doxa.belief.case import Decide
from doxa.belief.intervals import EMPTY
from doxa.belief.resolution import resolve
from doxa.belief.statements import Newcomer, SlotState, Statement


def take_out(state: SlotState, ids: Collection[str], decide: Decide) -> SlotState:
    """Return the state as if the named statements had never been said.

    What they had displaced returns, and the rivals that they had kept waiting are decided anew, in the order in which
    they were said.
    """
    waiting = [each for each in state.rivals if each.id not in ids and set(each.contested_by) & set(ids)]
    out = [replace(each, standing="corrected", held=EMPTY) for each in state if each.id in ids]
    cleared = resolve(uncontested(state.with_(*out), ids))
    for rival in sorted(waiting, key=lambda each: each.first.said):
        cleared = _readmit(cleared, rival, decide)
    return cleared


def retract(state: SlotState, ids: Collection[str], sequence: int) -> SlotState:
    """Return the state without the named beliefs, at every instant; nothing older comes back.

    Args:
        state: As resolved.
        ids: Whose statements.
        sequence: The place of this contraction in the order of everything written: statements that come after it
            are no longer held off by what was retracted.
    """
    out = [
        replace(each, standing="retracted", held=EMPTY, retired=sequence, contested_by=())
        for each in state
        if each.id in ids and each.standing in ("accepted", "rival")
    ]
    return uncontested(state.with_(*out), ids)


def uncontested(state: SlotState, ids: Collection[str]) -> SlotState:
    """Return the state with every contested mark by one of `ids` taken off."""
    gone = set(ids)
    marked = [each for each in state if gone & set(each.contested_by)]
    return state.with_(
        *(replace(each, contested_by=tuple(by for by in each.contested_by if by not in gone)) for each in marked)
    )


def _readmit(state: SlotState, rival: Statement, decide: Decide) -> SlotState:
    others = replace(state, statements=tuple(each for each in state if each.id != rival.id))
    decision = decide(Newcomer(replace(rival, contested_by=())), others)
    if decision.verdict in ("conflict", "protected"):
        return state
    if decision.after.get(rival.id) is not None:
        return decision.after
    return decision.after.with_(replace(rival, standing="corrected", contested_by=()))
