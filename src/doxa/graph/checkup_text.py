"""The text index and its statistics, checked against the texts, which are cut into terms anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from doxa.graph.engine import Connection, Row
from doxa.graph.sight import chunks
from doxa.graph.symbols import marks
from doxa.graph.text_index import terms_in
from doxa.records import Finding
from doxa.text.tokens import terms_of

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

_STEP = 500
_READ = 2_000
_MASK = (1 << 64) - 1


def check_text(graph: SqlGraph, *, repair: bool) -> Finding:
    """Check that the index holds of every text exactly its terms; with `repair` index anew what differs.

    A text is compared by the number of its terms and the sum of their hashes, so that the index, which lies by term,
    is read once from end to end.
    """
    with graph.engine.reading() as connection:
        indexed = _indexed(connection)
        wrong = [revision for revision, prints in _expected(connection) if indexed.pop(revision, None) != prints]
    wrong += indexed
    if repair:
        for part in chunks(sorted(wrong), _STEP):
            with graph.engine.writing(None) as connection:
                _index_anew(connection, part)
    detail = f"{len(wrong)} texts are indexed wrongly" if wrong else ""
    return Finding("text index", not wrong, detail, repaired=bool(wrong) and repair)


def check_statistics(graph: SqlGraph, *, repair: bool) -> Finding:
    """Check how many texts and terms each owner has; with `repair` count anew."""
    with graph.engine.writing(None) if repair else graph.engine.reading() as connection:
        documents: Counter[int] = Counter()
        terms: Counter[int] = Counter()
        for _, slab, title, text in _texts(connection):
            documents[slab] += 1
            terms[slab] += terms_in(terms_of(title or "", slab)) + terms_in(terms_of(text, slab))
        counted = {slab: (documents[slab], terms[slab]) for slab in documents}
        stored = {slab: (size, length) for slab, size, length in connection.rows("SELECT * FROM corpus") if size}
        if repair and counted != stored:
            connection.run("DELETE FROM corpus")
            connection.run_many("INSERT INTO corpus VALUES(?,?,?)", [(slab, *each) for slab, each in counted.items()])
    wrong = sum(counted.get(slab) != stored.get(slab) for slab in counted.keys() | stored.keys())
    detail = f"{wrong} owners are counted wrongly" if wrong else f"{sum(documents.values()):,} texts"
    return Finding("statistics", not wrong, detail, repaired=bool(wrong) and repair)


_Prints = tuple[int, int]
"""How many terms, and the sum of their hashes."""


def _indexed(connection: Connection) -> dict[int, _Prints]:
    counts: Counter[int] = Counter()
    sums: Counter[int] = Counter()
    for revision, term in connection.indexed_terms():
        counts[revision] += 1
        sums[revision] += hash(term)
    return {revision: (count, sums[revision] & _MASK) for revision, count in counts.items()}


def _expected(connection: Connection) -> Iterator[tuple[int, _Prints]]:
    for revision, slab, title, text in _texts(connection):
        held = f"{terms_of(title or '', slab)} {terms_of(text, slab)}".split()
        if held:
            yield revision, (len(held), sum(map(hash, held)) & _MASK)


def _texts(connection: Connection) -> Iterator[Row]:
    """Yield number, owner, title and text of every text that is indexed: all but bundles' and what was erased."""
    last = 0
    while rows := connection.rows(
        "SELECT r.id, i.slab, c.title, c.text FROM revision r CROSS JOIN item i CROSS JOIN content c"
        " WHERE r.id>? AND i.id=r.item AND c.rev=r.id AND i.erased IS NULL AND c.text<>'' ORDER BY r.id LIMIT ?",
        (last, _READ),
    ):
        last = rows[-1][0]
        yield from rows


def _index_anew(connection: Connection, revisions: list[int]) -> None:
    connection.unindex_text(revisions)
    rows = connection.rows(
        "SELECT r.id, i.slab, c.title, c.text FROM revision r CROSS JOIN item i CROSS JOIN content c"
        f" WHERE r.id IN ({marks(revisions)}) AND i.id=r.item AND c.rev=r.id AND i.erased IS NULL AND c.text<>''",
        revisions,
    )
    for revision, slab, title, text in rows:
        connection.index_text(revision, terms_of(title or "", slab), terms_of(text, slab))
