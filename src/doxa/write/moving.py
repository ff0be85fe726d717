"""Moves a statement to another item: it is repeated there, and the one it came from no longer counts."""

from __future__ import annotations

from collections.abc import Mapping

from doxa.belief.slots import Slot
from doxa.belief.statements import Statement
from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, Key, NewRevision, RevisionId, RevisionNode, revision_node
from doxa.write.settle import mentions_of
from doxa.write.slot_store import state_of


def repeat_revision(
    writer: Writer,
    old: RevisionNode,
    home: ItemId,
    statement: Statement,
    slot: Slot,
    ids: Mapping[str, RevisionId],
    *,
    head: bool,
) -> RevisionId:
    """Repeat a revision as the next version of another item.

    Args:
        writer: The open transaction.
        old: What is repeated; it stays, marked as corrected, and the new one is DERIVED_FROM it.
        home: The item it moves to.
        statement: Its state from now on.
        slot: Its slot.
        ids: The revision of every statement of its group.
        head: Whether it speaks for its new item.
    """
    observed = writer.view.observations([old.id]).get(old.id, ())
    found, vectors = writer.view.vectors([old.id])
    revision = writer.revision(
        home,
        NewRevision(
            text=old.text,
            title=old.title,
            claim=old.claim,
            valid=old.valid,
            said_at=old.said_at,
            metadata=old.metadata,
            state=state_of(statement, ids),
            observations=tuple(observed),
            mentions=mentions_of(old.claim, slot) if old.claim is not None else (),
            vector=vectors[0] if found else None,
            head=head,
        ),
    )
    writer.edge(revision, "DERIVED_FROM", old.id)
    writer.assert_(revision_node(old.id), Key.STANDING, "corrected")
    writer.assert_(revision_node(old.id), Key.CONTESTED, None)
    return revision
