"""What no proposal may do, whoever suggested it: checked in code after every suggestion, and again on applying it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from doxa.belief.confidence import DAY
from doxa.dream.drafts import TAKING, Draft
from doxa.dream.memories import Memo
from doxa.errors import InvalidInput

WINDOW: Final = 30 * DAY
"""The time over which deprecations are counted against what was assessed."""
CAPPED: Final = frozenset({"deprecate"})
"""Actions that take a memory away because somebody judged it useless; all others keep what it says, or can tell why."""
CAP_REACHED: Final = "the cap of 30 days is reached"
YOUNGER: Final = "younger than"
EMPTIED: Final = "grounding"
"""The pass that archives a summary nothing of which is left, whatever its age."""
LEAST_REASON: Final = 10
"""Characters of a reason that can speak against what several sources vouch for."""


@dataclass(frozen=True, slots=True)
class Guardrails:
    """The limits in force.

    Args:
        ratio: The share of what was assessed in 30 days that may be deprecated in them, .1 to .9.
        min_age: How old a memory must be before it is deprecated or archived, in microseconds.

    Raises:
        InvalidInput: The ratio is out of range, or the age is negative.
    """

    ratio: float = 0.5
    min_age: int = 7 * DAY

    def __post_init__(self) -> None:
        if not 0.1 <= self.ratio <= 0.9:
            raise InvalidInput(
                f"The deprecation ratio is {self.ratio}.",
                mend="Give a share from 0.1 to 0.9.",
                field="dream_deprecation_ratio",
                value=self.ratio,
            )
        if self.min_age < 0:
            raise InvalidInput(
                f"The least age is {self.min_age}.", mend="Give 0 or more.", field="dream_min_age_days", value=None
            )

    def allowed(self, assessed: int, deprecated: int) -> int:
        """Return how many more may be deprecated.

        Args:
            assessed: How many different memories were assessed in the last 30 days, this run included.
            deprecated: How many were deprecated in them.
        """
        return max(0, max(1, int(assessed * self.ratio)) - deprecated) if assessed else 0


def waits(why: str) -> bool:
    """Whether what holds a proposal back passes by itself: its age, and the cap."""
    return why == CAP_REACHED or why.startswith(YOUNGER)


def objection(draft: Draft, memos: list[Memo], now: int, rules: Guardrails) -> str | None:
    """Return why a proposal is held back, `None` where it may go on.

    Args:
        draft: The proposal.
        memos: What it would take away, as it stands now.
        now: The clock, in microseconds.
        rules: The limits.
    """
    if draft.action not in TAKING:
        return None
    for memo in memos:
        why = _protected(draft, memo, now, rules)
        if why is not None:
            return why
    return None


def _protected(draft: Draft, memo: Memo, now: int, rules: Guardrails) -> str | None:
    if memo.protected is not None:
        return f"it is {memo.protected}"
    if memo.contested and draft.action != "merge_entities":
        return "it is contested; resolve it first"
    if draft.action not in ("deprecate", "archive") or draft.stage == EMPTIED:
        return None
    if now - memo.written < rules.min_age:
        return f"{YOUNGER} {rules.min_age / DAY:g} days"
    if draft.action == "deprecate" and memo.evidence == "corroborated" and len(draft.reason) < LEAST_REASON:
        return "several sources vouch for it, and no reason is given"
    return None
