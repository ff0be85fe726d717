"""Which new items a transaction can tell of without reading them back, with their first revisions.

Whatever changes a node afterwards has it forgotten, and it is read again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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

    @property
    def slab(self) -> int:
        """Whose it is."""
        return self.place.slab

    @property
    def number(self) -> int:
        """Its number among the revisions of its item."""
        return 1


class Appended(NamedTuple):
    """A further revision of an item that was there, as it was written."""

    item: ItemId
    revision: RevisionId
    slab: int
    number: int
    said: CheckedRevision


class Written:
    """The new items that one transaction can still tell of."""

    def __init__(self) -> None:
        self._revisions: dict[RevisionId, Told | Appended] = {}
        self._items: dict[ItemId, Told] = {}
        self._appended: dict[ItemId, RevisionId] = {}
        self._changed: set[NodeId] = set()

    def note(self, told: Told) -> None:
        """Keep a new item with its first revision.

        Artifacts have numbers that were not kept, and an item may have been changed before it had a revision; those
        are read.
        """
        if not told.said.artifacts and item_node(told.item) not in self._changed:
            self._revisions[told.revision] = self._items[told.item] = told

    def note_all(self, rows: Sequence[Told]) -> None:
        """Keep many new items, each as `note` does."""
        if self._changed or any(each.said.artifacts for each in rows):
            for each in rows:
                self.note(each)
            return
        self._revisions.update([(each.revision, each) for each in rows])
        self._items.update([(each.item, each) for each in rows])

    def note_appended(self, appended: Appended) -> None:
        """Keep a further revision that is the live, accepted head of its item, unless it has artifacts."""
        if not appended.said.artifacts:
            self._revisions[appended.revision] = appended
            self._appended[appended.item] = appended.revision

    def revision(self, revision: RevisionId) -> Told | Appended | None:
        """Return what a revision was written as, where nothing changed it since."""
        return self._revisions.get(revision)

    def item(self, item: ItemId) -> Told | None:
        """Return what an item was written as, where nothing changed it since."""
        return self._items.get(item)

    def forget(self, nodes: Iterable[NodeId]) -> None:
        """Drop nodes that something changes."""
        nodes = tuple(nodes)
        for node in nodes:
            number, type_ = divmod(node, 8)
            if type_ == NodeType.ITEM and ItemId(number) in self._appended:
                self._revisions.pop(self._appended.pop(ItemId(number)), None)
            if type_ == NodeType.REVISION:
                self._drop(self._revisions.pop(RevisionId(number), None))
        self.forget_new(nodes)

    def forget_new(self, nodes: Iterable[NodeId]) -> None:
        """Drop new items of which something changes that no further revision of an older one shows."""
        for node in nodes:
            self._changed.add(node)
            if node % 8 == NodeType.ITEM:
                self._drop(self._items.get(ItemId(node // 8)))

    def _drop(self, told: Told | Appended | None) -> None:
        if isinstance(told, Told):
            self._items.pop(told.item, None)
            self._revisions.pop(told.revision, None)

    def clear(self) -> None:
        """Drop all."""
        self._revisions.clear()
        self._items.clear()
        self._appended.clear()
        self._changed.clear()
