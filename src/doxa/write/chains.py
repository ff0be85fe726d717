"""What of a long evolution chain a new claim need not look at: the part that is over, and stays over.

A mark on the item says up to which revision all is *over* since when: believed at no instant from then on, asserting
nothing from then on, contesting nothing. A claim of what begins later neither takes anything from that part nor gives
way to it, so it is decided beside the newest revisions alone, whatever the length of the chain. Whatever may bring
that part back (a correction, a contraction, a restored belief) looks at the whole chain and takes the mark off.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, cast

from doxa.belief.intervals import Instant
from doxa.belief.spans import overlap
from doxa.belief.statements import Decision, Newcomer, SlotState, Statement
from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, Key, item_node
from doxa.records import Json

NEWEST: Final = 24
"""Revisions of a chain that a claim is decided beside, where what came before is over."""
STRIDE: Final = 8
"""Revisions after which the mark moves, so that few claims pay for it."""
_ROWS: Final = {(4, "believed"), (12, "change"), (18, "change")}
"""What may be decided without the part that is over: saying again what is believed, and a change for what is later."""


class Mark(NamedTuple):
    """Up to which number the revisions of an item are over, and since when."""

    number: int
    since: Instant


def mark_of(kept: Json) -> Mark | None:
    """Return a mark as it is kept under `Key.SETTLED`."""
    return None if kept is None else Mark(*cast("tuple[int, int]", tuple(cast("list[int]", kept))))


def is_over(statement: Statement, since: Instant) -> bool:
    """Whether a statement is believed, and asserts anything, only before an instant, and has part in no conflict."""
    if statement.standing == "rival" or statement.contested_by or statement.opposes:
        return False
    held_until = statement.held[-1][1] if statement.held else since
    return held_until <= since and all(each.span.asserts_until <= since for each in statement.observations)


def decides_alone(newcomer: Newcomer, state: SlotState, decision: Decision, since: Instant, now: Instant) -> bool:
    """Whether what was decided beside the newest revisions is what all of them would have led to.

    Args:
        newcomer: The claim.
        state: The newest revisions.
        decision: What was decided beside them.
        since: Since when the others are over.
        now: The clock.
    """
    said = newcomer.statement.first
    if (decision.row, decision.reason) not in _ROWS or said.span.lo_early < since:
        return False
    against = [each for each in state.accepted if state.contradict(each, newcomer.statement)]
    if any(overlap(said.span, each.span) for other in against for each in other.observations):
        return False  # it may make something void, so that what that had displaced returns
    head = decision.head and decision.after.get(decision.head)
    return bool(head and head.holds(now))


def moved_mark(
    decision: Decision, newcomer: Newcomer, numbered: Iterable[tuple[int, str]], before: Mark | None
) -> Mark | None:
    """Return how far the mark reaches after a change, `None` where it need not move.

    Args:
        decision: A change for what the newcomer claims.
        newcomer: The claim.
        numbered: The stored revisions that were looked at, with their numbers, oldest first.
        before: The mark so far.
    """
    since = newcomer.statement.first.span.lo_early
    if (decision.row, decision.reason) not in _ROWS or decision.verdict != "supersede":
        return None
    if decision.head != newcomer.statement.id or (before is not None and since < before.since):
        return None
    if any(each.span.lo_early > since for statement in decision.after for each in statement.observations):
        return None
    reached = 0 if before is None else before.number
    for number, id in numbered:
        statement = decision.after.get(id)
        if statement is None or not is_over(statement, since):
            break
        reached = max(reached, number)
    moved = reached - (0 if before is None else before.number)
    return Mark(reached, since) if moved >= STRIDE else None


def put_mark(writer: Writer, item: ItemId, mark: Mark | None) -> None:
    """Keep a mark, or take it off."""
    writer.assert_(item_node(item), Key.SETTLED, None if mark is None else [*mark])
