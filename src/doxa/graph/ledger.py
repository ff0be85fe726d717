"""Assertion tables: rows with `[from_op, to_op)`, at most one open row per key, never reopened.

To change is to close the open row and to open another. Only a row that this very operation opened may still be
rewritten: nobody has seen it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from doxa.graph.engine import Row, Value
from doxa.graph.nodes import FOREVER, ItemId, Key, NodeId, RevisionId, item_node, revision_node
from doxa.graph.sight import chunks
from doxa.graph.symbols import marks
from doxa.graph.work import Work


@dataclass(frozen=True, slots=True)
class Ledger:
    """One assertion table.

    Args:
        table: Its name.
        key: Columns that make the key.
        value: Columns that hold the value under it.
        optional: Key columns that may be NULL.
    """

    table: str
    key: tuple[str, ...]
    value: tuple[str, ...] = ()
    optional: frozenset[str] = frozenset()

    @property
    def columns(self) -> str:
        """All columns of key and value, joined by commas."""
        return ", ".join((*self.key, *self.value))

    @property
    def match(self) -> str:
        """The condition that a row has a key."""
        return " AND ".join(f"{column} {self.equals(column)} ?" for column in self.key)

    def equals(self, column: str) -> str:
        """Return the operator that compares a key column."""
        return "IS NOT DISTINCT FROM" if column in self.optional else "="


FACTS = Ledger("fact", ("node", "key"), ("value",))
EDGES = Ledger("edge", ("src", "type", "dst"), ("meta",))
ALIASES = Ledger("alias", ("item", "form", "canonical"), ("text",))
OBSERVATIONS = Ledger(
    "observation",
    ("rev", "source", "said_at", "turn", "start", "stop", "independent"),
    ("detail",),
    optional=frozenset({"said_at", "turn", "start", "stop"}),
)
LEDGERS = (FACTS, EDGES, ALIASES, OBSERVATIONS)


def open_value(work: Work, ledger: Ledger, key: Row) -> Row | None:
    """Return the value in force for a key, `None` where there is none."""
    row = _open_row(work, ledger, key)
    return None if row is None else row[2:]


def assert_row(work: Work, ledger: Ledger, key: Row, value: Row | None) -> bool:
    """Give a key a value, or with `None` take it away; return whether that changed anything."""
    known = work.facts.get(NodeId(key[0])) if ledger is FACTS else None
    row = _open_row(work, ledger, key) if known is None else _known_row(work, known, key)
    if (row is None and value is None) or (row is not None and row[2:] == value):
        return False
    if known is not None:
        known.pop(key[1], None)
        if value is not None:
            known[key[1]] = (None, work.operation, *value)
    if ledger is not FACTS or key[1] != work.symbols.id(Key.CHANGED):  # which nothing that is told of an item shows
        work.forget_nodes(_nodes(ledger, key))
    else:
        work.written.forget_new(_nodes(ledger, key))
    if ledger is FACTS and key[1] == work.symbols.id(Key.VOID):
        work.forget_seen()
    if row is not None:
        _end(work, ledger, row)
    if value is not None:
        open_row(work, ledger, key, value)
    return True


def _known_row(work: Work, known: Mapping[int, Row], key: Row) -> Row | None:
    row = known.get(key[1])
    return _open_row(work, FACTS, key) if row is not None and row[0] is None else row


def _nodes(ledger: Ledger, key: Row) -> tuple[NodeId, ...]:
    """Return the node that a row of the table says something about; edges are no property of either end."""
    if ledger is FACTS:
        return (NodeId(key[0]),)
    if ledger is ALIASES:
        return (item_node(ItemId(key[0])),)
    return (revision_node(RevisionId(key[0])),) if ledger is OBSERVATIONS else ()


def open_row(work: Work, ledger: Ledger, key: Row, value: Row) -> None:
    """Open a value for a key that has none."""
    open_rows(work, ledger, [(*key, *value)])


def open_rows(work: Work, ledger: Ledger, rows: list[Row]) -> None:
    """Open rows of key and value columns for keys that have none, a hundred to a statement."""
    for start in range(0, len(rows), 100):
        part = rows[start : start + 100]
        values: list[Value] = [value for row in part for value in (*row, work.operation)]
        known = _INSERTS.get((ledger.table, len(part)))
        work.connection.run(_insert(ledger, len(part)) if known is None else known, values)


_INSERTS: Final[dict[tuple[str, int], str]] = {}


def _insert(ledger: Ledger, rows: int) -> str:
    one = f"({','.join('?' * (len(ledger.key) + len(ledger.value) + 1))})"
    sql = f"INSERT INTO {ledger.table}({ledger.columns}, from_op) VALUES {','.join([one] * rows)}"
    return _INSERTS.setdefault((ledger.table, rows), sql)


def _open_row(work: Work, ledger: Ledger, key: Row) -> Row | None:
    value = "".join(f", {column}" for column in ledger.value)
    return work.connection.row(
        f"SELECT id, from_op{value} FROM {ledger.table} WHERE {ledger.match} AND to_op={FOREVER}", key
    )


def _end(work: Work, ledger: Ledger, row: Row) -> None:
    if row[1] == work.operation:
        work.connection.run(f"DELETE FROM {ledger.table} WHERE id=?", (row[0],))
    else:
        work.connection.run(f"UPDATE {ledger.table} SET to_op=? WHERE id=?", (work.operation, row[0]))


def keys_touched(work: Work, ledger: Ledger, operations: Sequence[int]) -> dict[Row, int]:
    """Return the keys on which operations opened or closed a row, each with the oldest of them that did."""
    oldest: dict[Row, int] = {}
    for part in chunks(operations):
        for moment in ("from_op", "to_op"):
            rows = work.connection.rows(
                f"SELECT {', '.join(ledger.key)}, {moment} FROM {ledger.table} WHERE {moment} IN ({marks(part)})", part
            )
            for *key, operation in rows:
                oldest[tuple(key)] = min(operation, oldest.get(tuple(key), operation))
    return oldest


def keys_changed_since(work: Work, ledger: Ledger, column: str, numbers: Sequence[int], to: int) -> set[Row]:
    """Return the keys, of those with the given numbers in a column, on which a row was opened or closed since."""
    changed: set[Row] = set()
    for part in chunks(numbers):
        rows = work.connection.rows(
            f"SELECT {', '.join(ledger.key)} FROM {ledger.table} WHERE {column} IN ({marks(part)})"
            f" AND (from_op>? OR (to_op>? AND to_op<{FOREVER}))",
            (*part, to, to),
        )
        changed.update(rows)
    return changed


def restore_key(work: Work, ledger: Ledger, key: Row, *, before: int) -> None:
    """Give a key the value it had just before an operation, by new rows."""
    value = ", ".join(("1", *ledger.value))
    row = work.connection.row(
        f"SELECT {value} FROM {ledger.table} WHERE {ledger.match} AND from_op<? AND to_op>=?", (*key, before, before)
    )
    assert_row(work, ledger, key, None if row is None else row[1:])
