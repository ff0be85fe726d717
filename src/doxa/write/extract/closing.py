"""Ends what is believed where the words do not name it: "I quit my job", "we broke up", "I used to live in Berlin"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from doxa.text.forms import value_form
from doxa.write.extract.found import Believed, Draft, FoundClaim, Held
from doxa.write.extract.pets import SEVERAL, animal_gone
from doxa.write.extract.preferring import KnownNow, instead_of
from doxa.write.extract.wording import names_in_part

_ENDS: Final = frozenset(
    """home employer school occupation work_location partner car diet member_of owns has_pet plays uses habit does
    learning likes""".split()
)
"""Attributes of which "I used to" and "I left" say that it is over."""


def closed(draft: Draft, words: str, before: Sequence[FoundClaim], held: Held | None) -> Iterator[Draft]:
    """The drafts that one draft amounts to: a denial of each value that it ends, or itself.

    Args:
        draft: What a rule read.
        words: The words it was read from.
        before: What was read in the message before it.
        held: Says what is believed now; `None` where nobody knows.

    Yields:
        For a draft that only closes, a denial per value that was believed; for one of the past, itself and a denial
        of what is still believed; else itself.
    """
    if draft.closes and draft.like:
        yield from _denial_of_the_one(draft, before, held)
        return
    if draft.closes:
        for denial in _denials(draft, draft.closes, draft.value, before, held):
            yield denial
            animal = animal_gone(denial)
            if animal is not None:
                yield from _denial_of_the_one(animal, before, held)
        return
    yield draft
    yield from _no_longer_alone(draft, before, held)
    yield from instead_of(draft, words, _known(draft, (), held))
    over = draft.timing in ("left", "ended") and draft.polarity and draft.mood == "asserted"
    if over and draft.attribute in _ENDS:
        timing = draft.timing if draft.timing == "left" else "timeless"
        ending = replace(draft, polarity=False, text=None, timing="change" if timing == "left" else timing)
        yield from _denials(ending, (draft.attribute,), draft.value, before, held)


def _no_longer_alone(draft: Draft, before: Sequence[FoundClaim], held: Held | None) -> Iterator[Draft]:
    """What a partner ends: that somebody is single, and a husband or a wife that they are divorced."""
    if draft.attribute != "partner" or not draft.polarity or draft.mood != "asserted" or held is None:
        return
    if draft.timing not in ("state", "change"):
        return
    over = [*_SINGLE, *(_PARTED if draft.text is not None and _WED.search(draft.text) else ())]
    for _, status, *_ in held(draft.subject.name, ("marital_status",), ""):
        if status in over:
            ending = replace(draft, attribute="marital_status", text=None, polarity=False, timing="change")
            yield replace(ending, value=status)


_SINGLE: Final = ("single", "单身")
_PARTED: Final = ("divorced", "separated", "离婚", "分居")
_WED: Final = re.compile(r"'s (?:wife|husband) is|的(?:妻子|丈夫|太太|老婆|老公)是")


def _denials(
    draft: Draft, attributes: Sequence[str], value: str, before: Sequence[FoundClaim], held: Held | None
) -> Iterator[Draft]:
    subject = draft.subject.name
    pairs = [*_told(before, subject, attributes, value)]
    if held is not None and draft.mood == "asserted":
        pairs += held(subject, attributes, value)
    for attribute, each in dict.fromkeys((each.attribute, each.value) for each in pairs):
        yield replace(draft, attribute=attribute, value=each, polarity=False, closes=())


def _known(draft: Draft, before: Sequence[FoundClaim], held: Held | None) -> KnownNow:
    """What is believed now of whom a draft is about, told in the message before it or long ago."""

    def known(attributes: Sequence[str]) -> Iterable[Believed]:
        pairs = [*_told(before, draft.subject.name, attributes, "")]
        if held is not None and draft.mood in ("asserted", "plan"):
            pairs += held(draft.subject.name, attributes, "")
        return dict.fromkeys(pairs)

    return known


def _denial_of_the_one(draft: Draft, before: Sequence[FoundClaim], held: Held | None) -> Iterator[Draft]:
    """A denial of the only value that the words of a draft can mean."""
    fitting = [pair for pair in _known(draft, before, held)(draft.closes) if names_in_part(draft.like, pair.value)]
    fitting = [each for each in fitting if each.attribute != "has_pet" or not SEVERAL.match(each.value)]
    if len({value_form(each.value) for each in fitting}) == 1:
        for each in fitting:  # by its ref: a denial from now on would be over where the plan begins
            denial = replace(draft, attribute=each.attribute, value=each.value, polarity=False, closes=(), like="")
            yield replace(denial, valid=each.valid, replaces=each.ref)


def _told(before: Sequence[FoundClaim], subject: str, attributes: Sequence[str], value: str) -> Iterator[Believed]:
    """What the same message said before, and did not end since."""
    over = {(one.claim.attribute, one.claim.value) for one in before if not one.claim.polarity}
    for one in before:
        claim = one.claim
        present = (
            claim.polarity and one.mood in ("asserted", "plan") and (claim.valid is None or claim.valid.end is None)
        )
        if not present or claim.subject != subject or claim.attribute is None or claim.value is None:
            continue
        fits = claim.attribute in attributes and (claim.attribute, claim.value) not in over
        if fits and (not value or value_form(value) == value_form(claim.value)):
            yield Believed(claim.attribute, claim.value, claim.valid)
