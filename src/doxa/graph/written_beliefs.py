"""Beliefs that a transaction just wrote, for its receipt: what many have in common is worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from doxa.belief.confidence import Anchor, confidence_at, default_confidence
from doxa.belief.kinds import kind_of
from doxa.belief.strength import strength
from doxa.clock import from_micros, to_micros
from doxa.graph.beliefs import MIDDLING, read_beliefs, shown_metadata
from doxa.graph.contract import View
from doxa.graph.kref import address_of
from doxa.graph.nodes import RevisionId
from doxa.graph.sight import decode
from doxa.graph.states import INTERNAL
from doxa.graph.writer_view import WriterView
from doxa.graph.written import Told
from doxa.records import Belief, Json

_OWN = frozenset({"id", "kref", "text", "title", "metadata"})
"""What beliefs that are alike do not have in common."""


def read_written(view: View, revisions: Sequence[RevisionId], *, now: datetime) -> dict[RevisionId, Belief]:
    """Return the same as `read_beliefs`; what is new and plain, as most turns are, is told without any rows.

    Args:
        view: Of the transaction, or any.
        revisions: Which.
        now: The instant at which confidence and strength are read.
    """
    if not isinstance(view, WriterView):
        return read_beliefs(view, revisions, now=now)
    first: dict[object, Told] = {}
    likes: dict[RevisionId, tuple[Told, Told]] = {}
    for revision in dict.fromkeys(revisions):
        told = view.told(revision)
        if told is not None and _is_plain(told):
            pattern = first.setdefault(_common(told), told)
            if pattern is not told:
                likes[revision] = pattern, told
    found = {told.revision: _new(view, told, now) for told in first.values()}
    rest = [each for each in revisions if each not in likes and each not in found]
    if rest:
        found.update(read_beliefs(view, rest, now=now))
    shared = {each: _shared(found[each]) for each in {pattern.revision for pattern, _ in likes.values()}}
    for revision, (pattern, told) in likes.items():
        found[revision] = _like(found[pattern.revision], shared[pattern.revision], pattern, told)
    return {revision: found[revision] for revision in revisions if revision in found}


def _is_plain(told: Told) -> bool:
    """Whether nothing but its words and metadata tells it from others, and its kind claims nothing that could fade."""
    said, state = told.said, told.thing.state
    if said.state or said.observed or said.claim is not None or said.period[-1] is not None:
        return False
    return (not state or INTERNAL.issuperset(state)) and kind_of(told.thing.new.kind).claim_class is None


def _common(told: Told) -> tuple[object, ...]:
    new, thing = told.thing.new, told.thing
    return (
        *(told.place.slab, new.user, new.kind, new.agent, new.session),
        *(thing.segments, thing.contexts, told.said.said_at, bool(thing.state)),
    )


def _new(view: WriterView, told: Told, now: datetime) -> Belief:
    """Return a new item's belief as `read_beliefs` does, where it is plain."""
    new, thing, said = told.thing.new, told.thing, told.said
    recorded = view.written_at
    said_at = None if said.said_at is None else from_micros(said.said_at)
    used = recorded if said.said_at is None else said.said_at
    read_at, tier = to_micros(now), kind_of(new.kind).tier_for(MIDDLING)
    anchor = Anchor(default_confidence("explicit"), used)
    return Belief(
        id=thing.uid,
        kref=f"{address_of(view.sight.project, told.slab, thing.segments, thing.name, new.kind)}?r={told.number}",
        revision=told.number,
        text=said.new.text,
        kind=new.kind,
        recorded_at=from_micros(recorded),
        title=said.title,
        user=new.user,
        agent=new.agent,
        session=new.session,
        space="/".join(thing.segments),
        contexts=thing.contexts,
        metadata=_metadata(said.meta),
        confidence=confidence_at(anchor, read_at, None),
        strength=strength(used, read_at, tier, view.curve),
        salience=MIDDLING,
        tier=tier,
        said_at=said_at,
    )


def _metadata(meta: str | None) -> dict[str, Json]:
    return {} if meta is None else shown_metadata(decode(meta))


def _shared(belief: Belief) -> dict[str, Any]:
    return {each.name: getattr(belief, each.name) for each in fields(belief) if each.name not in _OWN}


def _like(belief: Belief, shared: dict[str, Any], pattern: Told, told: Told) -> Belief:
    address = f".{belief.kind}?r={belief.revision}"
    root = belief.kref.removesuffix(f"{pattern.thing.name}{address}")
    return Belief(
        id=told.thing.uid,
        kref=f"{root}{told.thing.name}{address}",
        text=told.said.new.text,
        title=told.said.title,
        metadata=_metadata(told.said.meta),
        **shared,
    )
