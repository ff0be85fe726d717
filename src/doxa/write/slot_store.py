"""A slot group as the belief rules see it, read from the store; and their effects, written back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.confidence import Anchor, default_confidence
from doxa.belief.intervals import Intervals
from doxa.belief.slots import Slot, slot_of
from doxa.belief.spans import Span
from doxa.belief.statements import Effects, Observation, SlotState, Standing, Statement
from doxa.clock import from_micros, to_micros
from doxa.graph.belief_state import anchor_of, encode_anchor, encode_intervals, evidence_of, held_of
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import (
    ItemId,
    Key,
    RevisionId,
    RevisionNode,
    item_node,
    revision_node,
)
from doxa.graph.nodes import Observation as StoredObservation
from doxa.records import Evidence, Json

NEWCOMER = "new"
"""The id of a statement that is not stored yet."""


@dataclass(frozen=True, slots=True)
class Group:
    """A slot group: its state, and which item each statement is a revision of."""

    state: SlotState
    items: Mapping[str, ItemId] = field(default_factory=dict)
    keys: Mapping[ItemId, str] = field(default_factory=dict)

    def item_for(self, slot: Slot) -> ItemId | None:
        """Return the item that a claim with this slot is a revision of, if it is in the group."""
        return next((item for item, key in self.keys.items() if key == slot.item_key), None)


def load_group(view: View, slot: Slot, registry: AttributeRegistry) -> Group:
    """Read all statements that can bear on a claim.

    The number of queries does not depend on how much is stored, only the rows of this group are read.
    """
    items = view.by_slot([slot.group_key], slot.owner or None, slot.contexts)
    if not items:
        return Group(SlotState(slot.single, opaque=slot.opaque))
    versions = {item: view.versions(item) for item in items}
    nodes = [node for each in versions.values() for node in each]
    revisions = [node.id for node in nodes]
    state = view.state([*map(item_node, items), *map(revision_node, revisions)])
    observations = view.observations(revisions)
    statements: dict[str, ItemId] = {}
    loaded: list[Statement] = []
    keys: dict[ItemId, str] = {}
    for item, item_versions in versions.items():
        of_item = state.get(item_node(item), {})
        for node in item_versions:
            of_revision = state.get(revision_node(node.id), {})
            own = _slot_of_node(node, slot, registry)
            if of_revision.get(Key.STANDING) != "rival":
                keys.setdefault(item, own.item_key)
            loaded.append(_statement(node, own, of_item, of_revision, observations.get(node.id, ())))
            statements[str(node.id)] = item
    return Group(SlotState(slot.single, tuple(loaded), slot.opaque), statements, keys)


def _slot_of_node(node: RevisionNode, slot: Slot, registry: AttributeRegistry) -> Slot:
    if node.claim is None:
        return slot
    return slot_of(node.claim, registry, owner=slot.owner, contexts=slot.contexts)


def _statement(
    node: RevisionNode,
    slot: Slot,
    of_item: Mapping[str, Json],
    of_revision: Mapping[str, Json],
    observations: Sequence[StoredObservation],
) -> Statement:
    return Statement(
        id=str(node.id),
        value=slot.value,
        polarity=slot.polarity,
        observations=tuple(_observation(each, node) for each in observations),
        grade=cast("Evidence", evidence_of("fact", of_revision)),
        anchor=anchor_of(node, of_revision),
        standing=cast("Standing", of_revision.get(Key.STANDING, "accepted")),
        held=held_of(node, of_revision),
        locked=bool(of_item.get(Key.LOCK)),
        opposes=frozenset(map(str, cast("list[int]", of_revision.get(Key.OPPOSES) or ()))),
        contested_by=tuple(map(str, cast("list[int]", of_revision.get(Key.CONTESTED) or ()))),
        retired=cast("int", of_revision.get(Key.RETIRED) or 0),
        ended=cast("int | None", of_revision.get(Key.ENDED)),
    )


def _observation(stored: StoredObservation, node: RevisionNode) -> Observation:
    detail = stored.detail
    return Observation(
        source=stored.source or None,
        said_at=to_micros(stored.said_at or node.said_at or node.created_at),
        sequence=cast("int", detail["sequence"]),
        span=_span(cast("tuple[int, int, int, int]", detail["span"]), open=bool(detail["open"])),
        confidence=cast("float", detail["confidence"]),
        independent=stored.independent,
        rank=cast("int", detail.get("rank", 1)),
        force=cast("int", detail.get("force", 0)),
        reach=_intervals(detail.get("reach")),
    )


def _intervals(kept: Json) -> Intervals | None:
    if kept is None:
        return None
    return tuple((start, end) for start, end in cast("Sequence[tuple[int, int]]", kept))


def _span(bounds: tuple[int, int, int, int], *, open: bool) -> Span:
    lo_early, lo_late, end_early, end_late = bounds
    return Span(lo_early, lo_late, end_early, end_late, open)


def stored_observation(
    observation: Observation, *, turn: RevisionId | None = None, start: int = 0, end: int = 0
) -> StoredObservation:
    """Return an observation as the store keeps it, with the turn and span it was read from."""
    span = observation.span
    reach: Json = None if observation.reach is None else [[start, end] for start, end in observation.reach]
    return StoredObservation(
        source=observation.source or "",
        said_at=from_micros(observation.said_at),
        turn=turn,
        start=start,
        end=end,
        independent=observation.independent,
        detail={
            "sequence": observation.sequence,
            "span": [span.lo_early, span.lo_late, span.end_early, span.end_late],
            "open": span.open,
            "confidence": observation.confidence,
            "rank": observation.rank,
            "force": observation.force,
            "reach": reach,
        },
    )


def state_of(statement: Statement, ids: Mapping[str, RevisionId], *, author: str = "user") -> dict[str, Json]:
    """Return the assertion rows of a new statement; what `beliefs` reads as the default is left out."""
    rows: dict[str, Json] = {}
    said = statement.first
    if statement.anchor != Anchor(default_confidence(statement.anchor.origin), said.said_at, statement.anchor.origin):
        rows[Key.CONFIDENCE] = encode_anchor(statement.anchor)
    if statement.held != said.span.raw:
        rows[Key.HELD] = encode_intervals(statement.held)
    if author != "user":
        rows[Key.AUTHOR] = author
    if statement.grade != "single_source":
        rows[Key.EVIDENCE] = statement.grade
    if statement.standing != "accepted":
        rows[Key.STANDING] = statement.standing
    if statement.contested_by:
        rows[Key.CONTESTED] = _numbers(statement.contested_by, ids)
    if statement.opposes:
        rows[Key.OPPOSES] = _numbers(statement.opposes, ids)
    return rows


def _numbers(statements: Iterable[str], ids: Mapping[str, RevisionId]) -> list[Json]:
    return [int(number) for number in sorted(ids[each] for each in statements if each in ids)]


def save_effects(writer: Writer, effects: Effects, ids: Mapping[str, RevisionId]) -> None:
    """Write what changed about statements that are stored already, and the edges.

    Args:
        writer: The transaction.
        effects: What the rules decided.
        ids: The revision of every statement, the newcomer's included.
    """
    changes: list[tuple[str, str, Json]] = []
    changes += [(each, Key.HELD, encode_intervals(held)) for each, held in effects.held.items()]
    changes += [(each, Key.STANDING, None if to == "accepted" else to) for each, to in effects.standing.items()]
    changes += [(each, Key.EVIDENCE, grade) for each, grade in effects.grade.items()]
    changes += [(each, Key.CONFIDENCE, encode_anchor(anchor)) for each, anchor in effects.anchor.items()]
    changes += [(each, Key.CONTESTED, _numbers(others, ids) or None) for each, others in effects.contested_by.items()]
    changes += [(each, Key.RETIRED, retired or None) for each, retired in effects.retired.items()]
    changes += [(each, Key.ENDED, ended) for each, ended in effects.ended.items()]
    for statement, key, value in changes:
        writer.assert_(revision_node(ids[statement]), key, value)
    for edge in effects.edges:
        writer.edge(ids[edge.source], edge.type, ids[edge.target])
