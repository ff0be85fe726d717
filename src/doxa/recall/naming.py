"""The names a question may mean: its word sequences, in the forms under which names are kept.

A name matches whole words only, in their order. Separators count for nothing (`try/catch` is `try-catch`, `react.js`
is `react js`), nor does a plural or possessive ending of the last word. Scripts without spaces match anywhere, the
longest name first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from doxa.graph.aliases import alias_form
from doxa.text.patterns import lazy_pattern
from doxa.text.scripts import CJK_CLASS
from doxa.text.stopwords import ENGLISH

MAX_CHARACTERS = 8_000
"""Characters of a question that are read for names."""
MAX_WORDS = 6
"""Words of the longest name that is looked for."""
MAX_UNSPACED = 12
"""Characters of the longest name in a script without spaces."""

_UNIT = lazy_pattern(rf"[{CJK_CLASS}]|[.@#]?(?:(?![{CJK_CLASS}])[^\W_])+(?:['’&](?:(?![{CJK_CLASS}])[^\W_])+)*[+#]*")
_UNSPACED = lazy_pattern(rf"[{CJK_CLASS}]")
_POSSESSIVE = lazy_pattern(r"['’]s?$")
_MARKS = ".@#"
SEPARATORS = (" ", "-", "_")
"""What may stand between the words of a name."""
_BETWEEN_TWO = ("", ".", "/")
_PLURALS = (("ies", "y"), ("sses", "ss"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("s", ""))
_NO_PLURALS = ("ss", "us", "is", "ous")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A word sequence of a question.

    Args:
        start: Its first character.
        end: The character after it.
        said: It, as it stands there.
        forms: Normal forms of the names it may be.
    """

    start: int
    end: int
    said: str
    forms: tuple[str, ...]

    @property
    def unspaced(self) -> bool:
        """Whether it is all in a script without spaces."""
        return all(_UNSPACED.match(character) for character in self.said)

    @property
    def ambiguous(self) -> bool:
        """Whether its letters alone do not make it a name, as with `it` and `IT`, `c` and `C`."""
        form = self.forms[0]
        return form in ENGLISH or (len(form) == 1 and not self.unspaced)


@dataclass(frozen=True, slots=True)
class Unit:
    """A word, or one character of a script without spaces.

    Args:
        start: Its first character.
        end: The character after it.
        said: It, as it stands there.
        word: Its form, without the mark before it and a possessive ending.
        unspaced: Whether it is a character of a script without spaces.
    """

    start: int
    end: int
    said: str
    word: str
    unspaced: bool


def units_of(text: str) -> list[Unit]:
    """Return the words of a question in order; characters one by one in scripts without spaces."""
    return [
        Unit(
            found.start(),
            found.end(),
            found[0],
            _POSSESSIVE.sub("", alias_form(found[0].lstrip(_MARKS))),
            _UNSPACED.match(found[0]) is not None,
        )
        for found in _UNIT.finditer(text[:MAX_CHARACTERS])
    ]


def spoken_names(text: str, units: list[Unit]) -> Iterator[Spoken]:
    """Yield every word sequence that may be a name, by where it starts, then by length."""
    for first in range(len(units)):
        for last in range(first, min(first + MAX_UNSPACED, len(units))):
            part = units[first : last + 1]
            mixed = any(unit.unspaced for unit in part)
            if not mixed and (len(part) > MAX_WORDS or (len(part) > 2 and _is_loose(part))):
                continue
            said = text[part[0].start : part[-1].end]
            yield Spoken(part[0].start, part[-1].end, said, forms_of(said, part, mixed))


def forms_of(said: str, part: list[Unit], mixed: bool) -> tuple[str, ...]:
    """Return the forms of the names that a word sequence may be, the nearest first."""
    forms = [alias_form(said)]
    if not mixed:
        words = [unit.word for unit in part]
        joints = (*SEPARATORS, *_BETWEEN_TWO) if len(words) == 2 else SEPARATORS
        for last in numbers_of(words[-1]):
            forms += [joint.join((*words[:-1], last)) for joint in (joints if len(words) > 1 else joints[:1])]
    return tuple(dict.fromkeys(form for form in forms if form))


def numbers_of(word: str) -> tuple[str, ...]:
    """Return a word as it is, and in the singular or plural it would have by the rules of English."""
    found = [word]
    if len(word) < 3 or not (word.isascii() and word.isalpha()):
        return (word,)
    if not word.endswith("s"):
        found.append(word[:-1] + "ies" if word.endswith("y") and word[-2] not in "aeiou" else word + "s")
    elif len(word) > 3 and not word.endswith(_NO_PLURALS):
        found += [word.removesuffix(end) + base for end, base in _PLURALS if word.endswith(end)]
    if word.endswith(("s", "x", "ch", "sh")):
        found.append(word + "es")
    return tuple(found)


def _is_loose(part: list[Unit]) -> bool:
    """Whether a longer sequence begins or ends with a word that only joins others, as names do not."""
    return part[0].word in ENGLISH or part[-1].word in ENGLISH
