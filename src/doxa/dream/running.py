"""One dream at a time in a project, across processes; a runner that died keeps others out for a few minutes at most."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from doxa.errors import Busy
from doxa.write.context import WriteContext

LEASE: Final = "dream"
LASTS: Final = timedelta(minutes=10)
"""How long a runner that died keeps others out; one question to a model, or one pass, may take as long."""
RENEWED_EVERY: Final = timedelta(minutes=1)


@contextmanager
def running(context: WriteContext) -> Iterator[Callable[[], None]]:
    """Hold the project's lease on dreaming; give a function that renews it, to be called from time to time.

    Raises:
        Busy: Somebody else is dreaming; the message says who.
    """
    holder = context.clock.new_id()
    other = context.graph.lease(LEASE, holder=holder, lasts=LASTS)
    if other is not None:
        raise Busy(f"The project is dreaming already (runner {other}).", mend="Retry when that is done.")
    renewed = context.clock.now()

    def renew() -> None:
        nonlocal renewed
        now = context.clock.now()
        if now - renewed >= RENEWED_EVERY:
            context.graph.lease(LEASE, holder=holder, lasts=LASTS)
            renewed = now

    try:
        yield renew
    finally:
        context.graph.end_lease(LEASE, holder=holder)
