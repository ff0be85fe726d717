"""An exclusive lock of a file among processes, waited for in the operating system and given up at a deadline.

Polling lock libraries are not used: a polling writer was overtaken by 750 commits in a measurement.
"""

from __future__ import annotations

import errno
import os
import sys
import threading
import time
from pathlib import Path

from doxa.errors import ReadOnly, StoreFull

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

    def _write_at_start(fd: int, data: bytes) -> None:
        os.lseek(fd, 0, os.SEEK_SET)
        os.write(fd, data)
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

    def _write_at_start(fd: int, data: bytes) -> None:
        os.pwrite(fd, data, 0)


class FileLock:
    """One lock file.

    Args:
        path: The file; made where missing, never a file that holds anything else.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._fd: int | None = None
        self._signature = f"{os.getpid():>10}\n".encode()

    def take(self, deadline: float) -> bool:
        """Wait for the lock until `deadline` (`time.monotonic()`); tell whether it was had."""
        fd = self._open() if self._fd is None else self._fd
        return _os_lock(fd, wait=False) or self._block(max(0.0, deadline - time.monotonic()))

    def let_go(self) -> None:
        """Unlock, if it is held."""
        if self._fd is not None:
            _os_unlock(self._fd)

    def close(self) -> None:
        """Close the file, which unlocks it too."""
        if self._fd is not None:
            _close_lock_file(self._fd)
            self._fd = None

    def sign(self) -> None:
        """Note who holds the lock; fixed width, so that one write replaces the last note."""
        fd = self._open() if self._fd is None else self._fd
        try:
            _write_at_start(fd, self._signature)
        except OSError:
            return  # a full disk must not stop the erase that would free some space

    def holder(self) -> str:
        """Return the process that signed last."""
        try:
            return self._path.read_text().strip() or "unknown"
        except OSError:
            return "unknown"

    def _block(self, seconds: float) -> bool:
        """Block on a thread of its own, since a blocking lock call has no time limit.

        The thread opens the file anew: a lock belongs to an open file, so an abandoned wait must not hold ours.
        """
        attempt = _Attempt(self._path)
        if not attempt.wait(seconds):
            return False
        self.close()
        self._fd = attempt.fd
        return True

    def _open(self) -> int:
        if self._fd is None:
            self._fd = _open_lock_file(self._path)
        return self._fd


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


def _open_lock_file(path: Path) -> int:
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
