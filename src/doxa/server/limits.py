"""What one caller may take: requests a minute, bytes of a body, places among readers and writers, time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import anyio
from anyio import to_thread
from starlette.requests import ClientDisconnect, Request

from doxa.errors import InvalidInput
from doxa.server.options import Limits
from doxa.server.problems import TimedOut, TooLarge, TooMany

T = TypeVar("T")
MOST_CALLERS = 10_000
"""Callers whose requests are counted; of more, the one seen longest ago is forgotten."""


class Rates:
    """Counts requests by caller: a bucket that holds a minute's worth and fills evenly.

    Args:
        per_minute: Requests a minute; 0 = any number.
        now: Seconds of a clock that does not go back.
    """

    def __init__(self, per_minute: int, now: Callable[[], float]) -> None:
        self._per_minute = per_minute
        self._now = now
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, caller: str) -> None:
        """Count one request.

        Raises:
            TooMany: The bucket is empty.
        """
        if not self._per_minute:
            return
        now = self._now()
        left, seen = self._left.pop(caller, (float(self._per_minute), now))
        left = min(self._per_minute, left + (now - seen) * self._per_minute / 60)
        self._left[caller] = (max(0.0, left - 1), now)
        if len(self._left) > MOST_CALLERS:
            self._left.popitem(last=False)
        if left < 1:
            mend = "Wait a little, then go on."
            raise TooMany(f"More than {self._per_minute} requests a minute were made.", mend=mend)


class Places:
    """Runs calls in worker threads, readers and writers each with places of their own.

    Args:
        limits: How many, how long.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._limiters: dict[bool, anyio.CapacityLimiter] = {}

    async def run(self, work: Callable[[], T], *, writes: bool) -> T:
        """Run a call in a thread and return its reply; an event loop goes on meanwhile.

        A call that is given up is no longer waited for. Its thread finishes the transaction it is in, so a write is
        there whole or not at all.

        Raises:
            TimedOut: It took too long.
        """
        if writes not in self._limiters:
            count = self._limits.writers if writes else self._limits.readers
            self._limiters[writes] = anyio.CapacityLimiter(count)
        try:
            with anyio.fail_after(self._limits.seconds):
                call = partial(to_thread.run_sync, work, abandon_on_cancel=True, limiter=self._limiters[writes])
                return await call()
        except TimeoutError as error:
            mend = "Look whether it was done, then repeat it with the same Idempotency-Key." if writes else "Ask less."
            raise TimedOut(f"The call took more than {self._limits.seconds:g} s.", mend=mend) from error


async def body_of(request: Request, most: int) -> bytes:
    """Return a request's body.

    Raises:
        TooLarge: It has more bytes than the server takes.
        InvalidInput: The caller went away in the middle of it.
    """
    declared = request.headers.get("content-length", "")
    if declared.isdigit() and int(declared) > most:
        raise _too_large(most)
    parts: list[bytes] = []
    size = 0
    try:
        async for part in request.stream():
            size += len(part)
            if size > most:
                raise _too_large(most)
            parts.append(part)
    except ClientDisconnect as error:
        raise InvalidInput("The body ends before its end.", mend="Send it again.") from error
    return b"".join(parts)


def _too_large(most: int) -> TooLarge:
    return TooLarge(f"The body has more than {most:,} bytes.", mend="Send it in parts, or raise the limit.")
