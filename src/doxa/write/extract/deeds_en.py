"""What an English verb and the words after it amount to as a doing: "took a trip to Rome with their sister"."""

from __future__ import annotations

from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.lexicon_en import PREPOSITIONS, SHOWING, VAGUE_HEADS, YOU
from doxa.write.extract.objects_en import Phrase, phrase_at
from doxa.write.extract.stating_en import object_at
from doxa.write.extract.tails_en import deed_of, tail_of, time_at, time_end
from doxa.write.extract.verbs_en import NOUN_LIKE, VERBS

ADDRESSED: Final = YOU | {"it", "that", "this"}
MENTAL: Final = frozenset(
    """be have feel think say tell know see hear want need like love hate enjoy hope wish mean seem look sound help let
    ask show mention realize realise remember forget believe wonder notice understand appreciate miss care agree guess
    bet happen mind thank keep imagine promise owe deserve admit figure suppose expect prefer stop dream fear regret
    doubt""".split()
)
"""Verbs of thought and talk, whose objects are no doing."""
COURSE: Final = frozenset("leave move put let stay stand sit come set turn".split())
"""Verbs of the course of a day, kept with a date only."""
EMPTY_DEEDS: Final = frozenset("come go get do make take give put turn let set leave stay stand sit wait move".split())


def deed_in(clause: Clause, verb: str, at: int) -> str | None:
    """A verb with its tail, cut before a later part where it is long or where that part points at something unsaid."""
    speaker = clause.party.role == "speaker"
    start, stop = tail_of(clause.words, at, clause.end)
    if stop > start or at >= clause.end:
        whole = _said(deed_of(clause.words, verb, at, clause.end, speaker=speaker, teller=clause.teller))
        if whole is not None:
            return whole + _where(clause, stop)
    last = min(at + LONGEST_TAIL, (stop if stop > start else clause.end) - 1)
    for cut in range(last, at, -1):
        if clause.lower(cut) in CUTS and tail_of(clause.words, at, cut)[1] > at:
            part = _said(deed_of(clause.words, verb, at, cut, speaker=speaker, teller=clause.teller))
            if part is not None and not _breaks_off(part):
                return part
    return None


def _breaks_off(part: str) -> bool:
    """Whether what was cut leaves a verb without its object: "to help make", "to help people go"."""
    last = part.rsplit(" ", 1)[-1].lower()
    verb = VERBS.get(last)
    return verb is not None and last not in NOUN_LIKE and verb.forms & {"base", "ing"} != frozenset()


def _where(clause: Clause, at: int) -> str:
    """Where and with whom, said after the time: "had a blast last year at the fair"."""
    if at >= clause.end or not time_at(clause.words, at, clause.end):
        return ""
    after = time_end(clause.words, at, clause.end)
    if clause.lower(after) not in ("at", "in", "with", "to", "for", "from"):
        return ""
    phrase = object_at(clause, after + 1)
    if phrase is None or phrase.head in VAGUE_HEADS or phrase.determiner in SHOWING:
        return ""
    if clause.lower(after) in ("to", "for") and not (phrase.determiner or phrase.proper):
        return ""  # "in the coming weeks to ensure …"
    said = deed_of(clause.words, clause.lower(after), after + 1, phrase.end, speaker=clause.party.role == "speaker")
    return f" {said}" if said is not None and not time_at(clause.words, after, clause.end) else ""


def _said(deed: str | None) -> str | None:
    return None if deed is None else deed.strip()


LONGEST_TAIL: Final = 12
"""Words after a verb that a value keeps."""
CUTS: Final = PREPOSITIONS | {"and", "to", "so"}


def pointing(clause: Clause, at: int) -> bool:
    """Whether the object only points at something: "that one", "a lot", "you"."""
    phrase = phrase_at(clause.words, at, clause.end) if at < clause.end else None
    if phrase is None:
        return False
    if phrase.determiner in ("that", "those", "these", "your"):
        return phrase.determiner == "your" or len(phrase.words) < 2
    return phrase.head in VAGUE_HEADS - {"bit"} and not phrase.proper and not described(phrase)


def described(phrase: Phrase) -> bool:
    """Whether a word for anything is told apart: "some amazing people", "a milestone moment"; not "a few things"."""
    told = len(phrase.words) > 1 and phrase.determiner in ("a", "an", "some", "")
    return told and phrase.words[0].lower not in _AMOUNTS


_AMOUNTS: Final = frozenset(
    "few lot lots bit little couple bunch ton tons good great same other another more many".split()
)


def idle(clause: Clause, at: int) -> bool:
    """Whether the object is a mere amount or "stuff", whatever follows."""
    phrase = phrase_at(clause.words, at, clause.end) if at < clause.end else None
    if clause.lower(at) in _STUFF or [clause.lower(i) for i in range(at + 1, at + 3)] == ["a", "lot"]:
        return True
    return phrase is not None and phrase.words[-1].lower in _STUFF | {"bit"} and len(phrase.words) < 3


_STUFF: Final = frozenset("stuff thing things lot lots ton tons bunch".split())


def plain(phrase: Phrase) -> bool:
    """Whether a thing is named: "a bear", "some deer", "my cousin"; not "it", "the point", "how far we came"."""
    return phrase.determiner in _NAMING and phrase.head not in VAGUE_HEADS and phrase.words[0].lower not in ADDRESSED


_NAMING: Final = frozenset(("a", "an", "some", "my", "our", "the"))
