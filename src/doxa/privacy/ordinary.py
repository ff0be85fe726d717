"""The first pass of the gate over a text: whether its words alone say that neither detectors nor flags have work."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.privacy import instructions, trigger
from doxa.text.plain_words import PlainWords


def _part_stands_in(chunks: str) -> bool:
    return trigger.part_stands_in(chunks) or instructions.part_stands_in(chunks.lower())


_PLAIN = PlainWords(_part_stands_in)


def are_ordinary(texts: Sequence[str]) -> bool:
    """Tell the same of many texts at once; where it is False, each is told more quickly by itself then."""
    plain = _PLAIN.meet(texts)
    return plain and all(map(str.isascii, texts)) and not instructions.stands_across("\n".join(texts).lower())


def is_ordinary(text: str) -> bool:
    """Tell of most texts, in one look at their words, that they hold no credential and do not speak to a model.

    Args:
        text: Any text.

    Returns:
        True where `find_secrets` finds nothing and `looks_like_instruction` flags nothing; False says nothing.
    """
    return text.isascii() and _PLAIN.make_up(text) and not instructions.stands_across(text.lower())
