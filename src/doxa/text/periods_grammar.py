"""The phrases of both languages together, tried on a text."""

from __future__ import annotations

from doxa.text import periods_dates, periods_en, periods_en_deictic, periods_nth, periods_zh, periods_zh_deictic
from doxa.text.patterns import lazy_pattern
from doxa.text.periods_phrase import Phrase, Scene, longest_first, read_phrases
from doxa.text.periods_span import Atom

_ENGLISH = (*periods_en_deictic.PHRASES, *periods_en.PHRASES)
_CHINESE = (*periods_zh_deictic.PHRASES, *periods_zh.PHRASES)
_DIGIT = lazy_pattern(r"[0-9]")
_LATIN = lazy_pattern(r"[a-z]")
_WORD = lazy_pattern(r"[a-z一-鿿]")
_HAN = lazy_pattern(r"[一-鿿]")


def read_atoms(scene: Scene) -> list[Atom]:
    """Return the single phrases of time in a text, in order, without overlaps, before they are joined."""
    return longest_first([atom for phrases in _grammars(scene.flat) for atom in read_phrases(scene, phrases)])


def _grammars(flat: str) -> list[tuple[Phrase, ...]]:
    tried = ((_DIGIT, periods_dates.PHRASES), (_LATIN, _ENGLISH), (_HAN, _CHINESE), (_WORD, periods_nth.PHRASES))
    return [phrases for script, phrases in tried if script.search(flat)]
