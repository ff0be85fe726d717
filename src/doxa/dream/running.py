"""One dream at a time in a project, across processes; a runner that died keeps others out for a few minutes at most."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from doxa.errors import Busy
from doxa.write.context import WriteContext

LEASE: Final = "dream"
LASTS: Final = timedelta(minutes=10)
"""How long a runner that died keeps others out; dreams of a hundred thousand memories take a quarter of it."""


@contextmanager
def running(context: WriteContext, user: str | None) -> Iterator[None]:
    """Hold the project's lease on dreaming.

    Raises:
        Busy: Somebody else is dreaming; the message says who.
    """
    holder = context.clock.new_id()
    other = context.graph.lease(LEASE, holder=holder, lasts=LASTS)
    if other is not None:
        raise Busy(f"The project is dreaming already (runner {other}).", mend="Retry when that is done.")
    try:
        yield
    finally:
        context.graph.end_lease(LEASE, holder=holder)
