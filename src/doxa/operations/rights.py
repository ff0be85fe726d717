"""Who may do what: read, write, operator, each holding the one before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from doxa.access import Right
from doxa.errors import Forbidden
from doxa.operations.spec import OperationSpec
from doxa.records import ANY, User

RIGHTS: tuple[Right, ...] = ("read", "write", "operator")
"""From the least to the most."""


def holds(held: Right, needed: Right) -> bool:
    """Return whether a right is enough for what needs another."""
    return RIGHTS.index(held) >= RIGHTS.index(needed)


def right_needed(spec: OperationSpec, values: Mapping[str, Any], *, default_user: User = None) -> tuple[Right, str]:
    """Return the right that a call needs, and the argument that asks for more than the operation itself does.

    Official evidence, everybody's memories and `force` need an operator whatever the operation; what only reads without
    an argument may write with it.

    Args:
        spec: The operation.
        values: Its arguments, read.
        default_user: Whose memories are meant where the call does not say.
    """
    if "user" in spec.parameters and values.get("user", default_user) is ANY and not spec.unused("user"):
        return "operator", "user"
    if values.get("force") is True:
        return "operator", "force"
    for name, value in values.items():
        if name not in ("metadata", "where") and _vouches(name, value):
            return "operator", name
    writing = next((name for name in spec.parameters if name in spec.writing and values.get(name)), "")
    return ("write", writing) if writing else (spec.right, "")


def check_right(spec: OperationSpec, values: Mapping[str, Any], held: Right, *, default_user: User = None) -> None:
    """Refuse a call that needs more than its caller may.

    Args:
        spec: The operation.
        values: Its arguments, read.
        held: What the caller may.
        default_user: Whose memories are meant where the call does not say.

    Raises:
        Forbidden: It needs more; the error names the argument, or the operation's own right.
    """
    needed, field = right_needed(spec, values, default_user=default_user)
    if holds(held, needed):
        return
    what = f"{spec.name} with {field}={_shown(values.get(field, default_user))}" if field else spec.name
    raise Forbidden(
        f"{what} needs the {needed} right, and the caller has {held}.",
        mend="Leave the argument out, or ask an operator." if field else "Ask an operator.",
        field=field or None,
    )


def _vouches(name: str, value: Any) -> bool:
    """Return whether an argument, or a mapping in it, gives something the grade `official`."""
    if name == "evidence" and value == "official":
        return True
    if isinstance(value, Mapping):
        return any(_vouches(str(key), each) for key, each in value.items() if key != "metadata")
    return isinstance(value, list | tuple) and any(_vouches("", each) for each in value)


def _shown(value: Any) -> str:
    return str(value.value if value is ANY else value) if not isinstance(value, list | tuple | Mapping) else "…"
