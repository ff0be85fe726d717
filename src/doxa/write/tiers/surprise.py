"""How surprising a memory is: how little what was known before it is like it, 0 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId
from doxa.text.tokens import query_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NEIGHBOURS: Final = 16
"""Memories like it that are looked at, whatever the size of the store."""
_UNALIKE: Final = 2.0
"""Spreads above the mean of all cosines at which two texts still have nothing to do with each other."""
_MOST_UNALIKE: Final = 0.6
"""The cosine that two texts without anything in common have at most; a small store tells little of that by itself."""
_NOT_KNOWN: Final = ("turn", "summary", "entity", "narrative")


def surprise_of(view: View, revision: RevisionId, text: str, vector: NDArray[np.float32] | None) -> float:
    """Return how surprising a memory is: 0 says what was known already, 1 is like nothing that was.

    With vectors it is the distance to the most similar memory that was there before, on a scale whose 1 is how alike
    any two texts of the store are (their mean cosine and two spreads), so that it means the same for every embedder.
    Without them it is the share of its words that no memory before it has. Either costs one search.

    Args:
        view: Where.
        revision: The memory.
        text: What it says.
        vector: Its vector; `None` = by words.
    """
    if vector is None:
        return _by_words(view, revision, text)
    hits = view.search_vectors(vector, limit=NEIGHBOURS, filter=Filter())
    before = _before(view, revision, [hit.revision for hit in hits])
    nearest = max((hit.cosine for hit in hits if hit.revision in before), default=None)
    if nearest is None:
        return 1.0
    likeness = view.likeness(vector, [])
    unalike = min(likeness.mean + _UNALIKE * likeness.spread, _MOST_UNALIKE)
    return min(1.0, max(0.0, (1.0 - nearest) / (1.0 - unalike)))


def _by_words(view: View, revision: RevisionId, text: str) -> float:
    words = set(query_tokens(text))
    hits = view.search_text(list(words), limit=NEIGHBOURS, filter=Filter())
    before = _before(view, revision, [hit.revision for hit in hits])
    nodes = view.revisions(sorted(before))
    shares = [len(words & set(query_tokens(node.text))) / len(words) for node in nodes.values()]
    return 1.0 - max(shares, default=0.0)


def _before(view: View, revision: RevisionId, found: list[RevisionId]) -> set[RevisionId]:
    """Return those of other items that were there before; conversation says nothing of what is known."""
    rows = view.heads([*found, revision])
    own = rows.get(revision)
    return {
        each
        for each in found
        if each in rows
        and rows[each].kind not in _NOT_KNOWN
        and own is not None
        and rows[each].item != own.item
        and rows[each].revision < revision
    }
