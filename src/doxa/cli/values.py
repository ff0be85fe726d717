"""Values as a person types them, read as what the operation takes: times, periods, JSON, lists, standard input."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Collection, Mapping, Sequence
from dataclasses import is_dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import IO, Any, get_args, get_origin
from zoneinfo import ZoneInfo

from doxa.cli.streams import exact, read_stdin
from doxa.config import Config
from doxa.core import Unset
from doxa.errors import InvalidInput
from doxa.operations import OperationSpec
from doxa.operations.plain import from_plain, members
from doxa.records import ANY, Anybody, Period

STDIN = "-"
TEXTS = ("content", "query", "text")
"""Arguments that may come from standard input."""
WHOLE = ("as_of", "to")
"""Times that mean a day's end: what had been told by then includes that day."""


class Reader:
    """Reads the arguments of one call.

    Args:
        spec: The operation.
        config: Settings, for the time zone.
        now: The present instant, which "yesterday" is read against.
    """

    def __init__(self, spec: OperationSpec, config: Config, now: datetime) -> None:
        self._spec = spec
        self._config = config
        self._now = now

    def arguments(self, given: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Return positional and keyword arguments for the operation from what the shell gave."""
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        for name, parameter in self._spec.parameters.items():
            typed = given.get(name)
            value = None if typed is None or typed == () else self._read(name, typed)
            if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
                positional.extend(value or ())
            elif parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD and parameter.default is parameter.empty:
                positional.append(value)
            elif typed is not None and typed != ():
                keywords[name] = value
        return positional, keywords

    def _read(self, name: str, value: Any) -> Any:
        forms = members(self._spec.types[name])
        if name in TEXTS:
            return read_stdin() if value == STDIN else value
        if Anybody in forms or Unset in forms:
            return ANY if value == ANY.value else value or None
        if datetime in forms:
            return self._moment(name, value, operations=int in forms or str in forms)
        if Period in forms:
            return self._period(name, value)
        if timedelta in forms:
            return from_plain(timedelta, value, self._label(name))
        if any(get_origin(each) is Mapping or is_dataclass(each) for each in forms) and isinstance(value, str):
            return from_plain(self._spec.types[name], self._json(name, value), name)
        if isinstance(value, tuple) and (record := _listed_record(forms)) is not None:
            return self._records(name, record, value)
        if isinstance(value, tuple) and name != "refs":
            return tuple(part.strip() for each in value for part in each.split(",") if part.strip())
        if Path in forms:
            return _file(name, value)
        return value

    def _records(self, name: str, form: Any, given: Sequence[str]) -> Any:
        """Return records from JSON: one each, or all of them as one list, also from standard input."""
        found: list[Any] = []
        for text in given:
            text = read_stdin() if text == STDIN else text
            if str in members(form) and not text.lstrip().startswith(("{", "[")):
                found.append(text)
                continue
            value = self._json(name, text)
            found += value if isinstance(value, list) else [value]
        return from_plain(Sequence[form], found, name)

    def _moment(self, name: str, value: str, *, operations: bool) -> datetime | str:
        if operations and value.isascii() and value.isdigit():
            return value
        try:
            read = datetime.fromisoformat(value)
        except ValueError:
            read = None
        if read is not None and len(value) > len("2026-03-01"):
            return read if read.tzinfo else self._in_zone(read)
        period = _named_period(value, self._wall_clock(), UTC)
        if period is None or period.start is None or period.end is None:
            also = " or an operation's number" if operations else ""
            raise InvalidInput(
                f"{self._label(name)} is {value!r}.",
                mend=f"Give a day such as 2026-03-01 or yesterday, a time such as 2026-03-01T14:30{also}.",
                field=name,
                value=value,
            )
        return self._in_zone(_instant(name, period.start, period.end))

    def _period(self, name: str, value: str) -> Period:
        start, dots, end = value.partition("..")
        phrase = value
        if dots:
            phrase = f"{start} to {end}" if start and end else f"since {start}" if start else f"until {end}"
        zone = ZoneInfo(self._config.tz)
        period = _named_period(phrase, self._now, zone)
        if period is None:
            raise InvalidInput(
                f"{self._label(name)} is {value!r}.",
                mend="Give a period such as 2026-03, 2026-03-01..2026-04-15, 2026-03.. or last week.",
                field=name,
                value=value,
            )
        return period

    def _json(self, name: str, value: str) -> Any:
        try:
            return json.loads(value)
        except json.JSONDecodeError as error:
            mend = """Quote it for the shell: '{"key": "value"}'."""
            raise InvalidInput(f"{self._label(name)} is not JSON: {error.msg}.", mend=mend, field=name) from error

    def _label(self, name: str) -> str:
        """Return an argument's name as the person typed it."""
        option = self._spec.parameters[name].kind is inspect.Parameter.KEYWORD_ONLY
        return f"--{name.replace('_', '-')}" if option else name

    @property
    def _zone(self) -> ZoneInfo | None:
        """The zone that is set; None = this machine's, which a person at a shell means."""
        return ZoneInfo(self._config.tz) if "tz" in self._config.origins else None

    def _in_zone(self, local: datetime) -> datetime:
        try:
            return local.replace(tzinfo=self._zone).astimezone(UTC)
        except (OSError, OverflowError, ValueError):  # Windows knows no local time before 1970
            return local.replace(tzinfo=UTC)

    def _wall_clock(self) -> datetime:
        """Return the present as the wall clock shows it, as if it were UTC."""
        return self._now.astimezone(self._zone).replace(tzinfo=UTC)


def scope_of(typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the scope that a person typed as keywords of `Memory`; what was left out is absent."""
    scope = {name: value for name, value in typed.items() if value is not None}
    if "user" in scope:
        scope["user"] = ANY if scope["user"] == ANY.value else scope["user"] or None
    if "contexts" in scope:
        scope["contexts"] = tuple(
            part.strip() for each in scope["contexts"] for part in each.split(",") if part.strip()
        )
    return scope


def _instant(name: str, start: datetime, end: datetime) -> datetime:
    if name in WHOLE:
        return end - timedelta(microseconds=1)
    return start + (end - start) / 2 if name == "valid_at" else start


def _named_period(phrase: str, now: datetime, zone: tzinfo) -> Period | None:
    """Return the period that a whole text names."""
    from doxa.text.periods import find_periods

    phrase = phrase.strip()
    for found in find_periods(phrase, now=now, tz=zone):
        if (found.start, found.end) == (0, len(phrase)):
            return found.period
    return None


def _listed_record(forms: Sequence[Any]) -> Any:
    """Return the record or object that a list holds, or a union with one; None for lists of plain values."""
    for form in forms:
        if get_origin(form) in (Sequence, Collection) and any(map(_is_record, members(get_args(form)[0]))):
            return get_args(form)[0]
    return None


def _is_record(form: Any) -> bool:
    return is_dataclass(form) or get_origin(form) is Mapping


def _file(name: str, value: str) -> Path | IO[str]:
    if value != STDIN:
        return Path(value)
    return exact(sys.stdout if name == "target" else sys.stdin)
