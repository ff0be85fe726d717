"""What the verbs about conversations return, beside receipts."""

from __future__ import annotations

from dataclasses import dataclass

from doxa.records import Outcome, Recall


@dataclass(frozen=True, slots=True)
class Ingested:
    """A message that was taken into working memory, with what is remembered of its matter.

    Args:
        session: The session it went to.
        messages: How many messages of it have not been consolidated.
        outcome: What became of the message.
        recall: What is remembered of its matter.
        consolidate: Whether the session is due to be consolidated.
        why: Why it is.
        warnings: What to know.
    """

    session: str
    messages: int
    outcome: Outcome
    recall: Recall
    consolidate: bool = False
    why: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
