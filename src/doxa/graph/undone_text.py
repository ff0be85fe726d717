"""What texts that were undone or rolled back hold in the text index, where past views still find them.

The present counts as if they had never been written: the number of texts, their length and the documents per word of a
search leave them out, so that an operation and its undo, or a rollback to before it, leave every score as it was.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from doxa.graph.engine import Row
from doxa.graph.nodes import FOREVER, Key, NodeType, RevisionId
from doxa.graph.sight import Sight, chunks
from doxa.graph.symbols import marks
from doxa.text.tokens import escape, tokens

FLAGGED = f"SELECT node FROM fact WHERE key=? AND value='true' AND to_op={FOREVER}"
"""Finds the nodes of which a flag is set now."""


@dataclass(slots=True)
class UndoneText:
    """What is to be left out of the statistics of texts.

    Args:
        documents: How many texts, per slab.
        lengths: How many terms they have, per slab.
        holding: How many of them hold an escaped term.
    """

    documents: Counter[int] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    holding: Counter[str] = field(default_factory=Counter)


def undone_text(sight: Sight) -> UndoneText:
    """Return what texts that are void now hold, read once an operation; nothing in an open transaction.

    One statement where nothing was undone; else linear in what was undone, whose texts are cut into terms once.
    """
    if sight.pending:
        return UndoneText()
    if sight.text is not None and sight.text.undone is not None:
        return sight.text.undone
    found = UndoneText()
    known: dict[RevisionId, Any] = sight.told.made.setdefault((_terms, 0), {})
    for revision, slab, title, text in _texts(sight, _undone_nodes(sight)):
        if revision not in known:
            known[revision] = _terms(title or "") + _terms(text)
        terms: Counter[str] = known[revision]
        found.documents[slab] += 1
        found.lengths[slab] += terms.total()
        found.holding.update([escape(term, slab) for term in terms])
    if sight.text is not None:
        sight.text.undone = found
    return found


def _terms(text: str) -> Counter[str]:
    return Counter(tokens(text))


def _undone_nodes(sight: Sight) -> list[int]:
    """Return the items and revisions that are void now, whatever moment is looked at, as statistics are today's."""
    return [node for (node,) in sight.connection.rows(FLAGGED, (sight.symbols.id(Key.VOID),))]


def _texts(sight: Sight, nodes: Iterable[int]) -> Iterable[tuple[RevisionId, int, str | None, str]]:
    """Return each text of the nodes once: revision, slab, title, text."""
    found: dict[int, Row] = {}
    for kind, column in ((NodeType.ITEM, "r.item"), (NodeType.REVISION, "r.id")):
        for part in chunks([node // 8 for node in nodes if node % 8 == kind]):
            rows = sight.connection.rows(
                "SELECT r.id, i.slab, c.title, c.text FROM revision r CROSS JOIN item i CROSS JOIN content c"
                f" WHERE {column} IN ({marks(part)}) AND i.id=r.item AND c.rev=r.id AND i.erased IS NULL"
                " AND c.text<>''",
                part,
            )
            found.update((row[0], row) for row in rows)
    return [(RevisionId(revision), slab, title, text) for revision, slab, title, text in found.values()]
