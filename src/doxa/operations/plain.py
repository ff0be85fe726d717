"""Records as plain JSON values, and plain JSON values as records."""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from doxa.clock import aware
from doxa.errors import InvalidInput

_PLAIN = frozenset({str, int, float, bool, type(None)})


def as_plain(value: Any) -> Any:
    """Return a record, or any nesting of them, as what `json.dumps` takes; times as ISO 8601."""
    kind = type(value)
    return value if kind in _PLAIN else _plainer(kind)(value)  # type: ignore[arg-type]  # types are hashable


@lru_cache(maxsize=1024)
def _plainer(kind: type) -> Callable[[Any], Any]:
    """Return what makes a value of a type plain; found once for each type, since replies hold thousands of values."""
    if is_dataclass(kind):
        names = tuple(field.name for field in fields(kind))
        return lambda value: {name: as_plain(getattr(value, name)) for name in names}
    if issubclass(kind, Mapping):
        return lambda value: {str(key): as_plain(each) for key, each in value.items()}
    if issubclass(kind, datetime):
        return datetime.isoformat
    if issubclass(kind, timedelta):
        return timedelta.total_seconds
    if issubclass(kind, Enum):
        return lambda value: value.value
    if issubclass(kind, Path):
        return str
    if issubclass(kind, Collection) and not issubclass(kind, str | bytes):
        return lambda value: [as_plain(each) for each in value]
    return lambda value: value


def from_plain(form: Any, value: Any, place: str) -> Any:
    """Return a plain JSON value as what a type says: records from objects, times from ISO 8601.

    Args:
        form: The type; a record, a container of records, or a union of these and plain types.
        value: What was given.
        place: How to name it in an error, such as `claims[0]`.

    Raises:
        InvalidInput: It has another form, or a key that the record does not have.
        NaiveDatetime: A time without a zone.
    """
    # what a caller implements itself, such as an embedder, has no plain form
    forms = [each for each in members(form) if not getattr(each, "_is_protocol", False)]
    if value is None and type(None) in forms:
        return None
    for each in forms:
        if is_dataclass(each) and isinstance(value, dict):
            return _record(each, value, place)
        if get_origin(each) in (Sequence, Collection, tuple) and isinstance(value, list):
            inner = get_args(each)[0]
            return tuple(from_plain(inner, one, f"{place}[{number}]") for number, one in enumerate(value))
        if each is datetime and isinstance(value, str):
            return _time(value, place)
        if each is timedelta and _is_plain(float, value):
            return _duration(value, place)
        if get_origin(each) is Literal and value in get_args(each):
            return value
        if _is_plain(each, value):
            return value
    raise InvalidInput(f"{place} is {value!r}.", mend=f"Give {_named(forms)}.", field=place, value=value)


def members(form: Any) -> tuple[Any, ...]:
    """Return what a union is of; any other type by itself."""
    return get_args(form) if get_origin(form) in (Union, types.UnionType) else (form,)


def _record(form: Any, value: Mapping[str, Any], place: str) -> Any:
    known = record_types(form)
    for key in value:
        if key not in known:
            raise unknown_key(f"{place} has no {key!r}.", key, known, field=place)
    made = {key: from_plain(known[key], each, f"{place}.{key}") for key, each in value.items()}
    try:
        return form(**made)
    except TypeError as error:
        raise InvalidInput(f"{place} is incomplete: {error}.", mend="Add it.", field=place) from error


def unknown_key(said: str, key: str, known: Collection[str], *, field: str) -> InvalidInput:
    """Return the error for a name that is none of those known; it names the nearest one, or all.

    Args:
        said: What was wrong.
        key: The name that was given.
        known: The names there are.
        field: The argument at fault.
    """
    from difflib import get_close_matches

    near = get_close_matches(key, known, n=1)
    mend = f"Did you mean {near[0]!r}?" if near else f"There are {', '.join(known)}."
    return InvalidInput(said, mend=mend, field=field, value=key)


@cache
def record_types(form: Any) -> dict[str, Any]:
    """Return the types of a record's fields."""
    hints = get_type_hints(form)
    return {field.name: hints[field.name] for field in fields(form)}


def _time(value: str, place: str) -> datetime:
    try:
        return aware(datetime.fromisoformat(value), place)
    except ValueError as error:
        mend = "Give an ISO time such as 2026-03-01T12:00:00Z."
        raise InvalidInput(f"{place} is {value!r}.", mend=mend, field=place, value=value) from error


def _duration(value: float, place: str) -> timedelta:
    try:
        return timedelta(seconds=value)
    except (OverflowError, ValueError) as error:
        raise InvalidInput(f"{place} is {value!r}.", mend="Give seconds.", field=place, value=value) from error


def _is_plain(form: Any, value: Any) -> bool:
    if get_origin(form) is Mapping:
        return isinstance(value, dict)
    if form is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if form is int:
        return isinstance(value, int) and not isinstance(value, bool)
    if getattr(form, "_is_protocol", False):
        return False  # what a program hands over in person has no plain form
    return isinstance(form, type) and isinstance(value, form)


def _named(forms: Sequence[Any]) -> str:
    words = {
        str: "a text",
        bool: "true or false",
        int: "a whole number",
        float: "a number",
        datetime: "an ISO time",
        timedelta: "seconds",
    }
    said = [words.get(form) or _shape(form) for form in forms if form is not type(None)]
    return " or ".join(dict.fromkeys(said))


def _shape(form: Any) -> str:
    if get_origin(form) is Literal:
        return "one of " + ", ".join(map(str, get_args(form)))
    if get_origin(form) in (Sequence, Collection, tuple):
        return "a list"
    return "an object"
