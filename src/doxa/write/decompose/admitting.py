"""Lets a decomposition through the gate, part by part."""

from __future__ import annotations

from dataclasses import dataclass, replace

from doxa.write.decompose.captures import Capture
from doxa.write.decompose.decomposition import Decomposition, Triple
from doxa.write.decompose.entities import NewEntity
from doxa.write.gate import Passage
from doxa.write.receipts import Result


@dataclass(frozen=True, slots=True)
class Admitted:
    """What came through the gate, and the results of what did not."""

    decomposition: Decomposition
    refused: tuple[Result, ...] = ()


def admit(passage: Passage, given: Decomposition) -> Admitted:
    """Pass every text of a decomposition; a claim whose policy rejects it is left out, and its result says so."""
    captures: list[Capture] = []
    refused: list[Result] = []
    for number, each in enumerate(given.captures):
        capture, result = _capture(passage, each, f"facts[{number}]")
        if result is None:
            captures.append(capture)
        else:
            refused.append(result)
    entities = tuple(_entity(passage, each) for each in given.entities)
    relations = tuple(_triple(passage, each) for each in given.relations)
    kept = replace(given, entities=entities, captures=tuple(captures), relations=relations)
    return Admitted(kept, tuple(refused))


def _capture(passage: Passage, capture: Capture, field: str) -> tuple[Capture, Result | None]:
    claim, screened = passage.claim(capture.claim, field)
    if screened.rejected is not None:
        return capture, Result("rejected", screened.rejected, redactions=screened.redactions)
    passage.tell(screened.redactions, f"{field}.text")
    return (
        replace(
            capture,
            claim=claim,
            title=capture.title and passage.line(capture.title, f"{field}.title"),
            about=tuple(passage.line(name, f"{field}.about") for name in capture.about),
            metadata=passage.mapping(capture.metadata, f"{field}.metadata"),
            source=capture.source and passage.line(capture.source, f"{field}.source"),
        ),
        None,
    )


def _entity(passage: Passage, entity: NewEntity) -> NewEntity:
    return replace(
        entity,
        name=passage.line(entity.name, "entities.name"),
        aliases=tuple(passage.line(each, "entities.aliases") for each in entity.aliases),
    )


def _triple(passage: Passage, triple: Triple) -> Triple:
    return replace(
        triple,
        subject=passage.line(triple.subject, "relations.subject"),
        object=passage.line(triple.object, "relations.object"),
    )
