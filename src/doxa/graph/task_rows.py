"""Tasks and tallies as rows of the project's file, beside versioned state."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal

from doxa.clock import Clock, aware, from_micros, to_micros
from doxa.errors import Conflict, NotFound
from doxa.graph.engine import Connection, Row, Value
from doxa.graph.inputs import checked_label
from doxa.graph.listing import number_of_cursor
from doxa.graph.owners import SHARED, Owners
from doxa.graph.symbols import Symbols, marks
from doxa.graph.tasks import SESSION, STATES, Task, TaskBody, TaskState, checked_body
from doxa.graph.work import Work
from doxa.records import ANY, Page, User

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

_COLUMNS = "id, kind, state, due, slab, op, body, attempts, lasting, claim, error"
PENDING, RUNNING, FAILED, PARKED = range(4)
LAST = "task:last"
"""The count under which the number of the newest task stands."""


def enqueue(work: Work, kind: str, body: TaskBody, *, user: str | None, due: datetime | None) -> int:
    """Ask for work in an open transaction; return the task's number."""
    slab = work.owners.make(None if user is None else checked_label(user, "user"), work.operation)
    kind_number = work.symbols.make(checked_label(kind, "kind"))
    when = to_micros(work.clock.now() if due is None else aware(due, "due"))
    return _insert(work.connection, (work.operation, slab, kind_number, PENDING, when, checked_body(body)))


def _insert(connection: Connection, row: Sequence[Value]) -> int:
    """Add a task under a number that no task had before, so that a receipt never speaks of another's."""
    found = connection.row(
        "INSERT INTO counter(slab, name, n) VALUES(?,?,1+(SELECT COALESCE(max(id), 0) FROM queue))"
        " ON CONFLICT(slab, name) DO UPDATE SET n=max(counter.n+1, excluded.n) RETURNING n",
        (SHARED, LAST),
    )
    assert found is not None
    number = int(found[0])
    connection.run("INSERT INTO queue(id, op, slab, kind, state, due, body) VALUES(?,?,?,?,?,?,?)", (number, *row))
    return number


def finish(work: Work, task: Task) -> None:
    """Take a task away in the transaction that writes what came of it. Raises `Conflict` where it is another's now."""
    gone = work.connection.row(
        "DELETE FROM queue WHERE id=? AND state=? AND claim=? RETURNING id", (task.id, RUNNING, task.claim)
    )
    if gone is None:
        said = f"Task {task.id} is no longer this worker's."
        raise Conflict(said, mend="Another worker does it, or it was taken away.", field="task", value=task.id)


def count_up(connection: Connection, slab: int, amounts: Mapping[str, int]) -> None:
    """Add to counts of an owner by name."""
    connection.run_many(
        "INSERT INTO counter(slab, name, n) VALUES(?,?,?) ON CONFLICT(slab, name) DO UPDATE SET n=counter.n+excluded.n",
        [(slab, checked_label(name, "name"), amount) for name, amount in amounts.items()],
    )


def counts_of(connection: Connection, slabs: Sequence[int] | None, prefix: str) -> dict[str, int]:
    """Return counts whose names begin with a prefix, by the rest, added up over owners; `None` = all owners."""
    where = "" if slabs is None else f" AND slab IN ({marks(slabs)})"
    rows = connection.rows(
        f"SELECT name, sum(n) FROM counter WHERE name>=? AND name<?{where} GROUP BY name ORDER BY name",
        (prefix, prefix + "\U0010ffff", *(slabs or ())),
    )
    return {str(name)[len(prefix) :]: int(number) for name, number in rows}


class TaskRows:
    """The tasks and tallies of one project.

    Args:
        graph: The project's store.
        clock: When a task is due, and when a lease ends.
    """

    def __init__(self, graph: SqlGraph, clock: Clock) -> None:
        self._graph = graph
        self._clock = clock

    def enqueue(self, kind: str, body: TaskBody, *, user: str | None, due: datetime | None) -> int:
        """Ask for work beside any operation; see `TaskStore.enqueue`."""
        checked_label(kind, "kind")
        stored = checked_body(body)
        when = to_micros(self._clock.now() if due is None else aware(due, "due"))
        with self._graph.engine.writing(None) as connection:
            sight = self._graph.sight(connection)
            maps = sight.symbols.maps.layered()  # a transaction that is rolled back must leave no trace in the cache
            owners = Owners(connection, maps)
            slab = SHARED if user is None else owners.make(checked_label(user, "user"), sight.at + 1)
            number = Symbols(connection, maps).make(kind)
            return _insert(connection, (sight.at, slab, number, PENDING, when, stored))

    def claim(self, kinds: Sequence[str], *, lease: timedelta, user: User, task: int | None) -> Task | None:
        """Take the task that is due first; see `TaskStore.claim`."""
        now = to_micros(self._clock.now())
        with self._graph.engine.reading() as connection:
            if self._due(connection, kinds, user, now, task) is None:
                return None  # asking often takes no write lock
        with self._graph.engine.writing(None) as connection:
            number = self._due(connection, kinds, user, now, task)
            if number is None:
                return None
            row = connection.row(
                f"UPDATE queue SET state=?, due=?, attempts=attempts+1, claim=claim+1 WHERE id=? RETURNING {_COLUMNS}",
                (RUNNING, now + lease // timedelta(microseconds=1), number),
            )
            assert row is not None
            return self._task(connection, row)

    def postpone(
        self, task: Task, *, state: Literal["pending", "failed", "parked"], due: datetime, error: str, lasting: int
    ) -> bool:
        """Give a task back; see `TaskStore.postpone`."""
        with self._graph.engine.writing(None) as connection:
            kept = connection.row(
                "UPDATE queue SET state=?, due=?, error=?, lasting=? WHERE id=? AND state=? AND claim=? RETURNING id",
                (
                    STATES.index(state),
                    to_micros(aware(due, "due")),
                    error or None,
                    lasting,
                    task.id,
                    RUNNING,
                    task.claim,
                ),
            )
            return kept is not None

    def list(self, *, user: User, states: Sequence[TaskState], limit: int, cursor: str | None) -> Page[Task]:
        """List tasks; see `TaskStore.tasks`."""
        after = 0 if cursor is None else number_of_cursor(cursor)
        with self._graph.engine.reading() as connection:
            where, values = self._owned(connection, user)
            if states:
                where += f" AND state IN ({marks(states)})"
                values = (*values, *(STATES.index(state) for state in states))
            rows = connection.rows(
                f"SELECT {_COLUMNS} FROM queue WHERE id>?{where} ORDER BY id LIMIT ?", (after, *values, limit + 1)
            )
            found = tuple(self._task(connection, row) for row in rows[:limit])
        return Page(found, str(found[-1].id) if len(rows) > limit else None)

    def retry(self, number: int, *, user: User) -> Task:
        """Let a task be taken at once; see `TaskStore.retry_task`."""
        with self._graph.engine.writing(None) as connection:
            task = self._one(connection, number, user)
            now = self._clock.now()
            if task.state == "running" and task.due > now:
                mend = f"It is done or comes back by {task.due}."
                raise Conflict(f"Task {number} is being done.", mend=mend, field="task", value=number)
            connection.run(
                "UPDATE queue SET state=?, due=?, attempts=0, lasting=0, error=NULL WHERE id=?",
                (PENDING, to_micros(now), number),
            )
            return self._one(connection, number, user)

    def drop(self, number: int, *, user: User) -> Task:
        """Take a task away for good; see `TaskStore.drop_task`."""
        with self._graph.engine.writing(None) as connection:
            task = self._one(connection, number, user)
            connection.run("DELETE FROM queue WHERE id=?", (number,))
            return task

    def counts(self, *, user: User) -> dict[str, int]:
        """Return how many tasks there are per state; see `TaskStore.task_counts`."""
        with self._graph.engine.reading() as connection:
            where, values = self._owned(connection, user)
            rows = connection.rows(f"SELECT state, count(*) FROM queue WHERE true{where} GROUP BY state", values)
        return {STATES[state]: int(number) for state, number in sorted(rows)}

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        """Add to counts of a user; see `TaskStore.tally`."""
        with self._graph.engine.writing(None) as connection:
            sight = self._graph.sight(connection)
            owners = Owners(connection, sight.symbols.maps.layered())
            count_up(connection, owners.make(user, sight.at + 1) if user is not None else SHARED, amounts)

    def tallies(self, prefix: str, *, user: User) -> dict[str, int]:
        """Return counts by name; see `TaskStore.tallies`."""
        with self._graph.engine.reading() as connection:
            slabs = None if user is ANY else (self._slab(connection, user),)
            return counts_of(connection, slabs, prefix)

    def _due(self, connection: Connection, kinds: Sequence[str], user: User, now: int, task: int | None) -> int | None:
        where, values = self._owned(connection, user)
        if task is not None:
            where, values = f"{where} AND id=?", (*values, task)
        if kinds:
            where += f" AND kind IN ({marks(kinds)})"
            values = (*values, *self._symbols(connection).ids(kinds))
        found = connection.row(
            f"SELECT id FROM queue WHERE state IN ({PENDING},{RUNNING},{FAILED}) AND due<=?{where}"
            " ORDER BY due, id LIMIT 1",
            (now, *values),
        )
        return None if found is None else int(found[0])

    def _one(self, connection: Connection, number: int, user: User) -> Task:
        where, values = self._owned(connection, user)
        row = connection.row(f"SELECT {_COLUMNS} FROM queue WHERE id=?{where}", (number, *values))
        if row is None:
            raise NotFound(f"There is no task {number}.", mend="List what there is.", field="task", value=number)
        return self._task(connection, row)

    def _owned(self, connection: Connection, user: User) -> tuple[str, tuple[Value, ...]]:
        return ("", ()) if user is ANY else (" AND slab=?", (self._slab(connection, user),))

    def _slab(self, connection: Connection, user: User) -> int:
        assert user is None or isinstance(user, str)
        slab = Owners(connection, self._graph.sight(connection).symbols.maps).slab(user)
        return -1 if slab is None else slab

    def _symbols(self, connection: Connection) -> Symbols:
        return self._graph.sight(connection).symbols

    def _task(self, connection: Connection, row: Row) -> Task:
        number, kind, state, due, slab, op, body, attempts, lasting, claim, error = row
        symbols = self._symbols(connection)
        return Task(
            id=int(number),
            kind=symbols.word(int(kind)),
            state=STATES[state],
            due=from_micros(due),
            user=Owners(connection, symbols.maps).user(int(slab)),
            operation=int(op),
            body=json.loads(body or "{}"),
            attempts=int(attempts),
            lasting=int(lasting),
            claim=int(claim),
            error=error,
        )


def clear_tasks(work: Work, slabs: Sequence[int]) -> int:
    """Delete tasks of which nothing is left to be done: what asked for them goes, their session, or their owner.

    Args:
        work: The open erase, with what it chose in its temporary tables.
        slabs: The owners that go as a whole.
    """
    made = (
        "SELECT q.id FROM queue q WHERE q.op IN (SELECT op FROM gone_op WHERE made) AND NOT EXISTS"
        " (SELECT 1 FROM revision r JOIN item i ON i.id=r.item WHERE r.op=q.op AND i.erased IS NULL"
        " AND r.id NOT IN (SELECT rev FROM gone))"
    )
    numbers = {int(number) for (number,) in work.connection.rows(made)}
    names = set(work.connection.rows("SELECT slab, name FROM session WHERE id IN (SELECT session FROM gone_session)"))
    for number, slab, body in work.connection.rows("SELECT id, slab, body FROM queue"):
        if slab in slabs or (slab, json.loads(body or "{}").get(SESSION)) in names:
            numbers.add(int(number))
    work.connection.run_many("DELETE FROM queue WHERE id=?", [(number,) for number in sorted(numbers)])
    return len(numbers)
