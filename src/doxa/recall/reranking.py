"""Runs a reranker over the best candidates; one that fails leaves the order as it was and says so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from doxa.graph.nodes import RevisionId
from doxa.plugins import Reranker
from doxa.recall.folding import Folded
from doxa.records import Belief, Reason


@dataclass(frozen=True, slots=True)
class Reranking:
    """What a reranker made of candidates.

    Args:
        kept: In its order.
        refused: What it judged not to answer.
        warnings: What the caller should know.
    """

    kept: tuple[Folded, ...]
    refused: frozenset[RevisionId] = frozenset()
    warnings: tuple[str, ...] = ()


def reranked(reranker: Reranker, query: str, candidates: Sequence[tuple[Folded, Belief]]) -> Reranking:
    """Return candidates in a reranker's order; what it gives the same score keeps its order.

    Args:
        reranker: The plug-in.
        query: The question.
        candidates: Best first.
    """
    before = tuple(each for each, _ in candidates)
    if not before:
        return Reranking(before)
    try:
        scores = list(reranker.rerank(query, [belief for _, belief in candidates]))
        problem = _problem(scores, len(before))
    except Exception as error:  # whatever a plug-in raises, the answer must come
        problem = f"raised {type(error).__name__}: {error}"
    if problem:
        return Reranking(before, warnings=(f"The reranker {problem}; the order is as without it.",))
    judged = [(each, float(score)) for each, score in zip(before, scores, strict=True) if score is not None]
    refused = frozenset(each.shown for each, score in zip(before, scores, strict=True) if score is None)
    ordered = sorted(judged, key=lambda pair: -pair[1])
    return Reranking(tuple(_placed(each, score, rank) for rank, (each, score) in enumerate(ordered, 1)), refused)


def _placed(each: Folded, score: float, rank: int) -> Folded:
    return each._replace(reranked=score, notes=(*each.notes, Reason("reranker", rank=rank, score=score)))


def _problem(scores: Sequence[object], expected: int) -> str | None:
    if len(scores) != expected:
        return f"gave {len(scores)} scores for {expected} candidates"
    for score in scores:
        if score is not None and (isinstance(score, bool) or not isinstance(score, int | float) or not isfinite(score)):
            return f"gave the score {score!r}"
    return None
