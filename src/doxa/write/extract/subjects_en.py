"""Finds who an English clause is about: I, we, my sister Ana, her name, Bob, the meeting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from doxa.text.relations import ENGLISH, MODIFIERS_EN, Relation
from doxa.write.extract.found import Party
from doxa.write.extract.lexicon_en import ADVERBS, CONJUNCTIONS, NOT_NAMES, PREPOSITIONS, PRONOUNS, TIME_WORDS
from doxa.write.extract.masks import HIDDEN, QUOTED
from doxa.write.extract.parties import COMPANY, USER, Parties
from doxa.write.extract.verbs_en import VERBS
from doxa.write.extract.words_en import Word

PROPERTY_NOUNS: Final = frozenset(
    """name surname nickname age birthday birthdate hometown job occupation profession address email e-mail phone
    location workplace number hobby hobbies major favorite favourite favorites nationality height weight boss employer
    company school anniversary birthplace color colour food city country sport team band song book movie film drink dish
    restaurant author game animal season subject fruit flower artist show series""".split()
)
BARE_RELATIONS: Final = frozenset("mom mum mam dad mommy mama daddy papa grandma grandpa granny nana".split())


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of a clause.

    Args:
        party: Whom it is about.
        start: Index of its first word.
        end: Index after its last word.
        property: The property of theirs that is spoken of, in lower case ("name", "favourite colour").
        certain: Whether it can be nothing but a subject.
        group: Others are meant with them ("we", "Bob and I").
        named: The name came with a relation word ("my sister Ana").
    """

    party: Party
    start: int
    end: int
    property: str | None = None
    certain: bool = True
    group: bool = False
    named: bool = False


_BEGINNINGS: Final = frozenset(("i", "we", "my", "our", "the", "he", "she", "his", "her", "user"))


def may_begin(words: Sequence[Word], parties: Parties) -> list[bool]:
    """Whether a subject may begin at each word; most words are ruled out by how they are written alone."""
    known = parties.known
    return [
        lower in _BEGINNINGS or text[0].isupper() or lower[0] == QUOTED or lower in known for text, lower, _, _ in words
    ]


def subject_at(words: Sequence[Word], at: int, parties: Parties, sentence: int) -> Subject | None:
    """The subject that begins at word `at`, if one does.

    Args:
        words: The words of the sentence.
        at: Index to look at.
        parties: The people of the message.
        sentence: Number of the sentence.

    Returns:
        The subject, or `None` where none begins or nobody can be named.
    """
    lower = words[at].lower
    if lower == "i":
        return Subject(parties.speaker, at, at + 1)
    if lower == "we":
        return Subject(parties.speaker, at, at + 1, group=True)
    if lower == "me" and at == 0 and len(words) > 3 and words[1].lower == "and" and words[2].lower in ("my", "our"):
        return Subject(parties.speaker, at, 4, group=True)  # "Me and my family are …"
    if lower in ("my", "our"):
        return _mine(words, at, parties, group=lower == "our")
    if lower == "user" or (lower == "the" and at + 1 < len(words) and words[at + 1].lower == "user"):
        return _the_user(words, at, parties)
    if lower == "the":
        return _the_relation(words, at, parties)
    if lower in ("he", "she", "his", "her"):
        return _pronoun(words, at, parties, sentence)
    if _bare_relation(words, at):
        return Subject(parties.related(ENGLISH[lower], None), at, at + 1, certain=False)
    return _name_subject(words, at, parties)


def _the_user(words: Sequence[Word], at: int, parties: Parties) -> Subject | None:
    """Read "User is allergic to peanuts", as agents write of the one they serve."""
    end = at + 1 + (words[at].lower == "the")
    plain = parties.speaker.name == USER and end < len(words) and words[end].text.isalpha()
    return Subject(parties.speaker, at, end, certain=False) if plain else None


def with_the_users_own(words: Sequence[Word], parties: Parties) -> list[Word]:
    """Read "the user's name is Bob", as agents write of the one they serve, as "my name is Bob"."""
    read: list[Word] = []
    at = 0
    while at < len(words):
        user = at + (words[at].lower == "the")
        after = user + 2
        if parties.speaker.name == USER and after < len(words) and _owns(words, user, after):
            read.append(Word("my", "my", words[at].start, words[user + 1].end))
            at = after
        else:
            read.append(words[at])
            at += 1
    return read


def _owns(words: Sequence[Word], user: int, after: int) -> bool:
    if words[user].lower != "user" or words[user + 1].lower != "'s" or not words[after].text.isalpha():
        return False
    if relation_at(words, after) is not None or _property(words, after) is not None:
        return True
    return after + 1 < len(words) and words[after + 1].lower in ("is", "are", "was", "were", "has")


def _the_relation(words: Sequence[Word], at: int, parties: Parties) -> Subject | None:
    """Read "The boss is Lieve": the speaker's, when a name follows."""
    found = relation_at(words, at + 1)
    if found is None or found[0].attribute not in ("manager", "knows", "works_with") or found[1] + 1 >= len(words):
        return None
    named = words[found[1]].lower in ("is", "'s") and is_name(words[found[1] + 1])
    return Subject(parties.related(found[0], None), at, found[1]) if named else None


def relation_at(words: Sequence[Word], at: int) -> tuple[Relation, int] | None:
    """The relation word after "my": "older sister" and the index after it."""
    j = at
    while j < len(words) and words[j].lower in MODIFIERS_EN:
        j += 1
    for size in (2, 1):
        phrase = " ".join(word.lower for word in words[j : j + size])
        if phrase in ENGLISH and j + size <= len(words):
            return ENGLISH[phrase], j + size
        if size == 1 and j > at and " ".join(word.lower for word in words[j - 1 : j + 1]) in ENGLISH:
            return ENGLISH[" ".join(word.lower for word in words[j - 1 : j + 1])], j + 1
    return None


def name_at(words: Sequence[Word], at: int, *, longest: int = 3) -> int:
    """Index after the name that begins at `at`; `at` itself where none does."""
    j = at
    while j < len(words) and j - at < longest and _name_word(words[j], first=j == at):
        j += 1
    return j


def is_name(word: Word) -> bool:
    """Whether a word is written as a name and is no common word."""
    return _name_word(word, first=True)


def _name_word(word: Word, *, first: bool) -> bool:
    text = word.text
    if not text[0].isupper() or len(text) < 2 or (text.isupper() and len(text) > 3):
        return False
    return word.lower not in NOT_NAMES and word.lower.replace("-", "").replace("'", "").replace(".", "").isalpha()


def _mine(words: Sequence[Word], at: int, parties: Parties, *, group: bool) -> Subject | None:
    found = relation_at(words, at + 1)
    if found is None:
        noun = _property(words, at + 1)
        if noun is None:
            return _company(words, at, parties)
        return Subject(parties.speaker, at, noun[1], noun[0], group=group)
    relation, after = found
    if (
        after + 1 < len(words)
        and words[after].lower == "'s"
        and words[after + 1].text.isalpha()
        and _object_place(words, at)
    ):
        return None  # "we celebrated my daughter's birthday"
    start, end = after, name_at(words, after)
    if end == start and after + 1 < len(words) and words[after].lower == ",":
        end = name_at(words, after + 1)
        start = after + 1
        end = end + 1 if end > start and end < len(words) and words[end].lower == "," else after
    name = " ".join(word.text for word in words[start:end] if word.lower != ",") if end > after else ""
    party = parties.related(relation, name or None)
    end = max(end, after)
    if end < len(words) and words[end].lower == "'s":
        noun = _property(words, end + 1)
        if noun is not None:
            return Subject(party, at, noun[1], noun[0], named=bool(name))
    return Subject(party, at, end, certain=not _object_place(words, at), named=bool(name))


def _company(words: Sequence[Word], at: int, parties: Parties) -> Subject | None:
    """Read "my family", "our team" where it does something."""
    end = at + 2
    if end >= len(words) or words[at + 1].lower not in COMPANY or _object_place(words, at):
        return None
    name = "family" if words[at + 1].lower == "fam" else words[at + 1].lower
    party = Party(f"{parties.speaker.name}'s {name}", "person", name)
    return Subject(party, at, end, certain=False)


def _object_place(words: Sequence[Word], at: int) -> bool:
    """Whether what stands there is more likely an object: "took my dogs", "with my sister"."""
    before = words[at - 1].lower if at else ""
    return before in VERBS or before in PREPOSITIONS - {"because", "since", "while", "before", "after"}


def _property(words: Sequence[Word], at: int) -> tuple[str, int] | None:
    """A property such as "name", "phone number", "favourite ice cream" right before its verb."""
    j = at
    while j < len(words) and j - at < 5 and words[j].text.replace("-", "").isalpha():
        lower = words[j].lower
        if lower in ("is", "are", "was", "were", "will", "has", "would"):
            break
        j += 1
    if j == at or j - at > 4 or (j < len(words) and words[j].lower not in ("is", "are", "was", "'s", "were", "has")):
        return None
    phrase = " ".join(word.lower for word in words[at:j])
    first, last = words[at].lower, words[j - 1].lower
    fits = (
        last in PROPERTY_NOUNS
        or first in ("favorite", "favourite", "fav")
        or (first == "all" and words[at + 1].lower in ("time",))
    )
    return (phrase, j) if fits else None


def _pronoun(words: Sequence[Word], at: int, parties: Parties, sentence: int) -> Subject | None:
    lower = words[at].lower
    party = parties.pronoun("m" if lower in ("he", "his") else "f", sentence)
    if party is None:
        return None
    if lower in ("he", "she"):
        return Subject(party, at, at + 1)
    noun = _property(words, at + 1)
    named_already = party.relation is not None and not party.name.endswith(party.relation)
    if noun is None or (noun[0] == "name" and named_already):
        return None
    return Subject(party, at, noun[1], noun[0])


def _bare_relation(words: Sequence[Word], at: int) -> bool:
    """Whether "Mom" stands for the speaker's mother: written like a name, with nobody's "my" before it."""
    word = words[at]
    if word.lower not in BARE_RELATIONS or not word.capital:
        return False
    return at == 0 or words[at - 1].lower not in _OTHERS_OWN


_OTHERS_OWN: Final = frozenset("a the your his her their my our as of good great love".split())


def _name_subject(words: Sequence[Word], at: int, parties: Parties) -> Subject | None:
    word = words[at]
    known = parties.knows(word.lower)
    if not known and not is_name(word):
        return None
    if at and not _may_precede(words, at):
        return None
    end = max(name_at(words, at), at + 1)
    name = " ".join(w.text for w in words[at:end])
    if name.lower() == parties.addressee or words[at].lower == parties.addressee:
        return None
    if end + 1 < len(words) and words[end].lower in ("and", "&") and words[end + 1].lower == "i":
        return Subject(parties.speaker, at, end + 2, group=True)
    party = parties.named(name)
    if end < len(words) and words[end].lower == "'s":
        noun = _property(words, end + 1)
        if noun is not None:
            return Subject(party, at, noun[1], noun[0], certain=False)
    return Subject(party, at, end, certain=False)


def _may_precede(words: Sequence[Word], at: int) -> bool:
    """Whether a subject can follow that word: after "in" or "the" a name is an object."""
    before = words[at - 1].lower
    if at > 1 and before == "you" and words[at - 2].lower == "mind":
        return True
    if before in PREPOSITIONS - {"because", "since", "while", "before", "after", "'cause", "until", "as", "like"}:
        return False
    if before in _NO_SUBJECT_AFTER:
        return False
    if not words[at - 1].text[0].isalnum():
        return True
    return before in _BEFORE_NAMES


_NO_SUBJECT_AFTER: Final = PRONOUNS - {"me"} | {"'s", HIDDEN, QUOTED}
_BEFORE_NAMES: Final = (
    CONJUNCTIONS
    | ADVERBS
    | TIME_WORDS
    | frozenset("that since because while before after said says me think heard know so well yeah as".split())
)
