"""English: what a speaker has, said in passing: "my three dogs", "my new Prius", "a pup named Max"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.text.relations import ENGLISH
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.lexicon_en import NUMBERS, VAGUE_HEADS
from doxa.write.extract.objects_en import Phrase, phrase_at, unsure
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_have import PETS, POSSESSIONS, is_abstract
from doxa.write.extract.subjects_en import name_at
from doxa.write.extract.words_en import Word

_OLD: Final = frozenset(
    "old former last previous first late ex lost dream next future childhood parents friend".split()
)


def mentions_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Possessions and pets that the words "my" and "our" presuppose.

    Args:
        words: The words of the sentence.
        parties: The people of the message.

    Yields:
        A draft for each thing and animal that is the speaker's.
    """
    for at, word in enumerate(words):
        if word.lower not in ("my", "our") or at + 1 >= len(words) or unsure(words, at) or _parted(words, at):
            continue
        phrase = phrase_at(words, at, min(len(words), at + 7))
        if (
            phrase is None
            or phrase.start != at + 1
            or any(one.lower in _OLD or one.lower == "'s" for one in phrase.words)
        ):
            continue
        yield from _animal(words, at, phrase, parties)
        yield from _thing(words, at, phrase, parties)
        if (
            phrase.head == "hobby"
            and len(phrase.words) > 1
            and phrase.words[0].lower not in ("new", "favorite", "favourite", "other")
        ):
            hobby = " ".join(one.text for one in phrase.words[:-1])
            yield _mine(words, at, phrase, parties, "likes", hobby)


def _parted(words: Sequence[Word], at: int) -> bool:
    """Whether the verb before says it is gone: "sold my car"."""
    return any(word.lower in _PARTING for word in words[max(0, at - 3) : at])


_PARTING: Final = frozenset(
    "sold sell selling sells lost lose losing crashed wrecked totaled miss missing missed buried returned rid".split()
)


def _animal(words: Sequence[Word], at: int, phrase: Phrase, parties: Parties) -> Iterator[Draft]:
    head = next((i for i, one in enumerate(phrase.words) if one.lower in PETS), None)
    if (
        head is None
        or phrase.words[head].lower in ("pet", "pets", "bird", "fish", "lab")
        or any(one.capital for one in phrase.words[: head + 1])
    ):
        return
    if head + 1 < len(phrase.words) and not phrase.words[head + 1].capital:
        return  # "my cat shelter"
    counted = phrase.words[0].lower in NUMBERS or phrase.words[0].lower.isdigit()
    if head + 1 == len(phrase.words) and name_at(words, phrase.end) == phrase.end and (counted or head < 2):
        value = " ".join(one.text for one in phrase.words)
        yield _mine(words, at, phrase, parties, "has_pet", value)


def _thing(words: Sequence[Word], at: int, phrase: Phrase, parties: Parties) -> Iterator[Draft]:
    new = phrase.words[0].lower == "new"
    make = _make(words, phrase)
    if make is not None:
        yield replace(_mine(words, at, phrase, parties, "owns", make.text), end=make.words[-1].end)
        return
    if phrase.head in POSSESSIONS and phrase.head not in _COMMON and len(phrase.words) <= 4:
        yield _mine(words, at, phrase, parties, "owns", phrase.text.removeprefix("new ") if new else phrase.text)
    elif (
        (new or _is_shown(words, at, phrase))
        and 1 < len(phrase.words) <= 4
        and not is_abstract(phrase.head)
        and phrase.head not in ENGLISH
    ):
        yield _mine(words, at, phrase, parties, "owns", phrase.text.removeprefix("new "))


def _is_shown(words: Sequence[Word], at: int, phrase: Phrase) -> bool:
    """Whether a thing is shown to the other: "here's my map collection", "check out my spice rack"."""
    if phrase.proper or phrase.head in VAGUE_HEADS or any(word.lower in ENGLISH for word in phrase.words):
        return False
    before = [word.lower for word in words[max(0, at - 2) : at]]
    return before in (["here", "'s"], ["this", "is"], ["check", "out"], ["look", "at"], ["here", "is"])


def _make(words: Sequence[Word], phrase: Phrase) -> Phrase | None:
    """What a possession is by name: the Tesla of "my car is a Tesla"."""
    end = phrase.end
    if phrase.head not in POSSESSIONS or end + 2 >= len(words) or words[end].lower not in ("is", "'s"):
        return None
    if words[end + 1].lower not in ("a", "an"):
        return None
    make = phrase_at(words, end + 1, min(len(words), end + 6))
    return make if make is not None and make.proper else None


_COMMON: Final = frozenset(
    """house home apartment flat place studio phone watch ring keyboard drum drums company business shop
        store collection library garden plant plants kitchen pool switch tattoo tattoos bass""".split()
)


def _mine(words: Sequence[Word], at: int, phrase: Phrase, parties: Parties, attribute: str, value: str) -> Draft:
    return Draft(Party(parties.speaker.name, "speaker"), attribute, value, words[at].start, phrase.words[-1].end)
