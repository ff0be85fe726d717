"""Vectors made of words alone, for projects without an embedder: rare words weigh more, and each falls on one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from math import log, sqrt
from typing import TYPE_CHECKING

from doxa.text.tokens import query_tokens

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIMENSIONS = 512
"""Places that words fall on (feature hashing, Weinberger et al. 2009)."""


def word_vectors(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return one vector for each text, shape (n, 512), rows of length 1: the cosine is that of weighted words."""
    import numpy as np

    told = [Counter(query_tokens(text)) for text in texts]
    frequency = Counter(token for counts in told for token in counts)
    places = {token: _place(token) for token in frequency}
    # the root, so that in a few texts of one thing what they share outweighs what tells them apart
    weight = {token: sqrt(log(1 + len(texts) / count)) for token, count in frequency.items()}
    rows = np.zeros((len(texts), DIMENSIONS), dtype=np.float32)
    for row, counts in zip(rows, told, strict=True):
        for token, count in counts.items():
            place, sign = places[token]
            row[place] += sign * (1 + log(count)) * weight[token]
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    rows /= np.where(lengths > 0, lengths, 1.0)
    return rows


def _place(token: str) -> tuple[int, float]:
    number = int.from_bytes(blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "big")
    return number % DIMENSIONS, 1.0 if number >> 32 & 1 else -1.0
