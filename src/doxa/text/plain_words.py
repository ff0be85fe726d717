"""Words met before in which nothing stands that a search of texts looks for: a text of such words alone has nothing."""

from __future__ import annotations

from collections.abc import Callable

_MOST = 32_768
_LONGEST = 48
"""Characters of a chunk that is remembered: longer ones are sentences without spaces, addresses and the like."""

_met: list[set[str]] = []


class PlainWords:
    """Tells quickly of most texts that a search would find nothing in them.

    Args:
        finds: Whether something that is searched for, or the part of it that stands in one chunk between spaces,
            stands in a text. It is given chunks with one space between them, before and behind them.
    """

    def __init__(self, finds: Callable[[str], bool]) -> None:
        self._finds = finds
        self._plain: set[str] = set()
        _met.append(self._plain)

    def make_up(self, text: str) -> bool:
        """Return whether a text is of words without a find; False says nothing."""
        chunks = text.split()
        plain = self._plain
        if plain.issuperset(chunks):
            return True
        new = [chunk for chunk in chunks if chunk not in plain]
        if self._finds(f" {' '.join(new)} "):
            return False
        if len(plain) > _MOST:
            plain.clear()
        plain.update(new if max(map(len, new)) <= _LONGEST else [chunk for chunk in new if len(chunk) <= _LONGEST])
        return True


def forget_plain_words() -> None:
    """Empty what is remembered of the texts read so far."""
    for words in _met:
        words.clear()
