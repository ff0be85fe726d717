"""`merge`: several memories turn out to be one."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.belief.confidence import confirmed
from doxa.belief.evidence import promoted
from doxa.belief.kinds import kind_of
from doxa.belief.slots import Slot
from doxa.clock import to_micros
from doxa.errors import InvalidInput
from doxa.graph.belief_state import anchor_of, encode_anchor, evidence_of
from doxa.graph.contract import Writer
from doxa.graph.entities import ENTITY
from doxa.graph.nodes import Key, Observation, item_node, revision_node
from doxa.records import Receipt, Ref
from doxa.write.context import WriteContext, WriteRequest, actor_of
from doxa.write.names import eyes_for, named_items, names_of
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, refuse_protected, target_of
from doxa.write.regrouping import regroup_items, slots_of_items
from doxa.write.slotting import Slotting

MERGED = "MERGED_INTO"
_OWN = ("SUPERSEDES", "CONTRADICTS", "SUPPORTS", MERGED)
"""Edges that stay with what they were drawn at."""


@answered_once
def merge_memories(context: WriteContext, request: WriteRequest, refs: Sequence[Ref], into: Ref) -> Receipt:
    """Make one memory of several; see `Memory.merge`."""
    if not refs:
        raise InvalidInput("merge names no memory.", mend="Give at least one ref.", field="refs")
    eyes = eyes_for(context, request, [*refs, into])
    with context.graph.transaction(
        request.kind, actor=actor_of(request.scope), user=eyes, reason=request.reason
    ) as writer:
        home = target_of(writer.view, into, request.expect_revision)
        others = list({(each := target_of(writer.view, ref)).item: each for ref in refs}.values())
        _check(writer, context, home, others)
        items = [home.item, *(each.item for each in others)]
        entities = writer.view.item(home.item).kind == ENTITY
        before = slots_of_items(writer, context, named_items(writer, items) if entities else [])
        results = [merge_into(writer, other, home) for other in others]
        results += regroup_items(writer, context, before)
        return receipt_of(writer, request, [Result(None, f"{len(others)} merged into it", home.revision), *results])


def _check(writer: Writer, context: WriteContext, home: Target, others: Sequence[Target]) -> None:
    """Refuse what cannot be one thing: itself, another owner's, an entity and a claim, claims that contradict."""
    into = writer.view.item(home.item)
    for other in others:
        item = writer.view.item(other.item)
        problem = None
        if other.item == home.item:
            problem = "is what it is to be merged into"
        elif item.user != into.user:
            problem = "belongs to another owner"
        elif (item.kind == ENTITY) != (into.kind == ENTITY):
            problem = f"is of kind {item.kind}, not {into.kind}"
        elif _contradict(writer, context, home, other):
            problem = "contradicts it; use resolve"
        if problem is not None:
            raise InvalidInput(f"{other.ref} {problem}.", mend="Leave it out.", field="refs", value=other.ref)
        refuse_protected(writer.view, other, force=False)


def _contradict(writer: Writer, context: WriteContext, one: Target, other: Target) -> bool:
    slots = [_slot(writer, context, each) for each in (one, other)]
    left, right = slots
    if left is None or right is None or left.group_key != right.group_key:
        return False
    return (left.value, left.polarity) != (right.value, right.polarity)


def _slot(writer: Writer, context: WriteContext, target: Target) -> Slot | None:
    claim, item = writer.view.revision(target.revision).claim, writer.view.item(target.item)
    if claim is None or item.kind == ENTITY:
        return None
    return Slotting(writer.view, context.attributes).slot(claim, owner=item.user or "", contexts=item.contexts)


def merge_into(writer: Writer, other: Target, home: Target) -> Result:
    """Give what one memory has to another: its names, its edges, those who vouch for it; then archive it.

    What is claimed of merged entities has to be decided anew afterwards; see `doxa.write.regrouping`.
    """
    item = writer.view.item(other.item)
    aliases = _aliases(writer, other)
    names = names_of(writer, item) if item.kind == ENTITY else list(aliases)
    if aliases:
        writer.unalias(other.item, *aliases)
    writer.assert_(item_node(other.item), Key.CANONICAL, None)
    if names:
        known = {name.casefold() for name in names_of(writer, writer.view.item(home.item))}
        writer.alias(home.item, *(name for name in names if name.casefold() not in known))
    _hand_over_edges(writer, other, home)
    _vouch(writer, other, home)
    writer.edge(other.revision, MERGED, home.revision)
    writer.status(item_node(other.item), "archived")
    return Result(None, "archived; what it had is the other's", other.revision, home.revision)


def _aliases(writer: Writer, target: Target) -> tuple[str, ...]:
    return writer.view.aliases([target.item]).get(target.item, ())


def _hand_over_edges(writer: Writer, other: Target, home: Target) -> None:
    for edge in writer.view.edges([other.revision], direction="both"):
        if edge.type in _OWN or home.revision in (edge.source, edge.target):
            continue
        source = home.revision if edge.source == other.revision else edge.source
        target = home.revision if edge.target == other.revision else edge.target
        writer.edge(source, edge.type, target, edge.metadata or None)


def _vouch(writer: Writer, other: Target, home: Target) -> None:
    """Let those who vouch for one memory vouch for the other; another independent source makes it surer."""
    observed = writer.view.observations([home.revision, other.revision])
    sources = {each.source for each in observed.get(home.revision, ())}
    for each in observed.get(other.revision, ()):
        if each.source in sources:
            continue
        sources.add(each.source)
        writer.observe(home.revision, Observation(each.source, each.said_at, each.turn, each.start, each.end))
        if each.independent:
            _make_surer(writer, home, other, sources)


def _make_surer(writer: Writer, home: Target, other: Target, sources: set[str]) -> None:
    nodes = writer.view.revisions([home.revision, other.revision])
    state = writer.view.state([revision_node(home.revision), revision_node(other.revision)])
    of_home, of_other = (state.get(revision_node(each), {}) for each in (home.revision, other.revision))
    anchor, by = anchor_of(nodes[home.revision], of_home), anchor_of(nodes[other.revision], of_other)
    kind = writer.view.item(home.item).kind
    claim_class = kind_of(kind).class_for(anchor.origin)
    if claim_class is None:
        return
    surer = confirmed(anchor, to_micros(writer.at), by.value, claim_class, new_source=True, policy=writer.view.decay)
    writer.assert_(revision_node(home.revision), Key.CONFIDENCE, encode_anchor(surer))
    grade = evidence_of(kind, of_home)
    if grade is not None:
        better = promoted(grade, sources)
        if better != grade:
            writer.assert_(revision_node(home.revision), Key.EVIDENCE, better)
