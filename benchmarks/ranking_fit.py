"""Learns the weights of recall's order from questions with known evidence, each dialogue held out in turn.

The loss of a question is the mean over its evidence of log(1 + rivals / (1 + SPARE)), where rivals is the sum of
exp(their score - the evidence's) over what is no evidence: it falls until few rivals are ahead, as recall among the
first ten does, and leaves the order among the evidence free. Weights are kept small by `RIDGE`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lbfgs import minimise

SPARE = 10.0
RIDGE = 3e-3
MEANING = ("meaning", "meaning_before", "meaning_after", "meaning_wide", "meaning_session", "meaning_mean")


@dataclass(frozen=True, slots=True)
class Example:
    """The candidates of a question.

    Args:
        dialogue: The name of the dialogue it is about.
        features: Shape (n, f).
        gold: Shape (n,): which candidates are evidence.
        cosine: Shape (n,): with the question; NaN where there is no vector.
        matched: Shape (n,): summed rarity of the question's words that each has.
        known: Part of the question's weight whose terms any candidate has.
        unrelated: Mean and standard deviation of the cosines of the memory's texts at large.
    """

    dialogue: str
    features: NDArray[np.float32]
    gold: NDArray[np.bool_]
    cosine: NDArray[np.float32]
    matched: NDArray[np.float32]
    known: float
    unrelated: tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Packed:
    features: NDArray[np.float32]
    start: NDArray[np.int64]
    question: NDArray[np.int64]
    gold: NDArray[np.int64]
    share: NDArray[np.float64]


def fit(
    examples: Sequence[Example], names: Sequence[str], start: Mapping[str, float] | None = None
) -> dict[str, float]:
    """Return the weight of each feature.

    Args:
        examples: Questions; those whose evidence is not among the candidates teach nothing.
        names: Of the features, in order of the columns.
        start: Weights to begin with.
    """
    packed = _pack([each for each in examples if each.gold.any()])
    first = np.array([(start or {}).get(name, 0.0) for name in names])
    weights = minimise(lambda place: _loss(place, packed), first)
    return {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True)}


def _pack(examples: Sequence[Example]) -> _Packed:
    sizes = np.array([len(each.gold) for each in examples])
    question = np.repeat(np.arange(len(examples)), sizes)
    gold = np.flatnonzero(np.concatenate([each.gold for each in examples]))
    count = np.bincount(question[gold], minlength=len(examples))
    share = 1.0 / (len(examples) * count[question[gold]])
    features = np.ascontiguousarray(np.concatenate([each.features for each in examples]))
    return _Packed(features, np.cumsum(sizes) - sizes, question, gold, share)


def _loss(weights: NDArray[np.float64], packed: _Packed) -> tuple[float, NDArray[np.float64]]:
    scores = (packed.features @ weights.astype(np.float32)).astype(np.float64)
    highest = np.maximum.reduceat(scores, packed.start)
    raised = np.exp(scores - highest[packed.question])
    evidence, asked = raised[packed.gold], packed.question[packed.gold]
    rivals = raised.copy()
    rivals[packed.gold] = 0
    ahead = np.add.reduceat(rivals, packed.start)[asked]
    total = ahead + (1 + SPARE) * evidence
    loss = float(packed.share @ np.log(total / ((1 + SPARE) * evidence))) + RIDGE * float(weights @ weights)
    pull = np.bincount(asked, packed.share / total, len(packed.start))
    slope = rivals * pull[packed.question]
    slope[packed.gold] = -packed.share * ahead / total
    gradient = (packed.features.T @ slope.astype(np.float32)).astype(np.float64) + 2 * RIDGE * weights
    return loss, gradient


def held_out(examples: Sequence[Example], names: Sequence[str]) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Return the weights fitted on all examples, and per dialogue those fitted on all others."""
    whole = fit(examples, names)
    without = {
        dialogue: fit([each for each in examples if each.dialogue != dialogue], names, whole)
        for dialogue in dict.fromkeys(each.dialogue for each in examples)
    }
    return whole, without
