"""The shapes in which a language model answers the passes of a dream."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Assessed:
    """A judgement of one memory.

    Args:
        index: Its number in the list.
        relevance: How much it will still matter, 0 to 1.
        deprecate: Whether it is of no use any more.
        reason: Why, in a sentence.
        tags: Labels that would help to find it.
        related: Numbers of memories of the list that it refers to.
    """

    index: int
    relevance: float
    deprecate: bool = False
    reason: str = ""
    tags: tuple[str, ...] = ()
    related: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Assessments:
    """Judgements of a batch, one for each memory."""

    memories: tuple[Assessed, ...] = ()


@dataclass(frozen=True, slots=True)
class Upheld:
    """The second look at deprecations.

    Args:
        upheld: Numbers of the memories that are certainly of no use; all others are kept.
    """

    upheld: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """A summary of memories that says nothing they do not say."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Pattern:
    """What facts have in common, or nothing.

    Args:
        found: Whether there is a pattern at all.
        circumstance: When it shows.
        pattern: What is then done or felt.
        insight: What that tells.
        evidence: Numbers of the facts that show it.
        confidence: How sure, 0 to 1.
    """

    found: bool = False
    circumstance: str = ""
    pattern: str = ""
    insight: str = ""
    evidence: tuple[int, ...] = ()
    confidence: float = 0.5


@dataclass(frozen=True, slots=True)
class Intended:
    """Something that is meant to be done.

    Args:
        action: A concrete action.
        until: By when, as an ISO date.
        evidence: Numbers of the facts that show it.
        confidence: How sure, 0 to 1.
    """

    action: str
    until: str
    evidence: tuple[int, ...] = ()
    confidence: float = 0.5


@dataclass(frozen=True, slots=True)
class Intentions:
    """What is meant to be done; often nothing."""

    intentions: tuple[Intended, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Behaviours:
    """Patterns without the nouns of their domain, in the order given."""

    behaviours: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a look around with tools, and what was made of it in a sentence."""

    note: str = ""
