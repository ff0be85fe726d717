"""Moves near-duplicates behind what says something new: maximal marginal relevance (Carbonell and Goldstein 1998).

Only texts that say almost the same count as alike, so that an answer without such texts keeps its order. The work is
bounded whatever the limit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from doxa.text.patterns import lazy_pattern
from doxa.text.tokens import tokens

LAMBDA = 0.72
"""How much relevance counts; the rest counts against likeness to what stands before. kumiho-memory's value."""
ALIKE = 0.8
"""Jaccard likeness of two texts' tokens from which they say almost the same."""
MOST = 64
"""Candidates that are looked at."""
_BITS = 1024
_NUMBER = lazy_pattern(r"\d+")


@dataclass(frozen=True, slots=True)
class Wording:
    """What likeness is told from.

    Args:
        tokens: The distinct tokens of a text.
        numbers: Its numbers, which have to be the same.
        bits: A bit per token; two tokens may have the same one.
        shared: How many tokens have a bit that another one has already.
    """

    tokens: frozenset[str]
    numbers: frozenset[str]
    bits: int = 0
    shared: int = 0


WORDLESS = Wording(frozenset(), frozenset())
"""The wording of an empty text."""


def wording_of(text: str) -> Wording:
    """Return what the likeness of a text to others is told from."""
    distinct = frozenset(tokens(text))
    bits = 0
    for token in distinct:
        bits |= 1 << crc32(token.encode("utf-8", "surrogatepass")) % _BITS
    return Wording(distinct, frozenset(_NUMBER.findall(text)), bits, len(distinct) - bits.bit_count())


def likeness(one: Wording, other: Wording) -> float:
    """Return the Jaccard likeness of two texts that say almost the same, 0 for any others."""
    if not one.tokens or not other.tokens or one.numbers != other.numbers:
        return 0.0
    sizes = len(one.tokens), len(other.tokens)
    if min(sizes) < ALIKE * max(sizes):
        return 0.0
    shared = len(one.tokens & other.tokens)
    alike = shared / (sum(sizes) - shared)
    return alike if alike >= ALIKE else 0.0


def spread(scores: Sequence[float], texts: Sequence[str]) -> tuple[list[int], Mapping[int, int]]:
    """Return the order in which candidates are to come, and which of them is nearly the same as which earlier one.

    Args:
        scores: Of at most `MOST` candidates, best first.
        texts: What they say, in the same order.
    """
    return apart(scores, [wording_of(text) for text in texts])


def apart(scores: Sequence[float], words: Sequence[Wording]) -> tuple[list[int], Mapping[int, int]]:
    """Return the same of what likeness is told from."""
    pairs: dict[int, dict[int, float]] = {}
    held: list[tuple[int, float]] = []
    for later, one in enumerate(words):
        bits, least = one.bits, ALIKE * len(one.tokens) - one.shared
        for earlier, (other, needed) in enumerate(held):
            # most pairs share too few bits to be looked at: not even if all that have another's bit were shared
            common = (bits & other).bit_count()
            if common >= least and common >= needed and (alike := likeness(words[earlier], one)):
                pairs.setdefault(later, {})[earlier] = alike
                pairs.setdefault(earlier, {})[later] = alike
        held.append((bits, least))
    if not pairs:
        return list(range(len(scores))), {}
    return _by_margin(scores, pairs)


def _by_margin(
    scores: Sequence[float], pairs: Mapping[int, Mapping[int, float]]
) -> tuple[list[int], Mapping[int, int]]:
    best_score = max(scores)
    worth = [LAMBDA * score / best_score if best_score > 0 else 0.0 for score in scores]
    left = dict.fromkeys(range(len(scores)))
    nearest: dict[int, tuple[float, int]] = {}
    order: list[int] = []
    while left:
        best = max(left, key=lambda each: (worth[each] - (1 - LAMBDA) * nearest.get(each, (0.0, 0))[0], -each))
        order.append(best)
        del left[best]
        for other, alike in pairs.get(best, {}).items():
            if other in left and alike > nearest.get(other, (0.0, 0))[0]:
                nearest[other] = (alike, best)
    return order, {each: of for each, (_, of) in nearest.items()}
