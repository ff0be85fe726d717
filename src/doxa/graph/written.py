"""Which new items a transaction can tell of without reading them back, with their first revisions.

Whatever changes a node afterwards has it forgotten, and it is read again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from doxa.graph.nodes import ItemId, NodeId, NodeType, RevisionId, item_node

if TYPE_CHECKING:
    from doxa.graph.appending import CheckedRevision
    from doxa.graph.items import CheckedItem, Place


class Told(NamedTuple):
    """A new item with its first revision, as they were written."""

    item: ItemId
    revision: RevisionId
    thing: CheckedItem
    place: Place
    said: CheckedRevision


class Written:
    """The new items that one transaction can still tell of."""

    def __init__(self) -> None:
        self._revisions: dict[RevisionId, Told] = {}
        self._items: dict[ItemId, Told] = {}
        self._changed: set[NodeId] = set()

    def note(self, told: Told) -> None:
        """Keep a new item with its first revision.

        Artifacts have numbers that were not kept, and an item may have been changed before it had a revision; those
        are read.
        """
        if not told.said.artifacts and item_node(told.item) not in self._changed:
            self._revisions[told.revision] = self._items[told.item] = told

    def revision(self, revision: RevisionId) -> Told | None:
        """Return what a revision was written as, where nothing changed it since."""
        return self._revisions.get(revision)

    def item(self, item: ItemId) -> Told | None:
        """Return what an item was written as, where nothing changed it since."""
        return self._items.get(item)

    def forget(self, nodes: Iterable[NodeId]) -> None:
        """Drop nodes that something changes."""
        for node in nodes:
            self._changed.add(node)
            number, type_ = divmod(node, 8)
            told = self._items.get(ItemId(number)) if type_ == NodeType.ITEM else None
            told = self._revisions.get(RevisionId(number)) if type_ == NodeType.REVISION else told
            if told is not None:
                del self._items[told.item], self._revisions[told.revision]

    def clear(self) -> None:
        """Drop all."""
        self._revisions.clear()
        self._items.clear()
        self._changed.clear()
