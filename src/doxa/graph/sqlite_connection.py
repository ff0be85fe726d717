"""One apsw connection inside one transaction, as the SQL that all engines share sees it, with its text index."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence

import apsw

from doxa.graph.engine import Row, TermWeight, Value
from doxa.text.bm25 import K1, B

# FTS5's bm25() has k1 = 1.2 and b = 0.75 built in. A column weight w turns its saturation tf / (tf + 0.3 + 0.9 d) into
# tf / (tf + (0.3 + 0.9 d) / w), d = length / average; this w gives d the factor that it has in ours, k1 * b.
_BM25_WEIGHT = round(1.2 * 0.75 / (K1 * B), 6)


class SqliteConnection:
    """One apsw connection as the shared SQL sees it."""

    def __init__(self, db: apsw.Connection) -> None:
        self.db = db

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run a query and return all its rows."""
        return self.db.execute(sql, tuple(values)).fetchall()

    def row(self, sql: str, values: Sequence[Value] = ()) -> Row | None:
        """Run a query and return its first row."""
        return self.db.execute(sql, tuple(values)).fetchone()

    def run(self, sql: str, values: Sequence[Value] = ()) -> None:
        """Run a statement."""
        self.db.execute(sql, tuple(values))

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement once per row."""
        self.db.executemany(sql, (tuple(row) for row in rows))

    def index_text(self, revision: int, title: str, text: str) -> None:
        """Add a document of space-joined escaped terms."""
        self.run("INSERT INTO fts(rowid, title, text) VALUES(?,?,?)", (revision, title, text))

    def unindex_text(self, revisions: Sequence[int]) -> None:
        """Take documents out."""
        self.run_many("DELETE FROM fts WHERE rowid=?", ((revision,) for revision in revisions))

    def match_text(self, terms: Sequence[TermWeight], *, limit: int, newest: int | None) -> list[tuple[int, float]]:
        """Return candidate revisions with the engine's score, best first by the weighted terms, then newer first.

        One FTS5 query per term, each by FTS5's BM25 with its inverse document frequency divided out, summed per
        revision: measured as fast as one query of all terms by FTS5's own rank, which knows only statistics of
        the whole project.
        """
        known = [term for term in terms if term.documents > 0]
        if not known:
            return []
        documents = self._indexed_documents(known[0].term)
        bound = "" if newest is None else " AND rowid<=?"
        part = f"SELECT rowid AS r, bm25(fts,{_BM25_WEIGHT},{_BM25_WEIGHT})*? AS s FROM fts WHERE fts MATCH ?{bound}"
        values: list[Value] = []
        for term in known:
            values += [-term.weight / _native_idf(term.documents, documents), f'"{term.term}"']
            values += [] if newest is None else [newest]
        parts = " UNION ALL ".join([part] * len(known))
        return self.rows(
            f"SELECT r, sum(s) AS score FROM ({parts}) GROUP BY r ORDER BY score DESC, r DESC LIMIT ?",
            (*values, limit),
        )

    def _indexed_documents(self, term: str) -> int:
        found = self.row("SELECT doxa_documents(fts) FROM fts WHERE fts MATCH ? LIMIT 1", (f'"{term}"',))
        return found[0] if found else 1

    def term_statistics(self, terms: Sequence[str]) -> dict[str, int]:
        """Return the number of documents that hold each term."""
        marks = ",".join("?" * len(terms))
        return dict(self.rows(f"SELECT term, doc FROM temp.fts_terms WHERE term IN ({marks})", terms))

    def term_counts(self, terms: Sequence[str], revisions: Sequence[int]) -> dict[int, tuple[list[int], int]]:
        """Return, per revision, how often each term occurs and the document's length in terms."""
        marks = ",".join("?" * len(revisions))
        # `+rowid`: one pass over the matches; FTS5 would otherwise start the query anew for every revision (5 x slower)
        found = self.rows(
            f"SELECT rowid, doxa_counts(fts) FROM fts WHERE fts MATCH ? AND +rowid IN ({marks})",
            (_any_of(terms), *revisions),
        )
        return {revision: _split_counts(counts) for revision, counts in found}


def _any_of(terms: Sequence[str]) -> str:
    """Terms are escaped to letters and digits, so quoting them is enough for FTS5's query syntax."""
    return " OR ".join(f'"{term}"' for term in terms)


def _counts(api: apsw.FTS5ExtensionApi, *_: object) -> bytes:
    """Per phrase its number of occurrences, then the document's length; called for returned rows only."""
    locations = api.phrase_locations
    counts = [len(title) + len(text) for title, text in map(locations, range(api.phrase_count))]
    return array("I", (*counts, api.column_size(-1))).tobytes()


def _documents(api: apsw.FTS5ExtensionApi, *_: object) -> int:
    return api.row_count


def _native_idf(documents_with_term: int, documents: int) -> float:
    """Return the inverse document frequency that FTS5's bm25() uses, with its floor."""
    return max(1e-6, math.log((documents - documents_with_term + 0.5) / (documents_with_term + 0.5)))


def _split_counts(packed: bytes) -> tuple[list[int], int]:
    *counts, length = array("I", packed)
    return counts, length


def register_text_functions(db: apsw.Connection) -> None:
    """Give a connection the auxiliary functions of the text index that its queries use."""
    db.register_fts5_function("doxa_counts", _counts)
    db.register_fts5_function("doxa_documents", _documents)
