"""English sentences that end in Chinese: "My girlfriend is 小雨.", "I'm learning 中文."."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from typing import Final

from doxa.write.extract.found import Draft
from doxa.write.extract.parties import Parties
from doxa.write.extract.phrasing import sentence_of
from doxa.write.extract.rules_en import english_drafts

_ENDS_IN_CHINESE: Final = re.compile(
    r"\s*[A-Za-z]+['’A-Za-z]*(?: [A-Za-z0-9'’-]+)+ (?P<zh>[\u4e00-\u9fff]{1,10})[.!。！]?\s*"
)
_STAND_IN: Final = "Zorimantex"
"""Read in place of the Chinese word, as long as it; no word of any list begins so."""


def english_around_chinese(
    content: str, text: str, span: tuple[int, int], parties: Parties, number: int
) -> list[Draft]:
    """Return what an English sentence says whose last word is Chinese.

    Args:
        content: The message.
        text: The same, masked.
        span: First character of the sentence and the first after it.
        parties: The people of the message; whoever is named here is left to the claims to introduce.
        number: Number of the sentence.
    """
    match = _ENDS_IN_CHINESE.fullmatch(text, *span)
    if match is None:
        return []
    word = match["zh"]
    stand_in = _STAND_IN[: len(word)]
    at, after = match.span("zh")
    read, masked = (f"{each[:at]}{stand_in}{each[after:]}" for each in (content, text))
    drafts = english_drafts(read, masked, *span, deepcopy(parties), number)
    return [_with(draft, stand_in, word) for draft in drafts if draft.value == stand_in]


def _with(draft: Draft, stand_in: str, word: str) -> Draft:
    """The draft with the Chinese word back in, its sentence in English."""
    subject = replace(draft.subject, name=draft.subject.name.replace(stand_in, word))
    shown = draft.text or sentence_of(subject.name, draft.attribute, "{v}", polarity=draft.polarity, chinese=False)
    shown = shown.replace("{s}", subject.name).replace(stand_in, word)
    return replace(draft, subject=subject, value=word, text=shown)
