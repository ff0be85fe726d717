"""English words with their places: contractions are taken apart, so that every auxiliary is a word."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from doxa.write.extract.masks import QUOTED


class Word(NamedTuple):
    """A word or mark: as written, in lower case, and where it stands in the content."""

    text: str
    lower: str
    start: int
    end: int

    @property
    def capital(self) -> bool:
        """Whether it is written like a name (or stands in quotation marks, like a title)."""
        return self.text[0].isupper() or self.lower[0] == QUOTED


_WORD = re.compile(
    rf"{QUOTED}+|\b(?:St|Mt|Ft)\.(?= (?!(?:It|The|We|I|He|She|They|My|Our|This|That|There|But|And|So|You)\b)[A-Z])"
    r"|[^\W_]+(?:['’./&@_-][^\W_]+)*(?:\+\+|#|\+(?!\w))?|(?P<row>[-–—=*~#•])(?P=row)+|[^\w\s]|_+"
)
_ENDINGS: Final = ("n't", "'m", "'re", "'s", "'ve", "'ll", "'d")
_SLANG: Final = {
    "im": (1, "i", "'m"),
    "ive": (1, "i", "'ve"),
    "dont": (2, "do", "n't"),
    "doesnt": (4, "does", "n't"),
    "didnt": (3, "did", "n't"),
    "cant": (2, "can", "n't"),
    "isnt": (2, "is", "n't"),
    "wasnt": (3, "was", "n't"),
    "cannot": (3, "can", "not"),
    "wanna": (3, "want", "to"),
    "gotta": (3, "got", "to"),
    "whats": (4, "what", "'s"),
    "thats": (4, "that", "'s"),
}
_NEGATED: Final = {"ca": "can", "wo": "will", "sha": "shall", "ai": "is"}


def words_of(content: str, text: str, start: int, end: int) -> list[Word]:
    """The words of `text[start:end]`, with offsets into it.

    Args:
        content: The message, for words as they were written.
        text: The same, masked.
        start: First character of the sentence.
        end: First character after it.

    Returns:
        Words and marks in order; "I'm" is two words, "can't" is "can" and "n't", a quoted title is one.
    """
    words: list[Word] = []
    for match in _WORD.finditer(text, start, end):
        found = match[0]
        if found[0] == QUOTED:
            quoted = content[match.start() : match.end()].strip("\"“”「」『』'‘’")
            words.append(Word(quoted or " ", found, match.start(), match.end()))
        elif match["row"]:
            words.append(Word(found, match["row"], *match.span()))
        elif (found.isalpha() and (lower := found.lower()) not in _SLANG) or (
            len(found) == 1 and found != "’" and (lower := found.lower())
        ):
            words.append(Word(found, lower, *match.span()))
        else:
            _add(words, found, match.start())
    return words


def _add(words: list[Word], text: str, start: int) -> None:
    lower = text.lower().replace("’", "'")
    if lower in _SLANG:
        cut, first, second = _SLANG[lower]
        words.append(Word(text[:cut], first, start, start + cut))
        words.append(Word(text[cut:], second, start + cut, start + len(text)))
        return
    if "'" in lower:
        for ending in _ENDINGS:
            if lower.endswith(ending) and len(lower) > len(ending):
                cut = len(lower) - len(ending)
                stem = lower[:cut]
                stem = _NEGATED.get(stem, stem) if ending == "n't" else stem
                words.append(Word(text[:cut], stem, start, start + cut))
                words.append(Word(text[cut:], ending, start + cut, start + len(text)))
                return
    words.append(Word(text, lower, start, start + len(text)))


def is_asked(words: Sequence[Word]) -> bool:
    """Say whether words end in a question mark, a bracket or quotation mark behind it or not."""
    return any(word.lower == "?" for word in words[-2:])
