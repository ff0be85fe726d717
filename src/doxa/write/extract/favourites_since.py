"""Turns a favourite into one of before: "My favourite band is Radiohead. Well, it was. Now it's Blur."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from doxa.write.extract.found import Draft

_WAS: Final = re.compile(
    r"^\W*(?:(?:well|actually|or rather|at least)\b[,…. ]*)?(?:it|that|he|she|they) (?:was|were|used to be)\W*$",
    re.IGNORECASE,
)
_NOW: Final = re.compile(
    r"^\W*(?:and |but )?(?i:now|these days|nowadays),? (?:it|he|she|they)(?:['’](?:s|re)| is| are) "
    r"(?P<v>[A-Z0-9][^,;!?]{0,40}?)\s*[.!]*$"
)


def only_was(sentence: str) -> bool:
    """Whether a sentence only says that what was told before it is no longer so."""
    return len(sentence) < 60 and _WAS.match(sentence.strip()) is not None


def favourites_of(drafts: Sequence[Draft]) -> list[Draft]:
    """Return the favourites among what was read from a sentence."""
    return [each for each in drafts if each.attribute.startswith("favourite_") and each.polarity]


def over(drafts: Sequence[Draft]) -> list[Draft]:
    """Return what was read from the sentence before, its favourites over."""
    favourites = favourites_of(drafts)
    return [replace(each, timing="ended") if each in favourites else each for each in drafts]


def now_instead(sentence: str, start: int, favourite: Draft) -> list[Draft]:
    """Return the favourite that a sentence right behind names in the place of the one that is over."""
    match = _NOW.match(sentence)
    if match is None:
        return []
    value = match["v"] + ("." if re.search(r"\.[A-Z]$", match["v"]) else "")
    return [replace(favourite, value=value, timing="change", start=start, end=start + len(sentence.rstrip()))]
