"""Arguments of an operation as arguments of a command: each type of the signature has its form in a shell."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click

from doxa.cli.values import TEXTS
from doxa.operations import REGISTRY, OperationSpec
from doxa.operations.plain import members
from doxa.operations.wording import worded
from doxa.records import ANY, Anybody, Period

HIDDEN = ("store", "progress")
"""Arguments that have no form in a shell."""


def command_parameters(spec: OperationSpec) -> list[click.Parameter]:
    """Return the arguments and options of the command for an operation."""
    words = worded(spec, REGISTRY)
    return list(_parameters(spec, words))


def _parameters(spec: OperationSpec, words: Mapping[str, str]) -> Iterator[click.Parameter]:
    for name, said in words.items():
        if name in HIDDEN:
            continue
        parameter, forms = spec.parameters[name], members(spec.types[name])
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            yield _option(name, parameter, forms, said)
        else:
            yield _argument(name, parameter, forms, said)


def _argument(name: str, parameter: inspect.Parameter, forms: Sequence[Any], said: str) -> click.Argument:
    any_number = parameter.kind is inspect.Parameter.VAR_POSITIONAL
    return click.Argument(
        [name],
        nargs=-1 if any_number or _is_list(forms) else 1,
        type=_shell_type(forms),
        required=parameter.default is parameter.empty and not any_number and name not in TEXTS,
        help=f"{said} Left out, or `-`: standard input." if _from_stdin(name, parameter) else said,
    )


def _from_stdin(name: str, parameter: inspect.Parameter) -> bool:
    return name in TEXTS and parameter.default is parameter.empty


def _option(name: str, parameter: inspect.Parameter, forms: Sequence[Any], said: str) -> click.Option:
    flag = f"--{name.replace('_', '-')}"
    if bool in forms:
        default = bool(parameter.default)
        names = [name, f"{flag}/--no-{flag[2:]}" if default else flag]
        return click.Option(names, is_flag=True, default=default, help=said)
    default = parameter.default
    shown = default if isinstance(default, int | str) and not isinstance(default, bool) else None
    if isinstance(default, tuple) and default:
        shown = ",".join(default)
    return click.Option(
        [name, flag],
        type=_shell_type(forms),
        multiple=_is_list(forms),
        required=default is parameter.empty,
        metavar=_metavar(forms),
        help=f"{said.rstrip('.')}; {shown} when left out." if shown not in (None, "") else said,
    )


def _shell_type(forms: Sequence[Any]) -> click.ParamType[Any]:
    """Return what the shell checks: numbers and choices; all else is a text that `values` takes apart."""
    literals = [get_args(each) for each in forms if get_origin(each) is Literal]
    if literals and str not in forms:
        return click.Choice([each for group in literals for each in group])
    if int in forms and datetime not in forms:
        return click.INT
    return click.FLOAT if float in forms or timedelta in forms else click.STRING


def _metavar(forms: Sequence[Any]) -> str | None:
    if Anybody in forms:
        return f"NAME|{ANY.value}"
    if datetime in forms:
        return "TIME|OPERATION" if int in forms or str in forms else "TIME"
    if Period in forms:
        return "PERIOD"
    if timedelta in forms:
        return "SECONDS"
    if any(get_origin(each) is Mapping or is_dataclass(each) for each in forms):
        return "JSON"
    if _is_list(forms):
        return "JSON" if _holds_records(forms) else "A,B,…"
    return "FILE" if Path in forms else None


def _is_list(forms: Sequence[Any]) -> bool:
    return str not in forms and any(get_origin(each) in (Sequence, Collection, tuple) for each in forms)


def _holds_records(forms: Sequence[Any]) -> bool:
    inner = [one for each in forms if get_args(each) for one in members(get_args(each)[0])]
    return any(is_dataclass(each) or get_origin(each) is Mapping for each in inner)
