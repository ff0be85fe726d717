"""Arguments of an operation as arguments of a command: each type of the signature has its form in a shell."""

from __future__ import annotations

import inspect
import json
import sys
import types
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any, Union, get_args, get_origin

import typer

from doxa.core import Unset
from doxa.errors import InvalidInput
from doxa.operations import OperationSpec
from doxa.records import ANY, Anybody, Period

HIDDEN = frozenset({"claims", "claim", "store", "attachments", "embedder"})
"""Arguments that have no form in a shell."""
STDIN = "-"


def command_parameters(spec: OperationSpec) -> list[inspect.Parameter]:
    """Return the parameters of the command for an operation, in an order that Python allows."""
    made = [
        _command_parameter(spec, name, parameter) for name, parameter in spec.parameters.items() if name not in HIDDEN
    ]
    return sorted(made, key=lambda parameter: parameter.default is not inspect.Parameter.empty)


def call_arguments(spec: OperationSpec, given: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return positional and keyword arguments for the operation from what the shell gave."""
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, parameter in spec.parameters.items():
        if name in HIDDEN or name not in given:
            continue
        value = _read(name, given[name], spec.types[name])
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            positional.extend(value or ())
        elif parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD and parameter.default is inspect.Parameter.empty:
            positional.append(value)
        elif value is not None:
            keywords[name] = value
    return positional, keywords


def _command_parameter(spec: OperationSpec, name: str, parameter: inspect.Parameter) -> inspect.Parameter:
    shape, help = _shell_type(spec.types[name]), spec.arguments.get(name, "")
    many = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    if many or (parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD):
        required = parameter.default is inspect.Parameter.empty and not many
        annotation: Any = Annotated[list[str] if many else shape, typer.Argument(help=help, show_default=False)]
        default: Any = inspect.Parameter.empty if required else ([] if many else None)
    else:
        flag = f"--{name.replace('_', '-')}"
        annotation = Annotated[shape, typer.Option(flag, help=help, show_default=False)]
        default = parameter.default if isinstance(parameter.default, bool) else ([] if shape == list[str] else None)
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _shell_type(hint: Any) -> Any:
    """Return what typer is to read: a flag, a number, a list of texts, or a text that `_read` takes apart."""
    kinds = _members(hint)
    if bool in kinds:
        return bool
    if int in kinds and datetime not in kinds:
        return int | None
    if float in kinds:
        return float | None
    lists = any(get_origin(each) in (Sequence, Collection, tuple) for each in kinds)
    return list[str] if lists and str not in kinds else str | None


def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _read(name: str, value: Any, hint: Any) -> Any:
    kinds = _members(hint)
    if value is None or value == []:
        return None
    if value == STDIN and name in ("content", "text", "query"):
        return sys.stdin.read()
    if Anybody in kinds or Unset in kinds:
        return {"ANY": ANY, "none": None}.get(value, value)
    if datetime in kinds:
        return _moment(name, value, operations=int in kinds or str in kinds)
    if Period in kinds:
        return _period(name, value)
    if any(get_origin(each) is Mapping for each in kinds):
        return _json(name, value)
    if Path in kinds:
        return sys.stdout if value == STDIN and name == "target" else sys.stdin if value == STDIN else Path(value)
    return value


def _moment(name: str, value: str, *, operations: bool) -> datetime | str:
    """Read an ISO instant; one without a zone is in this machine's zone, which a person at a shell means."""
    if operations and value.isdigit():
        return value
    try:
        read = datetime.fromisoformat(value)
    except ValueError as error:
        raise InvalidInput(
            f"--{name.replace('_', '-')} is {value!r}.", mend="Give an ISO date such as 2026-03-01.", field=name
        ) from error
    return read if read.tzinfo else read.astimezone()


def _period(name: str, value: str) -> Period:
    start, _, end = value.partition("..")
    bounds = [_moment(name, bound, operations=False) if bound else None for bound in (start, end)]
    first, last = (bound if isinstance(bound, datetime) else None for bound in bounds)
    return Period(first, last, "day")


def _json(name: str, value: str) -> Any:
    try:
        read = json.loads(value)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"--{name} is not JSON: {error.msg}.", mend="""Quote it: '{"key": "value"}'.""", field=name, value=value
        ) from error
    if not isinstance(read, dict):
        raise InvalidInput(f"--{name} is not a JSON object.", mend="""Quote it: '{"key": 1}'.""", field=name)
    return read
