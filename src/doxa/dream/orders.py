"""Orders of the same words that say the same: what may change places without changing what is said.

Each rule is narrow on purpose: it names what may stand at the place that is moved, so that who did what to whom, and
what came first, is never turned round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from doxa.text.calendar_names import MONTH_NAMES

Words = tuple[str, ...]

CLAUSES: Final = frozenset("because when if after before although though while until unless 因为 如果 虽然".split())
_FRONTED: Final = frozenset("in on at by during since after before with without from under near beside behind".split())
"""Prepositions with which a phrase may stand before the sentence as well as after it."""
_IS: Final = frozenset("is are was were 是".split())
_POSSESSIVES: Final = frozenset("my your his her our their 我 你 他 她 我们".split())
_QUANTIFIERS: Final = frozenset(
    "all every each some most many few no none not never only also just any both 不 没 都 也 只 所有 每".split()
)
_AND: Final = frozenset("and or 和 或".split())
_BEFORE_NOUNS: Final = frozenset(
    """
    in on at by with for from to of about between near enjoy enjoys adores adore adored speak speaks have has had
    play plays consume consumes drink drinks is are want wants acquire acquired sell sells sold study studies
    喜欢 喝 吃 有 买 会 说
    """.split()
)
"""What stands before nouns, so that those joined after it are no deeds, which come in an order."""
_TOGETHER: Final = frozenset("一起 都".split())
_MOST_JOINED: Final = 3
_PARTICLES: Final = tuple((word,) for word in "up down off out away back".split())
_TOLD: Final = tuple((word,) for word in "me him us them".split())
_GIVING: Final = frozenset(
    """
    give gives gave given send sends sent lend lends lent show shows showed bring brings brought hand hands handed
    """.split()
)
_MONTHS: Final = tuple((name,) for name in MONTH_NAMES)
_CHINESE_BLOCKS: Final = (("住",), ("打", "电", "话"), ("发", "短", "信"), ("打", "招", "呼"))
_FARTHEST: Final = 5
"""Words over which a particle or somebody who is given something may be moved."""


def same_order(one: Words, other: Words) -> bool:
    """Whether two orders of the same words say the same."""
    return (
        _turned(one, other)
        or _joined_otherwise(one, other)
        or _equated(one, other)
        or _moved(one, other, _PARTICLES)
        or _moved(one, other, _MONTHS, farthest=1)
        or _moved(one, other, _CHINESE_BLOCKS)
        or _moved(one, other, _TOLD, after=_GIVING)
    )


def _turned(one: Words, other: Words) -> bool:
    """Whether one text is the other with a clause, or a phrase with a preposition, before instead of behind."""
    for cut in range(1, len(one)):
        if one[cut:] + one[:cut] == other:
            openers = {one[0], one[cut]}
            if openers & CLAUSES or len(openers & _FRONTED) == 1:
                return True
    return False


def _joined_otherwise(one: Words, other: Words) -> bool:
    """Whether two things joined by `and` or `or` have changed places; not two deeds, and not `A and not B`."""
    if "respectively" in one or "分别" in "".join(one):
        return False
    return any(swapped == other for swapped in _swaps(one))


def _swaps(words: Words) -> Iterator[Words]:
    for place, word in enumerate(words):
        if word not in _AND:
            continue
        for left in range(1, min(_MOST_JOINED, place) + 1):
            for right in range(1, min(_MOST_JOINED, len(words) - place - 1) + 1):
                start, end = place - left, place + right + 1
                first, second = words[start:place], words[place + 1 : end]
                if _may_swap(words, start, end, (*first, *second)):
                    yield (*words[:start], *second, word, *first, *words[end:])


def _may_swap(words: Words, start: int, end: int, joined: Sequence[str]) -> bool:
    if any(each in _QUANTIFIERS or each in _AND or each[0].isdigit() for each in joined):
        return False
    if start:
        return words[start - 1] in _BEFORE_NOUNS
    # `A and B did it`; in Chinese `A 和 B 说` may be A speaking to B
    return words[end : end + 1] != () and (words[end] in _TOGETHER or joined[0].isascii())


def _equated(one: Words, other: Words) -> bool:
    """Whether `A is B` has become `B is A`, where one of them is somebody's, or of something."""
    places = [place for place, word in enumerate(one) if word in _IS]
    if len(places) != 1 or set(one) & _QUANTIFIERS:
        return False
    (place,) = places
    left, right = one[:place], one[place + 1 :]
    if not left or not right or (*right, one[place], *left) != other:
        return False
    return any(len(side) > 1 and (side[0] in _POSSESSIVES or "of" in side) for side in (left, right))


def _moved(
    one: Words,
    other: Words,
    blocks: Sequence[Words],
    *,
    after: frozenset[str] | None = None,
    farthest: int = _FARTHEST,
) -> bool:
    """Whether one of some blocks of words stands elsewhere, a few words on, and all else as it was."""
    for block in blocks:
        here, there = _places(one, block), _places(other, block)
        if len(here) != 1 or len(there) != 1:
            continue
        if not 0 < abs(here[0] - there[0]) <= farthest:
            continue
        if after is not None and not {one[here[0] - 1], other[there[0] - 1]} & after:
            continue
        if _without(one, here[0], len(block)) == _without(other, there[0], len(block)):
            return True
    return False


def _places(words: Words, block: Words) -> list[int]:
    """Return where a block stands, but for the very beginning, where it is no part of what was done."""
    return [at for at in range(1, len(words) - len(block) + 1) if words[at : at + len(block)] == block]


def _without(words: Words, at: int, size: int) -> Words:
    return words[:at] + words[at + size :]
