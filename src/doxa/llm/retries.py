"""Tries a call again that failed for a passing reason: later each time, with jitter, and as the server asks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from doxa.errors import ModelFailure

T = TypeVar("T")

UNKNOWN_RETRIES = 1
"""How often a failure of unknown class is tried again."""


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait between tries.

    Args:
        retries: How often to try again at most, after the first try.
        base: Seconds before the second try; each later wait is twice the one before.
        longest: The most seconds to wait, also where a server asks for more: then the call is put off instead.
        jitter: Share of a wait, 0 to 1, by which chance makes it longer, so that many clients do not come back at once.
    """

    retries: int = 3
    base: float = 1.0
    longest: float = 30.0
    jitter: float = 0.25

    def wait(self, tried: int, chance: float) -> float:
        """Return the seconds to wait after a try.

        Args:
            tried: How many tries there were, from 1.
            chance: A number of 0 to 1.
        """
        return min(self.longest, self.base * 2.0 ** min(tried - 1, 30)) * (1 + self.jitter * chance)


def with_retries(
    call: Callable[[], T], backoff: Backoff, *, sleep: Callable[[float], None], chance: Callable[[], float]
) -> T:
    """Return what a call returns, trying again what may pass.

    Args:
        call: What to try.
        backoff: How often and how long to wait.
        sleep: Waits so many seconds.
        chance: Returns a number of 0 to 1.

    Raises:
        ModelFailure: The last failure, where none may pass or every try failed.
    """
    tried = 0
    while True:
        tried += 1
        try:
            return call()
        except ModelFailure as failure:
            wait = _wait(failure, backoff, tried, chance())
            if wait is None:
                raise
        sleep(wait)


def _wait(failure: ModelFailure, backoff: Backoff, tried: int, chance: float) -> float | None:
    """Return the seconds until the next try, `None` where there is to be none."""
    most = {"passing": backoff.retries, "unknown": min(UNKNOWN_RETRIES, backoff.retries)}.get(failure.failing, 0)
    if tried > most:
        return None
    wait = backoff.wait(tried, chance)
    if failure.retry_after is None:
        return wait
    return None if failure.retry_after > backoff.longest else max(wait, failure.retry_after)
