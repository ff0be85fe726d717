"""Learns what the sums of the learned order mean: the probability that a candidate is evidence.

Logistic regression over the best candidates of each question, those that their memory cannot answer included. Every
kind of question (corpus, whole memory or one session, answerable or not) has the same total weight, so the relevance
is that of a memory that can answer every other question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.recall.relevance import EVIDENCE, closeness_of, evidence_of, probabilities
from lbfgs import minimise
from ranking_fit import Example

BEST = 10
"""Candidates of each question that are learned from."""
RIDGE = 1e-4


@dataclass(frozen=True, slots=True)
class Judged:
    """A question with what its memory has to say to it, by given weights of the order.

    Args:
        dialogue: Of the memory.
        group: Its kind; each kind weighs the same.
        evidence: Values of `EVIDENCE`.
        behind: Shape (n,): of the best candidates, best first.
        gold: Shape (n,): which of them are evidence.
    """

    dialogue: str
    group: object
    evidence: Mapping[str, float]
    behind: NDArray[np.float64]
    gold: NDArray[np.bool_]

    def relevance(self, weights: Mapping[str, float]) -> NDArray[np.float64]:
        """Return the relevance of each of the best candidates."""
        return probabilities(self.evidence, self.behind, weights)


def judged(
    example: Example,
    names: Sequence[str],
    weights: Mapping[str, float],
    background: tuple[float, float],
    group: object,
) -> Judged | None:
    """Return a question's best candidates by weights that were fitted without its dialogue; `None` without any."""
    if not len(example.gold):
        return None
    sums = example.features.astype(np.float64) @ np.array([weights[name] for name in names])
    evidence, behind = evidence_of(sums, example.matched, closeness_of(example.cosine, background), example.known)
    best = np.argsort(-sums, kind="stable")[:BEST]
    return Judged(example.dialogue, group, evidence, behind[best], example.gold[best])


def fit_relevance(questions: Sequence[Judged]) -> dict[str, float]:
    """Return the weights of a relevance."""
    size = Counter(each.group for each in questions)
    rows = np.concatenate([_rows(each) for each in questions])
    gold = np.concatenate([each.gold for each in questions]).astype(np.float64)
    weight = np.concatenate(
        [np.full(len(each.gold), 1 / len(size) / size[each.group] / len(each.gold)) for each in questions]
    )

    def loss(place: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        logits = rows @ place
        value = float(weight @ (np.logaddexp(0, logits) - gold * logits)) + RIDGE * float(place[1:] @ place[1:])
        slope = rows.T @ (weight * (1 / (1 + np.exp(-logits)) - gold))
        return value, slope + 2 * RIDGE * np.concatenate([[0.0], place[1:]])

    found = minimise(loss, np.zeros(rows.shape[1]))
    return dict(zip(("bias", *EVIDENCE, "behind"), (round(float(each), 4) for each in found), strict=True))


def _rows(question: Judged) -> NDArray[np.float64]:
    fixed = np.array([1.0, *(question.evidence[name] for name in EVIDENCE)])
    return np.column_stack([np.tile(fixed, (len(question.behind), 1)), question.behind])


def background_of(examples: Sequence[Example]) -> tuple[float, float]:
    """Return mean and standard deviation of the cosines of texts with questions that they have nothing to do with."""
    means, spreads = np.array([each.unrelated for each in examples]).T
    return round(float(means.mean()), 4), round(float(np.sqrt((spreads**2).mean() + means.var())), 4)


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Return how often one of `positive` is above one of `negative`, ties counting half."""
    above = np.searchsorted(np.sort(negative), positive, side="left")
    not_below = np.searchsorted(np.sort(negative), positive, side="right")
    return float((above + not_below).mean() / 2 / len(negative))
