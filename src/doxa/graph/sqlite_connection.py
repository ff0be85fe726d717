"""One apsw connection inside one transaction, as the SQL that all engines share sees it, with its text index."""

from __future__ import annotations

import heapq
import json
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
_INDEX = "INSERT INTO fts(rowid, title, text) VALUES(?,?,?)"
_TERM_MATCHES = f"SELECT rowid, {{}}, bm25(fts,{_WEIGHT},{_WEIGHT})*? FROM fts WHERE fts MATCH ?{{}}"
# `+rowid`: one pass over the matches, as in `match_within`
_WITHIN = " AND +rowid IN (SELECT value FROM json_each(?))"
PRUNED_FROM = 6_000
"""Matches of all terms from which on the common terms' are not all gone through."""
COMMON_SHARES = (0.25, 0.02)
"""Shares of all weight that common terms may have, tried in this order: the fewer rare ones are left, the less is read,
and the likelier it is that these do not settle which documents are the best."""


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
        self.db.executemany(sql, rows)

    def index_text(self, revision: int, title: str, text: str) -> None:
        """Add a document of space-joined escaped terms."""
        self.run(_INDEX, (revision, title, text))

    def index_texts(self, documents: Iterable[tuple[int, str, str]]) -> None:
        """Add many: revision, title, text."""
        self.run_many(_INDEX, documents)

    def unindex_text(self, revisions: Sequence[int]) -> None:
        """Take documents out."""
        self.run_many("DELETE FROM fts WHERE rowid=?", ((revision,) for revision in revisions))

    def compact_text(self) -> None:
        """Rewrite the text index without what was taken out of it."""
        self.run("INSERT INTO fts(fts) VALUES('optimize')")

    def indexed_terms(self) -> Iterator[tuple[int, str]]:
        """Yield (revision, term) for every occurrence of a term in the text index, in any order."""
        yield from self.db.execute("SELECT doc, term FROM temp.fts_occurrences")

    def match_text(
        self,
        terms: Sequence[TermWeight],
        *,
        limit: int,
        newest: int | None,
        known: dict[str, object] | None = None,
    ) -> list[TextMatch]:
        """Return candidate revisions, best first by FTS5's BM25 under the given weights, ties by newer revision.

        One FTS5 query per term, with FTS5's inverse document frequency divided out, summed per revision: as fast as
        one query of all terms ordered by FTS5's rank (1.4 to 1.5 ms each over 1,200 matches), which knows statistics
        of the whole project only. How often a term occurs follows from its score and the document's length, which
        spares a call into Python per row.
        """
        held = [term for term in terms if term.documents > 0]
        if not held:
            return []
        size = None if known is None else known.get("size")
        if not isinstance(size, _IndexSize):
            size = self._index_size(held[0].term)
        if known is not None:
            known["size"] = size
        rows = None
        if sum(term.documents for term in held) > PRUNED_FROM:
            tries = (self._best_by_rare_terms(held, size, limit, newest, share) for share in COMMON_SHARES)
            rows = next((each for each in tries if each is not None), None)
        if rows is None:
            rows = self._best_of_all(held, size, limit, newest)
        return _matches(rows, held, size)

    def _best_of_all(self, terms: Sequence[TermWeight], size: _IndexSize, limit: int, newest: int | None) -> list[Row]:
        """Return (revision, score, size blob, position of the term, its score) of the best, by all matches of all."""
        parts, values = _term_queries(list(enumerate(terms)), size, newest)
        return self.rows(
            f"WITH m(r, t, s) AS MATERIALIZED ({parts}), best(r, score) AS MATERIALIZED"
            " (SELECT r, sum(s) AS score FROM m GROUP BY r ORDER BY score DESC, r DESC LIMIT ?)"
            " SELECT m.r, best.score, d.sz, m.t, m.s FROM m CROSS JOIN best CROSS JOIN fts_docsize d"
            " WHERE best.r=m.r AND d.id=m.r",
            (*values, limit),
        )

    def _best_by_rare_terms(
        self, terms: Sequence[TermWeight], size: _IndexSize, limit: int, newest: int | None, share: float
    ) -> list[Row] | None:
        """Return the same rows without going through every match of the common terms; `None` where that may miss one.

        A document without a rare term earns at most the weights of its owner's common ones (MaxScore: Turtle and
        Flood, Information Processing & Management 31(6), 1995). Where `limit` documents earn as much by rare terms
        alone, it is not among the best; nor is one that falls short of the last of these by more than that.
        """
        ordered = sorted(enumerate(terms), key=lambda pair: pair[1].documents)
        rare = ordered[: len(ordered) - _common(ordered, share)]
        common = ordered[len(rare) :]
        if not common:
            return None
        at_most = _most_earned(term for _, term in common)
        parts, values = _term_queries(rare, size, newest)
        found = self.rows(f"SELECT * FROM ({parts})", values)
        earned: dict[int, float] = {}
        for revision, _, score in found:
            earned[revision] = earned.get(revision, 0.0) + score
        if len(earned) < limit:
            return None
        last = heapq.nlargest(limit, earned.values())[-1]
        if last <= at_most:
            return None
        there = [revision for revision, score in earned.items() if score + at_most >= last]
        parts, values = _term_queries(common, size, newest, there)
        rows = [row for row in (*found, *self.rows(f"SELECT * FROM ({parts})", values)) if row[0] in earned]
        totals = dict.fromkeys(there, 0.0)
        for revision, _, score in rows:
            if revision in totals:
                totals[revision] += score
        best = heapq.nlargest(limit, totals, key=lambda revision: (totals[revision], revision))
        sizes: dict[int, bytes] = dict(
            self.rows(f"SELECT id, sz FROM fts_docsize WHERE id IN ({','.join('?' * len(best))})", best)
        )
        return [(row[0], totals[row[0]], sizes[row[0]], row[1], row[2]) for row in rows if row[0] in sizes]

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


def _term_queries(
    terms: Sequence[tuple[int, TermWeight]], size: _IndexSize, newest: int | None, within: Sequence[int] | None = None
) -> tuple[str, list[Value]]:
    """Return a query for (revision, position of the term, its score) of every match of terms, and its values."""
    more = ("" if newest is None else " AND rowid<=?") + ("" if within is None else _WITHIN)
    values: list[Value] = []
    for _, term in terms:
        values += [-term.weight / (size.native_idf(term.documents) * _NATIVE_FACTOR), f'"{term.term}"']
        values += [] if newest is None else [newest]
        values += [] if within is None else [json.dumps(within)]
    return " UNION ALL ".join(_TERM_MATCHES.format(position, more) for position, _ in terms), values


def _common(ordered: Sequence[tuple[int, TermWeight]], share: float) -> int:
    """Return how many of the last terms have together no more than a share of all weight."""
    left = share * sum(term.weight for _, term in ordered)
    for count, (_, term) in enumerate(reversed(ordered)):
        left -= term.weight
        if left < 0:
            return count
    return 0


def _most_earned(terms: Iterable[TermWeight]) -> float:
    """Return the most that a document can earn by terms; it holds those of one owner, whose prefix they have."""
    by_owner: dict[str, float] = {}
    for term in terms:
        owner = term.term.partition("x")[0]
        by_owner[owner] = by_owner.get(owner, 0.0) + term.weight
    return max(by_owner.values())


def _any_of(terms: Sequence[str]) -> str:
    """Terms are escaped to letters and digits, so quoting them is enough for FTS5's query syntax."""
    return " OR ".join(f'"{term}"' for term in terms)


def _matches(rows: Iterable[Row], terms: Sequence[TermWeight], size: _IndexSize) -> list[TextMatch]:
    """Gather rows of (revision, score, size blob, position of the term, its weighted score) by revision, best first."""
    found: dict[int, tuple[float, int, int, dict[str, int]]] = {}
    weights = [(term.term, term.weight) for term in terms]
    lengths: dict[bytes, tuple[int, float]] = {}  # few differ
    for revision, score, packed, position, weighted in rows:
        measured = lengths.get(packed)
        if measured is None:
            length = _document_length(packed)
            measured = lengths[packed] = length, size.native_length(length)
        term, weight = weights[position]
        saturated = weighted / weight
        count = round(saturated * measured[1] / (1 - saturated) / _WEIGHT)
        match = found.get(revision)
        if match is None:
            found[revision] = -score, -revision, measured[0], {term: count}
        else:
            match[3][term] = count
    # plain numbers, which are put in order at a third of the time that asking a function for each takes
    return [TextMatch(-revision, -score, length, counts) for score, revision, length, counts in sorted(found.values())]


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
