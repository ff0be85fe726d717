"""Settles one claim: loads its slot group, lets the belief rules decide, writes what they decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Protocol

from doxa.belief.base import Told
from doxa.belief.case import Rules
from doxa.belief.confidence import Anchor, checked_confidence, default_confidence
from doxa.belief.evidence import EvidencePolicy, checked_grade, grade_on_arrival, rank
from doxa.belief.kinds import kind_of
from doxa.belief.operators import revise
from doxa.belief.reconcile import reconcile
from doxa.belief.slots import Slot
from doxa.belief.spans import asserted_span
from doxa.belief.statements import Decision, Gate, Newcomer, Observation, SlotState, Statement
from doxa.clock import to_micros
from doxa.frozen import quickly_made
from doxa.graph.contract import View, Writer
from doxa.graph.inputs import MAX_TITLE
from doxa.graph.nodes import ItemId, Key, NewItem, NewRevision, RevisionId, item_node
from doxa.graph.nodes import Observation as StoredObservation
from doxa.records import Attachment, Claim, Evidence, Json, Period, Ref, Verdict
from doxa.text.forms import value_form
from doxa.write.chains import Part, decides_alone
from doxa.write.context import WriteContext
from doxa.write.grounding import mark_dependents
from doxa.write.labels import label_again
from doxa.write.relatives import relative_in
from doxa.write.slot_store import (
    NEWCOMER,
    SEQUENCES_PER_OPERATION,
    Group,
    keep_marks,
    load_group,
    load_parts,
    save_effects,
    state_of,
    stored_observation,
)
from doxa.write.slotting import Slotting
from doxa.write.space_rules import (
    CANONICAL,
    CORRESPONDENCE,
    NEEDS_CONFIRMATION,
    as_event,
    label_of_space,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@quickly_made
@dataclass(frozen=True, slots=True)
class Asserted:
    """A claim on its way in, with who says it, when and where.

    Args:
        claim: What is claimed.
        owner: Whose memory; `None` = shared.
        said_at: When the speaker spoke.
        source: Who says it.
        gate: What the gate made of it.
        grade: Who vouches; `None` = by source.
        confidence: How sure, 0 to 1; `None` = the claim's own, else by origin.
        independent: False when the source only repeats another.
        live: Whether it is being said now, as opposed to imported or read in a document.
        dated: Whether it is known when it was said.
        explicit: Whether a caller wants it believed whatever the slot says.
        begins: Whether its time is the moment of a change ("moved there in March"), not a time through which it held.
        unsaid_since: Set where it is taken back as if it had never been said: when it was said.
        turn: The turn it was read from.
        valid: When it holds, where the claim itself names no time.
        agent: Label.
        session: Label.
        space: Where it goes.
        contexts: Labels under which it applies.
        title: Heading.
        canonical_name: What it is called.
        aliases: What else it is called.
        salience: 0 to 1; `None` = the default.
        expires: When it stops being shown.
        author: Who put it in words.
        tags: Tags to set.
        metadata: Kept with it.
        attachments: Pointers to files.
        vector: Of its text.
    """

    claim: Claim
    owner: str | None
    said_at: datetime
    source: str | None
    gate: Gate = "pass"
    grade: Evidence | None = None
    confidence: float | None = None
    independent: bool = True
    live: bool = True
    dated: bool = False
    explicit: bool = False
    begins: bool = False
    unsaid_since: datetime | None = None
    turn: RevisionId | None = None
    valid: Period | None = None
    agent: str | None = None
    session: str | None = None
    space: str = ""
    contexts: tuple[str, ...] = ()
    title: str | None = None
    canonical_name: str | None = None
    aliases: tuple[str, ...] = ()
    salience: float | None = None
    expires: datetime | None = None
    author: str = "user"
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)
    attachments: tuple[Attachment, ...] = ()
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of a claim: the verdict, its reason, the revision it is about, and what it replaced."""

    verdict: Verdict | None
    reason: str
    revision: RevisionId | None
    replaced: RevisionId | None = None


class Decide(Protocol):
    """The decision table, or an operator that takes a claim as it does."""

    def __call__(self, newcomer: Newcomer, state: SlotState, *, now: int, rules: Rules | None = None) -> Decision:
        """Decide what becomes of a claim in its slot group."""


def settle(
    writer: Writer,
    context: WriteContext,
    asserted: Asserted,
    order: int,
    decide: Decide = reconcile,
    *,
    slotting: Slotting | None = None,
) -> Settled:
    """Reconcile a claim with what is believed and write the outcome.

    Args:
        writer: The open transaction.
        context: The parts.
        asserted: The claim.
        order: Its place among the claims of this operation, from 0.
        decide: What decides; the decision table unless an operator is asked for.
        slotting: Tells slots as the project names things now, where several claims share it.
    """
    label = label_of_space(writer, asserted.space, asserted.owner)
    if label == CORRESPONDENCE:
        asserted = as_event(asserted)
    slotting = slotting or Slotting(writer.view, context.attributes)
    slot = slotting.slot(asserted.claim, owner=asserted.owner or "", contexts=asserted.contexts)
    named = [_named(writer, ref) for ref in (asserted.claim.replaces, asserted.claim.conflicts_with)]
    wanted = [each for each in named if each is not None]
    newcomer = _newcomer(asserted, slot, writer.operation * SEQUENCES_PER_OPERATION + order + 1, *named)
    rules = rules_of(writer.view, context, more_sources=int(label == CORRESPONDENCE))
    now = to_micros(writer.at)
    in_part = label != CANONICAL and slot.single and decide in (reconcile, revise)
    if in_part:
        groups = load_parts(writer.view, slot, slotting, newcomer.statement.first.span, now, named=wanted)
    else:
        groups = iter([load_group(writer.view, slot, slotting, named=wanted)])
    for group in groups:
        decision = decide(newcomer, group.state, now=now, rules=rules)
        if group.part is None or _alone(newcomer, group.state, decision, group.part, now, rules):
            break
    if label == CANONICAL and decide is reconcile and asks_first(newcomer, decision):
        waiting = replace(newcomer, conflicts_with=decision.replaced[0])
        decision = replace(decide(waiting, group.state, now=now, rules=rules), reason=NEEDS_CONFIRMATION)
    settled = apply_decision(writer, asserted, slot, group, decision)
    keep_marks(writer, slot, group, decision, newcomer if in_part and slot.polarity else None)
    return settled


def _alone(newcomer: Newcomer, state: SlotState, decision: Decision, part: Part, now: int, rules: Rules) -> bool:
    """Whether the part of a chain that was read was enough to decide."""
    return not rules.evidence.supports_edges and decides_alone(newcomer, state, decision, part, now)


def asks_first(newcomer: Newcomer, decision: Decision) -> bool:
    """Whether what replaces something in a canonical space waits to be confirmed: nobody said that it replaces it."""
    named = newcomer.explicit or newcomer.replaces is not None
    return decision.verdict == "supersede" and bool(decision.replaced) and not named


def shared_slotting(writer: Writer, context: WriteContext, claims: Sequence[Asserted]) -> Slotting:
    """Return what tells the slots of several claims that nothing renames in between: one look-up for all names."""
    slotting = Slotting(writer.view, context.attributes)
    first = claims[0]
    slotting.slots([each.claim for each in claims], owner=first.owner or "", contexts=first.contexts)
    return slotting


def told(writer: Writer, context: WriteContext, asserted: Asserted, order: int) -> Told:
    """Return a claim as the belief rules are told it, with its slot."""
    slotting = Slotting(writer.view, context.attributes)
    slot = slotting.slot(asserted.claim, owner=asserted.owner or "", contexts=asserted.contexts)
    return Told(slot, _newcomer(asserted, slot, order, None, None))


def rules_of(view: View, context: WriteContext, *, more_sources: int = 0) -> Rules:
    """Return the policies that decisions follow.

    Args:
        view: The store, which knows how confidence goes down.
        context: The parts.
        more_sources: How many more sources than elsewhere it takes to corroborate.
    """
    sources = context.corroboration + more_sources
    return Rules(EvidencePolicy(min_corroboration=sources, supports_edges=context.supports), view.decay)


def apply_decision(writer: Writer, asserted: Asserted, slot: Slot, group: Group, decision: Decision) -> Settled:
    """Write a decision: the newcomer where it is kept, the changes to the others, heads and edges."""
    ids = {each.id: RevisionId(int(each.id)) for each in group.state}
    for added in decision.effects.added:
        ids[added.id] = _store(writer, asserted, slot, group, decision, added, ids)
    turn = asserted.turn
    read_from = [] if turn is None else [(ids[each.id], "DERIVED_FROM", turn) for each in decision.effects.added]
    save_effects(writer, decision.effects, ids, read_from)
    for statement, observations in decision.effects.observed.items():
        for each in observations:
            writer.observe(ids[statement], _placed(each, asserted))
    move_heads(writer, group, decision, ids)
    if decision.verdict == "confirm" and decision.statement is not None and decision.statement in group.items:
        _show_until(writer, group, group.items[decision.statement], asserted.expires)
        label_again(writer, group.items[decision.statement], session=asserted.session, agent=asserted.agent)
    _bind_group(writer, group, decision)
    for displaced in decision.replaced:
        if displaced not in group.bare:
            mark_dependents(writer, ids[displaced])
    about = None if decision.statement is None else ids.get(decision.statement)
    if about is not None:
        _name(writer, asserted, about)
    replaced = next((ids[each] for each in decision.replaced if each in ids), None)
    return Settled(decision.verdict, decision.reason, about, replaced)


def _show_until(writer: Writer, group: Group, item: ItemId, expires: datetime | None) -> None:
    if expires is not None or item in group.expiring:
        writer.assert_(item_node(item), Key.EXPIRES, None if expires is None else to_micros(expires))


def _newcomer(
    asserted: Asserted, slot: Slot, sequence: int, replaces: RevisionId | None, conflicts_with: RevisionId | None
) -> Newcomer:
    claim = asserted.claim
    said = to_micros(asserted.said_at)
    sure = asserted.confidence if asserted.confidence is not None else claim.confidence
    confidence = default_confidence(claim.origin) if sure is None else checked_confidence(sure)
    grade = grade_on_arrival(asserted.source) if asserted.grade is None else checked_grade(asserted.grade)
    valid = claim.valid or asserted.valid
    observation = Observation(
        source=asserted.source,
        said_at=said,
        sequence=sequence,
        span=asserted_span(valid, said, begins=asserted.begins),
        confidence=confidence,
        independent=asserted.independent,
        rank=rank(grade),
        spelled=claim.value,
    )
    statement = Statement(
        id=NEWCOMER,
        value=slot.value,
        polarity=slot.polarity,
        observations=(observation,),
        grade=grade,
        anchor=Anchor(confidence, said, claim.origin),
    )
    return Newcomer(
        statement,
        gate=asserted.gate,
        dated=valid is not None or asserted.dated,
        live=asserted.live,
        correction=claim.correction,
        explicit=asserted.explicit,
        replaces=None if replaces is None else str(replaces),
        conflicts_with=None if conflicts_with is None else str(conflicts_with),
    )


def _named(writer: Writer, ref: Ref | None) -> RevisionId | None:
    return None if ref is None else writer.view.resolve(ref)


def _store(
    writer: Writer,
    asserted: Asserted,
    slot: Slot,
    group: Group,
    decision: Decision,
    statement: Statement,
    ids: Mapping[str, RevisionId],
) -> RevisionId:
    item = group.item_for(slot) if statement.standing == "accepted" else None
    if item is None:
        item = writer.item(_item(asserted, slot, rival=statement.standing != "accepted"))
    claim = asserted.claim
    revision = writer.revision(
        item,
        NewRevision(
            text=claim.text,
            title=asserted.title,
            claim=claim,
            valid=claim.valid or asserted.valid,
            said_at=asserted.said_at,
            metadata=asserted.metadata,
            state=state_of(statement, ids, author=asserted.author),
            observations=tuple(_placed(replace(each, spelled=None), asserted) for each in statement.observations),
            mentions=mentions_of(claim, slot),
            artifacts=asserted.attachments,
            vector=asserted.vector,
            head=decision.head == statement.id or group.item_for(slot) is None,
        ),
    )
    for tag in asserted.tags:
        writer.tag(revision, tag)
    return revision


def _item(asserted: Asserted, slot: Slot, *, rival: bool) -> NewItem:
    state: dict[str, Json] = {}
    if asserted.salience is not None:
        state[Key.SALIENCE] = asserted.salience
        state[Key.TIER] = kind_of(asserted.claim.kind).tier_for(asserted.salience)
    if asserted.expires is not None:
        state[Key.EXPIRES] = to_micros(asserted.expires)
    return NewItem(
        kind=asserted.claim.kind,
        user=asserted.owner,
        space=asserted.space,
        agent=asserted.agent,
        session=asserted.session,
        contexts=asserted.contexts,
        identity=slot.item_key,
        slot=slot.group_key,
        rival=rival,
        state=state,
    )


def _name(writer: Writer, asserted: Asserted, about: RevisionId) -> None:
    """Let the item of a belief be found by the names it was given."""
    if asserted.canonical_name is None and not asserted.aliases:
        return
    item = writer.view.revision(about).item
    if asserted.canonical_name is not None:
        writer.assert_(item_node(item), Key.CANONICAL, asserted.canonical_name)
    writer.alias(item, *asserted.aliases)


def _bind_group(writer: Writer, group: Group, decision: Decision) -> None:
    """Let every change of a slot touch a row of one of its items.

    Undo takes back rows; without a row in common, taking back an earlier change could bring a value back beside what
    a later one made of the slot. With one it names the later change.
    """
    items = set(group.items.values())
    if items and not decision.effects.nothing:
        writer.assert_(item_node(min(items)), Key.CHANGED, writer.operation)


def _placed(observation: Observation, asserted: Asserted) -> StoredObservation:
    quote = asserted.claim.quote
    start, end = (quote.start, quote.end) if quote is not None else (0, 0)
    return stored_observation(observation, turn=asserted.turn, start=start, end=end)


def mentions_of(claim: Claim, slot: Slot) -> tuple[tuple[str, str], ...]:
    """Return the entities that a claim in slots names, for the index of mentions; no name is as long as a text."""
    if slot.opaque or claim.value is None:
        return ()
    named = (value_form(claim.subject or ""), "subject"), (value_form(claim.value), "value")
    relative = relative_in(claim)
    known_as = () if relative is None else ((relative, "mention"),)
    return tuple((form, role) for form, role in (*named, *known_as) if len(form) <= MAX_TITLE)


def move_heads(writer: Writer, group: Group, decision: Decision, ids: Mapping[str, RevisionId]) -> None:
    """Point the item of the believed head at it, where that is an older revision than the newest."""
    if decision.head is None or decision.head not in group.items:
        return
    item, head = group.items[decision.head], ids[decision.head]
    alone = not decision.effects.added and list(group.items.values()).count(item) == 1
    if not alone and writer.view.head(item) != head:
        writer.assert_(item_node(item), Key.HEAD, head)
