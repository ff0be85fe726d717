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

from doxa.belief.intervals import BEGINNING, EMPTY, FOREVER, Intervals, covers, difference, interval, union
from doxa.belief.spans import may_precede, overlap, turning_point
from doxa.belief.statements import Observation, SlotState, Statement


class _Said(NamedTuple):
    """One observation with the statement it belongs to."""

    statement: Statement
    observation: Observation


def prevails(one: Observation, other: Observation) -> bool:
    """Say whether `one` is believed where both assert contradictory things of the same time.

    What was put above the other by an explicit word or a higher grade; else, of one source, what it said later; else
    the better grade on arrival; else what was here first.
    """
    if one.force != other.force:
        return one.force > other.force
    if one.source is not None and one.source == other.source:
        return one.said > other.said
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
        return by.span.raw if prevails(by, from_) else EMPTY
    if precedes(from_, by):
        return interval(turning_point(from_.span, by.span), by.span.raw_end)
    return interval(BEGINNING, turning_point(by.span, from_.span))


def resolve(state: SlotState) -> SlotState:
    """Return the state with every statement held exactly where it is believed. Quadratic in the observations."""
    return state.with_(*(replace(each, held=held_by(state, each)) for each in state))


def put(state: SlotState, statement: Statement, observation: Observation) -> SlotState:
    """Return the state after `observation` says what `statement` claims. Linear unless it makes others void.

    Args:
        state: As resolved so far.
        statement: Accepted; in the state already, or new with no observation yet.
        observation: Who says it when.
    """
    extended = replace(statement, observations=(*statement.observations, observation))
    after = state.with_(extended)
    said = _Said(extended, observation)
    losers = [each for each in state.accepted if state.contradict(each, extended)]
    if any(_made_void(state, after, each, observation) for each in losers):
        return resolve(after)
    if is_void(after, said):
        return after
    held = _until_ended(extended, union(statement.held, _natural(after, said)))
    changed = [_without(after, each, observation) for each in losers if each.held]
    return after.with_(replace(extended, held=held), *changed)


def held_by(state: SlotState, statement: Statement) -> Intervals:
    """Return the instants at which `statement` is believed, given all the others."""
    if statement.standing != "accepted":
        return EMPTY
    said = (_Said(statement, each) for each in statement.observations)
    held = union(*(_natural(state, each) for each in said if not is_void(state, each)))
    return _until_ended(statement, held)


def is_void(state: SlotState, said: tuple[Statement, Observation]) -> bool:
    """Say whether all that an observation asserts was overridden by others that speak of the same time.

    Then it is as if it had not been said: it is not believed, and what it had displaced returns.
    """
    own = _Said(*said)
    over = [
        other.span.raw
        for _, other in _opponents(state, own)
        if overlap(other.span, own.observation.span) and prevails(other, own.observation)
    ]
    return bool(over) and covers(union(*over), own.observation.span.asserted)


def _natural(state: SlotState, said: _Said) -> Intervals:
    """What an observation holds of all that it may hold at, once those that contradict it took theirs."""
    held = said.observation.span.raw
    for statement, other in _opponents(state, said):
        lost = taken(other, said.observation)
        if difference(held, lost) != held and not is_void(state, (statement, other)):
            held = difference(held, lost)
    return held


def _opponents(state: SlotState, said: _Said) -> Iterator[_Said]:
    """What contradicts an observation: what is accepted, and what was only retracted after it came."""
    for statement in state:
        bears = statement.standing == "accepted" or (
            statement.standing == "retracted" and said.observation.sequence < statement.retired
        )
        if bears and state.contradict(statement, said.statement):
            for observation in statement.observations:
                yield _Said(statement, observation)


def _until_ended(statement: Statement, held: Intervals) -> Intervals:
    return held if statement.ended is None else difference(held, interval(statement.ended, FOREVER))


def _made_void(before: SlotState, after: SlotState, statement: Statement, by: Observation) -> bool:
    """Say whether `by` makes some observation of a statement void that was not."""
    return any(
        overlap(each.span, by.span)
        and prevails(by, each)
        and is_void(after, (statement, each))
        and not is_void(before, (statement, each))
        for each in statement.observations
    )


def _without(state: SlotState, statement: Statement, by: Observation) -> Statement:
    """The statement less what `by` takes from it."""
    if len(statement.observations) == 1:
        return replace(statement, held=difference(statement.held, taken(by, statement.first)))
    if all(difference(statement.held, taken(by, each)) == statement.held for each in statement.observations):
        return statement
    return replace(statement, held=held_by(state, statement))
