"""What the belief rules decide about a revision, as assertion rows, and back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple, cast

from doxa.belief.confidence import DAY, DEFAULT_POLICY, Anchor, DecayPolicy, confidence_at, default_confidence, faded
from doxa.belief.intervals import BEGINNING, FOREVER, Intervals
from doxa.belief.kinds import ClaimClass, kind_of
from doxa.clock import from_micros, to_micros
from doxa.graph.nodes import ItemId, Key, RevisionId, RevisionNode
from doxa.records import Evidence, Json, Origin, Period

State = Mapping[str, Json]
"""The assertions in force on one node."""


class AnchorRow(NamedTuple):
    """A believed head with what its confidence is computed from.

    Args:
        revision: The head.
        item: Its item.
        kind: Its item's kind.
        said: When it was said, in microseconds.
        told: When doxa was told, in microseconds.
        inferred: Whether nobody said it.
        kept: The anchor as it is stored; `None` where it is the default one.
        contested: Whether a rival contests it.
        expires: When it stops being shown, in microseconds.
        locked: Whether it is protected.
        pinned: Whether it is always shown.
    """

    revision: RevisionId
    item: ItemId
    kind: str
    said: int
    told: int
    inferred: bool
    kept: str | None
    contested: bool
    expires: int | None
    locked: bool
    pinned: bool

    @property
    def origin(self) -> Origin:
        """How it came about, by its claim."""
        return "inferred" if self.inferred else "explicit"

    @property
    def anchor(self) -> Anchor:
        """Its anchor."""
        if self.kept is not None:
            return Anchor(*json.loads(self.kept))
        return Anchor(default_confidence(self.origin), self.said, self.origin)

    def faded(self, now: int, decay: DecayPolicy = DEFAULT_POLICY) -> bool:
        """Say whether it is too unsure at `now` (microseconds) to be shown; see `shown_from`."""
        return faded(shown_from(self.anchor, self.told), now, self.claim_class, decay)

    @property
    def claim_class(self) -> ClaimClass | None:
        """The class whose decay it has."""
        return kind_of(self.kind).class_for(self.origin)

    def confidence(self, now: int, decay: DecayPolicy = DEFAULT_POLICY) -> float:
        """Return its confidence at `now` (microseconds), 0 to 1; the same as its belief shows."""
        if self.kept is not None:
            anchor = self.anchor
            return confidence_at(anchor, now, kind_of(self.kind).class_for(anchor.origin), decay)
        days = max(now - self.said, 0) / DAY
        return decay.decayed(default_confidence(self.origin), days, self.claim_class)


def shown_from(anchor: Anchor, told: int) -> Anchor:
    """Return the anchor by which a claim is hidden: what was told late is not hidden for having been said long ago.

    Its confidence counts from when it was said, so that an old statement is hedged; what an import brings is still
    shown, and hidden only once it has been here for as long as anything else.

    Args:
        anchor: As it is stored.
        told: When doxa was told, in microseconds.
    """
    return anchor if told <= anchor.at else replace(anchor, at=told)


def encode_anchor(anchor: Anchor) -> Json:
    """Return a confidence anchor as it is kept under `Key.CONFIDENCE`."""
    return [
        anchor.value,
        anchor.at,
        anchor.origin,
        anchor.state,
        anchor.penalty,
        anchor.day,
        anchor.confirmations,
    ]


def anchor_of(node: RevisionNode, state: State) -> Anchor:
    """Return the confidence anchor of a revision; where none was kept, the default of how it came about."""
    kept = state.get(Key.CONFIDENCE)
    if kept is not None:
        return Anchor(*cast("Sequence[Any]", kept))
    origin = node.claim.origin if node.claim is not None else "explicit"
    return Anchor(default_confidence(origin), to_micros(node.said_at or node.created_at), origin)


def encode_intervals(held: Intervals) -> Json:
    """Return instants as they are kept under `Key.HELD`; `None` stands for an open bound."""
    return [[None if start == BEGINNING else start, None if end == FOREVER else end] for start, end in held]


def held_of(node: RevisionNode, state: State) -> Intervals:
    """Return when a revision is believed to hold; where nothing was kept, from its valid start or saying on."""
    kept = state.get(Key.HELD)
    if kept is not None:
        return tuple(
            (BEGINNING if start is None else start, FOREVER if end is None else end)
            for start, end in cast("Sequence[Sequence[int | None]]", kept)
        )
    period = node.valid
    start = period.start if period is not None else node.said_at or node.created_at
    end = period.end if period is not None else None
    return ((BEGINNING if start is None else to_micros(start), FOREVER if end is None else to_micros(end)),)


def period_held(node: RevisionNode, state: State) -> Period | None:
    """Return the valid time to show: from the first to the last instant at which it is believed to hold."""
    if Key.HELD not in state:
        return node.valid
    held = held_of(node, state)
    if not held:
        return node.valid
    start, end = held[0][0], held[-1][1]
    precision = node.valid.precision if node.valid is not None else "instant"
    return Period(_instant(start), _instant(end), precision)


def evidence_of(kind: str, state: State) -> Evidence | None:
    """Return the grade of a revision; raw turns and the like have none."""
    kept = state.get(Key.EVIDENCE)
    if kept is not None:
        return cast("Evidence", kept)
    return "single_source" if kind_of(kind).claim_class is not None else None


def _instant(micros: int) -> datetime | None:
    return None if micros in (BEGINNING, FOREVER) else from_micros(micros)
