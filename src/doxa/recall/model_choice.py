"""A language model that looks at what was found: `ModelReranker` for an order, `ModelSiblings` for a version.

Both are plug-ins, off until they are given: `Plugins(reranker=ModelReranker(model), siblings=ModelSiblings(model))`.
What they ask goes to the model as data; what it costs is the caller's to count.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.llm.contract import Model
from doxa.records import Belief

MOST_CHARACTERS: Final = 600
"""Of one memory that a model is shown."""
RANKING: Final = """The text is a question and a numbered list of memories. Answer with the numbers of those that help
to answer the question, the most helpful first. Leave out those that do not help; where none does, answer with none."""
CHOICE: Final = """The text is a question and the numbered versions of one memory, oldest first. Answer with the number
of the version that answers the question, or with -1 where none of them does."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """Numbers of memories, the most helpful first."""

    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The number of a version; -1 for none."""

    number: int = -1


@dataclass(frozen=True, slots=True)
class ModelReranker:
    """Puts first what a language model names as helpful; the rest stays behind in its order, and nothing is cut.

    Args:
        model: Whom it asks, once for each recall.
        light: Whether the smaller model will do.
    """

    model: Model
    light: bool = True

    def rerank(self, query: str, candidates: Sequence[Belief]) -> list[float | None]:
        """Return a score from the place that the model gave each candidate, below 0 for what it did not name.

        Raises:
            ModelFailure: No usable reply came.
        """
        reply, _ = self.model.ask(RANKING, _asked(query, candidates), Ranked, light=self.light)
        named = [each for each in dict.fromkeys(reply.numbers) if 0 <= each < len(candidates)]
        places = {number: len(named) - place for place, number in enumerate(named)}
        return [float(places.get(number, -number)) for number in range(len(candidates))]


@dataclass(frozen=True, slots=True)
class ModelSiblings:
    """Lets a language model say which version of a memory answers.

    Args:
        model: Whom it asks, once for each hit that has several versions.
        light: Whether the smaller model will do.
    """

    model: Model
    light: bool = True

    def choose(self, query: str, versions: Sequence[Belief]) -> int | None:
        """Return the place of the version that answers, `None` where the model names none.

        Raises:
            ModelFailure: No usable reply came.
        """
        reply, _ = self.model.ask(CHOICE, _asked(query, versions), Chosen, light=self.light)
        return reply.number if 0 <= reply.number < len(versions) else None


def _asked(query: str, memories: Sequence[Belief]) -> str:
    listed = [f"[{number}] ({_day(each)}) {_words(each)}" for number, each in enumerate(memories)]
    return "\n".join([f"Question: {' '.join(query.split())}", *listed])


def _day(belief: Belief) -> str:
    return f"{belief.said_at or belief.recorded_at:%Y-%m-%d}"


def _words(belief: Belief) -> str:
    said = f"{belief.title}: {belief.text}" if belief.title else belief.text
    return " ".join(said[:MOST_CHARACTERS].split())
