"""Whether some words can mean a value that they do not name in full: "the dentist" for "go to the dentist"."""

from __future__ import annotations

import re
from typing import Final

from doxa.text.tokens import query_tokens, tokens

_GENERAL: Final = frozenset(
    tokens("appointment booking reservation plan plans visit thing event ticket tickets session idea")
)
"""What a thing is called beside its name, where it has one."""
_JOURNEYS: Final = frozenset(tokens("trip journey holiday vacation travels getaway flight visit"))
_GOING: Final = frozenset(tokens("go fly travel visit drive sail trip journey holiday vacation flight tour"))
_SAME: Final = ({*tokens("move relocation moving")}, {*tokens("wedding marry married")})
_GENERAL_ZH: Final = re.compile(
    r"^(?:我们?|咱们?|本来|原来|要|去|的|那个|这个|说好|约好)+|(?:的|之行|预约|安排|计划|行程|机票|车票|门票|票|约|挂号|事情?)+$"
)
_CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")


def names_in_part(words: str, value: str) -> bool:
    """Return whether all that some words name is in a value.

    Args:
        words: What is said for it, such as "the dentist appointment", 牙医的预约.
        value: A value in full, such as "go to the dentist", 去看牙医.
    """
    if _CHINESE.search(words):
        core = _GENERAL_ZH.sub("", words)
        return bool(core) and core in value
    named = set(query_tokens(words))
    named = named - _GENERAL or named
    held = set(tokens(value))
    return bool(named) and all(_held(each, held) for each in named)


def _held(word: str, held: set[str]) -> bool:
    if word in held or (word in _JOURNEYS and not _GOING.isdisjoint(held)):
        return True
    return any(word in same and not same.isdisjoint(held) for same in _SAME)
