"""Keeps our own matrix products on the calling thread, whatever number of threads numpy's BLAS was given.

Products of a sentence's size gain little from a second thread and wait for it where the machine is busy. OpenBLAS takes
its number of threads from the environment when numpy is imported, for which a library comes too late, and which is not
its to change; so it is told for the time of a call, and told back.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class _Switch:
    """How OpenBLAS is asked for its number of threads, and told it."""

    get: Callable[[], int]
    set: Callable[[int], None]


class _Calls:
    """How many calls keep to one thread now, and the number to go back to after the last of them."""

    def __init__(self) -> None:
        self.guard = threading.Lock()
        self.running = 0
        self.before = 0


_CALLS = _Calls()


@contextmanager
def one_thread() -> Iterator[None]:
    """Let matrix products inside run on one thread.

    The number is the process's: products that other threads start meanwhile run on one thread too. Where numpy does
    not bring an OpenBLAS of its own (macOS's Accelerate, MKL, a distribution's package) nothing is changed.
    """
    switch = _switch()
    if switch is None:
        yield
        return
    with _CALLS.guard:
        if _CALLS.running == 0:
            _CALLS.before = switch.get()
            if _CALLS.before > 1:
                switch.set(1)
        _CALLS.running += 1
    try:
        yield
    finally:
        with _CALLS.guard:
            _CALLS.running -= 1
            if _CALLS.running == 0 and _CALLS.before > 1:
                switch.set(_CALLS.before)


@cache
def _switch() -> _Switch | None:
    import numpy

    package = Path(numpy.__file__).parent
    for folder in (package.parent / "numpy.libs", package / ".dylibs"):
        for path in sorted(folder.glob("*openblas*")) if folder.is_dir() else ():
            found = _of_library(path)
            if found is not None:
                return found
    return None


def _of_library(path: Path) -> _Switch | None:
    import ctypes

    try:
        library = ctypes.CDLL(str(path))  # numpy has loaded it; this gives the same one
    except OSError:
        return None
    for prefix, suffix in (("scipy_openblas", "64_"), ("scipy_openblas", ""), ("openblas", "64_"), ("openblas", "")):
        get = getattr(library, f"{prefix}_get_num_threads{suffix}", None)
        tell = getattr(library, f"{prefix}_set_num_threads{suffix}", None)
        if get is not None and tell is not None:
            get.argtypes, get.restype = (), ctypes.c_int
            tell.argtypes, tell.restype = (ctypes.c_int,), None
            return _Switch(get, tell)
    return None
