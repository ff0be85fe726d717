"""Numbers in a text, in digits or in English or Chinese words."""

from __future__ import annotations

from typing import NamedTuple

from doxa.text.decimals import Number, read_decimal
from doxa.text.folding import flatten
from doxa.text.numerals_en import SCALES, read_words
from doxa.text.numerals_zh import read_characters
from doxa.text.patterns import lazy_pattern


class FoundNumber(NamedTuple):
    """A number and the characters `[start, end)` of the text that say it."""

    value: Number
    start: int
    end: int


_DIGITS = lazy_pattern(
    r"(?<![0-9a-z_])(?<!\d\.)(?:(?<![^\s(])[-+])?(?:\d{1,3}(?:,\d{3}){1,30}(?!,?\d)|\d{1,100})(?:\.\d{1,100})?(?!\.?\d)"
)
_SUFFIX = lazy_pattern(r"(?:st|nd|rd|th)\b|[ -](" + "|".join(SCALES) + r")\b")


def find_numbers(text: str) -> list[FoundNumber]:
    """Return the numbers of `text` in order, none overlapping another.

    Digits (`1,250.5`, `21st`, full width), English words (`twenty-five`, `a dozen`, `third`, `1.5 million`) and
    Chinese ones (`二十五`, `三百零二`, `两`, `1.5万`). Units and per cent signs are left to the caller. Versions
    (`3.2.1`), digits inside identifiers and digit runs longer than 100 are no numbers.
    """
    flat = flatten(text)
    characters = [] if flat.isascii() else read_characters(flat)
    found = [FoundNumber(*number) for number in (*characters, *read_words(flat), *_read_digits(flat))]
    found.sort(key=lambda number: (number.start, -number.end))
    kept: list[FoundNumber] = []
    for number in found:
        if not kept or number.start >= kept[-1].end:
            kept.append(number)
    return kept


def parse_number(text: str) -> Number | None:
    """Return the number that `text` as a whole says, surrounding spaces aside; None if it is no number."""
    stripped = text.strip()
    numbers = find_numbers(stripped)
    if len(numbers) != 1 or numbers[0][1:] != (0, len(stripped)):
        return None
    return numbers[0].value


def _read_digits(flat: str) -> list[tuple[Number, int, int]]:
    found: list[tuple[Number, int, int]] = []
    for digits in _DIGITS.finditer(flat):
        suffix = _SUFFIX.match(flat, digits.end())
        scale = SCALES[suffix[1]] if suffix and suffix[1] else 1
        found.append((read_decimal(digits[0], scale), digits.start(), suffix.end() if suffix else digits.end()))
    return found
