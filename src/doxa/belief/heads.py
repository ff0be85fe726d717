"""Which statement of a slot speaks for it now."""

from __future__ import annotations

from doxa.belief.intervals import Instant
from doxa.belief.priority import priority
from doxa.belief.statements import SlotState, Statement


def head_of(state: SlotState, now: Instant) -> Statement | None:
    """Return the statement that is believed now, else the one that was believed last, else `None`.

    A value comes before denials of other values; among equals the one said last, then the priority order.
    """
    present = [each for each in state if each.holds(now)]
    if present:
        return max(present, key=lambda each: (each.polarity, _last_said(each), priority(each)))
    past = [each for each in state if each.believed]
    return max(past, key=lambda each: (each.held[-1][1], each.polarity, priority(each)), default=None)


def _last_said(statement: Statement) -> tuple[Instant, int]:
    return max(each.said for each in statement.observations)
