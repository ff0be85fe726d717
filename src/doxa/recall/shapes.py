"""What a sentence is like, told from a few words, and what sort of answer a question is after."""

from __future__ import annotations

import re
from dataclasses import dataclass

_FIRST = re.compile(r"\b(?:i|i'm|i've|i'd|my|me|mine|we|our|us)\b|我|咱", re.IGNORECASE)
_SECOND = re.compile(r"\b(?:you|your|you're|you've|yours)\b|你|您", re.IGNORECASE)
_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|last|next|ago|since|weeks?|weekend|months?|years?|days?"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october"
    r"|november|december|recently|(?:19|20)\d\d)\b|[昨今明前后]天|[上下本这]周|周[一二三四五六日末]|星期|[年月号日点]",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|dozen|couple|few|several|hundred|thousand|once|twice)\b"
    r"|[一二两三四五六七八九十百千万]",
    re.IGNORECASE,
)
_NAME = re.compile(r"(?<=[a-z,;'’-] )[A-Z][a-z]+")

_WHEN = re.compile(
    r"\bwhen\b|\bwhat (?:date|day|month|year|time)\b|\bhow long\b|什么时候|啥时候|何时|几点|哪[天年月]|几[号月]|多久",
    re.I,
)
_HOW_MANY = re.compile(r"\bhow (?:many|much|old|often|long|far|tall|big)\b|多少|几[个次岁人天]|多[大久远高长]", re.I)
_WHICH = re.compile(r"\bwhere\b|\bwho(?:m|se)?\b|\bwhich\b|哪[里儿个位]|什么地方|谁|叫什么", re.I)


@dataclass(frozen=True, slots=True)
class Shape:
    """What a text is like.

    Args:
        asks: It ends with a question.
        asks_inside: It has a question mark anywhere.
        first: It speaks in the first person.
        second: It addresses somebody.
        time: It names a time.
        number: It names a number.
        names: Names inside its sentences, up to 3.
    """

    asks: bool
    asks_inside: bool
    first: bool
    second: bool
    time: bool
    number: bool
    names: int


@dataclass(frozen=True, slots=True)
class Wanted:
    """What sort of answer a question is after: a time, a number, or somebody, somewhere or one of several."""

    time: bool
    number: bool
    name: bool


READ = 2_000
"""Characters of a text that are looked at."""


def shape_of(text: str) -> Shape:
    """Return what a text is like."""
    read = text[:READ]
    return Shape(
        asks=text.rstrip().endswith(("?", "？")),
        asks_inside="?" in read or "？" in read,
        first=_FIRST.search(read) is not None,
        second=_SECOND.search(read) is not None,
        time=_TIME.search(read) is not None,
        number=_NUMBER.search(read) is not None,
        names=min(3, len(_NAME.findall(read))),
    )


def wanted_by(question: str) -> Wanted:
    """Return what sort of answer a question is after."""
    read = question[:READ]
    return Wanted(*(pattern.search(read) is not None for pattern in (_WHEN, _HOW_MANY, _WHICH)))
