"""Readers: how the text, YAML or Python value of a setting becomes a checked value."""

from __future__ import annotations

import json
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

LONGEST_TEXT = 500
"""Characters in a text setting; names and labels are far shorter, so a longer one is a mistake."""


class BadValue(Exception):
    """A value that a reader cannot use.

    Args:
        problem: What is wrong, as the end of a sentence that starts "x is …".
        mend: A whole sentence: what to give instead.
    """

    def __init__(self, problem: str, mend: str) -> None:
        super().__init__(problem, mend)
        self.problem = problem
        self.mend = mend


@dataclass(frozen=True, slots=True)
class Reader:
    """How the values of a setting are checked and converted.

    Args:
        type: What a value is, in words.
        range: Which values are allowed, in words; empty when there is nothing to add.
        read: Returns the value of a raw one, or raises `BadValue`. Reading its own result again changes nothing.
    """

    type: str
    range: str
    read: Callable[[object], object]


def text(*, none: str | None = None, range: str = "") -> Reader:
    """Return a reader of one line of text, white space around it dropped.

    Args:
        none: A word that stands for `None`, whatever its case.
        range: What may be written, for the documentation.
    """

    def read(raw: object) -> str | None:
        line = _line(raw)
        return None if line.casefold() == none else line

    return Reader("text", range, read)


def whole(low: int, high: int) -> Reader:
    """Return a reader of whole numbers from `low` to `high`, both included."""
    range = f"{low} to {high}"
    mend = f"Give a whole number from {range}."

    def read(raw: object) -> int:
        if isinstance(raw, bool) or not isinstance(raw, int | str):
            raise BadValue("not a whole number", mend)
        try:
            number = int(raw)
        except ValueError:
            raise BadValue("not a whole number", mend) from None
        if not low <= number <= high:
            raise BadValue("out of range", mend)
        return number

    return Reader("whole number", range, read)


def real(low: float, high: float, unit: str = "") -> Reader:
    """Return a reader of numbers from `low` to `high`, both included, that count `unit`."""
    range = f"{low:g} to {high:g} {unit}".rstrip()
    mend = f"Give a number from {range}."

    def read(raw: object) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float | str):
            raise BadValue("not a number", mend)
        try:
            number = float(raw)
        except (ValueError, OverflowError):
            raise BadValue("not a number", mend) from None
        if math.isnan(number) or not low <= number <= high:
            raise BadValue("out of range", mend)
        return number

    return Reader("number", range, read)


def folder() -> Reader:
    """Return a reader of folders, made absolute; `~` is the user's home. They need not exist yet."""

    def read(raw: object) -> Path:
        if not isinstance(raw, str | Path):
            raise BadValue("not a folder's path", "Give a path.")
        try:
            return Path(_line(str(raw))).expanduser().absolute()
        except RuntimeError:
            raise BadValue("a path whose ~ names no user here", "Write the path out.") from None

    return Reader("folder", "", read)


def _parts(text: str) -> list[object]:
    """Return the parts of a list that one text holds: as JSON has it, or with commas."""
    if text.strip().startswith("["):
        try:
            read = json.loads(text)
        except ValueError:
            raise BadValue("no JSON list", 'Write it as ["a", "b"], or with commas alone.') from None
        return list(read)
    return [part for part in re.split("[,，]", text) if part.strip()]


def names(*, range: str = "") -> Reader:
    """Return a reader of lists of texts, or of one text with commas (`,` or `，`) or in JSON. Repeated ones count once.

    Args:
        range: What may be written, for the documentation.
    """

    def read(raw: object) -> tuple[str, ...]:
        if isinstance(raw, str):
            raw = _parts(raw)
        if not isinstance(raw, list | tuple):
            raise BadValue("not a list", "Give a list, or one text with commas.")
        return tuple(dict.fromkeys(_line(part) for part in raw))

    return Reader("list", range, read)


def choice(*options: str) -> Reader:
    """Return a reader of one of some words, whatever its case."""
    range = ", ".join(f"`{option}`" for option in options)

    def read(raw: object) -> str:
        word = _line(raw).casefold()
        if word not in options:
            raise BadValue("none of its words", f"Give {', '.join(options[:-1])} or {options[-1]}.")
        return word

    return Reader("word", range, read)


def flag() -> Reader:
    """Return a reader of `true` or `false`, or of the words that YAML and shells have for them."""

    def read(raw: object) -> bool:
        if isinstance(raw, bool):
            return raw
        word = str(raw) if isinstance(raw, int) else _line(raw).casefold()
        if word in ("true", "yes", "on", "1"):
            return True
        if word in ("false", "no", "off", "0"):
            return False
        raise BadValue("neither true nor false", "Give true or false.")

    return Reader("true or false", "", read)


def regions() -> Reader:
    """Return a reader of lists of country codes of two letters, in capitals."""
    listed = names()

    def read(raw: object) -> tuple[str, ...]:
        codes = listed.read(raw)
        assert isinstance(codes, tuple)
        for code in codes:
            if len(code) != 2 or not code.isascii() or not code.isalpha():
                raise BadValue(f"a list with {code!r}, which is no country code", "Give codes such as US, GB, CN.")
        return tuple(code.upper() for code in codes)

    return Reader("list", "ISO 3166 country codes", read)


def attribute_list() -> Reader:
    """Return a reader of attributes: mappings of name, single and aliases, or texts such as `mentor=one:coach|guide`.

    The value is a tuple of such texts.
    """

    def read(raw: object) -> tuple[str, ...]:
        if isinstance(raw, str):
            raw = _parts(raw)
        if not isinstance(raw, list | tuple):
            raise BadValue("not a list", "Give a list with name, single and aliases of each.")
        read = [_attribute(each) for each in raw]
        named = [each.partition("=")[0].casefold() for each in read]
        twice = next((name for name in named if named.count(name) > 1), None)
        if twice is not None:
            raise BadValue(f"a list that has {twice} twice", "Keep one of the two.")
        return tuple(read)

    return Reader("list", "each with `name`, `single` (true or false) and `aliases`, or `NAME=one:ALIAS|ALIAS`", read)


def zone() -> Reader:
    """Return a reader of time zones by their IANA names."""

    def read(raw: object) -> str:
        name = _line(raw)
        if name != "UTC" and not _zone_exists(name):
            raise BadValue("not a time zone", _near_zone(name))
        return name

    return Reader("time zone", "an IANA name such as `Europe/Berlin` or `Asia/Shanghai`", read)


_PARTS = ("name", "single", "aliases")
"""What may be said of an attribute."""
_MARKS = frozenset(":=|,，")


def _attribute(raw: object) -> str:
    if isinstance(raw, Mapping):
        return _attribute_in_words(raw)
    name, equals, values = _line(raw).partition("=")
    values, _, aliases = values.partition(":")
    if not equals or values.strip() not in ("one", "many"):
        raise BadValue(f"a list with {raw!r}", "Write NAME=one or NAME=many, and :ALIAS|ALIAS behind it.")
    words = [each for each in aliases.split("|") if each.strip()]
    return _attribute_in_words({"name": name, "single": values.strip() == "one", "aliases": words})


def _attribute_in_words(raw: Mapping[object, object]) -> str:
    for key in raw:
        if key not in _PARTS:
            raise BadValue(f"a list with the key {key!r}", f"The keys are {', '.join(_PARTS)}.")
    single, aliases = raw.get("single"), raw.get("aliases", ())
    if not isinstance(single, bool):
        raise BadValue(f"a list with single {single!r}", "Give single: true or single: false.")
    if not isinstance(aliases, list | tuple):
        raise BadValue(f"a list with aliases {aliases!r}", "Give a list of names.")
    names = [_line(each) for each in (raw.get("name"), *aliases)]
    marked = next((each for each in names if _MARKS & {*each}), None)
    if marked is not None:
        raise BadValue(f"a list with the name {marked!r}", "Use letters, digits, spaces and underscores.")
    return f"{names[0]}={'one' if single else 'many'}" + (f":{'|'.join(names[1:])}" if names[1:] else "")


def _line(raw: object) -> str:
    if not isinstance(raw, str):
        raise BadValue("not text", f'Write it in quotes, for example "{raw}".')
    line = raw.strip()
    if not line:
        raise BadValue("empty", "Leave the setting out instead.")
    if len(line) > LONGEST_TEXT:
        raise BadValue(f"{len(line)} characters long", f"Give at most {LONGEST_TEXT}.")
    if any(unicodedata.category(character) in ("Cc", "Cs") for character in line):
        raise BadValue("text with control characters or broken Unicode", "Give one line of plain text.")
    return line


def _zone_exists(name: str) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # unknown; not a relative path; a folder such as `Europe`
        return False
    return True


def _near_zone(name: str) -> str:
    from difflib import get_close_matches
    from zoneinfo import available_timezones

    cities = {zone.rpartition("/")[2].casefold(): zone for zone in sorted(available_timezones(), reverse=True)}
    city = name.rpartition("/")[2].replace(" ", "_").casefold()
    near = [cities[match] for match in get_close_matches(city, cities, n=1)]
    return f"Did you mean {near[0]}?" if near else "Give an IANA name such as Europe/Berlin."
