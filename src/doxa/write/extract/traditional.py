"""Claims read in simplified characters, given back in those they were said in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from doxa.write.extract.found import FoundClaim


def in_its_characters(found: FoundClaim, plain: str, content: str, names: Mapping[str, str]) -> FoundClaim:
    """Return a claim with its quote, value and subject as they were written.

    Args:
        found: The claim, read from `plain`.
        plain: The message in simplified characters, as long as `content`.
        content: The message as it was said.
        names: The people of the message, by their names in simplified characters.
    """
    claim, quote = found.claim, found.claim.quote
    if quote is None:
        return found
    text, subject, value = claim.text, claim.subject, claim.value
    if value is not None and (written := _written(value, plain, content, quote.start)) != value:
        text, value = text.replace(value, written), written
    if subject is not None:
        written = names.get(subject) or _written(subject, plain, content, 0)
        text, subject = text.replace(subject, written), written
    kept = replace(quote, text=content[quote.start : quote.end])
    return replace(found, claim=replace(claim, text=text, subject=subject, value=value, quote=kept))


def _written(words: str, plain: str, content: str, near: int) -> str:
    """Return how words of the plain text were written, the words themselves where they do not stand in it."""
    at = plain.find(words, near)
    at = plain.find(words) if at < 0 else at
    return words if at < 0 else content[at : at + len(words)]
