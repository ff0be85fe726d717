"""Beliefs that a transaction just wrote, for its receipt: what is new and plain is told without reading anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from doxa.belief.confidence import Anchor, confidence_at, default_confidence
from doxa.belief.kinds import kind_of
from doxa.belief.strength import strength
from doxa.clock import from_micros, to_micros
from doxa.graph.beliefs import MIDDLING, read_beliefs, shown_metadata
from doxa.graph.contract import View
from doxa.graph.kref import address_of
from doxa.graph.nodes import NewItem, RevisionId
from doxa.graph.sight import decode
from doxa.graph.states import INTERNAL
from doxa.graph.writer_view import WriterView
from doxa.graph.written import Told
from doxa.records import Belief, Json, Tier


def beliefs_later(
    view: View, revisions: Sequence[RevisionId], *, now: datetime
) -> Callable[[], Mapping[RevisionId, Belief]]:
    """Return what makes the same as `read_beliefs` when it is called, also when the transaction is over by then.

    What is new and plain, as most turns are, is told without any rows and by then only; the rest is read at once.

    Args:
        view: Of the transaction, or any.
        revisions: Which.
        now: The instant at which confidence and strength are read.
    """
    if not isinstance(view, WriterView):
        read = read_beliefs(view, revisions, now=now)
        return lambda: read
    plain = {revision: told for revision in revisions if (told := view.told(revision)) is not None and _is_plain(told)}
    rest = [revision for revision in revisions if revision not in plain]
    found = read_beliefs(view, rest, now=now) if rest else {}
    teller = _Teller(view, now)
    return lambda: {**found, **{revision: teller.tell(told) for revision, told in plain.items()}}


def _is_plain(told: Told) -> bool:
    """Whether nothing but its words and metadata tells it from others, and its kind claims nothing that could fade."""
    said, state = told.said, told.thing.state
    if said.state or said.observed or said.claim is not None or said.period[-1] is not None:
        return False
    return (not state or INTERNAL.issuperset(state)) and kind_of(told.thing.new.kind).claim_class is None


class _Teller:
    """Tells of new plain items as `read_beliefs` does; what one has in common with the one before is kept."""

    def __init__(self, view: WriterView, now: datetime) -> None:
        self._project = view.sight.project
        self._curve = view.curve
        self._written_at = view.written_at
        self._now = to_micros(now)
        self._recorded = from_micros(view.written_at)
        self._item: NewItem | None = None
        self._place: tuple[int, tuple[str, ...]] | None = None
        self._space = self._before = ""
        self._said: int | None = None
        self._confidence = self._strength = 0.0
        self._tier: Tier = "working"
        self._said_at: datetime | None = None

    def tell(self, told: Told) -> Belief:
        """Return a new item's belief."""
        thing, said, new = told.thing, told.said, told.thing.new
        if new is not self._item or said.said_at != self._said:
            self._turn_to(new, said.said_at)
        if self._place != (told.slab, thing.segments):
            self._place = told.slab, thing.segments
            self._space = "/".join(thing.segments)
            self._before = address_of(self._project, told.slab, thing.segments, "", "").removesuffix(".")
        return Belief(
            id=thing.uid,
            kref=f"{self._before}{thing.name}.{new.kind}?r=1",
            revision=1,
            text=said.new.text,
            kind=new.kind,
            recorded_at=self._recorded,
            title=said.title,
            user=new.user,
            agent=new.agent,
            session=new.session,
            space=self._space,
            contexts=thing.contexts,
            metadata=_metadata(told),
            confidence=self._confidence,
            strength=self._strength,
            salience=MIDDLING,
            tier=self._tier,
            said_at=self._said_at,
        )

    def _turn_to(self, new: NewItem, said_at: int | None) -> None:
        self._item, self._said = new, said_at
        self._said_at = None if said_at is None else from_micros(said_at)
        used = self._written_at if said_at is None else said_at
        self._tier = kind_of(new.kind).tier_for(MIDDLING)
        self._confidence = confidence_at(Anchor(default_confidence("explicit"), used), self._now, None)
        self._strength = strength(used, self._now, self._tier, self._curve)


def _metadata(told: Told) -> dict[str, Json]:
    """Return what was given with a revision as its row says it: decoded, keys in order."""
    if told.said.meta is None:
        return {}
    given = told.said.new.metadata
    if all(type(value) is str for value in given.values()):
        return {key: given[key] for key in sorted(given)}
    return shown_metadata(decode(told.said.meta))
