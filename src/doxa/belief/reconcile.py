"""The decision table: what becomes of one claim, given everything already stated in its slot group.

The rows are tried in order and the first that fits decides. Each is a predicate and an outcome, both small and named
after what they say. Nothing here reads a clock or stores anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from doxa.belief import outcomes
from doxa.belief.case import Case, Rules
from doxa.belief.intervals import Instant
from doxa.belief.statements import RAW_ONLY, Decision, Newcomer, SlotState


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table.

    Args:
        number: Its number; a decision names it.
        fits: Whether it decides.
        outcome: What it decides.
    """

    number: int
    fits: Callable[[Case], bool]
    outcome: Callable[[Case], Decision]


def reconcile(newcomer: Newcomer, state: SlotState, *, now: Instant, rules: Rules | None = None) -> Decision:
    """Decide what becomes of a claim.

    Args:
        newcomer: The claim, with what the gate and the caller say of it. Its observation's `sequence` must be greater
            than any in `state`.
        state: Every statement of its slot group, as last resolved. For a text without a slot, the statements with
            the same normal form, and the one it names as its target.
        now: The clock.
        rules: The policies of evidence and decay; the defaults when `None`.

    Returns:
        The verdict, its reason, the state afterwards and what to write. Linear in the statements of the group, but
        for corrections, which look at all pairs.
    """
    followed = rules or Rules()

    def decide(other: Newcomer, at: SlotState) -> Decision:
        return reconcile(other, at, now=now, rules=followed)

    case = Case(newcomer, state, now, followed, decide)
    row = next(row for row in TABLE if row.fits(case))
    return replace(row.outcome(case), row=row.number)


def gate_fails(case: Case) -> bool:
    """Row 1."""
    return case.newcomer.gate == "rejected"


def is_no_assertion(case: Case) -> bool:
    """Row 2: a question, a hypothetical, a wish, a quotation, an echo, or nothing claimed."""
    return case.newcomer.gate in RAW_ONLY


def is_text_without_target(case: Case) -> bool:
    """Row 3: a text without a slot that names nothing it speaks against."""
    return case.state.opaque and not case.target and not case.opposed


def is_believed(case: Case) -> bool:
    """Row 4: believed over all it asserts, and saying it again takes nothing from anything."""
    return case.confirms is not None and not case.displaced


def is_waiting(case: Case) -> bool:
    """Row 5: a rival of the same source, date and value waits already, still opposed, and nobody insists."""
    return case.waiting is not None and bool(case.opposed) and not case.insists


def lengthens(case: Case) -> bool:
    """Row 6: nothing contradicts it, and part of what it asserts is believed."""
    return not case.opposed and case.partly_believed


def is_over_in_an_empty_slot(case: Case) -> bool:
    """Row 7: nothing contradicts it, its time is over, and nothing is believed now."""
    return not case.opposed and case.over and not case.something_holds_now


def is_compatible(case: Case) -> bool:
    """Row 8: nothing contradicts it, and something else is believed in the slot."""
    return not case.opposed and any(each.believed for each in case.state)


def is_unopposed(case: Case) -> bool:
    """Row 9."""
    return not case.opposed


def meets_protection(case: Case) -> bool:
    """Row 10: it would take an instant from what is locked, or, not being official itself, from what is official."""
    return bool(case.protected)


def has_no_date(case: Case) -> bool:
    """Row 11: undated, not said just now, and nobody named what it replaces."""
    newcomer = case.newcomer
    return not (newcomer.dated or newcomer.live or newcomer.replaces or newcomer.explicit)


def is_declared_conflict(case: Case) -> bool:
    """Row 11 too: a caller says that it contradicts, without replacing."""
    return case.newcomer.conflicts_with is not None


def is_explicit(case: Case) -> bool:
    """Row 12: an explicit word wants it believed, and it replaces something."""
    return bool(case.target) or (case.newcomer.explicit and bool(case.displaced))


def corrects(case: Case) -> bool:
    """Row 13: it says it corrects; or of one time its source says otherwise later, or a better grade does."""
    if case.newcomer.correction and case.corrected:
        return True
    return (bool(case.contest) or case.brings_back) and all(case.beats(each) for each in case.contest)


def was_said_again_since(case: Case) -> bool:
    """Row 14: of one time its own source said otherwise later, or of a shorter stay within it."""
    return any(case.yields_to(each) for each in case.contest) and all(
        case.beats(each) or case.yields_to(each) for each in case.contest
    )


def is_of_the_same_time(case: Case) -> bool:
    """Row 15: somebody else says otherwise of one time, neither is better, and no explicit word wants it believed."""
    return bool(case.contest) and not case.newcomer.explicit


def is_weaker(case: Case) -> bool:
    """Row 16: unverified or inferred, against what is better and from another source."""
    return any(case.is_better(each) for each in case.displaced)


def is_past(case: Case) -> bool:
    """Row 17: it does not hold now, since its time is over or something later contradicts it, and the present stays."""
    return not (case.holds_now or case.takes_the_present) and (case.over or case.precedes_another)


def always(case: Case) -> bool:
    """Row 18: it is later."""
    return True


TABLE: Final = (
    Row(1, gate_fails, outcomes.reject),
    Row(2, is_no_assertion, outcomes.keep_as_turn),
    Row(3, is_text_without_target, outcomes.confirm_or_add_text),
    Row(4, is_believed, outcomes.confirm),
    Row(5, is_waiting, outcomes.confirm_rival),
    Row(6, lengthens, outcomes.accepting("supplement", "longer_period")),
    Row(7, is_over_in_an_empty_slot, outcomes.accepting("historical", "period_over")),
    Row(8, is_compatible, outcomes.accepting("supplement", "compatible")),
    Row(9, is_unopposed, outcomes.accepting("new", "unopposed")),
    Row(10, meets_protection, outcomes.keep_unverified),
    Row(11, has_no_date, outcomes.conflicting("no_date")),
    Row(11, is_declared_conflict, outcomes.conflicting("declared")),
    Row(12, is_explicit, outcomes.replace_explicitly),
    Row(13, corrects, outcomes.correct),
    Row(14, was_said_again_since, outcomes.accepting("historical", "said_again_since")),
    Row(15, is_of_the_same_time, outcomes.conflicting("same_time")),
    Row(16, is_weaker, outcomes.conflicting("weaker_word")),
    Row(17, is_past, outcomes.keep_as_past),
    Row(18, always, outcomes.succeed),
)
