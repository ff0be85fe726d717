"""What a write transaction sees: its own new items from memory, all else as any view reads it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar

from doxa.belief.confidence import DEFAULT_POLICY, DecayPolicy
from doxa.belief.strength import ForgettingCurve
from doxa.clock import from_micros
from doxa.graph.identity import Hasher
from doxa.graph.nodes import (
    ArtifactNode,
    Filter,
    HeadRow,
    ItemId,
    ItemNode,
    NodeId,
    NodeType,
    Observation,
    RevisionId,
    RevisionNode,
    TextHit,
    item_node,
)
from doxa.graph.sight import Sight
from doxa.graph.telling import tell_head, tell_head_of, tell_item, tell_observations, tell_revision, tell_state
from doxa.graph.usage import PendingUse
from doxa.graph.view import SqlView
from doxa.graph.work import Work
from doxa.graph.written import Appended, Told
from doxa.records import Json

K = TypeVar("K", bound=int)
V = TypeVar("V")


class WriterView(SqlView):
    """The present state with the writes of an open transaction, for one owner's eyes.

    Args:
        sight: The transaction's snapshot.
        hasher: The project's keyed hash.
        pending: Uses not written yet.
        work: The transaction.
        curve: How strength goes down; `None` = by half-lives.
        decay: How confidence goes down.
    """

    def __init__(
        self,
        sight: Sight,
        hasher: Hasher,
        pending: PendingUse,
        work: Work,
        curve: ForgettingCurve | None = None,
        decay: DecayPolicy = DEFAULT_POLICY,
    ) -> None:
        super().__init__(sight, hasher, pending, curve, decay)
        self._work = work

    @property
    def at_time(self) -> datetime | None:
        """The label of the open operation."""
        return from_micros(self._work.at)

    @property
    def written_at(self) -> int:
        """The same in microseconds."""
        return self._work.at

    def told(self, revision: RevisionId) -> Told | None:
        """Return a new item by its first revision, where it can be told without reading."""
        told = self._revision(revision)
        return told if isinstance(told, Told) else None

    def items_by_id(self, items: Sequence[ItemId]) -> dict[ItemId, ItemNode]:
        """Return many items at once; unseen ones are left out."""
        return _told_or_read(items, self._item, lambda told, _: tell_item(self._work, told), self._read_items)

    def _read_items(self, items: Sequence[ItemId]) -> dict[ItemId, ItemNode]:
        known = self._sight.item_nodes
        known.update(super().items_by_id([item for item in items if item not in known]))
        return {item: known[item] for item in items if item in known}

    def kref(self, revision: RevisionId) -> str:
        """Return the kref of a revision, with `?r=`."""
        home = self._sight.homes.get(revision)
        item = None if home is None else self._sight.item_nodes.get(home.item)
        if home is None or item is None or home.number is None:
            return super().kref(revision)
        return f"{item.kref}?r={home.number}"

    def revisions(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, RevisionNode]:
        """Return many revisions at once; unseen ones are left out."""
        return _told_or_read(
            revisions, self._revision, lambda told, _: tell_revision(self._work, told), super().revisions
        )

    def heads(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
        """Return what ranking needs of many revisions at once; unseen ones are left out."""
        return _told_or_read(revisions, self._revision, self._head_row, super().heads)

    def _head_row(self, told: Told | Appended, _: RevisionId) -> HeadRow:
        if isinstance(told, Told):
            return tell_head(self._work, told)
        item = self.items_by_id([told.item])[told.item]
        return tell_head_of(self._work, item, self.state([item_node(told.item)])[item_node(told.item)], told)

    def state(self, nodes: Sequence[NodeId]) -> dict[NodeId, dict[str, Json]]:
        """Return every assertion in force on the nodes."""
        return _told_or_read(nodes, self._node, tell_state, super().state)

    def observations(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[Observation, ...]]:
        """Return who vouches for the revisions, oldest first."""

        def tell(told: Told | Appended, _: RevisionId) -> tuple[Observation, ...]:
            return tell_observations(self._work, told, self._sight.slabs)

        found = _told_or_read(revisions, self._revision, tell, super().observations)
        return {revision: each for revision, each in found.items() if each}

    def aliases(self, items: Sequence[ItemId]) -> dict[ItemId, tuple[str, ...]]:
        """Return aliases as given, per item; one that is told from memory has none, and some were read to have none."""
        nameless = self._sight.nameless
        rest = [item for item in items if item not in nameless and self._item(item) is None]
        return super().aliases(rest) if rest else {}

    def artifacts(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[ArtifactNode, ...]]:
        """Return the artifacts of revisions; one that is told from memory has none."""
        rest = self._to_read(revisions)
        return super().artifacts(rest) if rest else {}

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        """Return when revisions were last returned by recall and how often; new ones never were."""
        rest = self._to_read(revisions)
        return super().usage(rest) if rest else {}

    def search_text(
        self, terms: Sequence[str], *, limit: int, filter: Filter | None = None, within: Sequence[RevisionId] = ()
    ) -> list[TextHit]:
        """Rank revisions by BM25, what this transaction wrote counted in."""
        self._work.flush_statistics()
        return super().search_text(terms, limit=limit, filter=filter, within=within)

    def _item(self, item: ItemId) -> Told | None:
        told = self._work.written.item(item)
        return told if told is not None and self._is_seen(told) else None

    def _revision(self, revision: RevisionId) -> Told | Appended | None:
        told = self._work.written.revision(revision)
        return told if told is not None and self._is_seen(told) else None

    def _node(self, node: NodeId) -> Told | Appended | None:
        number, type_ = divmod(node, 8)
        if type_ == NodeType.ITEM:
            return self._item(ItemId(number))
        return self._revision(RevisionId(number)) if type_ == NodeType.REVISION else None

    def _is_seen(self, told: Told | Appended) -> bool:
        return self._sight.sees(told.slab)

    def _to_read(self, revisions: Iterable[RevisionId]) -> list[RevisionId]:
        return [revision for revision in revisions if self._revision(revision) is None]


def _told_or_read(
    keys: Sequence[K],
    find: Callable[[K], Told | Appended | None],
    tell: Callable[[Any, K], V],
    read: Callable[[Sequence[K]], Mapping[K, V]],
) -> dict[K, V]:
    """Return values in the order of their keys, reading those that cannot be told."""
    found = {key: tell(told, key) for key in keys if (told := find(key)) is not None}
    rest = [key for key in keys if key not in found]
    if not rest:
        return found
    found.update(read(rest))
    return {key: found[key] for key in dict.fromkeys(keys) if key in found}
