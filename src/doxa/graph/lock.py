"""The write order of one project: FIFO among threads, a turnstile of two blocking OS locks among processes.

It gives order only; correctness rests on the database's own write transaction.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from doxa.errors import Busy
from doxa.graph.file_lock import FileLock


class WriteOrder:
    """Hands the right to write to one thread of one process at a time, in order of asking.

    Args:
        path: The lock file, beside the database and never the database itself; `None` orders threads only.
    """

    def __init__(self, path: Path | None) -> None:
        # who holds `next` is the next to have `lock`: a process that writes on and on cannot slip in before it
        self._lock = None if path is None else FileLock(path)
        self._next = None if path is None else FileLock(path.with_name(f"{path.name}-next"))
        self._guard = threading.Lock()
        self._waiting: deque[threading.Event] = deque()
        self._held = False
        self._owner: int | None = None

    @property
    def mine(self) -> bool:
        """Whether the calling thread holds the right."""
        return self._owner == threading.get_ident()

    def acquire(self, deadline: float) -> None:
        """Wait for the right to write.

        Args:
            deadline: `time.monotonic()` value after which to give up.

        Raises:
            Busy: The deadline passed, and the message names the process that holds the lock; or this thread has it.
        """
        self._enter_queue(deadline)
        try:
            self._take_file(deadline)
        except BaseException:
            self._leave_queue()
            raise

    def release(self) -> None:
        """Give the right to the next in line."""
        if self._lock is not None:
            self._lock.let_go()
        self._leave_queue()

    def close(self, deadline: float, last: Callable[[], None]) -> None:
        """Wait for the threads ahead in line, do what is to be done `last`, and close the lock file.

        Raises:
            Busy: The deadline passed.
        """
        self._enter_queue(deadline)
        try:
            last()
            if self._lock is not None and self._next is not None:
                self._lock.close()
                self._next.close()
        finally:
            self._leave_queue()

    def _enter_queue(self, deadline: float) -> None:
        me = threading.get_ident()
        if self._owner == me:
            raise Busy("This thread is writing already.", mend="End the outer transaction first.")
        turn = None
        with self._guard:
            if self._held:
                turn = threading.Event()
                self._waiting.append(turn)
            else:
                self._held = True
        if turn is not None:
            self._await(turn, deadline)
        self._owner = me

    def _await(self, turn: threading.Event, deadline: float) -> None:
        try:
            came = turn.wait(max(0.0, deadline - time.monotonic()))
        except BaseException:  # Ctrl-C: a place in the queue that nobody waits at would stop everyone behind it
            if not self._withdraw(turn):
                self._leave_queue()
            raise
        # a turn that came in the same moment as the deadline is kept, since nobody else was woken
        if not came and self._withdraw(turn):
            raise self._busy("another thread of this process")

    def _withdraw(self, turn: threading.Event) -> bool:
        """Leave the line; False when the turn has come meanwhile."""
        with self._guard:
            if turn not in self._waiting:
                return False
            self._waiting.remove(turn)
            return True

    def _leave_queue(self) -> None:
        self._owner = None
        with self._guard:
            if self._waiting:
                self._waiting.popleft().set()
            else:
                self._held = False

    def _take_file(self, deadline: float) -> None:
        if self._lock is None or self._next is None:
            return
        if not self._next.take(deadline):
            raise self._busy(f"process {self._lock.holder()}")
        try:
            if not self._lock.take(deadline):
                raise self._busy(f"process {self._lock.holder()}")
        finally:
            self._next.let_go()
        self._lock.sign()

    def _busy(self, holder: str) -> Busy:
        return Busy(
            f"The project is being written by {holder} and the deadline passed.",
            mend="Retry, or raise busy_timeout.",
        )
