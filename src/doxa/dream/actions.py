"""Writes proposals: one function for each action, all in the transaction that applies the plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, TypeAlias, cast

from doxa.clock import from_micros
from doxa.dream.drafts import Draft
from doxa.dream.memories import FIRST_SAID
from doxa.graph.beliefs import ATTRIBUTE
from doxa.graph.contract import Writer
from doxa.graph.nodes import (
    ItemId,
    ItemNode,
    Key,
    NewItem,
    NewRevision,
    NodeId,
    Observation,
    RevisionId,
    RevisionNode,
    item_node,
    revision_node,
)
from doxa.records import Claim, Json
from doxa.write.context import WriteContext
from doxa.write.merge import merge_into
from doxa.write.names import named_items
from doxa.write.refs import Target
from doxa.write.regrouping import regroup_items, slots_of_items
from doxa.write.settle import Asserted, settle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AT_ONCE = 2_000
MERGED_FROM = f"{ATTRIBUTE}merged_from"
MOST_IDS: Final = 1_000
"""Ids of what was merged into it that a keeper shows wherever it is read; its MERGED_INTO edges have all."""
BY_DREAM: Final[dict[str, Json]] = {"by": "dream"}
ABSTRACTS = "CROSS_ABSTRACTS_TO"


@dataclass(slots=True)
class Applying:
    """A plan that is being applied.

    Args:
        writer: The open transaction.
        context: The parts.
        user: Whose memories.
        now: When, in microseconds.
        vectors: Of new texts, by text.
        made: What proposals made so far, by the number that stands for it in the plan.
        keepers: Items that others were merged into so far.
    """

    writer: Writer
    context: WriteContext
    user: str | None
    now: int
    vectors: Mapping[str, NDArray[np.float32]] = field(default_factory=dict)
    made: dict[RevisionId, RevisionId] = field(default_factory=dict)
    keepers: set[ItemId] = field(default_factory=set)
    _nodes: dict[RevisionId, RevisionNode] = field(default_factory=dict)
    _items: dict[ItemId, ItemNode] = field(default_factory=dict)
    _state: dict[NodeId, Mapping[str, Json]] = field(default_factory=dict)

    def read(self, drafts: Sequence[Draft]) -> None:
        """Read at once what the proposals name: many small reads cost more than all the writing."""
        revisions = list(dict.fromkeys(each for draft in drafts for each in draft.named if each > 0))
        view = self.writer.view
        for start in range(0, len(revisions), AT_ONCE):
            nodes = view.revisions(revisions[start : start + AT_ONCE])
            self._nodes |= nodes
            items = view.items_by_id([node.item for node in nodes.values()])
            self._items |= items
            self._state |= view.state([item_node(item) for item in items])

    def items(self, nodes: Sequence[RevisionNode]) -> list[ItemNode]:
        """Return the items of revisions, in order."""
        missing = [node.item for node in nodes if node.item not in self._items]
        if missing:
            self._items |= self.writer.view.items_by_id(missing)
        return [self._items[node.item] for node in nodes]

    def state(self, item: ItemId, *, fresh: bool = False) -> Mapping[str, Json]:
        """Return what is asserted of an item; `fresh` = after what was written so far."""
        node = item_node(item)
        if fresh or node not in self._state:
            self._state[node] = self.writer.view.state([node]).get(node, {})
        return self._state[node]

    def real(self, revision: RevisionId) -> RevisionId:
        """Return the stored revision that a number of the plan stands for."""
        return self.made[revision] if revision < 0 else revision

    def reals(self, revisions: Sequence[RevisionId]) -> list[RevisionId]:
        """Return the stored revisions that numbers of the plan stand for."""
        return [self.real(each) for each in revisions]

    def nodes(self, revisions: Sequence[RevisionId]) -> list[RevisionNode]:
        """Return the revisions that numbers of the plan stand for, with their words."""
        reals = self.reals(revisions)
        missing = [each for each in reals if each not in self._nodes]
        if missing:
            self._nodes |= self.writer.view.revisions(missing)
        return [self._nodes[each] for each in reals]


Action: TypeAlias = Callable[[Applying, Draft], "RevisionId | None"]
"""Writes a proposal and returns the revision it made, where it made one."""


def do(applying: Applying, place: int, draft: Draft) -> None:
    """Write a proposal of a plan."""
    made = _ACTIONS[draft.action](applying, draft)
    if made is not None:
        applying.made[RevisionId(-place - 1)] = made


def _archive(applying: Applying, draft: Draft) -> None:
    for node in applying.nodes(draft.targets):
        applying.writer.status(item_node(node.item), "archived")


def _merge(applying: Applying, draft: Draft) -> None:
    assert draft.into is not None
    (home,) = applying.nodes([draft.into])
    others = applying.nodes(draft.targets)
    _hand_over(applying, home, others)
    target = Target("", home.item, home.id)
    for other in others:
        merge_into(applying.writer, Target("", other.item, other.id), target)


def _hand_over(applying: Applying, home: RevisionNode, others: Sequence[RevisionNode]) -> None:
    """Give the keeper the greatest salience, the earliest time and every id; no words, which an erase would miss."""
    writer = applying.writer
    of_home = applying.state(home.item, fresh=home.item in applying.keepers)
    applying.keepers.add(home.item)
    ids = list(cast("list[Json]", of_home.get(MERGED_FROM) or []))
    salience, first = cast("float", of_home.get(Key.SALIENCE, 0.5)), _first_said(home, of_home)
    for other, item in zip(others, applying.items(others), strict=True):
        of_other = applying.state(other.item)
        ids += [item.uid, *cast("list[Json]", of_other.get(MERGED_FROM) or [])]
        salience = max(salience, cast("float", of_other.get(Key.SALIENCE, 0.5)))
        first = min(first, _first_said(other, of_other))
    writer.assert_(item_node(home.item), MERGED_FROM, list(dict.fromkeys(ids))[:MOST_IDS])
    if salience != of_home.get(Key.SALIENCE, 0.5):
        # its tier stays what it is, though the tier on arrival goes by salience
        writer.assert_(item_node(home.item), Key.SALIENCE, salience)
    if first < _first_said(home, {}):
        writer.assert_(item_node(home.item), FIRST_SAID, first)


def _first_said(node: RevisionNode, of_item: Mapping[str, Json]) -> int:
    from doxa.clock import to_micros

    said = to_micros(node.said_at or node.created_at)
    first = of_item.get(FIRST_SAID)
    return min(said, first) if isinstance(first, int) else said


def _merge_entities(applying: Applying, draft: Draft) -> None:
    assert draft.into is not None
    writer, context = applying.writer, applying.context
    (home,) = applying.nodes([draft.into])
    others = applying.nodes(draft.targets)
    before = slots_of_items(writer, context, named_items(writer, [home.item, *(other.item for other in others)]))
    for other in others:
        merge_into(writer, Target("", other.item, other.id), Target("", home.item, home.id))
    regroup_items(writer, context, before)


def _compress(applying: Applying, draft: Draft) -> RevisionId:
    """Write a summary with what its sources share and keep, and archive them."""
    assert draft.text is not None
    writer = applying.writer
    sources = applying.nodes(draft.targets)
    items = writer.view.items_by_id([node.item for node in sources])
    rows = writer.view.heads([node.id for node in sources])
    state = writer.view.state([item_node(item) for item in items])
    of_items = [state.get(item_node(node.item), {}) for node in sources]
    summary = writer.item(
        NewItem(
            kind="summary",
            user=applying.user,
            space=rows[sources[0].id].space,
            agent=_shared([item.agent for item in items.values()]),
            session=_shared([item.session for item in items.values()]),
            contexts=items[sources[0].item].contexts,
            state={Key.SALIENCE: max(cast("float", each.get(Key.SALIENCE, 0.5)) for each in of_items)},
        )
    )
    revision = _summary(applying, summary, draft.text, sources)
    for node in sources:
        writer.status(item_node(node.item), "archived")
    return revision


def _summary(applying: Applying, item: ItemId, text: str, sources: Sequence[RevisionNode]) -> RevisionId:
    """Write a version of a summary that rests on its sources, with when they were said, who said it and their data."""
    writer = applying.writer
    ids: list[Json] = [each.uid for each in applying.items(sources)]
    revision = writer.revision(
        item,
        NewRevision(
            text,
            said_at=min(node.said_at or node.created_at for node in sources),
            metadata={"summarized_from": ids, "sources": _metadata(sources), **BY_DREAM},
            state={Key.AUTHOR: "agent"},
            observations=_observations(writer, sources),
            vector=applying.vectors.get(text),
        ),
    )
    for node in sources:
        writer.edge(revision, "DERIVED_FROM", node.id)
    return revision


def _metadata(sources: Sequence[RevisionNode]) -> dict[str, Json]:
    """Return what was kept with sources, by key: every value that any of them has."""
    kept: dict[str, list[Json]] = {}
    for node in sources:
        for key, value in node.metadata.items():
            if value not in kept.setdefault(key, []):
                kept[key].append(value)
    return {**kept}


def _observations(writer: Writer, sources: Sequence[RevisionNode]) -> tuple[Observation, ...]:
    """Return who vouches for sources, each source once."""
    found: dict[str, Observation] = {}
    for each in writer.view.observations([node.id for node in sources]).values():
        for observation in each:
            found.setdefault(observation.source, replace(observation, turn=None, start=0, end=0, detail={}))
    return tuple(found.values())


def _shared(labels: Sequence[str | None]) -> str | None:
    return labels[0] if len(set(labels)) == 1 else None


def _link(applying: Applying, draft: Draft) -> None:
    assert draft.into is not None
    details = dict(draft.details)
    relation = str(details.pop("relation", "RELATED_TO"))
    for source in applying.reals(draft.targets):
        applying.writer.edge(source, relation, applying.real(draft.into), {**details, **BY_DREAM})


def _strengthen(applying: Applying, draft: Draft) -> None:
    assert draft.into is not None
    writer, relation = applying.writer, str(draft.details["relation"])
    source, target = applying.real(draft.targets[0]), applying.real(draft.into)
    known = [edge for edge in writer.view.edges([source], types=(relation,)) if edge.target == target]
    metadata = dict(known[0].metadata) if known else {}
    writer.edge(source, relation, target, {**metadata, "strength": draft.details["strength"]})


def _create(applying: Applying, draft: Draft) -> RevisionId | None:
    """Write a schema or an intention as an inferred belief that rests on its evidence; nobody vouches for it."""
    assert draft.text is not None
    kind = str(draft.details.get("kind") or ("intention" if draft.action == "create_intention" else "schema"))
    evidence = applying.nodes([*draft.targets, *draft.evidence])
    first = evidence[0] if evidence else None
    item = None if first is None else applying.writer.view.item(first.item)
    expires = draft.details.get("expires")
    settled = settle(
        applying.writer,
        applying.context,
        Asserted(
            claim=Claim(draft.text, kind=kind, origin="inferred", confidence=draft.confidence),
            owner=applying.user,
            said_at=from_micros(applying.now),
            source="dream",
            grade="unverified",
            independent=False,
            live=False,
            author="agent",
            space=item.space if item is not None else "",
            contexts=item.contexts if item is not None else (),
            expires=None if not isinstance(expires, int) else from_micros(expires),
            metadata={**cast("dict[str, Json]", draft.details.get("metadata") or {}), **BY_DREAM},
            vector=applying.vectors.get(draft.text),
        ),
        len(applying.made),
    )
    if settled.revision is None:
        return None
    for node in evidence:
        applying.writer.edge(settled.revision, "DERIVED_FROM", node.id)
        if kind == "core_schema":
            applying.writer.edge(node.id, ABSTRACTS, settled.revision)
    return settled.revision


def _add_evidence(applying: Applying, draft: Draft) -> None:
    assert draft.into is not None
    for source in applying.reals(draft.targets):
        applying.writer.edge(applying.real(draft.into), "DERIVED_FROM", source)


def _reground(applying: Applying, draft: Draft) -> None:
    if draft.text is not None:
        _tell_anew(applying, draft)
        return
    for revision in applying.reals(draft.targets):
        applying.writer.assert_(revision_node(revision), Key.STALE, draft.details.get("left") or None)


def _tell_anew(applying: Applying, draft: Draft) -> None:
    """Give a summary the words of what is left of its sources, as a revision of its own."""
    assert draft.text is not None
    (old,) = applying.nodes(draft.targets)
    revision = _summary(applying, old.item, draft.text, applying.nodes(draft.evidence))
    applying.writer.edge(revision, "SUPERSEDES", old.id)


def _relabel(applying: Applying, draft: Draft) -> None:
    for revision in applying.reals(draft.targets):
        for tag in cast("list[str]", draft.details.get("tags") or []):
            applying.writer.tag(revision, tag)


def _relabel_space(applying: Applying, draft: Draft) -> None:
    from doxa.dream.profile_items import write_profile

    path = str(draft.details["space"])
    write_profile(applying.writer, applying.user, path, cast("dict[str, Json]", draft.details["profile"]))


_ACTIONS: Final[Mapping[str, Action]] = MappingProxyType(
    {
        "archive": _archive,
        "deprecate": _archive,
        "merge": _merge,
        "merge_entities": _merge_entities,
        "compress": _compress,
        "link": _link,
        "strengthen": _strengthen,
        "create_schema": _create,
        "create_intention": _create,
        "add_evidence": _add_evidence,
        "reground": _reground,
        "relabel": _relabel,
        "relabel_space": _relabel_space,
    }
)
