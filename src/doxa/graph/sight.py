"""What one reader sees: a snapshot, the newest operation in it, and whose nodes; and the SQL conditions that say so.

A `Condition` is a piece of SQL with the values it binds, in order. Past views (`now` false) compare operation numbers;
the present one asks for open rows, which the partial indexes and the `head` projection answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from doxa.graph.engine import Connection, Row, Value
from doxa.graph.nodes import (
    FOREVER,
    EdgeNode,
    Filter,
    HeadRow,
    ItemId,
    ItemNode,
    Key,
    NodeId,
    NodeType,
    RevisionId,
)
from doxa.graph.owners import Owners
from doxa.graph.remembered import Snapshot, TextStatistics, Told
from doxa.graph.spaces import Spaces
from doxa.graph.standing import Windows
from doxa.graph.symbols import BATCH, Symbols, marks
from doxa.records import User

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

T = TypeVar("T")

EDGE_COLUMNS = "e.src, e.type, e.dst, e.meta, e.from_op, e.to_op"
"""What `edge_node` decodes."""


class Condition(NamedTuple):
    """A piece of SQL and the values it binds."""

    sql: str
    values: tuple[Value, ...] = ()


ALWAYS = Condition("1=1")
"""The condition that holds for every row."""


def every(*conditions: Condition) -> Condition:
    """Return the condition that all hold."""
    kept = [condition for condition in conditions if condition is not ALWAYS]
    if not kept:
        return ALWAYS
    values = tuple(value for condition in kept for value in condition.values)
    return Condition(" AND ".join(f"({condition.sql})" for condition in kept), values)


Facts: TypeAlias = dict[NodeId, dict[int, Row]]
"""Per node all its open rows by the number of the key: id (`None` = not known), from_op, value."""


class Home(NamedTuple):
    """Where a revision belongs."""

    item: ItemId
    slab: int
    number: int | None = None


class Scored(NamedTuple):
    """The inner products of a vector with those of a slab, in order of revision."""

    vector: NDArray[np.float32]
    ids: NDArray[np.int64]
    scores: NDArray[np.float32]


@dataclass(slots=True)  # not frozen, which would make it three times as slow to make: every read and write makes one
class Sight:
    """One reader's snapshot; nothing changes its fields.

    Args:
        connection: The open transaction.
        at: The newest operation seen; 0 when there is none.
        now: Whether `at` is the newest operation there is, so that open rows and `head` answer.
        slabs: The owners seen; `None` = all.
        user: Whose eyes, as asked.
        symbols: Numbers of words and back.
        project: The project's name.
        generation: How often content was erased or derived rows were rebuilt; what is remembered of another is void.
        pending: Whether operation `at` is the open transaction, whose rows may yet be rolled back.
        store: Names the open file, for what a process remembers of it.
        hidden: The owner that is not seen though all others are; `None` = there is none.
        at_micros: The label of operation `at`; `None` = not known yet.
        bare_project: Whether nothing was ever said of the project itself.
        facts: What the open transaction knows of the assertions on nodes; `None` in a reader's snapshot.
    """

    connection: Connection
    at: int
    now: bool
    slabs: tuple[int, ...] | None
    user: User
    symbols: Symbols
    project: str
    generation: int = 0
    pending: bool = False
    store: object = None
    hidden: int | None = None
    at_micros: int | None = None
    bare_project: bool = False
    facts: Facts | None = None
    known: set[RevisionId] = field(default_factory=set, init=False, repr=False, compare=False)
    """Revisions that were found to be seen, which in one snapshot they stay."""
    homes: dict[RevisionId, Home] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Items and slabs of revisions that were read as seen; not of all in `known`."""
    items: dict[ItemId, int] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Items that were found to be seen, with their slabs."""
    filtered: dict[Filter | None, dict[RevisionId, bool]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Which revisions of a snapshot a filter keeps, as far as it was asked."""
    item_nodes: dict[ItemId, ItemNode] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Items that an open transaction read and that nothing changed since."""
    rows: dict[RevisionId, HeadRow] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Rows of seen revisions, as far as they were read; none in an open transaction."""
    grades: dict[RevisionId, str | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Grades of evidence of revisions, `None` where there is none or it is not seen, as far as they were read."""
    neighbours: dict[int, Windows] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What stands beside revisions that are seen, by the radius that was asked for."""
    vector_bytes: int | None = field(default=None, init=False, repr=False, compare=False)
    """Bytes of a stored vector, 0 where there is none; `None` = not asked yet, or it may yet change."""
    scored: dict[int, Scored] = field(default_factory=dict, init=False, repr=False, compare=False)
    """By slab, what the last question's vector was found to be alike to."""
    text: TextStatistics | None = field(default=None, init=False, repr=False, compare=False)
    """What others have read of the text index; `None` where it may yet change, or is not that of the view."""
    told: Told = field(default_factory=Told, init=False, repr=False, compare=False)
    """What was read of what never changes."""
    bare: set[RevisionId] = field(default_factory=set, init=False, repr=False, compare=False)
    """Revisions that were read and that nothing vouches for and nothing is attached to."""
    nameless: set[ItemId] = field(default_factory=set, init=False, repr=False, compare=False)
    """Items that were read and have no aliases."""
    _conditions: dict[tuple[str, str], Condition] = field(default_factory=dict, init=False, repr=False, compare=False)

    def share(self, snapshot: Snapshot, told: Told) -> None:
        """Remember with others: what they have read of the same operation, and what this one reads."""
        self.known, self.homes, self.items = snapshot.known, snapshot.homes, snapshot.items
        self.filtered, self._conditions = snapshot.filtered, snapshot.conditions
        self.rows, self.grades, self.neighbours = snapshot.rows, snapshot.grades, snapshot.beside
        self.told, self.text = told, snapshot.text

    @property
    def owners(self) -> Owners:
        """Slabs of users and back."""
        return Owners(self.connection, self.symbols.maps)

    @property
    def spaces(self) -> Spaces:
        """Numbers of spaces and their paths."""
        return Spaces(self.connection, self.symbols.maps)

    def alive(self, table: str) -> Condition:
        """Say that a row of an assertion table (alias `table`) is in force."""
        if self.now:
            return Condition(f"{table}.to_op={FOREVER}")
        return Condition(f"{table}.from_op<=? AND {table}.to_op>?", (self.at, self.at))

    def born(self, table: str) -> Condition:
        """Say that a row with an `op` column (op, item, revision, space, artifact) exists already."""
        return ALWAYS if self.now else Condition(f"{table}.op<=?", (self.at,))

    def owned(self, table: str) -> Condition:
        """Say that a row with a `slab` column belongs to an owner that is seen."""
        if self.slabs is None:
            return ALWAYS if self.hidden is None else Condition(f"{table}.slab<>?", (self.hidden,))
        return Condition(f"{table}.slab IN ({marks(self.slabs)})", self.slabs)

    def owned_given(self, table: str) -> Condition:
        """Say the same of a given row: the plus keeps the index of slabs out, which would start from all they have."""
        if self.slabs is None:
            return self.owned(f"+{table}")
        return Condition(f"+{table}.slab IN ({marks(self.slabs)})", self.slabs)

    def sees(self, slab: int) -> bool:
        """Whether an owner is seen."""
        return slab != self.hidden if self.slabs is None else slab in self.slabs

    def tree(self, segments: Sequence[str]) -> list[int]:
        """Return the spaces at and under a path, in the trees of the owners that are seen."""
        found = self.spaces.subtree(self.slabs, segments)
        return found if self.hidden is None else [each for each in found if self.spaces.slab(each) != self.hidden]

    def standing_made(self, node: str) -> Condition:
        """Say that the creation of a node (an SQL expression for its number) was not undone."""
        alive = self.alive("v")
        return Condition(
            f"NOT EXISTS (SELECT 1 FROM fact v WHERE v.node={node} AND v.key=? AND {alive.sql})",
            (self.symbols.id(Key.VOID), *alive.values),
        )

    def seen_item(self, item: str = "i") -> Condition:
        """Say that a given item (alias of table `item`) is seen; a listing that starts from owners adds `owned`."""
        return self._once(("", item), lambda: self._seen_item(item))

    def _seen_item(self, item: str) -> Condition:
        return every(
            Condition(f"{item}.erased IS NULL"),
            self.owned_given(item),
            self.born(item),
            self.standing_made(f"{item}.id*8+{int(NodeType.ITEM)}"),
        )

    def seen_revision(self, revision: str = "r", item: str = "i") -> Condition:
        """Say that a revision (aliases of table `revision` and of its `item`, joined) is seen."""
        return self._once((revision, item), lambda: self._seen_revision(revision, item))

    def _seen_revision(self, revision: str, item: str) -> Condition:
        return every(
            self.seen_item(item),
            self.born(revision),
            self.standing_made(f"{revision}.id*8+{int(NodeType.REVISION)}"),
        )

    def _once(self, key: tuple[str, str], make: Callable[[], Condition]) -> Condition:
        """Return a condition, made once; not in a transaction, which may give a word its number in between."""
        found = self._conditions.get(key)
        if found is None:
            found = make()
            if not self.pending:
                self._conditions[key] = found
        return found

    def first_pending(self) -> int | None:
        """Return the first revision of the open transaction; `None` when it has none or the snapshot is committed."""
        if not self.pending:
            return None
        found = self.connection.row("SELECT min(r.id) FROM revision r WHERE r.op=?", (self.at,))
        return None if found is None or found[0] is None else int(found[0])

    def keep_seen(self, revisions: Iterable[RevisionId]) -> set[RevisionId]:
        """Return those of the revisions that are seen."""
        asked = set(revisions)
        unknown = asked - self.known
        if not unknown:
            return asked
        kept = asked - unknown
        seen = self.seen_revision()
        for part in lists(sorted(unknown)):
            # a cross join keeps this order: SQLite's planner would else walk every item of the owners first
            found = self.connection.rows(
                "SELECT r.id, r.item, i.slab FROM revision r CROSS JOIN item i"
                f" WHERE i.id=r.item AND r.id IN ({marks(part)}) AND {seen.sql}",
                (*part, *seen.values),
            )
            kept.update(self.note_home(*row) for row in found)
        return kept

    def note_home(self, revision: int, item: int, slab: int, number: int | None = None) -> RevisionId:
        """Remember that a revision and its item are seen; `number` is the revision's among those of its item."""
        noted = RevisionId(revision)
        self.known.add(noted)
        self.homes[noted] = Home(ItemId(item), slab, number)
        self.items[ItemId(item)] = slab
        return noted

    def forget(self) -> None:
        """Remember nothing of what was seen."""
        self.known.clear()
        self.homes.clear()
        self.items.clear()
        self.item_nodes.clear()
        self.nameless.clear()
        self.bare.clear()


def chunks(values: Iterable[T], size: int = BATCH) -> Iterator[list[T]]:
    """Yield the values in lists of at most `size`; numbers that no column can hold match nothing and are left out."""
    kept = [value for value in values if not isinstance(value, int) or -FOREVER <= value <= FOREVER]
    for start in range(0, len(kept), size):
        yield kept[start : start + size]


def lists(values: Iterable[T]) -> Iterator[list[T]]:
    """Yield the values in lists for `IN (…)`, the last one repeated up to one of a few lengths.

    A statement is prepared once per text, which takes longer than running it: with as many placeholders as there happen
    to be values, hardly one would be met again.
    """
    for part in chunks(values):
        yield part + part[-1:] * (min(1 << (len(part) - 1).bit_length(), BATCH) - len(part))


def edge_node(row: Row, symbols: Symbols) -> EdgeNode:
    """Decode a row of `EDGE_COLUMNS`."""
    source, type_, target, meta, from_op, to_op = row
    return EdgeNode(RevisionId(source), symbols.word(type_), RevisionId(target), decode(meta), from_op, to_op)


def decode(text: str | None) -> dict[str, Any]:
    """Decode an optional JSON object column."""
    if text is None:
        return {}
    if len(text) > _SHORT:
        return dict(json.loads(text))
    known = _decoded(text)
    return dict(json.loads(text)) if known is None else known.copy()


_SHORT = 200
"""Characters of JSON that is remembered: what many turns say, such as their role."""


@lru_cache(maxsize=1024)
def _decoded(text: str) -> dict[str, Any] | None:
    """Return a short object, `None` where its values may be changed by who has it."""
    found = dict(json.loads(text))
    return None if any(isinstance(value, dict | list) for value in found.values()) else found


def decode_value(text: str) -> Any:
    """Decode a JSON column."""
    return json.loads(text) if len(text) > _SHORT or text[:1] in "[{" else _decoded_value(text)


@lru_cache(maxsize=1024)
def _decoded_value(text: str) -> Any:
    return json.loads(text)
