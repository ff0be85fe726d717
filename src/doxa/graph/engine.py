"""What one database engine offers to the SQL that all engines share.

Statements use `?` for every value and the subset that SQLite and PostgreSQL both read. What differs between engines
(locks, text index, vacuum) is a method here, one file per engine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol

from doxa.records import Json

Row = tuple[Any, ...]
Value = None | int | float | str | bytes


class TermWeight(NamedTuple):
    """An escaped term to match: what one saturated occurrence adds to a score, and how many documents hold it."""

    term: str
    weight: float
    documents: int


class TextMatch(NamedTuple):
    """A document that holds some of the terms asked for.

    Args:
        revision: The document.
        score: The engine's own score, comparable between calls of one transaction.
        length: Its length in terms.
        counts: How often it holds each of the terms that it holds.
    """

    revision: int
    score: float
    length: int
    counts: dict[str, int]


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

    def index_texts(self, documents: Iterable[tuple[int, str, str]]) -> None:
        """Add many: revision, title, text."""

    def unindex_text(self, revisions: Sequence[int]) -> None:
        """Take documents out."""

    def compact_text(self) -> None:
        """Rewrite the text index without what was taken out of it."""

    def indexed_terms(self) -> Iterator[tuple[int, str]]:
        """Yield (revision, term) for every occurrence of a term in the text index, in any order."""

    def match_text(
        self,
        terms: Sequence[TermWeight],
        *,
        limit: int,
        newest: int | None,
        known: dict[str, object] | None = None,
    ) -> list[TextMatch]:
        """Return candidate revisions in the engine's own order, best first, ties newer first.

        The order approximates `doxa.text.bm25` under the given weights. Fewer than `limit` means all there are.

        Args:
            terms: At most 400, each once.
            limit: How many at most.
            newest: Only revisions up to this one; `None` = all.
            known: What the engine keeps of the index as it is at one operation, to be added to; `None` = nothing.
        """

    def term_statistics(self, terms: Sequence[str]) -> dict[str, int]:
        """Return the number of documents that hold each term."""

    def match_within(self, terms: Sequence[str], revisions: Sequence[int]) -> list[TextMatch]:
        """Return those of the revisions that hold any of the terms, in any order, with score 0."""


class Engine(Protocol):
    """A project's database: snapshots for readers, one writer at a time, upkeep."""

    @property
    def isolated(self) -> bool:
        """Whether a snapshot stays as it is while its own thread writes; not where one connection serves both."""

    def reading(self) -> AbstractContextManager[Connection]:
        """Open a snapshot."""

    def writing(self, deadline: float | None) -> AbstractContextManager[Connection]:
        """Take the write lock fairly, open the write transaction, commit at the end or roll back."""

    def maintain(self) -> None:
        """Do the upkeep that is kept off the commit path, in bounded steps."""

    def vacuum(self) -> None:
        """Rebuild the file from its rows, so that nothing deleted stays in it or in its log.

        Raises:
            Busy: A reader still holds the log.
            StoreFull: There is no room for the rebuilt file.
        """

    def verify(self, *, deep: bool) -> list[str]:
        """Return the faults of the file itself; with `deep` compare indexes and tables too."""

    def scan(self, words: Sequence[str]) -> set[str]:
        """Return those of the words that occur anywhere in the bytes on disk."""

    def describe(self) -> dict[str, Json]:
        """Return `path` (`None` in memory), `schema` and `bytes` on disk."""

    def close(self) -> None:
        """Close every connection."""
