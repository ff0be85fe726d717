"""Checks of what callers hand to the store. Each names the value and the mend; nothing is written before they pass."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from json.encoder import encode_basestring
from typing import NoReturn

from doxa.errors import InvalidInput, InvalidKind, InvalidText
from doxa.graph.codes import ROLES, STANDINGS, STATUSES
from doxa.graph.nodes import Key
from doxa.records import Json

MAX_TEXT = 1_000_000
MAX_TITLE = 1_000
MAX_LABEL = 200

_EDGE_TYPE = re.compile(r"[A-Z][A-Z0-9_]{0,49}")
_KEY = re.compile(r"[a-z][a-z0-9_]{0,49}(:[^\s:][^\x00-\x1f]{0,199})?")
# `json.dumps` with options makes an encoder per call
_JSON = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))
_UID = re.compile(r"[0-9a-f]{32}")
_UID_PREFIX = re.compile(r"[0-9a-f]{8,31}")
UID_DIGITS = 32
"""Hex digits of an item's id."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_OWN_VERBS = {
    Key.VOID: "undo",
    Key.UNDONE: "undo",
    Key.ERASED: "erase",
    Key.SPACE: "move",
    Key.MEMBERS: "bundle",
    Key.IDENTITY: "identify",
    Key.SLOT: "identify",
    Key.STATUS: "status",
}


def checked_text(text: str, *, field: str = "text", limit: int = MAX_TEXT) -> str:
    """Return a text that can be stored.

    Raises:
        InvalidText: It is empty, longer than `limit` characters, or holds NUL or a lone surrogate.
    """
    if not isinstance(text, str):
        raise InvalidText(f"{field} is {type(text).__name__}, not text.", mend="Pass a str.", field=field)
    if not text or text.isspace():
        raise InvalidText(f"{field} is empty.", mend="Say something.", field=field, value=text)
    if len(text) > limit:
        mend = "Split it, or attach it as a file."
        raise InvalidText(f"{field} has {len(text):,} characters; {limit:,} are allowed.", mend=mend, field=field)
    _check_encodable(text, field)
    return text


def checked_label(label: str, field: str) -> str:
    """Return a label (owner, agent, session, context, source): one line of 1 to 200 characters.

    Raises:
        InvalidText: It is none.
    """
    checked_text(label, field=field, limit=MAX_LABEL)
    if _CONTROL.search(label):
        raise InvalidText(f"{field} {label!r} holds control characters.", mend="Remove them.", field=field, value=label)
    return label


def checked_contexts(contexts: tuple[str, ...]) -> tuple[str, ...]:
    """Return context labels as a set: sorted, each once.

    Raises:
        InvalidInput: They are given as one string.
        InvalidText: One is no label.
    """
    if isinstance(contexts, str):
        mend = "Pass a sequence of labels."
        raise InvalidInput(f"contexts is the string {contexts!r}.", mend=mend, field="contexts", value=contexts)
    return tuple(sorted({checked_label(context, "context") for context in contexts}))


def checked_edge_type(type: str) -> str:
    """Return an edge type.

    Raises:
        InvalidKind: It is not `[A-Z][A-Z0-9_]{0,49}`.
    """
    if not isinstance(type, str) or not _EDGE_TYPE.fullmatch(type):
        mend = "Edge types are upper-case ASCII letters, digits and `_`, start with a letter, up to 50 characters."
        raise InvalidKind(f"{type!r} is no edge type.", mend=mend, field="type", value=type)
    return type


def checked_uid(uid: str) -> str:
    """Return an item's id.

    Raises:
        InvalidInput: It is not 32 lower-case hex digits.
    """
    if not isinstance(uid, str) or not _UID.fullmatch(uid):
        raise InvalidInput(f"{uid!r} is no id.", mend="An id is 32 lower-case hex digits.", field="uid", value=uid)
    return uid


def is_uid(ref: str) -> bool:
    """Tell whether a reference is an item's id."""
    return bool(_UID.fullmatch(ref))


def is_uid_prefix(ref: str) -> bool:
    """Tell whether a reference may be the first digits of an item's id: 8 or more."""
    return bool(_UID_PREFIX.fullmatch(ref))


def checked_role(role: str) -> int:
    """Return the code of a mention's role.

    Raises:
        InvalidInput: It is none of `ROLES`.
    """
    return _code(role, ROLES, "role")


def checked_status(status: str) -> str:
    """Return a status that an item, revision or artifact may be given.

    Raises:
        InvalidInput: It is none of `STATUSES`.
    """
    return STATUSES[_code(status, STATUSES, "status")]


def checked_key(key: str) -> str:
    """Return a key that callers may assert.

    Raises:
        InvalidInput: It is malformed, or has a verb of its own.
    """
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        mend = "Keys are lower-case words such as `pin`, or `attribute:` and a name."
        raise InvalidInput(f"{key!r} is no key.", mend=mend, field="key", value=key)
    _check_encodable(key, "key")
    verb = "tag" if key.startswith("tag:") else _OWN_VERBS.get(key)
    if verb is not None:
        raise InvalidInput(f"{key!r} is not asserted directly.", mend=f"Use `{verb}`.", field="key", value=key)
    return key


def checked_value(key: str, value: Json) -> Json:
    """Return a value for a key, with the value that means the default as `None`.

    Raises:
        InvalidInput: The key does not take it.
    """
    if key == Key.STANDING and value is not None:
        code = _code(value, STANDINGS, key)
        return STANDINGS[code] if code else None
    if key == Key.CANONICAL and value is not None:
        return checked_label(value, key) if isinstance(value, str) else _refuse(key, value, "a name")
    if key in (Key.PIN, Key.LOCK) and value is not None:
        return value or None if isinstance(value, bool) else _refuse(key, value, "true or false")
    return value


def encode(value: object, field: str = "value") -> str:
    """Return a JSON value as text, the same text for equal values.

    Raises:
        InvalidInput: It is no JSON.
        InvalidText: A string in it cannot be encoded, or all of it is too long.
    """
    if type(value) is str:
        return _checked_json(encode_basestring(value), field)
    try:
        text = _JSON.encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        mend = "Pass what JSON can hold: text, finite numbers, booleans, lists and objects."
        raise InvalidInput(f"{field} cannot be stored: {error}.", mend=mend, field=field) from error
    return _checked_json(text, field)


def encode_object(value: Mapping[str, Json], field: str) -> str | None:
    """Return a JSON object as text, `None` for an empty one.

    Raises:
        InvalidInput: It is no object, or a key of it is not text.
    """
    if isinstance(value, dict) and not value:
        return None
    if type(value) is dict and all(type(key) is type(each) is str for key, each in value.items()):
        return _checked_json(_encoded_texts(value), field)  # as what most messages bring
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InvalidInput(f"{field} is {value!r}, no object with text keys.", mend="Pass a dict.", field=field)
    return encode(dict(value), field) if value else None


def _encoded_texts(value: Mapping[str, Json]) -> str:
    pairs = [f"{encode_basestring(key)}:{encode_basestring(str(value[key]))}" for key in sorted(value)]
    return "{" + ",".join(pairs) + "}"


def _checked_json(text: str, field: str) -> str:
    if len(text) > MAX_TEXT:
        raise InvalidText(f"{field} is longer than {MAX_TEXT:,} characters.", mend="Attach it as a file.", field=field)
    _check_encodable(text, field)
    return text


def _check_encodable(text: str, field: str) -> None:
    if "\x00" in text:
        raise InvalidText(f"{field} holds a NUL character.", mend="Remove it.", field=field)
    if text.isascii():
        return
    try:
        text.encode()
    except UnicodeEncodeError as error:
        mend = "Decode it with errors='replace'."
        raise InvalidText(f"{field} holds a lone surrogate at {error.start}.", mend=mend, field=field) from error


def _code(value: object, allowed: tuple[str, ...], field: str) -> int:
    if not isinstance(value, str) or value not in allowed:
        mend = f"Use one of {', '.join(allowed)}."
        raise InvalidInput(f"{value!r} is no {field}.", mend=mend, field=field, value=value)
    return allowed.index(value)


def _refuse(key: str, value: object, wanted: str) -> NoReturn:
    raise InvalidInput(f"{key} is {value!r}.", mend=f"Give {wanted}.", field=key, value=value)


def directions_of(direction: str) -> tuple[str, ...]:
    """Return the ways to follow edges that a direction stands for.

    Raises:
        InvalidInput: It is neither `out`, `in` nor `both`.
    """
    if direction not in ("out", "in", "both"):
        mend = "Use one of out, in, both."
        raise InvalidInput(f"{direction!r} is no direction.", mend=mend, field="direction", value=direction)
    return ("out", "in") if direction == "both" else (direction,)
