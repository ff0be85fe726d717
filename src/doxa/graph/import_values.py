"""What the value of each key of an exported assertion must be."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, get_args

from doxa.errors import DoxaError
from doxa.graph.codes import STANDINGS, STATUSES
from doxa.graph.inputs import encode
from doxa.graph.nodes import FOREVER, MOST, Key
from doxa.records import Confirmation, Evidence, Json, Origin, Tier

_ANCHOR_PARTS = range(3, 8)
_FREE = ("attribute:",)
"""Keys that take any value, null for one that was taken away."""


def is_value_of(key: str, value: Json) -> bool:
    """Tell whether a key can have a value; keys that doxa does not write itself take any that JSON can hold."""
    try:
        encode(value)
    except DoxaError:
        return False
    if key.startswith(_FREE):
        return True
    if key.startswith("tag:"):
        return _number(value)
    if key.startswith("definition:"):
        return isinstance(value, dict) and isinstance(value.get("single"), bool) and _names(value.get("aliases"))
    return key not in _VALUES or _VALUES[key](value)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -FOREVER <= value <= FOREVER


def _number(value: object) -> bool:
    return _whole(value) and 0 < int(str(value)) <= MOST


def _real(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _text(value: object) -> bool:
    return isinstance(value, str)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _names(value: object) -> bool:
    return value is None or (isinstance(value, list) and all(map(_text, value)))


def _numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_number, value))


def _one_of(names: tuple[str, ...]) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in names


def _intervals(value: object) -> bool:
    """Pairs of instants in order, `None` for an open bound."""
    if not isinstance(value, list):
        return False
    pairs = [each for each in value if isinstance(each, list) and len(each) == 2]
    bounds = all(bound is None or _whole(bound) for pair in pairs for bound in pair)
    return len(pairs) == len(value) and bounds


def _members(value: object) -> bool:
    return isinstance(value, dict) and {"add", "remove"} >= set(value) and all(map(_numbers, value.values()))


def _anchor(value: object) -> bool:
    if not isinstance(value, list) or len(value) not in _ANCHOR_PARTS:
        return False
    sure, at, origin, *rest = value
    state, further = (rest[0], rest[1:]) if rest else (get_args(Confirmation)[0], [])
    known = origin in get_args(Origin) and state in get_args(Confirmation)
    return _real(sure) and _whole(at) and known and all(map(_real, further))


_VALUES: Final[Mapping[str, Callable[[Any], bool]]] = MappingProxyType(
    {
        Key.VOID: _flag,
        Key.ERASED: _numbers,
        Key.UNDONE: _number,
        Key.IDENTITY: _text,
        Key.SLOT: _text,
        Key.MEMBERS: _members,
        Key.STATUS: _one_of(STATUSES),
        Key.HEAD: _number,
        Key.SPACE: _number,
        Key.CANONICAL: _text,
        Key.PIN: _flag,
        Key.LOCK: _flag,
        Key.EXPIRES: _whole,
        Key.TIER: _one_of(get_args(Tier)),
        Key.SALIENCE: _real,
        Key.EVIDENCE: _one_of(get_args(Evidence)),
        Key.CONFIDENCE: _anchor,
        Key.HELD: _intervals,
        Key.STANDING: _one_of(STANDINGS),
        Key.STALE: _numbers,
        Key.DEFAULT_ARTIFACT: _text,
        Key.AUTHOR: _text,
        Key.CONTESTED: _numbers,
        Key.OPPOSES: _numbers,
        Key.RETIRED: _whole,
        Key.ENDED: _whole,
    }
)
