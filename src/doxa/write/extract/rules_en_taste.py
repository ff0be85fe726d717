"""English: likes, dislikes, preferences, allergies, what somebody eats and drinks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft
from doxa.write.extract.objects_en import Phrase, phrase_at
from doxa.write.extract.parties import Parties
from doxa.write.extract.stating_en import STATED, Rule, listed, object_at, stated, tail_of, text_of
from doxa.write.extract.verbs_en import VERBS

_HATING: Final = frozenset("hate dislike detest loathe".split())
_LINKING: Final = frozenset("be have seem feel look sound keep get".split())


def _like(clause: Clause, parties: Parties) -> Iterator[Draft]:
    predicate = clause.predicate
    if predicate.form not in STATED | {"used"} or clause.party.role == "thing":
        return
    if predicate.form == "perfect" and predicate.lemma == "enjoy":
        return
    positive = (predicate.lemma not in _HATING) != predicate.negative
    if predicate.negative and predicate.lemma in _HATING:
        return  # "I don't hate it" is no liking
    at = clause.rest
    while clause.lower(at) in ("really", "both", "just", "all", "also", "so", "much", "either"):
        at += 1
    yield from liked(clause, at, positive, ended=clause.has("anymore") and False)


def liked(clause: Clause, at: int, positive: bool, *, ended: bool = False) -> Iterator[Draft]:
    """What is liked from index `at` on: things, activities, "to hike"."""
    if clause.lower(at) == "to":
        yield from _to_do(clause, at + 1, positive)
        return
    word = clause.lower(at)
    verb = VERBS.get(word)
    if (
        word.endswith("ing")
        and len(word) > 4
        and word
        not in (
            "being",
            "having",
            "seeing",
            "hearing",
            "knowing",
            "getting",
            "making",
            "everything",
            "anything",
            "something",
            "nothing",
            "doing",
            "thing",
            "talking",
            "feeling",
            "helping",
        )
    ):
        yield from _activities(clause, at, positive)
        return
    if verb is not None and "ing" in verb.forms:
        return
    yield from listed(clause, "likes", at, polarity=positive, fits=_likeable)


def _likeable(phrase: Phrase) -> bool:
    return phrase.determiner not in ("my", "our", "some", "any", "every", "a", "an") and not phrase.words[
        0
    ].lower.endswith("self")


def _activities(clause: Clause, at: int, positive: bool) -> Iterator[Draft]:
    """Gerunds keep their prepositions: "walking in the rain"; each item of a list may be one."""
    items = phrase_list(clause, at)
    for start, end in items:
        text = text_of(clause.words, start, end)
        if text and clause.words[end - 1].lower not in (
            "it",
            "them",
            "that",
            "this",
            "you",
            "her",
            "him",
            "me",
            "these",
            "those",
        ):
            yield stated(clause, "likes", text, polarity=positive)


def phrase_list(clause: Clause, at: int) -> list[tuple[int, int]]:
    """Activities joined by commas, "and" or "or"."""
    items: list[tuple[int, int]] = []
    while at < clause.end and len(items) < 6:
        start, end = tail_of(clause.words, at, clause.end)
        cut = next((i for i in range(start, end) if clause.lower(i) in ("and", "or") and i > start), end)
        if cut == start:
            break
        items.append((start, cut))
        at = cut
        if clause.lower(at) == ",":
            at += 1
        if clause.lower(at) in ("and", "or", "&"):
            at += 1
        elif not (clause.lower(at).endswith("ing") and clause.lower(at - 1) == ","):
            break
        following = clause.lower(at)
        if not following.endswith("ing") and (
            phrase_at(clause.words, at, clause.end) is None
            or clause.words[at].lower in ("i", "it", "my", "the", "have", "just")
        ):
            break
    return items


def _to_do(clause: Clause, at: int, positive: bool) -> Iterator[Draft]:
    verb = clause.lower(at)
    if (
        verb in _LINKING
        or verb in ("think", "say", "know", "see", "hear", "do", "make", "help", "believe", "call", "try")
        or not verb.isalpha()
    ):
        return
    start, end = tail_of(clause.words, at, clause.end, longest=6)
    cut = next((i for i in range(start, end) if clause.lower(i) in ("and", "or")), end)
    if cut > start and clause.words[cut - 1].lower not in ("it", "them", "that", "this", "you", "him", "her", "me"):
        yield stated(clause, "likes", text_of(clause.words, start, cut), polarity=positive, text=None)


def _stand(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I can't stand olives"."""
    if clause.predicate.form == "can" and clause.predicate.negative:
        yield from liked(clause, clause.rest, positive=False)


def _prefer(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in STATED | {"used"} or clause.predicate.negative:
        return
    at = clause.rest
    if clause.lower(at) == "to":
        yield from _to_do(clause, at + 1, positive=True)
        return
    phrase = object_at(clause, at)
    if phrase is not None and not phrase.vague and phrase.determiner not in ("my", "a", "an"):
        yield stated(clause, "prefers", phrase.text)


def _stop(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I stopped liking jazz", "I quit smoking", "I stopped eating meat"."""
    verb = VERBS.get(clause.lower(clause.rest))
    if verb is None or clause.predicate.form not in ("past", "perfect") or clause.predicate.negative:
        return
    attribute = {
        "like": "likes",
        "love": "likes",
        "enjoy": "likes",
        "eat": "eats",
        "drink": "drinks",
        "use": "uses",
    }.get(verb.lemma)
    if attribute is not None:
        yield from listed(clause, attribute, clause.rest + 1, timing="change", polarity=False)


def _eat(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I don't eat meat", "I can't eat shellfish", "I never drink coffee"; what is eaten now and then says little."""
    predicate = clause.predicate
    if not predicate.negative or predicate.form not in ("present", "can"):
        return
    if clause.has("today", "tonight", "yet", "until", "before", "after", "enough", "much", "well", "properly"):
        return
    attribute = "eats" if predicate.lemma == "eat" else "drinks"
    phrase = object_at(clause, clause.rest)
    if phrase is None and attribute == "drinks" and clause.rest == clause.end:
        yield stated(clause, "drinks", "alcohol")
        return
    yield from listed(clause, attribute, clause.rest, fits=lambda item: not item.words[0].lower.isdigit())


def be_taste(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """ "I'm allergic to …", "I'm a big fan of …", "I'm into …", "I'm vegan"."""
    at, form = clause.rest, clause.predicate.form
    if form not in STATED | {"past", "used"} or clause.party.role == "thing":
        return
    while clause.lower(at) in (
        "really",
        "very",
        "so",
        "super",
        "quite",
        "totally",
        "pretty",
        "deathly",
        "severely",
        "highly",
        "also",
        "mildly",
        "still",
        "actually",
        "terribly",
    ):
        at += 1
    word = clause.lower(at)
    if word == "allergic" and clause.lower(at + 1) == "to":
        yield from listed(clause, "allergic_to", at + 2, fits=lambda phrase: phrase.head not in ("anything", "nothing"))
        return
    if form not in STATED:
        return
    if word in ("a", "an", "such") or word == "fan":
        yield from _fan(clause, at)
    elif word == "into" or (word, clause.lower(at + 1)) in _FOND:
        yield from liked(clause, at + (1 if word == "into" else 2), positive=not clause.predicate.negative)
    elif word in _DIETS and clause.lower(at + 1) in ("", ",", "and", "now", "but", "for", "since", "so", "because"):
        yield stated(clause, "diet", clause.words[at].text)


_FOND: Final = frozenset(
    [
        ("fond", "of"),
        ("crazy", "about"),
        ("obsessed", "with"),
        ("keen", "on"),
        ("mad", "about"),
        ("passionate", "about"),
    ]
)
_DIETS: Final = frozenset("vegan vegetarian pescatarian veggie gluten-free keto".split())


def _fan(clause: Clause, at: int) -> Iterator[Draft]:
    j = at
    while clause.lower(j) in (
        "a",
        "an",
        "such",
        "big",
        "huge",
        "massive",
        "real",
        "great",
        "major",
        "total",
        "lifelong",
        "die-hard",
        "avid",
        "not",
        "much",
        "of",
        "the",
        "biggest",
        "proud",
    ):
        j += 1
    if clause.lower(j) in ("fan", "lover") and clause.lower(j + 1) == "of":
        yield from liked(clause, j + 2, positive=not clause.predicate.negative and clause.lower(at) != "not")
    elif clause.lower(j) in _DIETS and clause.lower(j + 1) in ("", ",", "and", "now", "but", "for", "since", "so"):
        yield stated(clause, "diet", clause.words[j].text)


TASTE: Final[Mapping[str, Rule]] = {
    "like": _like, "love": _like, "enjoy": _like, "adore": _like, "hate": _like, "dislike": _like, "detest": _like,
    "loathe": _like, "stand": _stand, "prefer": _prefer, "stop": _stop, "quit": _stop, "eat": _eat, "drink": _eat,
}  # fmt: skip
"""Rules by verb."""
