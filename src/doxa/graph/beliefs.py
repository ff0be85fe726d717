"""Assembles what callers see, a `Belief`, from the rows of a view; a batch costs the same few queries as one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import cast

from doxa.belief.confidence import DEFAULT_POLICY, Anchor, DecayPolicy, confidence_at, faded
from doxa.belief.intervals import Instant, contains
from doxa.belief.kinds import kind_of
from doxa.belief.strength import ForgettingCurve, strength
from doxa.clock import from_micros, to_micros
from doxa.errors import NotFound
from doxa.frozen import changed
from doxa.graph.belief_state import anchor_of, evidence_of, held_of, period_held, shown_from
from doxa.graph.contract import View
from doxa.graph.nodes import (
    ArtifactNode,
    HeadRow,
    ItemId,
    ItemNode,
    Key,
    NodeId,
    Observation,
    RevisionId,
    RevisionNode,
    item_node,
    revision_node,
)
from doxa.records import Attachment, Author, Belief, BeliefStatus, Json, Tier

ATTRIBUTE = "attribute:"
TAG = "tag:"
MIDDLING = 0.5
"""The salience of what was given none."""
UNSET_MARK = "$unset"
"""Under an attribute: it hides what was given with the revision, which itself never changes."""


@dataclass(frozen=True, slots=True)
class _Rows:
    """Everything a batch of beliefs is made from."""

    heads: Mapping[RevisionId, HeadRow]
    nodes: Mapping[RevisionId, RevisionNode]
    items: Mapping[ItemId, ItemNode]
    state: Mapping[NodeId, Mapping[str, Json]]
    aliases: Mapping[ItemId, tuple[str, ...]]
    observations: Mapping[RevisionId, tuple[Observation, ...]]
    artifacts: Mapping[RevisionId, tuple[ArtifactNode, ...]]
    usage: Mapping[RevisionId, tuple[datetime, int]]
    addresses: Mapping[RevisionId, str]
    curve: ForgettingCurve | None = None
    decay: DecayPolicy = DEFAULT_POLICY


def read_belief(view: View, revision: RevisionId, *, now: datetime, chain: bool = False) -> Belief:
    """Return one belief.

    Raises:
        NotFound: The view does not see it.
    """
    found = read_beliefs(view, [revision], now=now, chain=chain)
    if revision not in found:
        raise NotFound(f"There is no revision {revision}.", field="ref")
    return found[revision]


def read_beliefs(
    view: View,
    revisions: Sequence[RevisionId],
    *,
    now: datetime,
    about: datetime | None = None,
    chain: bool = False,
    also: Sequence[RevisionId] = (),
) -> dict[RevisionId, Belief]:
    """Return beliefs in the given order; unseen ones are left out.

    Args:
        view: The snapshot.
        revisions: Which.
        now: The instant at which confidence and strength are read.
        about: The instant in the world that is asked about, `None` = now: what was sure enough then to be shown is
            not archived because of the time since.
        chain: Whether each brings the versions of its item, newest to oldest by the time they are about.
        also: Others that are read with them and come behind them, without a chain.
    """
    asked_about = now if about is None else min(now, about)
    if not chain:
        heads = view.heads(list(dict.fromkeys([*revisions, *also])))
        rows, at, about_at = _read_rows(view, heads), to_micros(now), to_micros(asked_about)
        return {revision: _belief(rows, revision, at, about_at) for revision in heads}
    heads = view.heads(list(dict.fromkeys(revisions)))
    asked = list(heads)
    beside = view.heads([each for each in dict.fromkeys(also) if each not in heads]) if also else {}
    items = list(dict.fromkeys(row.item for row in heads.values()))
    nodes = {node.id: node for versions in view.versions_of(items).values() for node in versions}
    versions: dict[ItemId, list[RevisionId]] = {}
    for node in nodes.values():
        versions.setdefault(node.item, []).append(node.id)
    others = [each for each in nodes if each not in heads and each not in beside]
    nodes |= view.revisions([each for each in beside if each not in nodes]) if beside else {}
    rows = _read_rows(view, {**heads, **beside, **(view.heads(others) if others else {})}, nodes)
    at, about_at = to_micros(now), to_micros(asked_about)
    made = {revision: _belief(rows, revision, at, about_at) for revision in rows.heads}
    chains = {item: _chain([made[each] for each in ids if each in made]) for item, ids in versions.items()}
    found = {
        revision: changed(made[revision], "chain", chains.get(rows.heads[revision].item, ()))
        for revision in asked
        if revision in made
    }
    return {**found, **{each: made[each] for each in beside if each in made}}


def holds_at(view: View, rows: Sequence[HeadRow], instant: datetime) -> set[RevisionId]:
    """Return those of the revisions that are believed to hold in the world at an instant."""
    ids = [row.revision for row in rows if row.standing == "accepted"]
    nodes = view.revisions(ids)
    state = view.state([revision_node(each) for each in ids])
    at = to_micros(instant)
    return {
        each for each in ids if each in nodes and contains(held_of(nodes[each], state.get(revision_node(each), {})), at)
    }


def _read_rows(
    view: View, heads: Mapping[RevisionId, HeadRow], nodes: Mapping[RevisionId, RevisionNode] | None = None
) -> _Rows:
    seen = list(heads)
    items = list(dict.fromkeys(row.item for row in heads.values()))
    state = view.state([*map(item_node, items), *map(revision_node, seen)])
    others = {
        RevisionId(other)
        for each in seen
        for key in (Key.CONTESTED, Key.STALE)
        for other in cast("list[int]", state.get(revision_node(each), {}).get(key) or ())
    }
    return _Rows(
        heads=heads,
        nodes=view.revisions(seen) if nodes is None else nodes,
        items=view.items_by_id(items),
        state=state,
        aliases=view.aliases(items),
        observations=view.observations(seen),
        artifacts=view.artifacts(seen),
        usage=view.usage(seen),
        addresses={other: view.kref(other) for other in view.heads(list(others))} if others else {},
        curve=view.curve,
        decay=view.decay,
    )


def _belief(rows: _Rows, revision: RevisionId, now: Instant, about: Instant) -> Belief:
    head, node = rows.heads[revision], rows.nodes[revision]
    item = rows.items[head.item]
    of_item, of_revision = rows.state.get(item_node(item.id), {}), rows.state.get(revision_node(revision), {})
    kind = kind_of(item.kind)
    anchor = anchor_of(node, of_revision)
    salience = cast("float", of_item.get(Key.SALIENCE, MIDDLING))
    tier = cast("Tier", of_item.get(Key.TIER) or kind.tier_for(salience))
    said, told = node.said_at or node.created_at, to_micros(node.created_at)
    used = max(rows.usage[revision][0], said) if revision in rows.usage else said
    status = _status(head, node, of_revision, now)
    return Belief(
        id=item.uid,
        kref=f"{item.kref}?r={node.number}",
        revision=node.number,
        text=node.text,
        kind=item.kind,
        recorded_at=node.created_at,
        title=node.title,
        claim=node.claim,
        user=item.user,
        agent=item.agent,
        session=item.session,
        space=head.space,
        contexts=item.contexts,
        tags=_tags(of_item, revision),
        canonical_name=cast("str | None", of_item.get(Key.CANONICAL)),
        aliases=rows.aliases.get(item.id, ()),
        metadata=shown_metadata(node.metadata, of_item, of_revision),
        attachments=tuple(
            Attachment(each.name, each.location, each.metadata) for each in rows.artifacts.get(revision, ())
        ),
        status="archived" if _hidden(rows, status, head, shown_from(anchor, told), about) else status,
        pinned=head.pinned,
        locked=bool(of_item.get(Key.LOCK)),
        stale=_refs(rows, of_revision, Key.STALE),
        contested_by=_refs(rows, of_revision, Key.CONTESTED),
        evidence=evidence_of(item.kind, of_revision),
        sources=_sources(rows, revision),
        origin=anchor.origin,
        author=cast("Author", of_revision.get(Key.AUTHOR, "user")),
        confirmation=anchor.state,
        confidence=confidence_at(anchor, now, kind.class_for(anchor.origin), rows.decay),
        strength=strength(to_micros(used), now, tier, rows.curve),
        salience=salience,
        tier=tier,
        valid=period_held(node, of_revision),
        said_at=node.said_at,
        expires_at=_expiry(of_item),
    )


_INSTANT = timedelta(microseconds=1)


def _chain(versions: Sequence[Belief]) -> tuple[Belief, ...]:
    """Order versions newest to oldest by when they begin to hold, then by when they were said and written.

    What began nobody knows when comes before what followed it, and what never held before what took its place.
    """
    if len(versions) < 2:
        return tuple(versions)

    def begins(belief: Belief) -> tuple[datetime, datetime, int]:
        said = belief.said_at or belief.recorded_at
        start, end = (None, None) if belief.valid is None else (belief.valid.start, belief.valid.end)
        if start is None:
            start = said if end is None else min(said, end - _INSTANT)
        return start, said, belief.revision

    def order(belief: Belief) -> tuple[datetime, datetime, int]:
        start, said, number = begins(belief)
        if belief.status != "superseded" or belief.valid is not None:
            return start, said, number
        after = [begins(each)[0] for each in versions if each.revision > number]
        return min([start, *(each - _INSTANT for each in after)]), said, number

    return tuple(sorted(versions, key=order, reverse=True))


def _tags(of_item: Mapping[str, Json], revision: RevisionId) -> tuple[str, ...]:
    return tuple(
        sorted(key.removeprefix(TAG) for key, held in of_item.items() if key.startswith(TAG) and held == revision)
    )


def shown_metadata(given: Mapping[str, Json], *states: Mapping[str, Json]) -> dict[str, Json]:
    """Return what was given with a revision under what was set later, less what was taken away."""
    merged = dict(given)
    for state in filter(None, states):
        later = {key.removeprefix(ATTRIBUTE): value for key, value in state.items() if key.startswith(ATTRIBUTE)}
        merged.update(later)
    return {key: value for key, value in merged.items() if value is not None and value != {UNSET_MARK: True}}


def _status(head: HeadRow, node: RevisionNode, of_revision: Mapping[str, Json], now: Instant) -> BeliefStatus:
    if head.status != "live":
        return cast("BeliefStatus", head.status)
    if head.standing == "rival":
        return "contested"
    if not head.is_head or head.standing != "accepted" or _displaced(node, of_revision, now):
        return "superseded"
    return "contested" if _contesting(of_revision) else "live"


def _hidden(rows: _Rows, status: BeliefStatus, head: HeadRow, anchor: Anchor, about: Instant) -> bool:
    """Whether a claim that stands is too unsure to be shown; pinned and contested ones never are."""
    claim_class = kind_of(head.kind).class_for(anchor.origin)
    return (
        status == "live"
        and claim_class is not None
        and not head.pinned
        and faded(anchor, about, claim_class, rows.decay)
    )


def _displaced(node: RevisionNode, of_revision: Mapping[str, Json], now: Instant) -> bool:
    """Whether something took a claim's place before the end it was said to have; a period that is over stands."""
    if Key.HELD not in of_revision:
        return False
    held = held_of(node, of_revision)
    said_end = node.valid.end if node.valid is not None else None
    return not held or (held[-1][1] <= now and (said_end is None or held[-1][1] < to_micros(said_end)))


def _contesting(of_revision: Mapping[str, Json]) -> tuple[RevisionId, ...]:
    return tuple(map(RevisionId, cast("list[int]", of_revision.get(Key.CONTESTED) or ())))


def _refs(rows: _Rows, of_revision: Mapping[str, Json], key: str) -> tuple[str, ...]:
    """Return the krefs of the revisions that an assertion names; those that are not seen are left out."""
    named = cast("list[int]", of_revision.get(key) or ())
    return tuple(rows.addresses[RevisionId(each)] for each in named if RevisionId(each) in rows.addresses)


def _sources(rows: _Rows, revision: RevisionId) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.source for each in rows.observations.get(revision, ()) if each.source))


def _expiry(of_item: Mapping[str, Json]) -> datetime | None:
    expires = of_item.get(Key.EXPIRES)
    return None if expires is None else from_micros(cast("int", expires))
