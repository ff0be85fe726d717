"""Makes one message agree with itself: the same claim once, one value where only one can hold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from doxa.belief.attributes import AttributeRegistry
from doxa.write.extract.found import FoundClaim

_SINGLE: Final = frozenset(attribute.name for attribute in AttributeRegistry.default() if attribute.single)


def settled(found: Iterable[FoundClaim]) -> list[FoundClaim]:
    """The claims of one message without repetitions and without two present values of one slot.

    Args:
        found: Claims in the order they were said.

    Returns:
        Claims in that order. Of two present values of a single-valued attribute the more exact one stays ("a design
        institute", "Guangzhou Design Institute"), else the correction, else the first.
    """
    kept: dict[tuple[object, ...], FoundClaim] = {}
    for one in found:
        claim = one.claim
        key: tuple[object, ...] = (claim.subject, claim.attribute, claim.polarity, one.mood)
        if not _present(one):
            key += ((claim.value or "").lower(), claim.valid)
        before = kept.get(key)
        if before is None or (_present(one) and _better(one, before)):
            kept[key] = one
    return list(kept.values())


def _present(one: FoundClaim) -> bool:
    """Whether it fills a slot that holds one value, as of now."""
    claim = one.claim
    if not claim.polarity or one.mood != "asserted":
        return False
    single = claim.attribute in _SINGLE or (claim.attribute or "").startswith("favourite_")
    return single and (claim.valid is None or claim.valid.end is None)


def _better(one: FoundClaim, before: FoundClaim) -> bool:
    new, old = (one.claim.value or "").lower(), (before.claim.value or "").lower()
    return (one.claim.correction and new != old) or (old in new and len(new) > len(old))
