"""Conditions on metadata and on what is computed of a belief, as `where=` takes them; all must hold.

`{"priority": {"$gte": 2}, "lang": "en"}`, `{"confidence": {"$gte": 0.5, "$lt": 0.8}}`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

from doxa.errors import InvalidInput
from doxa.records import Belief, Json

_ORDERED: Mapping[str, Callable[[Any, Any], bool]] = {
    "$gt": operator.gt,
    "$gte": operator.ge,
    "$lt": operator.lt,
    "$lte": operator.le,
}
OPERATORS = ("$eq", "$ne", *_ORDERED, "$in")
COMPUTED = (
    *("confidence", "strength", "salience", "evidence", "origin", "confirmation", "author", "status", "tier", "pinned"),
    *("revision", "kind", "space", "title"),
)
"""Fields of a belief that can be asked for beside its metadata; metadata of the same name wins."""


def check_conditions(where: Mapping[str, Json] | None) -> None:
    """Check the operators of conditions.

    Raises:
        InvalidInput: One does not exist, or `$in` has no list.
    """
    for name, asked in (where or {}).items():
        if not isinstance(asked, Mapping):
            continue
        for symbol, wanted in asked.items():
            if symbol not in OPERATORS:
                raise InvalidInput(
                    f"where[{name!r}] has the operator {symbol!r}.",
                    mend=f"Choose from {', '.join(OPERATORS)}.",
                    field="where",
                    value=symbol,
                )
            if symbol == "$in" and not isinstance(wanted, list | tuple):
                raise InvalidInput(
                    f"where[{name!r}] has $in {wanted!r}.", mend="Give a list.", field="where", value=wanted
                )


def matches(belief: Belief, where: Mapping[str, Json] | None) -> bool:
    """Return whether a belief meets every condition. A missing field meets only `$ne`."""
    return all(_meets(_field(belief, name), asked) for name, asked in (where or {}).items())


def _field(belief: Belief, name: str) -> object:
    if name in belief.metadata:
        return belief.metadata[name]
    return getattr(belief, name) if name in COMPUTED else None


def _meets(value: object, asked: Json) -> bool:
    if not isinstance(asked, Mapping):
        return value == asked
    return all(_holds(symbol, value, wanted) for symbol, wanted in asked.items())


def _holds(symbol: str, value: object, wanted: object) -> bool:
    if symbol == "$eq":
        return value == wanted
    if symbol == "$ne":
        return value != wanted
    if symbol == "$in":
        return isinstance(wanted, list | tuple) and value in wanted
    if not _comparable(value, wanted):
        return False
    return _ORDERED[symbol](value, wanted)


def _comparable(value: object, wanted: object) -> bool:
    both_numbers = isinstance(value, int | float) and isinstance(wanted, int | float)
    return both_numbers or (isinstance(value, str) and isinstance(wanted, str))
