"""The check of every claim that a caller hands in, before it is read, decided or stored."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from doxa.arguments import checked_flag, checked_number, checked_whole, checked_words, wrong
from doxa.belief.attributes import normal_name
from doxa.errors import InvalidInput, InvalidKind
from doxa.graph.inputs import MAX_TITLE
from doxa.graph.kref import BUNDLE, checked_kind
from doxa.records import Claim, Origin, Quote
from doxa.write.messages import checked_text
from doxa.write.periods import checked_period
from doxa.write.turns import TURN


def checked_claims(claims: Iterable[object], field: str = "claims") -> tuple[Claim, ...]:
    """Return claims, each checked; see `checked_claim`.

    Of several, one whose confidence is no share is let through: `refusal_of` says why that one is not kept.
    """
    given = list(claims)
    several = len(given) > 1
    return tuple(checked_claim(each, f"{field}[{n}]", any_number=several) for n, each in enumerate(given))


def refusal_of(claim: Claim, field: str) -> str | None:
    """Say why a claim of a batch is not kept, where its confidence is a number but none from 0 to 1."""
    sure = claim.confidence
    if sure is None or 0 <= sure <= 1:
        return None
    return f"{field}.confidence is {sure!r}; give a number from 0 to 1"


def checked_claim(claim: object, field: str, *, any_number: bool = False) -> Claim:
    """Return a claim in which every field has the type and the range that it is to have.

    Args:
        claim: As the caller gave it.
        field: The argument it was given for.
        any_number: Whether its confidence may be any number.

    Raises:
        InvalidText: Its text, or a part of it, is empty, too long or cannot be encoded.
        InvalidKind: Its kind is malformed, or one that claims nothing.
        NaiveDatetime: A bound of its period has no time zone.
        InvalidInput: It is no `Claim`, another field cannot be used, or only some of subject, attribute and value
            are given.
    """
    if not isinstance(claim, Claim):
        raise wrong(claim, field, "Give a doxa.Claim.")
    checked_text(claim.text, f"{field}.text")
    _check_slots(claim, field)
    _check_kind(claim.kind, f"{field}.kind")
    checked_flag(claim.polarity, f"{field}.polarity")
    checked_flag(claim.correction, f"{field}.correction")
    if claim.valid is not None:
        checked_period(claim.valid, f"{field}.valid")
    if claim.confidence is not None and not (any_number and type(claim.confidence) in (int, float)):
        checked_number(claim.confidence, f"{field}.confidence", least=0, most=1)
    if claim.origin not in get_args(Origin):
        raise wrong(claim.origin, f"{field}.origin", f"Give one of {', '.join(get_args(Origin))}.")
    for name, ref in (("replaces", claim.replaces), ("conflicts_with", claim.conflicts_with)):
        if ref is not None:
            checked_words(ref, f"{field}.{name}")
    if claim.quote is not None:
        _check_quote(claim.quote, f"{field}.quote")
    return claim


def _check_slots(claim: Claim, field: str) -> None:
    given = {"subject": claim.subject, "attribute": claim.attribute, "value": claim.value}
    for name, part in given.items():
        if part is None:
            continue
        if len(checked_text(part, f"{field}.{name}")) > MAX_TITLE:
            mend = f"Name it in at most {MAX_TITLE:,} characters, and say the rest in the text."
            raise InvalidInput(f"{field}.{name} has {len(part):,} characters.", mend=mend, field=f"{field}.{name}")
    if claim.attribute is not None:
        normal_name(claim.attribute)
    missing = [name for name, part in given.items() if part is None]
    if claim.value is not None or claim.attribute is not None:
        for name in missing:
            raise wrong(None, f"{field}.{name}", "Give subject, attribute and value together, or the text alone.")


def _check_kind(kind: str, field: str) -> None:
    if checked_kind(kind) in (TURN, BUNDLE):
        mend = "Give the kind of belief it is, such as `fact`."
        raise InvalidKind(f"{field} is {kind!r}, which claims nothing.", mend=mend, field=field, value=kind)


def _check_quote(quote: object, field: str) -> None:
    if not isinstance(quote, Quote):
        raise wrong(quote, field, "Give a doxa.Quote.")
    checked_words(quote.text, f"{field}.text")
    checked_words(quote.ref, f"{field}.ref")
    start, end = checked_whole(quote.start, f"{field}.start"), checked_whole(quote.end, f"{field}.end")
    if not 0 <= start <= end <= 2**53:
        raise wrong((start, end), field, "Give 0 <= start <= end.")
