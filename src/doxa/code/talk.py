"""Decisions in what people and agents said to each other, each with the sentences it was read from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.code.mining import LONGEST_QUOTE, cut
from doxa.code.reasons import reasons_in
from doxa.code.transcripts import Said
from doxa.text.sentences import split_sentences
from doxa.text.simplified import simplified
from doxa.write.novelty import weight_of

MOST: Final = 20
"""Decisions of one conversation."""
NEAR: Final = 2
"""Messages before and after in which files and commits count."""
_DECIDED = re.compile(
    r"(?i)\b(?:let'?s (?:go with|use|keep|switch|drop|stick)|going with"
    r"|we(?:'ll| will| should)? (?:go with|decided|decide|chose|settled on)|we(?:'ll| will) (?:use|keep|switch|drop)"
    r"|(?:i|we) (?:have |'ve )?(?:decided|chose|chosen|picked)|i(?:'ll| will) (?:go with|use|keep|switch))\b"
    r"|\bdecision:|决定|就用|选用|采用|改用|还是用"
)
_OPEN = re.compile(r"[?？]\s*$|(?i:\b(?:should we|maybe|perhaps|could we|what if)\b)|也许|要不要|是否")
_ASSENT = re.compile(
    r"(?i)\s*(?:(?:yes|yep|ok(?:ay)?|sure|agreed|good|great|do it|sounds good|go ahead)\b|好|可以|同意|行[，。！]?$|嗯)"
)
_FILE = re.compile(r"[\w./\\-]+\.[A-Za-z0-9]{1,8}\b", re.ASCII)
_SHA = re.compile(r"\b[0-9a-f]{7,40}\b")


@dataclass(frozen=True, slots=True)
class Talked:
    """A decision in a conversation.

    Args:
        at: Which message.
        sentence: The sentence that decides.
        quotes: That sentence and those that say why, word for word, with their kinds.
        files: What looks like files nearby.
        shas: What looks like commits nearby.
        confidence: 0 to 1.
    """

    at: int
    sentence: str
    quotes: tuple[tuple[str, str], ...]
    files: tuple[str, ...]
    shas: tuple[str, ...]
    confidence: float


def decisions_in(messages: Sequence[Said], *, start: int = 0) -> list[Talked]:
    """Return the decisions of a conversation, from a message on.

    A sentence decides where it says so in words of deciding and asks nothing. One that the other side assents to next
    is surer.
    """
    found: dict[str, Talked] = {}
    for at in range(start, len(messages)):
        if messages[at].role not in ("user", "assistant", "human"):
            continue
        for sentence in split_sentences(messages[at].text):
            words = sentence.text.strip("-*• ")
            plain = simplified(words)
            if (
                _DECIDED.search(plain)
                and not _OPEN.search(plain)
                and len(words) <= LONGEST_QUOTE
                and weight_of(words) >= 10
            ):
                found.setdefault(words.casefold(), _talked(messages, at, words))
    return list(found.values())[:MOST]


def _talked(messages: Sequence[Said], at: int, sentence: str) -> Talked:
    near = messages[max(0, at - NEAR) : at + NEAR + 1]
    reasons = [(cut(each.text, LONGEST_QUOTE), each.kind) for each in reasons_in(messages[at].text)]
    kinds = dict(reasons)
    quotes = [(sentence, kinds.get(sentence, "decision")), *(each for each in reasons if each[0] != sentence)]
    named = [name for said in near for name in (*said.files, *_FILE.findall(said.text.replace("\\", "/")))]
    shas = [sha for said in near for sha in _SHA.findall(said.text) if not sha.isdigit()]
    follows = messages[at + 1] if at + 1 < len(messages) else None
    assented = follows is not None and follows.role != messages[at].role and _ASSENT.match(follows.text) is not None
    confidence = 0.5 + 0.1 * (len(quotes) > 1) + 0.15 * assented
    return Talked(
        at, sentence, tuple(quotes[:5]), tuple(dict.fromkeys(named)), tuple(dict.fromkeys(shas)), round(confidence, 2)
    )
