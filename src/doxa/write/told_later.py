"""Receipts whose outcomes are made when somebody first looks at them: of most batches nobody does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

from doxa.records import Outcome, Receipt


class _ToldLater(Receipt):
    """A receipt without its outcomes; who looks for them has them made."""

    __slots__ = ("_outcomes",)
    _outcomes: Callable[[], tuple[Outcome, ...]]
    __hash__ = Receipt.__hash__

    def __getattr__(self, name: str) -> tuple[Outcome, ...]:
        """Make the outcomes: Python calls this for a slot that has not been filled."""
        if name != "outcomes":
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        made = self._outcomes()
        object.__setattr__(self, "outcomes", made)
        return made

    def __eq__(self, other: object) -> bool:
        """Be equal to any receipt that says the same."""
        return isinstance(other, Receipt) and _told(self) == _told(other)

    def __reduce__(self) -> tuple[type[Receipt], tuple[Any, ...]]:
        """Be copied and pickled as a receipt that was told."""
        return Receipt, _told(self)


_ToldLater.__name__ = _ToldLater.__qualname__ = Receipt.__name__


def receipt_told_later(
    outcomes: Callable[[], tuple[Outcome, ...]], *, operation: str, request_id: str | None, warnings: tuple[str, ...]
) -> Receipt:
    """Return a receipt like any other, but for when its outcomes are made.

    Args:
        outcomes: Makes them; it is called at any time, from any thread, and always returns the same.
        operation: The operation's id.
        request_id: That of the request.
        warnings: What to know.
    """
    told = Receipt(operation=operation, request_id=request_id, warnings=warnings)
    later = object.__new__(_ToldLater)
    for each in fields(Receipt):
        if each.name != "outcomes":
            object.__setattr__(later, each.name, getattr(told, each.name))
    object.__setattr__(later, "_outcomes", outcomes)
    return later


def _told(receipt: Receipt) -> tuple[Any, ...]:
    return tuple(getattr(receipt, each.name) for each in fields(Receipt))
