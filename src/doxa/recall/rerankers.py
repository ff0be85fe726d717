"""Rerankers for `Plugins(reranker=…)`: a cross-encoder, a second look by an embedder, a host that judges by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from doxa.errors import MissingExtra
from doxa.index.embedder import Embedder
from doxa.records import Belief

CARD_CHARACTERS = 600
"""Characters of a memory that a host is shown of it."""

Card: TypeAlias = Mapping[str, str]
"""A candidate as a host judges it: `id`, `kind`, `date`, `title` and `text`."""
Verdict: TypeAlias = tuple[float, float] | None
"""How likely a card is about the question, and states something usable for it, 0 to 1 each; `None` = not judged."""
Judge: TypeAlias = Callable[[str, Sequence[Card]], Sequence[Verdict]]


@dataclass(frozen=True, slots=True)
class HostJudge:
    """Lets the host decide what is delivered: what it judges beside the question is cut, so none may come back.

    Args:
        judge: Takes the question and the cards, best first; gives one verdict per card.
        about: The least that a card has to be about the question, 0 to 1; kumiho-memory's value.
        usable: The least that it has to state something usable, 0 to 1; kumiho-memory's value.
        unjudged: Among how many of the best one without a verdict is kept.
    """

    judge: Judge
    about: float = 0.4
    usable: float = 0.4
    unjudged: int = 5

    def rerank(self, query: str, candidates: Sequence[Belief]) -> list[float | None]:
        """Return the product of both likelihoods, `None` for what the host judged beside the question."""
        cards = [_card(number, belief) for number, belief in enumerate(candidates, start=1)]
        verdicts = list(self.judge(query, cards))
        if len(verdicts) != len(cards):
            raise ValueError(f"the host gave {len(verdicts)} verdicts for {len(cards)} cards")
        return [self._score(place, verdict) for place, verdict in enumerate(verdicts)]

    def _score(self, place: int, verdict: Verdict) -> float | None:
        if verdict is None:
            return -float(place) if place < self.unjudged else None  # behind what was judged, in its order
        about, usable = verdict
        return about * usable if about >= self.about and usable >= self.usable else None


@dataclass(frozen=True, slots=True)
class TwoPass:
    """Compares the question with the candidates once more, by another embedder, in one call for all.

    Args:
        embedder: A stronger one than the project's.
    """

    embedder: Embedder

    def rerank(self, query: str, candidates: Sequence[Belief]) -> list[float | None]:
        """Return the cosine of each candidate with the question."""
        asked = self.embedder.embed([query], query=True)[0]
        told = self.embedder.embed([_words(each) for each in candidates])
        return [float(cosine) for cosine in told @ asked]


@dataclass(slots=True)
class CrossEncoder:
    """Reads the question and each candidate together; needs the `fastembed` extra and downloads its model once.

    Args:
        model: A model of fastembed's `TextCrossEncoder`.
        cache: Folder of its files; `None` = fastembed's own.
    """

    model: str = "BAAI/bge-reranker-base"
    cache: str | None = None
    _opened: Any = field(default=None, repr=False)

    def rerank(self, query: str, candidates: Sequence[Belief]) -> list[float | None]:
        """Return the model's score of each candidate.

        Raises:
            MissingExtra: fastembed is not installed.
        """
        if self._opened is None:
            self._opened = self._open()
        return [float(score) for score in self._opened.rerank(query, [_words(each) for each in candidates])]

    def _open(self) -> Any:
        try:
            from fastembed.rerank.cross_encoder import TextCrossEncoder
        except ImportError as error:
            mend = "Install it: pip install 'doxa[fastembed]'."
            raise MissingExtra("A cross-encoder needs fastembed.", mend=mend) from error
        return TextCrossEncoder(self.model, cache_dir=self.cache)


def _card(number: int, belief: Belief) -> Card:
    said = belief.said_at or belief.recorded_at
    return {
        "id": f"c{number:02}",
        "kind": belief.kind,
        "date": f"{said:%Y-%m-%d}",
        "title": belief.title or "",
        "text": belief.text[:CARD_CHARACTERS],
    }


def _words(belief: Belief) -> str:
    return f"{belief.title}: {belief.text}" if belief.title else belief.text
