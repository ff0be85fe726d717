"""What a transaction just wrote, as its readers would find it: decoded as read rows are, without reading them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import cast

from doxa.clock import from_micros
from doxa.graph.claims import decode_claim, instant, period_of
from doxa.graph.codes import ACCEPTED, LIVE, STANDINGS, STATUSES
from doxa.graph.inputs import encode
from doxa.graph.kref import address_of
from doxa.graph.nodes import HeadRow, ItemNode, Key, NodeId, NodeType, Observation, RevisionNode
from doxa.graph.reading import observation_of
from doxa.graph.sight import decode
from doxa.graph.states import INTERNAL
from doxa.graph.work import Work
from doxa.graph.written import Appended, Told
from doxa.records import Json


def tell_item(work: Work, told: Told) -> ItemNode:
    """Return a new item."""
    new, thing = told.thing.new, told.thing
    return ItemNode(
        id=told.item,
        uid=thing.uid,
        kref=address_of(work.project, told.place.slab, thing.segments, thing.name, new.kind),
        kind=new.kind,
        name=thing.name,
        space="/".join(thing.segments),
        user=new.user,
        agent=new.agent,
        session=new.session,
        contexts=thing.contexts,
        operation=work.operation,
        created_at=from_micros(work.at),
    )


def tell_revision(work: Work, told: Told | Appended) -> RevisionNode:
    """Return a new revision."""
    said = told.said
    return RevisionNode(
        id=told.revision,
        item=told.item,
        number=told.number,
        operation=work.operation,
        created_at=from_micros(work.at),
        text=said.new.text,
        title=said.title,
        claim=None if said.claim is None else decode_claim(json.loads(said.claim)),
        valid=period_of(*said.period),
        said_at=instant(said.said_at),
        metadata=decode(said.meta),
    )


def tell_head(work: Work, told: Told) -> HeadRow:
    """Return what ranking needs of the first revision of a new item."""
    new, of_item, own = told.thing.new, told.thing.state, told.said.state
    return HeadRow(
        revision=told.revision,
        item=told.item,
        head=told.revision,
        number=1,
        kind=new.kind,
        user=new.user,
        space="/".join(told.thing.segments),
        agent=new.agent,
        session=new.session,
        contexts=told.thing.contexts,
        status=cast("str", of_item.get(Key.STATUS) or own.get(Key.STATUS) or STATUSES[LIVE]),
        standing=cast("str", own.get(Key.STANDING) or STANDINGS[ACCEPTED]),
        pinned=Key.PIN in of_item,
        evidence=cast("str | None", own.get(Key.EVIDENCE)),
        tier=cast("str", of_item.get(Key.TIER) or "working"),
        operation=work.operation,
        said_at=instant(told.said.said_at),
        valid=period_of(*told.said.period),
    )


def tell_head_of(work: Work, item: ItemNode, state: Mapping[str, Json], appended: Appended) -> HeadRow:
    """Return what ranking needs of a further revision, given its item and the assertions on that."""
    own = appended.said.state
    return HeadRow(
        revision=appended.revision,
        item=appended.item,
        head=appended.revision,
        number=appended.number,
        kind=item.kind,
        user=item.user,
        space=item.space,
        agent=item.agent,
        session=item.session,
        contexts=item.contexts,
        status=STATUSES[LIVE],
        standing=STANDINGS[ACCEPTED],
        pinned=Key.PIN in state,
        evidence=cast("str | None", own.get(Key.EVIDENCE)),
        tier=cast("str", state.get(Key.TIER) or "working"),
        operation=work.operation,
        said_at=instant(appended.said.said_at),
        valid=period_of(*appended.said.period),
    )


def tell_state(told: Told | Appended, node: NodeId) -> dict[str, Json]:
    """Return the assertions on a new item or a new revision."""
    if isinstance(told, Told) and node % 8 == NodeType.ITEM:
        return _shown(told.thing.state)
    return _shown(told.said.state)


def tell_observations(work: Work, told: Told | Appended, slabs: tuple[int, ...] | None) -> tuple[Observation, ...]:
    """Return who vouches for a new revision, as the owners of some slabs see that."""
    rows = sorted(told.said.observed, key=lambda row: (row[1] is None, row[1] or 0))
    turns = {row[2] for row in rows if row[2] is not None and (slabs is None or work.known[row[2]] in slabs)}
    return tuple(observation_of(row, work.symbols.word(row[0]), turns) for row in rows)


def _shown(state: Mapping[str, Json]) -> dict[str, Json]:
    return {key: json.loads(encode(value)) for key, value in state.items() if key not in INTERNAL}
