"""What of a long evolution chain a new claim need not look at: what is over before it, and what begins after it.

What is *over* before the claim begins (believed at no instant from then on, asserting nothing from then on) neither
gives way to it nor takes from it. What begins after the claim has given way again does not bear on it either. So it is
decided beside a part of the chain, and by what was decided it is seen whether that part was enough; where it was not,
the whole chain is looked at.

A mark on the item says up to which revision all is over since when, so that a claim of what is later costs the same
whatever the length of the chain. For a late report the part around its own time is found by one query.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, cast

from doxa.belief.intervals import BEGINNING, FOREVER, Instant, covers, difference, interval, union
from doxa.belief.spans import Span, overlap
from doxa.belief.statements import Decision, Newcomer, SlotState, Statement
from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, Key, RevisionId, Spell, item_node
from doxa.records import Json

NEWEST: Final = 24
"""Revisions of a chain that a claim is decided beside, where what came before is over."""
STRIDE: Final = 8
"""Revisions after which the mark moves, so that few claims pay for it."""
MARGIN: Final = 4
"""Revisions before and after the time of a claim that it is decided beside: what bears on it directly, and theirs."""
MOST: Final = 64
"""Revisions around a claim's time beyond which the whole chain is looked at instead."""
_ROWS: Final = {
    (4, "believed"),
    (12, "change"),
    (12, "correction"),
    (13, "correction"),
    (14, "said_again_since"),
    (15, "same_time"),
    (17, "later_value_known"),
    (17, "period_over"),
    (18, "change"),
}
"""What may be decided beside a part of a chain; the others ask whether anything at all contradicts the claim."""


class Part(NamedTuple):
    """The part of a chain that was read: all but what is over before an instant, and what begins at another or later.

    Args:
        since: Before it all the rest is over, but for what begins after the part.
        until: What begins from here on is not part of it.
    """

    since: Instant
    until: Instant = FOREVER


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


def around(spells: Sequence[Spell], span: Span, now: Instant) -> tuple[Part, list[RevisionId]] | None:
    """Return the part of a chain around a claim's time and the revisions in it; `None` where that is no small part.

    Args:
        spells: When each revision of the chain claims to hold.
        span: What the claim asserts.
        now: The clock; what is believed to hold now is always part of it.
    """
    before = sorted((each.begins for each in spells if each.begins <= span.lo_early), reverse=True)
    since = before[MARGIN] if len(before) > MARGIN else BEGINNING
    after = sorted(each.begins for each in spells if each.begins > span.asserts_until)
    until = after[MARGIN] if len(after) > MARGIN else FOREVER
    chosen = [each.revision for each in spells if (each.ends > since and each.begins < until) or each.ends > now]
    return (Part(since, until), chosen) if len(chosen) <= MOST and len(chosen) < len(spells) else None


def decides_alone(newcomer: Newcomer, state: SlotState, decision: Decision, part: Part, now: Instant) -> bool:
    """Whether what was decided beside a part of a chain is what all of it would have led to.

    Args:
        newcomer: The claim.
        state: The part.
        decision: What was decided beside it.
        part: What was left out.
        now: The clock.
    """
    said, after = newcomer.statement.first, decision.after
    if said.span.lo_early < part.since or said.span.asserts_until >= part.until:
        return False
    against = [each for each in state.accepted if state.contradict(each, newcomer.statement)]
    head = decision.head and after.get(decision.head)
    about = decision.statement and after.get(decision.statement)
    if not against or not head or not head.holds(now) or not about:
        return False
    if about.standing == "accepted" and about.held and about.held[-1][1] > part.until:
        return False
    if (decision.row, decision.reason) not in _ROWS:
        return False
    disputed = decision.reason == "correction" or any(
        overlap(said.span, each.span) for other in against for each in other.observations
    )
    changed = [(old, new) for old in state if (new := after.get(old.id)) is not None and _differ(old, new)]
    if disputed and any(set(each.contested_by) & {old.id for old, _ in changed} for each in state.rivals):
        return False  # what waited is decided anew, against all of the chain
    return all(_stays_within(old, new, part) or (not disputed and _ends_sooner(old, new)) for old, new in changed)


def _differ(old: Statement, new: Statement) -> bool:
    return old.held != new.held or old.standing != new.standing


def _ends_sooner(old: Statement, new: Statement) -> bool:
    """Whether a statement only gave way to what came after it."""
    return old.standing == new.standing and bool(new.held) and not difference(new.held, old.held)


def _stays_within(old: Statement, new: Statement, part: Part) -> bool:
    """Whether a statement speaks of the part's own time, and changed there alone.

    So whatever gave way to it, or held it off, outside the part still does: what is over before the part has something
    in it, not changed, that took over from it by the part's beginning.
    """
    inside = all(each.span.lo_early > part.since and each.span.asserts_until <= part.until for each in old.observations)
    changes = union(difference(old.held, new.held), difference(new.held, old.held))
    return inside and covers(interval(part.since, part.until), changes)


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
    if decision.verdict != "supersede" or decision.reason != "change":
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
