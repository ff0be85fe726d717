"""A text that is too long for one memory, in parts that are cut where it pauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from doxa.records import Message
from doxa.text.patterns import lazy_pattern

PART: Final = 100_000
"""Characters of a part at most."""
_PAUSES: Final = (
    lazy_pattern(r"\n\s*\n"),
    lazy_pattern(r"\n"),
    lazy_pattern(r"(?<=[.!?。！？；;])\s?"),
    lazy_pattern(r"\s"),
)


def parts_of(message: Message) -> list[Message]:
    """Return a message as messages of at most `PART` characters, in order; together they say what it said.

    Each tells in its metadata which part it is (`part` of `parts`, from 1); the first has the attachments.
    """
    texts = [text for text in split(message.content) if text.strip()]
    return [
        replace(
            message,
            content=text,
            metadata={**message.metadata, "part": number, "parts": len(texts)},
            attachments=message.attachments if number == 1 else (),
        )
        for number, text in enumerate(texts, 1)
    ]


def split(text: str) -> Iterator[str]:
    """Yield a text in parts: cut between paragraphs, else lines, sentences or words, else anywhere."""
    start = 0
    while len(text) - start > PART:
        end = _pause(text, start + PART * 4 // 5, start + PART)
        yield text[start:end]
        start = end
    yield text[start:]


def _pause(text: str, low: int, high: int) -> int:
    """Return the last place of the widest kind of pause between two places."""
    for pause in _PAUSES:
        last: re.Match[str] | None = None
        for last in pause.finditer(text, low, high):  # noqa: B007 - the last is wanted
            pass
        if last is not None and last.end() > low:
            return last.end()
    return high
