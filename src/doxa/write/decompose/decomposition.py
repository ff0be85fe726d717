"""A whole decomposition as a caller hands it over: entities, claims, relations, and what they replace or contradict."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from doxa.arguments import checked_sequence, checked_words, wrong
from doxa.graph.inputs import checked_label
from doxa.text.forms import text_form
from doxa.write.decompose.captures import Capture, Reading, capture_of, captures_of, check_keys
from doxa.write.decompose.entities import NewEntity
from doxa.write.decompose.relations import Relation, resolve_relation

_ENTITY_FIELDS = ("name", "type", "aliases")
_RELATION_FIELDS = ("subject", "predicate", "object")
_SUPERSEDES = ("statement", "replaces", "reason")
_CONTRADICTS = ("statement", "conflicts_with", "reason")


@dataclass(frozen=True, slots=True)
class Triple:
    """A relation between two entities, by name."""

    subject: str
    relation: Relation
    object: str


@dataclass(frozen=True, slots=True)
class Decomposition:
    """What is to be kept, checked.

    Args:
        entities: Who and what is spoken of.
        captures: Claims of every kind.
        relations: How entities relate.
        about_source: Whether what it was read from is about the entities as well.
    """

    entities: tuple[NewEntity, ...] = ()
    captures: tuple[Capture, ...] = ()
    relations: tuple[Triple, ...] = ()
    about_source: bool = True


def read_decomposition(
    entities: Sequence[object],
    facts: Sequence[object],
    relations: Sequence[object],
    supersedes: Sequence[object],
    contradicts: Sequence[object],
    reading: Reading,
) -> Decomposition:
    """Return a decomposition from what a caller handed over; see `Memory.decompose`.

    Raises:
        InvalidInput: A part has another form, an unknown key, or a value that cannot be used.
        InvalidText: A text is empty, too long or not encodable.
    """
    captures = captures_of(facts, "facts", reading)
    captures = _replacing(captures, supersedes, "supersedes", _SUPERSEDES, reading)
    captures = _replacing(captures, contradicts, "contradicts", _CONTRADICTS, reading)
    return Decomposition(
        tuple(entity_of(each, f"entities[{n}]") for n, each in enumerate(checked_sequence(entities, "entities"))),
        tuple(captures),
        tuple(triple_of(each, f"relations[{n}]") for n, each in enumerate(checked_sequence(relations, "relations"))),
    )


def entity_of(given: object, place: str) -> NewEntity:
    """Return an entity from a name or a mapping with `name`, `type` and `aliases`."""
    if isinstance(given, str):
        return NewEntity(checked_label(given.strip(), place))
    if not isinstance(given, Mapping):
        raise wrong(given, place, "Give a name, or a dict with `name`, `type` and `aliases`.")
    check_keys(given, _ENTITY_FIELDS, place)
    kind = given.get("type")
    aliases = given.get("aliases") or ()
    aliases = (aliases,) if isinstance(aliases, str) else checked_sequence(aliases, f"{place}.aliases")
    return NewEntity(
        checked_label(_word(given, "name", place), f"{place}.name"),
        None if kind is None else checked_words(kind, f"{place}.type").strip().lower() or None,
        tuple(checked_label(each, f"{place}.aliases") for each in aliases),
    )


def triple_of(given: object, place: str) -> Triple:
    """Return a relation from a mapping with `subject`, `predicate` and `object`."""
    if not isinstance(given, Mapping):
        raise wrong(given, place, "Give a dict with `subject`, `predicate` and `object`.")
    check_keys(given, _RELATION_FIELDS, place)
    subject, predicate, target = (_word(given, key, place) for key in _RELATION_FIELDS)
    checked_label(subject, f"{place}.subject")
    checked_label(target, f"{place}.object")
    return Triple(subject, resolve_relation(predicate), target)


def _replacing(
    captures: list[Capture], given: Sequence[object], name: str, fields: tuple[str, str, str], reading: Reading
) -> list[Capture]:
    """Let captures say what they replace or contradict; a statement that is not among them is one more."""
    made = list(captures)
    _, target, _ = fields
    for number, each in enumerate(checked_sequence(given, name)):
        place = f"{name}[{number}]"
        if not isinstance(each, Mapping):
            raise wrong(each, place, f"Give a dict with `statement` and `{target}`.")
        check_keys(each, fields, place)
        statement, ref = _word(each, "statement", place), _word(each, target, place)
        at = _place_of(made, statement)
        if at is None:
            made.append(capture_of(statement, place, reading))
            at = len(made) - 1
        reason = each.get("reason")
        metadata = {**made[at].metadata, "reason": checked_words(reason, place)} if reason else made[at].metadata
        claim = made[at].claim
        claim = replace(claim, replaces=ref) if target == "replaces" else replace(claim, conflicts_with=ref)
        made[at] = replace(made[at], claim=claim, metadata=metadata)
    return made


def _place_of(captures: Sequence[Capture], statement: str) -> int | None:
    form = text_form(statement)
    return next((at for at, each in enumerate(captures) if text_form(each.claim.text) == form), None)


def _word(given: Mapping[str, Any], key: str, place: str) -> str:
    value = given.get(key)
    if not isinstance(value, str) or not value.strip():
        raise wrong(value, f"{place}.{key}", "Give a text.")
    return checked_words(value, f"{place}.{key}").strip()
