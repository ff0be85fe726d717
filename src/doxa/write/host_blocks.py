"""Memory that a host put into a message: what was recalled is no evidence, so that it is cut out before reading."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import replace
from itertools import accumulate
from typing import NamedTuple

from doxa.records import Redaction
from doxa.text.patterns import lazy_pattern

MEMORY_BLOCK = "memory_block"
"""The kind of such a redaction."""

_OWN_NAMES = (
    r"doxa(?:[-_:][a-z]+)*|relevant[-_]memor(?:y|ies)|recalled[-_]memor(?:y|ies)|long[-_]term[-_]memor(?:y|ies)"
    r"|retrieved[-_]memor(?:y|ies)|supermemory|mem0[-_]memories|memory[-_](?:context|block|recall)|memories"
)
_OPEN = lazy_pattern(rf"<(?P<name>{_OWN_NAMES}|memory|user[-_]profile)(?P<more>\s[^<>]{{0,300}})?>", re.I)
_AROUND = lazy_pattern(r"[ \t]*\n?")


class Stripped(NamedTuple):
    """A text without the blocks, and where they stood in the text that was given."""

    text: str
    blocks: tuple[Redaction, ...] = ()

    def in_given_text(self, redaction: Redaction) -> Redaction:
        """Return a redaction with its place in the text that was given."""
        if not self.blocks:
            return redaction
        lengths = [0, *accumulate(block.end - block.start for block in self.blocks)]
        starts = [block.start - gone for block, gone in zip(self.blocks, lengths, strict=False)]
        moved = lengths[bisect_right(starts, redaction.start)]
        return replace(redaction, start=redaction.start + moved, end=redaction.end + moved)


def without_host_blocks(text: str) -> Stripped:
    """Cut out fenced memory, ours and that of other systems.

    `<memory>` and `<user-profile>` are names that other things have too: they count only where the block has lines of
    its own, not in `<memory unit="KiB">4096</memory>`. A block without an end stays.

    Args:
        text: A message as a host handed it over.
    """
    if "<" not in text:
        return Stripped(text)
    blocks: list[Redaction] = []
    at, unclosed = 0, set[str]()
    while (opened := _OPEN.search(text, at)) is not None:
        at = opened.end()
        name = opened.group("name").lower()
        if name in unclosed:
            continue
        closed = re.compile(rf"</{re.escape(name)}\s*>", re.I).search(text, at)
        if closed is None:
            unclosed.add(name)
        elif name not in ("memory", "user-profile", "user_profile") or "\n" in text[at : closed.start()].rstrip(" \t"):
            behind = _AROUND.match(text, closed.end())
            at = behind.end() if behind is not None else closed.end()
            blocks.append(Redaction(MEMORY_BLOCK, opened.start(), at, ""))
    return Stripped(_without(text, blocks), tuple(blocks))


def _without(text: str, blocks: list[Redaction]) -> str:
    parts, at = [], 0
    for block in blocks:
        parts.append(text[at : block.start])
        at = block.end
    return "".join([*parts, text[at:]])
