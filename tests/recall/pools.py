"""Pools of candidates for the tests of ranking: two sessions, whose turns stand beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from doxa.recall.pool import Pool


def pool(counts: Sequence[Sequence[int]], sessions: Sequence[int] | None = None, **other: Any) -> Pool:
    """Return a pool with so many of each term in each turn; turns of one session follow each other.

    Args:
        counts: Per turn, how often each term occurs.
        sessions: The number of each turn's session; `None` = all in one.
        other: Fields of the pool in place of what says nothing.
    """
    size, terms = len(counts), len(counts[0]) if counts else 0
    of = list(sessions or [0] * size)
    before = [row - 1 if row and of[row - 1] == of[row] else size for row in range(size)]
    after = [row + 1 if row + 1 < size and of[row + 1] == of[row] else size for row in range(size)]
    fields: dict[str, Any] = {
        "revisions": np.arange(1, size + 1),
        "counts": np.array(counts, np.float32).reshape(size, terms),
        "rarity": np.ones((size, terms), np.float32),
        "times": np.ones(terms, np.float32),
        "telling": np.ones(terms, np.bool_),
        "lengths": np.full(size, 10, np.float32),
        "average": np.full(size, 10, np.float32),
        "session": np.array(of, np.int64),
        "before": np.array(before, np.int64),
        "after": np.array(after, np.int64),
        "opens": np.array([place == size for place in before]),
        "cosine": np.full(size, np.nan, np.float32),
        "spread": 0.0,
        "centre": 0.0,
        "said": np.arange(size, dtype=np.float64) * 86_400,
        "by_asked": np.zeros(size, np.bool_),
        "by_other": np.zeros(size, np.bool_),
    }
    return Pool(**{**fields, **other})
