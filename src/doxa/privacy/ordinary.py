"""The first pass of the gate over a text: whether its words alone say that neither detectors nor flags have work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doxa.privacy import instructions, trigger
from doxa.text.literals import lowered
from doxa.text.plain_words import PlainWords


def _words(*, codes: bool) -> PlainWords:
    """Return what tells words in which no sign stands, nor a mark; without `codes`, of those that need no digit."""

    def places(chunks: str) -> Iterator[int]:
        yield from trigger.places_of_parts(chunks, codes=codes)
        yield from instructions.places_of_parts(lowered(chunks))

    return PlainWords(places=places)


_PLAIN, _PLAIN_WITHOUT_DIGITS = _words(codes=True), _words(codes=False)


def ordinary_among(texts: Sequence[str]) -> list[bool]:
    """Tell the same of each of many texts, all looked at at once; one of which it is False may be ordinary yet."""
    plain = _PLAIN.meet(texts)
    across = instructions.stands_across("\n".join(texts).lower())
    if across:
        return [told and is_ordinary(text) for told, text in zip(plain, texts, strict=True)]
    return plain if all(map(str.isascii, texts)) else [a and b.isascii() for a, b in zip(plain, texts, strict=True)]


def is_ordinary(text: str) -> bool:
    """Tell of most texts, in one look at their words, that they hold no credential and do not speak to a model.

    Args:
        text: Any text.

    Returns:
        True where `find_secrets` finds nothing and `looks_like_instruction` flags nothing; False says nothing.
    """
    if not text.isascii() or instructions.stands_across(text.lower()):
        return False
    return _PLAIN.make_up(text) or (not trigger.has_digit(text) and _PLAIN_WITHOUT_DIGITS.make_up(text))
