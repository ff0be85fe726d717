"""English: what no closer rule reads of doings: what somebody did, does now, does again and again and will do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.deeds_en import (
    ADDRESSED,
    COURSE,
    EMPTY_DEEDS,
    MENTAL,
    deed_in,
    described,
    idle,
    plain,
    pointing,
)
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_en import TIME_WORDS, VAGUE_HEADS, YOU
from doxa.write.extract.objects_en import Phrase, phrase_at
from doxa.write.extract.rules_en_events import dated
from doxa.write.extract.stating_en import object_at, stated
from doxa.write.extract.tails_en import time_at
from doxa.write.extract.verbs_en import REPORTING, VERBS
from doxa.write.extract.words_en import is_asked

_DOING: Final = "{s} does this: {v}"
_GOING_ON: Final = "{s} is doing this: {v}"


def _reads(clause: Clause) -> Iterator[Draft]:
    """Read "I read a book about castles"."""
    if clause.predicate.lemma != "read" or clause.predicate.negative or clause.predicate.form == "future":
        return
    phrase = object_at(clause, clause.rest)
    if phrase is None or phrase.head not in _BOOKS:
        return
    deed = deed_in(clause, "", clause.rest)
    if deed is not None and (len(phrase.words) > 1 or len(deed.split()) > 3):
        yield stated(clause, "reads", deed, timing="event", text="{s} read {v}")


_BOOKS: Final = frozenset("book books novel novels series story stories comic comics memoir article poem poems".split())


def _had(clause: Clause) -> Iterator[Draft]:
    """Read "I had a frustrating issue at the supermarket", "I had the chance to visit Rome"."""
    predicate, at = clause.predicate, clause.rest
    if predicate.lemma != "have" or predicate.form not in ("past", "perfect") or predicate.negative:
        return
    if clause.words[predicate.verb].lower == "having":
        return
    at += clause.lower(at) in ("quite", "such", "another")
    phrase = object_at(clause, at)
    if phrase is None or phrase.determiner not in ("a", "an", "some", "the", "my", "our", ""):
        return
    if phrase.head in ("chance", "opportunity") and clause.lower(phrase.end) == "to":
        verb = clause.lower(phrase.end + 1)
        deed = deed_in(clause, verb, phrase.end + 2)
        if deed is not None and verb not in MENTAL:
            yield stated(clause, "did", deed, timing="event", text="{s} got to {v}")
        return
    deed = deed_in(clause, "had another" if clause.lower(at - 1) == "another" else "had", at)
    told_of = phrase.determiner != "the" and not idle(clause, at)
    told_of = told_of and (phrase.head not in _NOT_HAD or (described(phrase) and phrase.end < clause.end))
    telling = len(phrase.words) > 1 or (phrase.determiner in ("a", "an") and dated(clause) and not phrase.vague)
    if deed is not None and told_of and (telling or len(deed.split()) > 4):
        yield stated(clause, "did", deed, timing="event")


_NOT_HAD: Final = VAGUE_HEADS - {"time", "experience", "experiences"} | frozenset(
    "feeling hunch clue doubt week weekend month year day night morning summer challenge challenges".split()
)


def _had_to(clause: Clause) -> Iterator[Draft]:
    """Read "I had to take a break from running", "we were able to save a cat": what had to be, or could be, done."""
    predicate, at = clause.predicate, clause.rest
    if predicate.form not in ("past", "perfect") or predicate.negative:
        return
    able = predicate.lemma == "be" and clause.lower(at) == "able"
    if able:
        at += 1
    elif predicate.lemma != "have":
        return
    verb = clause.lower(at + 1)
    aside = MENTAL - {"help", "miss", "show"} | _PASSING
    if (verb, clause.lower(at + 2)) == ("say", "goodbye"):
        aside = frozenset()
    elif verb == "go" and clause.lower(at + 2) == "to":
        aside = MENTAL
    if clause.lower(at) != "to" or verb in aside or not verb.isalpha():
        return
    deed = deed_in(clause, verb, at + 2)
    if deed is not None and not pointing(clause, at + 2):
        text = "{s} was able to {v}" if able else "{s} had to {v}"
        yield stated(clause, "did", deed, timing="event", text=text)


_PASSING: Final = frozenset("go come deal wait stop keep stay admit pay".split())


def _does_now(clause: Clause) -> Iterator[Draft]:
    """Read "I'm carving out some time each day", "I've been researching visas"."""
    predicate, at = clause.predicate, clause.rest
    verb = clause.words[predicate.verb].lower
    if predicate.negative or predicate.form not in ("present", "progressive", "perfect"):
        return
    if predicate.lemma == "be" and predicate.form != "progressive":
        if predicate.adverbs & {"so", "very", "really", "super", "pretty", "quite", "too"}:
            return  # "so relaxing and creative"
        at += clause.lower(at) in ("busy", "out", "off")
        verb, at = clause.lower(at), at + 1
        if verb in _NO_DOING or len(verb) < 6:
            return
    if verb in _INTENDING or (verb in ("trying", "working") and clause.lower(at) == "to"):
        return
    if verb in ("considering", "contemplating"):
        deed = deed_in(clause, "", at)
        if deed is not None:
            yield stated(clause, "wants", deed, mood="wish", timing="plan", text="{s} considers {v}")
        return
    if verb == "looking" and clause.lower(at) == "into":
        deed = deed_in(clause, verb, at)
        if deed is not None:
            yield stated(clause, "does", deed, timing="state", text=_GOING_ON)
        return
    together = predicate.lemma in ("put", "go", "get") and clause.lower(at) in ("together", "through", "into")
    if verb == "looking" and clause.lower(at) == "for":
        predicate = replace(predicate, lemma="seek")
    aside = MENTAL - {"be", "help", "show"} | _IDLE | COURSE
    if not verb.endswith("ing") or (predicate.lemma in aside and not together):
        return
    deed = deed_in(clause, verb, at)
    if deed is None or deed.split()[-1] in _PARTICLES:
        return
    if deed.split()[-1] in VAGUE_HEADS | _TOO_VAGUE and len(deed.split()) < 3 + (" a " in deed):
        return
    if not pointing(clause, at) or (" to " in deed and len(deed.split()) > 4):
        yield stated(clause, "does", deed, timing="state", text=_GOING_ON)


_PARTICLES: Final = frozenset("through on up out off along online well hard around".split())
_TOO_VAGUE: Final = frozenset("book options journey team".split())
"""What says too little where nothing tells it apart: "reading a book", "exploring options"."""
_IDLE: Final = frozenset("go do get".split())
_INTENDING: Final = frozenset("planning hoping aiming intending wanting wishing".split())
_NO_DOING: Final = frozenset(
    """amazing interesting boring exciting willing missing amusing annoying charming loving caring outgoing something
    nothing anything everything being having feeling thinking wondering guessing kidding joking coming going getting
    telling saying doing""".split()
)


def _will(clause: Clause) -> Iterator[Draft]:
    """Read "I'll definitely read that novel", "I'm gonna keep it up" not: a plan that says what."""
    predicate, at = clause.predicate, clause.rest
    if predicate.form != "future" or predicate.negative:
        return
    if any(word.lower in ("if", "?", "unless", "when") for word in clause.words):
        return
    verb = clause.words[predicate.verb].lower
    if predicate.lemma == "be" and clause.lower(at).endswith("ing"):
        verb, at = clause.lower(at), at + 1
    elif predicate.lemma in MENTAL | COURSE | _PROMISED and not _kept_up(clause):
        return
    if verb in _NO_DOING:
        return
    deed = deed_in(clause, verb, at)
    if deed is None or pointing(clause, at) or len(deed.split()) < 3 or _OTHERS & set(deed.lower().split()):
        return
    yield stated(clause, "plans", deed, timing="plan", mood="plan")


_OTHERS: Final = YOU | {"guys"}


def _kept_up(clause: Clause) -> bool:
    """Read "I'm gonna keep practicing"."""
    return clause.predicate.lemma in ("keep", "continue") and clause.lower(clause.rest).endswith("ing")


_PROMISED: Final = frozenset(
    "send text call email update keep be continue support always check take meet visit".split()
)


def _steadily(clause: Clause) -> Iterator[Draft]:
    """Read "we bond over stories and campfires", "I make pottery": what is done again and again."""
    predicate = clause.predicate
    verb = clause.words[predicate.verb].lower
    if predicate.form != "present" or predicate.negative or predicate.lemma in MENTAL | COURSE | _NOT_STEADY:
        return
    known = verb in VERBS or clause.lower(clause.rest) in _OWN
    if not known or verb.endswith(("ing", "ed")) or any(word.lower in _CONDITIONS for word in clause.words):
        return
    if clause.lead > clause.subject.start or not (clause.party.role == "speaker" or clause.party.relation):
        return  # a predicate that goes on with another's subject may be governed by its verb
    deed = deed_in(clause, predicate.lemma, clause.rest)
    if deed is None or pointing(clause, clause.rest) or len(deed.split()) < 3:
        return
    aiming = predicate.lemma in _AIMING and clause.lower(clause.rest) == "to"
    if deed.split()[-1] in _TOO_VAGUE or predicate.lemma in ("continue", "read") or aiming:
        return
    yield stated(clause, "does", deed, text=_DOING)


_OWN: Final = frozenset("my our a an some".split())
_AIMING: Final = frozenset("try plan intend arrange prepare".split())
"""Verbs that with "to" tell of what is not done yet."""
_NOT_STEADY: Final = frozenset("live get go come do wait recommend suggest swear look call find mean lose win".split())
_CONDITIONS: Final = frozenset("if unless ? when whenever once till until".split())


def _did(clause: Clause) -> Iterator[Draft]:
    """Read "I added some sage", "we shared our ideas with the magazine"."""
    predicate = clause.predicate
    verb = clause.words[predicate.verb].lower
    going = verb.endswith("ing")
    if predicate.form not in ("past", "perfect") or predicate.negative or (going and predicate.form != "past"):
        return
    verb = f"was {verb}" if going else verb
    at = clause.rest
    if verb == "got" and clause.lower(at) in ("ta", "to"):
        return
    phrase = object_at(clause, at)
    if predicate.adverbs & {"never", "almost", "nearly"}:
        return
    if verb == "got" and predicate.form == "perfect":
        return  # "I've got it" is having
    if predicate.lemma in MENTAL and not _named(clause, phrase):
        return
    if _says_nothing(clause, phrase):
        return
    deed = deed_in(clause, verb, at)
    bare = predicate.lemma not in MENTAL | COURSE | _IDLE if going else predicate.lemma in _BY_THEMSELVES
    if deed is None and bare and (at >= clause.end or time_at(clause.words, at, clause.end)):
        deed = verb
    if deed is None or idle(clause, at) or (pointing(clause, at) and len(deed.split()) < 5):
        return
    if predicate.lemma in COURSE and not dated(clause) and len(deed.split()) < 5:
        return
    empty = phrase is None or (phrase.vague and not described(phrase))
    if predicate.lemma in EMPTY_DEEDS and empty and len(deed.split()) < 4:
        return
    yield stated(clause, "did", deed, timing="event", text=_perfect(clause))


def _says_nothing(clause: Clause, phrase: Phrase | None) -> bool:
    """Whether a doing is over with the talk: "was lying", "moved to the next topic", "got chills", "forgot my keys"."""
    predicate, at = clause.predicate, clause.rest
    if clause.words[predicate.verb].lower in ("lying", "joking", "kidding", "exaggerating", "pretending"):
        return clause.lower(at) not in ("in", "on", "down", "to")
    if predicate.lemma in _MOVING_ON:
        on = next((i for i in range(at, min(at + 3, clause.end)) if clause.lower(i) in ("to", "past")), at - 1)
        thing = object_at(clause, on + 1)
        if thing is not None and thing.head in _OF_TALK and not thing.proper:
            return True
    return phrase is not None and (predicate.lemma, phrase.words[-1].lower) in _PASSING_BY


_MOVING_ON: Final = frozenset("move go get jump skip switch come turn continue proceed return".split())
_OF_TALK: Final = frozenset("topic subject question questions point item agenda slide paragraph sentence".split())
_PASSING_BY: Final = frozenset(
    [("get", each) for each in ("chills", "goosebumps", "shivers", "butterflies", "hiccups")]
    + [("forget", each) for each in ("keys", "phone", "umbrella", "password", "charger", "mask", "lunch", "headphones")]
)


def _perfect(clause: Clause) -> str | None:
    """How a doing is said that is told with "have": "user has done a painting"."""
    verb = VERBS.get(clause.words[clause.predicate.verb].lower)
    return "{s} has {v}" if clause.predicate.form == "perfect" and verb and "past" not in verb.forms else None


def _named(clause: Clause, phrase: Phrase | None) -> bool:
    """Whether a verb of sense or thought tells of a doing by what it names: "saw a bear", "asked for help"."""
    lemma, word = clause.predicate.lemma, clause.lower(clause.rest)
    if lemma == "ask" and (word == "for" or (phrase is not None and phrase.determiner in ("my", "our"))):
        return True
    if lemma == "keep" and word.endswith("ing"):
        return True
    if lemma == "tell" and phrase is not None and phrase.determiner in ("my", "our"):
        return clause.lower(phrase.end) == "about"
    if lemma in ("love", "like", "enjoy") and clause.predicate.form == "past" and word.endswith("ing"):
        return word not in _SENSING
    if lemma not in _SEEN or phrase is None:
        return False
    return plain(phrase) or (not phrase.determiner and len(phrase.words) > 1 and described(phrase))


_BY_THEMSELVES: Final = frozenset("graduate retire volunteer quit resign dance".split())
_SENSING: Final = frozenset("seeing hearing knowing getting feeling thinking everything anything something".split())
_SEEN: Final = frozenset("see hear help forget miss enjoy love show remember notice".split())
"""Verbs of sense and thought that tell of a doing where what they name is said: "saw a bear", "enjoyed the zoo"."""


def _not_done(clause: Clause) -> Iterator[Draft]:
    """Read "I haven't tried rock climbing", "I didn't take any photos": what was not done."""
    predicate, at = clause.predicate, clause.rest
    verb = clause.words[predicate.verb].lower
    if predicate.form not in ("past", "perfect") or not predicate.negative or predicate.lemma in MENTAL | _UNDONE:
        return
    phrase = object_at(clause, at)
    if phrase is None or phrase.vague or phrase.head in VAGUE_HEADS or phrase.words[0].lower in ADDRESSED:
        return
    deed = deed_in(clause, verb, at)
    if deed is not None:
        yield stated(clause, "did", deed, timing="event", polarity=False)


_UNDONE: Final = frozenset("get do go come have be make take give".split())


def made_before(clause: Clause) -> Iterator[Draft]:
    """Read "here's a self-portrait I made last week", "the bowl that we painted": the object stands before."""
    predicate, start = clause.predicate, clause.subject.start
    if predicate.form in ("present", "progressive"):
        yield from _doing_before(clause)
        return
    verb = clause.words[predicate.verb].lower
    going = predicate.form == "perfect" and verb.endswith("ing")
    gone = (predicate.lemma, clause.lower(clause.rest)) == ("go", "to")
    if predicate.form not in ("past", "perfect") or predicate.negative or clause.party.role != "speaker":
        return
    if predicate.lemma in MENTAL | _UNMADE and not gone:
        return
    words = clause.words
    if is_asked(words):
        return
    end = start - (words[start - 1].lower in ("that", "which"))
    at = next((i for i in range(end - 2, max(-1, end - 7), -1) if words[i].lower in _BEFORE_MADE), None)
    phrase = None if at is None else phrase_at(words, at, end)
    if phrase is None or phrase.end != end or phrase.head in VAGUE_HEADS - _PICTURES:
        return
    if phrase.determiner == "the" and not phrase.proper and len(phrase.words) < 2:
        return
    told = VERBS.get(words[phrase.start - 2].lower) if phrase.start > 1 else None
    if end < start and (_taken(clause) or (told is not None and told.lemma in REPORTING)):
        return  # "I told the boss that I quit"
    tail = deed_in(clause, "", clause.rest) if clause.rest < clause.end and not pointing(clause, clause.rest) else None
    if tail is not None and tail.split()[0] not in _PLACING:
        tail = None
    if phrase.head in _PICTURES and tail is None and len(phrase.words) < 2:
        return
    verb = f"{verb} to" if gone else verb
    article = _ARTICLES.get(phrase.determiner, phrase.determiner)
    thing = f"{article} {phrase.text}" if article else phrase.text
    said = f"{verb} {thing}" if tail is None or gone else f"{verb} {thing} {tail}"
    if going:
        yield stated(clause, "does", said, timing="state", mood="asserted", text=_GOING_ON)
    else:
        yield stated(clause, "did", said, timing="event", mood="asserted", text=_perfect(clause))


def _taken(clause: Clause) -> bool:
    """Whether the verb has an object behind it."""
    phrase = object_at(clause, clause.rest)
    return phrase is not None and not time_at(clause.words, clause.rest, clause.end)


def _doing_before(clause: Clause) -> Iterator[Draft]:
    """Read "a shelter I volunteer at", "the gym we train in": where something is done again and again."""
    predicate, words, start = clause.predicate, clause.words, clause.subject.start
    if clause.lower(clause.rest) not in ("at", "in", "with", "for") or predicate.lemma in MENTAL | _NOT_STEADY:
        return
    last = clause.rest + 1
    over = last >= clause.end or not words[last].lower[0].isalnum() or words[last].lower in TIME_WORDS
    if predicate.negative or not (over or time_at(words, last, clause.end)):
        return
    at = next((i for i in range(start - 2, max(-1, start - 7), -1) if words[i].lower in _BEFORE_MADE), None)
    phrase = None if at is None else phrase_at(words, at, start)
    if phrase is None or phrase.end != start or phrase.head in VAGUE_HEADS or clause.party.role != "speaker":
        return
    article = _ARTICLES.get(phrase.determiner, phrase.determiner)
    said = f"{predicate.lemma} {clause.lower(clause.rest)} {article} {phrase.text}"
    if words[predicate.verb].lower in VERBS and not is_asked(words):
        yield stated(clause, "does", said, mood="asserted", text=_DOING)


_ARTICLES: Final = {
    "this": "a", "these": "some", "that": "a", "those": "some", "my": "their", "our": "their",
}  # fmt: skip
_UNMADE: Final = frozenset("work put go have".split())
_BEFORE_MADE: Final = frozenset("a an the my our some this these that those".split())
_PICTURES: Final = frozenset("pic pics photo photos picture pictures".split())
_PLACING: Final = frozenset("at in on for from with during to by".split())

DEEDS: Final = (_reads, _had_to, _had, _does_now, _will, _steadily, _did, _not_done)
"""Rules in the order in which they are asked; the first that reads something has the word."""
