"""What every English rule needs: a draft from a clause, a list read as claims, a tail read as a phrase."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft, Mood, Party, Timing
from doxa.write.extract.lexicon_en import POINTING
from doxa.write.extract.objects_en import Phrase, list_at, phrase_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.words_en import Word

Rule: TypeAlias = Callable[[Clause, Parties], Iterable[Draft]]
STATED: Final = frozenset(("present", "perfect", "progressive"))
"""Forms that say what is so now."""


def by_verb(*rows: tuple[str, Rule]) -> dict[str, tuple[Rule, ...]]:
    """Rules by the lemma of the verb they read; each row gives the verbs of one rule."""
    rules: dict[str, tuple[Rule, ...]] = {}
    for verbs, rule in rows:
        for verb in verbs.split():
            rules[verb] = (*rules.get(verb, ()), rule)
    return rules


def timing_of(clause: Clause) -> Timing:
    """How the tense of a clause about a state bounds it."""
    form = clause.predicate.form
    if form == "used":
        return "ended"
    return "past" if form == "past" else "state"


def stated(
    clause: Clause,
    attribute: str,
    value: str,
    *,
    timing: Timing | None = None,
    polarity: bool | None = None,
    subject: Party | None = None,
    mood: Mood | None = None,
    text: str | None = None,
) -> Draft:
    """A draft of what a clause says.

    Args:
        clause: The clause; its extent becomes the quote.
        attribute: Attribute name.
        value: The value as said.
        timing: How its time phrase bounds it; by default what the tense says.
        polarity: By default positive unless the clause is negative.
        subject: By default the party of the clause.
        mood: By default the clause's own.
        text: The sentence, where the attribute's form does not serve.
    """
    words = clause.words
    return Draft(
        subject=subject or (clause.party.to_be_named() if attribute == "name" else clause.party),
        attribute=attribute,
        value=value,
        start=words[clause.lead].start,
        end=words[clause.end - 1].end,
        polarity=(not clause.predicate.negative) if polarity is None else polarity,
        timing=timing or timing_of(clause),
        mood=mood or clause.mood,
        correction=_corrects(clause),
        reported=clause.reported,
        text=text,
    )


def _corrects(clause: Clause) -> bool:
    """Whether "actually" or its like takes something back: only about what is, never about what changed."""
    words = clause.words
    if clause.predicate.form != "present" or clause.has("now", "anymore", "today", "currently"):
        return False
    if "actually" in clause.predicate.adverbs or words[clause.lead].lower == "actually":
        return True
    before = [word.lower for word in words[max(0, clause.lead - 5) : clause.lead]]
    joined = " ".join(before)
    return "actually" in before or any(cue in joined for cue in _CUES)


_CUES: Final = ("i meant", "i mean ,", "no wait", "no , wait", "correction", "scratch that", "my mistake", "no hang on")


def listed(
    clause: Clause, attribute: str, at: int, *, timing: Timing | None = None, polarity: bool | None = None,
    vague: bool = False, fits: Callable[[Phrase], bool] | None = None,
) -> Iterator[Draft]:  # fmt: skip
    """A claim for each item of the list that begins at `at`.

    Args:
        clause: The clause.
        attribute: Attribute name.
        at: Index of the first word of the list.
        timing: As in `stated`.
        polarity: As in `stated`.
        vague: Take vague phrases too.
        fits: Which phrases to take.
    """
    phrases = list_at(clause.words, at, clause.end)
    positive = (not clause.predicate.negative) if polarity is None else polarity
    if positive and any(word.lower == "or" for word in _between(clause.words, phrases)):
        return
    if len(phrases) > 1 and phrases[0].determiner in POINTING | {"the"} and phrases[0].vague:
        return  # "the freedom and connection it brings"
    shared = _shared_head(phrases)
    for phrase in phrases:
        if _like_this(clause, phrase):
            continue
        if (vague or not phrase.vague) and (fits is None or fits(phrase)):
            alone = shared and len(phrase.words) == 1 and phrase is not phrases[-1]
            yield stated(
                clause, attribute, f"{phrase.text} {shared}" if alone else phrase.text, timing=timing, polarity=positive
            )
    yield from _exception(clause, attribute, phrases, positive)


def _like_this(clause: Clause, phrase: Phrase) -> bool:
    """Whether what follows narrows the phrase: "games like this", "games that test my nerves"."""
    if clause.lower(phrase.end) in ("that", "which", "who", "where") and not phrase.proper:
        return True
    return clause.lower(phrase.end) == "like" and clause.lower(phrase.end + 1) in _POINTERS


_POINTERS: Final = frozenset("this that these those it you".split())


_SHARED: Final = frozenset(
    """music books movies films games food novels stories sports art cuisine dishes shows songs genres fiction cars
    nuts berries teas beers wines""".split()
)


def _shared_head(phrases: Sequence[Phrase]) -> str:
    """The noun that all items of a list share: "music" in "electronic and rock music"."""
    if len(phrases) < 2 or len(phrases[-1].words) != 2 or phrases[-1].head not in _SHARED:
        return ""
    return (
        phrases[-1].head
        if all(len(phrase.words) == 1 and phrase.head.endswith(_ADJECTIVAL) for phrase in phrases[:-1])
        else ""
    )


_ADJECTIVAL: Final = tuple("ic al ese ish an ian y ive fi pop rock indie action ern ous horror".split())


def _between(words: Sequence[Word], phrases: Sequence[Phrase]) -> Iterator[Word]:
    for one, other in pairwise(phrases):
        yield from words[one.end : other.start]


_FEELINGS: Final = {
    **dict.fromkeys(("love", "like", "enjoy", "adore"), "likes"),
    "prefer": "prefers",
    "eat": "eats",
    "drink": "drinks",
}


def _exception(clause: Clause, attribute: str, phrases: Sequence[Phrase], positive: bool) -> Iterator[Draft]:
    """Read "… but not cashews": the other polarity for what follows."""
    if not phrases:
        return
    at = phrases[-1].end
    at += clause.lower(at) == ","
    if clause.lower(at) != "but" or (clause.lower(at + 1) == "not") != positive:
        return
    start = at + (2 if positive else 1)
    if clause.lower(start) in _FEELINGS and clause.lower(start + 1) not in ("", ",", "and", "or"):
        attribute, start = _FEELINGS[clause.lower(start)], start + 1  # "but love truffles" is a clause of its own
    phrase = phrase_at(clause.words, start, clause.end)
    if phrase is not None and not phrase.vague:
        yield stated(clause, attribute, phrase.text, polarity=not positive)


def object_at(clause: Clause, at: int) -> Phrase | None:
    """The noun phrase of the clause that begins at `at`."""
    return phrase_at(clause.words, at, clause.end) if at < clause.end else None
