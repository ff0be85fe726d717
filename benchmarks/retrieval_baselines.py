"""The bare methods that recall quality is compared with: BM25, cosine of the default embedder, and both combined."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import Stemmer

from doxa.index.embedder import Embedder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]


K1, B = 1.5, 0.75
"""Those of the published baselines; doxa has its own."""
DENSE_WEIGHT = 0.4
_TOKEN = re.compile(r"[a-z0-9]+|[\u3400-\u9fff]+")
_STOP = frozenset(
    "a an and are as at be been but by did do does for from had has have he her his how i in is it its my of on or our"
    " she that the their they this to was we were what when where which who will with you your".split()
)
_STEMMER = Stemmer.Stemmer("english")


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    return str(_STEMMER.stemWord(word))


def terms(text: str) -> list[str]:
    """Return stems of lower-case English words without stop words, and Chinese characters with their bigrams."""
    found: list[str] = []
    for run in _TOKEN.findall(text.lower()):
        if run[0] >= "\u3400":
            found += [*run, *(run[at : at + 2] for at in range(len(run) - 1))]
        elif run not in _STOP:
            found.append(_stem(run))
    return found


class Bm25:
    """Okapi BM25 with Lucene's inverse document frequency.

    Args:
        texts: What is searched.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        self._counts = [Counter(terms(text)) for text in texts]
        self._lengths = [sum(count.values()) for count in self._counts]
        self._average = sum(self._lengths) / max(1, len(self._lengths)) or 1.0
        self._documents = Counter(term for count in self._counts for term in count)

    def scores(self, question: str) -> Scores:
        """Return the score of every text."""
        import numpy as np

        scores = np.zeros(len(self._counts))
        for term in terms(question):
            held = self._documents.get(term, 0)
            if not held:
                continue
            rarity = math.log(1 + (len(self._counts) - held + 0.5) / (held + 0.5))
            for place, (count, length) in enumerate(zip(self._counts, self._lengths, strict=True)):
                often = count.get(term, 0)
                if often:
                    scores[place] += rarity * often * (K1 + 1) / (often + K1 * (1 - B + B * length / self._average))
        return scores


def cosines(embedder: Embedder, texts: Sequence[str], questions: Sequence[str]) -> Scores:
    """Return the cosine of every question with every text, shape (questions, texts)."""
    stored = embedder.embed(list(texts))
    found: Scores = embedder.embed(list(questions), query=True).astype(float) @ stored.astype(float).T
    return found


def convex(lexical: Scores, dense: Scores, weight: float = DENSE_WEIGHT) -> Scores:
    """Return both scores of one question in one: lexical over its maximum, cosine over its range."""
    best = lexical.max(initial=0.0) or 1.0
    span = (dense.max() - dense.min()) or 1.0
    mixed: Scores = (1 - weight) * lexical / best + weight * (dense - dense.min()) / span
    return mixed
