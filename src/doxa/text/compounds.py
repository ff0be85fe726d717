"""One chunk of text between spaces, as tokens: compounds whole and in parts, English words as stems."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

from doxa.text.patterns import lazy_pattern
from doxa.text.stems import stem

LONGEST_TOKEN = 64
"""Characters of a token that are kept; longer ones are cut."""
_LONGEST_COMPOUND = 256
CACHED_CHUNKS = 32_768
CACHED_LENGTH = 48
"""Chunks that are remembered, and how many characters each may have."""

_ATOM = lazy_pattern(r"[^\s!\"$()*,;<>\[\]^`{|}]+")
_THOUSANDS = lazy_pattern(r"(?<=\d),(?=\d{3}(?!\d))")
_PIECES = lazy_pattern(r"(?:\.{2,}|-{2,}|_{3,}|={2,}|~{2,}|\?+|'{2,})")
_JOINER = lazy_pattern(r"[./\\:@+#&\-_~%=]+")
_SIGNED_NAME = lazy_pattern(r"[^\W\d_]{1,3}(?:\+{1,2}|#)")
_DOTTED_NUMBER = lazy_pattern(r"v?(\d+(?:\.\d+)+)(?:[-+]?[a-z][\w.]*)?", re.IGNORECASE)
_ACRONYM = lazy_pattern(r"(?:[A-Za-z]\.)+[A-Za-z]")
_URL_HEAD = lazy_pattern(r"[a-z][a-z0-9+.\-]*://(?:www\.)?", re.IGNORECASE)
_HYPHENATED = lazy_pattern(r"[^\W\d_]+(?:-[^\W\d_]+)+")
_CAMEL_PART = lazy_pattern(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+|[^A-Za-z\d]+")
_PLURAL_CAPITALS = lazy_pattern(r"[A-Z]{2,}s")
_CLITIC = lazy_pattern(r"(.+?)(n't|'s|'m|'re|'ve|'ll|'d)", re.IGNORECASE)
_NEGATED = {"ca": "can", "wo": "will", "sha": "shall", "ai": "be"}
_SENTENCE_MARKS = ".,;:!?"
_EDGES = "./\\:@+#&-_~%='"


def chunk_tokens(chunk: str) -> tuple[str, ...]:
    """Return the tokens of one chunk that holds no space and whose characters are folded (case excepted).

    `src/a.py` gives itself, `src`, `a`, `py`; `getName` gives itself, `get`, `name`; `3.2.1` gives itself and
    its prefixes `3.2`, `3`; a hyphenated word is also given joined (`e-mail`: `email`).
    """
    return _cached_tokens(chunk) if len(chunk) <= CACHED_LENGTH else tuple(_chunk_tokens(chunk))


def tokens_of_chunks(chunks: Sequence[str]) -> list[str]:
    """Return the tokens of chunks in order; see `chunk_tokens`."""
    short = max(map(len, chunks), default=0) <= CACHED_LENGTH
    # mapping the cache itself spares a call per word, a third of the time of words that are known
    return list(chain.from_iterable(map(_cached_tokens if short else chunk_tokens, chunks)))


def forget_chunks() -> None:
    """Empty the caches that hold words of the text read so far."""
    _cached_tokens.cache_clear()
    stem.cache_clear()


def tokens_of_new(chunk: str) -> tuple[str, ...]:
    """Return the same as `chunk_tokens` and remember nothing, for who remembers what is made of them."""
    word = chunk.rstrip(_SENTENCE_MARKS)
    lower = word.casefold()
    if word.isascii() and word.isalpha() and word in (lower, word.capitalize()):
        return (stem(lower),)  # what most chunks are, at a tenth of the time
    return tuple(_chunk_tokens(chunk))


_cached_tokens = lru_cache(maxsize=CACHED_CHUNKS)(tokens_of_new)


def _chunk_tokens(chunk: str) -> list[str]:
    found: list[str] = []
    for atom in _ATOM.findall(_THOUSANDS.sub("", chunk)):
        for piece in _PIECES.split(atom):
            found += _piece_tokens(piece)
    return [token[:LONGEST_TOKEN] for token in found]


def _piece_tokens(piece: str) -> list[str]:
    if len(piece) > _LONGEST_COMPOUND:
        return [token for part in _JOINER.split(piece) if part for token in _word_tokens(part)]
    core = _trimmed(piece)
    if not core:
        return []
    if _SIGNED_NAME.fullmatch(core):
        return [core.casefold()]
    if _ACRONYM.fullmatch(core):
        return [core.replace(".", "").casefold()]
    if dotted := _DOTTED_NUMBER.fullmatch(core):
        return _version_tokens(core.casefold(), dotted[1])
    core = _URL_HEAD.sub("", core)
    return _compound_tokens(core) if _JOINER.search(core) else _word_tokens(core)


def _trimmed(piece: str) -> str:
    core = piece.strip(_EDGES)
    signs = piece[piece.find(core) + len(core) :] if core else ""
    sign = signs[:2] if signs.startswith("++") else signs[:1]
    return core + sign if sign and sign[0] in "+#" and _SIGNED_NAME.fullmatch(core + sign) else core


def _version_tokens(whole: str, number: str) -> list[str]:
    fields = number.split(".")
    prefixes = [".".join(fields[:length]) for length in range(len(fields), 0, -1)]
    return prefixes if whole == number else [whole, *prefixes]


def _compound_tokens(core: str) -> list[str]:
    whole = stem(core.replace("-", "").casefold()) if _HYPHENATED.fullmatch(core) else core.casefold()
    return [whole, *(token for part in _JOINER.split(core) if part for token in _word_tokens(part))]


def _word_tokens(word: str) -> list[str]:
    word = word.strip("'")
    if "'" in word:
        return _contraction_tokens(word)
    if not word:
        return []
    lower = word.casefold()
    if word in (lower, word.capitalize()) and (word.isalpha() or word.isdigit()):
        return [stem(lower)]
    whole = stem(lower) if len(lower) <= LONGEST_TOKEN else lower
    parts = [] if _PLURAL_CAPITALS.fullmatch(word) else _CAMEL_PART.findall(word[:_LONGEST_COMPOUND])
    if len(parts) < 2:
        return [whole]
    return [whole, *(stem(part.casefold()) for part in parts if len(part) > 1 or part.isdigit())]


def _contraction_tokens(word: str) -> list[str]:
    if contraction := _CLITIC.fullmatch(word):
        head, clitic = contraction[1], contraction[2].casefold()
        if clitic == "n't":
            return [stem(_NEGATED.get(head.casefold(), head.casefold())), "not"]
        return _word_tokens(head)
    parts = [part for part in word.casefold().split("'") if part]
    return [stem("".join(parts)), *(stem(part) for part in parts if len(part) > 1)]
