"""What is said of nodes: state, tags, names, sources, members, artifacts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from doxa.errors import NotFound
from doxa.graph.aliases import alias_form
from doxa.graph.inputs import is_uid
from doxa.graph.kref import Kref, parse_kref
from doxa.graph.nodes import (
    FOREVER,
    ArtifactNode,
    Assertion,
    ItemId,
    Key,
    NodeId,
    NodeType,
    Observation,
    RevisionId,
    TagSpan,
    artifact_node,
    item_node,
    revision_node,
)
from doxa.records import Json
from tests.conformance.model.nodes import Nodes
from tests.conformance.model.sight import INTERNAL

T = TypeVar("T")


class Assertions(Nodes):
    """The part of a view that reads assertion rows."""

    def resolve(self, ref: str) -> RevisionId:
        item = self._addressed(ref).id
        if is_uid(ref):
            return self.head(item)
        kref = parse_kref(ref)
        revision = self._pinned(item, kref)
        if kref.artifact is not None:
            self._only(each for each in self.artifacts([revision])[revision] if each.name == kref.artifact)
        return revision

    def _pinned(self, item: ItemId, kref: Kref) -> RevisionId:
        if kref.number is not None:
            return self._only(row.id for row in self.seen_revisions(item) if row.number == kref.number)
        past: Assertions = self
        if kref.time is not None:
            at = max((each.id for each in self.state_.operations if each.at <= kref.time), default=0)
            past = type(self)(self.state_, min(at, self.at), self.user, self.project)
            past._seen_item(item)
        if kref.tag is not None:
            return self._only(past.tags(item)[tag] for tag in past.tags(item) if tag == kref.tag)
        return past.latest(item) if kref.time is not None else past.head(item)

    def state(self, nodes: Sequence[NodeId]) -> dict[NodeId, dict[str, Json]]:
        return {
            node: {key: value for key, value in self._facts(node).items() if key not in INTERNAL}
            for node in nodes
            if self._sees_node(node)
        }

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

    def name_beginnings(self, beginnings: Sequence[str]) -> set[str]:
        return {*beginnings}

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
