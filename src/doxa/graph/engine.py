"""What one database engine offers to the SQL that all engines share.

Statements use `?` for every value and the subset that SQLite and PostgreSQL both read. What differs between engines
(locks, text index, vacuum) is a method here, one file per engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

Row = tuple[Any, ...]
Value = None | int | float | str | bytes


class TermWeight(NamedTuple):
    """An escaped term to match: what one saturated occurrence adds to a score, and how many documents hold it."""

    term: str
    weight: float
    documents: int


class Connection(Protocol):
    """One connection inside one transaction: a snapshot for reading, or the write transaction."""

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run a query and return all its rows."""

    def row(self, sql: str, values: Sequence[Value] = ()) -> Row | None:
        """Run a query and return its first row."""

    def run(self, sql: str, values: Sequence[Value] = ()) -> None:
        """Run a statement."""

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement once per row."""

    # text index: documents are revisions; terms are escaped tokens with their slab prefix
    def index_text(self, revision: int, title: str, text: str) -> None:
        """Add a document of space-joined escaped terms."""

    def unindex_text(self, revisions: Sequence[int]) -> None:
        """Take documents out."""

    def match_text(self, terms: Sequence[TermWeight], *, limit: int, newest: int | None) -> list[tuple[int, float]]:
        """Return candidate revisions with the engine's own score, best first, ties newer first.

        The score approximates `doxa.text.bm25` under the given weights. Fewer than `limit` means all.

        Args:
            terms: At most 400 of them.
            limit: How many at most.
            newest: Only revisions up to this one; `None` = all.
        """

    def term_statistics(self, terms: Sequence[str]) -> dict[str, int]:
        """Return the number of documents that hold each term."""

    def term_counts(self, terms: Sequence[str], revisions: Sequence[int]) -> dict[int, tuple[list[int], int]]:
        """Return, per revision, how often each term occurs and the document's length in terms."""


class Engine(Protocol):
    """A project's database: snapshots for readers, one writer at a time, upkeep."""

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a snapshot."""

    def writing(self, deadline: float | None) -> AbstractContextManager[Connection]:
        """Take the write lock fairly, open the write transaction, commit at the end or roll back."""

    def close(self) -> None:
        """Close every connection."""
