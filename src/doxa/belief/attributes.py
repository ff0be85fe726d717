"""The registry of attributes: which hold one value at a time, which hold many, and what each is called."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final, NamedTuple

from doxa.belief.attribute_table import FAVOURITE_TOPICS, SINGLE_PREFIXES, TABLE
from doxa.belief.kinds import KINDS
from doxa.errors import InvalidInput

_NAME: Final = re.compile(r"\w+(?:_\w+)*")
_SEPARATORS: Final = re.compile(r"[\s\-./_]+")
_CAMEL: Final = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_FAVOURITE: Final = re.compile(r"^(?:(?:favorite|favourite|fave?|preferred)_|最喜欢的?|最爱的?)(?=.)")
_NOT: Final = re.compile(r"^(?:not|no_longer|never|does_not|do_not|doesn_?t|is_not|isn_?t)_(?=.)|^(?:不再|不)(?=.)")
_LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class Attribute:
    """What is known of one attribute.

    Args:
        name: Its name, snake_case.
        single: Whether it holds one value at a time.
        kind: The kind of a belief about it: `profile`, `preference`, `fact`, …
        boolean: Whether its values are yes and no; then a "no" is a denial, never a second value.
        aliases: Other names that mean the same.
        opposites: Names whose claims are denials of this one (`dislikes` of `likes`).
        surfaces: What it is called in a question or a sentence, in any language.
    """

    name: str
    single: bool
    kind: str = "fact"
    boolean: bool = False
    aliases: tuple[str, ...] = ()
    opposites: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()


class Named(NamedTuple):
    """What an attribute name names, and whether it names the denial of it."""

    attribute: Attribute
    denied: bool = False


class AttributeRegistry:
    """Every attribute by every name; immutable. What it does not know is many-valued.

    Args:
        attributes: What it knows; a name that two of them claim belongs to the later one.
    """

    __slots__ = ("_attributes", "_names")

    def __init__(self, attributes: Iterable[Attribute]) -> None:
        self._attributes: dict[str, Attribute] = {}
        self._names: dict[str, tuple[str, bool]] = {}
        for attribute in attributes:
            self._attributes[attribute.name] = attribute
            for alias in attribute.aliases:
                self._names[normal_name(alias)] = (attribute.name, False)
            for opposite in attribute.opposites:
                self._names[normal_name(opposite)] = (attribute.name, True)
            self._names[attribute.name] = (attribute.name, False)

    @classmethod
    def default(cls) -> AttributeRegistry:
        """Return the registry that doxa starts with."""
        return _default()

    def __iter__(self) -> Iterator[Attribute]:
        return iter(self._attributes.values())

    def __contains__(self, name: str) -> bool:
        plain = normal_name(name)
        return plain in self._names or _third_person(plain) in self._names

    def resolve(self, name: str) -> Named:
        """Return the attribute that `name` names in any of its spellings; an unknown name is many-valued.

        `favourite_…` and other telling prefixes make an unknown name single-valued; `not_…` denies what follows.

        Raises:
            InvalidInput: The name is empty, too long or holds no letter or digit.
        """
        plain = normal_name(name)
        for spelling in (plain, _third_person(plain)):
            if spelling in self._names:
                known, denied = self._names[spelling]
                return Named(self._attributes[known], denied)
        negation = _NOT.match(plain)
        if negation and plain[negation.end() :] in self:
            inner = self.resolve(plain[negation.end() :])
            return Named(inner.attribute, not inner.denied)
        for prefix in SINGLE_PREFIXES:
            rest = plain.removeprefix(prefix)
            if prefix != "favourite_" and rest != plain and rest in self._names:
                return self.resolve(rest)
        favourite = plain.startswith("favourite_")
        return Named(Attribute(plain, plain.startswith(SINGLE_PREFIXES), "preference" if favourite else "fact"))

    def with_(
        self,
        name: str,
        *,
        single: bool,
        kind: str | None = None,
        boolean: bool | None = None,
        aliases: Sequence[str] = (),
        opposites: Sequence[str] = (),
        surfaces: Sequence[str] = (),
    ) -> AttributeRegistry:
        """Return a registry that knows `name` too, or knows it anew; what was known of it is kept and added to.

        Args:
            name: The attribute. A name that was another's alias becomes an attribute of its own.
            single: Whether it holds one value at a time.
            kind: The kind of beliefs about it; `fact` unless known otherwise.
            boolean: Whether its values are yes and no.
            aliases: Further names.
            opposites: Further names of its denial.
            surfaces: Further words for it.

        Raises:
            InvalidInput: A name is malformed, or one name is to mean both the attribute and its denial.
        """
        plain = normal_name(name)
        before = self._attributes.get(plain, Attribute(plain, single))
        taken = {normal_name(each) for each in aliases} & {normal_name(each) for each in opposites}
        if taken:
            raise InvalidInput(
                f"{sorted(taken)[0]!r} is given both as an alias and as an opposite of {plain!r}.",
                mend="Leave it out of one of the two.",
                field="aliases",
            )
        after = replace(
            before,
            single=single,
            kind=kind or before.kind,
            boolean=before.boolean if boolean is None else boolean,
            aliases=_added(before.aliases, map(normal_name, aliases)),
            opposites=_added(before.opposites, map(normal_name, opposites)),
            surfaces=_added(before.surfaces, surfaces),
        )
        others = (each for each in self if each.name != plain and each.name not in after.aliases)
        return AttributeRegistry((*others, after))

    def surfaces(self) -> dict[str, str]:
        """Return every word or phrase that names an attribute, lower-cased, with the attribute's name."""
        found: dict[str, str] = {}
        for attribute in self:
            for surface in attribute.surfaces:
                found.setdefault(surface.lower(), attribute.name)
        return found


def normal_name(name: str) -> str:
    """Return an attribute name in the registry's spelling: snake_case, lower case, `favourite_…`.

    Raises:
        InvalidInput: The name is empty, too long or holds no letter or digit.
    """
    plain = _SEPARATORS.sub("_", _CAMEL.sub("_", name.strip())).strip("_").lower()
    if not _NAME.fullmatch(plain) or len(plain) > _LONGEST_NAME:
        raise InvalidInput(
            f"{name!r} cannot name an attribute.",
            mend=f"Use letters, digits and underscores, at most {_LONGEST_NAME}, such as favourite_color.",
            field="attribute",
            value=name,
        )
    favourite = _FAVOURITE.match(plain)
    if favourite:
        topic = plain[favourite.end() :].strip("_")
        return f"favourite_{FAVOURITE_TOPICS.get(topic, topic)}"
    return plain


def _third_person(plain: str) -> str:
    """`work_at` as it is registered: `works_at`."""
    verb, _, rest = plain.partition("_")
    return f"{verb}s_{rest}" if rest else f"{verb}s"


def _added(before: tuple[str, ...], more: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*before, *more)))


@cache
def _default() -> AttributeRegistry:
    blocks: list[list[str]] = []
    for line in TABLE.strip().splitlines():
        if line.startswith(" "):
            blocks[-1].append(line)
        else:
            blocks.append([line])
    return AttributeRegistry(_parsed(head, lines) for head, *lines in blocks)


def _parsed(head: str, lines: Sequence[str]) -> Attribute:
    name, values, kind = head.split()
    if values not in {"one", "many", "bool"} or kind not in KINDS:
        raise InvalidInput(f"the attribute table has a malformed line: {head!r}.", mend="Mend the line.")
    marked = {mark: " ".join(line[4:] for line in lines if line[2] == mark) for mark in "=!"}
    words = (word.strip() for line in lines if line[2] == ":" for word in line[4:].split(","))
    return Attribute(
        name,
        single=values == "one",
        kind=kind,
        boolean=values == "bool",
        aliases=tuple(marked["="].split()),
        opposites=tuple(marked["!"].split()),
        surfaces=tuple(word for word in words if word),
    )
