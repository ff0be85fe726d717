"""How a phrase of time is declared: a pattern and what builds its meaning from a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from doxa.text.patterns import lazy_pattern
from doxa.text.periods_calendar import Calendar
from doxa.text.periods_span import Atom, Repeat, Span
from doxa.text.periods_tense import leaning_at

DIGITS = frozenset("0123456789")
_LOOK_BACK = 24
_WORD = lazy_pattern(r"[a-z]+|\d|[^\x00-\x7f]")
T = TypeVar("T")
Meaning: TypeAlias = Span | Repeat | None
Build: TypeAlias = Callable[[re.Match[str], Calendar], Meaning]


@dataclass(frozen=True, slots=True)
class Phrase:
    """A kind of phrase.

    Args:
        pattern: Matches it in flattened text (lower case, half width).
        build: Gives its meaning; None or `ValueError` when it names a time that does not exist.
        needs: The text must hold one of these words, Han characters or digits for the pattern to be tried.
        weak: It counts only beside another phrase, or after `unless`.
        unless: Matched against the text before a weak phrase: then it counts alone.
    """

    pattern: re.Pattern[str]
    build: Build
    needs: frozenset[str]
    weak: bool = False
    unless: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class Scene:
    """A flattened text and the present it is read in.

    Args:
        flat: Lower case, half width, as long as the original.
        past: The calendar of phrases that point back.
        future: The calendar of phrases that point ahead.
    """

    flat: str
    past: Calendar
    future: Calendar

    def calendar_at(self, position: int) -> Calendar:
        """Return the calendar with the leaning of the clause around a position."""
        return self.future if leaning_at(self.flat, position) == "future" else self.past


class Phrases:
    """Phrases that are tried together.

    Args:
        phrases: Any, in the order in which their matches are wanted.
    """

    def __init__(self, phrases: Sequence[Phrase]) -> None:
        self._phrases = phrases
        self._needing: dict[str, list[int]] = {}
        for place, phrase in enumerate(phrases):
            for word in phrase.needs:
                self._needing.setdefault(word, []).append(place)

    @property
    def needed(self) -> frozenset[str]:
        """The words of which a text must have one for any phrase to be tried."""
        return frozenset(self._needing)

    def read(self, scene: Scene) -> list[Atom]:
        """Return every match of every phrase, overlaps included."""
        words = set(_WORD.findall(scene.flat))
        places = sorted({place for word in words & self._needing.keys() for place in self._needing[word]})
        return [
            _atom(scene, phrase, match)
            for phrase in (self._phrases[place] for place in places)
            for match in phrase.pattern.finditer(scene.flat)
        ]


def existing(make: Callable[[], T], otherwise: T) -> T:
    """Return what `make` gives, or `otherwise` where it leads to a date that the calendar does not have."""
    try:
        return make()
    except (ValueError, OverflowError):
        return otherwise


def longest_first(atoms: list[Atom]) -> list[Atom]:
    """Return the atoms in order without overlaps: of those that overlap the earliest, then the longest."""
    kept: list[Atom] = []
    for atom in sorted(atoms, key=lambda atom: (atom.start, -atom.end)):
        if not kept or atom.start >= kept[-1].end:
            kept.append(atom)
    return kept


def _atom(scene: Scene, phrase: Phrase, match: re.Match[str]) -> Atom:
    meaning = existing(lambda: phrase.build(match, scene.calendar_at(match.start())), None)
    weak = phrase.weak
    if weak and phrase.unless is not None:
        before = scene.flat[max(0, match.start() - _LOOK_BACK) : match.start()]
        weak = not phrase.unless.search(before)
    if isinstance(meaning, Repeat):
        return Atom(match.start(), match.end(), None, meaning, weak)
    return Atom(match.start(), match.end(), meaning, None, weak)
