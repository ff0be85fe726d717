"""Links words that take back to the turn that they take back, so that it comes back in no recall."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.recall.withdrawn import TAKES_BACK
from doxa.records import Message, Scope
from doxa.write.people_before import turns_before
from doxa.write.receipts import Result

if TYPE_CHECKING:
    from doxa.write.add import Heard

_LOOKED_AT: Final = 12
"""Stored turns among which the one that is taken back is looked for; those of the call itself are among them."""


def link_taken_back(writer: Writer, scope: Scope, heard: Sequence[Heard], results: Sequence[Result]) -> None:
    """Draw an edge from each turn that takes one back.

    Args:
        writer: The open transaction, which has written the turns.
        scope: Whose memory, and which session.
        heard: The messages.
        results: What became of their turns, in the same order, and of what else was written.
    """
    for place, (each, kept) in enumerate(zip(heard, results, strict=False)):
        if each.takes_back is None or kept.revision is None:
            continue
        target = _among(each.takes_back, heard[:place], results) or _stored(writer, scope, each.takes_back)
        if target is not None and target != kept.revision:
            writer.edge(kept.revision, TAKES_BACK, target)


def _among(taken: Message, heard: Sequence[Heard], results: Sequence[Result]) -> RevisionId | None:
    return next((kept.revision for each, kept in zip(heard, results, strict=False) if each.message is taken), None)


def _stored(writer: Writer, scope: Scope, taken: Message) -> RevisionId | None:
    turns = turns_before(writer.view, scope, _LOOKED_AT)
    return next((node.id for node in reversed(turns) if node.text == taken.content), None)
