"""The legs: each finds revisions for a question in its own way and returns them best first with its own scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from doxa.graph.contract import View
from doxa.graph.nodes import Filter, RevisionId, TermMatches
from doxa.records import Question
from doxa.text.forms import value_form

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Found:
    """What one leg found: revisions best first, with scores that compare only within the leg."""

    leg: str
    hits: tuple[tuple[RevisionId, float], ...]


def bm25_leg(matches: TermMatches) -> Found:
    """Find by words: BM25 over title and text with the owner's own statistics."""
    return Found("bm25", tuple((hit.revision, hit.score) for hit in matches.hits))


def dense_leg(
    view: View, vector: NDArray[np.float32], *, limit: int, keep: Filter, within: Sequence[RevisionId]
) -> Found:
    """Find by meaning: cosine with the question's vector, exact."""
    return Found("dense", tuple(zip(*view.nearest(vector, limit=limit, filter=keep, within=within), strict=True)))


def entity_leg(view: View, question: Question, *, limit: int) -> Found:
    """Find by the entities named: claims whose subject, value or mention is one of them.

    A revision scores one per entity it names, and half for one that only mentions it.
    """
    forms = list(dict.fromkeys(value_form(name) for name in question.entities))
    if not forms:
        return Found("entity", ())
    scores: dict[RevisionId, float] = {}
    for revisions in view.mentions(forms, limit=limit).values():
        for revision, role in revisions:
            scores[revision] = scores.get(revision, 0.0) + (0.5 if role == "mention" else 1.0)
    return Found("entity", _best_first(scores, limit))


def time_leg(view: View, question: Question, *, limit: int, keep: Filter) -> Found:
    """Find by time: revisions that hold, or were said, within the period the question names."""
    if question.period is None:
        return Found("time", ())
    revisions = view.between(question.period, filter=keep, limit=limit)
    return Found("time", tuple((revision, 1.0) for revision in revisions))


def _best_first(scores: dict[RevisionId, float], limit: int) -> tuple[tuple[RevisionId, float], ...]:
    ranked = sorted(scores.items(), key=lambda pair: (-pair[1], -pair[0]))
    return tuple(ranked[:limit])
