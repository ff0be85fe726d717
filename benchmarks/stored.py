"""A project of made-up memories of many users, and the bare parts that a search of it is compared with."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from doxa import Memory, Message
from doxa.index.embedder import Embedder
from made_texts import MadeTexts

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

USERS = 50
BIGGEST_SHARE = 0.12
FIXED = 200
"""Memories of the user who has the same number however large the project is."""
BIGGEST, FIXED_USER = "biggest", "fixed"
_TURNS = 50
"""Turns of a conversation, which is added at once."""


class DrawnVectors:
    """Stands in for an embedder: vectors of stored texts are drawn at random, those of questions are the real ones.

    Embedding 100,000 texts takes minutes, and how fast exact search is does not depend on what the vectors are.

    Args:
        real: Makes the vectors of questions.
        questions: Whether it does; questions have drawn vectors too where embedding is not to be measured.
    """

    languages: frozenset[str] | None = None

    def __init__(self, real: Embedder, *, questions: bool = True) -> None:
        import numpy as np

        self.id, self.dim = real.id, real.dim
        self._real = real
        self._questions = questions
        self._chance = np.random.default_rng(1)

    def embed(self, texts: Sequence[str], *, query: bool = False) -> NDArray[np.float32]:
        """Return unit vectors, shape (len(texts), dim)."""
        import numpy as np

        if query and self._questions:
            return self._real.embed(texts, query=True)
        drawn = self._chance.standard_normal((len(texts), self.dim), dtype=np.float32)
        unit: NDArray[np.float32] = drawn / np.linalg.norm(drawn, axis=1, keepdims=True)
        return unit


@dataclass
class Stored:
    """What was stored: every user's texts, and how many bytes all of them have."""

    texts: dict[str, list[str]] = field(default_factory=dict)
    text_bytes: int = 0


def fill(memory: Memory, size: int, seed: int = 1) -> Stored:
    """Add `size` memories of 25 words, conversations of 50 users in random order."""
    drawn, stored = MadeTexts(seed), Stored()
    for user, turns in _conversations(size, seed):
        texts = drawn.texts(turns)
        memory.add([Message("user", text) for text in texts], extract=False, user=user)
        stored.texts.setdefault(user, []).extend(texts)
        stored.text_bytes += sum(len(text.encode()) for text in texts)
    return stored


def _conversations(size: int, seed: int) -> Iterator[tuple[str, int]]:
    biggest = round(size * BIGGEST_SHARE)
    shares = {BIGGEST: biggest, FIXED_USER: min(FIXED, size // USERS)}
    others, rest = USERS - len(shares), size - sum(shares.values())
    shares |= {f"user{number}": rest // others + (number < rest % others) for number in range(others)}
    conversations = [
        (user, min(_TURNS, share - start)) for user, share in shares.items() for start in range(0, share, _TURNS)
    ]
    random.Random(seed).shuffle(conversations)
    return iter(conversations)


def project_file(folder: Path, project: str) -> Path:
    """Return the file of a project."""
    return folder / f"{project}.doxa"
