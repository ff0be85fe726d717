"""Arguments of a call from plain JSON: what a surface hands in, checked and read by the operation's own types."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from doxa.arguments import wrong
from doxa.core import Unset
from doxa.errors import InvalidInput
from doxa.operations.plain import from_plain, members, unknown_key
from doxa.operations.schema import Schema, Schemas
from doxa.operations.spec import OperationSpec
from doxa.records import ANY, Anybody

if TYPE_CHECKING:
    from pydantic import BaseModel

FEED_LIMIT = 1000
"""Entries of a feed that one call gives at most, and without a limit."""
OPERATION = "operation"
"""The argument that names an operation; its id is a number, and may be given as one."""
_LIMIT_WORDS = "How many at most, 1 to 1,000; the reply's cursor continues."


@dataclass(frozen=True, slots=True)
class Arguments:
    """The arguments of one call as the operation takes them.

    Args:
        values: By name, read; what was left out is absent.
        limit: How many entries of a feed to give.
    """

    values: Mapping[str, Any]
    limit: int = FEED_LIMIT

    def placed(self, spec: OperationSpec) -> tuple[list[Any], dict[str, Any]]:
        """Return them as positional and keyword arguments."""
        places: list[Any] = []
        keywords = dict(self.values)
        for name, parameter in spec.parameters.items():
            if name not in keywords:
                continue
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                places.extend(keywords.pop(name))
            elif parameter.default is parameter.empty and parameter.kind is not inspect.Parameter.KEYWORD_ONLY:
                places.append(keywords.pop(name))
        return places, keywords


def argument_names(spec: OperationSpec) -> list[str]:
    """Return the names of the arguments that a call may give: those that are used, and `limit` of a feed."""
    names = [name for name in spec.parameters if not spec.unused(name) and name not in spec.local]
    return [*names, "limit"] if spec.feeds else names


def read_arguments(spec: OperationSpec, given: object) -> Arguments:
    """Return a call's arguments, read.

    Args:
        spec: The operation.
        given: An object of plain JSON values. A null for what has no null of its own counts as left out.

    Raises:
        InvalidInput: It is no object, has an unknown name, lacks a required one, or a value is of the wrong type.
        NaiveDatetime: A time without a zone.
    """
    if not isinstance(given, Mapping):
        raise wrong(given, "arguments", "Give an object with the operation's arguments.")
    known = argument_names(spec)
    for name in given:
        if name not in known:
            raise unknown_key(f"{spec.name} has no argument {name!r}.", str(name), known, field=str(name))
    values = dict(_read(spec, given))
    limit = _feed_limit(given.get("limit")) if spec.feeds else FEED_LIMIT
    missing = [name for name in needed_arguments(spec) if name not in values]
    if missing:
        said = spec.arguments.get(missing[0], "")
        raise InvalidInput(f"{spec.name} lacks {missing[0]!r}.", mend=f"Give it: {said}", field=missing[0])
    return Arguments(values, limit)


def needed_arguments(spec: OperationSpec) -> list[str]:
    """Return the names of the arguments that a call must give."""
    return [
        name
        for name, parameter in spec.parameters.items()
        if parameter.default is parameter.empty and parameter.kind is not inspect.Parameter.VAR_POSITIONAL
    ]


def _read(spec: OperationSpec, given: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, parameter in spec.parameters.items():
        if name not in given:
            continue
        value: Any = given[name]
        form: Any = spec.types[name]
        forms = members(form)
        nullable = type(None) in forms
        if value is None and not nullable and parameter.default is not parameter.empty:
            continue
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            yield name, from_plain(_list_of(form), value if value is not None else [], name)
        else:
            yield name, _value(name, form, forms, value)


def _value(name: str, form: Any, forms: Sequence[Any], value: Any) -> Any:
    """Return one argument read; those that have another form in Python than in JSON are turned into it."""
    if value is None and type(None) in forms:
        return None
    if Anybody in forms and isinstance(value, str):
        return ANY if value == ANY.value else value
    number = isinstance(value, int) and not isinstance(value, bool)
    if number and name == OPERATION and str in forms:
        return str(value)
    if datetime in forms and (int in forms or str in forms):
        if number or (isinstance(value, str) and value.isascii() and value.isdigit()):
            return str(value)
        return from_plain(datetime, value, name)
    if Path in forms and isinstance(value, str):
        return Path(value)
    if Unset in forms or Anybody in forms:
        return from_plain(str | None, value, name)
    return from_plain(form, value, name)


def _list_of(form: Any) -> Any:
    return Sequence[form]


def _feed_limit(value: Any) -> int:
    if value is None:
        return FEED_LIMIT
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= FEED_LIMIT:
        raise wrong(value, "limit", f"Give a whole number from 1 to {FEED_LIMIT}.")
    return value


def request_schema(
    spec: OperationSpec, schemas: Schemas | None = None, words: Mapping[str, str] | None = None
) -> Schema:
    """Return the JSON schema of an operation's arguments.

    Args:
        spec: The operation.
        schemas: How types become schemas; `None` = all in its place, each field described.
        words: What each argument means; `None` = as its docstring says.
    """
    from doxa.operations.registry import REGISTRY
    from doxa.operations.wording import worded

    schemas = schemas or Schemas(described=True)
    words = worded(spec, REGISTRY) if words is None else words
    properties: Schema = {}
    for name in argument_names(spec):
        if name not in spec.parameters:
            continue
        properties[name] = dict(_argument_schema(spec, name, schemas))
        if words.get(name):
            properties[name]["description"] = words[name]
    if spec.feeds:
        limit = {"type": "integer", "minimum": 1, "maximum": FEED_LIMIT, "default": FEED_LIMIT}
        properties["limit"] = {**limit, "description": _LIMIT_WORDS}
    needed = needed_arguments(spec)
    required = {"required": needed} if needed else {}
    return {"type": "object", "properties": properties, **required, "additionalProperties": False}


def _argument_schema(spec: OperationSpec, name: str, schemas: Schemas) -> Schema:
    parameter, form = spec.parameters[name], spec.types[name]
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return {"type": "array", "items": schemas.of_argument(form)}
    forms = members(form)
    if (name == OPERATION and str in forms) or (datetime in forms and (int in forms or str in forms)):
        nullable = type(None) in forms
        return {"type": ["string", "integer", "null"] if nullable else ["string", "integer"]}
    found = schemas.of_argument(form)
    default = parameter.default
    plain = isinstance(default, str | int | float | bool)
    return {**found, "default": default} if plain else found


def request_model(spec: OperationSpec) -> type[BaseModel]:
    """Return a pydantic model of an operation's arguments.

    It reads by `read_arguments`, so that what it refuses is refused in the same words as everywhere, as an error of
    doxa; its schema is `request_schema`. `model.arguments` holds what was read.

    Args:
        spec: The operation.
    """
    from pydantic import ConfigDict, RootModel, model_validator

    schema = request_schema(spec)

    class Request(RootModel[dict[str, Any]]):
        model_config = ConfigDict(frozen=True, title=spec.name)

        @property
        def arguments(self) -> Arguments:
            """The arguments, read."""
            return read_arguments(spec, self.root)

        @model_validator(mode="before")
        @classmethod
        def _check(cls, given: Any) -> Any:
            read_arguments(spec, given)
            return given

        @classmethod
        def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> dict[str, Any]:
            return dict(schema)

    Request.__name__ = Request.__qualname__ = "".join(part.capitalize() for part in spec.name.split("_")) + "Request"
    Request.__doc__ = spec.summary
    return Request
