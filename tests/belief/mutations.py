"""Plants each fault that a belief system is known to have, and shows that the tests of this folder catch it.

Run it as `make mutations`, or `python tests/belief/mutations.py [fault …]` for some. Each fault is planted in a fresh
process by replacing one function, and the laws run until the first of them fails; a fault that none of them catches is
an error. All together take about four minutes of one core.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent
NAMES: Final = ("grounding", "laws_of_protection", "laws_of_revision", "laws_of_time")
LAWS: Final = [str(FOLDER / f"test_{name}.py") for name in NAMES]
"""The laws of the pure rules: a fault is theirs to catch, without a store."""
sys.path.insert(0, str(FOLDER))

FAULTS: dict[str, Callable[[], None]] = {}


def fault(plant: Callable[[], None]) -> Callable[[], None]:
    """Register a fault under its function's name."""
    FAULTS[plant.__name__] = plant
    return plant


def swap(module: Any, name: str, new: Any) -> None:
    """Put `new` in place of a function or property; a name that is not there is a fault of this script."""
    getattr(module, name)
    setattr(module, name, new)


def row(number: int, **changes: Any) -> None:
    """Change one row of the decision table, the first of that number."""
    from doxa.belief import reconcile

    table = list(reconcile.TABLE)
    at = next(n for n, each in enumerate(table) if each.number == number)
    table[at] = replace(table[at], **changes)
    reconcile.TABLE = tuple(table)  # type: ignore[misc]


@fault
def closed_stay_ends_for_good() -> None:
    """What a closed stay interrupts does not go on after it."""
    from doxa.belief import resolution
    from doxa.belief.intervals import FOREVER, interval

    right = resolution.taken

    def taken(by: Any, from_: Any) -> Any:
        region = right(by, from_)
        return interval(region[0][0], FOREVER) if region and not by.span.open else region

    swap(resolution, "taken", taken)


@fault
def contested_hidden_by_threshold() -> None:
    """A contested claim that fell below the threshold is hidden."""
    import worlds

    from doxa.belief import confidence

    right = confidence.showing

    def showing(*args: Any, contested: bool = False, **more: Any) -> Any:
        return right(*args, **more)

    swap(confidence, "showing", showing)
    swap(worlds, "showing", showing)


@fault
def hypothetical_asserted() -> None:
    """Suppositions are told as facts."""
    row(2, fits=lambda case: case.newcomer.gate not in ("pass", "rejected", "hypothetical"))


@fault
def echo_counts() -> None:
    """Recalled text that comes back confirms."""
    row(2, fits=lambda case: case.newcomer.gate not in ("pass", "rejected", "echo"))


@fault
def late_report_takes_head() -> None:
    """A report of an older state is believed from then on."""
    from doxa.belief import resolution

    right = resolution.precedes
    swap(resolution, "precedes", lambda one, other: right(one, other) and one.sequence < other.sequence)


@fault
def polarity_ignored() -> None:
    """A denial of a value does not contradict it."""
    from doxa.belief.statements import SlotState

    right = SlotState.contradict
    swap(SlotState, "contradict", lambda self, a, b: a.value != b.value and right(self, a, b))


@fault
def many_valued_supersedes() -> None:
    """One liked thing replaces another."""
    from doxa.belief.slots import Slot

    swap(Slot, "group_key", property(lambda self: f"{self.owner}/{self.subject}/{self.attribute}"))
    from doxa.belief.statements import SlotState

    swap(SlotState, "contradict", lambda self, a, b: (a.value, a.polarity) != (b.value, b.polarity))


@fault
def protection_ignored() -> None:
    """What is official may be replaced by anybody."""
    row(10, fits=lambda case: False)


@fault
def same_time_conflict_takes_head() -> None:
    """Of two sources that disagree about one time, the last one wins."""
    from doxa.belief import outcomes

    row(15, outcome=outcomes.accepting("supersede", "correction"))


@fault
def confirm_drops_the_observation() -> None:
    """That somebody said it again is forgotten."""
    from doxa.belief import outcomes

    swap(outcomes, "put", lambda state, statement, observation: state)


@fault
def contradiction_empties_slot() -> None:
    """What contradicts the head removes it and is not believed either."""
    from doxa.belief import reconcile
    from doxa.belief.resolution import resolve
    from doxa.belief.statements import difference_of

    right = reconcile.TABLE[-1].outcome

    def neither(case: Any) -> Any:
        decision = right(case)
        added = decision.after.get(case.statement.id)
        after = resolve(decision.after.with_(replace(added, standing="retracted", held=(), retired=10**9)))
        return replace(decision, after=after, effects=difference_of(case.state, after))

    row(18, outcome=neither)


@fault
def supersede_touches_another_slot() -> None:
    """A change of home unsettles what is liked."""
    from doxa.belief import base

    right = base.BeliefBase.with_group

    def with_group(self: Any, slot: Any, state: Any) -> Any:
        changed = right(self, slot, state)
        if len(state.statements) < 2:
            return changed
        other = next((key for key in self.groups if key != slot.group_key), None)
        if other is None:
            return changed
        emptied = [replace(each, held=()) for each in self.groups[other]]
        groups = {**changed.groups, other: self.groups[other].with_(*emptied)}
        return replace(changed, groups=groups)

    swap(base.BeliefBase, "with_group", with_group)


@fault
def protected_head_loses_confidence() -> None:
    """An attack costs an official head its confidence."""
    from doxa.belief import outcomes
    from doxa.belief.confidence import contradicted
    from doxa.belief.statements import difference_of

    def keep_and_doubt(case: Any) -> Any:
        decision = outcomes.keep_unverified(case)
        doubted = [replace(each, anchor=contradicted(each.anchor)) for each in case.protected]
        after = decision.after.with_(*doubted)
        return replace(decision, after=after, effects=difference_of(case.state, after))

    row(10, outcome=keep_and_doubt)


@fault
def conflict_newcomer_in_b() -> None:
    """A rival is believed beside the head."""
    from doxa.belief import outcomes

    right = outcomes._rival
    swap(
        outcomes,
        "_rival",
        lambda case, contested: replace(right(case, contested), standing="accepted", held=case.said.span.raw),
    )


@fault
def contract_only_the_atom() -> None:
    """Giving up "not Paris" leaves Berlin, which entails it."""
    from doxa.belief import operators

    def entailing(value: str, polarity: bool, state: Any) -> Any:
        return tuple(e.id for e in state if e.believed and (e.value, e.polarity) == (value, polarity))

    swap(operators, "entailing", entailing)


@fault
def contract_removes_dependents() -> None:
    """What rests on a belief goes with it."""
    from doxa.belief import operators

    right = operators.withdraw

    def withdraw(ids: Any, state: Any, **more: Any) -> Any:
        numbers = [int(id[1:]) for id in ids if id[1:].isdigit()]
        return right((*ids, *(f"s{n + 1}" for n in numbers)), state, **more)

    swap(operators, "withdraw", withdraw)


@fault
def contract_restores_older_value() -> None:
    """What a contracted belief had displaced comes back."""
    from doxa.belief import withdrawal
    from doxa.belief.resolution import resolve

    right = withdrawal.retract

    def retract(state: Any, ids: Any, sequence: int) -> Any:
        return resolve(right(state, ids, 0))

    from doxa.belief import operators

    swap(withdrawal, "retract", retract)
    swap(operators, "retract", retract)


@fault
def ripple_one_hop() -> None:
    """Only what rests directly on a gone belief is stale."""
    import test_grounding
    import test_laws_of_protection

    from doxa.belief import grounding

    def closure(cause: str, dependents: Any) -> Any:
        return tuple(dict.fromkeys(each for each in dependents(cause) if each != cause))

    for module in (grounding, test_grounding, test_laws_of_protection):
        swap(module, "stale_closure", closure)


@fault
def rollback_leaves_retractions() -> None:
    """What was contracted since stays contracted."""
    from ledger import Ledger

    right = Ledger._restore

    def restore(self: Any, operation: int, keys: Any) -> None:
        retracted = {row.statement for row in self.rows if row.key == "standing" and row.value == "retracted"}
        right(self, operation, [key for key in keys if key[0] not in retracted])

    swap(Ledger, "_restore", restore)


@fault
def undo_restores_whole_snapshot() -> None:
    """Undoing one operation throws away all that came after it."""
    from ledger import Ledger

    def undo(self: Any, operation: int) -> None:
        self.rollback(operation - 1)

    swap(Ledger, "undo", undo)


@fault
def as_of_uses_current_status() -> None:
    """A past read shows what is believed today."""
    from ledger import Ledger

    right = Ledger.base

    def base(self: Any, as_of: int | None = None) -> Any:
        then, today = right(self, as_of), right(self)
        groups = {}
        for key, state in then.groups.items():
            now = today.groups.get(key, state)
            groups[key] = state.with_(*(replace(each, standing=(now.get(each.id) or each).standing) for each in state))
        return replace(then, groups=groups)

    swap(Ledger, "base", base)


@fault
def merge_without_reconcile() -> None:
    """Two names become one and both their values stay."""
    _join_only()


@fault
def registry_change_without_reconcile() -> None:
    """An attribute becomes single-valued and all its values stay."""
    _join_only()


def _join_only() -> None:
    from doxa.belief import operators
    from doxa.belief.statements import Decision, SlotState, difference_of

    def joined(statements: Any, *, single: bool, now: int, rules: Any = None) -> Any:
        state = SlotState(single, tuple(statements))
        return Decision(None, "regrouped", 0, None, (), None, state, difference_of(state, state))

    swap(operators, "regroup", joined)


@fault
def batch_takes_first_only() -> None:
    """Of a set of claims only the first is believed."""
    from doxa.belief import base

    right = base._each
    swap(base, "_each", lambda start, claims, decide: right(start, list(claims)[:1], decide))


def caught(name: str) -> str | None:
    """Run the tests with a fault planted; return the line of the first failure, `None` when they pass."""
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *LAWS],
        env={**os.environ, "DOXA_BELIEF_FAULT": name, "CI": "1"},
        cwd=FOLDER.parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode == 0:
        return None
    failed = [line for line in run.stdout.splitlines() if line.startswith("FAILED")]
    if not failed:
        raise RuntimeError(f"the tests did not run with {name}:\n{run.stdout[-2000:]}{run.stderr[-2000:]}")
    return failed[0].split("::")[-1].split(" ")[0]


def main(names: list[str]) -> int:
    """Plant each named fault, or all; return how many were not caught."""
    planted = names or list(FAULTS)
    row = "{:7} {:33} {}".format
    print(row("", "the fault", "the test that caught it"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        missed = 0
        for name, failure in zip(planted, pool.map(caught, planted), strict=True):
            missed += failure is None
            print(row("MISSED" if failure is None else "caught", name.replace("_", " "), failure or ""), flush=True)
    print(f"{len(planted) - missed} of {len(planted)} faults caught")
    return missed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
