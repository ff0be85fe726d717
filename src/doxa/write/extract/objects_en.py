"""Takes the noun phrases out of an English clause: one, a list of them, or none when the words are too vague."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.write.extract.lexicon_en import (
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    MONTHS,
    NOT_LISTED,
    NUMBERS,
    POINTING,
    POSSESSIVES,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    SHOWING,
    TIME_LEADS,
    TIME_WORDS,
    UNITS,
    VAGUE_HEADS,
    WEEKDAYS,
)
from doxa.write.extract.verbs_en import NOUN_LIKE, VERBS
from doxa.write.extract.words_en import Word

_LONGEST: Final = 8
_KEPT_INSIDE: Final = frozenset(("of", "'s", "de", "'n'", "'"))


@dataclass(frozen=True, slots=True)
class Phrase:
    """A noun phrase.

    Args:
        start: Index of its first word, its article left out.
        end: Index after its last word.
        determiner: The article or other determiner before it, in lower case, or empty.
        words: The words of the phrase.
    """

    start: int
    end: int
    determiner: str
    words: tuple[Word, ...]

    @property
    def text(self) -> str:
        """As said, single spaces."""
        out = ""
        for word in self.words:
            joined = word.lower.startswith("'") or not out or (out and word.start == self._end_of(word))
            out += word.text if joined else " " + word.text
        return out

    def _end_of(self, word: Word) -> int:
        return max((other.end for other in self.words if other.start < word.start), default=-1)

    @property
    def head(self) -> str:
        """Its head noun in lower case: the last word before "of"."""
        head = ""
        for word in self.words:
            if word.lower == "of" and head:
                break
            head = word.lower
        return head

    @property
    def proper(self) -> bool:
        """Whether it holds a word written like a name."""
        return any(word.capital for word in self.words)

    @property
    def vague(self) -> bool:
        """Whether it says nothing by itself: "it", "that thing", "the way", "your photo"."""
        first = self.words[0].lower
        if first in PRONOUNS or self.determiner in POINTING or (self.head in VAGUE_HEADS and not self.proper):
            return True
        return self.determiner == "the" and not self.proper


def phrase_at(words: Sequence[Word], at: int, end: int) -> Phrase | None:
    """The noun phrase that begins at `at`, or `None`.

    Args:
        words: The words of the sentence.
        at: Index of its article or first word.
        end: Index after the clause.

    Returns:
        The phrase up to the next preposition, conjunction, time phrase or mark.
    """
    start, determiner = at, ""
    while start < end and words[start].lower in DETERMINERS and start - at < 2:
        if words[start].lower in ("that", "this") and start + 1 < end and words[start + 1].lower in PRONOUNS:
            return None
        determiner = words[start].lower
        start += 1
    stop = start
    while stop < min(end, start + _LONGEST + 1) and not stops(words, stop, end, inside=stop > start):
        stop += 1
    if stop == start or stop - start > _LONGEST:
        return None
    return Phrase(start, stop, determiner, tuple(words[start:stop]))


def stops(words: Sequence[Word], at: int, end: int, *, inside: bool) -> bool:
    """Whether a noun phrase cannot go on with the word at `at`."""
    lower = words[at].lower
    if inside and _of_a_name(words, at, end):
        return False
    if inside and lower in _KEPT_INSIDE:
        return at + 1 >= end or not _governed(words[at + 1].lower)
    if not (lower[0].isalnum() or lower[0] == "\x01" or lower == "'"):
        return True
    if lower in PREPOSITIONS or lower in CONJUNCTIONS or lower in RELATIVES or lower in AUXILIARIES:
        return True
    if lower in PRONOUNS and (inside or lower not in NUMBERS):
        return lower not in ("one", "all", "others") or inside
    if inside and lower in DETERMINERS:
        return words[at - 1].lower != "of" or lower not in _DEFINITE
    if inside and lower == "right" and at + 1 < end and words[at + 1].lower in ("now", "here", "there"):
        return True
    if inside and lower in ("named", "called"):
        return True
    return lower in TIME_WORDS or _time_starts(words, at, end, inside)


def _of_a_name(words: Sequence[Word], at: int, end: int) -> bool:
    """Whether the word is the end of a name: "McDonald's"."""
    if words[at].lower != "'s" or not words[at - 1].capital:
        return False
    following = words[at + 1].lower if at + 1 < end else ""
    return not following or following in PREPOSITIONS or following in CONJUNCTIONS or not following[0].isalnum()


def _governed(lower: str) -> bool:
    """Whether a noun phrase can go on with that word after "of": not "the CTO of a startup", "fond of it"."""
    return (
        lower[0].isalnum() and lower not in PRONOUNS | {"course"} and (lower not in DETERMINERS or lower in _DEFINITE)
    )


_DEFINITE: Final = frozenset("the my our".split())


def _time_starts(words: Sequence[Word], at: int, end: int, inside: bool) -> bool:
    lower = words[at].lower
    following = words[at + 1].lower if at + 1 < end else ""
    timely = (
        following in UNITS
        or following in WEEKDAYS
        or following in MONTHS
        or following in ("fri", "mon", "tue", "thu")
        or following in ("time", "few", "couple")
    )
    if lower in TIME_LEADS and timely:
        return True
    if lower in WEEKDAYS:
        return inside or not following.isalpha() or following in PREPOSITIONS
    if (lower.isdigit() or lower in NUMBERS or lower == "a") and following in UNITS:
        return True
    return inside and lower in MONTHS and following.isdigit()


def list_at(words: Sequence[Word], at: int, end: int, *, longest: int = 8) -> list[Phrase]:
    """The phrases of a list that begins at `at`: "peanuts, cashews and tree nuts".

    Args:
        words: The words of the sentence.
        at: Index of its first word.
        end: Index after the clause.
        longest: Most items taken.

    Returns:
        The phrases in order; fixed pairs such as "mac and cheese" stay one.
    """
    first = phrase_at(words, at, end)
    if first is None:
        return []
    phrases = [first]
    while len(phrases) < longest:
        item = _next_item(words, phrases[-1], end)
        if item is None:
            return phrases
        joined = " ".join(word.lower for word in words[phrases[-1].start : item.end])
        if joined in NOT_LISTED:
            last = phrases.pop()
            phrases.append(Phrase(last.start, item.end, last.determiner, tuple(words[last.start : item.end])))
        else:
            phrases.append(item)
    return phrases


def _next_item(words: Sequence[Word], last: Phrase, end: int) -> Phrase | None:
    at = last.end
    if at >= end or words[at].lower not in (",", "and", "or", "&"):
        return None
    comma_only = words[at].lower == ","
    at += 1
    if at < end and words[at].lower in ("and", "or", "&"):
        at, comma_only = at + 1, False
    while at < end and words[at].lower in ("also", "even", "especially", "of", "course"):
        at += 1
    item = phrase_at(words, at, end) if at < end else None
    if item is not None and len(item.words) == 1 and _past_only(item.words[0]):
        return None  # "I visited a castle and met …"
    if item is None or item.words[0].lower in PRONOUNS or item.determiner in POSSESSIVES:
        return None
    if comma_only and not _list_goes_on(words, item, end):
        return None
    return item


def _past_only(word: Word) -> bool:
    verb = VERBS.get(word.lower)
    return verb is not None and "past" in verb.forms and "base" not in verb.forms and word.lower not in NOUN_LIKE


def _list_goes_on(words: Sequence[Word], item: Phrase, end: int) -> bool:
    """Whether after "A, B" another "," or "and C" follows, so that the comma separates items."""
    at = item.end
    for _ in range(12):
        if at >= end:
            return False
        lower = words[at].lower
        if lower in ("and", "or", "&"):
            return True
        if lower != ",":
            return False
        if at + 1 < end and words[at + 1].lower in ("and", "or", "&"):
            return True
        following = phrase_at(words, at + 1, end)
        if following is None:
            return False
        at = following.end
    return False


_OPENERS: Final = frozenset(
    ("and", "but", "so", "because", "since", "that", "while", "as", "then", "also", "though", "or", "which")
)


def noun_before(words: Sequence[Word], end: int) -> Phrase | None:
    """The noun phrase right before index `end`, if a clause begins with it."""
    start = end
    while start > 0 and end - start < 7:
        lower = words[start - 1].lower
        if lower in _OPENERS or not (lower[0].isalnum() or lower == "'s"):
            break
        start -= 1
    while start < end and words[start].lower in _INTERJECTIONS:
        start += 1
    phrase = phrase_at(words, start, end) if start < end else None
    if (
        phrase is None
        or phrase.end != end
        or phrase.determiner in SHOWING
        or phrase.head in ("it", "that", "this", "one", "i", "we")
    ):
        return None
    return phrase


_INTERJECTIONS: Final = frozenset("yes no well actually so and but btw fyi note apparently".split())


def unsure(words: Sequence[Word], start: int) -> bool:
    """Whether "if", "maybe" or a question stands before index `start`."""
    return any(
        word.lower in ("if", "whether", "unless", "suppose", "does", "do", "maybe", "perhaps") for word in words[:start]
    )
