"""Makes one message agree with itself: the same claim once, one value where only one can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from doxa.belief.attributes import AttributeRegistry
from doxa.records import Quote
from doxa.write.extract.found import FoundClaim

_SINGLE: Final = frozenset(attribute.name for attribute in AttributeRegistry.default() if attribute.single)


def settled(content: str, found: Iterable[FoundClaim]) -> list[FoundClaim]:
    """The claims of one message without repetitions and without two present values of one slot.

    Args:
        content: The message.
        found: Claims in the order they were said.

    Returns:
        Claims in that order. Of two present values of a single-valued attribute in one breath the more exact one stays
        ("a design institute", "Guangzhou Design Institute"), else the correction, else the first; what two sentences
        plainly say otherwise is left to be decided.
    """
    kept: dict[tuple[object, ...], FoundClaim] = {}
    for one in found:
        claim = one.claim
        key: tuple[object, ...] = (claim.subject, claim.attribute, claim.polarity, one.mood)
        if not _present(one):
            key += ((claim.value or "").lower(), claim.valid)
        before = kept.get(key)
        if before is not None and _present(one) and _said_apart(content, one, before):
            key += ((claim.value or "").lower(),)
            before = kept.get(key)
        if before is None or (_present(one) and (_better(one, before) or _says_now(content, one, before))):
            kept[key] = one
    return _without_ended(list(kept.values()))


def _without_ended(kept: list[FoundClaim]) -> list[FoundClaim]:
    """Leave out what the very words that end it presuppose: a dog called Rex in "my dog Rex died"."""
    ended = {
        (one.claim.subject, one.claim.attribute, one.claim.value): one.claim.quote
        for one in kept
        if not one.claim.polarity and one.mood == "asserted"
    }
    if not ended:
        return kept
    return [one for one in kept if not (one.claim.polarity and _within(one, ended))]


def _within(one: FoundClaim, ended: Mapping[tuple[str | None, str | None, str | None], Quote | None]) -> bool:
    claim = one.claim
    end, said = ended.get((claim.subject, claim.attribute, claim.value)), claim.quote
    if end is None or said is None or (claim.valid is not None and claim.valid.end is not None):
        return False
    return end.start <= said.start and said.end <= end.end


def _said_apart(content: str, one: FoundClaim, before: FoundClaim) -> bool:
    """Whether two values that have nothing in common stand in sentences of their own."""
    new, old = (one.claim.value or "").lower(), (before.claim.value or "").lower()
    quote, earlier = one.claim.quote, before.claim.quote
    if one.claim.attribute not in _PLAIN or one.claim.correction or quote is None or earlier is None:
        return False
    if new in old or old in new or quote.start < earlier.end:
        return False
    return _STOP.search(content, max(0, earlier.end - 1), quote.start + 1) is not None


_STOP: Final = re.compile(r"[.!?。！？\n]")


_PLAIN: Final = frozenset("home employer school partner phone email hometown car".split())


def _present(one: FoundClaim) -> bool:
    """Whether it fills a slot that holds one value, as of now."""
    claim = one.claim
    if not claim.polarity or one.mood != "asserted":
        return False
    single = claim.attribute in _SINGLE or (claim.attribute or "").startswith("favourite_")
    return single and (claim.valid is None or claim.valid.end is None)


def _says_now(content: str, one: FoundClaim, before: FoundClaim) -> bool:
    """Whether one says what is so now, and the other what came in between: 后来住在罗马，现在住在马德里."""
    new, old = one.claim.quote, before.claim.quote
    if new is None or old is None or new.start < old.end:
        return False
    return _NOW.search(content, new.start, new.end) is not None and _NOW.search(content, old.start, old.end) is None


_NOW: Final = re.compile(r"现在|如今|目前|\bnow\b")


def _better(one: FoundClaim, before: FoundClaim) -> bool:
    new, old = (one.claim.value or "").lower(), (before.claim.value or "").lower()
    return (one.claim.correction and new != old) or (old in new and len(new) > len(old))
