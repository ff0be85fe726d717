"""Tasks and tallies of a model store, in the state that transactions copy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from doxa.clock import Clock
from doxa.errors import Conflict, NotFound
from doxa.graph import inputs
from doxa.graph.tasks import Task, TaskState, checked_body
from doxa.records import ANY, Page, User
from tests.conformance.model.state import State


def enqueue(state: State, kind: str, body: Mapping[str, Any], user: str | None, due: datetime) -> int:
    checked_body(body)
    state.last_task += 1
    number = state.last_task
    operation = len(state.operations)
    state.tasks[number] = Task(number, inputs.checked_label(kind, "kind"), "pending", due, user, operation, body)
    return number


def finish(state: State, task: Task) -> None:
    kept = state.tasks.get(task.id)
    if kept is None or (kept.state, kept.claim) != ("running", task.claim):
        raise Conflict(f"Task {task.id} is no longer this worker's.")
    del state.tasks[task.id]


def tally(state: State, amounts: Mapping[str, int], user: str | None) -> None:
    for name, amount in amounts.items():
        state.tallies[user, name] = state.tallies.get((user, name), 0) + amount


def tallies(state: State, prefix: str, user: User) -> dict[str, int]:
    found: dict[str, int] = {}
    for (owner, name), amount in sorted(state.tallies.items(), key=lambda each: each[0][1]):
        if name.startswith(prefix) and user in (ANY, owner):
            found[name[len(prefix) :]] = found.get(name[len(prefix) :], 0) + amount
    return found


class ModelTasks:
    """The `TaskStore` part of a model store."""

    _state: State
    _clock: Clock

    def enqueue(self, kind: str, body: Mapping[str, Any], *, user: str | None, due: datetime | None = None) -> int:
        return enqueue(self._state, kind, body, user, due or self._clock.now())

    def claim(self, kinds: Sequence[str] = (), *, lease: timedelta, user: User, task: int | None = None) -> Task | None:
        now = self._clock.now()
        waiting = [
            each
            for each in self._owned(user)
            if each.state != "parked" and each.due <= now and (not kinds or each.kind in kinds)
        ]
        waiting = [each for each in waiting if task in (None, each.id)]
        if not waiting:
            return None
        first = min(waiting, key=lambda each: (each.due, each.id))
        taken = replace(first, state="running", due=now + lease, attempts=first.attempts + 1, claim=first.claim + 1)
        self._state.tasks[first.id] = taken
        return taken

    def postpone(self, task: Task, *, state: TaskState, due: datetime, error: str, lasting: int) -> bool:
        kept = self._state.tasks.get(task.id)
        if kept is None or (kept.state, kept.claim) != ("running", task.claim):
            return False
        self._state.tasks[task.id] = replace(kept, state=state, due=due, error=error or None, lasting=lasting)
        return True

    def tasks(
        self, *, user: User, states: Sequence[TaskState] = (), limit: int = 100, cursor: str | None = None
    ) -> Page[Task]:
        after = int(cursor or 0)
        found = [task for task in self._owned(user) if task.id > after and (not states or task.state in states)]
        return Page(tuple(found[:limit]), str(found[limit - 1].id) if len(found) > limit else None)

    def retry_task(self, task: int, *, user: User) -> Task:
        kept = self._one(task, user)
        if kept.state == "running" and kept.due > self._clock.now():
            raise Conflict(f"Task {task} is being done.")
        again = replace(kept, state="pending", due=self._clock.now(), attempts=0, lasting=0, error=None)
        self._state.tasks[task] = again
        return again

    def drop_task(self, task: int, *, user: User) -> Task:
        kept = self._one(task, user)
        del self._state.tasks[task]
        return kept

    def task_counts(self, *, user: User) -> dict[str, int]:
        counts: dict[str, int] = {}
        for task in self._owned(user):
            counts[task.state] = counts.get(task.state, 0) + 1
        return counts

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        tally(self._state, amounts, user)

    def tallies(self, prefix: str, *, user: User) -> dict[str, int]:
        return tallies(self._state, prefix, user)

    def _owned(self, user: User) -> list[Task]:
        return [task for task in self._state.tasks.values() if user in (ANY, task.user)]

    def _one(self, number: int, user: User) -> Task:
        found = [task for task in self._owned(user) if task.id == number]
        if not found:
            raise NotFound(f"There is no task {number}.")
        return found[0]
