"""Snapshots that reads are made from: now, or as of a past moment."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, tzinfo
from typing import TYPE_CHECKING

from doxa.clock import aware
from doxa.core import Core
from doxa.errors import InvalidInput
from doxa.records import ANY, Scope

if TYPE_CHECKING:
    from doxa.belief.attributes import AttributeRegistry
    from doxa.graph.contract import View

MOST_DIGITS = 18
"""Digits of the greatest number that an operation may have."""
_DATED = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[T ][0-9:.,]+(?:Z|[+-][0-9:]+)?)?$")
_NUMBER = re.compile(rf"[0-9]{{1,{MOST_DIGITS}}}")

Moment = datetime | int | str | None
"""As `as_of=`: an aware instant, an ISO date or time, an operation's id, or `None` for now."""

_RECENT = 20
"""Among so many operations is the newest that told something, where the clock was set back."""
_TELLS = frozenset(
    "add add_raw confirm consolidate contract contradict decompose expand import_messages reflect resolve revise"
    " store_execution update".split()
)
"""Operations that tell something of the world: after them the present cannot be earlier. What looks after memory, such
as a dream and its undoing, leaves every read as it was."""


class Snapshots:
    """What the read verbs look at.

    Args:
        core: The parts of an open project.
        as_of: The moment that all reads are made as of; `None` = now.
    """

    def __init__(self, core: Core, as_of: Moment = None) -> None:
        self._core = core
        self._as_of = as_of

    @property
    def scope(self) -> Scope:
        """What calls that name no scope of their own see and write."""
        return self._core.scope

    @contextmanager
    def _view(self, scope: Scope, as_of: Moment) -> Iterator[View]:
        moment = self._pinned(as_of)
        with self._core.graph.view(user=scope.user, as_of=moment) as view:
            yield view

    def _attributes(self, view: View) -> AttributeRegistry:
        """Return the registry of attributes as a view knows it."""
        from doxa.graph.definitions import registry_of

        return registry_of(view, self._core.attributes)

    def _pinned(self, as_of: Moment) -> datetime | int | None:
        """Return the earlier of the view's own moment and the call's."""
        own, given = read_moment(self._as_of, self._core.tz), read_moment(as_of, self._core.tz)
        if own is None or given is None:
            return own if given is None else given
        if type(own) is not type(given):
            with (
                self._core.graph.view(user=ANY, as_of=own) as first,
                self._core.graph.view(user=ANY, as_of=given) as second,
            ):
                return min(first.at, second.at)
        return min(own, given)

    def _is_now(self, as_of: Moment) -> bool:
        return self._as_of is None and as_of is None

    def _moment(self, view: View, as_of: Moment) -> datetime:
        """Return the instant at which decaying numbers are read: the present, or that of the past view."""
        pinned = self._pinned(as_of)
        if pinned is None:
            return self._present(view)
        if isinstance(pinned, datetime):
            return min(pinned, self._core.clock.now())
        return view.at_time or self._core.clock.now()

    def _present(self, view: View) -> datetime:
        """Return the clock's time, or when a reader was last told something, if the clock was set back since.

        Else what was told last would lie in the future and not be believed yet.
        """
        now = self._core.clock.now()
        newest = view.at_time
        if newest is None or newest <= now:
            return now
        told = (each.at for each in view.operations(limit=_RECENT).items if each.kind in _TELLS)
        return max(now, next(told, now))


def _iso(text: str, zone: tzinfo) -> datetime | None:
    """Return the instant of an ISO date or time, `None` for any other text."""
    if not _DATED.match(text):
        return None
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        return None
    if read.tzinfo is not None:
        return read
    if len(text) == len("2026-03-01"):
        read = read.replace(hour=23, minute=59, second=59, microsecond=999_999)
    return read.replace(tzinfo=zone)


def _shown(value: object) -> str:
    return _digits(value) if isinstance(value, int) and not isinstance(value, bool) else repr(value)[:80]


def _digits(value: int | str) -> str:
    """Return a number as text; one that is too long to be any operation's is cut, since Python refuses to print it."""
    return value if isinstance(value, str) else str(max(-1, min(value, 10**MOST_DIGITS)))


def read_moment(value: Moment, zone: tzinfo = UTC) -> datetime | int | None:
    """Return an `as_of` argument checked: an aware datetime or an operation number.

    Args:
        value: A datetime, an operation's id, or an ISO date or time; a date means the end of that day.
        zone: The zone of a date or time that names none.

    Raises:
        NaiveDatetime: A datetime without a time zone.
        InvalidInput: Neither a datetime nor an operation's id.
    """
    if value is None:
        return None
    if isinstance(value, datetime):
        return aware(value, "as_of")
    if isinstance(value, str) and (told := _iso(value, zone)) is not None:
        return aware(told, "as_of")
    if isinstance(value, bool) or not isinstance(value, int | str) or not _NUMBER.fullmatch(_digits(value)):
        raise InvalidInput(
            f"as_of is {_shown(value)}.",
            mend="Give an aware datetime, a day such as 2026-03-01, or an operation's id.",
            field="as_of",
            value=value,
        )
    return int(value)
