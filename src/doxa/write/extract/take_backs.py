"""Takes back what was said just before: "actually no, scrap that", "never mind", "当我没说"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from typing import Final, Literal

from doxa.records import Message, Quote
from doxa.write.extract.claims import extract_claims
from doxa.write.extract.found import FoundClaim, Held

LONGEST: Final = 80
"""Characters from which a message does more than take back."""
_HEDGE: Final = r"(?:(?:oh|um|uh|hmm|well|wait|sorry|actually|no+|nope|ok|okay|hang on|hold on)[,.!… —–-]*)*"
_TAKEN: Final = (
    r"(?:scrap (?:that|it|what i (?:just )?said)|scratch (?:that|it)|i take (?:that|it) back|strike that"
    r"|(?:please )?(?:forget|ignore|disregard) (?:what i (?:just )?(?:said|told you|wrote)"
    r"|(?:my|the) last (?:message|one|thing))"
    r"|that (?:was|is|['’]s) (?:a |just a |only a )?(?:joke|lie|mistake|not true|wrong)"
    r"|(?:i['’]m |i was )?(?:just |only )?(?:kidding|joking)|i made that up|that['’]s not true|that isn['’]t true)"
)
_DROPPED: Final = r"(?:never ?mind|nvm|(?:please )?(?:forget|ignore|disregard) (?:that|it|this))"
_ENGLISH: Final = re.compile(
    rf"^{_HEDGE}(?:(?P<taken>{_TAKEN})|(?P<dropped>{_DROPPED}))"
    r"(?:,? (?:please|sorry|thanks|haha|lol|actually|then))*[.!… ]*$",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    r"^(?:哦|啊|呃|不|不对|等等|算了|抱歉|不好意思|其实|[，,。！! ])*(?:"
    r"(?P<taken>(?:就)?当我没(?:说|讲)(?:过)?|(?:我)?(?:刚才|刚刚|上面|前面|之前)?(?:我)?说的(?:那[句个]|话)?(?:都|全)?"
    r"(?:不算(?:数)?|作废|收回|是(?:开玩笑|骗你|假|瞎说|错)的?)|(?:我)?收回(?:刚才|刚刚|上面|我)?(?:我)?(?:说的)?(?:那句)?话?"
    r"|(?:我)?(?:开玩笑|骗你|逗你|瞎说)(?:的|呢|啦)|撤回(?:上一句|刚才那句)?)"
    r"|(?P<dropped>算了(?:吧)?|没事了?|忘了(?:它|这个|那个|这件事|刚才说的)?吧|别管(?:它|这个|那个)?了))"
    r"(?:吧|啊|哈|了|啦)*[。！!… ]*$"
)
_ASKS: Final = re.compile(
    r"[?？]\s*$|[?？](?!.*[.。!！])|\b(?:can|could|would) you\b|\bplease\b|帮我|请", re.IGNORECASE
)


def takes_back_message(content: str) -> Literal["taken", "dropped"] | None:
    """Say whether a message does nothing but take back what was said before it.

    Returns:
        `taken` for words that can mean nothing else, `dropped` for those that may also drop a question ("never
        mind"); `None` for any other message.
    """
    text = content.strip()
    if not 0 < len(text) <= LONGEST:
        return None
    match = _ENGLISH.match(text) or _CHINESE.match(text)
    return None if match is None else ("taken" if match["taken"] else "dropped")


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
