"""English: what somebody did and what they plan, with its time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_en import VAGUE_HEADS
from doxa.write.extract.objects_en import phrase_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_home import place_of
from doxa.write.extract.stating_en import Rule, object_at, stated, tail_of, text_of
from doxa.write.extract.subjects_en import is_name
from doxa.write.extract.verbs_en import VERBS

_DOING: Final = frozenset(
    """win finish complete pass fail run host perform publish launch release adopt paint write build create bake
    graduate enroll register compete participate volunteer donate plant hike climb camp surf celebrate organize
    organise present give teach sign join start begin open buy sell attend take make go visit read watch see cook
    break undergo recover receive earn travel fly drive design develop record apply book lose injure become move
    try explore discover spend""".split()
)
_LIGHT: Final = frozenset("take make give see get have do go try lose spend become watch read start begin".split())
_NOT_PLANNED: Final = frozenset(
    """be have do keep try think say tell know need feel see let ask check look hear give help make remember miss love
    like support enjoy cherish continue stick find put work use want show stay take-care pass hold reach believe wait
    call text send share talk chat catch hope appreciate rock kill stop admit fade happen become""".split()
)


def past_event(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """A finished doing worth keeping: "I ran a charity race last Saturday"."""
    predicate = clause.predicate
    if (
        predicate.form not in ("past", "perfect")
        or clause.party.role not in ("speaker", "person")
        or predicate.negative
    ):
        return
    if predicate.lemma not in _DOING or clause.mood != "asserted":
        return
    start, end = tail_of(clause.words, clause.rest, clause.end)
    if end == start:
        return
    phrase = phrase_at(clause.words, clause.rest, clause.end)
    if phrase is not None and (
        phrase.words[0].lower in VAGUE_HEADS or phrase.determiner in ("this", "that", "these", "those", "your")
    ):
        return
    if phrase is not None and phrase.vague and predicate.lemma in _LIGHT:
        return
    verb = clause.words[predicate.verb].lower
    yield stated(clause, "did", f"{verb} {text_of(clause.words, start, end)}", timing="event")


def went(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I went to Bruges", "I visited my grandparents in Lima", "I've been to Japan"."""
    predicate = clause.predicate
    if predicate.form not in ("past", "perfect") or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    while clause.lower(at) in ("back", "down", "over", "up", "out", "all", "the", "way") and clause.lower(at) != "":
        at += 1
    if predicate.lemma != "visit":
        if clause.lower(at) != "to":
            return
        at += 1
    phrase = object_at(clause, at)
    if phrase is None or phrase.vague and not (phrase.determiner == "the" and phrase.head in _PLACES):
        return
    if not (phrase.proper or phrase.head in _PLACES or predicate.lemma == "visit"):
        return
    yield stated(clause, "visited", phrase.text, timing="event")


_PLACES: Final = frozenset(
    """museum beach park zoo gym concert festival conference workshop wedding party lake mountains aquarium gallery
    parade retreat meetup convention exhibition exhibit fair theater theatre opera doctor dentist hospital game show
    castle waterfall forest cinema restaurant cafe island desert canyon vet class seminar group event funeral""".split()
)


def met(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I met Bob yesterday", "I had lunch with Ana on Friday"."""
    if clause.predicate.form != "past" or clause.predicate.negative or clause.party.role not in ("speaker", "person"):
        return
    at = clause.rest
    at += clause.lower(at) in ("up", "with")
    at += clause.lower(at) == "with"
    phrase = object_at(clause, at)
    if phrase is not None and all(is_name(word) for word in phrase.words):
        yield stated(clause, "met", phrase.text, timing="event")


def attended(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I attended a workshop last Friday"."""
    if clause.predicate.form not in ("past", "perfect") or clause.predicate.negative:
        return
    phrase = object_at(clause, clause.rest)
    if phrase is not None and not phrase.vague:
        yield stated(clause, "attended", phrase.text, timing="event")


def planned(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """What is going to be done: "I'm going to learn Dutch", "I'm flying to Oslo next Friday", "we plan to move"."""
    predicate = clause.predicate
    if clause.party.role not in ("speaker", "person") or clause.mood not in ("asserted", "hypothetical"):
        return
    at, lemma = _infinitive(clause)
    if (
        lemma is None
        or lemma in _NOT_PLANNED
        or (predicate.form == "future" and predicate.lemma == lemma and not _deliberate(clause))
    ):
        return
    start, end = tail_of(clause.words, at, clause.end)
    if end == start and lemma not in ("move", "travel", "retire"):
        return
    phrase = phrase_at(clause.words, at, clause.end)
    if phrase is not None and phrase.vague and phrase.determiner not in ("the", "my", "our", ""):
        return
    if phrase is not None and phrase.words[0].lower in ("it", "that", "them", "this", "you"):
        return
    text = " ".join(part for part in (lemma, text_of(clause.words, start, end)) if part)
    yield stated(clause, "plans", text, timing="plan", mood="plan" if clause.mood == "asserted" else clause.mood)


def _deliberate(clause: Clause) -> bool:
    """Whether the future is a plan rather than a promise: "going to", or "will" with a time."""
    words = clause.words
    between = words[clause.subject.end : clause.predicate.verb]
    if any(word.lower in ("going", "gonna", "about") for word in between):
        return True
    return any(word.lower in _WHEN for word in words[clause.lead : clause.end])


_WHEN: Final = frozenset(
    "tomorrow tonight next monday tuesday wednesday thursday friday saturday sunday soon later january february march april june july august september october november december weekend".split()
)


def _infinitive(clause: Clause) -> tuple[int, str | None]:
    """Index after the planned verb, and its lemma."""
    predicate, at = clause.predicate, clause.rest
    if predicate.form == "future":
        return at, predicate.lemma
    if predicate.lemma in ("plan", "intend", "decide", "arrange") and predicate.form in (
        "present",
        "progressive",
        "perfect",
        "past",
    ):
        at += clause.lower(at) == "on"
        if clause.lower(at) == "to":
            verb = VERBS.get(clause.lower(at + 1))
            return at + 2, verb.lemma if verb else clause.lower(at + 1)
        verb = VERBS.get(clause.lower(at))
        return (at + 1, verb.lemma) if verb and "ing" in verb.forms else (at, None)
    if predicate.form == "progressive" and any(word.lower in _WHEN for word in clause.words[clause.lead : clause.end]):
        return at, predicate.lemma
    return at, None


def wanted(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I want to live in Rome": a wish, never a home."""
    if (
        clause.predicate.form not in ("present", "modal", "progressive", "perfect")
        or clause.lower(clause.rest) != "to"
        or clause.predicate.negative
    ):
        return
    if clause.party.role not in ("speaker", "person"):
        return
    start, end = tail_of(clause.words, clause.rest + 1, clause.end)
    if end > start and clause.lower(start) not in _NOT_PLANNED:
        yield stated(clause, "wants", "to " + text_of(clause.words, start, end), mood="wish", timing="plan")


EVENTS: Final[Mapping[str, tuple[Rule, ...]]] = {
    "go": (went,), "visit": (went,), "be": (went,), "travel": (went,), "fly": (went,), "meet": (met,), "attend": (attended,),
    "want": (wanted,), "hope": (wanted,), "love": (wanted,), "like": (wanted,), "wish": (wanted,), "dream": (wanted,),
}  # fmt: skip
"""Rules by verb."""
