"""Conditions on metadata and on what is computed of a belief, as `where=` takes them; all must hold.

`{"priority": {"$gte": 2}, "lang": "en"}`, `{"confidence": {"$gte": 0.5, "$lt": 0.8}}`.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from doxa.belief.event_dates import iso_period
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
    *("revision", "kind", "space", "title", "user", "agent", "session"),
)
"""Fields of a belief that can be asked for beside its metadata; metadata of the same name wins."""
LISTS = ("tags", "contexts", "sources", "aliases")
"""Fields that hold several texts: they meet a condition where one of them does, and `$ne` where none is it."""
TIMES = ("said_at", "recorded_at", "expires_at", "valid_from", "valid_to")
"""Fields that hold an instant, asked for as ISO 8601: a year, month or day is its first instant in UTC."""


def check_conditions(where: Mapping[str, Json] | None) -> None:
    """Check the operators of conditions.

    Raises:
        InvalidInput: One does not exist, or `$in` has no list.
    """
    for name, asked in (where or {}).items():
        if name.startswith("$"):
            raise InvalidInput(
                f"where has the operator {name!r} in place of a field.",
                mend='All conditions have to hold; write each as a field with its operators, as {"size": {"$gte": 2}}.',
                field="where",
                value=name,
            )
        if not isinstance(asked, Mapping):
            _check_time(name, asked)
            continue
        for symbol, wanted in asked.items():
            for each in wanted if symbol == "$in" and isinstance(wanted, list | tuple) else (wanted,):
                _check_time(name, each)
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


def _check_time(name: str, wanted: Json) -> None:
    if name in TIMES and wanted is not None and _instant(wanted) is None:
        raise InvalidInput(
            f"where[{name!r}] is {wanted!r}.",
            mend="Give a time such as 2026-03, 2026-03-01 or 2026-03-01T12:00:00Z.",
            field="where",
            value=wanted,
        )


def _instant(wanted: object) -> datetime | None:
    """Return the instant that a text names; `None` where it names none."""
    if not isinstance(wanted, str):
        return None
    period = iso_period(wanted, UTC)
    if period is not None:
        return period.start
    try:
        read = datetime.fromisoformat(wanted)
    except ValueError:
        return None
    return read if read.tzinfo is not None else read.replace(tzinfo=UTC)


def matches(belief: Belief, where: Mapping[str, Json] | None) -> bool:
    """Return whether a belief meets every condition. A missing field meets only `$ne`."""
    return all(_meets(_field(belief, name), asked) for name, asked in (where or {}).items())


def _field(belief: Belief, name: str) -> object:
    if name in belief.metadata:
        return belief.metadata[name]
    if name in ("valid_from", "valid_to"):
        return None if belief.valid is None else belief.valid.start if name == "valid_from" else belief.valid.end
    return getattr(belief, name) if name in COMPUTED or name in LISTS or name in TIMES else None


def _meets(value: object, asked: Json) -> bool:
    if not isinstance(asked, Mapping):
        return _holds("$eq", value, asked)
    return all(_holds(symbol, value, wanted) for symbol, wanted in asked.items())


def _holds(symbol: str, value: object, wanted: object) -> bool:
    if isinstance(value, tuple):  # metadata lists are lists; these are fields that hold several texts
        return (
            all(each != wanted for each in value)
            if symbol == "$ne"
            else any(_holds(symbol, each, wanted) for each in value)
        )
    if isinstance(value, datetime):
        wanted = [_instant(each) for each in wanted] if isinstance(wanted, list | tuple) else _instant(wanted)
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
    both_times = isinstance(value, datetime) and isinstance(wanted, datetime)
    return both_numbers or both_times or (isinstance(value, str) and isinstance(wanted, str))
