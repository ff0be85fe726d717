"""A slot group as the belief rules see it, read from the store; and their effects, written back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias, cast

from doxa.belief.confidence import Anchor, default_confidence
from doxa.belief.intervals import Instant, Intervals
from doxa.belief.slots import Slot
from doxa.belief.spans import Span, asserted_span
from doxa.belief.statements import Decision, Effects, Newcomer, Observation, SlotState, Standing, Statement
from doxa.clock import from_micros, to_micros
from doxa.graph.belief_state import anchor_of, encode_anchor, encode_intervals, evidence_of, held_of
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import (
    EdgeNode,
    ItemId,
    Key,
    NodeId,
    RevisionId,
    RevisionNode,
    item_node,
    revision_node,
)
from doxa.graph.nodes import Observation as StoredObservation
from doxa.records import Evidence, Json
from doxa.write.chains import NEWEST, STRIDE, Mark, Part, around, is_over, mark_of, moved_mark, put_mark
from doxa.write.grounding import GROUNDS
from doxa.write.slotting import Slotting

State: TypeAlias = Mapping[NodeId, Mapping[str, Json]]
"""The assertions in force, by node."""

_BEARING = ("SUPERSEDES", "CONTRADICTS", *GROUNDS)
SEQUENCES_PER_OPERATION = 1_000_000
"""Room for the claims of one operation in the order of everything ever said."""
NEWCOMER = "new"
"""The id of a statement that is not stored yet."""


@dataclass(frozen=True, slots=True)
class Group:
    """A slot group: its state, and which item each statement is a revision of.

    Args:
        state: The statements of the group, and those of other slots that a caller set against one of them.
        items: The item of each statement.
        keys: The key of each item of the group.
        bare: Statements on which nothing rests.
        expiring: Items that stop being shown some day.
        strangers: The statements of other slots; nothing contradicts them but what was declared to.
        marks: How much of the items is over, for those of which that is known.
        numbers: The number of each revision of the group, oldest first.
        part: What of a long chain is here; `None` = all of it.
    """

    state: SlotState
    items: Mapping[str, ItemId] = field(default_factory=dict)
    keys: Mapping[ItemId, str] = field(default_factory=dict)
    strangers: frozenset[str] = frozenset()
    bare: frozenset[str] = frozenset()
    expiring: frozenset[ItemId] = frozenset()
    marks: Mapping[ItemId, Mark] = field(default_factory=dict)
    numbers: Mapping[str, int] = field(default_factory=dict)
    part: Part | None = None

    def item_for(self, slot: Slot) -> ItemId | None:
        """Return the item that a claim with this slot is a revision of, if it is in the group."""
        return next((item for item, key in self.keys.items() if key == slot.item_key), None)


def load_parts(
    view: View, slot: Slot, slotting: Slotting, span: Span, now: Instant, *, named: Sequence[RevisionId] = ()
) -> Iterator[Group]:
    """Yield ever larger parts of what can bear on a claim of some time, all of it last; see `doxa.write.chains`.

    All of it comes first, unless it is a long chain of one item, with or without rivals and denials beside it.

    Args:
        view: Where.
        slot: The claim's slot.
        slotting: Tells the slots of what is stored.
        span: What the claim asserts.
        now: The clock.
        named: Statements that the claim names.
    """
    versions = view.slot_versions([slot.group_key], slot.owner or None, slot.contexts, newest=NEWEST)
    cut = [item for item, nodes in versions.items() if nodes[0].number > 1]
    if not cut:
        yield _group_of(view, slot, slotting, versions, named)
        return
    for part, nodes in _parts_of(view, cut[0], versions[cut[0]], span, now) if len(cut) == 1 else ():
        read = {**versions, cut[0]: nodes}
        if {node.id for nodes in read.values() for node in nodes}.issuperset(named):
            group = _group_of(view, slot, slotting, read, ())
            if cut[0] in group.keys:
                yield replace(group, part=part)
    yield load_group(view, slot, slotting, named=named)


def _parts_of(
    view: View, item: ItemId, newest: Sequence[RevisionNode], span: Span, now: Instant
) -> Iterator[tuple[Part, Sequence[RevisionNode]]]:
    """Yield the newest revisions of a chain, where all before them is over, and those around the claim's time."""
    mark = mark_of(view.state([item_node(item)]).get(item_node(item), {}).get(Key.SETTLED))
    if mark is not None and mark.number >= newest[0].number - 1 and span.lo_early >= mark.since:
        yield Part(mark.since), newest
    found = around(view.spells(item), span, now)
    if found is not None:
        yield found[0], sorted(view.revisions(found[1]).values(), key=lambda node: node.number)


def load_group(view: View, slot: Slot, slotting: Slotting, *, named: Sequence[RevisionId] = ()) -> Group:
    """Read all statements that can bear on a claim.

    The number of queries does not depend on how much is stored, only the rows of this group are read.

    Args:
        view: Where.
        slot: The claim's slot.
        slotting: Tells the slots of what is stored.
        named: Statements that the claim names, of this or another slot.
    """
    versions = view.slot_versions([slot.group_key], slot.owner or None, slot.contexts)
    return _group_of(view, slot, slotting, versions, named)


def _group_of(
    view: View,
    slot: Slot,
    slotting: Slotting,
    versions: Mapping[ItemId, Sequence[RevisionNode]],
    named: Sequence[RevisionId],
) -> Group:
    if not versions and not named:
        return Group(SlotState(slot.single, opaque=slot.opaque))
    own = [node for nodes in versions.values() for node in nodes]
    state = _state_of(view, own)
    edges = view.edges([node.id for node in own], direction="both", types=_BEARING) if own else []
    strangers = _strangers(view, own, state, named, edges)
    state = {**state, **_state_of(view, strangers)}
    nodes = [*own, *strangers]
    observations = view.observations([node.id for node in nodes])
    loaded: list[Statement] = []
    keys: dict[ItemId, str] = {}
    for node, place in zip(own, _slots_of_nodes(own, slot, slotting), strict=True):
        if state.get(revision_node(node.id), {}).get(Key.STANDING) != "rival":
            keys.setdefault(node.item, place.item_key)
        loaded.append(statement_of(node, place, state, observations.get(node.id, ())))
    loaded += [_set_apart(statement_of(node, slot, state, observations.get(node.id, ()))) for node in strangers]
    return Group(
        SlotState(slot.single, tuple(loaded), slot.opaque),
        {str(node.id): node.item for node in nodes},
        keys,
        frozenset(str(node.id) for node in strangers),
        frozenset(str(node.id) for node in own) - {str(edge.target) for edge in edges if edge.type in GROUNDS},
        frozenset(node.item for node in nodes if Key.EXPIRES in state.get(item_node(node.item), {})),
        {
            item: mark
            for item in versions
            if (mark := mark_of(state.get(item_node(item), {}).get(Key.SETTLED))) is not None
        },
        {str(node.id): node.number for node in own},
    )


def keep_marks(writer: Writer, slot: Slot, group: Group, decision: Decision, newcomer: Newcomer | None = None) -> None:
    """Move the mark of a chain after a change, or take it off where what it says would not be so any more.

    Args:
        writer: The transaction.
        slot: The slot.
        group: As it was looked at.
        decision: What was decided about it.
        newcomer: The claim, where it may lengthen a chain.
    """
    for item, mark in group.marks.items():
        over = [id for id, number in group.numbers.items() if group.items[id] == item and number <= mark.number]
        after = [decision.after.get(id) for id in over]
        if not all(each is not None and is_over(each, mark.since) for each in after):
            put_mark(writer, item, None)
            return
    home = group.item_for(slot)
    if newcomer is None or home is None:
        return
    chain = [(number, id) for id, number in group.numbers.items() if group.items[id] == home]
    if len(chain) >= NEWEST - STRIDE:
        moved = moved_mark(decision, newcomer, chain, group.marks.get(home))
        if moved is not None:
            put_mark(writer, home, moved)


def _strangers(
    view: View,
    own: Sequence[RevisionNode],
    state: State,
    named: Sequence[RevisionId],
    edges: Sequence[EdgeNode],
) -> list[RevisionNode]:
    """Return the claims of other slots that are named, or that a caller once set against one of the group."""
    ids = {node.id for node in own}
    linked = {each for edge in edges if edge.type not in GROUNDS for each in (edge.source, edge.target)}
    others = view.revisions([each for each in sorted({*named, *linked}) if each not in ids])
    theirs = _state_of(view, list(others.values()))
    declared = {other for id in ids for other in _opposed(state, id)}
    return [
        node
        for node in others.values()
        if node.claim is not None
        and Key.STATUS not in theirs.get(item_node(node.item), {})
        and (node.id in named or node.id in declared or ids & set(_opposed(theirs, node.id)))
    ]


def _state_of(view: View, nodes: Sequence[RevisionNode]) -> State:
    """Return the assertions in force on revisions and on their items."""
    if not nodes:
        return {}
    return view.state([*map(item_node, {node.item for node in nodes}), *(revision_node(node.id) for node in nodes)])


def _opposed(state: State, revision: RevisionId) -> tuple[RevisionId, ...]:
    declared = state.get(revision_node(revision), {}).get(Key.OPPOSES)
    return tuple(map(RevisionId, cast("list[int]", declared or ())))


def _set_apart(statement: Statement) -> Statement:
    """Return a statement of another slot as one that contradicts nothing by what it says."""
    return replace(statement, value=f"\0{statement.id}", polarity=False)


def _slots_of_nodes(nodes: Sequence[RevisionNode], slot: Slot, slotting: Slotting) -> list[Slot]:
    claims = [node.claim for node in nodes if node.claim is not None]
    slots = iter(slotting.slots(claims, owner=slot.owner, contexts=slot.contexts))
    return [slot if node.claim is None else next(slots) for node in nodes]


def statement_of(
    node: RevisionNode,
    slot: Slot,
    state: State,
    observations: Sequence[StoredObservation],
) -> Statement:
    """Return a stored revision as the belief rules see it.

    Args:
        node: The revision.
        slot: Where its claim belongs.
        state: The assertions in force on it and on its item.
        observations: Who vouches for it.
    """
    of_item, of_revision = state.get(item_node(node.item), {}), state.get(revision_node(node.id), {})
    # the statement itself comes first, whenever those who confirmed it spoke
    told = sorted((_observation(each, node) for each in observations), key=lambda each: each.sequence)
    said = told or [_unsourced(node)]
    spelled = None if node.claim is None else node.claim.value
    return Statement(
        id=str(node.id),
        value=slot.value,
        polarity=slot.polarity,
        observations=(replace(said[0], spelled=spelled), *said[1:]),
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
    if "sequence" not in detail:
        return replace(_unsourced(node), source=stored.source or None, independent=stored.independent)
    return Observation(
        source=stored.source or None,
        said_at=to_micros(stored.said_at or node.said_at or node.created_at),
        sequence=cast("int", detail["sequence"]),
        span=Span(
            *cast("tuple[int, int, int, int]", tuple(cast("list[int]", detail["span"]))),
            open=bool(detail["open"]),
            told=cast("int | None", detail.get("told")),
        ),
        confidence=cast("float", detail["confidence"]),
        independent=stored.independent,
        rank=cast("int", detail.get("rank", 1)),
        force=cast("int", detail.get("force", 0)),
        reach=_intervals(detail.get("reach")),
        spelled=cast("str | None", detail.get("spelled")),
    )


def _unsourced(node: RevisionNode) -> Observation:
    """Return the observation of a revision that was written without one: what it asserts, said when it was."""
    said = to_micros(node.said_at or node.created_at)
    origin = node.claim.origin if node.claim is not None else "explicit"
    sequence = node.operation * SEQUENCES_PER_OPERATION
    return Observation(None, said, sequence, asserted_span(node.valid, said), default_confidence(origin))


def _intervals(kept: Json) -> Intervals | None:
    if kept is None:
        return None
    return tuple((start, end) for start, end in cast("Sequence[tuple[int, int]]", kept))


def stored_observation(
    observation: Observation, *, turn: RevisionId | None = None, start: int = 0, end: int = 0
) -> StoredObservation:
    """Return an observation as the store keeps it, with the turn and span it was read from."""
    span = observation.span
    reach: Json = None if observation.reach is None else [[start, end] for start, end in observation.reach]
    spelled: dict[str, Json] = {} if observation.spelled is None else {"spelled": observation.spelled}
    told: dict[str, Json] = {} if span.told is None else {"told": span.told}
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
            **spelled,
            **told,
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


def save_effects(
    writer: Writer,
    effects: Effects,
    ids: Mapping[str, RevisionId],
    derived: Sequence[tuple[RevisionId, str, RevisionId]] = (),
) -> None:
    """Write what changed about statements that are stored already, and the edges.

    Args:
        writer: The transaction.
        effects: What the rules decided.
        ids: The revision of every statement, the newcomer's included.
        derived: Edges to what the newcomer was read from.
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
    writer.edges([*derived, *((ids[edge.source], edge.type, ids[edge.target]) for edge in effects.edges)])
