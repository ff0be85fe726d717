"""Finds the English clauses of a sentence: who, which verb, how far, and whether it is asserted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from doxa.text.relations import ENGLISH
from doxa.write.extract.found import Mood, Party
from doxa.write.extract.lexicon_en import (
    ADVERBS,
    AUXILIARIES,
    CONJUNCTIONS,
    DETERMINERS,
    DOUBTS,
    LEADING,
    MONTHS,
    PREPOSITIONS,
    PRONOUNS,
    RELATIVES,
    TIME_WORDS,
    UNITS,
    WEEKDAYS,
)
from doxa.write.extract.parties import USER, Parties
from doxa.write.extract.predicates_en import Predicate, predicate_at, property_predicate_at
from doxa.write.extract.subjects_en import Subject, may_begin, name_at, subject_at
from doxa.write.extract.verbs_en import NOUN_LIKE, REPORTING, UNREAL, VERBS
from doxa.write.extract.words_en import Word


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence.

    Args:
        words: The words of the whole sentence.
        lead: Index where what belongs to the clause begins, time phrases before the subject included.
        subject: Who, and which property of theirs ("my name").
        predicate: The verb.
        end: Index after its last word.
        mood: How it is said.
        reported: Somebody else's word.
        teller: The speaker's name.
    """

    words: Sequence[Word]
    lead: int
    subject: Subject
    predicate: Predicate
    end: int
    mood: Mood = "asserted"
    reported: bool = False
    teller: str = USER

    @property
    def party(self) -> Party:
        """Whom it is about."""
        return self.subject.party

    @property
    def rest(self) -> int:
        """Index of the first word after the verb."""
        return self.predicate.rest

    def lower(self, at: int) -> str:
        """The word at `at` in lower case, empty outside the clause."""
        return self.words[at].lower if self.lead <= at < self.end else ""

    def has(self, *lowers: str) -> bool:
        """Whether one of these words stands in the clause."""
        return any(word.lower in lowers for word in self.words[self.lead : self.end])


_FREE: Final = frozenset("what where who whom whose which how why whatever wherever whoever".split())
_UNSURE: Final = frozenset(
    "if unless whether suppose supposing imagine until till whenever once lest pretend assuming".split()
)
_INVERTED: Final = AUXILIARIES - {"'s", "'m", "'re", "'ve", "'ll", "'d", "been", "being", "be"}
_HARD: Final = frozenset(".!?;:()[]{}\n…—–|*•\x00")
_BEFORE_IMPLIED: Final = frozenset((",", "-", "–", "—", "so", "and"))
_ASKED: Final = frozenset("know see ask tell wonder sure even as".split())


def clauses_of(words: Sequence[Word], parties: Parties, sentence: int) -> list[Clause]:
    """The clauses of one sentence, in order.

    Args:
        words: Its words.
        parties: The people of the message; those who come up are remembered.
        sentence: Number of the sentence, for pronouns.

    Returns:
        Clauses with a subject the rules can name. Their ends do not overlap.
    """
    found: list[Clause] = []
    at, n = 0, len(words)
    possible = may_begin(words, parties)
    opening = _opening(words)
    while at < n:
        subject = subject_at(words, at, parties, sentence) if possible[at] else None
        clause = _clause_at(words, at, subject, parties, sentence, found)
        if clause is None and not found and at <= opening and not (subject is not None and _settles(subject)):
            clause = _implied(words, at, parties)
        if clause is None:
            at += 1
            continue
        fellow = _fellow(words, at, subject, parties, sentence) if subject is not None else None
        if found:
            found[-1] = replace(found[-1], end=min(found[-1].end, _back(words, clause.lead, found[-1])))
        if fellow is not None:  # "Bob and Alice live in Rome" says it of both
            found.append(replace(clause, subject=fellow))
        found.append(clause)
        at = max(clause.predicate.rest, at + 1)
    teller = parties.speaker.name
    return _with_moods(words, found if teller == USER else [replace(each, teller=teller) for each in found])


def _clause_at(
    words: Sequence[Word], at: int, subject: Subject | None, parties: Parties, sentence: int, found: list[Clause]
) -> Clause | None:
    if subject is not None and subject.property is not None:
        predicate = property_predicate_at(words, subject.end)
        if predicate is None:
            return None
        parties.mention(_meant(words, subject, predicate, parties), sentence)
        return Clause(words, _lead(words, at, found), subject, predicate, _reach(words, predicate.rest))
    if subject is not None:
        known = subject.party.role != "speaker" and not subject.certain
        predicate = predicate_at(words, subject.end, known_only=known)
        if predicate is not None and (
            not known
            or _agrees(words, subject, predicate)
            or _fellow(words, at, subject, parties, sentence) is not None
        ):
            parties.mention(_meant(words, subject, predicate, parties), sentence)
            return Clause(words, _lead(words, at, found), subject, predicate, _reach(words, predicate.rest))
        if subject.certain:
            return None
    return _coordinate(words, at, found) if found else None


def _fellow(words: Sequence[Word], at: int, subject: Subject, parties: Parties, sentence: int) -> Subject | None:
    """The person named before "and" with whom the one at `at` shares a verb: Bob in "Bob and Alice live in Rome"."""
    if (
        at < 2
        or words[at - 1].lower not in ("and", "&")
        or subject.property is not None
        or subject.party.role != "person"
    ):
        return None
    for start in range(max(0, at - 5), at - 1):
        opens = start == 0 or not words[start - 1].text[0].isalnum() or words[start - 1].lower in LEADING
        before = subject_at(words, start, parties, sentence) if opens else None
        if before is not None and before.end == at - 1 and before.party.role == "person" and before.property is None:
            verb = words[subject.end].lower if subject.end < len(words) else ""
            known = VERBS.get(verb)
            plural = verb not in _SINGULAR and not (known is not None and known.forms == frozenset(("s",)))
            return before if plural else None
    return None


def _settles(subject: Subject) -> bool:
    """Whether no other subject can stand in its place."""
    return subject.certain or subject.property is not None


def _opening(words: Sequence[Word]) -> int:
    """Index of the first word that is no mark and no opener like "wow"."""
    for at, word in enumerate(words):
        if word.lower.isalpha() and word.lower not in LEADING:
            return at
    return len(words)


def _agrees(words: Sequence[Word], subject: Subject, predicate: Predicate) -> bool:
    """Whether the verb is one person's: what begins a sentence with a capital and "love" is no name ("Kids love")."""
    if predicate.form != "present" or subject.party.relation is not None:
        return True
    first = words[subject.end].lower
    verb = VERBS.get(words[predicate.verb].lower)
    return first in _SINGULAR or words[predicate.verb].lower in _SINGULAR or (verb is not None and "s" in verb.forms)


_SINGULAR: Final = frozenset(("is", "'s", "has", "does", "was"))


def _meant(words: Sequence[Word], subject: Subject, predicate: Predicate, parties: Parties) -> Party:
    """Whom "he" or "she" will mean: Anouk after "the neighbour is Anouk"."""
    word = subject.party.relation
    if predicate.lemma == "be" and word in ENGLISH and not subject.named and subject.property in (None, "name"):
        end = name_at(words, predicate.rest)
        if end > predicate.rest:
            return parties.related(ENGLISH[word], " ".join(one.text for one in words[predicate.rest : end]))
    return subject.party


def _implied(words: Sequence[Word], at: int, parties: Parties) -> Clause | None:
    """A sentence that leaves "I" out: "Just finished my thesis", "Wow, got a new car"."""
    if at and words[at - 1].lower not in _BEFORE_IMPLIED:
        return None
    start = at
    while start < len(words) and words[start].lower in ("just", "finally", "recently", "also", "already"):
        start += 1
    if start + 1 < len(words) and words[start].lower == "been":
        return _implied_perfect(words, at, start, parties)
    if start < len(words) and words[start].lower in ("gonna", "planning"):
        return _implied_plan(words, at, start, parties)
    loving = _loving(words, at, start, parties)
    if loving is not None:
        return loving
    waiting = _impatient(words, at, start, parties)
    if waiting is not None:
        return waiting
    verb = VERBS.get(words[start].lower) if start < len(words) else None
    if verb is not None and verb.forms == frozenset(("ing",)) and _no_other_verb(words, start):
        going = Predicate(verb.lemma, "progressive", start, start + 1)
        return Clause(words, at, Subject(parties.speaker, at, at), going, _reach(words, start + 1))
    following = words[start + 1].lower if start + 1 < len(words) else ""
    if verb is None and following in ("my", "our") and words[start].lower.endswith("ed"):  # "Twisted my knee"
        past = Predicate(words[start].lower, "past", start, start + 1)
        return Clause(words, at, Subject(parties.speaker, at, at), past, _reach(words, start + 1))
    if verb is None or "past" not in verb.forms or "base" in verb.forms:
        return None
    if words[start].lower.endswith("ed") and not (
        following in DETERMINERS or following in _AFTER_OPENING or words[start].lower in _OPENING_PAST
    ):
        return None
    predicate = Predicate(verb.lemma, "past", start, start + 1)
    return Clause(words, at, Subject(parties.speaker, at, at), predicate, _reach(words, start + 1))


def _implied_perfect(words: Sequence[Word], at: int, start: int, parties: Parties) -> Clause | None:
    """Read "Been painting a lot", "Been really busy with my thesis"."""
    verb = start + 1
    while verb < len(words) and words[verb].lower in ADVERBS:
        verb += 1
    known = VERBS.get(words[verb].lower) if verb < len(words) else None
    if verb >= len(words) or not words[verb].lower.endswith("ing") or (known and "ing" not in known.forms):
        return None
    lemma = known.lemma if known is not None else words[verb].lower
    predicate = Predicate(lemma, "perfect", verb, verb + 1)
    return Clause(words, at, Subject(parties.speaker, at, at), predicate, _reach(words, verb + 1))


_AFTER_OPENING: Final = frozenset("up out with to at into around through".split())
_OPENING_PAST: Final = frozenset("moved adopted started joined visited finished".split())


def _loving(words: Sequence[Word], at: int, start: int, parties: Parties) -> Clause | None:
    """Read "Love hearing the rain", "Still enjoying my tea"; not "Love your dress"."""
    start += start + 1 < len(words) and words[start].lower in ("really", "still", "so")
    following = words[start + 1].lower if start + 1 < len(words) else ""
    word = words[start].lower if start < len(words) else ""
    if word == "love" and following.endswith("ing") and len(following) > 4:
        predicate = Predicate("love", "present", start, start + 1)
    elif word in ("loving", "enjoying") and following in ("my", "our"):
        predicate = Predicate("enjoy", "progressive", start, start + 1)
    else:
        return None
    return Clause(words, at, Subject(parties.speaker, at, at), predicate, _reach(words, start + 1))


def _impatient(words: Sequence[Word], at: int, start: int, parties: Parties) -> Clause | None:
    """Read "Can't wait to see Rome"."""
    lowers = [word.lower for word in words[start : start + 3]]
    if lowers[1:] != ["n't", "wait"] or lowers[0] not in ("ca", "can", "could"):
        return None
    predicate = Predicate("wait", "can", start + 2, start + 3, negative=True)
    return Clause(words, at, Subject(parties.speaker, at, at), predicate, _reach(words, start + 3))


def _no_other_verb(words: Sequence[Word], start: int) -> bool:
    """Whether "Looking forward to it" is all: in "Letting go was hard" the gerund is a subject."""
    end = _reach(words, start)
    following = words[start + 1].lower if start + 1 < end else ""
    if words[start].lower not in OPENING_GERUNDS or not (
        following in PREPOSITIONS
        or following in ("to", "forward")
        or words[start].lower in ("feeling", "enjoying", "loving")
    ):
        return False
    for at in range(start + 1, end):
        if words[at].lower in ("and", "but") and at + 1 < end and words[at + 1].lower in PRONOUNS:
            return True
        if words[at].lower in AUXILIARIES or words[at].lower == "makes":
            return False
    return True


OPENING_GERUNDS: Final = frozenset(
    "looking feeling hoping trying working enjoying loving planning learning thinking dreaming practicing".split()
)
"""Words that begin a sentence whose subject is left out: "Looking forward to it"."""


def _implied_plan(words: Sequence[Word], at: int, start: int, parties: Parties) -> Clause | None:
    """Read "Gonna volunteer next month", "Planning to move"."""
    verb = start + 1 + (words[start].lower == "planning")
    if verb >= len(words) or (verb > start + 1 and words[verb - 1].lower != "to") or not words[verb].lower.isalpha():
        return None
    known = VERBS.get(words[verb].lower)
    lemma = known.lemma if known is not None else words[verb].lower
    subject = Subject(parties.speaker, at, at)
    return Clause(words, at, subject, Predicate(lemma, "future", verb, verb + 1), _reach(words, verb + 1))


def _coordinate(words: Sequence[Word], at: int, found: list[Clause]) -> Clause | None:
    """A predicate that goes on with the subject of the clause before: "I live in Rome and work at Eni"."""
    if words[at].lower not in ("and", "but", "then", ",", "-", "–", "—"):
        return None
    before = found[-1]
    start = at + 1
    while start < len(words) and words[start].lower in ("and", "but", "then", "also", "now"):
        start += 1
    if start >= len(words) or before.subject.property is not None or before.end <= at:
        return None
    if any(word.lower in ("who", "that", "which") for word in words[before.rest : at]):
        return None
    predicate = predicate_at(words, start, known_only=True) or _past_at(words, start, before.predicate)
    if words[at].lower == "," and start == at + 1:
        predicate = predicate or _going_at(words, start, before.predicate)
    if predicate is None or not _continues(words, start, before.predicate, predicate):
        return None
    return replace(before, lead=start, predicate=predicate, end=_reach(words, predicate.rest))


def _going_at(words: Sequence[Word], at: int, before: Predicate) -> Predicate | None:
    """What goes on beside another: "I'm doing my part, volunteering at a shelter"."""
    verb = VERBS.get(words[at].lower)
    going = before.form in ("progressive", "perfect") and words[before.verb].lower.endswith("ing")
    if not going or verb is None or "ing" not in verb.forms or at + 1 >= len(words):
        return None
    following = words[at + 1].lower
    opens = following in PREPOSITIONS or following in DETERMINERS or following in ("to", "on")
    return Predicate(verb.lemma, "progressive", at, at + 1) if opens else None


def _past_at(words: Sequence[Word], at: int, before: Predicate) -> Predicate | None:
    """A past form that no rule reads, after another: "we shared ideas, chatted about code"."""
    word = words[at]
    following = words[at + 1].lower if at + 1 < len(words) else ""
    plain = word.lower.endswith("ed") and len(word.lower) > 4 and word.lower.isalpha() and word.lower not in VERBS
    if not plain or before.form not in ("past", "perfect") or before.lemma in _LINKING:
        return None
    goes_on = following in DETERMINERS or following in PREPOSITIONS or following in PRONOUNS
    return Predicate(word.lower, "past", at, at + 1) if goes_on else None


_LINKING: Final = frozenset("be feel get look seem become stay".split())


def _continues(words: Sequence[Word], start: int, before: Predicate, predicate: Predicate) -> bool:
    first = words[predicate.verb].lower
    if first in AUXILIARIES:
        return first not in ("be", "been", "being") and (
            first == words[start].lower or bool(predicate.adverbs) or predicate.negative
        )
    if words[predicate.verb].capital or any(word.lower in AUXILIARIES for word in words[before.rest : start - 1]):
        return False  # it may go on with another's verb: "that they are supported and valued"
    if first not in VERBS or predicate.form == "progressive":
        return True
    forms = VERBS[first].forms if first in VERBS else frozenset()
    following = words[predicate.rest].lower if predicate.rest < len(words) else ""
    opens = following in PREPOSITIONS or following in DETERMINERS or following in PRONOUNS
    opens = opens or (first == "love" and following.isalpha() and before.form in ("present", "progressive"))
    if first in NOUN_LIKE and not (opens or "past" in forms):
        return False
    if before.form in ("past", "perfect", "used"):
        passive = before.lemma == "be" and "pp" in forms and following not in DETERMINERS | {"such"}
        return "past" in forms and not passive
    if before.form in ("future", "modal", "can"):
        return False
    return bool(forms & {"base", "s"}) or ("past" in forms and opens)


def _lead(words: Sequence[Word], at: int, found: list[Clause]) -> int:
    """Where the clause whose subject stands at `at` begins: "In 2019 I …" begins at "In"."""
    floor = found[-1].predicate.rest if found else 0
    lead = at
    while (
        lead > floor
        and words[lead - 1].lower not in _HARD
        and words[lead - 1].lower not in ("and", "but", "so", "because")
    ):
        if words[lead - 1].lower == "," and (not _short_time(words, floor, lead - 1)):
            break
        lead -= 1
    return lead if not found or lead > floor else at


def _short_time(words: Sequence[Word], floor: int, comma: int) -> bool:
    """Whether few words stand before the comma, as in "Last year, I"."""
    start = comma
    while start > floor and words[start - 1].lower not in _HARD and words[start - 1].lower != ",":
        start -= 1
    return 0 < comma - start <= 5 and words[start].lower not in LEADING


def _reach(words: Sequence[Word], rest: int) -> int:
    at = rest
    while at < len(words) and words[at].lower not in _HARD:
        at += 1
    return at


def _back(words: Sequence[Word], lead: int, before: Clause) -> int:
    """The end of the clause before one that begins at `lead`, connecting words left out."""
    end = lead
    while end > before.predicate.rest and words[end - 1].lower in _CONNECTING:
        end -= 1
    return max(end, before.predicate.rest)


_CONNECTING: Final = frozenset(", and but so because that then while since although though or as cause when".split())


def _with_moods(words: Sequence[Word], found: list[Clause]) -> list[Clause]:
    asks = bool(words) and any(word.lower == "?" for word in words[-3:])
    out: list[Clause] = []
    unsure = False
    for number, clause in enumerate(found):
        before = out[-1] if out else None
        mood, reported = _mood(words, clause, before, found, number)
        unsure = unsure or (mood == "hypothetical" and _opened_by(words, clause.subject.start, _UNSURE))
        if asks and mood == "asserted" and not _question_follows(words, clause):
            mood = "question"
        if (
            unsure
            and mood == "asserted"
            and clause.predicate.form in ("future", "modal", "can", "present", "progressive")
        ):
            mood = "hypothetical"
        out.append(replace(clause, mood=mood, reported=reported))
    return out


def _mood(
    words: Sequence[Word], clause: Clause, before: Clause | None, found: list[Clause], number: int
) -> tuple[Mood, bool]:
    predicate = clause.predicate
    if predicate.adverbs & DOUBTS or predicate.form == "modal":
        return "hypothetical", False
    start = clause.subject.start
    if before is not None and start < clause.lead and before.subject.start == start:
        return before.mood, before.reported
    if _relative(words, start) and not (predicate.form in _FINISHED and _fronted(words, start)):
        return "question", False
    if _opened_by(words, start, _FREE) or _inverted(words, start):
        return "question", False
    if _opened_by(words, start, _UNSURE):
        return "hypothetical", False
    if predicate.form == "future" and _conditional(words):
        return "hypothetical", False
    if clause.lead != start and words[clause.lead].lower in DOUBTS:
        return "hypothetical", False
    return _governed(words, clause, before)


def _conditional(words: Sequence[Word]) -> bool:
    """Whether the sentence hangs on an "if" that is no "see if" or "ask if"."""
    return any(
        word.lower in ("unless", "maybe") or (word.lower == "if" and not (at and words[at - 1].lower in _ASKED))
        for at, word in enumerate(words)
    )


def _governed(words: Sequence[Word], clause: Clause, before: Clause | None) -> tuple[Mood, bool]:
    """What a reporting verb right before makes of the clause: "Bob said he …", "I wish I …", "I don't think I …"."""
    start = clause.subject.start
    if before is not None and before.predicate.verb == clause.predicate.verb:
        return "asserted", False  # two who share a verb
    if before is None or before.predicate.lemma not in REPORTING or start - before.predicate.rest > 3:
        return _bare_report(words, start)
    between = [word.lower for word in words[before.predicate.rest : start]]
    if any(
        word not in ("that", "me", "us", "him", "her", "them", "if", ",", "you", "everyone", "to") for word in between
    ):
        return "asserted", False
    if "if" in between or before.predicate.lemma in UNREAL or before.predicate.negative:
        return ("wish" if before.predicate.lemma in ("wish", "hope", "dream") else "hypothetical"), False
    if before.mood != "asserted":
        return before.mood, before.reported
    if before.party.role == "speaker":
        return "asserted", before.predicate.lemma in _SECOND_HAND and clause.party.role != "speaker"
    same = before.party.name == clause.party.name
    return (
        ("asserted", True)
        if same and before.predicate.lemma in ("say", "tell", "mention", "report", "claim")
        else ("quotation", True)
    )


_SECOND_HAND: Final = frozenset("hear guess believe think".split())


def _bare_report(words: Sequence[Word], start: int) -> tuple[Mood, bool]:
    """Reports by somebody the rules cannot name ("they say I'm …"), and "wish I …" without a subject."""
    at = start - 1
    if at >= 0 and words[at].lower == "that":
        at -= 1
    if at < 0:
        return "asserted", False
    verb = VERBS.get(words[at].lower)
    if verb is not None and verb.lemma == "know" and at and words[at - 1].lower == "you":
        return "asserted", False  # "you know I love it", "to let you know that I moved"
    if verb is not None and verb.lemma == "remember" and (at == 0 or not words[at - 1].text.isalpha()):
        return "asserted", False  # "remember that my anniversary is …" is told to be kept
    if verb is None or verb.lemma not in REPORTING or words[at].lower in ("heard", "guess", "think"):
        return "asserted", False
    if verb.lemma in UNREAL:
        return ("wish" if verb.lemma in ("wish", "hope", "dream") else "hypothetical"), False
    return "quotation", True


def _opened_by(words: Sequence[Word], start: int, openers: frozenset[str]) -> bool:
    if start > 1 and words[start - 1].lower == "why" and words[start - 2].lower in _FACTIVE:
        return False  # "that's why I love it"
    if start and words[start - 1].lower in openers:
        return True
    return (
        start > 1
        and words[start - 2].lower in openers
        and words[start - 1].lower in ("that", "do", "of", "for", "ever", "with", "at")
    )


_FACTIVE: Final = frozenset("is 's was me remember reminds reminded reason reasons see".split())


def _relative(words: Sequence[Word], start: int) -> bool:
    """Whether a noun right before the subject makes it "the pic I got": the object stands before."""
    if start == 0 or words[start].lower not in ("i", "we", "he", "she"):
        return False
    before = words[start - 1]
    if before.lower in ("reason", "reasons"):
        return False  # "one of the reasons I love it"
    if before.lower.endswith("ed") and start > 1 and words[start - 2].lower in _NOMINATIVE:
        return False  # "after we talked I picked up a book"
    plain = before.lower.replace("-", "").isalpha() and not before.capital and before.lower not in _BEFORE_SUBJECTS
    if plain and start > 1 and words[start - 2].lower in ("the", "a", "an", "my", "all"):
        return True  # "the support I got"
    return plain and before.lower not in VERBS and not before.lower.endswith("ly") and before.lower not in ADVERBS


def _fronted(words: Sequence[Word], start: int) -> bool:
    """Whether a sentence begins with a phrase of place or time right before the subject: "During my last trip we"."""
    first = next((at for at in range(start) if words[at].lower.isalpha() and words[at].lower not in LEADING), start)
    if words[first].lower not in _FRONTING or not 1 < start - first <= _LONGEST_FRONT:
        return False
    return all(word.lower.isalpha() and word.lower not in VERBS for word in words[first + 1 : start - 1])


_NOMINATIVE: Final = frozenset("i we you he she they it".split())
_FINISHED: Final = frozenset(("past", "perfect"))
_FRONTING: Final = frozenset("at in on during after before for over throughout through since by".split())
_LONGEST_FRONT: Final = 7
_TIMELY: Final = UNITS | WEEKDAYS | MONTHS | TIME_WORDS
_BEFORE_SUBJECTS: Final = (
    _TIMELY
    | LEADING
    | CONJUNCTIONS
    | PREPOSITIONS
    | RELATIVES
    | frozenset(
        """time times that as cause if since you sure glad happy whether ones moment first today lol me everyone guys
        not n't haha mom dad meantime""".split()
    )
)


def _inverted(words: Sequence[Word], start: int) -> bool:
    return start > 0 and words[start - 1].lower in _INVERTED | {"n't"}


def _question_follows(words: Sequence[Word], clause: Clause) -> bool:
    """Whether a question of its own comes after the clause in the same sentence."""
    for at in range(clause.rest, len(words) - 1):
        if words[at].lower in (",", "-", "—", "–", ";", ":", ".", "!", "so", "but", "and", "…"):
            nxt = words[at + 1].lower
            if nxt in _ASKING:
                rest = [word.lower for word in words[at + 1 :]]
                return len(rest) > 4 or nxt in ("what", "how", "any", "you")
    return False


_ASKING: Final = frozenset(
    """what how where when who why which any do does did are is can could would will should have has you got""".split()
)
