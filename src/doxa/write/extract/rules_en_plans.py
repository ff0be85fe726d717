"""English: what somebody plans, wishes, does regularly and is in the middle of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Mood
from doxa.write.extract.lexicon_en import MONTHS, POINTING, WEEKDAYS, YOU
from doxa.write.extract.objects_en import phrase_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.rules_en_things import OCCASIONS
from doxa.write.extract.stating_en import by_verb, object_at, stated
from doxa.write.extract.tails_en import deed_of, tail_of, text_of, time_at
from doxa.write.extract.verbs_en import VERBS

_NOT_PLANNED: Final = frozenset(
    """be have do keep try think say tell know need feel see let ask check look hear give help make remember miss love
    like support enjoy cherish continue stick find put work use want show stay take-care pass hold reach believe wait
    call text send share talk chat catch hope appreciate rock kill stop admit fade happen become get give focus turn
    push challenge embrace""".split()
)
_WHEN: Final = WEEKDAYS | MONTHS - {"may"} | {"tomorrow", "tonight", "next", "soon", "later", "weekend"}
_REGULARLY: Final = frozenset("usually often always regularly normally typically generally sometimes".split())


def planned(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """What is going to be done: "I'm going to learn Dutch", "I'm flying to Oslo next Friday", "we plan to move"."""
    if clause.party.role not in ("speaker", "person") or clause.mood not in ("asserted", "hypothetical"):
        return
    at, lemma = _infinitive(clause)
    if lemma is None or not _plannable(clause, lemma, at):
        return
    deed = deed_of(clause.words, lemma, at, clause.end, speaker=clause.party.role == "speaker")
    if deed is None and not (lemma in _INTRANSITIVE and (at >= clause.end or time_at(clause.words, at, clause.end))):
        return
    phrase = phrase_at(clause.words, at, clause.end)
    if phrase is not None and (
        phrase.determiner in POINTING - {"our", "my", "his", "her"} or phrase.head in ("best", "way")
    ):
        return
    mood = "plan" if clause.mood == "asserted" else clause.mood
    yield stated(clause, "plans", deed or lemma, timing="plan", mood=mood)


_INTRANSITIVE: Final = frozenset("move travel retire graduate return leave".split())
_TYING: Final = frozenset("married engaged divorced surgery".split())


def _plannable(clause: Clause, lemma: str, at: int) -> bool:
    form = clause.predicate.form
    if lemma == "get" and clause.lower(at) in _TYING:
        return True
    if lemma == "be":
        there = clause.lower(at) == "in" and at + 1 < clause.end and clause.words[at + 1].capital
        return form == "future" and there and _deliberate(clause)
    if lemma in _NOT_PLANNED and not (lemma == "have" and form in ("present", "progressive")):
        return False
    return form != "future" or _deliberate(clause)


def _deliberate(clause: Clause) -> bool:
    """Whether the future is a plan rather than a promise: "going to", or "will" with a time."""
    words = clause.words
    between = words[clause.subject.end : clause.predicate.verb]
    if any(word.lower in ("going", "gonna", "about") for word in between):
        return True
    return _when_said(clause)


def _when_said(clause: Clause) -> bool:
    """Whether a clause says when; may is a month where it is written as one, behind "in" or its like."""
    words = clause.words[clause.lead : clause.end]
    if any(word.lower in _WHEN for word in words):
        return True
    return any(
        word.text == "May" and (before.lower in _BEFORE_MONTH or before.text[0].isdigit())
        for before, word in pairwise(words)
    )


_BEFORE_MONTH: Final = frozenset("in by on this next of mid early late until since for".split())


def has_decided(clause: Clause) -> bool:
    """Whether somebody has decided to do something, which is yet to be done: "I've decided to postpone it"."""
    predicate = clause.predicate
    return predicate.lemma == "decide" and predicate.form == "perfect" and clause.lower(clause.rest) == "to"


def _infinitive(clause: Clause) -> tuple[int, str | None]:
    """Index after the planned verb, and its lemma."""
    predicate, at = clause.predicate, clause.rest
    if predicate.form in ("future", "progressive") and predicate.lemma == "get" and clause.lower(at) in _TYING:
        return at, "get"
    if predicate.form == "future":
        return at, predicate.lemma
    if predicate.lemma in ("plan", "intend", "arrange") and predicate.form in ("present", "progressive", "perfect"):
        at += clause.lower(at) == "on"
        at += clause.lower(at) == "to"
        verb = VERBS.get(clause.lower(at))
        if verb is None:
            return at + 1, clause.lower(at) if clause.lower(at - 1) == "to" and clause.lower(at).isalpha() else None
        return (at + 1, verb.lemma) if "ing" in verb.forms or clause.lower(at - 1) == "to" else (at, None)
    if has_decided(clause):
        verb = VERBS.get(clause.lower(at + 1))
        return at + 2, clause.lower(at + 1) if verb is None else verb.lemma
    begun = predicate.form == "present" and predicate.lemma in _SCHEDULED
    if begun and predicate.lemma == "have":
        phrase = object_at(clause, at)
        begun = phrase is not None and phrase.head in OCCASIONS and phrase.determiner in ("a", "an", "my", "our")
    if (predicate.form == "progressive" or begun) and _when_said(clause):
        return at, predicate.lemma
    return at, None


_SCHEDULED: Final = frozenset("start leave fly move begin finish have".split())


def wanted(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I want to live in Rome": a wish, never a home."""
    form = clause.predicate.form
    if form not in ("present", "modal", "progressive", "perfect") or clause.predicate.negative:
        return
    if clause.lower(clause.rest) != "to" or clause.party.role not in ("speaker", "person"):
        return
    if clause.predicate.lemma in ("love", "like") and form != "modal":
        return
    start, end = tail_of(clause.words, clause.rest + 1, clause.end)
    cut_off = end == start + 1 and end < clause.end and not time_at(clause.words, end, clause.end)
    if end <= start or clause.lower(start) in _NOT_PLANNED | _TOLD or cut_off:
        return
    speaker, verb = clause.party.role == "speaker", clause.words[start].text
    deed = verb if end == start + 1 else deed_of(clause.words, verb, start + 1, clause.end, speaker=speaker)
    if deed is not None and not YOU & set(deed.lower().split()):
        yield stated(clause, "wants", f"to {deed}", mood=_wished(clause), timing="plan")


_TOLD: Final = frozenset("share show tell ask".split())


def _wished(clause: Clause) -> Mood:
    """A wish, unless it is asked or somebody else's word: "a country I want to see"."""
    return clause.mood if clause.mood in ("question", "quotation") else "wish"


def considered(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm thinking of moving to Rome": a wish at most."""
    if clause.predicate.form not in ("progressive", "perfect") or clause.lower(clause.rest) not in ("of", "about"):
        return
    verb = VERBS.get(clause.lower(clause.rest + 1))
    if verb is None or "ing" not in verb.forms or clause.predicate.negative or clause.party.role == "thing":
        return
    deed = deed_of(clause.words, verb.lemma, clause.rest + 2, clause.end, speaker=clause.party.role == "speaker")
    if deed is not None:
        yield stated(clause, "wants", "to " + deed, mood=_wished(clause), timing="plan")


def formerly(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I used to go horseback riding with my dad"."""
    if clause.predicate.form != "used" or clause.predicate.negative or clause.predicate.lemma not in _FORMERLY:
        return
    deed = deed_of(
        clause.words, clause.predicate.lemma, clause.rest, clause.end, speaker=clause.party.role == "speaker"
    )
    if deed is not None and clause.party.role in ("speaker", "person"):
        yield stated(clause, "habit", deed, text="{s} used to {v}")


_FORMERLY: Final = frozenset(
    """go play do watch read run swim sing dance paint draw write cook bake compete perform coach train ride
        surf ski practice skate travel volunteer""".split()
)


def habit(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I usually use voice chat", "I run every morning", "I volunteer at a shelter on weekends"."""
    predicate = clause.predicate
    always = predicate.form == "progressive" and "always" in predicate.adverbs
    if (
        not (predicate.form == "present" or always)
        or predicate.negative
        or clause.party.role not in ("speaker", "person")
    ):
        return
    verb = clause.words[predicate.verb].lower
    if (
        (predicate.lemma in _NOT_HABITS and (predicate.lemma, clause.lower(clause.rest)) not in _UP)
        or verb not in VERBS
        or not (always or predicate.adverbs & _REGULARLY or _repeats(clause))
    ):
        return
    deed = deed_of(clause.words, predicate.lemma, clause.rest, clause.end, speaker=clause.party.role == "speaker")
    if deed is not None and not predicate.adverbs & {"sometimes"}:
        yield stated(clause, "habit", deed.replace(" this ", " ", 1), text="{s} regularly does: {v}")
    elif (predicate.lemma, clause.lower(clause.rest)) in _UP and time_at(clause.words, clause.rest + 1, clause.end):
        when = text_of(clause.words, clause.rest, _day_end(clause, clause.rest + 1))
        yield stated(clause, "habit", f"{predicate.lemma} {when}", text="{s} regularly does: {v}")
    elif predicate.lemma in _BY_ITSELF and (
        clause.rest >= clause.end or time_at(clause.words, clause.rest, clause.end)
    ):
        yield stated(clause, "habit", predicate.lemma, text="{s} regularly does: {v}")


def _day_end(clause: Clause, at: int) -> int:
    """Index after a time of day: "at six", "around 7 am"."""
    end = at + 2
    while end < clause.end and clause.lower(end) in ("am", "pm", "thirty", "fifteen", "o'clock", "past", "sharp"):
        end += 1
    return min(end, clause.end)


_UP: Final = frozenset((("get", "up"), ("wake", "up"), ("stay", "up")))
_BY_ITSELF: Final = frozenset(
    """run train practice practise exercise swim cycle meditate journal cook read write paint jog dance draw
        hike bike sing""".split()
)


_NOT_HABITS: Final = frozenset(
    """be have feel think say tell know want need like love hate enjoy hope wish mean seem look sound try make keep
    let learn get remember forget believe find see hear end wonder help dream wait stand lose fall call
    imagine""".split()
)


def _repeats(clause: Clause) -> bool:
    lowers = [word.lower for word in clause.words[clause.rest : clause.end]]
    for one, two in pairwise(lowers):
        if (one == "every" and two not in ("time", "moment", "single", "bit")) or (
            one == "a" and two == "lot" and lowers[-1] == "lot"
        ):
            return True
        if one == "on" and two in _EACH:
            return True
    return False


_EACH: Final = frozenset("weekends sundays saturdays mondays tuesdays wednesdays thursdays fridays weekdays".split())


def preparing(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm planning a ring-toss tournament for the shelter's fundraiser"."""
    if (
        clause.predicate.form not in ("progressive", "perfect")
        or clause.predicate.negative
        or clause.mood != "asserted"
    ):
        return
    phrase = object_at(clause, clause.rest)
    if (
        phrase is None
        or phrase.vague
        or phrase.determiner not in ("a", "an", "our", "my", "some")
        or clause.party.role == "thing"
    ):
        return
    deed = deed_of(
        clause.words, clause.predicate.lemma, clause.rest, clause.end, speaker=clause.party.role == "speaker"
    )
    if deed is not None:
        yield stated(clause, "plans", deed, timing="plan", mood="plan", text="{s} is to {v}")


def ongoing(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm doing kickboxing", "I've been taking a pottery class", "I'm working on a website"."""
    predicate = clause.predicate
    ing = clause.words[predicate.verb].lower.endswith("ing")
    attribute = _ONGOING.get(predicate.lemma)
    if predicate.form not in ("progressive", "perfect") or not ing or predicate.negative or attribute is None:
        return
    if clause.party.role == "thing" or clause.mood != "asserted":
        return
    at = clause.rest
    at += clause.lower(at) in _PARTICLES.get(predicate.lemma, ())
    at += clause.lower(at) == "some"
    phrase = object_at(clause, at)
    if phrase is None or phrase.vague or phrase.head in _NO_WORK or phrase.words[0].lower in _NO_WORK:
        return
    if phrase.determiner in ("my", "our") and attribute != "works_on":
        return
    yield stated(clause, attribute, _pursuit(clause, attribute, at) or phrase.text, text=_ONGOING_TEXT[attribute])


def engaged(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm still volunteering at the homeless shelter"."""
    predicate = clause.predicate
    ing = clause.words[predicate.verb].lower.endswith("ing")
    steady = predicate.form == "present" or (predicate.form in ("progressive", "perfect") and ing)
    if not steady or predicate.negative or clause.mood != "asserted":
        return
    deed = deed_of(clause.words, predicate.lemma, clause.rest, clause.end, speaker=clause.party.role == "speaker")
    if deed is not None and clause.party.role in ("speaker", "person"):
        yield stated(clause, "does", deed, text="{s} does this: {v}")


def _pursuit(clause: Clause, attribute: str, at: int) -> str:
    """Read "working on building up confidence" keeps what the gerund governs."""
    if attribute != "works_on" or not clause.lower(at).endswith("ing"):
        return ""
    return text_of(clause.words, *tail_of(clause.words, at, clause.end))


_PARTICLES: Final = {"work": ("on",), "train": ("for",), "take": ("on", "up")}
_NO_WORK: Final = frozenset(
    """work best well great good fine okay ok research break book game alright notes fun time care pictures photos
    steps breaks part amazing awesome stuff job more better hard pretty really super so""".split()
)
_ONGOING: Final = (
    dict.fromkeys("do take practice practise".split(), "does")
    | dict.fromkeys("work write build develop design".split(), "works_on")
    | {"read": "reads", "watch": "watches", "train": "trains_for"}
)
_ONGOING_TEXT: Final = {
    "does": "{s} does {v}",
    "works_on": "{s} is working on {v}",
    "reads": "{s} is reading {v}",
    "watches": "{s} is watching {v}",
    "trains_for": "{s} is training for {v}",
}

PLANS: Final = by_verb(
    ("think", considered),
    ("volunteer coach mentor teach", engaged),
    ("want hope love like wish dream", wanted),
    ("plan organize organise host", preparing),
    ("do take practice practise work write build develop design read watch train", ongoing),
)
"""Rules by verb."""
