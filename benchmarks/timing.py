"""Clocks for a call: what it cost the process, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of one call: of the process's work, and by the wall."""

    process: float
    wall: float


def cost_of(call: Callable[[], object]) -> Cost:
    """Run a call and return what it cost."""
    wall, process = time.perf_counter(), time.process_time()
    call()
    return Cost(time.process_time() - process, time.perf_counter() - wall)


def alternated(calls: Sequence[tuple[Callable[[], object], Callable[[], object]]]) -> list[tuple[Cost, Cost]]:
    """Run pairs of calls in turn and return what each cost; which goes first alternates too.

    So neither always inherits the other's caches, and what slows the machine down for a while slows both.
    """
    costs: list[tuple[Cost, Cost]] = []
    for number, (ours, bare) in enumerate(calls):
        if number % 2:
            second = cost_of(bare)
            costs.append((cost_of(ours), second))
        else:
            costs.append((cost_of(ours), cost_of(bare)))
    return costs
