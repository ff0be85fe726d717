"""Whom a question is about: the speakers it names, or the asker."""

from __future__ import annotations

import re
from collections.abc import Iterable

from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS

_WORD = lazy_pattern(rf"(?:(?![{CJK_CLASS}])[^\W_])+")
_FIRST = lazy_pattern(r"(?i)\b(?:i|i'm|i've|i'd|my|me|mine)\b|我|本人")
_SECOND = lazy_pattern(r"(?i)\b(?:you|your|you're|you've)\b|你|您")

_TOLD = (
    r"say|said|tell|told|recommend\w*|suggest\w*|mention\w*|explain\w*|give|gave|given|list\w*|propos\w*|advis\w*"
    r"|describ\w*|write|wrote|written|show\w*|promis\w*|offer\w*|answer\w*|recit\w*|name|named"
)
_ASSISTANT = lazy_pattern(
    rf"(?i)\byou(?:'ve| have| had| once| just| also| already| previously| earlier)* (?:{_TOLD})\b"
    r"|\byour (?:own )?(?:advice|recommendations?|suggestions?|answers?|explanations?|lists?|proposals?|tips?|ideas?)\b"
    r"|[你您](?:上次|之前|以前|当时|刚才|曾|曾经|给我|跟我|向我|对我|都|还)*"
    r"(?:说|告诉|推荐|建议|提到|提过|解释|列|给|介绍|答应|回答|写)|[你您]的(?:建议|推荐|回答|解释|意见|主意)"
)
_REMINDER = lazy_pattern(r"(?i)\b(?:can|could|would|will|do) you (?:please )?(?:tell|remind|say|list|show|give|name)\b")


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


def speaks_of_assistant(question: str) -> bool:
    """Whether a question is about what the assistant said: "what did you recommend?", 你上次推荐了什么.

    A request to it ("can you tell me where I left my key?") is none.
    """
    return _ASSISTANT.search(_REMINDER.sub(" ", question)) is not None


def asked_role(question: str) -> str | None:
    """Return the role of whom a question that names nobody is about: the user, the assistant, or `None`."""
    if speaks_of_assistant(question):
        return "assistant"
    return "user" if speaks_as_user(_REMINDER.sub(" ", question)) else None
