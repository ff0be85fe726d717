"""How likely a candidate answers the question: the learned sums as probabilities.

A logistic model of a handful of numbers that say whether anything in this memory answers the question at all, and of
how far a candidate is behind the best. It is fitted on questions with known evidence and on as many that the memory
asked cannot answer, so a relevance of .4 means that four in ten such candidates are evidence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from doxa.recall.pool import Pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.recall.pool import Floats

RIVALS = 20
"""The best candidate is compared with the one at this rank; where there are fewer, with one that has nothing."""
EVIDENCE = ("words", "known", "closeness", "ahead", "sum", "size")
"""What speaks for a question's being answerable, with the scales below about -2 to 2."""
_WORDS_SCALE, _AHEAD_SCALE, _SUM_SCALE, _SIZE_SCALE, _CLOSE_SCALE = 3.0, 5.0, 10.0, 6.0, 10.0

LEAST = 0.01
"""Relevance of the best candidate below which a recall abstains where the caller names no `min_relevance`. On held-out
dialogues this withholds next to nothing that is evidence; who would rather have nothing than something doubtful asks
for .1 or more."""

Relevance = Mapping[str, float]
"""Weights of `EVIDENCE`, `bias`, and `behind` per point a candidate's sum is behind the best."""


def evidence_of(
    sums: NDArray[np.float64], matched: Floats, closeness: Floats, known: float
) -> tuple[dict[str, float], NDArray[np.float64]]:
    """Return the values of `EVIDENCE`, and how far each candidate is behind the best, at most 0.

    Args:
        sums: Shape (n,), of at least one candidate.
        matched: Shape (n,): see `matched_weight`.
        closeness: Shape (n,): see `closeness_of`.
        known: Part of the question's weight whose terms any candidate has.
    """
    import numpy as np

    best = int(np.argmax(sums))
    padded = sums if len(sums) >= RIVALS else np.concatenate([sums, np.zeros(RIVALS - len(sums))])
    rival = float(np.partition(padded, -RIVALS)[-RIVALS])
    evidence = {
        "words": float(np.log1p(matched[best])) / _WORDS_SCALE,
        "known": known,
        "closeness": float(closeness[best]),
        "ahead": (float(sums[best]) - rival) / _AHEAD_SCALE,
        "sum": float(sums[best]) / _SUM_SCALE,
        "size": float(np.log(len(sums))) / _SIZE_SCALE,
    }
    return evidence, sums - sums[best]


def probabilities(
    evidence: Mapping[str, float], behind: NDArray[np.float64], weights: Relevance
) -> NDArray[np.float64]:
    """Return the relevance of each candidate, 0 to 1; the best has the highest."""
    import numpy as np

    of_best = weights["bias"] + sum(weights.get(name, 0.0) * value for name, value in evidence.items())
    found: NDArray[np.float64] = 1.0 / (1.0 + np.exp(-(of_best + weights["behind"] * behind)))
    return found


def matched_weight(pool: Pool) -> Floats:
    """Return the summed rarity of the question's words that each candidate has: one rare word tells more than three."""
    telling = pool.times * pool.telling
    weight: Floats = ((pool.rarity * telling).T * (pool.counts > 0).T).sum(axis=0)  # by terms, the faster way to sum
    return weight


def known_part(pool: Pool) -> float:
    """Return the part of the question's weight whose terms occur in some candidate, 0 to 1."""
    weight = pool.rarity.max(axis=0, initial=0.0) * pool.times * pool.telling
    total = float(weight.sum())
    return float(weight[(pool.counts > 0).any(axis=0)].sum()) / total if total > 0 else 0.0


def closeness_of(cosine: Floats, background: tuple[float, float]) -> Floats:
    """Return how much closer to the question each candidate is than texts that have nothing to do with it.

    Args:
        cosine: Shape (n,): with the question; NaN where there is no vector.
        background: Mean and standard deviation of the cosines of unrelated texts under this embedder.

    Returns:
        Standard deviations over 10; 0 where nothing is known.
    """
    import numpy as np

    mean, spread = background
    if spread <= 0:
        return np.zeros(len(cosine), np.float32)
    away = (cosine - mean) / spread / _CLOSE_SCALE
    known: Floats = np.nan_to_num(away, nan=0.0).clip(-2.0, 2.0).astype(np.float32)
    return known
