"""Checks of what callers hand to a verb, told by the types in its signature: the first thing that any verb does.

A wrong type is refused in words before anything is read or written. Ranges and names are checked where they are known.
"""

from __future__ import annotations

import inspect
import math
import os
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from functools import partial, wraps
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from doxa.clock import aware
from doxa.errors import InvalidInput, InvalidText
from doxa.plugins import Plugins
from doxa.records import Attachment, Claim, Hit, Message, Period
from doxa.telemetry import observed

Check: TypeAlias = Callable[[object, str], Any]
"""Takes a value and the argument's name; returns the value as the verb is to have it."""

C = TypeVar("C", bound=type)

_SHOWN = 80


def wrong(value: object, field: str, mend: str) -> InvalidInput:
    """Return the error for an argument that cannot be used; a long value is cut in the message."""
    shown = repr(value)
    if len(shown) > _SHOWN:
        shown = shown[:_SHOWN] + "…"
    return InvalidInput(f"{field} is {shown}.", mend=mend, field=field, value=value)


def checked_words(value: object, field: str) -> str:
    """Return a text that can be encoded; it may be empty.

    Raises:
        InvalidInput: It is no text.
        InvalidText: It holds a lone surrogate.
    """
    if not isinstance(value, str):
        raise wrong(value, field, "Give a text.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        mend = "Decode the source with errors='replace'."
        said = f"{field} holds a lone surrogate at {error.start}."
        raise InvalidText(said, mend=mend, field=field, value=value) from error
    return value


def checked_whole(value: object, field: str) -> int:
    """Return a whole number.

    Raises:
        InvalidInput: It is none; True and False are none either.
    """
    if isinstance(value, bool) or not isinstance(value, int):
        raise wrong(value, field, "Give a whole number.")
    return value


def checked_number(value: object, field: str, *, least: float = -math.inf, most: float = math.inf) -> float:
    """Return a finite number between two bounds, both allowed.

    Raises:
        InvalidInput: It is none.
    """
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most or value - value:
        raise wrong(value, field, "Give a number." if math.isinf(least) else f"Give a number from {least} to {most}.")
    return value


def checked_flag(value: object, field: str) -> bool:
    """Return True or False.

    Raises:
        InvalidInput: It is neither.
    """
    if not isinstance(value, bool):
        raise wrong(value, field, "Give True or False.")
    return value


def checked_object(value: object, field: str) -> Mapping[str, Any]:
    """Return a mapping whose keys are texts.

    Raises:
        InvalidInput: It is none.
        InvalidText: A key holds a lone surrogate.
    """
    if not isinstance(value, Mapping):
        raise wrong(value, field, "Give a dict.")
    for key in value:
        checked_words(key, f"a key of {field}")
    return value


def checked_sequence(value: object, field: str, *, of: Check = lambda value, _: value) -> tuple[Any, ...]:
    """Return a sequence as a tuple, each member checked. One text is refused: it would be read letter by letter.

    Raises:
        InvalidInput: It is none, or a member cannot be used.
    """
    if isinstance(value, str | bytes | bytearray) or not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise wrong(value, field, f"Give a list, such as [{value!r}]." if isinstance(value, str) else "Give a list.")
    return tuple(of(member, f"{field}[{number}]") for number, member in enumerate(value))


def checked_kind_of(value: object, field: str, *, types: tuple[type, ...], mend: str) -> object:
    """Return an object of one of the types.

    Raises:
        InvalidInput: It is of another.
    """
    if not isinstance(value, types):
        raise wrong(value, field, mend)
    return value


def _instant(value: object, field: str) -> object:
    return aware(value, field)  # type: ignore[arg-type]


def _moment(value: object, field: str) -> object:
    if isinstance(value, bool) or not isinstance(value, int):
        return checked_words(value, field) if isinstance(value, str) else _instant(value, field)
    return value


def _operation(value: object, field: str) -> object:
    whole = isinstance(value, int) and not isinstance(value, bool) and value >= 0
    return f"{value:d}" if whole and value < 10**18 else checked_words(value, field)  # type: ignore[operator]


def _plan(value: object, field: str) -> object:
    plan = value if isinstance(value, str) else getattr(value, "plan", None)
    if not isinstance(plan, str):
        raise wrong(value, field, "Give a plan's id, a doxa.Plan, or the doxa.Report of one.")
    if not plan:
        raise InvalidInput(f"{field} names no plan.", mend="A dry run keeps none; make one by `plan`.", field=field)
    return checked_words(plan, field)


def _claim_or_ref(value: object, field: str) -> object:
    return value if isinstance(value, Claim) else _a(str, "Give a doxa.Claim, or a belief's id or kref.")(value, field)


def _hit_or_ref(value: object, field: str) -> object:
    return value if isinstance(value, Hit) else _a(str, "Give a doxa.Hit, or a belief's id or kref.")(value, field)


def _message(value: object, field: str) -> object:
    return value if isinstance(value, Message) else _a(str, "Give a text, or a doxa.Message.")(value, field)


def _text_or_object(value: object, field: str) -> object:
    return checked_object(value, field) if isinstance(value, Mapping) else checked_words(value, field)


def _span(value: object, field: str) -> object:
    if not isinstance(value, timedelta) or value < timedelta(0):
        raise wrong(value, field, "Give a datetime.timedelta of 0 or more.")
    return value


def _file(value: object, field: str) -> object:
    if hasattr(value, "read") or hasattr(value, "write"):
        return value
    return _path(value, field)


def _path(value: object, field: str) -> object:
    if isinstance(value, str):
        checked_words(value, field)
    if not isinstance(value, str | os.PathLike) or "\x00" in os.fspath(value):
        raise wrong(value, field, "Give a path.")
    return value


def _a(type_: type, mend: str) -> Check:
    return partial(checked_kind_of, types=(type_,), mend=mend)


def _function(value: object, field: str) -> object:
    if not callable(value):
        raise wrong(value, field, "Give a function.")
    return value


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "str": checked_words,
        "Ref": checked_words,
        "OperationId": _operation,
        "Evidence": checked_words,
        "Author": checked_words,
        "Order": checked_words,
        "Route": checked_words,
        "int": checked_whole,
        "float": checked_number,
        "bool": checked_flag,
        "datetime": _instant,
        "timedelta": _span,
        "Right": checked_words,
        "str | Message": _message,
        "str | Mapping[str, Json]": _text_or_object,
        "datetime | str": _moment,
        "Mapping[str, Json]": checked_object,
        "Claim": _a(Claim, "Give a doxa.Claim."),
        "Claim | Ref": _claim_or_ref,
        "Hit | Ref": _hit_or_ref,
        "str | OfPlan": _plan,
        "Period": _a(Period, "Give a doxa.Period."),
        "Plugins": _a(Plugins, "Give doxa.Plugins(…)."),
        "Attachment": _a(Attachment, "Give a doxa.Attachment."),
        "Progress": _function,
        "Path | str": _path,
        "Path | str | IO[str]": _file,
    }
)
"""What is checked by the type that a signature names; types with a check of their own further in are left out."""


def check_of(annotation: str) -> Check | None:
    """Return the check for a type as a signature writes it, `None` for one that is checked further in."""
    name = annotation.removesuffix(" | None")
    name = "Ref" if name.startswith("Ref | Literal[") else name
    outer, bracket, inner = name.partition("[")
    check = CHECKS.get(name)
    if bracket and outer in ("Sequence", "Collection"):
        check = partial(checked_sequence, of=CHECKS.get(inner[:-1], lambda value, _: value))
    return partial(_optional, check=check) if check is not None and name != annotation else check


def _optional(value: object, field: str, *, check: Check) -> object:
    return None if value is None else check(value, field)


def checks_arguments(verbs: C) -> C:
    """Let every public method of a class, and its making, check its arguments first; methods are told of as well."""
    for name, verb in list(vars(verbs).items()):
        if inspect.isfunction(verb) and (name == "__init__" or not name.startswith("_")):
            setattr(verbs, name, _checking(verb) if name == "__init__" else observed(_checking(verb)))
    return verbs


def _checking(verb: Callable[..., Any]) -> Callable[..., Any]:
    _, *parameters = inspect.signature(verb).parameters.values()
    checks = {each.name: check for each in parameters if (check := check_of(str(each.annotation))) is not None}
    places = [each.name for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    rest = next((each.name for each in parameters if each.kind is each.VAR_POSITIONAL), None)

    def checked(name: str, value: object, field: str) -> object:
        return checks[name](value, field) if name in checks else value

    @wraps(verb)
    def call(self: object, /, *args: object, **kwargs: object) -> object:
        placed = [checked(name, value, name) for name, value in zip(places, args, strict=False)]
        if rest is not None:
            further = args[len(places) :]
            placed += [checked(rest, value, f"{rest}[{number}]") for number, value in enumerate(further)]
        elif len(args) > len(places):
            placed += args[len(places) :]  # Python itself says that there are too many
        return verb(self, *placed, **{name: checked(name, value, name) for name, value in kwargs.items()})

    return call
