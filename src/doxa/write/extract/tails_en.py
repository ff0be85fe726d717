"""Takes what follows an English verb as one phrase, and turns it to the third person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from doxa.write.extract.lexicon_en import DETERMINERS, MONTHS, PREPOSITIONS, PRONOUNS, TIME_WORDS, UNITS, WEEKDAYS
from doxa.write.extract.objects_en import Phrase, stops
from doxa.write.extract.verbs_en import NOUN_LIKE, VERBS
from doxa.write.extract.words_en import Word

_CLOSING: Final = frozenset(
    """so because but which if when while since until lol haha too again as & where who whom what how why that though
    although whenever whether cuz cos than like such even""".split()
)
_DANGLING: Final = frozenset(
    """and or to in on at the for with a an from by of about my our his her their also then just really only even
    almost under""".split()
)
_TIMELY: Final = (
    WEEKDAYS
    | MONTHS
    | UNITS
    | frozenset("noon midnight christmas easter thanksgiving halloween mon tue tues thu thurs fri".split())
)
_TIME_INNER: Final = frozenset(
    """the a an this next last coming early late few couple two three four five six one of my past first second third
    other whole same entire""".split()
)
_TIME_PREPOSITIONS: Final = frozenset(
    "on in at by during for this next last over around every each within after before".split()
)
_THIRD: Final = {
    "my": "their", "our": "their", "me": "them", "us": "them", "i": "they", "we": "they", "myself": "themselves",
    "ourselves": "themselves", "mine": "theirs", "'m": "are",
}  # fmt: skip
_OTHERS: Final = {"my": "{s}'s", "our": "{s}'s", "me": "{s}"}
_BLOCKING: Final = frozenset(
    "it them that this you him her me us these those your yourself i we he she they not n't never".split()
)
_FINITE: Final = frozenset("is are was were am 'm 're has had will would could can should does did".split())
_REFLEXIVES: Final = frozenset("myself ourselves himself herself itself themselves".split())
_ONE_ONLY: Final = frozenset("world planet".split())
_SHARED_WORLD: Final = frozenset("life year week month summer winter spring fall".split())
_NOBODY: Final = frozenset("someone somebody anyone anybody everyone everybody".split())
_UNSAID: Final = frozenset("it something anything everything".split())
_UNFINISHED: Final = frozenset(
    """doing making having getting using taking being going trying learning some any more all few couple bit lot one
        ones ton tons bunch""".split()
)
_LONGEST: Final = 12


def tail_of(words: Sequence[Word], at: int, end: int, *, longest: int = _LONGEST) -> tuple[int, int]:
    """The phrase from `at` up to the time phrase, comma or clause that closes it, prepositions kept.

    Args:
        words: The words of the sentence.
        at: Index of its first word.
        end: Index after the clause.
        longest: Most words taken.

    Returns:
        Its first index and the index after its last word; the same where it is empty or too long.
    """
    stop = at
    while stop < end and not _closes(words, stop, end, first=stop == at):
        stop += 1
    while stop > at and words[stop - 1].lower in _DANGLING:
        stop -= 1
    return (at, stop) if stop - at <= longest else (at, at)


def _closes(words: Sequence[Word], at: int, end: int, *, first: bool) -> bool:
    lower = words[at].lower
    following = words[at + 1].lower if at + 1 < end else ""
    if lower == "that" and at and words[at - 1].lower in PREPOSITIONS:
        return False
    if first and lower in ("as", "together") and following in DETERMINERS:
        return False  # "volunteer as a mentor", "put together a show"
    if (lower == "so" and following in ("many", "much")) or (lower in _CLOSING_BEFORE and _degree(lower, following)):
        return False
    if (
        (lower in _CLOSING and not _initials(words[at]))
        or lower in TIME_WORDS
        or not (lower[0].isalnum() or lower[0] in "\x01'")
    ):
        return True
    if lower == "and" and (
        following in PRONOUNS or following in DETERMINERS or following in ("also", "then", "just", "so", "really")
    ):
        return True
    return time_at(words, at, end) and not (first and lower in ("the", "a", "an", "my", "two", "three", "first"))


_CLOSING_BEFORE: Final = {"even": frozenset(("though", "if", "when", "as")), "such": frozenset(("as",))}
"""Words that close a phrase before these only: "even though", not "even bigger plans"."""


def _initials(word: Word) -> bool:
    """Whether a word is one for its letters: "my new SO"."""
    return len(word.text) > 1 and word.text.isupper()


def _needs_more(lower: str) -> bool:
    verb = VERBS.get(lower)
    return verb is None or ("base" in verb.forms and lower not in NOUN_LIKE) or lower in _TAKING


_TAKING: Final = frozenset("try use start keep make take help find see show share".split())


def _degree(lower: str, following: str) -> bool:
    return following.isalpha() and following not in _CLOSING_BEFORE[lower]


def time_at(words: Sequence[Word], at: int, end: int) -> bool:
    """Whether a time phrase begins at `at`: "on Friday", "last week", "a few days ago"."""
    lower = words[at].lower
    if lower == "the" and at + 2 < end and words[at + 1].lower == "day" and words[at + 2].lower in ("after", "before"):
        return True
    if lower in _TIME_PREPOSITIONS or lower in _TIME_INNER or lower.isdigit():
        for word in words[at + 1 : min(end, at + 5)]:
            if word.lower in _TIMELY or (word.lower[:1].isdigit() and lower in ("in", "on", "at", "by", "around")):
                return True
            if word.lower not in _TIME_INNER and not word.lower.isdigit():
                return False
        return False
    return lower in WEEKDAYS and stops(words, at, end, inside=True)


def time_end(words: Sequence[Word], at: int, end: int) -> int:
    """Index after the time phrase that begins at `at`."""
    while at < end and (words[at].lower in _TIMELY | _TIME_INNER | _TIME_PREPOSITIONS or words[at].lower.isdigit()):
        at += 1
        if words[at - 1].lower in _TIMELY:
            break
    return at + (at < end and words[at].lower in ("ago", "night", "morning", "evening", "afternoon"))


def text_of(words: Sequence[Word], start: int, end: int) -> str:
    """Words as one phrase with single spaces."""
    return Phrase(start, end, "", tuple(words[start:end])).text if end > start else ""


def _made_it(verb: str, tail: Sequence[Word]) -> bool:
    """Whether "it" is a part of what is said: "made it to the finals"."""
    made = verb in ("made", "make") and len(tail) > 2 and tail[0].lower == "it" and tail[1].lower in ("to", "through")
    return made and all(word.lower not in _UNSAID for word in tail[1:])


def _complete(tail: Sequence[Word], *, speaker: bool) -> bool:
    """Whether a tail says all by itself: it neither points at something unsaid nor breaks off."""
    first, last = tail[0].lower, tail[-1].lower
    if len(tail) == 1 and first in ("up", "down", "out", "over", "back", "around", "off"):
        return False
    others = first == "me" and not speaker and len(tail) > 2
    if (first in _BLOCKING and not others) or last in _UNFINISHED | _NOBODY or last in _BLOCKING - {"her", "me", "us"}:
        return False
    return all(word.lower not in _UNSAID for word in tail)


def _introduced(tail: Sequence[Word], at: int) -> Word:
    """Read "finished this amazing series", "ended up in this contest" of one that is new to the listener."""
    word, following = tail[at], tail[at + 1].lower if at + 1 < len(tail) else ""
    new = word.lower == "this" and following.isalpha() and following not in _SHARED_WORLD
    if not new or not (at == 0 or tail[at - 1].lower in PREPOSITIONS):
        return word
    article = "the" if following in _ONE_ONLY else "an" if following[0] in "aeiou" else "a"
    return word._replace(text=article, lower=article)


def deed_of(
    words: Sequence[Word], verb: str, at: int, end: int, *, speaker: bool = True, teller: str | None = None
) -> str | None:
    """A verb with its tail as a value: "hurt their ankle"; `None` when the tail points at something unsaid.

    Args:
        words: The words of the sentence.
        verb: The verb as it is to be said.
        at: Index of the first word after it.
        end: Index after the clause.
        speaker: Whether it is the speaker's doing; of another's, "me" is not "them".
        teller: The speaker's name, for "me" and "my" in another's doing; without it there is none that has them.

    Returns:
        The phrase with the speaker in the third person.
    """
    start, stop = tail_of(words, at, end)
    while stop > start + 1 and words[stop - 1].lower in _REFLEXIVES:
        stop -= 1
    cut_off = stop < end and words[stop].lower[0].isalnum()
    if stop - start > 2 and words[stop - 2].lower == "to" and cut_off and _needs_more(words[stop - 1].lower):
        stop -= 2  # "a window to remind …": whom and of what was cut off
    tail = words[start:stop]
    if any(word.lower in _FINITE for word in tail):
        return None  # another clause begins in it
    if len(tail) > 2 and tail[0].lower == "this" and tail[1].lower in PREPOSITIONS:
        tail = tail[1:]  # "painted this with a sense of joy"
    tail = [_introduced(tail, at) for at in range(len(tail))]
    if not tail or not (_complete(tail, speaker=speaker) or _made_it(verb, tail)):
        return None
    if not speaker and any(word.lower in _THIRD for word in tail):
        if teller is None or any(word.lower in _THIRD.keys() - _OTHERS.keys() for word in tail):
            return None
        said = tuple(word._replace(text=_OTHERS.get(word.lower, "{w}").format(s=teller, w=word.text)) for word in tail)
    else:
        said = tuple(Word(_THIRD.get(word.lower, word.text), word.lower, word.start, word.end) for word in tail)
    return f"{verb} {Phrase(start, stop, '', said).text}"
