"""Limits of what a user and a project may hold and write: what would pass one is refused whole, nothing is dropped."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from doxa.errors import LimitReached
from doxa.graph.contract import Writer
from doxa.records import ANY, User

FACTS: Final = (
    *("profile", "fact", "event", "action", "decision", "question", "preference", "trait", "value"),
    *("intention", "knowledge"),
)
"""Kinds of beliefs that count as facts."""
NARRATIVES: Final = ("narrative",)
_DAY: Final = "limit:writes:"


@dataclass(frozen=True, slots=True)
class Limits:
    """The most of each; `None` = no limit. A day is one of UTC.

    Args:
        user_facts: Live facts of one user.
        user_narratives: Live narratives of one user.
        user_writes: Writes of one user a day.
        project_facts: Live facts of everybody together.
        project_narratives: Live narratives of everybody together.
        project_writes: Writes of everybody a day.
    """

    user_facts: int | None = None
    user_narratives: int | None = None
    user_writes: int | None = None
    project_facts: int | None = None
    project_narratives: int | None = None
    project_writes: int | None = None

    @property
    def any(self) -> bool:
        """Whether there is a limit at all."""
        return self != NO_LIMITS


NO_LIMITS: Final = Limits()


@contextmanager
def within(limits: Limits, writer: Writer, owner: str | None) -> Iterator[None]:
    """Refuse what is written inside where it would pass a limit; its transaction is rolled back whole.

    What takes away is never refused, also where there is more than a limit that was lowered.

    Args:
        limits: The limits.
        writer: The open transaction.
        owner: Whose it is; `None` = shared.

    Raises:
        LimitReached: A limit would be passed.
    """
    if not limits.any:
        yield
        return
    _count_write(limits, writer, owner)
    before = _held(limits, writer, owner)
    yield
    after = _held(limits, writer, owner)
    for name, count in after.items():
        most = getattr(limits, name)
        if count > max(most, before[name]):
            raise _reached(name, most)


def _held(limits: Limits, writer: Writer, owner: str | None) -> dict[str, int]:
    held: dict[str, int] = {}
    whose: tuple[tuple[str, User], ...] = (("user", owner), ("project", ANY))
    for who, user in whose:
        for what, kinds in (("facts", FACTS), ("narratives", NARRATIVES)):
            if getattr(limits, f"{who}_{what}") is not None:
                held[f"{who}_{what}"] = writer.view.count_live(kinds, owner=user)
    return held


def _count_write(limits: Limits, writer: Writer, owner: str | None) -> None:
    if limits.user_writes is None and limits.project_writes is None:
        return
    name = f"{_DAY}{writer.at:%Y-%m-%d}"
    writer.tally({name: 1}, user=owner)
    whose: tuple[tuple[str, int | None, User], ...] = (
        ("user_writes", limits.user_writes, owner),
        ("project_writes", limits.project_writes, ANY),
    )
    for limit, most, user in whose:
        if most is not None and writer.tallies(name, user=user).get("", 0) > most:
            raise _reached(limit, most)


def _reached(name: str, most: int) -> LimitReached:
    who, _, what = name.partition("_")
    when = " a day" if what == "writes" else ""
    said = f"The limit of {most:,} {what}{when} for the {who} would be passed; nothing was written."
    return LimitReached(said, mend=f"Delete some, wait, or raise limit_{name}.", field=f"limit_{name}", value=most)
