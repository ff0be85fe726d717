"""A cheap guess at a text's language, good enough to choose English or Chinese rules."""

from __future__ import annotations

from typing import Literal

from doxa.text.folding import flatten
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import HAN_CLASS
from doxa.text.stopwords import ENGLISH

Language = Literal["en", "zh", "other"]

_READ = 2_000
_HAN = lazy_pattern(rf"[{HAN_CLASS}]")
_KANA_OR_HANGUL = lazy_pattern(r"[ぁ-ヿ가-힣]")
_WORD = lazy_pattern(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_FOREIGN_WORDS = """
le la les des du une est et dans pour que qui avec sur pas vous nous je il elle ce au der die das und
nicht ein eine ich wir mit auf zu den dem von el los las una por con para como pero esta muy y es en di
che il lo gli una non per sono o os um uma não com mais de het een niet van op voor
"""
_FOREIGN = frozenset(_FOREIGN_WORDS.split())


def guess_language(text: str) -> Language:
    """Return "zh" for Chinese, "en" for English, "other" for anything else, empty text included.

    Chinese weighs by characters and English by words, so `我用Python写API` is Chinese. A few Latin words with no
    sign of another language count as English. Only the first 2,000 characters are read.
    """
    sample = flatten(text[:_READ])
    if sample.isascii():
        found = _WORD.findall(sample)
        return "en" if found and _looks_english(found) else "other"
    han = len(_HAN.findall(sample))
    others = len(_KANA_OR_HANGUL.findall(sample))
    words = _WORD.findall(_HAN.sub(" ", _KANA_OR_HANGUL.sub(" ", sample)))
    if han > len(words) and han > 10 * others:
        return "zh"
    if others > len(words) or not words:
        return "other"
    return "en" if _looks_english(words) else "other"


def _looks_english(words: list[str]) -> bool:
    latin = sum(word.isascii() for word in words)
    english = sum(word.split("'")[0] in ENGLISH for word in words)
    foreign = sum(word in _FOREIGN and word not in ENGLISH for word in words)
    return latin >= 0.8 * len(words) and english >= foreign
