"""Words met before in which nothing stands that a search of texts looks for: a text of such words alone has nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable

_MOST = 32_768
_FEW = 8
_LONGEST = 48
"""Characters of a chunk that is remembered: longer ones are sentences without spaces, addresses and the like."""

_met: list[set[str]] = []


class PlainWords:
    """Tells quickly of most texts that a search would find nothing in them.

    Args:
        finds: Whether something that is searched for, or the part of it that stands in one chunk between spaces,
            stands in a text. It is given chunks with one space between them, before and behind them.
        few: So many chunks in which something stands are looked at one by one, more of them by halves.
    """

    def __init__(self, finds: Callable[[str], bool], few: int = _FEW) -> None:
        self._finds = finds
        self._few = few
        self._plain: set[str] = set()
        self._telling: set[str] = set()
        _met.extend((self._plain, self._telling))

    def make_up(self, text: str) -> bool:
        """Return whether a text is of words without a find; False says nothing."""
        chunks = text.split()
        if self._plain.issuperset(chunks):
            return True
        if not self._telling.isdisjoint(chunks):
            return False
        plain = self._plain
        return self._sort([chunk for chunk in chunks if chunk not in plain])

    def meet(self, texts: Iterable[str]) -> bool:
        """Look at the words of many texts at once, so that each is told quickly then; say whether all are plain."""
        chunks = {chunk for text in texts for chunk in text.split()} - self._plain
        new = list(chunks - self._telling)
        return (not new or self._sort(new)) and len(new) == len(chunks)

    def _sort(self, new: list[str]) -> bool:
        """Remember new chunks as what they are, all plain at one search, else in parts; say whether all are.

        There may be none after all, where another thread has met them meanwhile.
        """
        if not new:
            return True
        told = self._finds(f" {' '.join(new)} ")
        if told and len(new) > 1:
            size = len(new) // 2 if len(new) > self._few else 1
            for start in range(0, len(new), size):
                self._sort(new[start : start + size])
        else:
            self._keep(self._telling if told else self._plain, new)
        return not told

    @staticmethod
    def _keep(words: set[str], new: list[str]) -> None:
        if len(words) > _MOST:
            words.clear()
        words.update(new if max(map(len, new)) <= _LONGEST else [chunk for chunk in new if len(chunk) <= _LONGEST])


def forget_plain_words() -> None:
    """Empty what is remembered of the texts read so far."""
    for words in _met:
        words.clear()
