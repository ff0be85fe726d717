"""Characters that a reader does not see and a model does: zero-width, bidirectional, tag characters and the like."""

from __future__ import annotations

from collections.abc import Iterator

from doxa.text.patterns import lazy_pattern

_ANY = lazy_pattern(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200d\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\U000e0000-\U000e01ef]"
)
_ZERO_WIDTH = lazy_pattern("[\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2064\u3164\uffa0]|(?<=.)\ufeff")
_JOINERS_IN_LATIN = lazy_pattern("(?<=[A-Za-z0-9一-鿿])[\u200c\u200d\u00ad](?=[A-Za-z0-9一-鿿])")
_OVERRIDE = lazy_pattern("[\u202d\u202e\u206a-\u206f]")
_EMBEDDING = lazy_pattern("[\u202a-\u202c\u2066-\u2069]")
_RIGHT_TO_LEFT = lazy_pattern("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_FLAG = lazy_pattern("\U0001f3f4[\U000e0061-\U000e007a]{1,6}\U000e007f")
_TAG = lazy_pattern("[\U000e0000-\U000e007f]")
_SELECTORS = lazy_pattern("[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2}")
_SOFT_HYPHENS = 8
"""Web pages are full of soft hyphens between letters, one or two in a long word; a message spelt with them is not."""


def hidden_characters(text: str) -> tuple[str, ...]:
    """Return which kinds of hidden characters a text has, where they have no business.

    Joiners in emoji and in Persian or Indic words, the tags of regional flags, one variation selector behind a
    character, and direction marks in right-to-left text are as they should be.

    Returns:
        Of `zero_width`, `bidirectional`, `tag_characters` and `variation_selectors` those that were found.
    """
    if text.isascii() or _ANY.search(text) is None:
        return ()
    return tuple(_kinds(text))


def _kinds(text: str) -> Iterator[str]:
    joiners = [match.group() for match in _JOINERS_IN_LATIN.finditer(text)]
    if _ZERO_WIDTH.search(text) or any(mark != "\u00ad" for mark in joiners) or len(joiners) > _SOFT_HYPHENS:
        yield "zero_width"
    if _OVERRIDE.search(text) or (_EMBEDDING.search(text) and not _RIGHT_TO_LEFT.search(text)):
        yield "bidirectional"
    if _TAG.search(_FLAG.sub("", text)):
        yield "tag_characters"
    if _SELECTORS.search(text):
        yield "variation_selectors"


def without_hidden(text: str) -> str:
    """Return a text as a model reads it: hidden characters gone, tag characters as the letters they stand for."""
    if text.isascii() or _ANY.search(text) is None:
        return text
    return _ANY.sub(_spelt, _FLAG.sub("\U0001f3f4", text))


def _spelt(match: object) -> str:
    character = match.group()  # type: ignore[attr-defined]
    code = ord(character) - 0xE0000
    return chr(code) if 0x20 <= code < 0x7F else ""
