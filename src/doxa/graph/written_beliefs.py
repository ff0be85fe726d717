"""Beliefs that a transaction just wrote, for its receipt: what many have in common is worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import datetime
from typing import Any

from doxa.graph.beliefs import read_beliefs, shown_metadata
from doxa.graph.contract import View
from doxa.graph.nodes import RevisionId
from doxa.graph.sight import decode
from doxa.graph.states import INTERNAL
from doxa.graph.writer_view import WriterView
from doxa.graph.written import Told
from doxa.records import Belief

_OWN = frozenset({"id", "kref", "text", "title", "metadata"})
"""What beliefs that are alike do not have in common."""


def read_written(view: View, revisions: Sequence[RevisionId], *, now: datetime) -> dict[RevisionId, Belief]:
    """Return the same as `read_beliefs`; of new turns of one conversation only the first is assembled from its rows.

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
    found = read_beliefs(view, [each for each in revisions if each not in likes], now=now)
    shared = {each: _shared(found[each]) for each in {pattern.revision for pattern, _ in likes.values()}}
    for revision, (pattern, told) in likes.items():
        found[revision] = _like(found[pattern.revision], shared[pattern.revision], pattern, told)
    return {revision: found[revision] for revision in revisions if revision in found}


def _is_plain(told: Told) -> bool:
    """Whether nothing but its words and metadata tells it from others that were written with it."""
    said = told.said
    return not (said.state or said.observed) and said.claim is None and said.period[-1] is None and _tells_nothing(told)


def _tells_nothing(told: Told) -> bool:
    return not told.thing.state or INTERNAL.issuperset(told.thing.state)


def _common(told: Told) -> tuple[object, ...]:
    new, thing = told.thing.new, told.thing
    return (
        *(told.place.slab, new.user, new.kind, new.agent, new.session),
        *(thing.segments, thing.contexts, told.said.said_at, bool(thing.state)),
    )


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
        metadata=shown_metadata(decode(told.said.meta)),
        **shared,
    )
