"""Looks further down where the conditions of a request leave fewer hits than it asks for.

Every leg brings its best few hundred. Where most of those are of a kind that recall does not give, have expired or do
not meet the conditions, what does meet them lies behind: it is walked to in the order of words and of meaning, and
ranked on its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.recall.request import Request
from doxa.recall.searching import filter_of
from doxa.records import Question

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_WALKED = 10_000
"""Memories that are walked over at most; reading one takes about .08 ms."""
STRIDE = 500
"""Memories that are read at a time."""
ENOUGH = 5
"""Per wanted hit, how many that meet the conditions are ranked."""
NOTE = (
    f"The conditions were checked on the {MOST_WALKED:,} memories that fit the question best; what lies behind them "
    "was not looked at. Name kinds, a space or a session, which are looked for directly."
)

Passing = Callable[[Sequence[RevisionId]], list[RevisionId]]
"""Returns those of some revisions that may be hits of the request."""


def deeper(
    view: View,
    question: Question,
    request: Request,
    vector: NDArray[np.float32] | None,
    passing: Passing,
    warnings: list[str],
) -> list[RevisionId]:
    """Return revisions that may be hits, those first that fit best by words or by meaning.

    Args:
        view: The snapshot.
        question: As it was read.
        request: What may be a hit.
        vector: The question's, where there is an embedder.
        passing: Tells which may be hits.
        warnings: Where it is said that not all could be looked at.
    """
    found: list[RevisionId] = []
    walk = _interleaved(_by_words(view, question, request), _by_meaning(view, request, vector))
    walked = 0
    while stride := list(islice(walk, min(STRIDE, MOST_WALKED - walked))):
        walked += len(stride)
        found += passing(stride)
        if len(found) >= ENOUGH * request.limit:
            return found
    if next(walk, None) is not None:
        warnings.append(NOTE)
    return found


def _by_words(view: View, question: Question, request: Request) -> list[RevisionId]:
    if not question.terms:
        return []
    hits = view.search_text(question.terms, limit=MOST_WALKED + 1, filter=filter_of(request))
    return [hit.revision for hit in hits]


def _by_meaning(view: View, request: Request, vector: NDArray[np.float32] | None) -> list[RevisionId]:
    if vector is None:
        return []
    hits = view.search_vectors(vector, limit=MOST_WALKED + 1, filter=filter_of(request))
    return [hit.revision for hit in hits]


def _interleaved(*ranked: Iterable[RevisionId]) -> Iterator[RevisionId]:
    seen: set[RevisionId] = set()
    for pair in zip_longest(*ranked):
        for each in pair:
            if each is not None and each not in seen:
                seen.add(each)
                yield each
