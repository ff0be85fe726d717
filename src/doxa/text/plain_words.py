"""Words met before in which nothing stands that a search of texts looks for: a text of such words alone has nothing."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence, Set
from functools import lru_cache
from itertools import accumulate, compress

_MOST = 32_768
_FEW = 8
_LONGEST = 48
"""Characters of a chunk that is remembered: longer ones are sentences without spaces, addresses and the like."""
_LONGEST_TEXT = 1_000
"""Characters of a text that is remembered as it is."""
_MOST_CHARACTERS = 1_000_000
"""Characters of all the texts of a batch that is."""

_met: list[set[str]] = []


class PlainWords:
    """Tells quickly of most texts that a search would find nothing in them.

    Args:
        finds: Whether something that is searched for, or the part of it that stands in one chunk between spaces,
            stands in a text. It is given chunks with one space between them, before and behind them.
        few: So many chunks in which something stands are looked at one by one, more of them by halves.
        places: In place of `finds`: where in such a text all of these begin, on a chunk or the space before it.
    """

    def __init__(
        self,
        finds: Callable[[str], bool] = bool,
        few: int = _FEW,
        *,
        places: Callable[[str], Iterable[int]] | None = None,
    ) -> None:
        self._finds = finds
        self._few = few
        self._places = places
        self._plain: set[str] = set()
        self._telling: set[str] = set()
        self._texts: set[str] = set()
        _met.extend((self._plain, self._telling, self._texts))

    def make_up(self, text: str) -> bool:
        """Return whether a text is of words without a find; False says nothing."""
        if text in self._texts:
            return True
        chunks = text.split()
        if self._plain.issuperset(chunks):
            return True
        if not self._telling.isdisjoint(chunks):
            return False
        plain = self._plain
        return self._sort([chunk for chunk in chunks if chunk not in plain])

    def meet(self, texts: Iterable[str]) -> list[bool]:
        """Look at the words of many texts at once and say of each what `make_up` says, at less time for each.

        Until others are met, `make_up` knows the plain ones of them as they are.
        """
        texts = tuple(texts)
        chunks = _chunks_of_all(texts)
        self._sort(list(chunks - self._plain - self._telling))
        told = self._plain_among(texts, chunks - self._plain)
        self._texts.clear()
        self._texts.update(text for text in compress(texts, told) if len(text) <= _LONGEST_TEXT)
        return told

    def _plain_among(self, texts: Sequence[str], odd: Set[str]) -> list[bool]:
        """Return which texts are plain, where some chunks of all are not, or are not remembered."""
        if not odd:
            return [True] * len(texts)
        if len(odd) <= _FEW:
            return [not any(chunk in text for chunk in odd) for text in texts]
        plain = self._plain
        return [plain.issuperset(text.split()) for text in texts]

    def _sort(self, new: list[str]) -> bool:
        """Remember new chunks as what they are, all plain at one search, else in parts; say whether all are.

        There may be none after all, where another thread has met them meanwhile.
        """
        if not new:
            return True
        joined = f" {' '.join(new)} "
        places = None if self._places is None else list(self._places(joined))
        told = self._finds(joined) if places is None else bool(places)
        if not told or len(new) == 1:
            self._keep(self._telling if told else self._plain, new)
        elif places is not None:
            ends = list(accumulate(len(chunk) + 1 for chunk in new))
            telling = {new[bisect_right(ends, place)] for place in places}
            self._keep(self._telling, list(telling))
            self._keep(self._plain, [chunk for chunk in new if chunk not in telling])
        else:
            size = len(new) // 2 if len(new) > self._few else 1
            for start in range(0, len(new), size):
                self._sort(new[start : start + size])
        return not told

    @staticmethod
    def _keep(words: set[str], new: list[str]) -> None:
        if not new:
            return
        if len(words) > _MOST:
            words.clear()
        words.update(new if max(map(len, new)) <= _LONGEST else [chunk for chunk in new if len(chunk) <= _LONGEST])


@lru_cache(maxsize=1)  # the gate and the rules look at the same texts, one after the other
def _chunks_of(texts: tuple[str, ...]) -> Set[str]:
    return frozenset(" ".join(texts).split())


def _chunks_of_all(texts: tuple[str, ...]) -> Set[str]:
    """Return which chunks many texts have; what long ones have is not remembered."""
    return _chunks_of(texts) if sum(map(len, texts)) <= _MOST_CHARACTERS else frozenset(" ".join(texts).split())


def forget_plain_words() -> None:
    """Empty what is remembered of the texts read so far."""
    for words in _met:
        words.clear()
    _chunks_of.cache_clear()
