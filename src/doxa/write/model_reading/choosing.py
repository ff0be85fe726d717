"""Whether a model is to read what an `add` brings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from doxa.graph.nodes import Filter
from doxa.records import Message, Scope
from doxa.write.context import WriteContext
from doxa.write.novelty import worth_asking

if TYPE_CHECKING:
    from doxa.write.add import Addition

_BELIEFS: Final = Filter(kinds=("profile", "fact", "event", "action", "decision", "preference", "trait", "value"))


def model_reads(context: WriteContext, scope: Scope, addition: Addition, messages: Sequence[Message]) -> bool:
    """Tell whether a model is asked about messages.

    It is not where the caller handed over claims or brings an extractor, named the kind of what the text is, or wants
    none looked for; and
    not where nothing that people said is new, about somebody or stirring enough: rules read it then.

    Args:
        context: The parts.
        scope: Whose memory.
        addition: What `add` was given, through the gate.
        messages: Its messages that may be kept.
    """
    wanted = context.extraction == "model" and context.model is not None and addition.extract
    if not wanted or addition.claims or context.plugins.extractor is not None or addition.kind not in (None, "turn"):
        return False
    said = [each.content for each in messages if each.role == "user" or each.name is not None]
    return bool(said) and worth_asking(said, _nearest(context, scope, said), context.novelty)


def _nearest(context: WriteContext, scope: Scope, texts: Sequence[str]) -> list[float | None]:
    """Return the cosine of each text with the belief most like it."""
    vectors = context.embedding.vectors([text[:2000] for text in texts])
    embedder = None if vectors is None else context.embedding.embedder()
    if vectors is None or embedder is None or context.graph.embedder != (embedder.id, embedder.dim):
        return [None] * len(texts)
    with context.graph.view(user=scope.user) as view:
        hits = [view.search_vectors(vector, limit=1, filter=_BELIEFS) for vector in vectors]
    return [each[0].cosine if each else None for each in hits]
