"""What a sentence is like, told from a few words, and what sort of answer a question is after."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from doxa.text.calendar_names import DAY_NAMES, MONTH_NAMES
from doxa.text.patterns import lazy_pattern

_FIRST = frozenset("i i'm i've i'd i'll my me mine myself we we're we've our us".split())
_SECOND = frozenset("you your you're you've you'll yours yourself".split())
_TIME = frozenset(
    "yesterday today tonight tomorrow last next ago since week weeks weekend month months year years day days"
    " recently".split()
).union(DAY_NAMES, MONTH_NAMES) - {"may"}
_NUMBER = frozenset(
    "one two three four five six seven eight nine ten dozen couple few several hundred thousand once twice".split()
)
_FIRST_ZH, _SECOND_ZH = lazy_pattern("[我咱]"), lazy_pattern("[你您]")
_TIME_ZH = lazy_pattern("[昨今明前后]天|[上下本这]周|周[一二三四五六日末]|星期|[年月号日点]")
_NUMBER_ZH = lazy_pattern("[一二两三四五六七八九十百千万]")
_DIGIT, _YEAR = lazy_pattern(r"\d"), lazy_pattern(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NAME = lazy_pattern(r"[a-z,;'’-] [A-Z][a-z]+")
_EDGES = '.,!?;:()[]"“”…*—–-'

_WHEN = lazy_pattern(
    r"(?i)\bwhen\b|\bwhat (?:date|day|month|year|time)\b|\bhow long\b"
    r"|什么时候|啥时候|何时|几点|哪[天年月]|几[号月]|多久"
)
_HOW_MANY = lazy_pattern(r"(?i)\bhow (?:many|much|old|often|long|far|tall|big)\b|多少|几[个次岁人天]|多[大久远高长]")
_WHICH = lazy_pattern(r"(?i)\bwhere\b|\bwho(?:m|se)?\b|\bwhich\b|哪[里儿个位]|什么地方|谁|叫什么")


class Shape(NamedTuple):
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
NOTHING = Shape(False, False, False, False, False, False, 0)
"""What an empty text is like."""


def shape_of(text: str) -> Shape:
    """Return what a text is like.

    Words are looked up rather than searched for by patterns, which takes a tenth of the time.
    """
    read = text[:READ]
    split = read.replace("’", "'").casefold().split()
    words = {word if word.isalnum() else word.strip(_EDGES) for word in split}
    plain = read.isascii()
    digits = _DIGIT.search(read) is not None
    return Shape(
        asks=text.rstrip().endswith(("?", "？")),
        asks_inside=asks_inside(read),
        first=not _FIRST.isdisjoint(words) or (not plain and _FIRST_ZH.search(read) is not None),
        second=not _SECOND.isdisjoint(words) or (not plain and _SECOND_ZH.search(read) is not None),
        time=not _TIME.isdisjoint(words)
        or (digits and _YEAR.search(read) is not None)
        or (not plain and _TIME_ZH.search(read) is not None),
        number=digits or not _NUMBER.isdisjoint(words) or (not plain and _NUMBER_ZH.search(read) is not None),
        names=min(3, len(_NAME.findall(read))),
    )


def asks_inside(text: str) -> bool:
    """Return whether a text has a question mark anywhere."""
    return "?" in text or "？" in text


def wanted_by(question: str) -> Wanted:
    """Return what sort of answer a question is after."""
    read = question[:READ]
    return Wanted(*(pattern.search(read) is not None for pattern in (_WHEN, _HOW_MANY, _WHICH)))
