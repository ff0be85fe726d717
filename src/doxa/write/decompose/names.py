"""The keys by which two spellings of a name are one: exact, never a likeness."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from doxa.graph.aliases import alias_form
from doxa.text.folding import nfkc

_WORD: Final = re.compile(r"[^\W_]+")
_ACRONYM: Final = re.compile(r"(?:[A-Z]\.?){2,8}")
_SMALL: Final = frozenset("of the and for in on at de la du des der von und & to a an".split())
_CLASSES: Final = {
    **dict.fromkeys("person people human user individual 人 人物 用户 个人".split(), "person"),
    **dict.fromkeys("place city country location region town 地点 地方 城市 国家 地区".split(), "place"),
}


@dataclass(frozen=True, slots=True)
class NameKeys:
    """The keys of a name.

    Args:
        kept: Kept with an entity that is called so.
        sought: What an entity of the same name may have been kept under.
    """

    kept: tuple[str, ...]
    sought: tuple[str, ...]


def name_keys(name: str) -> NameKeys:
    """Return the keys of a name.

    Two names are one when they differ in case, accents, width, spacing and punctuation alone (`Post-gres`, `postgres`),
    or when one is the initials of the other (`IBM`, `International Business Machines`). Initials stand under a key of
    their own, so that two long names with the same initials stay two.
    """
    compact = f"name:{_compact(name)}"
    if _ACRONYM.fullmatch(name.strip()):
        short = _compact(name)
        return NameKeys((compact, f"short:{short}"), (compact, f"initials:{short}"))
    initials = _initials(name)
    if initials is None:
        return NameKeys((compact,), (compact,))
    return NameKeys((compact, f"initials:{initials}"), (compact, f"short:{initials}"))


def class_of(entity_type: str | None) -> str | None:
    """Return `person`, `place` or `other` for a type of entity; `None` where no type is given.

    What is a person is no place, and neither is anything else; between other types callers and models waver, so that
    they tell no two entities apart.
    """
    if not entity_type or not entity_type.strip():
        return None
    return _CLASSES.get(entity_type.strip().casefold(), "other")


def _compact(name: str) -> str:
    # `C++` and `C#` keep their signs, which are all that tells them from `C`
    form = "".join(_WORD.findall(alias_form(name)))
    signs = "".join(each for each in nfkc(name) if each in "+#")
    return f"{form}{signs}" or nfkc(name).casefold().strip()


def _initials(name: str) -> str | None:
    words = [word for word in _words(name) if word.casefold() not in _SMALL]
    if len(words) < 3 or not all(word[0].isupper() for word in words):
        return None
    return "".join(word[0] for word in words).casefold()


def _words(name: str) -> Iterator[str]:
    plain = unicodedata.normalize("NFKD", name)
    yield from (word for word in re.findall(r"[A-Za-z][\w'’]*", plain))
