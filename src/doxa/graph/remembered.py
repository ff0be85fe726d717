"""What a process remembers of the present state between two questions, until something is written.

What is seen, kept by a filter or believed depends on nothing but the newest operation and whose eyes it is, so it is
read once per operation. What was said never changes, and is kept until something is erased.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from doxa.graph.standing import Places

if TYPE_CHECKING:
    from doxa.graph.nodes import Filter, HeadRow, ItemId, RevisionId
    from doxa.graph.sight import Condition, Home
    from doxa.graph.standing import Windows
    from doxa.graph.undone_text import UndoneText

_BYTES_KNOWN, _BYTES_ROW, _BYTES_MADE = 100, 700, 1500
"""Bytes that an entry of each sort takes, about; of what is made of a text, for one of 300 characters."""
_LOOKED_AT = 1 << 16
"""Bytes by which it may grow before the limit is looked at, which takes longer the more owners there are."""


@dataclass(slots=True)
class TextStatistics:
    """What was read of the text index at one operation.

    Args:
        sizes: Per owner that is seen and has texts: slab, documents, terms.
        documents: How many documents hold a term, as far as it was asked; 0 for none.
        index: What the engine keeps of its own.
        undone: What the texts of undone operations hold, which the others leave out; `None` = not read yet.
    """

    sizes: list[tuple[int, int, int]] | None = None
    documents: dict[str, int] = field(default_factory=dict)
    index: dict[str, object] = field(default_factory=dict)
    undone: UndoneText | None = None


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
    beside: dict[int, Windows] = field(default_factory=dict)
    text: TextStatistics = field(default_factory=TextStatistics)

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        small = len(self.known) + len(self.homes) + len(self.items) + len(self.grades)
        small += len(self.text.documents)
        small += 0 if self.text.undone is None else len(self.text.undone.holding)
        small += sum(map(len, list(self.filtered.values())))
        beside = sum(each.nbytes for each in list(self.beside.values()))
        return _BYTES_KNOWN * small + _BYTES_ROW * len(self.rows) + beside


@dataclass(slots=True)
class Told:
    """What was read of what never changes: where revisions stand, and what functions made of their texts."""

    _places: Places | None = None
    made: dict[tuple[Callable[[str], object], int], dict[RevisionId, object]] = field(default_factory=dict)

    @property
    def places(self) -> Places:
        """Where revisions stand."""
        if self._places is None:
            self._places = Places()
        return self._places

    @property
    def nbytes(self) -> int:
        """Bytes it takes, about."""
        return (0 if self._places is None else self._places.nbytes) + _BYTES_MADE * sum(
            map(len, list(self.made.values()))
        )


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
        self._counted = 0

    @property
    def nbytes(self) -> int:
        """Bytes it holds now, about."""
        return self._held.snapshot.nbytes + self._held.told.nbytes

    def has_grown(self) -> bool:
        """Return whether it is so much larger than when this was last true that the limit of all is to be looked at."""
        now = self.nbytes
        if now - self._counted > _LOOKED_AT:
            self._counted = now
            return True
        self._counted = min(self._counted, now)
        return False

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
