"""What a setting is: its declaration in the table, and where a value was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal

from doxa.config.values import BadValue, Reader
from doxa.errors import InvalidInput, UnknownSetting

Source = Literal["argument", "environment", "file", "default"]
Shown = str | int | float | tuple[str, ...] | None
"""A value as it may be printed or written to JSON."""

MASK = "********"


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a value came from.

    Args:
        source: The kind of place.
        where: The variable's name, or the file and line; empty for arguments and defaults.
    """

    source: Source
    where: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """A raw value and where it was found."""

    raw: object
    origin: Origin


@dataclass(frozen=True, slots=True)
class Declaration:
    """One setting, as the table declares it.

    Args:
        name: Its name as an argument and in the file.
        reader: Checks and converts its values.
        help: What it does, with units.
        default: The value when nothing is given, as it is shown.
        computed: Whether `default` only describes a value that is computed.
        optional: Whether `None` is a value.
        secret: Whether its value must not be shown.
    """

    name: str
    reader: Reader
    help: str
    default: Shown
    computed: bool = False
    optional: bool = False
    secret: bool = False

    @property
    def variable(self) -> str:
        """The environment variable that sets it."""
        return f"DOXA_{self.name.upper()}"

    def read(self, found: Found) -> Any:
        """Return the checked value.

        Raises:
            InvalidInput: It has the wrong type or is out of range; names the value, unless secret, and the mend.
        """
        if found.raw is None and self.optional:
            return None
        try:
            return self.reader.read(found.raw)
        except BadValue as bad:
            value = MASK if self.secret else repr(found.raw)
            place = f" ({found.origin.where})" if found.origin.where else ""
            raise InvalidInput(
                f"{self.name}{place} is {value}, {bad.problem}.",
                mend=bad.mend,
                field=self.name,
                value=None if self.secret else found.raw,
            ) from None

    def show(self, value: object) -> Shown:
        """Return the value as it may be printed: folders as text, secrets masked."""
        if value is None or (not self.secret and isinstance(value, str | int | float | tuple)):
            return value
        return MASK if self.secret else str(value)


def setting(
    default: object,
    reader: Reader,
    help: str,
    *,
    shown: str | None = None,
    optional: bool = False,
    secret: bool = False,
) -> Any:
    """Declare a setting as the field of a dataclass.

    Args:
        default: The value when nothing is given, or a function that computes it.
        reader: Checks and converts values.
        help: What it does, with units.
        shown: The default in words, where it is computed.
        optional: Whether `None` is a value.
        secret: Whether its value must not be shown.

    Returns:
        A dataclass field that carries the declaration.
    """
    described = {
        "reader": reader,
        "help": help,
        "default": shown if callable(default) else default,
        "computed": callable(default),
        "optional": optional,
        "secret": secret,
    }
    if callable(default):
        computed: Callable[[], Any] = default
        return field(default_factory=computed, metadata={"setting": described}, repr=not secret)
    return field(default=default, metadata={"setting": described}, repr=not secret)


def declared(table: type) -> dict[str, Declaration]:
    """Return the settings a dataclass declares, by name, in order."""
    return {
        column.name: Declaration(column.name, **column.metadata["setting"])
        for column in fields(table)
        if "setting" in column.metadata
    }


def unknown(name: str, names: Iterable[str], where: str = "") -> UnknownSetting:
    """Return the error for a name that is no setting; it names the nearest one.

    Args:
        name: What was given.
        names: What could have been given, in the same spelling.
        where: The file and line, if any.
    """
    from difflib import get_close_matches

    known = list(names)
    near = get_close_matches(name, known, n=1)
    mend = f"Did you mean {near[0]}?" if near else f"The settings are {', '.join(known)}."
    place = f" ({where})" if where else ""
    return UnknownSetting(f"{name}{place} is not a setting.", mend=mend, field=name)


def beside(table: Mapping[str, Declaration], name: str, raw: object, folder: Path) -> object:
    """Return a folder written relative to a settings file as seen from that file; other values as they are."""
    if table[name].reader.type != "folder" or not isinstance(raw, str) or raw.startswith("~") or not raw.strip():
        return raw
    return str(folder / raw.strip())
