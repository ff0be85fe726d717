"""Clocks for a call: what it cost the process, and how long it took."""

from __future__ import annotations

import time
from collections.abc import Callable
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
