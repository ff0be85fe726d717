"""Numbers in English words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.text.decimals import Number, read_decimal
from doxa.text.patterns import lazy_pattern

_SMALL = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
_SMALL_WORDS = (_SMALL + "seventeen eighteen nineteen").split()
_TENS_WORDS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ")
_ORDINAL = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
_ORDINAL_WORDS = (_ORDINAL + "fifteenth sixteenth seventeenth eighteenth nineteenth").split()

SMALL = {word: value for value, word in enumerate(_SMALL_WORDS)}
TENS = {word: 10 * value for value, word in enumerate(_TENS_WORDS, start=2)} | {"fourty": 40}
ORDINALS = {word: value for value, word in enumerate(_ORDINAL_WORDS, start=1)}
TENTHS = {word[:-1] + "ieth": value for word, value in TENS.items()}
SCALES = {"thousand": 1_000, "million": 1_000_000, "billion": 10**9, "trillion": 10**12}
_SCALE_ORDINALS = {scale + "th": value for scale, value in SCALES.items()}
_ALL = [*SMALL, *TENS, *ORDINALS, *TENTHS, *SCALES, *_SCALE_ORDINALS, "hundred", "hundredth", "dozen", "a", "an", "and"]
NUMBER_WORDS = frozenset([*_ALL, "half", "point"])
"""The words of which numbers are made."""
_WORD = lazy_pattern(r"\b(?:" + "|".join(sorted(NUMBER_WORDS, key=lambda word: (-len(word), word))) + r")\b")
_GAP = lazy_pattern(r"[ \t\n-]{1,3}")
_NOT_ONE = lazy_pattern(r"\b(?:no|any|some|every|this|that|the|which|each|another|someone|last|next|by|good)[ -]one$")
_DEFINITE = lazy_pattern(r"(?:\b(?:the|my|his|her|our|their|its|your|every)|ty)[ -]second$")

Word = tuple[str, int, int]


@dataclass(slots=True)
class _Reading:
    """A number read so far: whole thousands, the part below the last scale, and what may follow."""

    total: int = 0
    group: int | None = None
    scale: int = 10**15
    closed: bool = False

    def value(self) -> int:
        return self.total + (self.group or 0)


def read_words(flat: str) -> list[tuple[Number, int, int]]:
    """Return (value, start, end) of each number in words in lower-cased text."""
    words = [(match[0], match.start(), match.end()) for match in _WORD.finditer(flat)]
    found: list[tuple[Number, int, int]] = []
    position = 0
    while position < len(words):
        value, count = _read_one(flat, words, position)
        if count:
            found.append((value, words[position][1], words[position + count - 1][2]))
        position += max(count, 1)
    return [number for number in found if _is_number(flat, number[1], number[2])]


def _read_one(flat: str, words: Sequence[Word], first: int) -> tuple[Number, int]:
    """Return the number that begins with word `first` and how many words it takes; 0 if none begins there."""
    reading = _Reading()
    taken = 0
    for position in range(first, len(words)):
        word = words[position][0]
        if position > first and not _GAP.fullmatch(flat, words[position - 1][2], words[position][1]):
            break
        if word == "point":
            return _with_decimals(flat, words, position, reading, taken)
        if word not in {"and", "a", "an", "half"}:
            if not _take(reading, word):
                break
            taken = position - first + 1
        elif not _may_pass(words, position, first, reading):
            break
    return reading.value(), taken


def _may_pass(words: Sequence[Word], position: int, first: int, reading: _Reading) -> bool:
    """Say whether "a", "half" or "and" may stand at `position` of a number; "a" and "half" begin one."""
    word = words[position][0]
    following = words[position + 1][0] if position + 1 < len(words) else ""
    if word == "and":
        return not reading.closed and (reading.group or 0) % 100 == 0 and reading.value() >= 100 and _is_low(following)
    if position > first and not (word in {"a", "an"} and words[first][0] == "half" and position == first + 1):
        return False
    if word == "half":
        after = words[position + 2][0] if position + 2 < len(words) else ""
        return following in {"a", "an"} and after == "dozen"
    if following == "dozen" and words[first][0] == "half":
        reading.group, reading.closed = 6, True
        return True
    reading.group = 1 if following in {"dozen", "hundred", *SCALES} else None
    return reading.group == 1


def _is_low(word: str) -> bool:
    return word in SMALL or word in TENS or word in ORDINALS or word in TENTHS


def _take(reading: _Reading, word: str) -> bool:
    """Add one number word to the reading; False if it cannot follow what was read."""
    if word == "dozen" and reading.group == 6 and reading.closed:
        return True
    if reading.closed:
        return False
    if word == "dozen":
        return _close(reading, 12 * (reading.group or 0))
    if word in {"hundred", "hundredth"}:
        return _take_hundred(reading, last=word == "hundredth")
    if word in SCALES or word in _SCALE_ORDINALS:
        return _take_scale(reading, SCALES.get(word) or _SCALE_ORDINALS[word], last=word in _SCALE_ORDINALS)
    value = SMALL.get(word, ORDINALS.get(word))
    if value is not None:
        return _take_small(reading, value, last=word in ORDINALS)
    return _take_tens(reading, TENS.get(word) or TENTHS[word], last=word in TENTHS)


def _close(reading: _Reading, group: int, *, total: int = 0) -> bool:
    reading.group, reading.closed = group, True
    return bool(group or total)


def _take_small(reading: _Reading, value: int, *, last: bool) -> bool:
    group = reading.group
    fits = group is None or (group % 100 == 0 and group) or (group % 10 == 0 and group % 100 >= 20 and 0 < value < 10)
    if not fits:
        return False
    reading.group = (group or 0) + value
    reading.closed = last or reading.group == 0
    return True


def _take_tens(reading: _Reading, value: int, *, last: bool) -> bool:
    group = reading.group
    if group is not None and 13 <= group <= 20 and not reading.total:
        reading.group = 100 * group + value  # a year said in two halves: nineteen eighty-four
    elif group is None or (group % 100 == 0 and group):
        reading.group = (group or 0) + value
    else:
        return False
    reading.closed = last
    return True


def _take_hundred(reading: _Reading, *, last: bool) -> bool:
    if reading.group is None or not 1 <= reading.group <= 99:
        return False
    reading.group *= 100
    reading.closed = last
    return True


def _take_scale(reading: _Reading, scale: int, *, last: bool) -> bool:
    if not reading.group or scale >= reading.scale:
        return False
    reading.total += reading.group * scale
    reading.group, reading.scale, reading.closed = None, scale, last
    return True


def _with_decimals(flat: str, words: Sequence[Word], point: int, reading: _Reading, taken: int) -> tuple[Number, int]:
    digits = ""
    for position in range(point + 1, len(words)):
        word, start, _ = words[position]
        if SMALL.get(word, 10) > 9 or not _GAP.fullmatch(flat, words[position - 1][2], start):
            break
        digits += str(SMALL[word])
    if not digits or not taken:
        return reading.value(), taken
    return read_decimal(f"{reading.value()}.{digits}"), taken + 1 + len(digits)


def _is_number(flat: str, start: int, end: int) -> bool:
    """Leave out "one" as a pronoun and "second" as a unit of time."""
    before = flat[max(0, start - 12) : end]
    if flat[start:end] == "one":
        return not _NOT_ONE.search(before)
    return flat[start:end] != "second" or bool(_DEFINITE.search(before))
