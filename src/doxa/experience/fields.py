"""Experiences, outcomes and patterns as they are handed over: strict fields, bounded texts and lists."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from doxa.clock import aware
from doxa.errors import InvalidInput
from doxa.records import Json
from doxa.write.gate import Passage

LONGEST: Final = 2_000
LONGEST_TITLE: Final = 160
MOST: Final = 12
"""Entries of a list."""
_TEXTS: Final = ("situation", "goal", "decision", "rationale", "expected_outcome")
_LISTS: Final = ("alternatives", "applicability_conditions", "source_krefs")
_EXPERIENCE: Final = frozenset({"experience_id", "title", "decision_kind", *_TEXTS, *_LISTS})
_OUTCOME: Final = frozenset({"observed_outcome", "outcome_status", "acceptance", "observed_at", "source_krefs"})
_PATTERN: Final = frozenset({"kind", "title", "hypothesis", "applicability_conditions", "counterexamples"})
STATUSES: Final = ("success", "failure", "mixed", "unknown")
ACCEPTANCES: Final = ("accepted", "rejected", "unknown")
KINDS: Final = ("recurring_pattern", "conditional_lesson")
_ID = re.compile(r"[\w][\w.:-]{0,119}")


def experience_fields(given: Mapping[str, Any], passage: Passage) -> dict[str, Json]:
    """Return an experience as it is kept.

    Raises:
        InvalidInput: A field is unknown, missing, too long, or holds what must not be kept; the error names it.
    """
    _known(given, _EXPERIENCE, "experience")
    named = given.get("experience_id")
    if not isinstance(named, str) or not _ID.fullmatch(named):
        raise wrong("experience_id", named, "Give letters, digits and `.:-_`, up to 120.")
    kept: dict[str, Json] = {"experience_id": named, "title": _text(given, "title", passage, LONGEST_TITLE)}
    kept |= {name: _text(given, name, passage, LONGEST) for name in _TEXTS}
    kept["decision_kind"] = _text(given, "decision_kind", passage, 60, needed=False)
    kept |= {name: list(_list(given, name, passage, 0, MOST)) for name in _LISTS}
    return kept


def outcome_fields(given: Mapping[str, Any], passage: Passage, now: datetime) -> dict[str, Json]:
    """Return an outcome as it is kept; acceptance, which is what people thought of it, stands apart from it.

    Raises:
        InvalidInput: As `experience_fields`.
    """
    _known(given, _OUTCOME, "outcome")
    observed = given.get("observed_at")
    return {
        "observed_outcome": _text(given, "observed_outcome", passage, LONGEST),
        "outcome_status": _choice(given, "outcome_status", STATUSES),
        "acceptance": _choice(given, "acceptance", ACCEPTANCES),
        "observed_at": _instant(observed, now).isoformat(),
        "source_krefs": list(_list(given, "source_krefs", passage, 0, MOST)),
    }


def pattern_fields(given: Mapping[str, Any], passage: Passage) -> dict[str, Json]:
    """Return a pattern as it is kept.

    Raises:
        InvalidInput: As `experience_fields`.
    """
    _known(given, _PATTERN, "pattern")
    if given.get("kind") not in KINDS:
        raise wrong("kind", given.get("kind"), f"Give {' or '.join(KINDS)}.")
    return {
        "kind": str(given["kind"]),
        "title": _text(given, "title", passage, LONGEST_TITLE),
        "hypothesis": _text(given, "hypothesis", passage, 1_600),
        "applicability_conditions": list(_list(given, "applicability_conditions", passage, 1, 5)),
        "counterexamples": list(_list(given, "counterexamples", passage, 0, 5)),
    }


def _known(given: object, fields: frozenset[str], what: str) -> None:
    if not isinstance(given, Mapping):
        raise wrong(what, given, "Give an object.")
    unknown = sorted(set(map(str, given)) - fields)
    if unknown:
        raise wrong(unknown[0], given[unknown[0]], f"Known fields: {', '.join(sorted(fields))}.")


def _text(given: Mapping[str, Any], name: str, passage: Passage, most: int, *, needed: bool = True) -> str:
    value = given.get(name)
    if value is None and not needed:
        return ""
    if not isinstance(value, str) or not value.strip() or len(value) > most:
        raise wrong(name, value, f"Give a text of 1 to {most:,} characters.")
    screened = passage.screened(value.strip())
    if screened.rejected:
        raise wrong(name, "…", "Say it without personal data.")
    return screened.text


def _list(given: Mapping[str, Any], name: str, passage: Passage, least: int, most: int) -> tuple[str, ...]:
    value = given.get(name) or ()
    good = isinstance(value, Sequence) and not isinstance(value, str) and least <= len(value) <= most
    if not good:
        raise wrong(name, value, f"Give a list of {least} to {most} texts.")
    return tuple(_text({name: each}, name, passage, 500) for each in value)


def _choice(given: Mapping[str, Any], name: str, allowed: Sequence[str]) -> str:
    value = given.get(name, "unknown")
    if value not in allowed:
        raise wrong(name, value, f"Give one of {', '.join(allowed)}.")
    return str(value)


def _instant(value: object, now: datetime) -> datetime:
    if value is None:
        return now
    try:
        return aware(datetime.fromisoformat(value) if isinstance(value, str) else value, "observed_at")  # type: ignore[arg-type]
    except (ValueError, TypeError, AttributeError) as error:
        raise wrong("observed_at", value, "Give an ISO time with a time zone.") from error


def wrong(field: str, value: object, mend: str) -> InvalidInput:
    """Return the error for a field that cannot be used."""
    return InvalidInput(f"{field} is {str(value)[:80]!r}.", mend=mend, field=field, value=value)
