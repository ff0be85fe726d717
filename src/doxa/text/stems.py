"""English stems, cached."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from doxa.text.irregular import BASE_OF, SPELLING_OF
from doxa.text.patterns import lazy_pattern

_LONGEST = 30
_CACHED_STEMS = 65_536
_KEPT = frozenset({"gas", "lens", "news"})
_OUR = lazy_pattern(r"^((?:dis|un|re)?(?:col|fav|hon|hum|lab|rum|sav|vap|arm|flav|harb|parl|neighb|behavi|endeav))our")
_ISE = lazy_pattern(
    r"^((?:un|re|dis|im)?(?:organ|recogn|real|apolog|memor|special|critic|summar|minim|maxim|optim|normal|priorit|visual"
    r"|custom|author|categor|social|final|modern|emphas|fantas|sympath|general|central|util|local|civil|standard|global"
    r"|stabil|symbol|harmon|hospital|ideal|initial|legal|mobil|neutral|popular|personal|capital|character|natural"
    r"|synchron|familiar|hypothes|synthes|item|victim|jeopard|scrutin|vapor)i|analy|paraly)s"
    r"(?=e[drs]?$|ers$|ing$|ations?$|able$)"
)
"""British spellings, where no other word begins so: `organise` and `analyse`, not `promise`; `colour`, not `hour`."""
_ADVERB = lazy_pattern(r"(?<=[a-z]{3})ily$")
_NO_ADVERBS = frozenset({"family", "sicily", "homily", "cecily"})


@lru_cache(maxsize=_CACHED_STEMS)
def stem(word: str) -> str:
    """Return the Snowball (Porter 2) stem of a lower-case word, irregular forms first brought to their base.

    British spellings come under American ones, adverbs in -ily under their adjective. A word that is not ASCII letters,
    or longer than 30, is returned as it is.
    """
    if len(word) < 3 or len(word) > _LONGEST or not (word.isascii() and word.isalpha()):
        return word
    base = BASE_OF.get(word) or SPELLING_OF.get(word) or _respelt(word)
    return base if base in _KEPT else str(_snowball().stemWord(base))


def _respelt(word: str) -> str:
    if "our" in word:
        return _OUR.sub(r"\1or", word)
    if word.endswith("ily") and word not in _NO_ADVERBS:
        return _ADVERB.sub("y", word)
    return _ISE.sub(r"\1z", word) if "is" in word or "lys" in word else word


@cache
def _snowball() -> Any:  # PyStemmer ships no types
    import Stemmer

    return Stemmer.Stemmer("english", 0)  # no cache of its own, which could not be emptied after an erase
