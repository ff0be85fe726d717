"""Takes back what was said just before: "actually no, scrap that", "never mind", "当我没说"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final

from doxa.records import Message, Quote
from doxa.write.extract.claims import extract_claims
from doxa.write.extract.dropping import takes_back_message
from doxa.write.extract.found import FoundClaim, Held

_ASKS: Final = re.compile(
    r"[?？]\s*$|[?？](?!.*[.。!！])|\b(?:can|could|would) you\b|\bplease\b|帮我|请", re.IGNORECASE
)


def taken_back(
    message: Message,
    before: Sequence[Message],
    *,
    speaker: str | None,
    now: datetime,
    tz: tzinfo,
    denied: Held | None = None,
) -> list[FoundClaim]:
    """Return the claims of the speaker's last message that this one takes back, each marked so.

    Args:
        message: The message.
        before: What was said just before it, the latest last; only the two latest are looked at.
        speaker: The speaker's name; `None` for the user.
        now: When it was said, aware.
        tz: The speaker's zone.
        denied: Says what is believed not to be so, for words that ended something without naming it.
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
    found = extract_claims(said.content, speaker=speaker, role="user", now=at, tz=tz, held=denied)
    believed = [each for each in found if each.mood in ("asserted", "plan")]
    return [replace(each, claim=replace(each.claim, quote=quote), unsaid_since=at) for each in believed]
