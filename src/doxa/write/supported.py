"""Checks claims that a caller hands over against the words they quote: one that these do not bear is not explicit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from doxa.belief.validate import origin_of, validate
from doxa.records import Claim

USER = "user"


def checked_against(claims: Sequence[Claim], texts: Sequence[str]) -> tuple[Claim, ...]:
    """Return claims with the origin they may have.

    A claim that quotes words which stand in none of the texts, or which say something else, is `inferred`: kept, less
    sure, and never a reason for a better source to give way. One without a quote is the caller's own word.

    Args:
        claims: As they were handed over.
        texts: What was said.
    """
    return tuple(_checked(claim, texts) for claim in claims)


def _checked(claim: Claim, texts: Sequence[str]) -> Claim:
    if claim.quote is None or claim.origin != "explicit":
        return claim
    if not any(claim.quote.text in text for text in texts):
        return replace(claim, origin="inferred")
    names = [claim.subject] if claim.subject else []
    return replace(claim, origin=origin_of(validate(claim.text, claim.quote.text, names=[*names, USER])))
