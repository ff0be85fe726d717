"""Misspelt names: words one slip of the fingers away from a name, but never another word.

The first two letters must be right, and a slip is one letter too many, one missing, one wrong, or two swapped
(Damerau 1964: four of five misspellings are one of these). Two words that both exist are two words, however alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from string import ascii_lowercase
from typing import Literal

from doxa.text.irregular import BASE_OF
from doxa.text.nouns import singular
from doxa.text.stopwords import ENGLISH

Slip = Literal["swapped", "doubled", "other"]
Lexicon = Callable[[str], bool]
"""Tells whether a word exists in some language."""

PREFIX = 2
"""Letters at the start that must be right."""
SHORTEST = 4
"""Letters of the shortest word that may be misspelt."""
LONGEST = 30
"""Letters of the longest."""
SHORTEST_WITH_A_WRONG_LETTER = 5


def may_be_misspelt(word: str) -> bool:
    """Whether a word is long enough, and of letters only: numbers and identifiers are what they are."""
    return SHORTEST <= len(word) <= LONGEST and word.isalpha() and word not in ENGLISH


def one_slip_away(word: str) -> Iterator[tuple[str, Slip]]:
    """Yield what a word may be a misspelling of, each once, with what the slip would be."""
    seen = {word}
    for other, slip in _slips(word):
        if other not in seen and len(other) >= SHORTEST:
            seen.add(other)
            yield other, slip


def is_another_word(word: str, name: str, slip: Slip, exists: Lexicon | None) -> bool:
    """Whether `word` is a word of its own and no misspelling of `name`.

    Args:
        word: As it stands in the question.
        name: A word of a name, one slip away.
        slip: Which slip.
        exists: Knows the words there are; without it only swapped and doubled letters are taken for slips.
    """
    if exists is None:
        return slip == "other" or (_is_common(word) and _is_common(name))
    known = exists(word) or _is_common(word)
    if known and (exists(name) or _is_common(name)):
        return True
    return slip == "other" and (known or len(word) < SHORTEST_WITH_A_WRONG_LETTER)


def _slips(word: str) -> Iterator[tuple[str, Slip]]:
    letters = ascii_lowercase if word.isascii() else "".join(dict.fromkeys(word))
    for place in range(PREFIX, len(word)):
        before, here, after = word[:place], word[place], word[place + 1 :]
        if after:
            yield before + after[0] + here + after[1:], "swapped"
        doubled = here in (word[place - 1], after[:1])
        yield before + after, "doubled" if doubled else "other"
        for letter in letters:
            yield before + letter + after, "other"
    for place in range(PREFIX, len(word) + 1):
        for letter in letters:
            doubled = letter == word[place - 1] or letter == word[place : place + 1]
            yield word[:place] + letter + word[place:], "doubled" if doubled else "other"


def _is_common(word: str) -> bool:
    """Whether a word is in the small lists that doxa has of its own."""
    return word in ENGLISH or word in BASE_OF or word in _bases() or singular(f"{word}s") == word


@cache
def _bases() -> frozenset[str]:
    return frozenset(BASE_OF.values())
