"""Asking a model about a list of memories: numbered, with the deployment's policy, a failed batch taken apart."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from doxa.clock import from_micros
from doxa.dream.memories import Memo
from doxa.dream.setting import Setting
from doxa.errors import ModelFailure
from doxa.llm.contract import Tool

T = TypeVar("T")

POLICY: Final = "## DEPLOYMENT POLICY"
ATTEMPTS: Final = 2
"""How often one question is asked before it counts as failed."""
MOST_CHARACTERS: Final = 1_000
"""Of one memory that a model is shown."""


def ask(setting: Setting, instructions: str, text: str, reply: type[T], *, tools: Sequence[Tool] = ()) -> T:
    """Ask the model, and once more where it fails.

    Raises:
        ModelFailure: It failed as often as it was asked.
    """
    assert setting.model is not None
    setting.renew()
    for attempt in range(ATTEMPTS):
        try:
            answer, usage = setting.model.ask(with_policy(instructions, setting.policy), text, reply, tools=tools)
        except ModelFailure:
            if attempt + 1 == ATTEMPTS:
                raise
        else:
            setting.findings.spend(usage)
            return answer
    raise AssertionError("unreachable")


def with_policy(instructions: str, policy: str) -> str:
    """Return instructions with the deployment's own text below them, where there is one."""
    return f"{instructions}\n\n{POLICY}\n{policy.strip()}" if policy.strip() else instructions


def listed(memos: Sequence[Memo]) -> str:
    """Return memories as a numbered list, each with its kind and day."""
    return "\n".join(
        f"[{number}] ({memo.kind}, {from_micros(memo.said):%Y-%m-%d}) {' '.join(memo.text[:MOST_CHARACTERS].split())}"
        for number, memo in enumerate(memos)
    )


def chosen(memos: Sequence[Memo], numbers: Sequence[int]) -> list[Memo]:
    """Return the memories of a list by their numbers, each once; what is no number of the list is dropped."""
    return [memos[number] for number in dict.fromkeys(numbers) if 0 <= number < len(memos)]


def share(value: float) -> float:
    """Return a model's number as a share of 0 to 1."""
    return min(1.0, max(0.0, float(value))) if value == value else 0.0
