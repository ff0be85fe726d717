"""Takes a claim out as if it had never been said: "actually no, scrap that"."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from doxa.belief import operators
from doxa.belief.case import Rules
from doxa.belief.statements import Decision, Newcomer, SlotState
from doxa.clock import to_micros

if TYPE_CHECKING:
    from doxa.write.settle import Decide


def unsaid(since: datetime) -> Decide:
    """Return what decides that a claim was not meant: what is believed for its sake alone is taken back.

    What had been said before stays, and what the claim had displaced returns. Nothing becomes of the claim where
    nothing is believed for it, or what is believed is official or locked.

    Args:
        since: When the words that are taken back were said.
    """
    said = to_micros(since)

    def decide(newcomer: Newcomer, state: SlotState, *, now: int, rules: Rules | None = None) -> Decision:
        taken = [
            each
            for each in state
            if each.standing in ("accepted", "rival")
            and each.same_literal(newcomer.statement)
            and not each.protected
            and all(
                seen.said_at >= said and seen.source == newcomer.statement.first.source for seen in each.observations
            )
        ]
        if not taken:
            return operators.withdraw((), state, sequence=newcomer.statement.first.sequence, now=now)
        decision = operators.correct(taken[-1].id, None, state, now=now, rules=rules)
        return replace(decision, statement=taken[-1].id)

    return decide
