"""The proof of an erase: by structure, that no row and no indexed term is left; then by scan, that no word is.

FTS5 compresses terms by their prefixes, so a scan of the file alone would miss indexed words (STORE 5).
"""

from __future__ import annotations

import heapq
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from doxa.graph.engine import Connection, Row
from doxa.graph.erase_rows import ITEMS, NODES, REVISIONS
from doxa.graph.sight import chunks
from doxa.text.tokens import escape, tokens

SAMPLES = 24
"""Words that are looked for in the file: the longest of those that nothing left holds."""
_WORD = re.compile(r"\w{6,}")
_LONGEST = 16
_KEPT_WORDS = 1_000
_AT_ONCE = 1_000

_TRACES = (
    f"content WHERE rev IN {REVISIONS}",
    f"vector WHERE rev IN {REVISIONS}",
    f"usage WHERE rev IN {REVISIONS}",
    f"mention WHERE rev IN {REVISIONS}",
    f"artifact WHERE rev IN {REVISIONS}",
    f"observation WHERE rev IN {REVISIONS} OR turn IN {REVISIONS}",
    f"edge WHERE src IN {REVISIONS} OR dst IN {REVISIONS}",
    f"fact WHERE node IN {NODES}",
    f"name WHERE item IN {ITEMS}",
    f"alias WHERE item IN {ITEMS}",
    f"head WHERE item IN {ITEMS} OR rev IN {REVISIONS}",
    "session WHERE id IN (SELECT session FROM gone_session)",
    "message WHERE session IN (SELECT session FROM gone_session)",
)
_WORDS = {
    "content": ("title", "text", "claim", "meta"),
    "name": ("name",),
    "symbol": ("text",),
    "space": ("name",),
    "slab": ("user",),
    "alias": ("form", "text"),
    "mention": ("form",),
    "artifact": ("name", "location", "meta"),
    "fact": ("value",),
    "edge": ("meta",),
    "observation": ("detail",),
    "note": ("reason",),
    "session": ("name", "meta"),
    "message": ("name", "content", "meta"),
    "counter": ("name",),
    "receipt": ("results",),
    "queue": ("body", "error"),
    "access": ("who", "label"),
    "meta": ("value",),
}
"""Every column that holds words."""


@dataclass(slots=True)
class GoneWords:
    """What the text index and the file held of the texts that go.

    Args:
        documents: Per slab how many indexed texts go and how many terms they have.
        holding: Per term how many of the texts that go hold it.
        indexed: Per term how many texts held it before.
        words: The longest words of the texts, for the scan.
    """

    documents: dict[int, tuple[int, int]] = field(default_factory=dict)
    holding: Counter[str] = field(default_factory=Counter)
    indexed: dict[str, int] = field(default_factory=dict)
    words: tuple[str, ...] = ()


def read_words(connection: Connection) -> GoneWords:
    """Read what goes; before it is cleared."""
    gone = GoneWords()
    words: set[str] = set()
    for slab, title, text in _texts(connection):
        found = terms(title or "", slab) + terms(text, slab)
        documents, total = gone.documents.get(slab, (0, 0))
        gone.documents[slab] = documents + 1, total + len(found)
        gone.holding.update(set(found))
        words.update(word[:_LONGEST] for word in _WORD.findall(f"{title or ''} {text}"))
        if len(words) > 10 * _KEPT_WORDS:
            words = set(heapq.nlargest(_KEPT_WORDS, words, key=_distinct))
    gone.words = tuple(heapq.nlargest(_KEPT_WORDS, words, key=_distinct))
    gone.indexed = _statistics(connection, gone.holding)
    return gone


def rows_are_gone(connection: Connection) -> bool:
    """Tell whether no row of what was chosen is left; with the temporary tables still there."""
    counts = (connection.row(f"SELECT count(*) FROM {trace}") for trace in _TRACES)
    return all(found == (0,) for found in counts)


def terms_are_gone(connection: Connection, gone: GoneWords) -> bool:
    """Tell whether the text index holds every term in exactly as many texts fewer as went."""
    left = _statistics(connection, gone.holding)
    return all(left.get(term, 0) == gone.indexed.get(term, 0) - count for term, count in gone.holding.items())


def words_to_scan(gone: GoneWords) -> list[str]:
    """Return words that no text left to their owners holds: the rarest first, of those the longest."""
    unheld = {term for term, count in gone.holding.items() if gone.indexed.get(term, 0) == count}
    ranked: list[tuple[int, int, str]] = []
    for word in gone.words:
        found = next((each for slab in gone.documents if (each := terms(word, slab)) and each[0] in gone.holding), [])
        if found and unheld.issuperset(found):
            ranked.append((max(gone.holding[term] for term in found), -len(word), word))
    return [word for _, _, word in sorted(ranked)[:SAMPLES]]


def words_left_over(connection: Connection, found: Iterable[str]) -> list[str]:
    """Return those of the words found in the file that no row accounts for."""
    return [word for word in found if not _is_held(connection, word)]


def _is_held(connection: Connection, word: str) -> bool:
    """Tell whether a row that is left holds a word in any column of words."""
    for table, columns in _WORDS.items():
        where = " OR ".join(f"instr({column}, ?)>0" for column in columns)
        if connection.row(f"SELECT 1 FROM {table} WHERE {where} LIMIT 1", (word,) * len(columns)) is not None:
            return True
    return False


def _texts(connection: Connection) -> Iterator[Row]:
    """Yield owner, title and text of the revisions that go and are indexed."""
    last = 0
    while rows := connection.rows(
        "SELECT g.rev, g.slab, c.title, c.text FROM gone g JOIN content c ON c.rev=g.rev"
        " WHERE g.rev>? AND c.text<>'' ORDER BY g.rev LIMIT ?",
        (last, _AT_ONCE),
    ):
        last = rows[-1][0]
        yield from (row[1:] for row in rows)


def _statistics(connection: Connection, wanted: Iterable[str]) -> dict[str, int]:
    found: dict[str, int] = {}
    for part in chunks(wanted):
        found.update(connection.term_statistics(part))
    return found


def terms(text: str, slab: int) -> list[str]:
    """Return the terms under which the text index holds a text of an owner."""
    return [escape(token, slab) for token in tokens(text)]


def _distinct(word: str) -> tuple[int, str]:
    return len(word), word
