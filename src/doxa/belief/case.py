"""One claim beside what its slot group states: the questions that the decision table asks of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple, TypeAlias

from doxa.belief import confidence, evidence
from doxa.belief.confidence import DecayPolicy
from doxa.belief.evidence import EvidencePolicy, rank
from doxa.belief.intervals import EMPTY, Instant, Intervals, contains, covers, difference, intersection, interval, union
from doxa.belief.resolution import View, precedes, prevails, put, vague_instants
from doxa.belief.spans import overlap
from doxa.belief.statements import Decision, Newcomer, Observation, SlotState, Statement


@dataclass(frozen=True, slots=True)
class Rules:
    """The policies that a decision follows.

    Args:
        evidence: How grades come about.
        decay: How confidence goes down with time.
    """

    evidence: EvidencePolicy = evidence.DEFAULT_POLICY
    decay: DecayPolicy = field(default=confidence.DEFAULT_POLICY)


Decide: TypeAlias = Callable[[Newcomer, SlotState], Decision]


class Contested(NamedTuple):
    """An observation that speaks of the same time as the newcomer and contradicts it."""

    statement: Statement
    observation: Observation


class Case:
    """A newcomer and the state it comes to; everything asked of them is computed once, when asked.

    Args:
        newcomer: The claim.
        state: The statements of its group.
        now: The clock.
        rules: The policies.
        decide: The decision table itself, for corrections, which decide anew without what they correct.
    """

    def __init__(self, newcomer: Newcomer, state: SlotState, now: Instant, rules: Rules, decide: Decide) -> None:
        self.newcomer = newcomer
        self.state = state
        self.now = now
        self.rules = rules
        self.decide = decide

    @cached_property
    def _view(self) -> View:
        return View(self.state)

    @cached_property
    def statement(self) -> Statement:
        """The claim as a statement that has nobody to say it yet, opposed to whatever it names."""
        named = {self.newcomer.replaces, self.newcomer.conflicts_with} - {None}
        declared = {id for id in named if id and self._is_of_another_slot(id)}
        return replace(
            self.newcomer.statement,
            observations=(),
            standing="accepted",
            held=(),
            opposes=self.newcomer.statement.opposes | declared,
        )

    @cached_property
    def said(self) -> Observation:
        """Its observation, with the rank of the grade it comes with."""
        return replace(self.newcomer.statement.first, rank=rank(self.newcomer.statement.grade))

    @cached_property
    def target(self) -> Statement | None:
        """The statement that a caller named as replaced, while it is in force or waiting."""
        named = self.newcomer.replaces and self.state.get(self.newcomer.replaces)
        if not named or named.standing not in ("accepted", "rival") or named.same_literal(self.statement):
            return None
        return named

    @cached_property
    def opposed(self) -> tuple[Statement, ...]:
        """Opp: the accepted statements that contradict it."""
        return tuple(each for each in self.state.accepted if self.state.contradict(each, self.statement))

    @cached_property
    def overlapping(self) -> tuple[Contested, ...]:
        """The observations of Opp that speak of the same time."""
        return tuple(
            Contested(statement, each)
            for statement in self.opposed
            for each in statement.observations
            if overlap(each.span, self.said.span) and not self._view.void(statement, each)
        )

    @cached_property
    def contest(self) -> tuple[Contested, ...]:
        """Those of them whose statements are believed within that time.

        What its own source said between a change and telling of it ("I live in Berlin", "I moved to Lisbon last
        month") is not contested: it gives way to the change.
        """
        span = self.said.span
        until_told = interval(span.lo_early, span.asserts_until)
        return tuple(
            each
            for each in self.overlapping
            if intersection(each.statement.held, span.widest if self._same_source(each.observation) else until_told)
        )

    def beats(self, contested: Contested) -> bool:
        """Say whether its source said it later than what it contests, or whether its grade is strictly higher."""
        statement, other = contested
        if self._same_source(other):
            return prevails(self.said, other)
        return rank(self.statement.grade) > rank(statement.grade)

    def yields_to(self, contested: Contested) -> bool:
        """Say whether its own source said otherwise later, or of a shorter stay within its time."""
        return self._same_source(contested.observation) and prevails(contested.observation, self.said)

    @cached_property
    def forced(self) -> Observation:
        """Its observation, put above all that speaks of the same time where it would not prevail by itself."""
        by_itself = all(prevails(self.said, each.observation) for each in self.overlapping)
        said = self.said if by_itself else replace(self.said, force=self.said.sequence)
        if self.insists:
            return replace(said, reach=self._view.room(self.statement, said))
        return said

    @cached_property
    def insists(self) -> bool:
        """Whether somebody wants it believed by an explicit word."""
        return self.newcomer.explicit or self.newcomer.replaces is not None

    @cached_property
    def trial(self) -> SlotState:
        """The state if it were believed: above all it contests, unless its own source said otherwise since."""
        yields = not self.insists and any(map(self.yields_to, self.overlapping))
        return put(self.state, self.statement, self.said if yields else self.forced)

    @cached_property
    def displaced(self) -> tuple[Statement, ...]:
        """Those of Opp that would lose an instant at which they are believed and surely hold."""
        robbed = [each for each in self.opposed if self._lost(each)]
        return tuple(each for each in robbed if difference(self._lost(each), vague_instants(each, self._view)))

    @cached_property
    def protected(self) -> tuple[Statement, ...]:
        """Those displaced, or named as replaced, that the newcomer may not replace."""
        official = self.statement.grade == "official"
        touched = {each.id: each for each in (*self.displaced, self.target) if each and each.standing == "accepted"}
        return tuple(each for each in touched.values() if each.locked or (each.grade == "official" and not official))

    @cached_property
    def brings_back(self) -> bool:
        """Whether it makes something void, so that what that had displaced returns."""
        return any(difference(self._held_after(each), each.held) for each in self.state)

    @cached_property
    def believed_at(self) -> Intervals:
        """The instants at which just this claim is believed."""
        return union(*(each.held for each in self.state.accepted if each.same_literal(self.statement)))

    @cached_property
    def confirms(self) -> Statement | None:
        """The accepted statement it says again: the newest of those that hold all it asserts."""
        span = self.said.span
        believed = covers(self.believed_at, span.certain) if span.certain else self.partly_believed
        same = [each for each in self.state.accepted if each.same_literal(self.statement)]
        touching = [each for each in same if intersection(each.held, span.asserted)]
        return max(touching, key=lambda each: each.first.said) if believed and touching else None

    @cached_property
    def partly_believed(self) -> bool:
        """Whether the claim is believed at some of the instants it asserts."""
        return bool(intersection(self.believed_at, self.said.span.asserted))

    @cached_property
    def waiting(self) -> Statement | None:
        """The rival that is this very claim: same source, same date, same value."""
        return next(
            (
                each
                for each in self.state.rivals
                if each.same_literal(self.statement)
                and any(self._same_source(said) and said.span == self.said.span for said in each.observations)
            ),
            None,
        )

    @cached_property
    def over(self) -> bool:
        """Whether its time is over."""
        return self.said.span.over(self.now)

    @cached_property
    def something_holds_now(self) -> bool:
        """Whether anything is believed to hold now."""
        return any(each.holds(self.now) for each in self.state)

    @cached_property
    def holds_now(self) -> bool:
        """Whether it would be believed to hold now."""
        tried = self.trial.get(self.statement.id)
        return tried is not None and tried.holds(self.now)

    @cached_property
    def takes_the_present(self) -> bool:
        """Whether something that is believed to hold now would not be any more."""
        return any(contains(self._lost(each), self.now) for each in self.opposed)

    @cached_property
    def takes_nothing(self) -> bool:
        """Whether all that contradicts it stays believed as long as it is now."""
        return not any(self._lost(each) for each in self.opposed)

    @cached_property
    def precedes_another(self) -> bool:
        """Whether it is read as earlier than something that contradicts it."""
        return any(
            not overlap(self.said.span, each.span) and precedes(self.said, each)
            for statement in self.opposed
            for each in statement.observations
        )

    @cached_property
    def corrected(self) -> tuple[Statement, ...]:
        """What it says was never so: what it contests, and what its own source said that it would displace."""
        contested = {each.statement.id for each in self.contest}
        return tuple(
            each
            for each in self.opposed
            if each.id in contested or (each in self.displaced and self._shares_source(each))
        )

    def is_better(self, other: Statement) -> bool:
        """Say whether the claim is a weak word against `other`, which comes from somebody else."""
        if self._shares_source(other):
            return False
        mine, theirs = rank(self.statement.grade), rank(other.grade)
        if self.statement.inferred and not other.inferred and theirs == mine:
            return True
        return (self.statement.grade == "unverified" or self.statement.inferred) and theirs > mine

    def _lost(self, statement: Statement) -> Intervals:
        return difference(statement.held, self._held_after(statement))

    def _held_after(self, statement: Statement) -> Intervals:
        after = self._tried.get(statement.id)
        return after.held if after else EMPTY

    @cached_property
    def _tried(self) -> dict[str, Statement]:
        return {each.id: each for each in self.trial}

    def _same_source(self, other: Observation) -> bool:
        return self.said.source == other.source

    def _shares_source(self, other: Statement) -> bool:
        return any(self._same_source(each) for each in other.observations)

    def _is_of_another_slot(self, id: str) -> bool:
        """Whether a named statement contradicts the claim only because a caller says so."""
        other = self.state.get(id)
        claim = self.newcomer.statement
        return other is not None and not other.same_literal(claim) and not self.state.contradict(other, claim)
