"""Sentences of English and Chinese text, with their offsets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from doxa.text.patterns import lazy_pattern
from doxa.text.stopwords import ENGLISH

LONGEST = 2_000
"""Characters after which a sentence without an end is cut, at a space where there is one."""

_CLOSERS = "\"'”’)\\]」』）》】"
_END = lazy_pattern(rf"(?:[.!?]+|[。！？；｡…]+[!?]*)[{_CLOSERS}]*|\n+")
_BEFORE_NAME = frozenset(
    "mr mrs ms mx dr prof sr jr st mt ft gen col sgt capt lt rev hon vs al cf viz e.g i.e".split(" ")
)
_BEFORE_NUMBER_WORDS = "no nos fig figs eq vol ch pp p approx jan feb mar apr jun jul aug sep sept oct nov dec"
_BEFORE_NUMBER = frozenset(_BEFORE_NUMBER_WORDS.split())
_SOMETIMES_LAST = lazy_pattern(
    r"(?:^|\W)(?:a\.m|p\.m|u\.s(?:\.a)?|u\.k|u\.n|e\.u|d\.c|ph\.d|etc|inc|ltd|co|corp|bros|ave|blvd|rd|dept|est)$",
    re.IGNORECASE,
)
_LAST_WORD = lazy_pattern(r"[^\s(\"'“‘]{1,20}$")
_INITIAL = lazy_pattern(r"(?:^|[\s(.])[A-Z]$")
_WORD = lazy_pattern(r"[^\W\d_]+")
_ITEM_NUMBER = lazy_pattern(r"\s*\(?\d{1,3}$|\s*\(?[a-z]$", re.IGNORECASE)


class Sentence(NamedTuple):
    """A sentence and where it stands: `text[start:end]`, without white space around it."""

    text: str
    start: int
    end: int


def split_sentences(text: str) -> list[Sentence]:
    """Return the sentences of `text` in order; together they hold everything but white space between them.

    A sentence ends with `.`, `!`, `?` before white space (not after an abbreviation, an initial, or the number of
    a list's item, nor inside `3.2.1` or an address), with `。！？；…` anywhere, and with a line. One longer than
    `LONGEST` is cut. Time is linear in the text.
    """
    sentences: list[Sentence] = []
    start = 0
    for end in (*_ends(text), len(text)):
        for first, last in _pieces(text, start, end):
            stripped = text[first:last].strip()
            if stripped:
                begin = first + text[first:last].index(stripped)
                sentences.append(Sentence(stripped, begin, begin + len(stripped)))
        start = end
    return sentences


def _ends(text: str) -> Iterator[int]:
    start = 0
    for mark in _END.finditer(text):
        if mark[0][0] != "." or _is_full_stop(text, start, mark):
            if mark[0][0] in "!?" and not _is_exclaimed(text, mark):
                continue
            start = mark.end()
            yield start


def _is_exclaimed(text: str, mark: re.Match[str]) -> bool:
    """Say whether `!` or `?` ends a sentence; not in `"Really?" he asked`."""
    quoted = mark[0][-1] not in "!?."
    return _is_open(text, mark.end()) and not (quoted and _next_word(text, mark.end())[:1].islower())


def _is_open(text: str, position: int) -> bool:
    """Say whether white space, an end or a character of a script without spaces follows."""
    following = text[position : position + 1]
    return not following or following.isspace() or following >= "\u2e80"


def _is_full_stop(text: str, start: int, mark: re.Match[str]) -> bool:
    following = _next_word(text, mark.end())
    if not _is_open(text, mark.end()):
        return False
    if not following:
        return True
    if mark[0].startswith(".."):
        return not following.islower()
    if mark.start() - start < 8 and _ITEM_NUMBER.fullmatch(text, start, mark.start()):
        return False
    before = text[max(start, mark.start() - 24) : mark.start()]
    if _SOMETIMES_LAST.search(before):
        return following.istitle() and following.casefold() in ENGLISH
    word = _LAST_WORD.search(before)
    last = word[0].casefold() if word else ""
    if last in _BEFORE_NUMBER and following[0].isdigit():
        return False
    return last not in _BEFORE_NAME and not _INITIAL.search(before)


def _next_word(text: str, position: int) -> str:
    """Return the word that follows on the line, or whatever stands in its place; empty at its end."""
    line = text[position : position + 24].lstrip(" \t\"'“‘(").split("\n")[0]
    word = _WORD.match(line)
    return word[0] if word else line[:1]


def _pieces(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while end - start > LONGEST:
        space = text.rfind(" ", start + LONGEST // 2, start + LONGEST)
        cut = space + 1 if space > 0 else start + LONGEST
        yield start, cut
        start = cut
    yield start, end
