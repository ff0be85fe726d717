"""Takes back what was said just before: "actually no, scrap that", "never mind", "当我没说"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from doxa.records import Message, Quote
from doxa.write.extract.dropping import takes_back_message
from doxa.write.extract.found import FoundClaim, ReadAgain

_ASKS: Final = re.compile(
    r"[?？]\s*$|[?？](?!.*[.。!！])|\b(?:can|could|would) you\b|\bplease\b|帮我|请", re.IGNORECASE
)


def taken_back(message: Message, before: Sequence[Message], read: ReadAgain, *, now: datetime) -> list[FoundClaim]:
    """Return the claims of the speaker's last message that this one takes back, each marked so.

    Args:
        message: The message.
        before: What was said just before it, the latest last; only the two latest are looked at.
        read: Reads what the speaker said before again; told what is believed not to be so, for words that ended
            something without naming it.
        now: When it was said, aware.
    """
    how = takes_back_message(message.content)
    if how is None:
        return []
    said = next((each for each in reversed(before[-2:]) if each.role == "user" and each.name == message.name), None)
    if said is None or (how == "dropped" and _ASKS.search(said.content)):
        return []
    text = message.content.strip()
    start = message.content.find(text)
    quote = Quote(text, "", start, start + len(text))
    at = said.time or now
    found = read(said.content, now=at)
    believed = [each for each in found if each.mood in ("asserted", "plan")]
    return [replace(each, claim=replace(each.claim, quote=quote), unsaid_since=at) for each in believed]
