"""Index and query tokens, the same on every machine, and their escaped form for the text index."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from doxa.errors import InvalidInput
from doxa.text.compounds import (
    CACHED_CHUNKS,
    CACHED_LENGTH,
    chunk_tokens,
    forget_chunks,
    tokens_of_chunks,
    tokens_of_new,
)
from doxa.text.folding import fold_characters
from doxa.text.patterns import lazy_pattern
from doxa.text.plain_words import forget_plain_words
from doxa.text.scripts import CJK_CLASS, UNSPACED_CLASS
from doxa.text.stopwords import CHINESE_CHARACTERS, CHINESE_WORDS, ENGLISH

TOKENIZER_VERSION = 1
"""Grows when the tokens of some text change; an index of another version has to be rebuilt."""

_RUNS = lazy_pattern(rf"([{CJK_CLASS}]+)|([{UNSPACED_CLASS}]+)|[^\s{CJK_CLASS}{UNSPACED_CLASS}]+")
_EDGE = lazy_pattern(r"^\W+|\W+$")
_CJK, _UNSPACED = 1, 2
_SEGMENTED_LENGTH = 2_000


def tokens(text: str) -> list[str]:
    """Return the index tokens of `text`, in order, repeated as often as they occur.

    Width, case and accents are folded, English words stemmed, identifiers, paths, versions and the like kept
    whole and in parts; Han, kana and hangul become single characters and bigrams. Time is linear in the text.
    """
    if text.isascii():
        return tokens_of_chunks(text.split())
    found: list[str] = []
    for run, script in _runs(fold_characters(text)):
        found += _grams(run, singles=script == _CJK) if script else chunk_tokens(run)
    return found


def query_tokens(text: str) -> list[str]:
    """Return the tokens to search for: those of `text` without stop words, or all of them if nothing is left.

    A token that is listed twice counts twice. With `rjieba` installed, bigrams that are Chinese words are
    listed twice and those that straddle two words are left out; the tokens of the index do not depend on it.
    """
    return [token for found in _telling(text) for token in found] or tokens(text)


def has_content(text: str) -> bool:
    """Return whether a question has any word that is no stop word."""
    return any(_telling(text))


def _telling(text: str) -> Iterator[Sequence[str]]:
    """Yield the tokens of each stretch of a question, without stop words."""
    folded = fold_characters(text)
    shouted = folded.upper() == folded
    for position, (run, script) in enumerate(_runs(folded)):
        if script == _CJK:
            yield _query_grams(run)
        elif script == _UNSPACED:
            yield _grams(run, singles=False)
        elif not _is_stop_word(run, shouted=shouted, first=position == 0):
            yield chunk_tokens(run)


def forget_words() -> None:
    """Empty the caches of words met so far, so that erased text leaves the process's memory as well."""
    forget_chunks()
    _TERMS.clear()
    forget_plain_words()


def _runs(folded: str) -> Iterator[tuple[str, int]]:
    """Yield the stretches without space of one kind of script, and the kind; 0 is a script that writes spaces."""
    if folded.isascii():
        yield from ((chunk, 0) for chunk in folded.split())
    else:
        yield from ((run[0], run.lastindex or 0) for run in _RUNS.finditer(folded))


def _grams(run: str, *, singles: bool) -> list[str]:
    pairs = [run[start : start + 2] for start in range(len(run) - 1)]
    return [*run, *pairs] if singles or len(run) == 1 else pairs


def _is_stop_word(chunk: str, *, shouted: bool, first: bool) -> bool:
    word = _EDGE.sub("", chunk)
    parts = chunk_tokens(word) if "'" in word else (word.casefold(),)
    if not all(part in ENGLISH for part in parts):
        return False
    if word.islower() or shouted or len(word) == 1:
        return True
    return not word.isupper() and (first or word != "Will")


def _query_grams(run: str) -> list[str]:
    segments = _words(run)
    if segments is None:
        pairs = _grams(run, singles=False) if len(run) > 1 else []
    else:
        pairs = [pair for word in segments if len(word) > 1 for pair in 2 * _grams(word, singles=False)]
    covered = {place for found in _STOP_WORD.finditer(run) for place in range(*found.span())}
    singles = [
        character for place, character in enumerate(run) if place not in covered and character not in CHINESE_CHARACTERS
    ]
    return singles + [pair for pair in pairs if not _is_stop_pair(pair)]


_STOP_WORD = lazy_pattern("|".join(sorted(CHINESE_WORDS)))


def _is_stop_pair(pair: str) -> bool:
    return pair in CHINESE_WORDS or all(character in CHINESE_CHARACTERS for character in pair)


def _words(run: str) -> list[str] | None:
    segmenter = _segmenter()
    if segmenter is None or len(run) > _SEGMENTED_LENGTH:
        return None
    return list(segmenter.cut(run))


@cache
def _segmenter() -> Any:
    try:
        import rjieba
    except ImportError:
        return None
    return rjieba


_KEPT = "々-〇ぁ-ゖゝ-ゟァ-ヺー-ヿㄅ-ㄭㇰ-ㇿ㐀-䶵一-鿋가-힣"  # letters since Unicode 6.0, which FTS5 knows
_ESCAPED = lazy_pattern(rf"[^a-y0-9{_KEPT}]")
_ESCAPED_BESIDE_SPACES = lazy_pattern(rf"[^a-y0-9{_KEPT} ]")
_ESCAPE = lazy_pattern(r"z(?:(z)|([0-9a-f]+)y)")
_TERM = lazy_pattern(r"(0|[1-9][0-9]*)x((?:[^z]|zz|z[0-9a-f]+y)*)", re.DOTALL)


def escape(token: str, slab: int) -> str:
    """Return `token` as one term of letters and digits only, under a slab's prefix; see `unescape`.

    The prefix is the decimal slab number and `x`; `a` to `y`, digits and the common Han, kana and hangul letters
    stay, `z` is doubled, any other character becomes `z`, its code in hex, `y`. So FTS5's unicode61 neither splits
    nor changes it.

    Raises:
        InvalidInput: The slab is negative.
    """
    if slab < 0:
        raise InvalidInput(f"slab is {slab}, a negative number.", mend="Slabs count from 0.", field="slab", value=slab)
    return f"{slab}x{_ESCAPED.sub(_escaped_character, token)}"


class _Terms(dict[str, str]):
    """Chunks between spaces as terms without a prefix, joined by spaces; made when first asked for."""

    def __missing__(self, chunk: str) -> str:
        made = _escaped(tokens_of_new(chunk))
        if len(self) >= CACHED_CHUNKS:
            self.clear()
        if len(chunk) <= CACHED_LENGTH:
            self[chunk] = made
        return made


_TERMS = _Terms()


def terms_of(text: str, slab: int) -> str:
    """Return the tokens of a text, each as `escape` makes a term of it, joined by spaces."""
    found = _escaped_ascii(text) if text.isascii() else _escaped(tokens(text))
    prefix = f"{slab}x"
    return prefix + found.replace(" ", f" {prefix}") if found else ""


def _escaped_ascii(text: str) -> str:
    return " ".join(filter(None, map(_TERMS.__getitem__, text.split())))


def _escaped(found: Sequence[str]) -> str:
    """Return tokens as terms without a prefix, joined by spaces; no token has one."""
    return _ESCAPED_BESIDE_SPACES.sub(_escaped_character, " ".join(found))


def unescape(term: str) -> tuple[str, int]:
    """Return the token and the slab that `escape` made `term` of.

    Raises:
        InvalidInput: `escape` makes no such term.
    """
    parts = _TERM.fullmatch(term)
    if parts is None:
        raise InvalidInput(f"{term!r} is not an escaped token.", mend="Rebuild the text index.", value=term)
    return _ESCAPE.sub(_unescaped_character, parts[2]), int(parts[1])


def _escaped_character(found: re.Match[str]) -> str:
    return "zz" if found[0] == "z" else f"z{ord(found[0]):x}y"


def _unescaped_character(found: re.Match[str]) -> str:
    return found[1] or chr(int(found[2], 16))
