"""Who a belief comes from and what became of it as a decision: trust bands, and the notes a reader needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

from doxa.belief.evidence import GRADES
from doxa.errors import InvalidInput
from doxa.records import Author

DecisionState = Literal["proposal", "accepted", "rejected", "contested", "superseded"]
Band = Literal["LOW", "MEDIUM", "HIGH"]

_BANDS: Final[Mapping[str, Band]] = {"low": "LOW", "medium": "MEDIUM", "high": "HIGH"}
_OF_EVIDENCE: Final[Mapping[str, Band]] = {
    "unverified": "LOW",
    "single_source": "MEDIUM",
    "corroborated": "HIGH",
    "official": "HIGH",
}
_SPELLINGS: Final[Mapping[str, DecisionState]] = {"proposed": "proposal", "decided": "accepted", "declined": "rejected"}
_OF_STATE: Final[Mapping[str, str]] = {
    "proposal": "[proposal: floated, not an accepted decision]",
    "rejected": "[rejected: not an accepted decision; historical outcomes may still inform review]",
    "contested": "[contested: disputed, not a settled decision]",
    "superseded": "[superseded: replaced by a later decision]",
}
_OF_AUTHOR: Final[Mapping[str, str]] = {"agent": "[agent: the assistant's own statement, not the user's]"}


def trust_band(vocabulary: str, value: str) -> Band | None:
    """Return a trust statement of another vocabulary as a band; `None` where it is unknown.

    A band breaks ties between equals. It never raises who vouches for a memory.

    Args:
        vocabulary: `certainty`, `confidence` or `evidence`.
        value: `low`, `medium` or `high`, or an evidence grade; case does not count.
    """
    plain = value.strip().lower()
    if vocabulary in ("certainty", "confidence"):
        return _BANDS.get(plain)
    return _OF_EVIDENCE.get(plain) if vocabulary == "evidence" and plain in GRADES else None


def checked_author(value: str) -> Author:
    """Return an author.

    Raises:
        InvalidInput: It is none of `user`, `agent`, `imported`, `observed`, `external`.
    """
    authors: dict[str, Author] = {author: author for author in get_args(Author)}
    if value not in authors:
        raise InvalidInput(f"{value!r} is no author.", mend=f"Use one of {', '.join(authors)}.", field="author")
    return authors[value]


def decision_state(value: str | None) -> DecisionState | None:
    """Return what became of a decision, in our word for it; `None` when nothing is known or the word is unknown."""
    if value is None:
        return None
    plain = value.strip().lower()
    states: dict[str, DecisionState] = {state: state for state in get_args(DecisionState)}
    return states.get(plain) or _SPELLINGS.get(plain)


def applicability_notes(state: str | None = None, author: str | None = None) -> str:
    """Return the notes that follow a memory in a prompt, each on a line of its own; "" where none is needed.

    A proposal, a rejected, contested or superseded decision, and the agent's own words are marked as such.
    """
    notes = (_OF_STATE.get(decision_state(state) or ""), _OF_AUTHOR.get((author or "").strip().lower()))
    return "".join(f"\n{note}" for note in notes if note)


def is_binding(state: DecisionState | None, author: Author) -> bool:
    """Say whether a belief may be followed as decided: not the agent's own idea, and neither open nor undone."""
    return state in (None, "accepted") and (author != "agent" or state == "accepted")
