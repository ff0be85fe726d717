"""One apsw connection inside one transaction, as the SQL that all engines share sees it, with its text index."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import apsw

from doxa.errors import Conflict, DoxaError, InvalidInput, InvalidText
from doxa.graph.engine import Row, TermWeight, TextMatch, Value
from doxa.text.bm25 import K1, B

# What FTS5's bm25() has built in: idf * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length / average))
_NATIVE_K1 = 1.2
_NATIVE_B = 0.75
_NATIVE_FACTOR = _NATIVE_K1 + 1
# A column weight w multiplies tf, which divides k1 by w; this one gives the length the factor that it has in ours
_WEIGHT = round(_NATIVE_K1 * _NATIVE_B / (K1 * B), 6)
_TERM_MATCHES = f"SELECT rowid, {{}}, bm25(fts,{_WEIGHT},{_WEIGHT})*? FROM fts WHERE fts MATCH ?{{}}"


class SqliteConnection:
    """One apsw connection as the shared SQL sees it."""

    def __init__(self, db: apsw.Connection) -> None:
        self.db = db

    def rows(self, sql: str, values: Sequence[Value] = ()) -> list[Row]:
        """Run a query and return all its rows."""
        try:
            return self.db.execute(sql, values).fetchall()
        except _UNFIT as error:
            raise _refusal(error) from error

    def row(self, sql: str, values: Sequence[Value] = ()) -> Row | None:
        """Run a query and return its first row."""
        try:
            return self.db.execute(sql, values).fetchone()
        except _UNFIT as error:
            raise _refusal(error) from error

    def run(self, sql: str, values: Sequence[Value] = ()) -> None:
        """Run a statement."""
        try:
            self.db.execute(sql, values)
        except _UNFIT as error:
            raise _refusal(error) from error

    def run_many(self, sql: str, rows: Iterable[Sequence[Value]]) -> None:
        """Run a statement once per row."""
        self.db.executemany(sql, (tuple(row) for row in rows))

    def index_text(self, revision: int, title: str, text: str) -> None:
        """Add a document of space-joined escaped terms."""
        self.run("INSERT INTO fts(rowid, title, text) VALUES(?,?,?)", (revision, title, text))

    def unindex_text(self, revisions: Sequence[int]) -> None:
        """Take documents out."""
        self.run_many("DELETE FROM fts WHERE rowid=?", ((revision,) for revision in revisions))

    def compact_text(self) -> None:
        """Rewrite the text index without what was taken out of it."""
        self.run("INSERT INTO fts(fts) VALUES('optimize')")

    def indexed_terms(self) -> Iterator[tuple[int, str]]:
        """Yield (revision, term) for every occurrence of a term in the text index, in any order."""
        yield from self.db.execute("SELECT doc, term FROM temp.fts_occurrences")

    def match_text(self, terms: Sequence[TermWeight], *, limit: int, newest: int | None) -> list[TextMatch]:
        """Return candidate revisions, best first by FTS5's BM25 under the given weights, ties by newer revision.

        One FTS5 query per term, with FTS5's inverse document frequency divided out, summed per revision: as fast as
        one query of all terms ordered by FTS5's rank (1.4 to 1.5 ms each over 1,200 matches), which knows statistics
        of the whole project only. How often a term occurs follows from its score and the document's length, which
        spares a call into Python per row.
        """
        known = [term for term in terms if term.documents > 0]
        if not known:
            return []
        size = self._index_size(known[0].term)
        parts = " UNION ALL ".join(
            _TERM_MATCHES.format(i, "" if newest is None else " AND rowid<=?") for i in range(len(known))
        )
        values: list[Value] = []
        for term in known:
            values += [-term.weight / (size.native_idf(term.documents) * _NATIVE_FACTOR), f'"{term.term}"']
            values += [] if newest is None else [newest]
        found = self.rows(
            f"WITH m(r, t, s) AS MATERIALIZED ({parts}), best(r, score) AS MATERIALIZED"
            " (SELECT r, sum(s) AS score FROM m GROUP BY r ORDER BY score DESC, r DESC LIMIT ?)"
            " SELECT m.r, best.score, d.sz, m.t, m.s FROM m CROSS JOIN best CROSS JOIN fts_docsize d"
            " WHERE best.r=m.r AND d.id=m.r",
            (*values, limit),
        )
        return sorted(_matches(found, known, size), key=lambda match: (-match.score, -match.revision))

    def _index_size(self, term: str) -> _IndexSize:
        found = self.row("SELECT doxa_index_size(fts) FROM fts WHERE fts MATCH ? LIMIT 1", (f'"{term}"',))
        return _IndexSize(*array("Q", found[0])) if found else _IndexSize(1, 1)

    def term_statistics(self, terms: Sequence[str]) -> dict[str, int]:
        """Return the number of documents that hold each term."""
        marks = ",".join("?" * len(terms))
        return dict(self.rows(f"SELECT term, doc FROM temp.fts_terms WHERE term IN ({marks})", terms))

    def match_within(self, terms: Sequence[str], revisions: Sequence[int]) -> list[TextMatch]:
        """Return those of the revisions that hold any of the terms, in any order, with score 0."""
        marks = ",".join("?" * len(revisions))
        # `+rowid`: one pass over the matches; FTS5 would otherwise start the query anew for every revision (5 x slower)
        found = self.rows(
            f"SELECT rowid, doxa_counts(fts) FROM fts WHERE fts MATCH ? AND +rowid IN ({marks})",
            (_any_of(terms), *revisions),
        )
        return [_match(revision, terms, packed) for revision, packed in found]


class _IndexSize(NamedTuple):
    """How many documents the text index holds, and how many terms all of them have."""

    documents: int
    terms: int

    def native_idf(self, documents: int) -> float:
        """Return the inverse document frequency that FTS5's bm25() uses, with its floor."""
        return max(1e-6, math.log((self.documents - documents + 0.5) / (documents + 0.5)))

    def native_length(self, length: int) -> float:
        """Return what FTS5's bm25() adds to a term's frequency in a document of that length, before the weight."""
        return _NATIVE_K1 * (1 - _NATIVE_B + _NATIVE_B * length * self.documents / self.terms)


def _any_of(terms: Sequence[str]) -> str:
    """Terms are escaped to letters and digits, so quoting them is enough for FTS5's query syntax."""
    return " OR ".join(f'"{term}"' for term in terms)


def _matches(rows: Iterable[Row], terms: Sequence[TermWeight], size: _IndexSize) -> Iterable[TextMatch]:
    """Gather rows of (revision, score, size blob, position of the term, its weighted score) by revision."""
    found: dict[int, TextMatch] = {}
    for revision, score, packed, position, weighted in rows:
        match = found.get(revision)
        if match is None:
            match = found[revision] = TextMatch(revision, score, _document_length(packed), {})
        saturated = weighted / terms[position].weight
        frequency = saturated * size.native_length(match.length) / (1 - saturated) / _WEIGHT
        match.counts[terms[position].term] = round(frequency)
    return found.values()


_UNFIT = (UnicodeEncodeError, OverflowError, apsw.ConstraintError)


def _refusal(error: Exception) -> DoxaError:
    """Return what no row can hold as an error of ours, wherever it comes from."""
    match error:
        case UnicodeEncodeError():
            said = f"A text holds a lone surrogate at {error.start}."
            return InvalidText(said, mend="Decode it with errors='replace'.")
        case OverflowError():
            return InvalidInput("A number is too large to be that of anything.", mend="Give one below 2**63.")
        case _:
            return Conflict(f"A row does not fit those that are there: {error}.", mend="Read again and retry.")


def _document_length(packed: bytes) -> int:
    """Add up the columns' lengths, which FTS5 keeps as big-endian base-128 numbers."""
    total = number = 0
    for byte in packed:
        number = number << 7 | byte & 0x7F
        if byte < 0x80:
            total, number = total + number, 0
    return total


def _match(revision: int, terms: Sequence[str], packed: bytes) -> TextMatch:
    *counts, length = array("I", packed)
    held = {term: count for term, count in zip(terms, counts, strict=True) if count}
    return TextMatch(revision, 0.0, length, held)


def _counts(api: apsw.FTS5ExtensionApi, *_: object) -> bytes:
    """Per phrase its number of occurrences, then the document's length."""
    locations = api.phrase_locations
    counts = [len(title) + len(text) for title, text in map(locations, range(api.phrase_count))]
    return array("I", (*counts, api.column_size(-1))).tobytes()


def _packed_size(api: apsw.FTS5ExtensionApi, *_: object) -> bytes:
    return array("Q", (api.row_count, api.column_total_size(-1))).tobytes()


def prepare_text_index(db: apsw.Connection) -> None:
    """Give a connection the views of the text index, its terms and their occurrences; the file has been made."""
    for view, type_ in (("fts_terms", "row"), ("fts_occurrences", "instance")):
        db.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{view} USING fts5vocab(main, fts, {type_})")


def register_text_functions(db: apsw.Connection) -> None:
    """Give a connection the auxiliary functions of the text index that its queries use."""
    db.register_fts5_function("doxa_counts", _counts)
    db.register_fts5_function("doxa_index_size", _packed_size)
