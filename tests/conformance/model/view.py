"""What one reader sees of a state, now or as of a past operation."""

from __future__ import annotations

import fnmatch
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, TypeVar, cast

from doxa.clock import to_micros
from doxa.errors import Erased, InvalidInput, NotFound
from doxa.graph.aliases import alias_form
from doxa.graph.belief_state import AnchorRow
from doxa.graph.inputs import encode, is_uid
from doxa.graph.kref import Kref, parse_kref, space_path
from doxa.graph.nodes import (
    FOREVER,
    PROJECT_NODE,
    ArtifactNode,
    Assertion,
    Filter,
    HeadRow,
    ItemId,
    ItemNode,
    Key,
    NodeId,
    NodeType,
    Observation,
    OperationNode,
    RevisionId,
    RevisionNode,
    SpaceNode,
    TagSpan,
    artifact_node,
    item_node,
    operation_node,
    revision_node,
    space_node,
)
from doxa.records import ANY, Json, Page, Period, User
from tests.conformance.model.state import ItemRow, RevisionRow, State
from tests.conformance.model.undoing import nodes_of
from tests.conformance.model.walks import Walks

T = TypeVar("T")

INTERNAL = frozenset({Key.VOID, Key.UNDONE, Key.IDENTITY, Key.SLOT, Key.MEMBERS})
"""Keys that no reader is shown."""


class ModelView(Walks):
    """A `View` by naive scans."""

    def __init__(self, state: State, at: int, user: User, project: str, usage: Mapping[int, Any] | None = None) -> None:
        self.state_ = state
        self.at = at
        self.user = user
        self.project = project
        self.usage_ = usage or {}

    @property
    def at_time(self) -> datetime | None:
        return self.state_.operations[self.at - 1].at if self.at else None

    # --- what is seen ---

    def sees_owner(self, owner: str | None) -> bool:
        return self.user is ANY or owner is None or owner == self.user

    def sees_item(self, item: int) -> bool:
        row = self.state_.items.get(item)
        made = row is not None and row.op <= self.at and self.sees_owner(row.owner)
        return made and self.state_.fact(item_node(ItemId(item)), Key.VOID, self.at) is None

    def sees(self, revision: int) -> bool:
        row = self.state_.revisions.get(revision)
        made = row is not None and row.op <= self.at and self.sees_item(row.item)
        return made and self.state_.fact(revision_node(RevisionId(revision)), Key.VOID, self.at) is None

    def seen_revisions(self, item: int | None = None) -> list[RevisionRow]:
        return [
            row for row in self.state_.revisions.values() if (item is None or row.item == item) and self.sees(row.id)
        ]

    def seen_items(self) -> list[ItemRow]:
        return [row for row in self.state_.items.values() if self.sees_item(row.id)]

    def _seen_item(self, item: int) -> ItemRow:
        if not self.sees_item(item):
            raise NotFound(f"There is no item {item}.")
        return self.state_.items[item]

    def _seen(self, revision: int) -> RevisionRow:
        if not self.sees(revision):
            raise NotFound(f"There is no revision {revision}.")
        return self.state_.revisions[revision]

    # --- addresses ---

    def item(self, ref: str | ItemId) -> ItemNode:
        if isinstance(ref, int):
            return self._item_node(self._seen_item(ref))
        if is_uid(ref):
            return self._item_node(self._by_uid(ref))
        return self._item_node(self._addressed(parse_kref(ref)))

    def _by_uid(self, uid: str) -> ItemRow:
        if uid in self.state_.erased:
            raise Erased(f"{uid} was erased.")
        found = [row for row in self.seen_items() if row.uid == uid]
        if not found:
            raise NotFound(f"There is no item {uid}.")
        return found[0]

    def _addressed(self, kref: Kref) -> ItemRow:
        found = [row for row in self.seen_items() if self._kref(row) == kref.item]
        if not found:
            raise NotFound(f"{kref} names nothing.")
        return found[0]

    def _kref(self, row: ItemRow) -> Kref:
        slab = self.state_.owners.index(row.owner)
        return Kref(self.project, slab, self.state_.spaces[row.space].path, row.name, row.kind)

    def resolve(self, ref: str) -> RevisionId:
        if is_uid(ref):
            return self.head(self._by_uid(ref).id)
        kref = parse_kref(ref)
        item = self._addressed(kref).id
        if kref.number is not None:
            return self._only(row.id for row in self.seen_revisions(item) if row.number == kref.number)
        past = self
        if kref.time is not None:
            at = max((each.id for each in self.state_.operations if each.at <= kref.time), default=0)
            past = ModelView(self.state_, min(at, self.at), self.user, self.project)
            past._seen_item(item)
        if kref.tag is not None:
            return self._only(past.tags(item)[tag] for tag in past.tags(item) if tag == kref.tag)
        revision = past.latest(item) if kref.time is not None else past.head(item)
        if kref.artifact is not None:
            self._only(each for each in self.artifacts([revision])[revision] if each.name == kref.artifact)
        return revision

    def _only(self, found: Iterable[T]) -> T:
        for each in found:
            return each
        raise NotFound("It names nothing.")

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

    def _time(self, operation: int) -> datetime:
        return self.state_.operations[operation - 1].at

    # --- revisions ---

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

    def latest(self, item: ItemId) -> RevisionId:
        self._seen_item(item)
        return self._only(row.id for row in sorted(self.seen_revisions(item), key=lambda row: -row.number))

    def head(self, item: ItemId) -> RevisionId:
        asserted = self.state_.fact(item_node(item), Key.HEAD, self.at)
        return RevisionId(asserted) if asserted is not None and self.sees(asserted) else self.latest(item)

    def heads(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
        return {each: self._head_row(self.state_.revisions[each]) for each in revisions if self.sees(each)}

    def list_heads(
        self, filter: Filter, *, limit: int = 100, cursor: str | None = None, oldest_first: bool = False
    ) -> Page[HeadRow]:
        heads = [self.head(row.id) for row in self.seen_items() if self.seen_revisions(row.id)]
        kept = sorted((each for each in heads if self.keeps(each, filter)), reverse=not oldest_first)
        return page([self._head_row(self.state_.revisions[each]) for each in kept], list(map(str, kept)), limit, cursor)

    def anchors(self, filter: Filter, *, without: Sequence[str] = (), newest: int | None = None) -> list[AnchorRow]:
        heads = self.list_heads(filter, limit=1_000_000).items
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
        row = self._head_row(self.state_.revisions[revision])
        return (
            (row.status in filter.statuses or not filter.statuses)
            and (not filter.heads_only or (row.is_head and row.standing == "accepted"))
            and self._fits(self.state_.items[row.item], filter)
        )

    def _keeps_item(self, row: ItemRow, filter: Filter) -> bool:
        versions = self.seen_revisions(row.id)
        if versions:
            return self.keeps(self.head(row.id), replace(filter, heads_only=False))
        status = self.state_.fact(item_node(row.id), Key.STATUS, self.at) or "live"
        return (status in filter.statuses or not filter.statuses) and self._fits(row, filter)

    def _fits(self, item: ItemRow, filter: Filter) -> bool:
        path = None if filter.space is None else space_path(filter.space)
        pinned = self.state_.fact(item_node(item.id), Key.PIN, self.at) is not None
        return (
            (not filter.kinds or item.kind in filter.kinds)
            and (path is None or self._space(item)[: len(path)] == path)
            and filter.agent in (None, item.agent)
            and filter.session in (None, item.session)
            and (filter.contexts is None or not item.contexts or bool(set(filter.contexts) & set(item.contexts)))
            and filter.pinned in (None, pinned)
        )

    # --- assertions ---

    def _facts(self, node: NodeId) -> dict[str, Any]:
        return {key[2]: json.loads(stay.value) for key, stay in self.state_.matching(self.at, "fact", node)}

    def state(self, nodes: Sequence[NodeId]) -> dict[NodeId, dict[str, Json]]:
        return {
            node: {key: value for key, value in self._facts(node).items() if key not in INTERNAL}
            for node in nodes
            if self._sees_node(node)
        }

    def _sees_node(self, node: NodeId) -> bool:
        number, type_ = divmod(node, 8)
        if type_ == NodeType.ITEM:
            return self.sees_item(number)
        if type_ == NodeType.REVISION:
            return self.sees(number)
        if type_ == NodeType.ARTIFACT:
            return number in self.state_.artifacts and self._sees_artifact(number)
        if type_ == NodeType.SPACE:
            row = self.state_.spaces.get(number)
            return row is not None and row.op <= self.at and self.sees_owner(row.owner)
        return node == PROJECT_NODE

    def _sees_artifact(self, number: int) -> bool:
        row = self.state_.artifacts[number]
        made = row.op <= self.at and self.sees(row.revision)
        return made and self.state_.fact(artifact_node(number), Key.VOID, self.at) is None

    def assertion_history(self, node: NodeId, key: str | None = None) -> list[Assertion]:
        if not self._sees_node(node):
            return []
        found = [
            Assertion(
                node, at[2], json.loads(stay.value), stay.from_op, stay.to_op if stay.to_op <= self.at else FOREVER
            )
            for at, stays in self.state_.stays.items()
            if at[:2] == ("fact", node) and key in (None, at[2]) and at[2] not in INTERNAL
            for stay in stays
            if stay.from_op <= self.at
        ]
        return sorted(found, key=lambda each: (each.from_op, each.key))

    def attributes(self, node: NodeId) -> dict[str, Json]:
        number, type_ = divmod(node, 8)
        if not self._sees_node(node):
            return {}
        given: dict[str, Json] = dict(self._seen(number).new.metadata) if type_ == NodeType.REVISION else {}
        if type_ == NodeType.ARTIFACT:
            given = dict(self.state_.artifacts[number].metadata)
        for key, value in self._facts(node).items():
            if key.startswith("attribute:"):
                given[key.removeprefix("attribute:")] = value
        return {key: value for key, value in given.items() if value is not None}

    def tags(self, item: ItemId) -> dict[str, RevisionId]:
        tags = {"latest": self.latest(item)}
        for key, value in self._facts(item_node(item)).items():
            if key.startswith("tag:") and self.sees(int(str(value))):
                tags[key.removeprefix("tag:")] = RevisionId(int(str(value)))
        return dict(sorted(tags.items()))

    def tag_history(self, item: ItemId, tag: str | None = None) -> list[TagSpan]:
        self._seen_item(item)
        spans = [
            TagSpan(each.key.removeprefix("tag:"), RevisionId(int(str(each.value))), each.from_op, each.to_op)
            for each in self.assertion_history(item_node(item))
            if each.key.startswith("tag:")
        ]
        return sorted(
            (span for span in [*spans, *self._latest_spans(item)] if tag in (None, span.tag)),
            key=lambda span: (span.from_op, span.tag),
        )

    def _latest_spans(self, item: ItemId) -> list[TagSpan]:
        """Read `latest` at every operation, the simplest way to its history."""
        spans: list[TagSpan] = []
        for at in range(1, self.at + 1):
            newest = self._newest_made(item, at)
            last = spans[-1] if spans and spans[-1].to_op == FOREVER else None
            if last is not None and newest != last.revision:
                spans[-1] = replace(last, to_op=at)
            if newest is not None and (last is None or newest != last.revision):
                spans.append(TagSpan("latest", newest, at, FOREVER))
        return spans

    def _newest_made(self, item: ItemId, at: int) -> RevisionId | None:
        """Return the newest revision of then whose making was not undone, whether or not the item's was."""
        made = [
            row
            for row in self.state_.revisions.values()
            if row.item == item and row.op <= at and self.state_.fact(revision_node(row.id), Key.VOID, at) is None
        ]
        return max(made, key=lambda row: row.number).id if made else None

    def aliases(self, items: Sequence[ItemId]) -> dict[ItemId, tuple[str, ...]]:
        found = {item: self._aliases(item) for item in items if self.sees_item(item)}
        return {item: names for item, names in found.items() if names}

    def _aliases(self, item: ItemId) -> tuple[str, ...]:
        held = [stay for _, stay in self.state_.matching(self.at, "alias", item)]
        return tuple(stay.value for stay in sorted(held, key=lambda stay: stay.from_op))

    def items_by_alias(self, forms: Sequence[str]) -> dict[str, tuple[ItemId, ...]]:
        found = {form: tuple(self._named(form)) for form in forms}
        return {form: items for form, items in found.items() if items}

    def _named(self, form: str) -> Iterable[ItemId]:
        """Yield the items of a name, those whose canonical name it is first."""
        items = [row.id for row in self.seen_items()]
        canonical = [self.state_.fact(item_node(item), Key.CANONICAL, self.at) for item in items]
        first = [item for item, name in zip(items, canonical, strict=True) if name and alias_form(name) == form]
        other = [item for item in items if self.state_.value(("alias", item, form), self.at) is not None]
        return dict.fromkeys([*first, *other])

    def observations(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[Observation, ...]]:
        return {each: tuple(self._vouching(each)) for each in revisions if self.sees(each)}

    def _vouching(self, revision: RevisionId) -> Iterable[Observation]:
        held = [stay for _, stay in self.state_.matching(self.at, "observation", revision)]
        for stay in sorted(held, key=lambda stay: (stay.value.said_at is None, stay.value.said_at, stay.from_op)):
            told: Observation = stay.value
            hidden = told.turn is not None and not self.sees(told.turn)
            yield replace(told, turn=None, start=0, end=0) if hidden else told

    def members(self, bundle: ItemId, *, number: int | None = None) -> tuple[ItemId, ...]:
        members: dict[ItemId, None] = {}
        versions = self.versions(bundle)
        if number is not None and number not in [node.number for node in versions]:
            raise NotFound(f"There is no revision {number}.")
        for node in versions:
            change = self.state_.fact(revision_node(node.id), Key.MEMBERS, self.at)
            if change is None or (number is not None and node.number > number):
                continue
            for gone in change["remove"]:
                members.pop(gone, None)
            members |= dict.fromkeys(change["add"])
        return tuple(member for member in members if self.sees_item(member))

    def artifacts(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[ArtifactNode, ...]]:
        found: dict[RevisionId, tuple[ArtifactNode, ...]] = {}
        for each in revisions:
            if self.sees(each):
                default = self.state_.fact(revision_node(each), Key.DEFAULT_ARTIFACT, self.at)
                mine = [node for node in self._artifacts() if node.revision == each]
                found[each] = tuple(sorted(mine, key=lambda node: (node.name != default, node.id)))
        return found

    def artifacts_at(self, location: str) -> tuple[ArtifactNode, ...]:
        return tuple(node for node in self._artifacts() if node.location == location)

    def _artifacts(self) -> list[ArtifactNode]:
        return [
            ArtifactNode(row.id, row.revision, row.name, row.location, dict(row.metadata), self._time(row.op))
            for row in self.state_.artifacts.values()
            if self._sees_artifact(row.id)
            and self.state_.fact(artifact_node(row.id), Key.STATUS, self.at) in (None, "live")
        ]

    # --- by meaning and time ---

    def mentions(
        self, forms: Sequence[str], *, roles: Sequence[str] = (), limit: int = 1000
    ) -> dict[str, list[tuple[RevisionId, str]]]:
        found: dict[str, list[tuple[RevisionId, str]]] = {}
        for form in forms:
            hits = [
                (row.id, role)
                for row in sorted(self.seen_revisions(), key=lambda row: -row.id)
                for said, role in sorted(set(row.new.mentions))
                if said == form and (not roles or role in roles)
            ]
            if hits:
                found[form] = hits[:limit]
        return found

    def by_identity(self, identity: str, user: str | None, contexts: Sequence[str] = ()) -> ItemId | None:
        wanted = [identity, sorted(set(contexts))]
        found = [row.id for row in self.seen_items() if row.owner == user and self.identity_of(row.id) == wanted]
        return found[0] if found else None

    def identity_of(self, item: ItemId) -> list[Any] | None:
        """Return the identity that an item holds: only a live, accepted head has one."""
        identity = self.state_.fact(item_node(item), Key.IDENTITY, self.at)
        if identity is None or not self.seen_revisions(item):
            return None
        row = self._head_row(self.state_.revisions[self.head(item)])
        return identity if (row.status, row.standing) == ("live", "accepted") else None

    def by_slot(self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> list[ItemId]:
        wanted = [[slot, sorted(set(contexts))] for slot in slots]
        return [
            row.id
            for row in self.seen_items()
            if row.owner == user
            and self.state_.fact(item_node(row.id), Key.SLOT, self.at) in wanted
            and self.seen_revisions(row.id)
            and self._head_row(self.state_.revisions[self.head(row.id)]).status == "live"
        ]

    def between(self, period: Period, *, filter: Filter, limit: int) -> list[RevisionId]:
        hits = [row.id for row in self.seen_revisions() if self.keeps(row.id, filter) and self._overlaps(row, period)]
        return sorted(hits, reverse=True)[:limit]

    def _overlaps(self, row: RevisionRow, period: Period) -> bool:
        if row.new.valid is None:
            said = self._said(row)
            return (period.end is None or said < period.end) and (period.start is None or said >= period.start)
        start, end = row.new.valid.start, row.new.valid.end
        begins_before = period.end is None or start is None or start < period.end
        return begins_before and (period.start is None or end is None or end > period.start)

    def neighbours(self, revisions: Sequence[RevisionId], *, radius: int) -> dict[RevisionId, list[RevisionId]]:
        return {each: self._around(self.state_.revisions[each], radius) for each in revisions if self.sees(each)}

    def _around(self, row: RevisionRow, radius: int) -> list[RevisionId]:
        item, here = self.state_.items[row.item], (self._said(row), row.id)
        said = sorted(
            (self._said(other), other.id)
            for other in self.seen_revisions()
            if self._beside(self.state_.items[other.item], item) and self.keeps(other.id, Filter())
        )
        before, after = [each for each in said if each < here], [each for each in said if each > here]
        return [revision for _, revision in [*before[max(0, len(before) - radius) :], *after[:radius]]]

    def _said(self, row: RevisionRow) -> datetime:
        return row.new.said_at or self._time(row.op)

    def _beside(self, other: ItemRow, item: ItemRow) -> bool:
        place = (item.owner, item.session, item.kind)
        return item.session is not None and (other.owner, other.session, other.kind) == place

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        return {each: self.usage_[each] for each in revisions if each in self.usage_ and self.sees(each)}

    # --- log ---

    def operation(self, operation: int) -> OperationNode:
        if not 1 <= operation <= self.at or not self._sees_operation(operation):
            raise NotFound(f"There is no operation {operation}.")
        return self.state_.operations[operation - 1]

    def operations(
        self, nodes: Sequence[NodeId] = (), *, limit: int = 100, cursor: str | None = None
    ) -> Page[OperationNode]:
        seen = {node for node in nodes if self._sees_node(node)}
        found = [
            each
            for each in reversed(self.state_.operations[: self.at])
            if (seen & self._touched(each.id) if nodes else self._sees_operation(each.id))
        ]
        return page(found, [str(each.id) for each in found], limit, cursor)

    def _sees_operation(self, operation: int) -> bool:
        """Tell whether an operation touched anything of an owner who is seen."""
        return self.user is ANY or any(self._owned(node) for node in self._touched(operation))

    def _owned(self, node: NodeId) -> bool:
        number, type_ = divmod(node, 8)
        state = self.state_
        if type_ == NodeType.SPACE:
            return self.sees_owner(state.spaces[number].owner)
        if type_ == NodeType.PROJECT:
            return True
        return type_ == NodeType.ITEM and self.sees_owner(state.items[number].owner)

    def _touched(self, operation: int) -> set[NodeId]:
        """Return the nodes that an operation made or changed; what a node belongs to is changed with it."""
        state = self.state_
        nodes = {item_node(row.id) for row in state.items.values() if row.op == operation}
        nodes |= {revision_node(row.id) for row in state.revisions.values() if row.op == operation}
        nodes |= {artifact_node(row.id) for row in state.artifacts.values() if row.op == operation}
        nodes |= {space_node(row.id) for row in state.spaces.values() if row.op == operation}
        for key in state.touched(operation):
            nodes |= nodes_of(key) if key[0] != "observation" else {revision_node(key[1])}
        files = {node // 8 for node in nodes if node % 8 == NodeType.ARTIFACT}
        nodes |= {revision_node(state.artifacts[number].revision) for number in files}
        said = {node // 8 for node in nodes if node % 8 == NodeType.REVISION}
        return nodes | {item_node(state.revisions[number].item) for number in said}

    def undone_by(self, operations: Sequence[int]) -> dict[int, int]:
        found = {each: self.state_.fact(operation_node(each), Key.UNDONE, self.at) for each in operations}
        return {each: undo for each, undo in found.items() if undo is not None}

    def counts(self) -> Mapping[str, int]:
        revisions = self.seen_revisions()
        heads = [self._head_row(self.state_.revisions[self.head(item)]) for item in {row.item for row in revisions}]
        users = [row.owner for row in self.state_.spaces.values() if row.op <= self.at and self.sees_owner(row.owner)]
        return {
            **Counter(f"kind:{row.kind}" for row in heads if row.status == "live"),
            **Counter(f"status:{row.status}" for row in heads),
            "revisions": len(revisions),
            "edges": len(self.edges([row.id for row in revisions])),
            "operations": self.at,
            "vectors": sum(row.new.vector is not None for row in revisions),
            "users": len({*users} - {None}),
        }


def page(rows: Sequence[T], cursors: Sequence[str], limit: int, cursor: str | None) -> Page[T]:
    """Cut a page out of all rows."""
    if limit < 1:
        raise InvalidInput(f"limit is {limit}.", field="limit", value=limit)
    if cursor is not None and cursor not in cursors:
        raise InvalidInput(f"{cursor!r} is no cursor.", field="cursor", value=cursor)
    start = 0 if cursor is None else cursors.index(cursor) + 1
    shown = tuple(rows[start : start + limit])
    more = start + limit < len(rows)
    return Page(shown, cursors[start + limit - 1] if more else None)
