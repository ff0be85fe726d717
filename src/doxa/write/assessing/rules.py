"""When a running conversation is looked over, and what is plainly not worth a question."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.records import Message
from doxa.text.folding import flatten
from doxa.text.patterns import lazy_pattern
from doxa.write.novelty import novelty_of, weight_of

_FILLER: Final = lazy_pattern(
    r"(?i)(?:\W*(?:ok(?:ay)?|yes|yep|no|nope|thanks?(?: you)?|thx|great|cool|nice|sure|got it|go on|continue|next|done|"
    r"sounds good|perfect|hi|hello|hey|bye|好的?|嗯|行|可以|谢谢你?|多谢|知道了|明白了?|继续|没问题|你好|再见"
    r"|收到))+\W*"
)
_CODE: Final = lazy_pattern(r"\s*```.*```\s*", re.DOTALL)
_SHORTEST: Final = 40
"""Letters that a user's last words need together to be worth a look; see `weight_of`."""


@dataclass(frozen=True, slots=True)
class AssessmentRules:
    """When a running conversation is looked over.

    Args:
        on: Whether it is looked over by itself after a response.
        min_messages: New messages it needs since the last look.
        window: How many of its last messages are read.
        budget: Questions for it a user has a day.
        novelty: The score of a text above which it is worth a question; see `doxa.write.novelty`.
    """

    on: bool = False
    min_messages: int = 3
    window: int = 6
    budget: int = 50
    novelty: float = 0.3


def not_worth_asking(messages: Sequence[Message], rules: AssessmentRules) -> str | None:
    """Return why messages are not worth a question, `None` where they may be.

    No word makes a text worth one, English or Chinese: it is what people say of themselves, of others, or with feeling,
    and how much there is of it. A word of thanks at the end takes nothing from what was said before it.

    Args:
        messages: The last ones, in order.
        rules: When to look.
    """
    said = [flatten(each.content) for each in messages if each.role == "user" or each.name is not None]
    telling = [text for text in said if not _FILLER.fullmatch(text) and not _CODE.fullmatch(text)]
    if not telling:
        return "nobody said more than a word of thanks, or code"
    if sum(map(weight_of, telling)) < _SHORTEST:
        return "too little was said"
    if all(text.rstrip().endswith(("?", "？", "吗", "呢")) for text in telling):
        return "only questions were asked"
    if all(novelty_of(text, None).score <= rules.novelty for text in telling):
        return "nothing was said of anybody"
    return None
