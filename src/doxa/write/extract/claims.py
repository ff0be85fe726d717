"""Reads claims out of one message by rule: the public function of this package."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import datetime, tzinfo
from typing import Final

from doxa.records import Claim, Quote
from doxa.write.extract.found import Draft, FoundClaim
from doxa.write.extract.masks import masked
from doxa.write.extract.parties import Parties
from doxa.write.extract.phrasing import kind_of, sentence_of
from doxa.write.extract.rules_en import english_drafts
from doxa.write.extract.rules_zh import Topic, chinese_drafts
from doxa.write.extract.times import Times

_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
_LONGEST_SENTENCE: Final = 2000
_SENTENCE: Final = re.compile(r"[^.!?。！？\n]+(?:[.](?=\S)[^.!?。！？\n]*)*[.!?。！？]*")


def extract_claims(
    content: str,
    *,
    speaker: str | None,
    role: str,
    now: datetime,
    tz: tzinfo,
    addressee: str | None = None,
    known_people: Mapping[str, str] = {},
) -> list[FoundClaim]:
    """Read the claims of one message, without a model.

    Args:
        content: The message. English and Chinese are read, sentence by sentence; other languages give nothing.
        speaker: The speaker's name, who then is the subject of what they say of themselves; `None` for the user.
        role: `user` for people; what assistants, tools and systems say claims nothing.
        now: When it was said, aware; relative dates count from it.
        tz: The speaker's time zone.
        addressee: The name of the one spoken to, who is not taken for a third person.
        known_people: Names and relation words (`my sister`, `user's sister`), any case, to canonical names.

    Returns:
        Claims in the order they were said, each with its quote (`ref` empty) and its mood. Only `asserted` ones are
        claims about the world; the others are there so that a receipt can say why nothing was believed.
    """
    if role != "user":
        return []
    text = masked(content)
    parties = Parties(speaker, addressee, known_people)
    times = Times(content, now, tz)
    found: dict[tuple[str, str, str, bool, str], FoundClaim] = {}
    for draft in _drafts(text, parties):
        claim = _claim(content, draft, times)
        key = (claim.subject or "", claim.attribute or "", (claim.value or "").lower(), claim.polarity, draft.mood)
        found.setdefault(key, FoundClaim(claim, draft.mood))
    return list(found.values())


def _drafts(text: str, parties: Parties) -> Iterator[Draft]:
    topic = Topic(parties.speaker)
    for number, match in enumerate(_SENTENCE.finditer(text)):
        if match.end() - match.start() > _LONGEST_SENTENCE:
            continue
        if _CHINESE.search(match.group()):
            yield from chinese_drafts(text, match.start(), match.end(), parties, number, topic)
        else:
            yield from english_drafts(text, match.start(), match.end(), parties, number)


def _claim(content: str, draft: Draft, times: Times) -> Claim:
    chinese = bool(_CHINESE.search(content[draft.start : draft.end]))
    value = draft.value
    subject = draft.subject.name
    if draft.text is not None:
        text = draft.text.format(s=subject, v=value)
    else:
        text = sentence_of(subject, draft.attribute, value, polarity=draft.polarity, chinese=chinese)
    return Claim(
        text=text,
        subject=subject,
        attribute=draft.attribute,
        value=value,
        polarity=draft.polarity,
        kind=kind_of(draft.attribute),
        valid=times.valid(draft),
        quote=Quote(content[draft.start : draft.end], "", draft.start, draft.end),
        correction=draft.correction,
        origin="inferred" if draft.reported else "explicit",
    )
