"""What a process remembers of the present state between two questions, until something is written.

What is seen, kept by a filter or believed depends on nothing but the newest operation and whose eyes it is, so it is
read once per operation. What was said never changes, and is kept until something is erased.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from doxa.graph.nodes import Beside, Filter, HeadRow, ItemId, Place, RevisionId
    from doxa.graph.sight import Condition, Home

_BYTES_KNOWN, _BYTES_ROW, _BYTES_PLACE, _BYTES_MADE = 100, 700, 300, 1500
"""Bytes that an entry of each sort takes, about; of what is made of a text, for one of 300 characters."""


@dataclass(slots=True)
class Snapshot:
    """What was read of the state at one operation."""

    known: set[RevisionId] = field(default_factory=set)
    homes: dict[RevisionId, Home] = field(default_factory=dict)
    items: dict[ItemId, int] = field(default_factory=dict)
    filtered: dict[Filter | None, dict[RevisionId, bool]] = field(default_factory=dict)
    conditions: dict[tuple[str, str], Condition] = field(default_factory=dict)
    rows: dict[RevisionId, HeadRow] = field(default_factory=dict)
    grades: dict[RevisionId, str | None] = field(default_factory=dict)
    beside: dict[tuple[RevisionId, int], Beside] = field(default_factory=dict)

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        small = len(self.known) + len(self.homes) + len(self.items) + len(self.grades)
        small += sum(map(len, list(self.filtered.values())))
        return _BYTES_KNOWN * small + _BYTES_ROW * (len(self.rows) + len(self.beside))


@dataclass(slots=True)
class Told:
    """What was read of what never changes: where revisions stand, and what functions made of their texts."""

    places: dict[RevisionId, Place] = field(default_factory=dict)
    made: dict[tuple[Callable[[str], object], int], dict[RevisionId, object]] = field(default_factory=dict)

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        return _BYTES_PLACE * len(self.places) + _BYTES_MADE * sum(map(len, list(self.made.values())))


class _Held(NamedTuple):
    """One value, so that threads that meet different operations never see a mixture."""

    generation: int
    operation: int
    snapshot: Snapshot
    told: Told


class Remembered:
    """What is remembered for one pair of eyes of one store."""

    def __init__(self) -> None:
        self._held = _Held(-1, -1, Snapshot(), Told())

    @property
    def nbytes(self) -> int:
        """Bytes it holds now, about."""
        return self._held.snapshot.nbytes + self._held.told.nbytes

    def shrink(self) -> bool:
        """Let go of everything; readers that are at work keep what they have."""
        had = self.nbytes > 0
        self._held = self._held._replace(snapshot=Snapshot(), told=Told())
        return had

    def at(self, generation: int, operation: int) -> tuple[Snapshot, Told]:
        """Return what is remembered of an operation, nothing where another one was met since."""
        held = self._held
        if (held.generation, held.operation) != (generation, operation):
            told = held.told if held.generation == generation else Told()
            held = self._held = _Held(generation, operation, Snapshot(), told)
        return held.snapshot, held.told
