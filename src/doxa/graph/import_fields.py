"""What each field of an exported row must hold; a row is checked whole before any of it is written."""

from __future__ import annotations

import base64
import binascii
import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from doxa.errors import DoxaError, InvalidInput
from doxa.graph.claims import decode_claim
from doxa.graph.codes import PRECISIONS, ROLES
from doxa.graph.import_values import is_value_of
from doxa.graph.inputs import MAX_TEXT, MAX_TITLE, checked_edge_type, encode, is_uid
from doxa.graph.kref import BUNDLE, checked_kind, checked_name
from doxa.graph.nodes import FOREVER, MOST, NodeType
from doxa.graph.tasks import STATES
from doxa.records import Claim, Json, Origin, Quote

Holds: TypeAlias = Callable[[Any], bool]
JsonRow: TypeAlias = Mapping[str, Json]

_HEX = re.compile(r"(?:[0-9a-f]{2}){1,64}")
_KEY = re.compile(r"[a-z][a-z0-9_]{0,49}(:.{1,250})?", re.DOTALL)
_RECEIPT_PARTS = 5


class Rule(NamedTuple):
    """What a field must hold.

    Args:
        holds: Tells whether a value is such.
        wanted: What it must be, in words.
        absent: Whether it may be left out or null.
    """

    holds: Holds
    wanted: str
    absent: bool = False

    @property
    def or_none(self) -> Rule:
        """The same, or nothing."""
        return self._replace(absent=True)


def is_whole(value: object, least: int = 0, most: int = FOREVER) -> bool:
    """Tell whether a value is a whole number between two bounds."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def is_text(value: object, most: int = MAX_TEXT) -> bool:
    """Tell whether a value is a text that can be stored."""
    return isinstance(value, str) and len(value) <= most and "\x00" not in value and _encodes(value)


def _encodes(value: str) -> bool:
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _said(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip()) and is_text(value, MAX_TITLE)


def _time(value: object) -> bool:
    if not isinstance(value, str):
        return False
    try:
        instant = datetime.fromisoformat(value)
        return instant.utcoffset() is not None and bool(instant.astimezone())
    except (ValueError, OverflowError):
        return False


def _passes(check: Callable[[Any], object]) -> Holds:
    def holds(value: object) -> bool:
        try:
            check(value)
        except (DoxaError, TypeError, ValueError, KeyError, AttributeError):
            return False
        return True

    return holds


def _object(value: object) -> bool:
    return isinstance(value, dict) and _passes(encode)(value)


def _object_as_text(value: object) -> bool:
    return is_text(value) and _passes(json.loads)(value) and isinstance(json.loads(str(value)), dict)


def _base64(value: object) -> bool:
    try:
        base64.b64decode(str(value), validate=True)
    except (binascii.Error, ValueError):
        return False
    return isinstance(value, str)


def _node(value: object) -> bool:
    return is_whole(value) and int(str(value)) % 8 in [int(each) for each in NodeType]


def _claim(value: object) -> bool:
    if not isinstance(value, dict) or not _passes(encode)(value):
        return False
    try:
        claim = decode_claim(dict(value))
    except (DoxaError, TypeError, ValueError, IndexError, OverflowError):
        return False
    parts = (claim.subject, claim.attribute, claim.value, claim.replaces, claim.conflicts_with)
    flags = (claim.polarity, claim.correction)
    sure = claim.confidence
    return (
        is_text(claim.text)
        and all(part is None or is_text(part) for part in parts)
        and all(isinstance(flag, bool) for flag in flags)
        and isinstance(claim.kind, str)
        and (sure is None or (isinstance(sure, int | float) and not isinstance(sure, bool) and 0 <= sure <= 1))
        and claim.origin in get_args(Origin)
        and _quoted(claim)
    )


def _quoted(claim: Claim) -> bool:
    quote: Quote | None = claim.quote
    if quote is None:
        return True
    return isinstance(quote.text, str) and isinstance(quote.ref, str) and is_whole(quote.start) and is_whole(quote.end)


def _valid(value: object) -> bool:
    if not isinstance(value, list) or len(value) != 3 or value[2] not in PRECISIONS:
        return False
    start, end = value[:2]
    if not all(bound is None or _time(bound) for bound in (start, end)):
        return False
    return start is None or end is None or datetime.fromisoformat(start) <= datetime.fromisoformat(end)


def _mention(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and is_text(value[0]) and value[1] in ROLES


def _result(value: object) -> bool:
    if not isinstance(value, list) or len(value) not in (_RECEIPT_PARTS, _RECEIPT_PARTS + 1):
        return False
    if len(value) > _RECEIPT_PARTS and not (isinstance(value[-1], list) and all(map(_redaction, value[-1]))):
        return False
    verdict, reason, revision, replaced, status = value[:_RECEIPT_PARTS]
    numbers = all(each is None or is_whole(each, 1, MOST) for each in (revision, replaced))
    return numbers and isinstance(reason, str) and isinstance(status, str) and isinstance(verdict, str | None)


def _redaction(value: object) -> bool:
    """Whether it is a kind, a start, an end and a placeholder."""
    match value:
        case [str(), start, end, str()]:
            return is_whole(start) and is_whole(end)
    return False


def _list_of(holds: Holds) -> Holds:
    return lambda value: isinstance(value, list) and all(map(holds, value))


NUMBER = Rule(lambda value: is_whole(value, 1, MOST), "a number from 1")
COUNT = Rule(is_whole, "a whole number from 0")
TIME = Rule(_time, "an instant with a time zone")
TEXT = Rule(is_text, "a text that can be stored")
NAME = Rule(_said, f"a text of 1 to {MAX_TITLE:,} characters")
FLAG = Rule(lambda value: isinstance(value, bool), "true or false")
OBJECT = Rule(_object, "a JSON object")
OBJECT_TEXT = Rule(_object_as_text, "the text of a JSON object")
HEX = Rule(lambda value: isinstance(value, str) and bool(_HEX.fullmatch(value)), "hex digits")
KIND = Rule(lambda value: value == BUNDLE or _passes(checked_kind)(value), "a kind")
_SEGMENT = Rule(lambda value: value == "" or _passes(checked_name)(value), "a segment of a path")
_SPAN = {"from": NUMBER, "to": NUMBER.or_none}

HEADER: Final = MappingProxyType(
    {
        "operations": COUNT,
        "schema": NUMBER,
        "project": Rule(_passes(checked_name), "a project's name"),
        "embedder": Rule(
            lambda value: isinstance(value, dict) and _said(value.get("id")) and is_whole(value.get("dim"), 1, 2**20),
            "an embedder's id and dimension",
            absent=True,
        ),
    }
)
"""The first row, but for its format and key."""

ROWS: Final[Mapping[str, Mapping[str, Rule]]] = MappingProxyType(
    {
        "operation": {
            "id": NUMBER,
            "at": TIME,
            "kind": NAME.or_none,
            "actor": TEXT.or_none,
            "undoes": NUMBER.or_none,
            "reason": TEXT.or_none,
        },
        "owner": {"id": COUNT, "user": NAME.or_none, "op": COUNT},
        "space": {"id": NUMBER, "parent": COUNT, "owner": COUNT, "name": _SEGMENT, "op": COUNT},
        "item": {
            "id": NUMBER,
            "uid": Rule(lambda value: isinstance(value, str) and is_uid(value), "32 lower-case hex digits"),
            "owner": COUNT,
            "op": NUMBER,
            "kind": KIND,
            "erased": NUMBER.or_none,
        },
        "revision": {"id": NUMBER, "item": NUMBER, "number": NUMBER, "op": NUMBER, "erased": FLAG.or_none},
        "artifact": {
            "id": NUMBER,
            "revision": NUMBER,
            "name": NAME,
            "location": TEXT,
            "metadata": OBJECT.or_none,
            "op": NUMBER,
        },
        "assertion": {
            "id": NUMBER,
            "node": Rule(_node, "the number of a node"),
            "key": Rule(lambda value: is_text(value) and bool(_KEY.fullmatch(value)), "a key"),
            **_SPAN,
        },
        "edge": {
            "id": NUMBER,
            "source": NUMBER,
            "type": Rule(_passes(checked_edge_type), "an edge type"),
            "target": NUMBER,
            "metadata": OBJECT.or_none,
            **_SPAN,
        },
        "alias": {
            "id": NUMBER,
            "item": NUMBER,
            "form": TEXT,
            "text": NAME,
            "canonical": Rule(lambda value: is_whole(value, 0, 1), "0 or 1"),
            **_SPAN,
        },
        "observation": {
            "id": NUMBER,
            "revision": NUMBER,
            "source": NAME,
            "said_at": TIME.or_none,
            "turn": NUMBER.or_none,
            "start": COUNT.or_none,
            "end": COUNT.or_none,
            "independent": FLAG,
            "detail": OBJECT.or_none,
            **_SPAN,
        },
        "receipt": {
            "request": HEX,
            "digest": HEX,
            "op": NUMBER,
            "results": Rule(_list_of(_result), "the results of a write", absent=True),
        },
        "session": {
            "id": NUMBER,
            "slab": COUNT,
            "name": TEXT,
            "meta": OBJECT_TEXT.or_none,
            "opened_at": COUNT,
            "used_at": COUNT,
            "closed_at": COUNT.or_none,
        },
        "message": {
            "session": NUMBER,
            "n": COUNT,
            "role": TEXT,
            "name": TEXT.or_none,
            "content": TEXT,
            "at": COUNT,
            "meta": OBJECT_TEXT.or_none,
        },
        "counter": {"slab": COUNT, "name": TEXT, "n": COUNT},
        "pending": {
            "id": NUMBER,
            "op": NUMBER,
            "slab": COUNT,
            "kind": NAME,
            "state": Rule(lambda value: is_whole(value, 0, len(STATES) - 1), "the number of a state"),
            "due": COUNT,
            "body": OBJECT_TEXT.or_none,
            "attempts": COUNT.or_none,
            "lasting": COUNT.or_none,
            "error": TEXT.or_none,
        },
        "use": {"revision": NUMBER, "last": TIME, "count": COUNT},
    }
)
"""The fields of each kind of row that it always has."""

_OF_WHAT_IS_KEPT: Final[Mapping[str, Mapping[str, Rule]]] = MappingProxyType(
    {
        "item": {
            "space": NUMBER,
            "name": Rule(_passes(checked_name), "a name"),
            "agent": NAME.or_none,
            "session": NAME.or_none,
            "contexts": Rule(_list_of(_said), "a list of labels"),
        },
        "revision": {
            "title": TEXT.or_none,
            "text": TEXT,
            "claim": Rule(_claim, "a claim", absent=True),
            "metadata": OBJECT.or_none,
            "said_at": TIME.or_none,
            "mentions": Rule(_list_of(_mention), "a list of forms with their roles"),
            "valid": Rule(_valid, "a start, an end and a precision", absent=True),
            "vector": Rule(_base64, "bytes in base 64", absent=True),
        },
    }
)
"""The fields of what was not erased."""


def check_row(kind: str, row: JsonRow) -> None:
    """Check every field of a row of a known kind.

    Raises:
        InvalidInput: One is missing, of the wrong type or out of range; the message names it.
    """
    check_fields(row, ROWS[kind])
    if kind in _OF_WHAT_IS_KEPT and not row.get("erased"):
        check_fields(row, _OF_WHAT_IS_KEPT[kind])
    if kind == "assertion":
        if "value" not in row:
            raise _wrong("value", "missing", "a value")
        if not is_value_of(str(row["key"]), row["value"]):
            raise _wrong("value", repr(row["value"]), f"one that {row['key']} takes")


def check_fields(row: JsonRow, rules: Mapping[str, Rule]) -> None:
    """Check the fields that rules name.

    Raises:
        InvalidInput: One does not hold what it must.
    """
    for name, rule in rules.items():
        value = row.get(name)
        if value is None and rule.absent:
            continue
        if not rule.holds(value):
            raise _wrong(name, "missing" if name not in row else repr(value), rule.wanted)


def _wrong(name: str, shown: str, wanted: str) -> InvalidInput:
    cut = shown if len(shown) <= 80 else shown[:80] + "…"
    return InvalidInput(f"{name} is {cut}, not {wanted}.", mend="Export it again.", field=name)
