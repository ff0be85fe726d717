"""A decision on its way into memory, whoever found it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from doxa.code.records import CodeAnchor, CodeQuote


@dataclass(frozen=True, slots=True)
class Draft:
    """A decision that is not stored yet.

    Args:
        title: In a few words.
        decision: What was decided.
        rationale: Why.
        question: The question that it answers.
        decided_at: When the change was written.
        author: Who wrote it.
        commit: The commit that carries it; empty where none does.
        origin: `rules`, `model`, `host` or `session`.
        confidence: 0 to 1.
        symbols: Names in the code.
        anchors: Where it lies.
        quotes: The words it was read from.
        reverts: Commits, or titles, that it says it takes back.
        replaces: Commits that it says it replaces.
        rejected: What it says it chose against, in the words of the message.
        about: What it is a part of, by which it is found as well: the subject of its commit.
    """

    title: str
    decision: str
    rationale: str
    question: str
    decided_at: datetime
    author: str
    commit: str
    origin: str
    confidence: float
    symbols: tuple[str, ...] = ()
    anchors: tuple[CodeAnchor, ...] = ()
    quotes: tuple[CodeQuote, ...] = ()
    reverts: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    rejected: tuple[str, ...] = ()
    about: str = ""
