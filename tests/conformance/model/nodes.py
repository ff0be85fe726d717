"""Items, spaces, revisions and their heads, and what a filter keeps of them."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar, cast

from doxa.clock import to_micros
from doxa.errors import Erased, InvalidInput, NotFound
from doxa.graph.belief_state import AnchorRow
from doxa.graph.inputs import checked_status, encode, is_uid, is_uid_prefix
from doxa.graph.kref import Kref, parse_kref, space_path
from doxa.graph.nodes import (
    Filter,
    HeadRow,
    ItemId,
    ItemNode,
    Key,
    RevisionId,
    RevisionNode,
    SpaceNode,
    item_node,
    revision_node,
    space_node,
)
from doxa.records import Page
from tests.conformance.model.sight import Sight, page
from tests.conformance.model.state import ItemRow, RevisionRow

T = TypeVar("T")


class Nodes(Sight):
    """The part of a view that reads nodes."""

    def item(self, ref: str | ItemId) -> ItemNode:
        if isinstance(ref, int):
            return self._item_node(self._seen_item(ref))
        return self._item_node(self._addressed(ref))

    def _addressed(self, ref: str) -> ItemRow:
        if not isinstance(ref, str):
            raise InvalidInput(f"{ref!r} is no reference.", mend="Give an id or a kref.", field="ref")
        if is_uid_prefix(ref):
            found = [row.uid for row in self.seen_items() if row.uid.startswith(ref)]
            if len(found) > 1:
                raise InvalidInput(f"{ref!r} begins several ids.", field="ref", value=ref)
            ref = found[0] if found else ref.ljust(32, "0")
        return self._by_uid(ref) if is_uid(ref) else self._at(parse_kref(ref))

    def _by_uid(self, uid: str) -> ItemRow:
        if uid in self.state_.erased:
            raise Erased(f"{uid} was erased.")
        found = [row for row in self.seen_items() if row.uid == uid]
        if not found:
            raise NotFound(f"There is no item {uid}.")
        return found[0]

    def _at(self, kref: Kref) -> ItemRow:
        found = [row for row in self.seen_items() if self._kref(row) == kref.item]
        if not found:
            raise NotFound(f"{kref} names nothing.")
        return found[0]

    def _kref(self, row: ItemRow) -> Kref:
        slab = self.state_.owners.index(row.owner)
        return Kref(self.project, slab, self.state_.spaces[row.space].path, row.name, row.kind)

    def kref(self, revision: RevisionId) -> str:
        row = self._seen(revision)
        return str(self._kref(self.state_.items[row.item]).at(row.number))

    def items(
        self, filter: Filter, *, name: str | None = None, limit: int = 100, cursor: str | None = None
    ) -> Page[ItemNode]:
        pattern = None if name is None else re.compile(fnmatch.translate(re.sub(r"([?\[])", r"[\1]", name)))
        found = [
            self._item_node(row)
            for row in sorted(self.seen_items(), key=lambda row: -row.id)
            if (pattern is None or pattern.match(row.name)) and self._keeps_item(row, filter)
        ]
        return page(found, [str(each.id) for each in found], limit, cursor)

    def items_by_id(self, items: Sequence[ItemId]) -> dict[ItemId, ItemNode]:
        return {item: self._item_node(self.state_.items[item]) for item in items if self.sees_item(item)}

    def spaces(
        self, parent: str = "", *, recursive: bool = False, limit: int = 100, cursor: str | None = None
    ) -> Page[SpaceNode]:
        above = space_path(parent)
        found = sorted(
            (
                SpaceNode(row.id, "/".join(row.path), row.owner, self._time(row.op))
                for row in self.state_.spaces.values()
                if row.path[: len(above)] == above
                and (len(row.path) > len(above) if recursive else len(row.path) == len(above) + 1)
                and row.op <= self.at
                and self.sees_owner(row.owner)
                and self.state_.fact(space_node(row.id), Key.VOID, self.at) is None
            ),
            key=lambda node: (node.path.split("/"), self.state_.owners.index(node.user)),
        )
        return page(found, [str(number) for number, _ in enumerate(found)], limit, cursor)

    def _item_node(self, row: ItemRow) -> ItemNode:
        return ItemNode(
            row.id,
            row.uid,
            str(self._kref(row)),
            row.kind,
            row.name,
            "/".join(self._space(row)),
            row.owner,
            row.agent,
            row.session,
            row.contexts,
            row.op,
            self._time(row.op),
        )

    def _space(self, row: ItemRow) -> tuple[str, ...]:
        moved = self.state_.fact(item_node(row.id), Key.SPACE, self.at)
        return self.state_.spaces[row.space if moved is None else moved].path

    def revision(self, revision: RevisionId) -> RevisionNode:
        return self._node(self._seen(revision))

    def revisions(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, RevisionNode]:
        return {each: self._node(self.state_.revisions[each]) for each in revisions if self.sees(each)}

    def _node(self, row: RevisionRow) -> RevisionNode:
        new = row.new
        return RevisionNode(
            row.id,
            row.item,
            row.number,
            row.op,
            self._time(row.op),
            new.text,
            new.title,
            new.claim,
            new.valid,
            new.said_at,
            dict(new.metadata),
        )

    def versions(self, item: ItemId) -> list[RevisionNode]:
        self._seen_item(item)
        return [self._node(row) for row in sorted(self.seen_revisions(item), key=lambda row: row.number)]

    def versions_of(self, items: Sequence[ItemId]) -> dict[ItemId, list[RevisionNode]]:
        found = {item: self.versions(item) for item in items if self.items_by_id([item])}
        return {item: versions for item, versions in found.items() if versions}

    def latest(self, item: ItemId) -> RevisionId:
        self._seen_item(item)
        return self._only(row.id for row in sorted(self.seen_revisions(item), key=lambda row: -row.number))

    def head(self, item: ItemId) -> RevisionId:
        asserted = self.state_.fact(item_node(item), Key.HEAD, self.at)
        return RevisionId(asserted) if asserted is not None and self.sees(asserted) else self.latest(item)

    def heads(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
        return {each: self._head_row(self.state_.revisions[each]) for each in revisions if self.sees(each)}

    def grades(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
        rows = self.heads(list(dict.fromkeys(revisions)))
        return {each: row.evidence for each, row in rows.items() if row.evidence is not None}

    def list_heads(
        self, filter: Filter, *, limit: int = 100, cursor: str | None = None, oldest_first: bool = False
    ) -> Page[HeadRow]:
        heads = [self.head(row.id) for row in self.seen_items() if self.seen_revisions(row.id)]
        kept = sorted((each for each in heads if self.keeps(each, filter)), reverse=not oldest_first)
        return page([self._head_row(self.state_.revisions[each]) for each in kept], list(map(str, kept)), limit, cursor)

    def anchors(
        self,
        filter: Filter,
        *,
        without: Sequence[str] = (),
        newest: int | None = None,
        within: Sequence[RevisionId] | None = None,
    ) -> list[AnchorRow]:
        heads = self.list_heads(filter, limit=1_000_000).items
        heads = tuple(head for head in heads if within is None or head.revision in within)
        rows = [self._anchor_row(head) for head in heads if head.kind not in without]
        seen: Counter[tuple[str, bool]] = Counter()
        left_out: set[RevisionId] = set()
        for row in sorted(rows, key=lambda each: (each.said, each.revision), reverse=True):
            if row.kept is None and row.expires is None and not (row.contested or row.locked or row.pinned):
                seen[row.kind, row.inferred] += 1
                if newest is not None and seen[row.kind, row.inferred] > newest:
                    left_out.add(row.revision)
        return [row for row in rows if row.revision not in left_out]

    def _anchor_row(self, head: HeadRow) -> AnchorRow:
        of_item, of_revision = self._facts(item_node(head.item)), self._facts(revision_node(head.revision))
        node = self.revision(head.revision)
        kept = of_revision.get(Key.CONFIDENCE)
        return AnchorRow(
            revision=head.revision,
            item=head.item,
            kind=head.kind,
            said=to_micros(node.said_at or node.created_at),
            told=to_micros(node.created_at),
            inferred=node.claim is not None and node.claim.origin == "inferred",
            kept=None if kept is None else encode(kept),
            contested=Key.CONTESTED in of_revision,
            expires=cast("int | None", of_item.get(Key.EXPIRES)),
            locked=Key.LOCK in of_item,
            pinned=Key.PIN in of_item,
        )

    def _head_row(self, row: RevisionRow) -> HeadRow:
        item = self.state_.items[row.item]
        of_item, of_revision = self._facts(item_node(item.id)), self._facts(revision_node(row.id))
        return HeadRow(
            revision=row.id,
            item=row.item,
            head=self.head(row.item),
            number=row.number,
            kind=item.kind,
            user=item.owner,
            space="/".join(self._space(item)),
            agent=item.agent,
            session=item.session,
            contexts=item.contexts,
            status=of_item.get(Key.STATUS) or of_revision.get(Key.STATUS) or "live",
            standing=of_revision.get(Key.STANDING, "accepted"),
            pinned=Key.PIN in of_item,
            evidence=of_revision.get(Key.EVIDENCE),
            tier=of_item.get(Key.TIER, "working"),
            operation=row.op,
            said_at=row.new.said_at,
            valid=row.new.valid,
        )

    def keeps(self, revision: int, filter: Filter | None) -> bool:
        """Tell whether a filter keeps a revision."""
        if filter is None:
            return True
        self._check(filter)
        row = self._head_row(self.state_.revisions[revision])
        return (
            (row.status in filter.statuses or not filter.statuses)
            and (not filter.heads_only or (row.is_head and row.standing == "accepted"))
            and self._fits(self.state_.items[row.item], filter)
        )

    def _check(self, filter: Filter) -> None:
        for status in filter.statuses:
            checked_status(status)
        if filter.space is not None:
            space_path(filter.space)

    def _keeps_item(self, row: ItemRow, filter: Filter) -> bool:
        versions = self.seen_revisions(row.id)
        if versions:
            return self.keeps(self.head(row.id), replace(filter, heads_only=False))
        status = self.state_.fact(item_node(row.id), Key.STATUS, self.at) or "live"
        return (status in filter.statuses or not filter.statuses) and self._fits(row, filter)

    def _told_again(self, item: ItemRow, key: str) -> bool:
        return self.state_.fact(item_node(item.id), key, self.at) is not None

    def _fits(self, item: ItemRow, filter: Filter) -> bool:
        path = None if filter.space is None else space_path(filter.space)
        pinned = self.state_.fact(item_node(item.id), Key.PIN, self.at) is not None
        return (
            (not filter.kinds or item.kind in filter.kinds)
            and (path is None or self._space(item)[: len(path)] == path)
            and (filter.agent in (None, item.agent) or self._told_again(item, f"agent:{filter.agent}"))
            and (filter.session in (None, item.session) or self._told_again(item, f"session:{filter.session}"))
            and (filter.contexts is None or not item.contexts or bool(set(filter.contexts) & set(item.contexts)))
            and filter.pinned in (None, pinned)
        )
