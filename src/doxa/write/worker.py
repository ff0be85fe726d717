"""A worker: does what waits in a project's file, in a thread of this process or as a command of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from doxa.errors import DoxaError
from doxa.records import ANY
from doxa.write.context import WriteContext
from doxa.write.draining import Drained, Work, drain

POLL: Final = 5.0
"""Seconds between two looks for work that other processes asked for, or that became due."""
IDLE: Final = 60.0
"""Seconds without work after which a worker in this process ends its thread; the next `wake` begins another."""
CLOSING: Final = 1.0
"""Seconds that closing waits for a task that is being done; one that takes longer is done again by another worker."""


class Worker:
    """Does what waits, in a thread that begins when there is work.

    Args:
        context: Returns the parts of a write.
        work: Returns what can be done.
        idle: What is done when nothing waits, such as a dream that is due.
    """

    def __init__(
        self,
        context: Callable[[], WriteContext],
        work: Callable[[], Work],
        idle: Callable[[], object] | None = None,
    ) -> None:
        self._context = context
        self._work = work
        self._idle = idle
        self._guard = threading.Lock()
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Let the worker look for work at once."""
        self._woken.set()
        with self._guard:
            if not self._stopped.is_set() and (self._thread is None or not self._thread.is_alive()):
                self._thread = threading.Thread(target=self._run, name="doxa-worker", daemon=True)
                self._thread.start()

    def stop(self) -> None:
        """End the thread; a task that is being done is not waited for long."""
        self._stopped.set()
        self._woken.set()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(CLOSING)

    def _run(self) -> None:
        idle = 0.0
        while not self._stopped.is_set() and idle < IDLE:
            self._woken.clear()
            try:
                drained = drain(self._context(), self._work(), user=ANY, stopped=self._stopped.is_set)
                if self._idle is not None and not drained.done and not self._stopped.is_set():
                    self._idle()
            except DoxaError:  # closed, or busy for long: what waits stays where it is
                drained = Drained()
            idle = 0.0 if drained.done else idle + POLL
            if not self._stopped.is_set():
                self._woken.wait(POLL)
