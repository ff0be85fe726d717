"""English: what things contain, belong to, depend on; when they take place; what was swapped for what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Party
from doxa.write.extract.lexicon_en import AUXILIARIES, MONTHS, NEGATIONS, WEEKDAYS
from doxa.write.extract.objects_en import Phrase, list_at, noun_before, phrase_at, unsure
from doxa.write.extract.parties import Parties
from doxa.write.extract.stating_en import by_verb, object_at, stated
from doxa.write.extract.words_en import Word, is_asked

PATTERNS: Final = {
    "contains": "contains", "contain": "contains", "includes": "contains", "include": "contains",
    "depends": "depends_on", "depend": "depends_on", "relies": "depends_on", "requires": "depends_on",
    "belongs": "part_of",
}  # fmt: skip
_AFTER: Final = {"depends": "on", "depend": "on", "relies": "on", "belongs": "to"}


def things_in(words: Sequence[Word], parties: Parties) -> Iterator[Draft]:
    """Claims about things in a sentence: "peanut butter cake contains wheat flour"."""
    question = is_asked(words)
    for at, word in enumerate(words):
        attribute = PATTERNS.get(word.lower)
        if attribute is None or at == 0:
            continue
        yield from _said(words, at, at + 1 + (word.lower in _AFTER), attribute, question)
    yield from _parts(words, question)
    yield from _dates(words, question)


def _said(words: Sequence[Word], verb: int, rest: int, attribute: str, question: bool) -> Iterator[Draft]:
    lower = words[verb].lower
    if lower in _AFTER and (rest > len(words) or words[rest - 1].lower != _AFTER[lower]):
        return
    before, negative = verb, False
    while before > 0 and words[before - 1].lower in NEGATIONS | AUXILIARIES | _BETWEEN:
        before -= 1
        negative = negative or words[before].lower in NEGATIONS
    subject = noun_before(words, before)
    if subject is None or unsure(words, subject.start):
        return
    end = _end(words, rest)
    for phrase in list_at(words, rest, end):
        if attribute == "depends_on" and not (subject.determiner or subject.proper or phrase.proper):
            continue
        if not phrase.vague or (phrase.determiner == "the" and attribute != "contains"):
            yield _draft(words, subject, attribute, phrase, negative, question)


_BETWEEN: Final = frozenset("also always really just actually often".split())


def _draft(
    words: Sequence[Word], subject: Phrase, attribute: str, phrase: Phrase, negative: bool, question: bool
) -> Draft:
    return Draft(
        subject=Party(subject.text, "thing"),
        attribute=attribute,
        value=phrase.text,
        start=words[subject.start].start,
        end=words[phrase.end - 1].end,
        polarity=not negative,
        mood="question" if question else "asserted",
    )


def _end(words: Sequence[Word], at: int) -> int:
    while at < len(words) and words[at].lower not in (".", "!", "?", ";", ":", "(", ")", "\n", "—", "–"):
        at += 1
    return at


def _parts(words: Sequence[Word], question: bool) -> Iterator[Draft]:
    """Read "X is part of Y", "X is made of Y"."""
    for at in range(1, len(words) - 3):
        if words[at].lower not in ("is", "are", "'s", "was"):
            continue
        j = at + 1
        negative = words[j].lower in NEGATIONS
        j += negative
        j += words[j].lower == "a"
        if j + 1 >= len(words):
            return
        attribute = PAIRS.get(f"{words[j].lower} {words[j + 1].lower}")
        subject = noun_before(words, at) if attribute else None
        if attribute is None or subject is None or unsure(words, subject.start):
            continue
        for phrase in list_at(words, j + 2, _end(words, j + 2)):
            if (not phrase.vague or phrase.determiner == "the") and phrase.head not in _PLATITUDES:
                yield _draft(words, subject, attribute, phrase, negative, question)


PAIRS: Final = {
    "part of": "part_of", "made of": "contains", "made from": "contains", "made with": "contains", "built with": "uses",
    "kept in": "located_in", "stored in": "located_in", "written in": "uses", "powered by": "uses",
}  # fmt: skip
_PLATITUDES: Final = frozenset("life love history world it everything growing being success journey process".split())
OCCASIONS: Final = frozenset(
    """meeting appointment dentist deadline exam interview call flight train party wedding concert game match class
    lesson workshop conference standup stand-up review demo release launch presentation session dinner lunch
    ceremony trip checkup check-up surgery rehearsal recital audition trial hearing delivery inspection
    movers offsite off-site retreat outing reunion picnic barbecue bbq webinar seminar""".split()
)
"""What takes place at a time."""
_WHEN: Final = WEEKDAYS | MONTHS | {"tomorrow", "today", "tonight", "next", "this", "monday's"}


def _dates(words: Sequence[Word], question: bool) -> Iterator[Draft]:
    """Read "the team meeting is on Wednesday at ten", "the meeting has been moved to Friday"."""
    if question:
        return
    for at, word in enumerate(words):
        if word.lower not in OCCASIONS or at + 2 >= len(words):
            continue
        subject, verb = noun_before(words, at + 1), at + 1
        if subject is not None and words[verb].lower in ("to", "with", "for"):
            whom = phrase_at(words, verb + 1, min(len(words), verb + 5))
            if whom is not None and whom.proper:
                verb = whom.end
                subject = Phrase(subject.start, verb, subject.determiner, tuple(words[subject.start : verb]))
        if subject is None or unsure(words, subject.start):
            continue
        start = _when_starts(words, verb)
        if start is None:
            if _called_off(words, verb):
                yield from _cancelled(words, subject, verb)
            continue
        end = _when_ends(words, start)
        when = Phrase(start, end, "", tuple(words[start:end]))
        yield replace(_draft(words, subject, "date", when, negative=False, question=False), timing="timeless")


def _when_starts(words: Sequence[Word], verb: int) -> int | None:
    lowers = [word.lower for word in words[verb : verb + 9]]
    if (
        (lowers and lowers[0] in ("is", "'s"))
        or (
            lowers[:2] in (["has", "been"], ["was", "just"], ["got", "moved"], ["is", "now"])
            or lowers[:1] in (["was"], ["'s"], ["got"])
            or lowers[:2] in (["has", "moved"], ["have", "been"])
        )
        or (lowers[:1] in (["moved"], ["shifted"], ["slipped"]) and lowers[1:2] != ["from"])
    ):
        at = 1
    else:
        return None
    while at < len(lowers) and lowers[at] in _MOVING:
        at += 1
    return verb + at if at < len(lowers) and lowers[at] in _WHEN else None


def _called_off(words: Sequence[Word], verb: int) -> bool:
    """Read "the meeting was cancelled", "the concert is off", "the trip got called off"."""
    lowers = [word.lower for word in words[verb : verb + 6]]
    if lowers[:1] not in (["is"], ["'s"], ["was"], ["got"], ["has"]):
        return False
    lowers = [lower for lower in lowers[1:] if lower not in ("been", "now", "just", "got", "actually", "getting")]
    ended = lowers[1:2] in ([], ["."], ["!"], [","], ["again"], ["today"], ["because"], ["due"], ["so"])
    return (
        lowers[:1] in (["cancelled"], ["canceled"], ["scrapped"])
        or lowers[:2] == ["called", "off"]
        or (lowers[:1] == ["off"] and ended)
    )


def _cancelled(words: Sequence[Word], subject: Phrase, verb: int) -> Iterator[Draft]:
    """It is cancelled, and on no day any more."""
    said = words[subject.start : verb + 2]
    party, start, end = Party(subject.text, "thing"), said[0].start, said[-1].end
    yield Draft(party, "status", "cancelled", start, end, timing="timeless", text="{s} is {v}")
    yield Draft(party, "date", "", start, end, polarity=False, timing="timeless", closes=("date",))


_MOVING: Final = frozenset(
    """been now just actually moved rescheduled pushed postponed scheduled set back for to until on due at""".split()
)


def _when_ends(words: Sequence[Word], start: int) -> int:
    end = start
    while end < len(words) and end - start < 8:
        lower = words[end].lower
        if not (lower in _WHEN or lower in _CLOCK or lower[0].isdigit()):
            break
        end += 1
    while end > start + 1 and words[end - 1].lower in ("at", "the", "of", "in", "on"):
        end -= 1
    return end


_CLOCK: Final = frozenset(
    """at the of in on morning afternoon evening night noon midnight half past quarter to week month am pm a.m p.m
    o'clock one two three four five six seven eight nine ten eleven twelve weekend""".split()
)


def _joined(words: Sequence[Word], start: int, end: int) -> str:
    return Phrase(start, end, "", tuple(words[start:end])).text


def moved_thing(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I moved the meeting from Tuesday to Thursday"."""
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative:
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.head not in OCCASIONS:
        return
    at = phrase.end
    while at < clause.end and clause.lower(at) not in ("to", "until", "for"):
        at += 1
    at += 1
    at += clause.lower(at) == "the"
    if clause.lower(at) in _WHEN or clause.lower(at)[:1].isdigit():
        end = _when_ends(clause.words, at)
        yield stated(
            clause, "date", _joined(clause.words, at, end), subject=Party(phrase.text, "thing"), timing="timeless"
        )


def kept(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I keep my passport in the top drawer"."""
    if clause.predicate.form not in ("present", "past") or clause.predicate.negative or clause.mood != "asserted":
        return
    thing = object_at(clause, clause.rest)
    if thing is None or thing.determiner not in ("my", "our", "the") or clause.lower(thing.end) not in _WITHIN:
        return
    place = object_at(clause, thing.end + 1)
    if place is None or place.determiner not in _ITS or {place.head, thing.head} & _NOT_KEPT:
        return
    owned = Party(thing.text, "thing")
    yield stated(clause, "located_in", place.text, subject=owned, timing="timeless", text="{s} is kept in {v}")


_WITHIN: Final = frozenset("in on under inside behind at".split())
_ITS: Final = frozenset("the my our a an".split())
_NOT_KEPT: Final = frozenset(
    """mind loop eye eyes way track dark end moment time hope faith promise balance air row line check place
    job""".split()
)


def swapped(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I switched from Java to Python"."""
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative or clause.party.role == "thing":
        return
    at = clause.rest
    at += clause.lower(at) == "over"
    old = object_at(clause, at + 1) if clause.lower(at) == "from" else None
    if old is not None:
        at = old.end
    if clause.lower(at) != "to":
        return
    new = object_at(clause, at + 1)
    if new is None or new.vague or new.determiner in ("a", "an", "my", "the"):
        return
    yield stated(clause, "uses", new.text, timing="change")
    if old is not None and not old.vague:
        yield stated(clause, "uses", old.text, timing="change", polarity=False)


def changed_number(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I changed my phone number to 555 0199"."""
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative:
        return
    phrase = object_at(clause, clause.rest)
    attribute = _CONTACTS.get(phrase.text.lower().removeprefix("my ")) if phrase is not None else None
    if phrase is None or attribute is None or clause.lower(phrase.end) != "to" or phrase.end + 1 >= clause.end:
        return
    last = phrase.end + 1
    while last + 1 < clause.end and clause.lower(last + 1)[0] in "0123456789+-(":
        last += 1
    yield stated(clause, attribute, _joined(clause.words, phrase.end + 1, last + 1), timing="change")


_CONTACTS: Final = {
    "phone number": "phone", "number": "phone", "phone": "phone", "mobile number": "phone", "cell number": "phone",
    "email": "email", "email address": "email", "e-mail": "email", "name": "name", "surname": "surname",
    "last name": "surname", "major": "major", "address": "address",
}  # fmt: skip

THINGS: Final = by_verb(
    ("change switch update", changed_number),
    ("move reschedule push postpone", moved_thing),
    ("keep store", kept),
    ("switch migrate change convert", swapped),
)
"""Rules by verb."""
