"""Krefs, the addresses of the graph: `kref://project/space/.../name.kind?r=N&a=name`, also `?t=tag` and `?time=`.

Segments are Unicode. An item's last segment is its name, a dot and its kind (the part after the last dot; kinds have
none). What belongs to one user lies under the reserved first segment `~N`, N being the number of the user's slab, so
an address never tells a name and never crosses owners.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from urllib.parse import quote, unquote

from doxa.errors import InvalidInput, InvalidKind, InvalidKref, NaiveDatetime

SCHEME = "kref://"
MAX_SEGMENT = 200
BUNDLE = "bundle"
"""The reserved kind of bundles."""

_SEGMENT = re.compile(r"\w[\w.-]*")
_KIND = re.compile(r"[a-z][a-z0-9_]{0,49}")
_TAG = re.compile(r"\w[\w.:-]{0,99}")
_SLAB = re.compile(r"~([1-9][0-9]{0,17})")
_NUMBER = re.compile(r"[1-9][0-9]{0,17}")
_MINUTE = re.compile(r"[0-9]{12}")
_NOT_WORD = re.compile(r"\W+")
_JOINERS = "\u200c\u200d"
"""Zero-width characters that words of Persian, Hindi and others are spelt with; they join nothing in Latin script."""
_USE_SLUG = "Use letters, digits, `_`, `-` and single dots, starting with a letter or digit; `slug()` makes one."
_USE_QUERY = (
    "Behind an item may stand `r=` with a number from 1, or `t=` with a tag and `time=` with an instant; and `a=`."
)
_USE_TIME = "Give an ISO instant with a time zone, or YYYYMMDDHHMM in UTC."
_FIELDS = {"r": "number", "a": "artifact", "t": "tag", "tag": "tag", "time": "time"}


@dataclass(frozen=True, slots=True)
class Kref:
    """A parsed kref.

    Args:
        project: First segment.
        slab: Whose tree it lies in; 0 = shared.
        space: The space's segments; empty = the root.
        name: The item's name; `None` where the kref names a project or a space.
        kind: The item's kind, with `name`.
        number: `?r=`, a revision's number.
        artifact: `?a=`, an artifact's name.
        tag: `?t=`, whose holder is meant.
        time: `?time=`, aware: the revision of then.
    """

    project: str
    slab: int = 0
    space: tuple[str, ...] = ()
    name: str | None = None
    kind: str | None = None
    number: int | None = None
    artifact: str | None = None
    tag: str | None = None
    time: datetime | None = None

    @property
    def item(self) -> Kref:
        """The kref of the item alone."""
        return replace(self, number=None, artifact=None, tag=None, time=None)

    def at(self, number: int) -> Kref:
        """Return the kref of one of the item's revisions."""
        return replace(self.item, number=number)

    def __str__(self) -> str:
        """Format the address; `parse_kref` gives it back."""
        segments = [self.project, *([f"~{self.slab}"] if self.slab else []), *self.space]
        if self.name is not None:
            segments.append(f"{self.name}.{self.kind}")
        elif self.space and _names_item(self.space[-1]):
            segments.append("")  # a space that reads like an item is closed by a slash
        query = "&".join(self._query())
        return SCHEME + "/".join(segments) + (f"?{query}" if query else "")

    def _query(self) -> list[str]:
        parts = [] if self.number is None else [f"r={self.number}"]
        parts += [] if self.artifact is None else [f"a={quote(self.artifact, safe='')}"]
        parts += [] if self.tag is None else [f"t={quote(self.tag, safe=':')}"]
        parts += [] if self.time is None else [f"time={self.time.isoformat().replace('+00:00', 'Z')}"]
        return parts


def address_of(project: str, slab: int, space: Iterable[str], name: str, kind: str) -> str:
    """Return the kref of an item as `str(Kref(…))` gives it."""
    owner = f"~{slab}/" if slab else ""
    return f"{SCHEME}{project}/{owner}{''.join([f'{segment}/' for segment in space])}{name}.{kind}"


def parse_kref(text: str) -> Kref:
    """Parse a kref.

    Args:
        text: `kref://project`, `kref://project/space` or `kref://project/space/name.kind`, no segment empty, with an
            optional query behind an item:
            `r` a number from 1, `a` an artifact's name, `t` (or `tag`) a tag, `time` an ISO instant with a time zone
            or `YYYYMMDDHHMM` in UTC, which means the end of that minute.

    Raises:
        InvalidKref: It is none.
        NaiveDatetime: `time` has no time zone.
    """
    if not isinstance(text, str) or not text.startswith(SCHEME):
        raise _invalid(text, "does not start with kref://")
    path, _, query = text.removeprefix(SCHEME).partition("?")
    project, *segments = unicodedata.normalize("NFC", path).split("/")
    closed = bool(segments) and segments[-1] == ""
    if closed:
        segments.pop()
    slab = _slab(segments)
    for segment in (project, *segments):
        _check_segment(segment, text)
    parsed = Kref(project, slab, tuple(segments))
    if segments and not closed and _names_item(segments[-1]):
        name, _, kind = segments[-1].rpartition(".")
        parsed = replace(parsed, space=tuple(segments[:-1]), name=name, kind=kind)
    return _with_query(parsed, query, text) if query or text.endswith("?") else parsed


def is_kref(text: str) -> bool:
    """Tell whether `text` is meant as a kref: it starts with `kref://`."""
    return text.startswith(SCHEME)


def space_path(path: str) -> tuple[str, ...]:
    """Return the checked segments of a space's path; `""` is the root.

    Raises:
        InvalidKref: A segment is empty, too long or has characters that no segment has.
    """
    if not isinstance(path, str):
        raise _invalid(path, "is no path")
    trimmed = unicodedata.normalize("NFC", path).strip("/")
    segments = tuple(trimmed.split("/")) if trimmed else ()
    for segment in segments:
        _check_segment(segment, path)
    return segments


def checked_name(name: str) -> str:
    """Return an item's name in Unicode's NFC form.

    Raises:
        InvalidKref: It cannot stand in a kref.
    """
    if not isinstance(name, str):
        raise _invalid(name, "is no name")
    normal = unicodedata.normalize("NFC", name)
    _check_segment(normal, name)
    return normal


def checked_kind(kind: str) -> str:
    """Return an item kind.

    Raises:
        InvalidKind: It is malformed.
    """
    if not isinstance(kind, str) or not _KIND.fullmatch(kind):
        raise InvalidKind(
            f"{kind!r} is no item kind.",
            mend="Kinds are lower-case ASCII letters, digits and `_`, start with a letter, up to 50 characters.",
            field="kind",
            value=kind,
        )
    return kind


def checked_tag(tag: str) -> str:
    """Return a tag in Unicode's NFC form.

    Raises:
        InvalidInput: It is malformed.
    """
    normal = unicodedata.normalize("NFC", tag) if isinstance(tag, str) else ""
    if not _TAG.fullmatch(_letters(normal)):
        raise InvalidInput(
            f"{tag!r} is no tag.",
            mend="Tags are letters, digits, `_`, `.`, `:` and `-`, up to 100 characters, without spaces.",
            field="tag",
            value=tag,
        )
    return normal


def slug(value: str, max_length: int = 48, *, hash_on_truncate: bool = False) -> str:
    """Return a name made of free text: case-folded words of any script, joined by `-`; `""` where it has none.

    Args:
        value: Free text.
        max_length: Longest result in characters, at least 10.
        hash_on_truncate: End a cut slug with the first 8 hex digits of the whole slug's SHA-1, so that two long
            texts with one beginning stay apart.
    """
    whole = _NOT_WORD.sub(_hyphen, unicodedata.normalize("NFC", value).casefold()).strip("-")
    if len(whole) <= max_length:
        return whole
    if not hash_on_truncate:
        return whole[:max_length].strip(f"-{_JOINERS}")
    digest = hashlib.sha1(whole.encode(), usedforsecurity=False).hexdigest()[:8]
    return f"{whole[: max_length - 9].strip('-')}-{digest}"


def _names_item(segment: str) -> bool:
    name, dot, kind = segment.rpartition(".")
    return bool(dot and name and _KIND.fullmatch(kind))


def _slab(segments: list[str]) -> int:
    found = _SLAB.fullmatch(segments[0]) if segments else None
    if found is None:
        return 0
    segments.pop(0)
    return int(found[1])


def _letters(text: str) -> str:
    r"""Return a text with `m` in place of what no `\w` matches though it belongs to a word, for patterns to look at."""
    if text.isascii():
        return text
    return "".join("m" if _joins(text, place) else each for place, each in enumerate(text))


def _joins(text: str, place: int) -> bool:
    """Tell whether a character belongs to the word before it: vowel signs, tones and accents of many scripts do."""
    each, before, after = text[place], text[max(place - 1, 0) : place], text[place + 1 : place + 2]
    if each in _JOINERS:
        return not before.isascii() and _wordlike(before) and _wordlike(after)
    return unicodedata.category(each)[0] == "M" and _wordlike(before)


def _wordlike(character: str) -> bool:
    return character.isalnum() or character == "_" or (character != "" and unicodedata.category(character)[0] == "M")


def _hyphen(gap: re.Match[str]) -> str:
    """Return what a slug has in place of a gap between words: what belongs to the word before it, then a hyphen."""
    start, end = gap.span()
    kept = next((place for place in range(start, end) if not _joins(gap.string, place)), end)
    return gap.string[start:kept] + ("-" if kept < end else "")


def _check_segment(segment: str, whole: object) -> None:
    if not _SEGMENT.fullmatch(_letters(segment)) or ".." in segment:
        raise _invalid(whole, f"has the segment {segment!r}")
    if len(segment) > MAX_SEGMENT:
        raise _invalid(whole, f"has a segment of {len(segment)} characters; {MAX_SEGMENT} are allowed")


def _with_query(kref: Kref, query: str, whole: str) -> Kref:
    found: dict[str, str] = {}
    for part in query.split("&"):
        key, equals, value = part.partition("=")
        if key not in _FIELDS or not equals or not value or _FIELDS[key] in found:
            raise _invalid(whole, f"has the query part {part!r}", _USE_QUERY)
        found[_FIELDS[key]] = unquote(value)
    if kref.name is None:
        raise _invalid(whole, "has a query but names no item", _USE_QUERY)
    if "number" in found and ("tag" in found or "time" in found):
        raise _invalid(whole, "pins a revision twice", _USE_QUERY)
    return replace(
        kref,
        number=_number(found["number"], whole) if "number" in found else None,
        artifact=found.get("artifact"),
        tag=_tag(found["tag"], whole) if "tag" in found else None,
        time=_instant(found["time"], whole) if "time" in found else None,
    )


def _number(text: str, whole: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise _invalid(whole, f"has the revision number {text!r}", _USE_QUERY)
    return int(text)


def _tag(text: str, whole: str) -> str:
    normal = unicodedata.normalize("NFC", text)
    if not _TAG.fullmatch(_letters(normal)):
        raise _invalid(whole, f"has the tag {text!r}")
    return normal


def _instant(text: str, whole: str) -> datetime:
    try:
        if _MINUTE.fullmatch(text):
            minute = datetime.strptime(text, "%Y%m%d%H%M").replace(tzinfo=UTC)
            return minute + timedelta(minutes=1, microseconds=-1)
        instant = datetime.fromisoformat(text)
    except ValueError as error:
        raise _invalid(whole, f"has the time {text!r}", _USE_TIME) from error
    if instant.utcoffset() is None:
        raise NaiveDatetime(f"{whole} has a time without a zone.", mend="End it with Z or +hh:mm.", value=text)
    return instant.astimezone(UTC)


def _invalid(whole: object, fault: str, mend: str = _USE_SLUG) -> InvalidKref:
    shown = whole if not isinstance(whole, str) or len(whole) <= MAX_SEGMENT else whole[:MAX_SEGMENT] + "…"
    return InvalidKref(f"{shown!r} {fault}.", mend=mend, field="kref", value=whole)
