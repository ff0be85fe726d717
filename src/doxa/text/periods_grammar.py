"""The phrases of both languages together, tried on a text."""

from __future__ import annotations

from doxa.text import (
    periods_dates,
    periods_en,
    periods_en_deictic,
    periods_nth,
    periods_rough,
    periods_zh,
    periods_zh_deictic,
)
from doxa.text.periods_phrase import Phrases, Scene, longest_first
from doxa.text.periods_span import Atom

_PHRASES = Phrases(
    (
        *periods_rough.PHRASES,
        *periods_dates.PHRASES,
        *periods_en_deictic.PHRASES,
        *periods_en.PHRASES,
        *periods_zh_deictic.PHRASES,
        *periods_zh.PHRASES,
        *periods_nth.PHRASES,
    )
)


def read_atoms(scene: Scene) -> list[Atom]:
    """Return the single phrases of time in a text, in order, without overlaps, before they are joined."""
    return longest_first(_PHRASES.read(scene))


def words_of_time() -> frozenset[str]:
    """Return the words of which a text must have one to say a time."""
    return _PHRASES.needed
