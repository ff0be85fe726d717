"""English stems, cached."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from doxa.text.irregular import BASE_OF

_LONGEST = 30
_CACHED_STEMS = 65_536
_KEPT = frozenset({"gas", "lens", "news"})


@lru_cache(maxsize=_CACHED_STEMS)
def stem(word: str) -> str:
    """Return the Snowball (Porter 2) stem of a lower-case word, irregular forms first brought to their base.

    A word that is not ASCII letters, or longer than 30, is returned as it is.
    """
    if len(word) < 3 or len(word) > _LONGEST or not (word.isascii() and word.isalpha()):
        return word
    base = BASE_OF.get(word, word)
    return base if base in _KEPT else str(_snowball().stemWord(base))


@cache
def _snowball() -> Any:  # PyStemmer ships no types
    import Stemmer

    return Stemmer.Stemmer("english", 0)  # no cache of its own, which could not be emptied after an erase
