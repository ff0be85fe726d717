"""English: work and study: where, as what, joined, left, promoted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.employers_en import plain_employer
from doxa.write.extract.found import Draft
from doxa.write.extract.objects_en import Phrase
from doxa.write.extract.occupations_en import FIELDS, OCCUPATIONS
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_profile import employer_of, occupation_at
from doxa.write.extract.stating_en import by_verb, object_at, stated

_JOB_WORDS: Final = frozenset("job position role gig internship work".split())
_FORMS: Final = frozenset(("present", "past", "perfect", "progressive", "used"))


def _work(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in _FORMS or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    while clause.lower(at) in _BESIDE_WORK:
        at += 1
    word = clause.lower(at)
    if word in ("at", "for", "with"):
        phrase = object_at(clause, at + 1)
        employer = employer_of(phrase)
        if employer is not None and phrase is not None and (word != "with" or False):
            yield stated(clause, "employer", employer)
            if clause.lower(phrase.end) == "as":
                yield from occupation_at(clause, phrase.end + 1)
    elif word == "as":
        yield from occupation_at(clause, at + 1)
    elif word == "in":
        yield from _work_in(clause, object_at(clause, at + 1))


_BESIDE_WORK: Final = frozenset("full-time part-time full part time remotely there now mostly over nights hard".split())


def _work_in(clause: Clause, phrase: Phrase | None) -> Iterator[Draft]:
    if phrase is None or phrase.determiner in ("this", "that", "my", "the"):
        return
    if phrase.head in FIELDS:
        yield stated(clause, "occupation", phrase.text, text="{s} works in {v}")
    elif phrase.proper and not phrase.determiner:
        yield stated(clause, "work_location", phrase.text)


def _join(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative:
        return
    phrase = object_at(clause, clause.rest)
    if (
        phrase is not None
        and phrase.proper
        and not phrase.determiner
        and clause.lower(phrase.end) in ("", "as", "in", "last", "this", ",", "on", "and", "two", "a", "yesterday")
    ):
        yield stated(clause, "employer", phrase.text, timing="change")
        if clause.lower(phrase.end) == "as":
            yield from _as_occupation(clause, phrase.end + 1)


def _start(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I started at Eni", "I started working for Eni", "I started a new job at Eni"."""
    if (
        clause.predicate.form not in ("past", "perfect")
        or clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    at = clause.rest
    if clause.lower(at) in ("working", "work"):
        at += 1
    else:
        at = _after_job(clause, at) or at
    if clause.lower(at) == "as":
        yield from _as_occupation(clause, at + 1)
    elif clause.lower(at) in ("at", "with", "for"):
        phrase = object_at(clause, at + 1)
        if phrase is not None and phrase.proper and employer_of(phrase):
            yield stated(clause, "employer", phrase.text, timing="change")
            if clause.lower(phrase.end) == "as":
                yield from _as_occupation(clause, phrase.end + 1)


def _as_occupation(clause: Clause, at: int) -> Iterator[Draft]:
    phrase = object_at(clause, at)
    if phrase is not None and phrase.head in OCCUPATIONS:
        yield stated(clause, "occupation", phrase.text, timing="change")


def _after_job(clause: Clause, at: int) -> int | None:
    """Index after "a new job", `None` where no job is spoken of."""
    phrase = object_at(clause, at)
    return phrase.end if phrase is not None and phrase.head in _JOB_WORDS else None


def _get_job(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I got a job at Eni (as a welder)", "accepted an offer from Eni", "got promoted to lead engineer"."""
    if (
        clause.predicate.form not in ("past", "perfect")
        or clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    if clause.predicate.lemma == "get" and clause.lower(clause.rest) in _DONE_TO:
        yield from be_work(clause, parties)
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.head not in _JOB_WORDS | {"offer"}:
        return
    if phrase.head == "offer" and clause.predicate.lemma != "accept":
        return
    if clause.lower(phrase.end) in ("at", "with", "from"):
        company = object_at(clause, phrase.end + 1)
        if company is not None and company.proper:
            yield stated(clause, "employer", company.text, timing="change")
            phrase = company
    if clause.lower(phrase.end) == "as":
        yield from _as_occupation(clause, phrase.end + 1)


_DONE_TO: Final = frozenset("promoted hired employed recruited laid fired let".split())


def _promoted(clause: Clause, at: int) -> Iterator[Draft]:
    if clause.lower(at) == "to":
        phrase = object_at(clause, at + 1)
        if phrase is not None and not phrase.vague:
            yield stated(clause, "occupation", phrase.text, timing="change")


def _leave(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I left Eni", "I quit my job at Eni", "I resigned from Eni", "I retired from Eni"."""
    if (
        clause.predicate.form not in ("past", "perfect")
        or clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    at, lemma = clause.rest, clause.predicate.lemma
    job = _after_job(clause, at)
    if job is not None and clause.lower(job) in ("at", "with"):
        at = job + 1
    elif lemma in ("resign", "retire", "part") and clause.lower(at) == "from":
        at += 1
    elif lemma not in ("quit", "leave"):
        return
    phrase = object_at(clause, at)
    if phrase is None or (lemma == "leave" and job is None and not _left_for_good(clause, phrase)):
        return
    if phrase.proper and phrase.determiner not in ("my", "the"):
        yield stated(clause, "employer", phrase.text, timing="change", polarity=False)


def left_job(clause: Clause) -> bool:
    """Whether a finished clause ends a job whose employer it does not name: "I quit", "I lost my job"."""
    at, lemma = clause.rest, clause.predicate.lemma
    word, following = clause.lower(at), clause.lower(at + 1)
    if lemma in ("be", "get"):
        laid = word in ("laid", "let") and following in ("off", "go")
        end = at + (2 if laid else 1)
        dismissed = laid or word in ("fired", "sacked") or (word, following) == ("made", "redundant")
        return dismissed and clause.lower(end) not in ("from", "by", "at", "up")
    if lemma in ("resign", "retire"):
        return word != "from"
    if lemma not in ("quit", "leave", "lose"):
        return False
    job = _after_job(clause, at)
    if job is not None:
        return clause.lower(at) in ("my", "the", "that", "work") and clause.lower(job) not in ("at", "with")
    return lemma == "quit" and clause.subject.start == clause.predicate.verb - 1 and word in _AFTER_QUIT


_AFTER_QUIT: Final = frozenset(("", ",", "last", "this", "yesterday", "today", "because", "after", "in", "on"))


def _left_for_good(clause: Clause, phrase: Phrase) -> bool:
    """Whether "I left Google" ends there or goes on with when or why, not "I left Google Maps open"."""
    return plain_employer(phrase) and clause.lower(phrase.end) in _AFTER_LEFT


_AFTER_LEFT: Final = frozenset(("", ",", "in", "last", "this", "two", "three", "after", "because", "to", "for", "and"))


def be_work(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I was laid off from Eni", "I got hired by Eni", "I've been promoted to lead"."""
    yield from _now_at(clause)
    if (
        clause.predicate.form not in ("past", "perfect")
        or clause.predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    at, word = clause.rest, clause.lower(clause.rest)
    if word == "promoted":
        yield from _promoted(clause, at + 1)
    elif word in ("hired", "employed", "recruited") and clause.lower(at + 1) in ("by", "at"):
        phrase = object_at(clause, at + 2)
        if phrase is not None and phrase.proper:
            yield stated(clause, "employer", phrase.text, timing="change")
    elif (word, clause.lower(at + 1)) in (("laid", "off"), ("let", "go")) or word == "fired":
        j = at + (1 if word == "fired" else 2)
        phrase = object_at(clause, j + 1) if clause.lower(j) in ("from", "by", "at") else None
        if phrase is not None and phrase.proper:
            yield stated(clause, "employer", phrase.text, timing="change", polarity=False)


def _now_at(clause: Clause) -> Iterator[Draft]:
    """Read "I changed jobs, I'm at Globex now": where somebody is, after work was spoken of."""
    if clause.predicate.form != "present" or clause.predicate.negative or clause.lower(clause.rest) != "at":
        return
    phrase = object_at(clause, clause.rest + 1)
    before = {word.lower for word in clause.words[: clause.lead]}
    if phrase is not None and phrase.proper and not phrase.determiner and before & _OF_WORK and clause.has("now"):
        yield stated(clause, "employer", phrase.text, timing="change")


_OF_WORK: Final = frozenset("job jobs employer employers company companies work role roles position".split())


def _study(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in _FORMS or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    phrase = object_at(clause, at) if clause.lower(at) not in ("at", "in", "for", "with", "hard") else None
    if (
        phrase is not None
        and not phrase.vague
        and not phrase.determiner
        and phrase.words[0].lower not in ("abroad", "hard", "together", "all", "more", "really")
    ):
        if clause.lower(phrase.end) in ("", "at", ",", "in", "and", "now"):
            yield stated(clause, "major", phrase.text)
        at = phrase.end
    if clause.lower(at) == "at":
        school = object_at(clause, at + 1)
        if school is not None and school.proper:
            yield stated(clause, "school", school.text)


def _graduate(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if (
        clause.predicate.form not in ("past", "perfect")
        or clause.predicate.negative
        or clause.lower(clause.rest) != "from"
    ):
        return
    school = object_at(clause, clause.rest + 1)
    if school is not None and school.proper:
        yield stated(clause, "school", school.text, timing="left")


WORK: Final = by_verb(
    ("work", _work),
    ("join", _join),
    ("start begin", _start),
    ("get land accept take find", _get_job),
    ("leave quit resign retire", _leave),
    ("study", _study),
    ("graduate", _graduate),
)
"""Rules by verb."""
