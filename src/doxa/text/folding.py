"""One written form for what readers take as the same characters: width, accents, digits, marks, Chinese variants."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from unicodedata import category

from doxa.text.patterns import lazy_pattern
from doxa.text.simplified import simplified_characters

_MARK_RUN = lazy_pattern(r"(?:[^\w\s\x00-\x7f]|[\uff9e\uff9f]){31,}")
_MAX_MARKS = 30
_TABLE_LIMIT = 20_000
_LETTERS = {"ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ħ": "h", "Ħ": "H", "ı": "i", "æ": "ae"}
_LETTERS |= {"Æ": "AE", "œ": "oe", "Œ": "OE", "ё": "е", "Ё": "Е", "ß": "ss", "ẞ": "SS", "þ": "th", "Þ": "TH"}
_MARKS = {"‘": "'", "’": "'", "‛": "'", "ʼ": "'", "＇": "'", "⁄": "/", "∕": "/"}
_MARKS |= {"‐": "-", "‑": "-", "\u200b": " ", "−": "-"}
_DASHES = {"–": "-", "—": "-", "―": "-", "～": "~", "〜": "~", "“": '"', "”": '"', "\u3000": " ", "\xa0": " "}
_NARROW = {ord(wide): chr(ord(wide) - 0xFEE0) for wide in "＠．－＿＋"}
_NARROW |= {code: chr(code - 0xFEE0) for code in (*range(0xFF21, 0xFF3B), *range(0xFF41, 0xFF5B))}
_FOLDED_SCRIPTS = ("LATIN", "GREEK")
_OPTIONAL_MARKS = ("COMBINING", "HEBREW", "ARABIC", "VARIATION")


def nfkc(text: str) -> str:
    """Return `text` in Unicode's NFKC form, in linear time.

    At most 30 combining marks are kept in a row (the limit of UAX 15's stream-safe format): the reordering
    of longer runs takes quadratic time.
    """
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", _MARK_RUN.sub(_cut_marks, text))


def fold_characters(text: str) -> str:
    """Return `text` with width, accents, digits, quotes and traditional characters folded; case is kept.

    Accents are folded from Latin and Greek letters, `ё` to `е`; optional vowel points of Hebrew and Arabic
    and invisible marks are dropped; digits of every script become 0 to 9; whatever else is no letter, digit
    or mark becomes a space, unless it is ASCII.
    """
    if text.isascii():
        return text
    return nfkc(text).translate(_FOLD)


def half_width(text: str) -> str:
    """Return `text` with full-width letters and marks of addresses narrow, one character for each.

    Digits of every script become 0 to 9, and spaces of every width the space of ASCII.
    """
    return text if text.isascii() else text.translate(_HALF)


def flatten(text: str) -> str:
    """Return `text` lower-cased, width, quotes, dashes and traditional characters folded, one character for each.

    Offsets into the result are offsets into `text`.
    """
    return text.lower() if text.isascii() else text.translate(_FLAT)


def _cut_marks(run: re.Match[str]) -> str:
    kept: list[str] = []
    marks = 0
    for character in run[0]:
        marks = marks + 1 if unicodedata.combining(character) or character in "\uff9e\uff9f" else 0
        if marks <= _MAX_MARKS:
            kept.append(character)
    return "".join(kept)


class _Table(dict[int, str]):
    """A translation table that works out a character's fold when it is first met."""

    def __init__(self, fold: Callable[[str], str]) -> None:
        super().__init__()
        self.fold = fold

    def __missing__(self, code: int) -> str:
        folded = self.fold(chr(code))
        if len(self) < _TABLE_LIMIT:
            self[code] = folded
        return folded


def _flatten_character(character: str) -> str:
    character = _MARKS.get(character) or _DASHES.get(character) or character
    if category(character) == "Nd":
        return str(unicodedata.decimal(character))
    wide = unicodedata.normalize("NFKC", character) if "\uff01" <= character <= "\uff5e" else character
    lower = wide.lower()
    return simplified_characters().get(ord(lower), lower) if len(lower) == 1 else character


def _narrow_character(character: str) -> str:
    kind = category(character)
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    return " " if kind == "Zs" else _NARROW.get(ord(character), character)


def _fold_character(character: str) -> str:
    if character.isascii():
        return character
    if character in _LETTERS:
        return _LETTERS[character]
    if character in _MARKS:
        return _MARKS[character]
    kind = category(character)
    if kind == "Nd":
        return str(unicodedata.decimal(character))
    if kind[0] == "M":
        return "" if unicodedata.name(character, "").startswith(_OPTIONAL_MARKS) else character
    if kind == "Cf":
        return ""
    if kind[0] not in "LN":
        return " "
    return simplified_characters().get(ord(character)) or _without_accent(character)


def _without_accent(letter: str) -> str:
    if not unicodedata.name(letter, "").startswith(_FOLDED_SCRIPTS):
        return letter
    bare = "".join(c for c in unicodedata.normalize("NFD", letter) if not unicodedata.combining(c))
    return _LETTERS.get(bare, bare)


_FOLD = _Table(_fold_character)
_FLAT = _Table(_flatten_character)
_HALF = _Table(_narrow_character)
