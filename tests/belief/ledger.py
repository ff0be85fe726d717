"""A small store for the laws of time: every change is a row, open from one operation to another, never reopened."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from worlds import NOW

from doxa.belief import operators
from doxa.belief.base import BeliefBase, Told
from doxa.belief.reconcile import reconcile
from doxa.belief.slots import Slot
from doxa.belief.statements import Decision, SlotState, Statement
from doxa.errors import UndoConflict

OPEN = 10**9
KEYS = ("observations", "held", "standing", "grade", "anchor", "contested_by", "retired", "ended")


@dataclass
class Row:
    """What one statement's key was from one operation up to another."""

    statement: str
    key: str
    value: Any
    start: int
    end: int = OPEN


@dataclass
class Ledger:
    """Statements as they were told, and rows of what may change about them.

    Every operation on a slot group also writes a row of the group (`told`): what was decided later rests on the whole
    group, so that undoing an earlier operation of the same group is refused even where no other row is shared.
    """

    said: dict[str, tuple[Slot, Statement]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)
    operation: int = 0
    undone: set[int] = field(default_factory=set)

    def base(self, as_of: int | None = None) -> BeliefBase:
        """What was known after an operation; after the last one by default."""
        at = self.operation if as_of is None else as_of
        known: dict[str, dict[str, Any]] = {}
        for row in self.rows:
            if row.start <= at < row.end and row.key != "told":
                known.setdefault(row.statement, {})[row.key] = row.value
        base = BeliefBase()
        for id, values in sorted(known.items(), key=lambda each: self.said[each[0]][1].first.sequence):
            slot, statement = self.said[id]
            state = base.group(slot)
            base = base.with_group(slot, state.with_(replace(statement, **values)))
        return base

    def tell(self, told: Told, *, explicit: bool = False) -> Decision:
        """Reconcile a claim, or revise by it."""
        newcomer = replace(told.newcomer, explicit=explicit or told.newcomer.explicit)
        before = self.base().group(told.slot)
        decision = reconcile(newcomer, before, now=NOW)
        self._write(told.slot, before, decision.after)
        return decision

    def contract(self, slot: Slot, sequence: int) -> Decision:
        """Contract a claim."""
        before = self.base().group(slot)
        decision = operators.contract(slot.value, slot.polarity, before, sequence=sequence, now=NOW)
        self._write(slot, before, decision.after)
        return decision

    def undo(self, operation: int) -> None:
        """Give every key the operation touched the value it had before; refuse if a later one in force rests on it."""
        touched = self._touched(operation)
        later = range(operation + 1, self.operation + 1)
        resting = [each for each in later if each not in self.undone and self._touched(each) & touched]
        if resting:
            raise UndoConflict("later operations rest on it.", dependents=[str(each) for each in resting])
        self._restore(operation - 1, touched)
        self.undone |= {operation, self.operation}

    def rollback(self, operation: int) -> None:
        """Give everything the value it had after an operation."""
        every = {(row.statement, row.key) for row in self.rows}
        self._restore(operation, every)

    def _restore(self, operation: int, keys: Iterable[tuple[str, str]]) -> None:
        then = {(row.statement, row.key): row.value for row in self.rows if row.start <= operation < row.end}
        self.operation += 1
        for statement, key in sorted(keys):
            self._set(statement, key, then.get((statement, key)))

    def _touched(self, operation: int) -> set[tuple[str, str]]:
        return {(row.statement, row.key) for row in self.rows if operation in (row.start, row.end)}

    def _write(self, slot: Slot, before: SlotState, after: SlotState) -> None:
        self.operation += 1
        self._set(slot.group_key, "told", self.operation)
        for new in after:
            old = before.get(new.id)
            if old is None and new.id not in self.said:
                self.said[new.id] = (replace(slot, value=new.value, polarity=new.polarity), new)
            for key in KEYS:
                if old is None or getattr(old, key) != getattr(new, key):
                    self._set(new.id, key, getattr(new, key))

    def _set(self, statement: str, key: str, value: Any) -> None:
        for row in self.rows:
            if (row.statement, row.key, row.end) == (statement, key, OPEN):
                if row.value == value:
                    return
                row.end = self.operation
        if value is not None:
            self.rows.append(Row(statement, key, value, self.operation))
