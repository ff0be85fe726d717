"""Chinese: "X不是A，是B" where the first half is read as nothing or as a denial: the second half says what is so."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from doxa.write.extract.found import Draft
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_zh import chinese_drafts
from doxa.write.extract.topics_zh import Topic

_WORD: Final = r"[\u4e00-\u9fffA-Za-z0-9·&+.#' -]"
_CONTRAST: Final = re.compile(
    rf"(?P<about>{_WORD}{{1,16}}?)(?:其实|并|根本)?不(?P<is>是|叫|在)(?P<old>{_WORD}{{1,12}}?)[，,]\s*"
    rf"(?:而|其实|应该|只)*(?P=is)(?P<new>{_WORD}{{1,14}}?)(?:[。！!，,；;]|$)"
)
_NO_VALUE: Final = re.compile(r"[我你他她它这那了]|因为|为了|想|要|觉得|问题|什么")


def contrast_in(text: str, start: int, end: int, parties: Parties, sentence: int) -> list[Draft]:
    """Return what the second half of a contrast claims, as a correction.

    Args:
        text: The masked content.
        start: First character of the sentence.
        end: First character after it.
        parties: The people of the message.
        sentence: Its number.
    """
    match = _CONTRAST.search(text, start, end)
    if match is None or _NO_VALUE.search(match["new"]) or text[start:end].rstrip().endswith(("？", "?", "吗")):
        return []
    forms = (f"{match['about']}{match['is']}{match['new']}", f"{match['about']}{match['new']}")
    for told in forms:
        found = chinese_drafts(told, 0, len(told), parties, sentence, Topic(parties.speaker, parties.speaker))
        drafts = [each for each in found if each.polarity and each.mood == "asserted" and each.value in match["new"]]
        if drafts:
            return [replace(each, start=match.start(), end=match.end("new"), correction=True) for each in drafts]
    return []
