"""Waiting for a condition that another thread or process brings about, without sleeping a guessed time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

PATIENCE = 30.0
"""Seconds after which a condition counts as never coming true."""


def until(condition: Callable[[], object]) -> None:
    """Give up the processor until `condition()` holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"{condition} did not come true within {PATIENCE} s")
        yield_processor()


def yield_processor() -> None:
    if hasattr(os, "sched_yield"):
        os.sched_yield()
    else:
        time.sleep(0)
