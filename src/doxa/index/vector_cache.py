"""What is kept in memory of the slabs, within one limit of bytes: the least recently used goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from doxa.errors import InvalidInput

DEFAULT_CAP = 256 * 2**20
"""Bytes that all of doxa's caches in a process may hold together; mapped files do not count."""


class Resident(Protocol):
    """Something that takes memory and may be able to do with less."""

    @property
    def nbytes(self) -> int:
        """Bytes it holds now."""

    def shrink(self) -> bool:
        """Let go of what it can do without; return whether that freed anything."""


R = TypeVar("R", bound=Resident)


@dataclass(frozen=True, slots=True)
class CacheCounters:
    """How a cache has fared since it was made.

    Args:
        hits: Requests answered from memory.
        misses: Requests that had to load.
        evictions: Entries let go to keep the limit.
        shrinks: Entries that were made smaller instead.
        entries: Entries now.
        bytes: Bytes they hold now.
    """

    hits: int
    misses: int
    evictions: int
    shrinks: int
    entries: int
    bytes: int


class VectorCache(Generic[R]):
    """Keeps slabs in memory, up to a number of bytes. Threads may share it.

    Whatever else is kept per slab may live in the same cache, so that one limit holds for all. To make room, the
    least recently used entry is shrunk; when that frees nothing, it is let go. An entry larger than the whole limit
    is handed out and not kept.

    Args:
        cap: Bytes, from 1.

    Raises:
        InvalidInput: The limit is below 1.
    """

    def __init__(self, cap: int = DEFAULT_CAP) -> None:
        if cap < 1:
            raise InvalidInput(
                f"A cache of {cap} bytes holds nothing.", mend="Give at least 1.", field="cap", value=cap
            )
        self.cap = cap
        self._entries: OrderedDict[Hashable, R] = OrderedDict()
        self._lock = threading.RLock()
        self._loading: dict[Hashable, threading.Lock] = {}
        self._drops = 0
        self._hits = self._misses = self._evictions = self._shrinks = 0

    def get(self, key: Hashable, load: Callable[[], R]) -> R:
        """Return the entry of a key, loading it when it is not there.

        Threads that ask for one missing key at once wait for a single load; other keys are not held up by it. What was
        loaded while something was dropped is handed out and not kept, since it may be what was dropped.

        Args:
            key: Names the entry, such as (project, slab).
            load: Makes it; what it raises is raised here, and nothing is kept.
        """
        entry = self._hit(key)
        if entry is not None:
            return entry
        with self._lock:
            turn = self._loading.setdefault(key, threading.Lock())
        with turn:
            entry = self._hit(key)
            return self._load(key, load) if entry is None else entry

    def peek(self, key: Hashable) -> R | None:
        """Return an entry without loading it or counting it as used; None when it is not there."""
        with self._lock:
            return self._entries.get(key)

    def resized(self) -> None:
        """Keep the limit after an entry has grown, such as by an append."""
        with self._lock:
            self._make_room()

    def drop(self, key: Hashable) -> None:
        """Forget an entry, such as a slab that was erased or is out of date."""
        with self._lock:
            self._drops += 1
            self._entries.pop(key, None)

    def drop_all(self, which: Callable[[Hashable], bool] = lambda key: True) -> None:
        """Forget every entry whose key a function picks; all of them without one."""
        with self._lock:
            self._drops += 1
            for key in [key for key in self._entries if which(key)]:
                del self._entries[key]

    def counters(self) -> CacheCounters:
        """Return the counts so far and what is held now."""
        with self._lock:
            return CacheCounters(
                self._hits, self._misses, self._evictions, self._shrinks, len(self._entries), self._bytes()
            )

    def _hit(self, key: Hashable) -> R | None:
        with self._lock:
            entry = self._entries.get(key)
            if entry is not None:
                self._hits += 1
                self._entries.move_to_end(key)
            return entry

    def _load(self, key: Hashable, load: Callable[[], R]) -> R:
        with self._lock:
            self._misses += 1
            drops = self._drops
        try:
            entry = load()
        finally:
            with self._lock:
                self._loading.pop(key, None)
        with self._lock:
            if drops == self._drops:
                self._entries[key] = entry
                self._make_room()
        return entry

    def _bytes(self) -> int:
        return sum(entry.nbytes for entry in self._entries.values())

    def _make_room(self) -> None:
        """Shrink or let go of entries, least recently used first, until the limit holds."""
        total = self._bytes()
        while total > self.cap:
            key, entry = next(iter(self._entries.items()))
            before = entry.nbytes
            if entry.shrink():
                self._shrinks += 1
                total -= before - entry.nbytes
            else:
                del self._entries[key]
                self._evictions += 1
                total -= before
