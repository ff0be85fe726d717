"""What one process may remember of a file between transactions: numbers that never change once committed."""

from __future__ import annotations

import threading
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple


class SpaceKey(NamedTuple):
    """What identifies a space: its owner, the space it lies in (0 = it is the owner's root), its own name."""

    slab: int
    parent: int
    name: str


@dataclass(slots=True)
class Maps:
    """Numbers and words, both ways; rows of these tables never change once they are committed."""

    numbers: MutableMapping[str, int] = field(default_factory=dict)
    words: MutableMapping[int, str] = field(default_factory=dict)
    slabs: MutableMapping[str, int] = field(default_factory=dict)
    users: MutableMapping[int, str] = field(default_factory=dict)
    spaces: MutableMapping[SpaceKey, int] = field(default_factory=dict)
    space_keys: MutableMapping[int, SpaceKey] = field(default_factory=dict)

    def layered(self) -> Maps:
        """Return maps that show these and keep what is added to themselves; for a transaction not committed yet."""
        return Maps(
            _Layer(self.numbers),
            _Layer(self.words),
            _Layer(self.slabs),
            _Layer(self.users),
            _Layer(self.spaces),
            _Layer(self.space_keys),
        )

    def take_over(self, layer: Maps) -> None:
        """Add what a layer over these maps learnt; after its transaction committed."""
        for name in _NAMES:
            learnt = getattr(layer, name)
            if learnt:
                getattr(self, name).update(learnt)

    def forget(self) -> None:
        """Drop what this layer learnt; after a part of its transaction was rolled back."""
        for name in _NAMES:
            getattr(self, name).clear()


_NAMES = tuple(each.name for each in fields(Maps))


class _Layer(dict[Any, Any]):
    """What a transaction adds to a map, which shows through: reading looks in both, all else is about the addition.

    `collections.ChainMap` does it too, at ten times the cost of a look-up.
    """

    __slots__ = ("_under",)

    def __init__(self, under: Mapping[Any, Any]) -> None:
        self._under = under

    def __missing__(self, key: Any) -> Any:
        return self._under[key]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or key in self._under

    def get(self, key: Any, default: Any = None) -> Any:
        own = super().get(key)
        return self._under.get(key, default) if own is None else own


class Cache:
    """The maps shared by every snapshot of one store.

    Erasing may free a number, which a later word then gets; so the maps belong to one `generation`, the number of
    erasures, and are emptied when a snapshot of a later generation is met.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._generation = 0
        self._maps = Maps()
        self._absent: tuple[tuple[int, int], set[str]] = ((0, 0), set())

    def at(self, generation: int) -> Maps:
        """Return the shared maps, or empty ones for a snapshot older than the last erasure that was met."""
        with self._guard:
            if generation > self._generation:
                self._generation, self._maps = generation, Maps()
            return self._maps if generation == self._generation else Maps()

    def absent(self, generation: int, newest_symbol: int) -> set[str]:
        """Return the words found to have no number by snapshots with the same newest symbol, to be added to."""
        with self._guard:
            if self._absent[0] != (generation, newest_symbol):
                self._absent = (generation, newest_symbol), set()
            return self._absent[1]
