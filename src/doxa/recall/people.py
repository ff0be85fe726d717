"""Whom a question is about: the speakers it names, or the asker."""

from __future__ import annotations

import re
from collections.abc import Iterable

from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS

_WORD = lazy_pattern(rf"(?:(?![{CJK_CLASS}])[^\W_])+")
_FIRST = lazy_pattern(r"(?i)\b(?:i|i'm|i've|i'd|my|me|mine)\b|我|本人")
_SECOND = lazy_pattern(r"(?i)\b(?:you|your|you're|you've)\b|你|您")


def asked_people(question: str, speakers: Iterable[str]) -> tuple[str, ...]:
    """Return the speakers that a question names, each once, in order.

    Args:
        question: The question.
        speakers: Names of speakers, in any number.
    """
    lower = question.casefold()
    said = set(_WORD.findall(lower))
    return tuple(name for name in dict.fromkeys(speakers) if _is_named(name.casefold(), lower, said))


def _is_named(name: str, question: str, words: set[str]) -> bool:
    """Whether a name stands in a question: its words, or its first one ("Ana" for Ana Silva)."""
    parts = _WORD.findall(name)
    if not parts:
        return bool(name.strip()) and name.strip() in question
    return parts[0] in words


def without_names(text: str, people: Iterable[str]) -> str:
    """Return a text without the names of some speakers, or as it is where nothing else stands in it.

    Who said a sentence is known of every turn, while a name in a question draws its vector towards sentences that
    address or mention that person, which mostly are not theirs.
    """
    left = text
    for name in people:
        parts = _WORD.findall(name) or [name.strip()]
        for part in dict.fromkeys(parts):
            bounds = (r"(?<!\w)", r"(?!\w)") if part.isascii() else ("", "")
            left = re.sub(rf"{bounds[0]}{re.escape(part)}(?:['’]s\b)?{bounds[1]}", " ", left, flags=re.IGNORECASE)
    left = " ".join(left.split())
    return left if any(letter.isalnum() for letter in left) else text


def speaks_as_user(question: str) -> bool:
    """Whether a question is about the asker: it says I or my, and does not ask what "you" said."""
    return _FIRST.search(question) is not None and _SECOND.search(question) is None
