"""Summarises by choosing sentences: those near the middle of what was said, and unlike one another."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from doxa.index.embedding import Embedding
from doxa.text.sentences import split_sentences
from doxa.text.tokens import query_tokens
from doxa.write.consolidate.conversation import Line

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_SENTENCES: Final = 8
MOST_CHARACTERS: Final = 1200
EMBEDDED: Final = 200
"""Sentences that get a vector; of a longer conversation, those nearest its middle by words."""
FEWEST_TOKENS: Final = 4
"""Tokens that matter which a sentence must have: "ok, thanks" sums nothing up."""
_NEAR, _PLACE, _OWN = 1.0, 0.15, 0.1
"""Weights: nearness to the middle (0 to 1), the ends of the conversation, what people say over what assistants do."""
_ALIKE: Final = 0.6
"""How much of its likeness to a sentence already chosen a sentence loses."""


@dataclass(frozen=True, slots=True)
class Extract:
    """A chosen sentence: who said it, what, and how much it stands for the conversation."""

    who: str
    text: str
    score: float

    def told(self, *, name: bool) -> str:
        """Return it with its speaker in front, where several speak."""
        return f"{self.who}: {self.text}" if name else self.text


@dataclass(frozen=True, slots=True)
class _Candidate:
    place: int
    who: str
    role: str
    text: str
    tokens: tuple[str, ...]


def extracts_of(
    lines: Sequence[Line], embedding: Embedding, *, most: int = MOST_SENTENCES, characters: int = MOST_CHARACTERS
) -> list[Extract]:
    """Return the sentences that stand for a conversation, in the order they were said.

    The middle is the mean of the sentences' vectors; without an embedder, of their words weighed by how rare they are
    in the conversation. Sentences are taken one by one, each losing what it shares with those taken before (maximal
    marginal relevance, Carbonell and Goldstein 1998).

    Args:
        lines: The conversation.
        embedding: Makes vectors, or none.
        most: Sentences at most.
        characters: Characters at most, together.
    """
    candidates = _candidates(lines)
    if not candidates:
        return [Extract(line.who, line.text[:characters], 0.0) for line in lines if line.text.strip()][:most]
    near, alike = _by_words(candidates)
    kept = sorted(range(len(candidates)), key=lambda at: -near[at])[:EMBEDDED]
    vectors = embedding.vectors([candidates[at].text for at in kept]) if embedding.wanted else None
    if vectors is not None:
        near, alike = _by_vectors(kept, vectors, len(candidates))
    scores = [_score(each, near[at], len(candidates)) for at, each in enumerate(candidates)]
    chosen = _choose(candidates, kept, scores, alike, most, characters)
    return [Extract(candidates[at].who, candidates[at].text, scores[at]) for at in sorted(chosen)]


def _candidates(lines: Sequence[Line]) -> list[_Candidate]:
    found: list[_Candidate] = []
    seen: set[str] = set()
    for line in lines:
        if line.role not in ("user", "assistant"):
            continue
        for sentence in split_sentences(line.text):
            tokens = tuple(query_tokens(sentence.text))
            if len(tokens) >= FEWEST_TOKENS and sentence.text not in seen:
                seen.add(sentence.text)
                found.append(_Candidate(len(found), line.who, line.role, sentence.text, tokens))
    return found


def _score(candidate: _Candidate, near: float, count: int) -> float:
    middle = (count - 1) / 2 or 1
    end = abs(candidate.place - middle) / middle
    asked = candidate.text.rstrip().endswith(("?", "？"))
    own = candidate.role == "user" and not asked
    return _NEAR * near + _PLACE * end + _OWN * own


class _Likeness:
    """Tells how alike two candidates are, 0 to 1."""

    def __init__(self, rows: Sequence[dict[str, float]] | None, table: NDArray[np.float32] | None) -> None:
        self._rows, self._table = rows, table

    def of(self, one: int, other: int) -> float:
        if self._table is not None:
            return max(0.0, float(self._table[one] @ self._table[other]))
        assert self._rows is not None
        return _cosine(self._rows[one], self._rows[other])


def _by_words(candidates: Sequence[_Candidate]) -> tuple[list[float], _Likeness]:
    documents = Counter(token for each in candidates for token in set(each.tokens))
    total = len(candidates)
    rows: list[dict[str, float]] = []
    for each in candidates:
        counts = Counter(each.tokens)
        # a word that stands in one sentence only says nothing of the middle, but a little of the sentence
        rows.append(_unit({token: n * math.log(1 + total / documents[token]) for token, n in counts.items()}))
    middle: defaultdict[str, float] = defaultdict(float)
    for row in rows:
        for token, weight in row.items():
            middle[token] += weight
    unit = _unit(dict(middle))
    return [_cosine(row, unit) for row in rows], _Likeness(rows, None)


def _by_vectors(kept: Sequence[int], vectors: NDArray[np.float32], count: int) -> tuple[list[float], _Likeness]:
    import numpy as np

    table = np.zeros((count, vectors.shape[1]), dtype=np.float32)
    table[list(kept)] = vectors
    middle = vectors.mean(axis=0)
    length = float(np.linalg.norm(middle)) or 1.0
    return [float(value) for value in table @ (middle / length)], _Likeness(None, table)


def _choose(
    candidates: Sequence[_Candidate],
    kept: Sequence[int],
    scores: Sequence[float],
    alike: _Likeness,
    most: int,
    characters: int,
) -> list[int]:
    chosen: list[int] = []
    left = characters
    most = min(most, max(3, math.ceil(len(candidates) / 3)))
    waiting = list(kept)
    nearest = dict.fromkeys(waiting, 0.0)
    while waiting and len(chosen) < most:
        best = max(waiting, key=lambda at: (scores[at] - _ALIKE * nearest[at], -at))
        waiting.remove(best)
        if len(candidates[best].text) > left and chosen:
            continue
        chosen.append(best)
        left -= len(candidates[best].text)
        for at in waiting:
            nearest[at] = max(nearest[at], alike.of(at, best))
    return chosen


def _unit(row: dict[str, float]) -> dict[str, float]:
    length = math.sqrt(sum(value * value for value in row.values())) or 1.0
    return {token: value / length for token, value in row.items()}


def _cosine(one: dict[str, float], other: dict[str, float]) -> float:
    small, large = (one, other) if len(one) <= len(other) else (other, one)
    return sum(value * large.get(token, 0.0) for token, value in small.items())
