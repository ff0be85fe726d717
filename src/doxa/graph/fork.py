"""Keeps open projects whole when the process forks.

SQLite notes in memory which file locks its process holds. A forked child inherits the note but not the locks, trusts
it, and works unprotected: when the parent closed the file in a trial, the log was deleted under the child and a commit
that the child had acknowledged was lost. So connections are closed just before a fork and opened again, when needed,
on both sides; where that cannot be done the child refuses to use the project.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from pathlib import Path

PATIENCE = 5.0
"""Seconds that a fork waits for the reads and writes of other threads to end."""


class ForkGate:
    """Counts the threads inside an engine, and keeps them out while the process forks.

    Args:
        path: The project's file; `None` = in memory, where a copy is as good as the original.
        prepare: Closes the connections; called before a fork when no thread is inside.
        restart: Called in the child, with whether the engine can be used there.
    """

    def __init__(self, path: Path | None, prepare: Callable[[], None], restart: Callable[[bool], None]) -> None:
        self._path = path
        self._prepare = prepare
        self._restart = restart
        self._inside: dict[int, int] = {}
        self._shut = False
        self._prepared = False
        self._make_locks()
        _gates.add(self)

    def _make_locks(self) -> None:
        # entered by the lock itself: the condition's own methods are Python, and every read and write comes by here
        self._guard = threading.RLock()
        self._condition = threading.Condition(self._guard)

    def __enter__(self) -> None:
        me = threading.get_ident()
        with self._guard:
            while self._shut and me not in self._inside:
                self._condition.wait()
            self._inside[me] = self._inside.get(me, 0) + 1

    def __exit__(self, *_: object) -> None:
        me = threading.get_ident()
        with self._guard:
            times = self._inside.pop(me) - 1
            if times:
                self._inside[me] = times
            elif self._shut:
                self._condition.notify_all()

    def shut(self) -> None:
        """Let nobody in, wait for those inside, close the connections: called before a fork."""
        with self._guard:
            self._shut = True
            mine = threading.get_ident() in self._inside
            if not mine and self._condition.wait_for(lambda: not self._inside, PATIENCE):
                self._prepare()
                self._prepared = True

    def open(self) -> None:
        """Let threads in again: called after a fork in the parent."""
        with self._guard:
            self._shut = self._prepared = False
            self._condition.notify_all()

    def restart(self) -> None:
        """Start afresh in the child, or mark the file as one that cannot be used there."""
        usable, self._shut, self._prepared = self._prepared, False, False
        self._make_locks()
        self._inside = {}
        if not usable and self._path is not None:
            _unusable.add(self._path)
        self._restart(usable)


_gates: weakref.WeakSet[ForkGate] = weakref.WeakSet()
_unusable: set[Path] = set()


def usable_here(path: Path) -> bool:
    """Return whether a file may be opened in this process: not when the process was forked in the middle of its use."""
    return path.resolve() not in _unusable


def _before() -> None:
    for gate in list(_gates):
        gate.shut()


def _after_in_parent() -> None:
    for gate in list(_gates):
        gate.open()


def _after_in_child() -> None:
    for gate in list(_gates):
        gate.restart()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before, after_in_parent=_after_in_parent, after_in_child=_after_in_child)
