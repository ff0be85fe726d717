"""Finds the words that a claim quotes: as they stand, alike but for form, or nearly."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Final

NEAR: Final = 0.8
"""Share of a quote's letters that must stand in the turn, in order and close together, to be nearly there."""
_LONGEST_QUOTE: Final = 600
_LONGEST_TURN: Final = 4_000
_TRIES: Final = 100
_ALIKE: Final = str.maketrans(
    {**dict.fromkeys("“”„«»", '"'), **dict.fromkeys("‘’‚`´", "'"), **dict.fromkeys("—–−‐", "-")}
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a quote stands in a turn, in characters, and whether letter for letter but for form."""

    start: int
    end: int
    verbatim: bool


class Quotable:
    """A turn that claims quote.

    Case, width, forms of one letter (NFKC), kinds of quotation marks and dashes, and white space make no difference. A
    quote of which most stands there in order, within a stretch of about its length, is nearly there.

    Args:
        turn: What was said.
    """

    def __init__(self, turn: str) -> None:
        self._turn = turn
        self._said: tuple[str, list[int]] | None = None
        self._tried = 0

    def place_of(self, quote: str) -> Place | None:
        """Return where a quote stands; `None` where it does not.

        Args:
            quote: What a model says it copied.
        """
        at = self._turn.find(quote)
        if at >= 0 and quote.strip():
            return Place(at, at + len(quote), True)
        wanted, _ = _plain(quote.strip().strip("\"'“”「」『』"))
        if not wanted:
            return None
        if self._said is None:
            self._said = _plain(self._turn)
        said, places = self._said
        at = said.find(wanted)
        if at >= 0:
            return Place(places[at], places[at + len(wanted) - 1] + 1, True)
        self._tried += 1
        if len(wanted) > _LONGEST_QUOTE or len(said) > _LONGEST_TURN or self._tried > _TRIES:
            return None
        return _near(wanted, said, places)


def _near(wanted: str, said: str, places: list[int]) -> Place | None:
    blocks = [each for each in SequenceMatcher(None, said, wanted, autojunk=False).get_matching_blocks() if each.size]
    if not blocks or sum(each.size for each in blocks) < NEAR * len(wanted):
        return None
    start, end = blocks[0].a, blocks[-1].a + blocks[-1].size
    if end - start > 1.5 * len(wanted) + 10:
        return None
    return Place(places[start], places[end - 1] + 1, False)


def _plain(text: str) -> tuple[str, list[int]]:
    """Return a text in plain form, and per character of that the place of the one it came from."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in unicodedata.normalize("NFKC", character.translate(_ALIKE)).casefold():
            if letter.isspace():
                if not letters or letters[-1] == " ":
                    continue
                letter = " "
            letters.append(letter)
            places.append(place)
    return "".join(letters), places
