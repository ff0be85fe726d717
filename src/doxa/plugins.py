"""What an application may put in place of doxa's own parts: `Memory(plugins=Plugins(reranker=…, counter=…))`.

Every part is off until it is given. One that fails changes nothing: doxa goes on as without it, and the reply says so
in its `warnings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol, TypeAlias

from doxa.records import Belief, Claim, Message, Tier

Counter: TypeAlias = Callable[[str], int]
"""Returns how many tokens a text has for the model that will read it."""

Reformulation: TypeAlias = Callable[[str], Sequence[str]]
"""Returns other questions that ask for the same, at most a few; the question itself is asked in any case."""


class Extractor(Protocol):
    """Finds the claims in what is said."""

    def extract(self, message: Message, *, now: datetime) -> Sequence[Claim]:
        """Return the claims of one message, each with the words it was read from as its quote where it has one.

        Args:
            message: What was said, by whom and when.
            now: When it was said, for a message without a time of its own; aware.
        """


class Summariser(Protocol):
    """Puts a conversation into fewer words."""

    def summarise(self, messages: Sequence[Message]) -> str:
        """Return a summary of messages in order."""


class Salience(Protocol):
    """Tells how much something matters."""

    def score(self, message: Message) -> float:
        """Return 0 to 1; from .7 a fact is long-term at once."""


class TierPolicy(Protocol):
    """Tells which memories move from working to long-term."""

    def promotes(self, belief: Belief, *, now: datetime) -> bool:
        """Return whether a working memory is to become a long-term one."""


class Decay(Protocol):
    """Tells how retrievable a memory still is."""

    def strength(self, idle: timedelta, tier: Tier) -> float:
        """Return 0 to 1 for a memory that was last used so long ago."""


class ConfidenceDecay(Protocol):
    """Tells how sure a claim still is."""

    def decayed(self, confidence: float, age: timedelta, claim_class: str) -> float:
        """Return what is left, 0 to `confidence`, of a claim that was last said so long ago.

        Args:
            confidence: How sure it was then, 0 to 1.
            age: How long ago.
            claim_class: `USER_FACT` for what somebody said, `USER_PATTERN` for what was inferred of their ways.
        """


class Fusion(Protocol):
    """Makes one order of what the legs of a recall found."""

    def fuse(self, legs: Mapping[str, Sequence[tuple[int, float]]]) -> Sequence[tuple[int, float]]:
        """Return every memory that any leg found, once, with one score.

        Args:
            legs: Per leg that ran, the memories it found with its own scores, best first.

        Returns:
            Memories with scores from 0 to 1, the relevance that `min_relevance` cuts by; in any order.
        """


class Reranker(Protocol):
    """Scores the best candidates of a recall anew."""

    def rerank(self, query: str, candidates: Sequence[Belief]) -> Sequence[float | None]:
        """Return one score per candidate, the best highest; `None` for one that does not belong in the answer.

        Args:
            query: The question.
            candidates: What was found, best first; more than will be returned.
        """


class Siblings(Protocol):
    """Chooses among the versions of one memory."""

    def choose(self, query: str, versions: Sequence[Belief]) -> int | None:
        """Return the place of the version that answers a question, `None` to leave it as it is.

        Args:
            query: The question.
            versions: Oldest first; two and more.
        """


@dataclass(frozen=True, slots=True)
class Plugins:
    """The parts that an application puts in place of doxa's own; `None` leaves doxa's.

    Args:
        extractor: Finds claims; instead of the rules.
        summariser: Summarises sessions; instead of extracts.
        salience: How much a memory matters.
        tier_policy: Which memories become long-term.
        decay: How retrievable a memory still is.
        confidence_decay: How sure a claim still is; instead of the setting `confidence_decay`.
        reranker: Scores the best candidates of a recall anew.
        siblings: Chooses the version of a hit that answers; instead of the one whose words fit best.
        fusion: Orders what the legs found; instead of the learned order.
        counter: Counts tokens for budgets; instead of an estimate.
        reformulation: Asks a question in other words too.
    """

    extractor: Extractor | None = None
    summariser: Summariser | None = None
    salience: Salience | None = None
    tier_policy: TierPolicy | None = None
    decay: Decay | None = None
    confidence_decay: ConfidenceDecay | None = None
    reranker: Reranker | None = None
    siblings: Siblings | None = None
    fusion: Fusion | None = None
    counter: Counter | None = None
    reformulation: Reformulation | None = None


NO_PLUGINS = Plugins()
