"""When a working memory becomes a long-term one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, TypeAlias

from doxa.errors import InvalidInput
from doxa.plugins import TierPolicy
from doxa.records import Belief

PolicyName = Literal["surprise", "repetition", "always"]

SURPRISING: Final = 0.7
"""Surprise or salience, 0 to 1, from which a memory is promoted. As in tiered-memory, on a scale that reaches 1."""
REPEATED: Final = 2
"""How often a memory must have been told: once, and once again."""


@dataclass(frozen=True, slots=True)
class Case:
    """A working memory that may be promoted.

    Args:
        belief: The memory.
        told: How often it was told, from the sources and times that are kept with it; reading it counts nothing.
        surprise: Computes how surprising it is, 0 to 1, when a policy asks.
    """

    belief: Belief
    told: int
    surprise: Callable[[], float]


Judge: TypeAlias = Callable[[Case, datetime], str | None]
"""Returns why a memory is promoted, `None` where it is not."""


def judge_of(policy: TierPolicy | PolicyName | None) -> Judge:
    """Return a policy as a function.

    Args:
        policy: The application's own, the name of one, or `None`: repetition, salience or surprise.

    Raises:
        InvalidInput: There is no policy of that name, or it has no `promotes`.
    """
    if policy is None:
        return lambda case, now: by_repetition(case, now) or by_surprise(case, now)
    if isinstance(policy, str):
        if policy not in _NAMED:
            raise InvalidInput(
                f"policy is {policy!r}.", mend=f"Give one of {', '.join(_NAMED)}.", field="policy", value=policy
            )
        return _NAMED[policy]
    if not callable(getattr(policy, "promotes", None)):
        mend = "Give an object with promotes(belief, now=…)."
        raise InvalidInput(f"policy is {type(policy).__name__}.", mend=mend, field="policy")
    own = policy

    def by_policy(case: Case, now: datetime) -> str | None:
        return f"by {type(own).__name__}" if own.promotes(case.belief, now=now) else None

    return by_policy


def by_surprise(case: Case, now: datetime) -> str | None:
    """Promote what matters or is like nothing that was known."""
    if case.belief.salience >= SURPRISING:
        return f"salient: {case.belief.salience:.2f}"
    surprise = case.surprise()
    return f"surprising: {surprise:.2f}" if surprise >= SURPRISING else None


def by_repetition(case: Case, now: datetime) -> str | None:
    """Promote what was told again."""
    return f"told {case.told} times" if case.told >= REPEATED else None


def always(case: Case, now: datetime) -> str | None:
    """Promote everything."""
    return "always"


_NAMED: Final[dict[str, Judge]] = {"surprise": by_surprise, "repetition": by_repetition, "always": always}
