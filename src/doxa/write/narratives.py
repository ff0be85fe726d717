"""Shared stories: kept and taken away by verbs of their own."""

from __future__ import annotations

from datetime import datetime

from doxa.errors import NotFound
from doxa.records import Receipt, Ref
from doxa.write.add import Addition, add_content
from doxa.write.context import WriteContext, WriteRequest
from doxa.write.messages import checked_text
from doxa.write.refs import target_of
from doxa.write.status import delete_memories

NARRATIVE = "narrative"


def add_narrative(
    context: WriteContext, request: WriteRequest, text: str, *, tone: str, expires: datetime | None
) -> Receipt:
    """Keep a shared story; see `Narratives.add`."""
    metadata = {"tone": checked_text(tone, "tone")}
    addition = Addition(checked_text(text, "text"), kind=NARRATIVE, expires=expires, metadata=metadata, extract=False)
    return add_content(context, request, addition)


def delete_narrative(context: WriteContext, request: WriteRequest, ref: Ref) -> Receipt:
    """Take a shared story away; see `Narratives.delete`."""
    with context.graph.view(user=request.scope.user) as view:
        kind = view.item(target_of(view, ref, deleted=True).item).kind
    if kind != NARRATIVE:
        raise NotFound(f"{ref} is a {kind}, no shared story.", mend="Use delete for it.", field="ref", value=ref)
    return delete_memories(context, request, [ref], where=None, force=False, confirm=False)
