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

    What they had displaced returns. The rivals that they had kept waiting are decided anew, and with them what was
    said after such a rival and was believed only because it waited, in the order in which they were written.
    """
    waiting = [each for each in state.rivals if each.id not in ids and set(each.contested_by) & set(ids)]
    out = [replace(each, standing="corrected", held=EMPTY) for each in state if each.id in ids]
    cleared = uncontested(state.with_(*out), ids)
    unmet = [each for each in cleared.accepted if any(_never_met(each, rival, cleared) for rival in waiting)]
    aside = {each.id for each in unmet}
    cleared = resolve(replace(cleared, statements=tuple(each for each in cleared if each.id not in aside)))
    for each in sorted((*waiting, *unmet), key=lambda each: each.first.sequence):
        cleared = _readmit(cleared, each, decide)
    return cleared


def _never_met(statement: Statement, rival: Statement, state: SlotState) -> bool:
    """Say whether a statement came after a rival that contradicts it, and was decided as if the rival were not there.

    What was confirmed since, was put above others by an explicit word, is locked or is official stands by itself.
    """
    first = statement.first
    insisted = bool(first.force) or first.reach is not None
    if len(statement.observations) > 1 or insisted or statement.locked or statement.grade == "official":
        return False
    return first.sequence > rival.first.sequence and state.contradict(statement, rival)


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


def _readmit(state: SlotState, statement: Statement, decide: Decide) -> SlotState:
    others = replace(state, statements=tuple(each for each in state if each.id != statement.id))
    decision = decide(Newcomer(replace(statement, contested_by=())), others)
    if decision.verdict in ("conflict", "protected") and statement.standing == "rival":
        return state
    if decision.after.get(statement.id) is not None:
        return decision.after
    return decision.after.with_(replace(statement, standing="corrected", held=EMPTY, contested_by=()))
