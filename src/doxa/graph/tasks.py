"""Work that waits: what a task is, and what a store does with tasks.

A task is asked for in the transaction that makes it due, is leased to one worker at a time, and is finished in the
transaction that writes what came of it. So a crash at any moment leaves it there, and what it brings is written once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, Protocol, TypeAlias

from doxa.errors import InvalidInput
from doxa.graph.inputs import checked_label, encode_object
from doxa.records import Json, Page, User

TaskState = Literal["pending", "running", "failed", "parked"]
"""`pending`: not tried yet; `running`: leased; `failed`: waits to be tried again; `parked`: waits for a person."""

STATES: tuple[TaskState, ...] = ("pending", "running", "failed", "parked")
"""States in the order of the numbers they are stored as."""

SESSION = "session"
"""The one key of a body that may hold a word: a session's name; an erase of the session takes the task along."""

_CODE = re.compile(r"[A-Za-z0-9_.:+-]{1,64}")

TaskBody: TypeAlias = Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class Task:
    """A piece of work that waits or is being done.

    Args:
        id: Its number.
        kind: What is to be done, such as `extract`.
        state: How it stands.
        due: When it may be taken; while it runs, when its lease ends.
        user: Whose memory it is about; `None` = shared.
        operation: The operation that asked for it.
        body: What it is about: ids and codes, no words.
        attempts: How often it was taken.
        lasting: How many of these failed in a way that will last.
        claim: The number of the lease it was taken under.
        error: Why it failed last, without any words of what it is about.
    """

    id: int
    kind: str
    state: TaskState
    due: datetime
    user: str | None
    operation: int
    body: TaskBody
    attempts: int = 0
    lasting: int = 0
    claim: int = 0
    error: str | None = None


class TaskStore(Protocol):
    """The part of a store that keeps tasks and tallies, beside versioned state."""

    def enqueue(self, kind: str, body: TaskBody, *, user: str | None, due: datetime | None = None) -> int:
        """Ask for work beside any operation; see `Writer.enqueue`."""

    def claim(self, kinds: Sequence[str] = (), *, lease: timedelta, user: User, task: int | None = None) -> Task | None:
        """Take the task that is due first, of some kinds or of any; `None` where none is due.

        Args:
            kinds: Which; none = any.
            lease: How long it is the caller's own; afterwards another may take it, as after a crash.
            user: Whose; a user's own only, without shared ones; `ANY` = everybody's.
            task: Only this one.
        """

    def postpone(
        self, task: Task, *, state: Literal["pending", "failed", "parked"], due: datetime, error: str, lasting: int
    ) -> bool:
        """Give a task back; tell whether it was still the caller's."""

    def tasks(
        self, *, user: User, states: Sequence[TaskState] = (), limit: int = 100, cursor: str | None = None
    ) -> Page[Task]:
        """List tasks a user owns, in order of their numbers; with `ANY` everybody's."""

    def retry_task(self, task: int, *, user: User) -> Task:
        """Let a task be taken at once, with its failures forgotten. Raises `NotFound`; `Conflict` while it runs."""

    def drop_task(self, task: int, *, user: User) -> Task:
        """Take a task away for good. Raises `NotFound`."""

    def task_counts(self, *, user: User) -> Mapping[str, int]:
        """Return how many tasks a user owns, per state."""

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        """Add to counts of a user by name, beside any operation."""

    def tallies(self, prefix: str, *, user: User) -> Mapping[str, int]:
        """Return the counts of a user whose names begin so, by the rest of their names; with `ANY` of all together."""


def checked_body(body: TaskBody) -> str:
    """Return a task's body as it is stored.

    Raises:
        InvalidInput: It holds more than numbers, codes and a session's name, so that an erase might miss a word.
    """
    for key, value in body.items():
        if key == SESSION and isinstance(value, str):
            checked_label(value, "body.session")
        else:
            _check_wordless(value, f"body.{key}")
    return encode_object(body, "body") or "{}"


def _check_wordless(value: Json, field: str) -> None:
    if isinstance(value, str) and not _CODE.fullmatch(value):
        mend = "Give ids and codes; what they stand for is read when the task is done."
        raise InvalidInput(f"{field} holds words.", mend=mend, field=field)
    if isinstance(value, list):
        for each in value:
            _check_wordless(each, field)
    elif isinstance(value, dict):
        for key, each in value.items():
            _check_wordless(key, field)
            _check_wordless(each, f"{field}.{key}")
