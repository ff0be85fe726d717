"""English: where somebody lives, lived, moved and comes from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.write.extract.clauses_en import Clause
from doxa.write.extract.found import Draft
from doxa.write.extract.lexicon_en import VAGUE_HEADS
from doxa.write.extract.objects_en import Phrase
from doxa.write.extract.parties import Parties
from doxa.write.extract.stating_en import by_verb, object_at, stated

_NO_PLACE: Final = frozenset(
    """fear peace harmony denial hope pain poverty style comfort town nature luxury apartment apartments house houses
    dorm dorms tents sin love style stealth silence isolation misery danger person secret tandem front bed debt
    college university school trouble general particular order case fact line different another new same person two
    three four""".split()
) | VAGUE_HEADS  # fmt: skip
_NEW: Final = frozenset("york orleans zealand delhi jersey mexico hampshire england haven".split())
_FORMS: Final = frozenset(("present", "past", "perfect", "progressive", "used"))


def place_of(phrase: Phrase | None) -> str | None:
    """The place a phrase names: written like a name, or one or two words without an article ("new york")."""
    if phrase is None or phrase.words[0].lower in ("my", "our", "your"):
        return None
    if phrase.proper and phrase.determiner not in ("a", "an", "my", "our", "your", "this", "that"):
        return phrase.text
    plain = not phrase.determiner and len(phrase.words) <= 2 and all(word.text.isalpha() for word in phrase.words)
    known = phrase.words[0].lower == "new" and phrase.words[-1].lower in _NEW
    return phrase.text if plain and (known or not any(word.lower in _NO_PLACE for word in phrase.words)) else None


def with_region(clause: Clause, phrase: Phrase, place: str) -> str:
    """The place with the region after it: "Portland, Oregon"."""
    at = phrase.end
    if clause.lower(at) == "," and at + 1 < clause.end and clause.words[at + 1].capital and phrase.proper:
        region = object_at(clause, at + 1)
        if region is not None and all(word.capital for word in region.words) and len(region.words) <= 2:
            return f"{place}, {region.text}"
    return place


def _place_at(clause: Clause, at: int) -> tuple[str, int] | None:
    phrase = object_at(clause, at)
    place = place_of(phrase)
    return None if place is None or phrase is None else (with_region(clause, phrase, place), phrase.end)


def _live(clause: Clause, parties: Parties) -> Iterator[Draft]:
    at = clause.rest
    while clause.lower(at) in _BESIDE_LIVE:
        at += 1
    if clause.predicate.form not in _FORMS or clause.party.role == "thing":
        return
    if clause.lower(at) == "with":
        at = next((i for i in range(at + 2, clause.end) if clause.lower(i) in ("in", ",")), clause.end)
        at = next((i for i in range(clause.end - 1, at - 1, -1) if clause.lower(i) == "in"), clause.end)
    found = _place_at(clause, at + 1) if clause.lower(at) in ("in", "at") else None
    if found is None:
        return
    rest = list(_then(clause, found[1]))
    first = stated(clause, "home", found[0])
    yield replace(first, end=rest[0].start) if rest else first
    yield from rest


def _then(clause: Clause, at: int) -> Iterator[Draft]:
    """Read the stations that follow "I lived in Paris until 2019": "then Rome until 2023 and now Madrid"."""
    if clause.predicate.form not in ("past", "used") or clause.predicate.negative:
        return
    begins = [i for i in range(at, clause.end) if clause.lower(i) in ("then", "now")]
    for number, i in enumerate(begins):
        found = _place_at(clause, i + 1 + (clause.lower(i + 1) == "in"))
        if found is None or not found[0][0].isupper():
            continue
        end = (
            clause.words[begins[number + 1] - 1].start if number + 1 < len(begins) else clause.words[clause.end - 1].end
        )
        now = clause.lower(i) == "now"
        draft = stated(clause, "home", found[0], timing="state" if now else None)
        yield replace(draft, start=clause.words[i].start, end=end)


_BESIDE_LIVE: Final = frozenset("here alone together happily just right over all back out now still".split())


def _move(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if clause.predicate.form not in ("past", "perfect") or clause.party.role == "thing" or clause.predicate.negative:
        return
    at = clause.rest
    while clause.lower(at) in _BESIDE_MOVE:
        at += 1
    left = _left_at(clause, at)
    if left is not None:
        at = left[1]
        while clause.lower(at) in ("back", "over", "out", "down", "up", "here", "all", "the", "way"):
            at += 1
    if clause.lower(at) == "into" and clause.lower(at + 1) in ("a", "an", "our", "my"):
        house = object_at(clause, at + 1)
        at = house.end if house is not None and clause.lower(house.end) == "in" else at
        reached = _place_at(clause, at + 1) if clause.lower(at) == "in" else None
    else:
        reached = _place_at(clause, at + 1) if clause.lower(at) == "to" else None
    if reached is not None:
        yield stated(clause, "home", reached[0], timing="change")
        left = left or _origin(clause, reached[1])
    if left is not None and (reached is not None or clause.lower(left[1]) in ("", ",", "when", "in", "last")):
        yield stated(clause, "home", left[0], timing="left")


def _left_at(clause: Clause, at: int) -> tuple[str, int] | None:
    """The place in "from Oslo", "out of Oslo", and the index after it; "out of the house" names none."""
    if clause.lower(at) == "from":
        return _place_at(clause, at + 1)
    found = _place_at(clause, at + 1) if clause.lower(at) == "of" and clause.lower(at - 1) == "out" else None
    return found if found is not None and found[0][0].isupper() else None


_BESIDE_MOVE: Final = frozenset("back over out down up here away again just all abroad permanently".split())


def _origin(clause: Clause, at: int) -> tuple[str, int] | None:
    return _place_at(clause, at + 1) if clause.lower(at) == "from" else None


def _grow(clause: Clause, parties: Parties) -> Iterator[Draft]:
    if (
        clause.lower(clause.rest) != "up"
        or clause.lower(clause.rest + 1) not in ("in", "near")
        or clause.predicate.form != "past"
    ):
        return
    found = _place_at(clause, clause.rest + 2)
    if found is not None and clause.lower(clause.rest + 1) == "in":
        yield stated(clause, "hometown", found[0], timing="state")


def origin_at(clause: Clause, at: int) -> str | None:
    """The place somebody is from, named from index `at` on: not "from marketing", "from work", "from the office".

    A word without a capital is a place only where the sentence has no capitals at all.
    """
    found = _place_at(clause, at)
    if found is None or _NO_ORIGIN & {word.lower for word in clause.words[at : found[1]]}:
        return None
    small = not found[0][0].isupper() and any(word.text != word.lower for word in clause.words)
    return None if small and not found[0].lower().startswith("new ") else found[0].removesuffix(" originally")


_NO_ORIGIN: Final = frozenset(
    """work home office marketing sales accounting accounts finance engineering legal hr it support procurement
    purchasing logistics operations ops management headquarters hq payroll billing reception upstairs downstairs
    security compliance recruiting recruitment design product research maintenance facilities bed abroad here there
    department team school church yesterday today""".split()
)
"""Departments and the like, where somebody calls from or works."""


def be_home(clause: Clause, parties: Parties) -> Iterator[Draft]:
    """Read "I'm from Oslo", "I'm based in Oslo", "I'm no longer in Oslo", "I was born in Oslo"."""
    at, form = clause.rest, clause.predicate.form
    if clause.party.role == "thing":
        return
    word = clause.lower(at)
    if word == "originally":
        at, word = at + 1, clause.lower(at + 1)
    if word == "from" and form == "present":
        origin = origin_at(clause, at + 1)
        if origin is not None:
            yield stated(clause, "hometown", origin)
    elif word in ("based", "living", "settled") and clause.lower(at + 1) in ("in", "out") and form in _FORMS:
        found = _place_at(clause, at + (3 if clause.lower(at + 1) == "out" else 2))
        if found is not None:
            yield stated(clause, "home", found[0])
    elif word == "in" and "no longer" in clause.predicate.adverbs:
        found = _place_at(clause, at + 1)
        if found is not None:
            yield stated(clause, "home", found[0], polarity=False)
    elif word == "born" and clause.lower(at + 1) == "and" and clause.lower(at + 3) == "in" and form == "past":
        found = _place_at(clause, at + 4)
        if found is not None:
            yield stated(clause, "hometown", found[0], timing="timeless")
    elif word == "born" and clause.lower(at + 1) == "in" and form == "past":
        found = _place_at(clause, at + 2)
        if found is not None and found[0][0].isupper():
            yield stated(clause, "birthplace", found[0], timing="state")


HOME: Final = by_verb(
    ("live reside", _live),
    ("move relocate", _move),
    ("grow", _grow),
)
"""Rules by verb."""
