"""Which statement of a slot is believed at which instant, as a function of the statements alone.

Two statements that contradict each other are never believed at one instant. Where their asserted spans overlap in
every reading, one of them prevails and the other is void there; where they do not, the later one takes over from the
earlier one at its start, for good if it is open and as a hole if it is closed. Since this looks at pairs only, the
dated statements of one source give the same beliefs in whatever order they arrive.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from doxa.belief.intervals import (
    BEGINNING,
    EMPTY,
    FOREVER,
    Intervals,
    difference,
    intersection,
    interval,
    union,
)
from doxa.belief.spans import Span, is_hole_in, may_precede, overlap, turning_point
from doxa.belief.statements import Observation, SlotState, Statement


class _Said(NamedTuple):
    """One observation with the statement it belongs to."""

    statement: Statement
    observation: Observation


def prevails(one: Observation, other: Observation) -> bool:
    """Say whether `one` is believed where both assert contradictory things of the same time.

    What was put above the other by an explicit word or a higher grade; else, of one source, the shorter of two stays
    one of which lies within the other, or what it said later; else the better grade on arrival; else what was here
    first. All that has no source counts as said by one.
    """
    if one.force != other.force:
        return one.force > other.force
    if one.source == other.source:
        inside, around = is_hole_in(one.span, other.span), is_hole_in(other.span, one.span)
        return inside if inside != around else one.said > other.said
    if one.rank != other.rank:
        return one.rank > other.rank
    return one.sequence < other.sequence


def precedes(one: Observation, other: Observation) -> bool:
    """Say whether `one` is read as the earlier of two that do not overlap."""
    first = may_precede(one.span, other.span)
    if first and may_precede(other.span, one.span):
        return (one.span.lo_late, one.said) < (other.span.lo_late, other.said)
    return first


def taken(by: Observation, from_: Observation) -> Intervals:
    """Return the instants at which `from_` gives way to `by`, which contradicts it."""
    if overlap(by.span, from_.span):
        return by.raw if prevails(by, from_) else EMPTY
    if precedes(from_, by):
        return intersection(by.raw, interval(turning_point(from_.span, by.span), FOREVER))
    return interval(BEGINNING, turning_point(by.span, from_.span))


def resolve(state: SlotState) -> SlotState:
    """Return the state with every statement held exactly where it is believed. Quadratic in the observations."""
    view = View(state)
    return state.with_(*(replace(each, held=view.held(each)) for each in state))


def put(state: SlotState, statement: Statement, observation: Observation) -> SlotState:
    """Return the state after `observation` says what `statement` claims. Linear unless it makes others void.

    Args:
        state: As resolved so far.
        statement: Accepted; in the state already, or new with no observation yet.
        observation: Who says it when.
    """
    extended = replace(statement, observations=(*statement.observations, observation))
    after = state.with_(extended)
    before, view = View(state), View(after)
    losers = [each for each in state.accepted if state.contradict(each, extended)]
    if any(_made_void(before, view, each, observation) for each in losers):
        return resolve(after)
    if view.void(extended, observation):
        return after
    held = _until_ended(extended, union(statement.held, view.room(extended, observation)))
    changed = [_without(view, each, observation) for each in losers if each.held]
    return after.with_(replace(extended, held=held), *changed)


class View:
    """A state looked at: what each observation holds in it. Computes each thing once.

    Args:
        state: The statements, whatever their `held` says.
    """

    def __init__(self, state: SlotState) -> None:
        self._state = state
        self._void: dict[tuple[str, int], bool] = {}

    def held(self, statement: Statement) -> Intervals:
        """Return the instants at which `statement` is believed, given all the others."""
        if statement.standing != "accepted":
            return EMPTY
        said = [each for each in statement.observations if not self.void(statement, each)]
        return _until_ended(statement, union(*(self.room(statement, each) for each in said)))

    def void(self, statement: Statement, observation: Observation) -> bool:
        """Say whether all that an observation asserts was overridden by others that speak of the same time.

        Then it is as if it had not been said: it is not believed, and what it had displaced returns. A claim that
        was told by an explicit word covers others without making them void, so that a revision brings nothing back.
        """
        key = statement.id, observation.sequence
        if key not in self._void:
            self._void[key] = False
            self._void[key] = self._overridden(statement, observation)
        return self._void[key]

    def room(self, statement: Statement, observation: Observation) -> Intervals:
        """Return what an observation holds of all that it may hold, once those that contradict it took theirs."""
        held = observation.raw
        for other, said in self._opponents(statement, observation):
            left = difference(held, taken(said, observation))
            if left != held and not self.void(other, said):
                held = left
        return held

    def _overridden(self, statement: Statement, observation: Observation) -> bool:
        left = observation.span.asserted
        for other, said in sorted(self._opponents(statement, observation), key=_strength, reverse=True):
            stronger = said.reach is None and overlap(said.span, observation.span) and prevails(said, observation)
            if stronger and difference(left, said.raw) != left and not self.void(other, said):
                left = difference(left, said.raw)
                if not left:
                    return True
        return False

    def _opponents(self, statement: Statement, observation: Observation) -> Iterator[_Said]:
        """What contradicts an observation: what is accepted, and what was only retracted after it came."""
        for other in self._state:
            bears = other.standing == "accepted" or (
                other.standing == "retracted" and observation.sequence < other.retired
            )
            if bears and self._state.contradict(other, statement):
                for said in other.observations:
                    yield _Said(other, said)


def vague_instants(statement: Statement, view: View) -> Intervals:
    """Return the instants at which a statement has not begun, or has ended, in some readings of what was said.

    Where one observation is vague and another is sure, the statement is sure, as far as the sure one is believed and
    not displaced; what is void in `view` tells nothing.
    """
    said = [each for each in statement.observations if not view.void(statement, each)] or statement.observations
    spans = [each.span for each in said]
    starts = union(*(interval(span.lo_early, span.lo_late) for span in spans))
    vague = union(starts, *(interval(span.end_early, span.end_late) for span in spans if not span.open))
    sure = union(*(intersection(view.room(statement, each), _sure(each.span)) for each in said))
    return difference(vague, sure)


def _sure(span: Span) -> Intervals:
    return interval(span.lo_late, FOREVER if span.open else span.end_early)


def _strength(said: _Said) -> tuple[int, tuple[int, int]]:
    return said.observation.force, said.observation.said


def _until_ended(statement: Statement, held: Intervals) -> Intervals:
    return held if statement.ended is None else difference(held, interval(statement.ended, FOREVER))


def _made_void(before: View, after: View, statement: Statement, by: Observation) -> bool:
    """Say whether `by` makes some observation of a statement void that was not."""
    return any(
        by.reach is None
        and overlap(each.span, by.span)
        and prevails(by, each)
        and after.void(statement, each)
        and not before.void(statement, each)
        for each in statement.observations
    )


def _without(view: View, statement: Statement, by: Observation) -> Statement:
    """The statement less what `by` takes from it."""
    if len(statement.observations) == 1:
        left = difference(statement.held, taken(by, statement.first))
        return statement if left == statement.held else replace(statement, held=left)
    if all(difference(statement.held, taken(by, each)) == statement.held for each in statement.observations):
        return statement
    return replace(statement, held=view.held(statement))
