"""JSON schemas of the types that operations take and give."""

from __future__ import annotations

import inspect
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime, timedelta
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, ForwardRef, Literal, TypeVar, get_args, get_origin

from doxa.core import Unset
from doxa.operations.plain import members, record_types
from doxa.records import Anybody

Schema = dict[str, Any]
_PLAIN: Mapping[Any, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    datetime: {"type": "string", "format": "date-time"},
    timedelta: {"type": "number"},
    Path: {"type": "string"},
}
_LISTS = (Sequence, Collection, tuple, list, set, frozenset, Iterator)
_ARGUMENT = re.compile(r"^ {4}(\w+): (.+(?:\n {6,}.+)*)", re.MULTILINE)


class Schemas:
    """Makes schemas of types.

    Args:
        depth: How many records deep to describe; what lies deeper is only said to be an object. `None` = all the way.
        refs: Where named records stand, such as `#/components/schemas/`: records then become references, and
            `named` holds them. Without it everything stands in its place, and a record within itself is an object.
        described: Whether the fields of records say what they mean.
        terse: Leave out of replies which fields are always there: all are.
    """

    def __init__(
        self, *, depth: int | None = None, refs: str | None = None, described: bool = False, terse: bool = False
    ) -> None:
        self.named: dict[str, Schema] = {}
        self._depth = depth
        self._refs = refs
        self._described = described
        self._terse = terse

    def of_argument(self, form: Any) -> Schema:
        """Return the schema of an argument's type: records may leave out what has a default."""
        return self._of(form, (), given=True)

    def of_reply(self, form: Any) -> Schema:
        """Return the schema of a reply's type: records come with every field."""
        return self._of(form, (), given=False)

    def _of(self, form: Any, within: tuple[Any, ...], *, given: bool) -> Schema:
        if _is_json(form):
            return {}
        forms = [each for each in members(form) if each not in (Anybody, Unset)]
        found = [each for each in (self._one(each, within, given=given) for each in forms) if each is not None]
        return _union(found)

    def _one(self, form: Any, within: tuple[Any, ...], *, given: bool) -> Schema | None:
        """Return the schema of a type that is no union; `None` for one that has no plain form, such as a stream."""
        origin, args = get_origin(form) or form, get_args(form)
        if form in _PLAIN:
            return dict(_PLAIN[form])
        if origin is Literal:
            return {"enum": list(args)}
        if isinstance(form, type) and issubclass(form, Enum):
            return {"enum": [each.value for each in form]}
        if origin in _LISTS:
            return self._list(args, within, given=given)
        if origin in (Mapping, dict):
            return self._mapping(args, within, given=given)
        if isinstance(origin, type) and is_dataclass(origin):
            return self._record(origin, args, within, given=given)
        return None

    def _list(self, args: Sequence[Any], within: tuple[Any, ...], *, given: bool) -> Schema:
        inner = [each for each in args if each is not Ellipsis]
        if len(inner) > 1:
            return {"type": "array", "prefixItems": [self._of(each, within, given=given) for each in inner]}
        items = self._of(inner[0], within, given=given) if inner else {}
        return {"type": "array", "items": items} if items else {"type": "array"}

    def _mapping(self, args: Sequence[Any], within: tuple[Any, ...], *, given: bool) -> Schema:
        inner = self._of(args[1], within, given=given) if len(args) == 2 and not _is_json(args[1]) else {}
        return {"type": "object", "additionalProperties": inner} if inner else {"type": "object"}

    def _record(self, form: Any, args: Sequence[Any], within: tuple[Any, ...], *, given: bool) -> Schema:
        if self._refs is not None:
            name = "Of".join([form.__name__, *(getattr(each, "__name__", "Any") for each in args)])
            if name not in self.named:
                self.named[name] = {}
                self.named[name] = self._fields(form, args, within, given=given)
            return {"$ref": self._refs + name}
        if form in within or (self._depth is not None and len(within) >= self._depth):
            return {"type": "object"}
        return self._fields(form, args, (*within, form), given=given)

    def _fields(self, form: Any, args: Sequence[Any], within: tuple[Any, ...], *, given: bool) -> Schema:
        types, said = record_types(form), described_fields(form) if self._described else {}
        filled = dict(zip(getattr(form, "__parameters__", ()), args, strict=False))
        properties: Schema = {}
        for field in fields(form):
            kind = _filled(types[field.name], filled)
            properties[field.name] = self._of(kind, within, given=given)
            if field.name in said:
                properties[field.name]["description"] = said[field.name]
        required = {"required": needed} if (needed := self._needed(form, given=given)) else {}
        closed = {"additionalProperties": False} if given else {}
        return {"type": "object", "properties": properties, **required, **closed}

    def _needed(self, form: Any, *, given: bool) -> list[str]:
        """Return the fields that must be given, or that always come back."""
        if not given:
            return [] if self._terse else [field.name for field in fields(form)]
        return [each.name for each in fields(form) if each.default is MISSING and each.default_factory is MISSING]


@cache
def described_fields(form: Any) -> Mapping[str, str]:
    """Return what a record's docstring says of its fields."""
    text = inspect.getdoc(form) or ""
    _, _, rest = text.partition("Args:\n")
    return {name: re.sub(r"\s+", " ", said).strip() for name, said in _ARGUMENT.findall(rest)}


def _is_json(form: Any) -> bool:
    """Return whether a type is `Json`: any plain value."""
    forms = members(form)
    return form is Any or isinstance(form, ForwardRef | str) or {str, bool, float, type(None)} <= set(forms)


def _filled(form: Any, filled: Mapping[Any, Any]) -> Any:
    """Return a field's type with the type variables of a generic record filled in."""
    if isinstance(form, TypeVar):
        return filled.get(form, Any)
    variables = getattr(form, "__parameters__", ())
    return form[tuple(filled.get(each, Any) for each in variables)] if variables else form


def _union(found: Sequence[Schema]) -> Schema:
    """Return one schema for several: a list of types where they say no more than that."""
    unique = list({repr(each): each for each in found}.values())
    if len(unique) == 1:
        return unique[0]
    if {} in unique:
        return {}
    if all(set(each) == {"type"} for each in unique):
        return {"type": [each["type"] for each in unique]}
    rich = [each for each in unique if each != {"type": "null"}]
    if len(rich) == 1 and len(unique) == 2:
        only = dict(rich[0])
        if "enum" in only:
            return {"enum": [*only["enum"], None]}
        if isinstance(only.get("type"), str):
            return {**only, "type": [only["type"], "null"]}
    return {"anyOf": unique}
