"""What a text becomes before it is cut into pieces: NFKC with SentencePiece's additions, spaces as U+2581.

The rules are the model's own, a compiled trie from character sequences to their replacement. It follows the
algorithm of SentencePiece's `Normalizer` (Apache-2.0; Kudo and Richardson, 2018, arXiv:1808.06226), arranged by
characters: only 175 characters can follow another inside a rule, so all others are replaced one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPACE = "\u2581"

_LABEL = 0x800000FF
_HAS_VALUE = 0x100
_VALUE = 0x7FFFFFFF
_LONGEST_RULE = 4


class Normalizer:
    """Normalises texts by the model's rules.

    Args:
        units: The double-array trie of the rules (darts-clone layout), one 32-bit unit per node.
        replacements: What the rules put in, UTF-8, each closed by a NUL; the trie's values point into it.
        followers: The characters that occur in a rule after its first.
    """

    def __init__(self, units: Sequence[int], replacements: bytes, followers: str) -> None:
        self._units = units
        self._replacements = replacements
        self._followers = frozenset(followers)
        self._singles = _Singles(lambda character: self._longest(character)[0])

    def normalize(self, text: str) -> str:
        """Return the text with its words separated and led by U+2581; empty when nothing is left.

        Args:
            text: Any encodable text.
        """
        simple = self._followers.isdisjoint(text)
        replaced = text.translate(self._singles) if simple else "".join(self._replaced(text))
        words = [word for word in replaced.split(" ") if word]
        return (SPACE + SPACE.join(words)).rstrip(SPACE)

    def _replaced(self, text: str) -> Iterator[str]:
        place, last = 0, len(text) - 1
        while place <= last:
            if place < last and text[place + 1] in self._followers:
                replacement, used = self._longest(text[place : place + _LONGEST_RULE])
                yield replacement
                place += used
            else:
                yield self._singles[ord(text[place])]
                place += 1

    def _longest(self, text: str) -> tuple[str, int]:
        """Return what the longest rule at the start of a text puts in, and how many characters it takes."""
        data = text.encode("utf-8")
        units, node = self._units, _child(self._units[0])
        length = value = 0
        for place, label in enumerate(data, start=1):
            node ^= label
            unit = units[node]
            if unit & _LABEL != label:
                break
            node ^= _child(unit)
            if unit & _HAS_VALUE:
                length, value = place, units[node] & _VALUE
        if not length:
            return text[0], 1
        end = self._replacements.index(b"\0", value)
        return self._replacements[value:end].decode("utf-8"), len(data[:length].decode("utf-8"))


class _Singles(dict[int, str]):
    """Replacements of single characters, looked up in the rules the first time each is met."""

    def __init__(self, replacement_of: Callable[[str], str]) -> None:
        super().__init__()
        self._replacement_of = replacement_of

    def __missing__(self, code: int) -> str:
        replacement = self[code] = self._replacement_of(chr(code))
        return replacement


def followers_of(units: NDArray[np.uint32]) -> str:
    """Return the characters that occur in a rule after its first, sorted.

    Args:
        units: The trie of the rules. Endings are shared between rules, so it is walked by distinct states.
    """
    found: set[str] = set()
    labels = np.arange(1, 256)
    start = (_child(int(units[0])), b"", True)  # node, bytes of the character begun, whether it is the first
    seen, waiting = {start}, [start]
    while waiting:
        node, begun, first = waiting.pop()
        places = node ^ labels
        places = places[places < len(units)]
        for place in places[units[places] & _LABEL == places ^ node].tolist():
            character = begun + bytes((place ^ node,))
            complete = len(character) == _utf8_length(character[0])
            if complete and not first:
                found.add(character.decode("utf-8"))
            state = (place ^ _child(int(units[place])), b"" if complete else character, first and not complete)
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return "".join(sorted(found))


def _utf8_length(lead: int) -> int:
    """Return how many bytes a character has, from its first one."""
    return 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4


def _child(unit: int) -> int:
    """Return the offset that a unit adds to reach its children."""
    return (unit >> 10) << ((unit & 0x200) >> 6)
