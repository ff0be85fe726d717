"""The one way in: a call by name with plain JSON arguments, under a right, and plain JSON back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from doxa.access import Right
from doxa.errors import DoxaError, Forbidden, NotFound
from doxa.memory import Memory
from doxa.operations.plain import as_plain, unknown_key
from doxa.operations.registry import REGISTRY
from doxa.operations.request import Arguments, read_arguments
from doxa.operations.rights import check_right
from doxa.operations.spec import OperationSpec
from doxa.records import Page


def operation(name: str) -> OperationSpec:
    """Return an operation by its name.

    Raises:
        NotFound: There is none; the error names the nearest one.
    """
    if name in REGISTRY:
        return REGISTRY[name]
    error = unknown_key(f"There is no operation {name!r}.", name, list(REGISTRY), field="operation")
    raise NotFound(error.message, mend=error.mend, field="operation", value=name)


def run(spec: OperationSpec, memory: Memory, arguments: Arguments | object, right: Right) -> Any:
    """Check a call and do it.

    Args:
        spec: The operation.
        memory: What it works on, with the defaults of the scope.
        arguments: An object of plain JSON values, or arguments that were read.
        right: What the caller may.

    Returns:
        The operation's record; of a feed, a page of it whose cursor continues.

    Raises:
        InvalidInput: An argument is unknown, missing or of the wrong type.
        Forbidden: The call needs more than `right`.
        DoxaError: What the operation itself raises.
    """
    read = arguments if isinstance(arguments, Arguments) else read_arguments(spec, arguments)
    check_right(spec, read.values, right, default_user=memory.scope.user)
    if spec.name == "undo" and right != "operator":
        _check_undo(memory, read.values)
    places, keywords = read.placed(spec)
    reply = spec.call(memory, *places, **keywords)
    return _page_of(reply, read.limit) if isinstance(reply, Iterator) else reply


def _check_undo(memory: Memory, values: Mapping[str, Any]) -> None:
    """Refuse to take back what only an operator may do to one who is none.

    Raises:
        Forbidden: An operator did it.
    """
    number = str(values["operation"])
    user = values.get("user", memory.scope.user)
    if not number.isascii() or not number.isdigit():
        return  # the verb says what is wrong with it
    with memory.graph.view(user=user if isinstance(user, str) else None) as view:
        try:
            kind = view.operation(int(number)).kind
        except DoxaError:
            return
    done = REGISTRY.get(kind)
    if done is not None and done.right == "operator":
        said = f"Operation {number} is a {kind}, and only an operator may take that back."
        raise Forbidden(said, mend="Ask an operator.", field="operation")


def call(spec: OperationSpec, memory: Memory, arguments: Mapping[str, Any], right: Right) -> Any:
    """Check a call, do it, and return its reply as plain JSON values; see `run`."""
    return as_plain(run(spec, memory, arguments, right))


def _page_of(feed: Iterator[Any], limit: int) -> Page[Any]:
    """Return the first entries of a feed and where to go on; each entry has its own cursor."""
    items = tuple(islice(feed, limit + 1))
    more = len(items) > limit
    return Page(items[:limit], items[limit - 1].cursor if more else None)
