"""What a session came to: its summary with typed parts, handed over by a host or a model, or read by rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from doxa.arguments import checked_sequence, checked_words, wrong
from doxa.graph.inputs import checked_label
from doxa.text.sentences import split_sentences
from doxa.write.decompose.captures import Capture, Reading, capture_of, check_keys
from doxa.write.decompose.decomposition import Triple, entity_of, triple_of
from doxa.write.decompose.entities import NewEntity
from doxa.write.messages import checked_text

By = Literal["host", "model", "plugin", "rules"]

MAX_PER_KIND: Final = 20
"""Parts of one kind that a summary may bring."""
LONGEST_TITLE: Final = 80
_PARTS: Final = {
    "facts": "fact",
    "decisions": "decision",
    "events": "event",
    "actions": "action",
    "questions": "question",
    "open_questions": "question",
}
_FIELDS: Final = ("title", "summary", "text", "type", "knowledge", "classification", "topics", "entities", "relations")


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A summary with its parts.

    Args:
        title: Heading.
        text: The summary itself.
        by: Who made it.
        captures: Facts, decisions, events, actions and open questions, in this order.
        entities: Who and what was spoken of.
        relations: How they relate.
        topics: What it was about, in a word each.
        implications: What may matter later.
    """

    title: str
    text: str
    by: By
    captures: tuple[Capture, ...] = ()
    entities: tuple[NewEntity, ...] = ()
    relations: tuple[Triple, ...] = ()
    topics: tuple[str, ...] = ()
    implications: tuple[str, ...] = field(default=())


def read_summary(given: str | Mapping[str, Any], by: By, reading: Reading) -> SessionSummary:
    """Return a summary from what a host or a model handed over.

    Args:
        given: A text, or an object with the text under `summary` and, where known, `title`, `topics`, `entities`,
            `relations`, `facts`, `decisions`, `events`, `actions` and `open_questions`; the last five may also stand
            under `knowledge`, topics and entities under `classification`.
        by: Who made it.
        reading: What dates are read against.

    Raises:
        InvalidInput: It has another form, an unknown key, or too many parts of a kind.
        InvalidText: A text is empty, too long or not encodable.
    """
    if isinstance(given, str):
        text = checked_text(given, "summary")
        return SessionSummary(title_of(text), text, by)
    if not isinstance(given, Mapping):
        raise wrong(given, "summary", "Give a text, or a dict with a text under `summary`.")
    check_keys(given, (*_FIELDS, *_PARTS), "summary")
    inner, classed = _inner(given, "knowledge", tuple(_PARTS)), _inner(given, "classification", ("topics", "entities"))
    text = checked_text(given.get("summary") or given.get("text"), "summary.summary")
    title = given.get("title")
    return SessionSummary(
        title=title_of(text) if not title else checked_words(title, "summary.title").strip()[:LONGEST_TITLE],
        text=text,
        by=by,
        captures=tuple(_captures({**inner, **given}, reading)),
        entities=_entities(given.get("entities") or classed.get("entities") or ()),
        relations=tuple(
            triple_of(each, f"summary.relations[{n}]") for n, each in enumerate(_listed(given, "relations"))
        ),
        topics=_topics(given.get("topics") or classed.get("topics") or ()),
    )


def title_of(text: str) -> str:
    """Return the beginning of a text as a heading: its first sentence, cut at a word where it is long."""
    sentences = split_sentences(text)
    first = (sentences[0].text if sentences else text).strip().rstrip(".。!！")
    if len(first) <= LONGEST_TITLE:
        return first
    cut = first[: LONGEST_TITLE - 1]
    space = cut.rfind(" ")
    return f"{cut[:space] if space > LONGEST_TITLE // 2 else cut}…"


def _inner(given: Mapping[str, Any], key: str, known: Sequence[str]) -> Mapping[str, Any]:
    value = given.get(key) or {}
    if not isinstance(value, Mapping):
        raise wrong(value, f"summary.{key}", "Give a dict.")
    check_keys(value, known, f"summary.{key}")
    return value


def _listed(given: Mapping[str, Any], key: str) -> tuple[Any, ...]:
    members = checked_sequence(given.get(key) or (), f"summary.{key}")
    if len(members) > MAX_PER_KIND:
        mend = f"Give at most {MAX_PER_KIND}, the ones that matter most."
        raise wrong(f"{len(members)} parts", f"summary.{key}", mend)
    return members


def _captures(given: Mapping[str, Any], reading: Reading) -> list[Capture]:
    made: list[Capture] = []
    for key, kind in _PARTS.items():
        for number, each in enumerate(_listed(given, key)):
            plain = _with_text(each, kind)
            capture = capture_of(plain, f"summary.{key}[{number}]", reading, kind=kind)
            made.append(capture if kind == "fact" else replace(capture, claim=replace(capture.claim, kind=kind)))
    return made


def _with_text(each: object, kind: str) -> object:
    """Take the certainty a model gives in any case, and leave out what it left empty."""
    if not isinstance(each, Mapping):
        return each
    kept = {key: value for key, value in each.items() if value not in (None, "", [], ())}
    if isinstance(kept.get("certainty"), str):
        kept["certainty"] = kept["certainty"].strip().lower()
    return kept


def _entities(given: object) -> tuple[NewEntity, ...]:
    return tuple(entity_of(each, f"summary.entities[{n}]") for n, each in enumerate(_listed({"e": given}, "e")))


def _topics(given: object) -> tuple[str, ...]:
    members = checked_sequence((given,) if isinstance(given, str) else given, "summary.topics")
    return tuple(dict.fromkeys(checked_label(each, "summary.topics").strip() for each in members))[:MAX_PER_KIND]
