"""Assertion tables: rows with `[from_op, to_op)`, at most one open row per key, never reopened.

To change is to close the open row and to open another. Only a row that this very operation opened may still be
rewritten: nobody has seen it.
"""

from __future__ import annotations

from dataclasses import dataclass

from doxa.graph.engine import Row, Value
from doxa.graph.nodes import FOREVER
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
        return " AND ".join(f"{column} {self._equals(column)} ?" for column in self.key)

    def _equals(self, column: str) -> str:
        return "IS NOT DISTINCT FROM" if column in self.optional else "="


FACTS = Ledger("fact", ("node", "key"), ("value",))
EDGES = Ledger("edge", ("src", "type", "dst"), ("meta",))
ALIASES = Ledger("alias", ("item", "form", "canonical"), ("text",))
OBSERVATIONS = Ledger(
    "observation",
    ("rev", "source", "said_at", "turn", "start", "stop", "independent"),
    optional=frozenset({"said_at", "turn", "start", "stop"}),
)
LEDGERS = (FACTS, EDGES, ALIASES, OBSERVATIONS)


def open_value(work: Work, ledger: Ledger, key: Row) -> Row | None:
    """Return the value in force for a key, `None` where there is none."""
    row = _open_row(work, ledger, key)
    return None if row is None else row[2:]


def assert_row(work: Work, ledger: Ledger, key: Row, value: Row | None) -> bool:
    """Give a key a value, or with `None` take it away; return whether that changed anything."""
    row = _open_row(work, ledger, key)
    if (row is None and value is None) or (row is not None and row[2:] == value):
        return False
    if row is not None:
        _end(work, ledger, row)
    if value is not None:
        open_row(work, ledger, key, value)
    return True


def open_row(work: Work, ledger: Ledger, key: Row, value: Row) -> None:
    """Open a value for a key that has none."""
    open_rows(work, ledger, [(*key, *value)])


def open_rows(work: Work, ledger: Ledger, rows: list[Row]) -> None:
    """Open rows of key and value columns for keys that have none, a hundred to a statement."""
    width = len(ledger.key) + len(ledger.value)
    one = f"({','.join('?' * (width + 1))})"
    for start in range(0, len(rows), 100):
        part = rows[start : start + 100]
        values: list[Value] = [value for row in part for value in (*row, work.operation)]
        work.connection.run(
            f"INSERT INTO {ledger.table}({ledger.columns}, from_op) VALUES {','.join([one] * len(part))}", values
        )


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
