"""Tells at one look at its words that a message is not about what was said before it, nor about who came up there.

The patterns that read such messages take ten times as long, and few messages are any.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from doxa.text.literals import Literals, lowered
from doxa.text.plain_words import PlainWords
from doxa.write.extract.came_up import points_back
from doxa.write.extract.replies import LONGEST_REPLY

_RIGHT: Final = Literals(
    ("not", "n't", "meant", "should", "correct", "instead", "rather", " name", " called"),
)
"""Of which one stands in every English sentence that puts a value right; see `doxa.write.extract.elliptic`."""


def _look_back(chunks: str) -> bool:
    return _RIGHT.stand_in(lowered(chunks)) or points_back(chunks)


_PLAIN: Final = PlainWords(_look_back)


def meet(contents: Iterable[str]) -> None:
    """Look at the words of many messages at once, which makes each of them quickly told."""
    _PLAIN.meet(contents)


def may_take_up(content: str) -> bool:
    """Say whether a message may be about what was said before it, or about him or her; False is certain.

    One of up to 80 characters may be a mere reply, or words that take back; a longer one may only put right, or say
    he or she, in words that it then has.
    """
    return not content.isascii() or len(content.strip()) <= LONGEST_REPLY or not _PLAIN.make_up(content)
