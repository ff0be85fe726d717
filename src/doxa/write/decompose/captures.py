"""What a caller found in a conversation: claims of any kind with whom they are about, from objects or mappings."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from difflib import get_close_matches
from typing import Any, Final, get_args

from doxa.arguments import checked_number, checked_sequence, checked_words, wrong
from doxa.belief.event_dates import iso_period
from doxa.belief.evidence import checked_grade
from doxa.clock import aware
from doxa.errors import InvalidInput
from doxa.graph.inputs import encode_object
from doxa.graph.kref import checked_tag
from doxa.records import Claim, Evidence, Json, Origin, Period, Quote, Ref
from doxa.text.language import guess_language
from doxa.write.claims import checked_claim
from doxa.write.extract import extract_claims
from doxa.write.messages import checked_text

CERTAINTY: Final = {"low": 0.5, "medium": 0.7, "high": 0.9}
"""How sure a word for certainty makes us, 0 to 1: high as what was said, medium as what was inferred."""

_TEXTS: Final = ("statement", "text", "claim", "content", "summary", "decision", "task", "event", "question")
_FIELDS: Final = (
    *_TEXTS,
    *("kind", "type", "title", "about", "participants", "tags", "metadata", "evidence", "source", "reason"),
    *("certainty", "confidence", "origin", "subject", "attribute", "value", "polarity", "quote", "valid_from"),
    *("valid_to", "when", "event_date", "consequence", "status", "owner", "depends_on", "replaces", "revises"),
    "conflicts_with",
)
_KINDS: Final = re.compile(r"[a-z][a-z0-9_]{0,49}")


@dataclass(frozen=True, slots=True)
class Capture:
    """A claim to keep, with what a caller said beside it.

    Args:
        claim: What is claimed.
        title: Heading.
        about: Names of the entities it is about; those who took part, for an event.
        depends_on: What it rests on: places among the facts of the same call, or what they say.
        tags: Tags to set.
        metadata: Kept with it.
        evidence: Who vouches; `None` = by source.
        source: Who says it; `None` = the call's.
    """

    claim: Claim
    title: str | None = None
    about: tuple[str, ...] = ()
    depends_on: tuple[int | str, ...] = ()
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Json] = field(default_factory=dict)
    evidence: Evidence | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """What captures are read against: when they were said, and in which zone."""

    now: datetime
    tz: tzinfo


def captures_of(given: Sequence[object], place: str, reading: Reading, *, kind: str = "fact") -> list[Capture]:
    """Return captures from claims, mappings or texts.

    Args:
        given: Each a `Claim`, a text, or a mapping with a text under `statement` (or `text`, `content`, …) and any of
            the other keys.
        place: How to name them in an error, such as `captures`.
        reading: What dates are read against.
        kind: The kind of those that name none.

    Raises:
        InvalidInput: One has another form, an unknown key, or a value that cannot be used.
        InvalidText: A text is empty, too long or not encodable.
    """
    members = checked_sequence(given, place)
    return [capture_of(each, f"{place}[{number}]", reading, kind=kind) for number, each in enumerate(members)]


def capture_of(given: object, place: str, reading: Reading, *, kind: str = "fact") -> Capture:
    """Return one capture; see `captures_of`."""
    if isinstance(given, Claim):
        return Capture(checked_claim(given, place))
    if isinstance(given, str):
        return Capture(claim_in(checked_text(given, place), None, kind, reading))
    if not isinstance(given, Mapping):
        raise wrong(given, place, "Give a doxa.Claim, a text, or a dict with a text under `statement`.")
    check_keys(given, _FIELDS, place)
    return _from_mapping(given, place, reading, kind)


def check_keys(given: Mapping[str, Any], known: Iterable[str], place: str) -> None:
    """Refuse keys that mean nothing here, naming the near one.

    Raises:
        InvalidInput: A key is unknown.
    """
    names = list(known)
    for key in given:
        if key not in names:
            near = get_close_matches(str(key), names, n=1)
            mend = f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(names)}."
            raise InvalidInput(f"{place} has no {key!r}.", mend=mend, field=place, value=key)


def claim_in(text: str, named: str | None, default: str, reading: Reading) -> Claim:
    """Return a text as a claim: in slots where the rules find exactly one claim in it, else as it stands.

    Args:
        text: The text, told of the user in the third person or the first.
        named: The kind that the caller named, if any.
        default: The kind where neither the caller nor the rules name one.
        reading: What dates are read against.
    """
    found = extract_claims(text, speaker=None, role="user", now=reading.now, tz=reading.tz)
    asserted = [each for each in found if each.mood == "asserted"]
    if len(found) != 1 or len(asserted) != 1:
        return Claim(text=text, kind=named or default)
    slots = asserted[0].claim
    return replace(slots, text=text, kind=named or slots.kind, quote=None)


def _from_mapping(given: Mapping[str, Any], place: str, reading: Reading, default: str) -> Capture:
    text = _text_of(given, place)
    named = _kind_of(given, place)
    claim = _slots(given, text, named or default, place)
    if claim is None:
        claim = claim_in(text, named, default, reading)
    reason, consequence = (_line(given, key, place) for key in ("reason", "consequence"))
    valid = _valid(given, place, reading) or claim.valid
    claim = replace(
        claim,
        text=with_remark(with_remark(text, reason, "reason", "理由"), consequence, "then", "结果"),
        valid=valid,
        confidence=_confidence(given, place),
        quote=_quote(given, place),
        replaces=_ref(given, ("replaces", "revises"), place),
        conflicts_with=_ref(given, ("conflicts_with",), place),
        origin=_origin(given, place),
    )
    return Capture(
        checked_claim(claim, place),
        title=_line(given, "title", place),
        about=(*_names(given, "about", place), *_names(given, "participants", place)),
        depends_on=_depends_on(given, place),
        tags=tuple(map(checked_tag, _names(given, "tags", place))),
        metadata=_metadata(given, reason, consequence, place),
        evidence=None if given.get("evidence") is None else checked_grade(given["evidence"]),
        source=_line(given, "source", place),
    )


def _text_of(given: Mapping[str, Any], place: str) -> str:
    for key in _TEXTS:
        if given.get(key) is not None:
            return checked_text(given[key], f"{place}.{key}")
    raise wrong(dict(given), place, "Give its text under `statement`.")


def _kind_of(given: Mapping[str, Any], place: str) -> str | None:
    kind = given.get("kind", given.get("type"))
    if kind is None:
        return None
    if not isinstance(kind, str) or not _KINDS.fullmatch(kind.strip().lower()):
        raise wrong(kind, f"{place}.type", "Give a kind such as `fact`, `decision` or `preference`.")
    return kind.strip().lower()


def _slots(given: Mapping[str, Any], text: str, kind: str, place: str) -> Claim | None:
    given = {**given, "value": _in_words(given.get("value"))}
    subject, attribute, value = (_line(given, name, place) for name in ("subject", "attribute", "value"))
    if attribute is None and value is None:
        return None
    return Claim(text, subject, attribute, value, given.get("polarity", True), kind)


def _in_words(value: object) -> object:
    """Return a number as models write one for a value (`"age": 30`) as text, anything else as it is."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return f"{value:g}" if isinstance(value, float) else str(value)


def with_remark(text: str, remark: str | None, english: str, chinese: str) -> str:
    """Return a text with a remark behind it, in its own language: "use gRPC (reason: REST was slow)"."""
    if not remark or remark in text:
        return text
    if guess_language(text) == "zh":
        return f"{text}（{chinese}：{remark}）"
    return f"{text} ({english}: {remark})"


def _valid(given: Mapping[str, Any], place: str, reading: Reading) -> Period | None:
    on = given.get("event_date")
    if on:
        return _period(on, f"{place}.event_date", reading)
    start = _period(given.get("valid_from"), f"{place}.valid_from", reading)
    end = _period(given.get("valid_to"), f"{place}.valid_to", reading)
    if start is None and end is None:
        return None
    named = start or end
    assert named is not None
    return Period(None if start is None else start.start, None if end is None else end.end, named.precision)


def _period(value: object, place: str, reading: Reading) -> Period | None:
    if value is None or value == "":
        return None
    if isinstance(value, datetime):
        return Period(aware(value, place), None)
    found = iso_period(value, reading.tz) if isinstance(value, str) else None
    if found is None and isinstance(value, str):
        try:
            return Period(aware(datetime.fromisoformat(value), place), None)
        except ValueError:
            pass
    if found is None:
        raise wrong(value, place, "Give YYYY, YYYY-MM or YYYY-MM-DD.")
    return found


def _confidence(given: Mapping[str, Any], place: str) -> float | None:
    if given.get("confidence") is not None:
        return checked_number(given["confidence"], f"{place}.confidence", least=0, most=1)
    certainty = given.get("certainty")
    if certainty is None:
        return None
    if not isinstance(certainty, str) or certainty.strip().lower() not in CERTAINTY:
        raise wrong(certainty, f"{place}.certainty", f"Give one of {', '.join(CERTAINTY)}.")
    return CERTAINTY[certainty.strip().lower()]


def _origin(given: Mapping[str, Any], place: str) -> Origin:
    origin = given.get("origin", "explicit")
    if origin not in get_args(Origin):
        raise wrong(origin, f"{place}.origin", f"Give one of {', '.join(get_args(Origin))}.")
    return origin  # type: ignore[no-any-return]


def _quote(given: Mapping[str, Any], place: str) -> Quote | None:
    text = _line(given, "quote", place)
    return None if text is None else Quote(text, "", 0, len(text))


def _ref(given: Mapping[str, Any], keys: Sequence[str], place: str) -> Ref | None:
    return next((found for key in keys if (found := _line(given, key, place)) is not None), None)


def _line(given: Mapping[str, Any], key: str, place: str) -> str | None:
    value = given.get(key)
    if value is None or value == "":
        return None
    return checked_words(value, f"{place}.{key}").strip() or None


def _names(given: Mapping[str, Any], key: str, place: str) -> tuple[str, ...]:
    value = given.get(key)
    if value is None:
        return ()
    members = (value,) if isinstance(value, str) else checked_sequence(value, f"{place}.{key}")
    return tuple(name for each in members if (name := checked_words(each, f"{place}.{key}").strip()))


def _depends_on(given: Mapping[str, Any], place: str) -> tuple[int | str, ...]:
    value = given.get("depends_on")
    if value is None:
        return ()
    members = (value,) if isinstance(value, str | int) else checked_sequence(value, f"{place}.depends_on")
    for each in members:
        if isinstance(each, bool) or not isinstance(each, int | str):
            raise wrong(each, f"{place}.depends_on", "Give places among the facts, from 0, or what they say.")
    return tuple(members)


def _metadata(given: Mapping[str, Any], reason: str | None, consequence: str | None, place: str) -> dict[str, Json]:
    more = given.get("metadata") or {}
    if not isinstance(more, Mapping):
        raise wrong(more, f"{place}.metadata", "Give a dict.")
    encode_object(more, f"{place}.metadata")
    kept: dict[str, Json] = {"reason": reason, "consequence": consequence}
    kept |= {key: _line(given, key, place) for key in ("when", "status", "owner")}
    return {**{key: value for key, value in kept.items() if value is not None}, **more}
