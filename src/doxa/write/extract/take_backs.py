"""Takes back what was said just before: "actually no, scrap that", "never mind", "当我没说"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from doxa.records import Message, Quote
from doxa.text.simplified import simplified
from doxa.write.extract.dropping import takes_back_message
from doxa.write.extract.found import FoundClaim, ReadAgain

_ASKS: Final = re.compile(
    r"[?？]\s*$|[?？](?!.*[.。!！])|\b(?:can|could|would) you\b|\bplease\b|帮我|请", re.IGNORECASE
)
_ONLY_ASKS: Final = re.compile(r"^[^.。!！?？\n]*[?？]\s*$")
SITTING: Final = timedelta(hours=1)
"""Without a session, how long before a message another one is still of the same conversation."""


def taken_from(message: Message, before: Sequence[Message]) -> int | None:
    """Return the place of the message that another one takes back: the speaker's last that does more than ask.

    Args:
        message: The message.
        before: What was said just before it, the latest last.
    """
    how = takes_back_message(simplified(message.content))
    if how is None:
        return None
    asked = False
    for place in range(len(before) - 1, -1, -1):
        said = before[place]
        if said.role != "user" or said.name != message.name:
            continue
        if how == "dropped" and _ASKS.search(said.content):
            return None
        if _ONLY_ASKS.match(said.content):
            asked = True
            continue
        long_ago = message.time is not None and said.time is not None and message.time - said.time > SITTING
        again = takes_back_message(simplified(said.content)) is not None
        return None if again or (asked and long_ago) else place
    return None


def taken_back(message: Message, before: Sequence[Message], read: ReadAgain, *, now: datetime) -> list[FoundClaim]:
    """Return the claims of the message that this one takes back, each marked so.

    Args:
        message: The message.
        before: What was said just before it, the latest last.
        read: Reads what the speaker said before again; told what is believed not to be so, for words that ended
            something without naming it.
        now: When it was said, aware.
    """
    place = taken_from(message, before)
    if place is None:
        return []
    said = before[place]
    text = message.content.strip()
    start = message.content.find(text)
    quote = Quote(text, "", start, start + len(text))
    at = said.time or now
    found = read(said.content, now=at)
    believed = [each for each in found if each.mood in ("asserted", "plan")]
    return [replace(each, claim=replace(each.claim, quote=quote), unsaid_since=at) for each in believed]
