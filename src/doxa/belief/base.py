"""A belief base in memory: many slot groups, and the operators over sets of claims. A value; every change is a new one.

It is what the laws of belief change are stated of (`at`: what is believed to hold at an instant). A store keeps the
same rows and runs the same operators group by group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import NamedTuple

from doxa.belief import operators
from doxa.belief.attributes import AttributeRegistry
from doxa.belief.case import Rules
from doxa.belief.intervals import Instant
from doxa.belief.reconcile import reconcile
from doxa.belief.slots import Slot, renamed
from doxa.belief.spans import overlap
from doxa.belief.statements import Decision, Newcomer, SlotState, Statement
from doxa.errors import InvalidInput, NotFound


class Told(NamedTuple):
    """A claim with the slot it belongs to."""

    slot: Slot
    newcomer: Newcomer


@dataclass(frozen=True, slots=True)
class BeliefBase:
    """Every slot group by its key, and the slot of every statement by its id."""

    groups: Mapping[str, SlotState] = field(default_factory=lambda: MappingProxyType({}))
    slots: Mapping[str, Slot] = field(default_factory=lambda: MappingProxyType({}))

    def group(self, slot: Slot) -> SlotState:
        """Return the state of a slot's group; empty when nothing was said there."""
        return self.groups.get(slot.group_key, SlotState(slot.single, opaque=slot.opaque))

    def at(self, instant: Instant) -> frozenset[Slot]:
        """Return B: every claim that is believed to hold at `instant`."""
        return frozenset(self.slots[each.id] for state in self.groups.values() for each in state if each.holds(instant))

    def statement(self, id: str) -> Statement:
        """Return a statement by its id.

        Raises:
            NotFound: There is none.
        """
        found = self.groups[self.slots[id].group_key].get(id) if id in self.slots else None
        if found is None:
            raise NotFound(f"there is no statement {id!r}.", mend="Use the id of one that was told.", field="id")
        return found

    def with_group(self, slot: Slot, state: SlotState) -> BeliefBase:
        """Return the base with another state of a slot's group; new statements are of that slot or its neighbours."""
        slots = dict(self.slots)
        for each in state:
            at = slots.get(each.id, slot)
            slots[each.id] = replace(at, value=each.value, polarity=each.polarity)
        return BeliefBase({**self.groups, slot.group_key: state}, slots)


Changed = tuple[BeliefBase, tuple[Decision, ...]]


def tell(base: BeliefBase, claims: Iterable[Told], *, now: Instant, rules: Rules | None = None) -> Changed:
    """Reconcile claims one after the other, each by itself: one that is refused refuses no other."""
    return _each(base, claims, lambda told, state: reconcile(told.newcomer, state, now=now, rules=rules))


def revise(base: BeliefBase, claims: Sequence[Told], *, now: Instant, rules: Rules | None = None) -> Changed:
    """Believe a set of claims; what contradicts them gives way. The order within the set does not matter.

    Raises:
        InvalidInput: Two of the claims contradict each other at one time.
    """
    check_consistent(claims)
    return _each(base, claims, lambda told, state: operators.revise(told.newcomer, state, now=now, rules=rules))


def expand(base: BeliefBase, claims: Sequence[Told], *, now: Instant, rules: Rules | None = None) -> Changed:
    """Believe those of the claims for which nothing has to give way; the others get `conflict`."""
    return _each(base, claims, lambda told, state: operators.expand(told.newcomer, state, now=now, rules=rules))


def contract(base: BeliefBase, claims: Iterable[Slot], *, sequence: int, now: Instant) -> Changed:
    """Give up a set of claims, whatever entails them included; nothing older returns."""
    decisions = []
    for slot in claims:
        state = base.group(slot)
        decision = operators.contract(slot.value, slot.polarity, state, sequence=sequence, now=now)
        base = base.with_group(slot, decision.after)
        decisions.append(decision)
    return base, tuple(decisions)


def correct(base: BeliefBase, target: str, told: Told | None, *, now: Instant, rules: Rules | None = None) -> Changed:
    """Take a statement out as if it had never been said, then reconcile `told`, if there is one."""
    base.statement(target)
    slot = base.slots[target]
    same = told is not None and told.slot.group_key == slot.group_key
    newcomer = told.newcomer if told is not None and same else None
    decision = operators.correct(target, newcomer, base.group(slot), now=now, rules=rules)
    changed = base.with_group(slot, decision.after)
    if told is None or same:
        return changed, (decision,)
    further, decisions = tell(changed, (told,), now=now, rules=rules)
    return further, (decision, *decisions)


def merge(base: BeliefBase, subject: str, into: str, *, now: Instant, rules: Rules | None = None) -> BeliefBase:
    """Return the base after `subject` turned out to be `into`; slots that came together are decided anew."""
    moved = {id: renamed(slot, subject=into) if slot.subject == subject else slot for id, slot in base.slots.items()}
    return _regrouped(base, moved, now, rules)


def redefine(base: BeliefBase, registry: AttributeRegistry, *, now: Instant, rules: Rules | None = None) -> BeliefBase:
    """Return the base as another registry groups it; slots that came together or apart are decided anew."""
    moved = {id: renamed(slot, registry=registry) for id, slot in base.slots.items()}
    return _regrouped(base, moved, now, rules)


def check_consistent(claims: Sequence[Told]) -> None:
    """Refuse a set of claims that cannot all be believed.

    Raises:
        InvalidInput: Two of them contradict each other at one time.
    """
    for n, (slot, newcomer) in enumerate(claims):
        for other_slot, other in claims[:n]:
            one, two = newcomer.statement, other.statement
            state = SlotState(slot.single)
            clash = slot.group_key == other_slot.group_key and state.contradict(one, two)
            if clash and overlap(one.first.span, two.first.span):
                raise InvalidInput(
                    f"the claims {two.value!r} and {one.value!r} contradict each other at one time.",
                    mend="Give a set whose claims can hold together.",
                    field="claims",
                )


def _each(base: BeliefBase, claims: Iterable[Told], decide: Callable[[Told, SlotState], Decision]) -> Changed:
    decisions = []
    for told in claims:
        decision = decide(told, base.group(told.slot))
        base = base.with_group(told.slot, decision.after)
        decisions.append(decision)
    return base, tuple(decisions)


def _regrouped(base: BeliefBase, slots: Mapping[str, Slot], now: Instant, rules: Rules | None) -> BeliefBase:
    members: dict[str, list[str]] = {}
    for id, slot in slots.items():
        members.setdefault(slot.group_key, []).append(id)
    groups: dict[str, SlotState] = {}
    for key, ids in members.items():
        groups[key] = _group_of(base, slots, ids, now, rules)
    return BeliefBase(groups, dict(slots))


def _group_of(
    base: BeliefBase, slots: Mapping[str, Slot], ids: Sequence[str], now: Instant, rules: Rules | None
) -> SlotState:
    first = slots[ids[0]]
    statements = tuple(replace(base.statement(id), polarity=slots[id].polarity) for id in ids)
    came_from = {base.slots[id].group_key for id in ids}
    before = base.group(base.slots[ids[0]])
    if len(came_from) == 1 and len(before.statements) == len(ids) and before.single == first.single:
        return replace(before, statements=statements)
    return operators.regroup(statements, single=first.single, now=now, rules=rules).after
