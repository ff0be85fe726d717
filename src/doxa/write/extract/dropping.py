"""Words that do nothing but take back what was said: "scrap that", "forget that, please", "当我没说", "这个别记"."""

from __future__ import annotations

import re
from typing import Final, Literal

LONGEST: Final = 80
"""Characters from which a message does more than take back."""
_HEDGE: Final = (
    r"(?:(?:oh|um|uh|hmm|well|wait|sorry|actually|no+|nope|ok|okay|hang on|hold on|(?:can|could) you)\b[,.!… —–-]*)*"
    r"(?:please )?"
)
_TAKEN: Final = (
    r"(?:scrap (?:that|it|what i (?:just )?said)|scratch (?:that|it)|i take (?:that|it) back|strike that"
    r"|(?:please )?(?:forget|ignore|disregard) (?:what i (?:just )?(?:said|told you|wrote)"
    r"|(?:my|the) last (?:message|one|thing))"
    r"|that (?:was|is|['’]s) (?:a |just a |only a )?(?:joke|lie|mistake|not true|wrong)"
    r"|(?:please )?(?:delete|erase|unremember) (?:that|this|it|what i (?:just )?said)(?: again)?"
    r"|(?:please )?(?:do not|don['’]t) (?:save|store|remember|record|keep|note|write down|memori[sz]e) (?:that|this|it)"
    r"(?: down)?"
    r"|(?:i['’]m |i was )?(?:just |only )?(?:kidding|joking)|i made that up|that['’]s not true|that isn['’]t true)"
)
DO_NOT_NOTE_ZH: Final = (
    r"(?:请|麻烦)?(?:(?:这个|这条|这句|这些|刚才(?:那个|那句|说的))(?:就|你)?)?(?:别|不要|不用|不必)(?:记|存|保存|记录|记住|记下来?|存下来?)"
    r"(?:了|这个|这条|这句|它)?"
    r"|(?:请|麻烦)?把?(?:这个|这条|这句|刚才(?:那个|那句|说的))(?:给)?(?:删了|删掉|删除|忘了|忘掉)|(?:请|麻烦)?删(?:除|掉)(?:这个|这条|这句|它)"
)
"""Asks for what was just said not to be kept."""
_DROPPED: Final = r"(?:never ?mind|nvm|(?:please )?(?:forget|ignore|disregard) (?:that|it|this))"
_ENGLISH: Final = re.compile(
    rf"^{_HEDGE}(?:(?P<taken>{_TAKEN})|(?P<dropped>{_DROPPED}))"
    r"(?:,? (?:please|sorry|thanks|haha|lol|actually|then))*[.!?… ]*$",
    re.IGNORECASE,
)
_CHINESE: Final = re.compile(
    r"^(?:哦|啊|呃|不|不对|等等|算了|抱歉|不好意思|其实|[，,。！! ])*(?:"
    r"(?P<taken>(?:就)?当我没(?:说|讲)(?:过)?|(?:我)?(?:刚才|刚刚|上面|前面|之前)?(?:我)?说的(?:那[句个]|话)?(?:都|全)?"
    r"(?:不算(?:数)?|作废|收回|是(?:开玩笑|骗你|假|瞎说|错)的?)|(?:我)?收回(?:刚才|刚刚|上面|我)?(?:我)?(?:说的)?(?:那句)?话?"
    r"|(?:我)?(?:开玩笑|骗你|逗你|瞎说)(?:的|呢|啦)|撤回(?:上一句|刚才那句)?"
    rf"|{DO_NOT_NOTE_ZH})"
    r"|(?P<dropped>算了(?:吧)?|没事了?|忘了(?:它|这个|那个|这件事|刚才说的)?吧|别管(?:它|这个|那个)?了))"
    r"(?:吧|啊|哈|了|啦)*[。！!… ]*$"
)
_TAIL_ZH: Final = re.compile(rf"[，,；]\s*(?:{DO_NOT_NOTE_ZH})(?:吧|啊|哈|哦|了|啦)*[。！!… ]*$")


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


def drops_what_is_said(sentence: str) -> bool:
    """Whether a sentence does nothing but take back the one before: "Forget that, please."."""
    return takes_back_message(sentence) is not None


def drops_itself(sentence: str) -> bool:
    """Whether the end of a sentence asks for it not to be kept: "…，这个别记"."""
    return not sentence.isascii() and _TAIL_ZH.search(sentence) is not None
