"""The write order of one project: FIFO among threads, a blocking OS lock among processes.

It gives order only; correctness rests on the database's own write transaction. Polling lock libraries are not used:
a polling writer was overtaken by 750 commits in a measurement, one blocked in `flock` by 5 to 8.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path

from doxa.errors import Busy, ReadOnly, StoreFull

if sys.platform == "win32":
    import ctypes
    import msvcrt
    from ctypes import wintypes

    _LOCKFILE_EXCLUSIVE_LOCK = 2
    _LOCKFILE_FAIL_IMMEDIATELY = 1

    class _Overlapped(ctypes.Structure):
        _fields_ = [
            ("internal", ctypes.c_void_p),
            ("internal_high", ctypes.c_void_p),
            ("offset", wintypes.DWORD),
            ("offset_high", wintypes.DWORD),
            ("event", wintypes.HANDLE),
        ]

    # the locked byte lies far beyond the holder's note, so that others can still read who holds it
    _LOCKED_BYTE = 1 << 20

    def _os_lock(fd: int, *, wait: bool) -> bool:
        flags = _LOCKFILE_EXCLUSIVE_LOCK | (0 if wait else _LOCKFILE_FAIL_IMMEDIATELY)
        overlapped = _Overlapped(offset=_LOCKED_BYTE)
        handle = wintypes.HANDLE(msvcrt.get_osfhandle(fd))
        return bool(ctypes.windll.kernel32.LockFileEx(handle, flags, 0, 1, 0, ctypes.byref(overlapped)))

    def _os_unlock(fd: int) -> None:
        overlapped = _Overlapped(offset=_LOCKED_BYTE)
        handle = wintypes.HANDLE(msvcrt.get_osfhandle(fd))
        ctypes.windll.kernel32.UnlockFileEx(handle, 0, 1, 0, ctypes.byref(overlapped))
else:
    import fcntl

    def _os_lock(fd: int, *, wait: bool) -> bool:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            return False
        return True

    def _os_unlock(fd: int) -> None:
        fcntl.flock(fd, fcntl.LOCK_UN)


class WriteOrder:
    """Hands the right to write to one thread of one process at a time, in order of asking.

    Args:
        path: The lock file, beside the database and never the database itself; `None` orders threads only.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._fd: int | None = None
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
        if self._path is None:
            return
        try:
            self._take_file(deadline)
        except BaseException:
            self._leave_queue()
            raise

    def release(self) -> None:
        """Give the right to the next in line."""
        if self._fd is not None:
            _os_unlock(self._fd)
        self._leave_queue()

    def close(self, deadline: float, last: Callable[[], None]) -> None:
        """Wait for the threads ahead in line, do what is to be done `last`, and close the lock file.

        Raises:
            Busy: The deadline passed.
        """
        self._enter_queue(deadline)
        try:
            last()
            if self._fd is not None:
                _close_lock_file(self._fd)
                self._fd = None
        finally:
            self._leave_queue()

    def _enter_queue(self, deadline: float) -> None:
        if self.mine:
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
        self._owner = threading.get_ident()

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
        if not _os_lock(self._open(), wait=False):
            self._block_on_file(deadline)
        self._sign()

    def _block_on_file(self, deadline: float) -> None:
        """Block in the OS on a thread of its own, since a blocking lock call has no time limit.

        The thread opens the file anew: a lock belongs to an open file, so an abandoned wait must not hold ours.
        """
        assert self._path is not None
        attempt = _Attempt(self._path)
        if not attempt.wait(max(0.0, deadline - time.monotonic())):
            raise self._busy(f"process {self._holder()}")
        previous, self._fd = self._fd, attempt.fd
        if previous is not None:
            _close_lock_file(previous)

    def _sign(self) -> None:
        """Note who holds the lock, for the message of those who gave up; fixed width, so one write replaces it."""
        assert self._fd is not None
        # a full disk must not stop the erase that would free some space
        with contextlib.suppress(OSError):
            os.lseek(self._fd, 0, os.SEEK_SET)
            os.write(self._fd, f"{os.getpid():>10}\n".encode())

    def _open(self) -> int:
        if self._fd is None:
            self._fd = _open_lock_file(self._path)
        return self._fd

    def _holder(self) -> str:
        assert self._path is not None
        try:
            return self._path.read_text().strip() or "unknown"
        except OSError:
            return "unknown"

    def _busy(self, holder: str) -> Busy:
        return Busy(
            f"The project is being written by {holder} and the deadline passed.",
            mend="Retry, or raise busy_timeout.",
        )


class _Attempt:
    """One blocking wait for the file lock, which may be abandoned."""

    def __init__(self, path: Path) -> None:
        self.fd = _open_lock_file(path)
        self._guard = threading.Lock()
        self._got = threading.Event()
        self._abandoned = False
        self._thread = threading.Thread(target=self._block, name="doxa-write-order", daemon=True)

    def wait(self, seconds: float) -> bool:
        """Return whether the lock was had in time; otherwise it will be let go as soon as it is had."""
        try:
            self._thread.start()
            if self._got.wait(seconds):
                return True
        except BaseException:
            if not self._abandon():
                _close_lock_file(self.fd)
            raise
        return not self._abandon()

    def _abandon(self) -> bool:
        with self._guard:
            self._abandoned = not self._got.is_set()
            return self._abandoned

    def _block(self) -> None:
        _os_lock(self.fd, wait=True)
        with self._guard:
            if self._abandoned:
                _close_lock_file(self.fd)
            else:
                self._got.set()


_open_files: set[int] = set()


def _open_lock_file(path: Path | None) -> int:
    assert path is not None
    try:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
    except OSError as error:
        if error.errno == errno.ENOSPC:
            raise StoreFull("The disk is full; nothing was written.", mend="Free some space.") from error
        mend = "Check the permissions of its folder."
        raise ReadOnly(f"The lock file {str(path)!r} cannot be opened: {error}.", mend=mend) from error
    _open_files.add(fd)
    return fd


def _close_lock_file(fd: int) -> None:
    _open_files.discard(fd)
    os.close(fd)


def _let_go_after_fork() -> None:
    """Close the parent's lock files in the child, which would otherwise hold a lock whose owner was killed."""
    while _open_files:
        os.close(_open_files.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go_after_fork)
