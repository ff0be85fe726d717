"""Entities and relations that a model read: checked against the turns, then kept as `decompose` keeps them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from doxa.errors import DoxaError
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.write.add import vectors_of
from doxa.write.context import WriteContext
from doxa.write.decompose.admitting import admit
from doxa.write.decompose.decomposition import Decomposition, Triple, entity_of, triple_of
from doxa.write.decompose.entities import NewEntity
from doxa.write.decompose.writing import DecompositionWriter, Origins, texts_of
from doxa.write.model_reading.material import TurnToRead
from doxa.write.model_reading.quotes import Quotable
from doxa.write.model_reading.reply import ConversationReading, ReadEntity, ReadRelation
from doxa.write.receipts import Result

MOST: Final = 50
"""The most entities, and the most relations, that are kept of one batch of turns."""


@dataclass(frozen=True, slots=True)
class OfTurn:
    """What is kept of one turn."""

    turn: TurnToRead
    entities: list[NewEntity] = field(default_factory=list)
    relations: list[Triple] = field(default_factory=list)


def links_in(context: WriteContext, reading: ConversationReading, turns: Sequence[TurnToRead]) -> list[OfTurn]:
    """Return entities that a turn names, and relations whose words stand in theirs; the others are left out.

    Args:
        context: The parts; what is kept passes the gate.
        reading: What the model said.
        turns: What it was shown.
    """
    said = [Quotable(turn.text) for turn in turns]
    found = [OfTurn(turn) for turn in turns]
    for entity in reading.entities[:MOST]:
        place = next((n for n, each in enumerate(said) if _verbatim(each, entity.name)), None)
        made = None if place is None else _entity(entity, said)
        if made is not None and place is not None:
            found[place].entities.append(made)
    for relation in reading.relations[:MOST]:
        if 1 <= relation.turn <= len(turns) and said[relation.turn - 1].place_of(relation.quote) is not None:
            triple = _triple(relation, said[relation.turn - 1])
            if triple is not None:
                found[relation.turn - 1].relations.append(triple)
    passage = context.gate.opened()
    admitted = [(each.turn, admit(passage, _decomposition(each)).decomposition) for each in found]
    return [OfTurn(turn, list(one.entities), list(one.relations)) for turn, one in admitted]


def write_links(
    writer: Writer,
    context: WriteContext,
    links: Sequence[OfTurn],
    still: Collection[RevisionId],
    first: int,
) -> list[Result]:
    """Keep entities and relations of the turns that are still there.

    Args:
        writer: The open transaction.
        context: The parts.
        links: What to keep.
        still: The turns that are still there.
        first: How many claims this operation kept before.
    """
    results: list[Result] = []
    for each in links:
        if each.turn.revision not in still or not (each.entities or each.relations):
            continue
        turn, decomposition = each.turn, _decomposition(each)
        vectors = vectors_of(context, texts_of(decomposition))
        source = turn.speaker or (turn.scope.user if isinstance(turn.scope.user, str) else turn.role)
        origins = Origins((turn.revision,), turn.said_at, source, author="user" if turn.role == "user" else "agent")
        made = DecompositionWriter(writer, context, turn.scope, origins, vectors, first + len(results))
        results += made.write(decomposition)
    return results


def _decomposition(each: OfTurn) -> Decomposition:
    return Decomposition(tuple(each.entities), (), tuple(each.relations))


def _verbatim(said: Quotable, name: str) -> bool:
    place = said.place_of(name)
    return place is not None and place.verbatim


def _entity(entity: ReadEntity, said: Sequence[Quotable]) -> NewEntity | None:
    """Return an entity with those of its other names that a turn uses; `None` where its fields cannot be used."""
    aliases = [alias for alias in entity.aliases[:10] if any(_verbatim(each, alias) for each in said)]
    try:
        return entity_of({"name": entity.name, "type": entity.type, "aliases": aliases}, "entities")
    except DoxaError:
        return None


def _triple(relation: ReadRelation, said: Quotable) -> Triple | None:
    if not (_verbatim(said, relation.subject) and _verbatim(said, relation.object)):
        return None
    parts = {"subject": relation.subject, "predicate": relation.predicate, "object": relation.object}
    try:
        return triple_of(parts, "relations")
    except DoxaError:
        return None
