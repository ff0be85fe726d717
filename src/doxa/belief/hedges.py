"""The words with which a claim is passed on: plainly, or hedged by how sure we are of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from doxa.belief.confidence import ASSERT_FROM, STORE_FROM
from doxa.belief.kinds import ClaimClass

Hedge = Literal["plain", "probably", "possibly", "disputed"]

ENGLISH: Final[Mapping[Hedge, str]] = {
    "plain": "",
    "probably": "Probably: ",
    "possibly": "Possibly: ",
    "disputed": "Disputed: ",
}
CHINESE: Final[Mapping[Hedge, str]] = {
    "plain": "",
    "probably": "大概：",
    "possibly": "可能：",
    "disputed": "有争议：",
}


def hedge_of(confidence: float, claim_class: ClaimClass | None, *, contested: bool = False) -> Hedge:
    """Return how a claim is to be hedged.

    Args:
        confidence: Its confidence now, 0 to 1.
        claim_class: Whose threshold applies: .80 for a USER_FACT, .75 for a USER_PATTERN, .60 for a SHARED_NARRATIVE;
            what has no class is a fact here.
        contested: Whether a rival contests it; then it is never asserted, however sure we are.
    """
    if contested:
        return "disputed"
    if confidence >= ASSERT_FROM[claim_class or "USER_FACT"]:
        return "plain"
    return "probably" if confidence >= STORE_FROM else "possibly"


def hedged(text: str, hedge: Hedge, *, chinese: bool = False) -> str:
    """Return `text` with the words of its hedge before it; unchanged when it is plain."""
    return (CHINESE if chinese else ENGLISH)[hedge] + text
