"""Texts of made-up words, as many as a benchmark needs.

Word frequencies follow Zipf's law. The exponent makes a conversation bring new words about as often as LoCoMo's do (2
to 3 in a text of 25 words after 300 texts; LoCoMo's: 2).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

WORDS = 20_000
TEXT_WORDS = 25
COMMONEST = 60
"""Words as common as the stop words of a language, which questions are not about."""
_EXPONENT, _OFFSET = 1.25, 3
_SYLLABLES = [a + b for a in "bcdfghklmnprstvy" for b in ("a", "e", "i", "o", "u", "an", "er", "in", "ol", "us")]


class MadeTexts:
    """A vocabulary to draw texts and questions from; the same seed draws the same ones."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(0)
        words = {"".join(chance.choices(_SYLLABLES, k=chance.randint(1, 4))) for _ in range(2 * WORDS)}
        self._words = sorted(words, key=lambda word: (len(word), word))[:WORDS]
        chance.shuffle(self._words)
        self._common = frozenset(self._words[:COMMONEST])
        self._weights = list(itertools.accumulate((rank + _OFFSET) ** -_EXPONENT for rank in range(len(self._words))))
        self._chance = random.Random(seed)

    def text(self, words: int = TEXT_WORDS) -> str:
        """Return a text of so many words."""
        return " ".join(self._chance.choices(self._words, cum_weights=self._weights, k=words)) + "."

    def texts(self, count: int) -> list[str]:
        """Return texts of 25 words each."""
        return [self.text() for _ in range(count)]

    def question(self, texts: Sequence[str], words: int = 6) -> str:
        """Return a question in words of one of the texts, none of the commonest among them."""
        said = self._chance.choice(texts).rstrip(".").split()
        telling = [word for word in said if word not in self._common]
        return " ".join(self._chance.sample(telling, min(words, len(telling))))
