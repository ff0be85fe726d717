"""A project's store over an SQL engine: transactions that are operations, snapshots, and what lies beside them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, NamedTuple

from doxa.belief.confidence import DEFAULT_POLICY, DecayPolicy
from doxa.belief.strength import ForgettingCurve
from doxa.clock import Clock, ahead_of, aware, from_micros, to_micros
from doxa.errors import DoxaError, EmbedderMismatch, InvalidInput, NotFound
from doxa.graph.cache import Cache, Maps
from doxa.graph.contract import View, Writer
from doxa.graph.engine import Connection, Engine
from doxa.graph.identity import Hasher
from doxa.graph.inputs import checked_label, checked_text
from doxa.graph.kref import checked_name
from doxa.graph.lease import lend
from doxa.graph.nodes import PROJECT_NODE, ChangeNode, Earlier, ErasePlan, RevisionId
from doxa.graph.owners import Owners
from doxa.graph.project_file import ProjectFile, read_project_file, set_meta
from doxa.graph.resident_vectors import forget_resident, remember
from doxa.graph.sight import Sight
from doxa.graph.symbols import Symbols
from doxa.graph.tasks import Task, TaskBody, TaskState
from doxa.graph.usage import PendingUse, read_use, write_use
from doxa.graph.view import SqlView
from doxa.records import ANY, Certificate, Health, Json, Page, User

if TYPE_CHECKING:
    from types import TracebackType

    import numpy as np
    from numpy.typing import NDArray

    from doxa.graph.contract import Graph
    from doxa.graph.task_rows import TaskRows
    from doxa.graph.work import Work
    from doxa.graph.writer_view import WriterView

_START = (
    "SELECT (SELECT id FROM op ORDER BY id DESC LIMIT 1), (SELECT at FROM op ORDER BY id DESC LIMIT 1),"
    " (SELECT value FROM meta WHERE key='generation'), (SELECT value FROM meta WHERE key='embedder'),"
    f" (SELECT max(id) FROM symbol), EXISTS (SELECT 1 FROM fact WHERE node={int(PROJECT_NODE)})"
)


class _Thread(threading.local):
    """What the calling thread has open: a transaction, and views that must not see it."""

    def __init__(self) -> None:
        self.open = False
        self.views: list[SqlView] = []


class SqlGraph:
    """The store of one project.

    Args:
        engine: Its database.
        project: Its name, the first segment of its krefs.
        clock: What time it is, and fresh ids.
        curve: How strength goes down; `None` = by half-lives.
        decay: How confidence goes down.

    Raises:
        InvalidKref: The name cannot stand in a kref.
        NotADoxaFile: The file holds another project.
    """

    def __init__(
        self,
        engine: Engine,
        project: str,
        clock: Clock,
        curve: ForgettingCurve | None = None,
        decay: DecayPolicy = DEFAULT_POLICY,
    ) -> None:
        self._engine = engine
        self._curve = curve
        self._decay = decay
        self._clock = clock
        self._project = checked_name(project)
        self._cache = Cache()
        self._pending = PendingUse()
        self._thread = _Thread()
        self._file: ProjectFile = read_project_file(engine, self._project, clock)
        self._hasher = Hasher(self._file.key)
        if self._file.erase_pending:
            self.finish_erase()

    @property
    def project(self) -> str:
        """The project's name, the first segment of its krefs."""
        return self._project

    @property
    def engine(self) -> Engine:
        """The database; for what lies beside versioned state (sessions, queue) and for upkeep."""
        return self._engine

    @property
    def clock(self) -> Clock:
        """What time it is, and fresh ids."""
        return self._clock

    @property
    def hasher(self) -> Hasher:
        """The project's keyed hash."""
        return self._hasher

    @property
    def embedder(self) -> tuple[str, int] | None:
        """Identity and dimension of the embedder whose vectors are stored; `None` while there are none."""
        with self._engine.reading() as connection:
            return _embedder(_start(connection).embedder)

    # --- transactions ---

    def transaction(
        self,
        kind: str,
        *,
        actor: str = "",
        user: User = None,
        reason: str | None = None,
        deadline: float | None = None,
    ) -> AbstractContextManager[Writer]:
        """Open the one write transaction of the project; it is one operation; an exception rolls it back whole."""
        _check_user(user)
        return _Writing(self.work(kind, actor=actor, deadline=deadline), self._look, user, reason)

    @contextmanager
    def work(self, kind: str, *, actor: str = "", deadline: float | None = None) -> Iterator[Work]:
        """Open the write transaction for what lies below `Writer`, such as an erase."""
        checked_label(kind, "kind")
        if self._thread.open:
            mend = "Use the writer that is open, or leave its block first."
            raise InvalidInput("A transaction of this thread is open.", mend=mend, field="transaction")
        used = self._pending.take()
        self._thread.open = True
        try:
            with self._engine.writing(deadline) as connection, lend(connection) as lent:
                work, shared = self._begin(lent, kind, actor)
                if not self._engine.isolated:
                    for view in self._thread.views:
                        view.hold_back()
                yield work
                work.flush_statistics()
                if used:
                    write_use(lent, used)
        except BaseException:
            self._pending.give_back(used, self._clock.now())
            raise
        finally:
            self._thread.open = False
        shared.take_over(work.symbols.maps)

    @contextmanager
    def view(self, *, user: User = None, as_of: datetime | int | None = None) -> Iterator[View]:
        """Open one snapshot. `as_of` an instant = the newest operation stamped at or before it; a future one = now."""
        _check_user(user)
        with self._engine.reading() as connection, lend(connection) as lent:
            seen = self.sight(lent, user=user, as_of=as_of)
            seen.hidden = seen.owners.hidden_from(user)
            if seen.now and not self._thread.open:
                remember(seen)
            past = as_of is not None
            view = SqlView(seen, self._hasher, self._pending, self._curve, self._decay, past=past)
            self._thread.views.append(view)
            try:
                yield view
            finally:
                self._thread.views.remove(view)

    def sight(self, connection: Connection, *, user: User = ANY, as_of: datetime | int | None = None) -> Sight:
        """Return what a reader of an open transaction sees."""
        newest, newest_at, generation, _, newest_symbol, on_project = _start(connection)
        # what an open transaction added may yet be taken back, and its numbers given to other words
        absent = None if self._thread.open else self._cache.absent(generation, newest_symbol)
        symbols = Symbols(connection, self._cache.at(generation), absent)
        committed = newest - 1 if self._thread.open and not self._engine.isolated else newest
        at = _operation_at(connection, as_of, committed)
        slabs = Owners(connection, symbols.maps).seen_by(user)
        return Sight(
            connection,
            at,
            at == newest,
            slabs,
            user,
            symbols,
            self._project,
            generation,
            store=self._cache,
            at_micros=newest_at if at == newest and newest else None,
            bare_project=not on_project,
        )

    def _begin(self, connection: Connection, kind: str, actor: str) -> tuple[Work, Maps]:
        from doxa.graph.work import Work

        newest, newest_at, generation, embedder, newest_symbol, on_project = _start(connection)
        operation = newest + 1
        at = max(to_micros(self._clock.now()), newest_at + 1)
        shared = self._cache.at(generation)
        symbols = Symbols(connection, shared.layered(), set(self._cache.absent(generation, newest_symbol)))
        actor_number = symbols.make(checked_label(actor, "actor")) if actor else None
        connection.run(
            "INSERT INTO op(id, at, kind, actor) VALUES(?,?,?,?)", (operation, at, symbols.make(kind), actor_number)
        )
        work = Work(
            connection=connection,
            operation=operation,
            at=at,
            project=self._project,
            actor=actor,
            clock=self._clock,
            symbols=symbols,
            hasher=self._hasher,
            generation=generation,
            store=self._cache,
            embedder=_embedder(embedder),
        )
        if not on_project:
            work.facts[PROJECT_NODE] = {}
        return work, shared

    def _look(self, work: Work, user: User) -> WriterView:
        from doxa.graph.writer_view import WriterView

        sight = work.sight_of(work.owners.seen_by(user), user, hidden=work.owners.hidden_from(user))
        return WriterView(sight, self._hasher, self._pending, work, self._curve, self._decay)

    # --- beside the log ---

    def earlier(self, request_id: str, digest: str, *, actor: str = "") -> Earlier | None:
        """Look up a request id that an actor used within 30 days."""
        from doxa.graph.receipts import find_earlier

        now = to_micros(self._clock.now())
        with self._engine.reading() as connection:
            return find_earlier(connection, self._hasher, request_id, digest, actor, now)

    def changes(self, *, user: User, after: int = 0, position: int = 0, limit: int = 1000) -> list[ChangeNode]:
        """Return changes after a cursor in commit order, whole history kept; replay = the same cursor again."""
        from doxa.graph.feed import changes

        _check_user(user)
        with self._engine.reading() as connection:
            return changes(self.sight(connection, user=user), after=after, position=position, limit=limit)

    def touch(self, revisions: Iterable[RevisionId], at: datetime) -> None:
        """Count what recall returned; outside versioned state, flushed in batches, droppable."""
        self._pending.add(revisions, aware(at, "at"))
        if self._pending.due(self._clock.now()) and not self._thread.open:
            self._flush_use()

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        """Return when revisions were last returned and how often."""
        with self._engine.reading() as connection:
            return read_use(connection, self._pending, revisions)

    def set_embedder(self, id: str, dim: int) -> None:
        """State whose vectors will be stored. Raises `EmbedderMismatch` when others are there."""
        checked_text(id, field="embedder")
        if isinstance(dim, bool) or not isinstance(dim, int) or dim < 1:
            raise InvalidInput(f"{dim!r} is no dimension.", mend="Give a whole number from 1.", field="dim", value=dim)
        if self.embedder == (id, dim):
            return
        with self._engine.writing(None) as connection:
            present = _embedder(_start(connection).embedder)
            if present not in (None, (id, dim)) and connection.row("SELECT 1 FROM vector LIMIT 1") is not None:
                raise EmbedderMismatch(
                    f"The stored vectors are of {present}, not of {(id, dim)}.",
                    mend="Open the project with that embedder, or run `doxa reindex`.",
                    field="embedder",
                    value=id,
                )
            set_meta(connection, "embedder", f"{dim} {id}")

    # --- tasks ---

    @property
    def _tasks(self) -> TaskRows:
        from doxa.graph.task_rows import TaskRows

        return TaskRows(self, self._clock)

    def enqueue(self, kind: str, body: TaskBody, *, user: str | None, due: datetime | None = None) -> int:
        """Ask for work beside any operation; returns the task's number."""
        return self._tasks.enqueue(kind, body, user=user, due=due)

    def claim(self, kinds: Sequence[str] = (), *, lease: timedelta, user: User, task: int | None = None) -> Task | None:
        """Take the task that is due first, of some kinds or of any; `None` where none is due."""
        _check_user(user)
        return self._tasks.claim(kinds, lease=lease, user=user, task=task)

    def postpone(
        self, task: Task, *, state: Literal["pending", "failed", "parked"], due: datetime, error: str, lasting: int
    ) -> bool:
        """Give a task back; tell whether it was still the caller's."""
        return self._tasks.postpone(task, state=state, due=due, error=error, lasting=lasting)

    def tasks(
        self, *, user: User, states: Sequence[TaskState] = (), limit: int = 100, cursor: str | None = None
    ) -> Page[Task]:
        """List tasks a user owns, in order of their numbers; with `ANY` everybody's."""
        _check_user(user)
        return self._tasks.list(user=user, states=states, limit=limit, cursor=cursor)

    def retry_task(self, task: int, *, user: User) -> Task:
        """Let a task be taken at once, with its failures forgotten. Raises `NotFound`; `Conflict` while it runs."""
        return self._tasks.retry(task, user=user)

    def drop_task(self, task: int, *, user: User) -> Task:
        """Take a task away for good. Raises `NotFound`."""
        return self._tasks.drop(task, user=user)

    def task_counts(self, *, user: User) -> Mapping[str, int]:
        """Return how many tasks a user owns, per state."""
        return self._tasks.counts(user=user)

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        """Add to counts of a user by name, beside any operation."""
        self._tasks.tally(amounts, user=user)

    def tallies(self, prefix: str, *, user: User) -> Mapping[str, int]:
        """Return the counts of a user whose names begin so, by the rest; with `ANY` of all together."""
        return self._tasks.tallies(prefix, user=user)

    # --- the whole project ---

    def replace_vectors(
        self,
        embedder: tuple[str, int] | None,
        embed: Callable[[Sequence[str]], NDArray[np.float32]] | None,
    ) -> int:
        """Drop every vector, state another embedder, and make new vectors batch by batch; returns how many."""
        from doxa.graph.reindexing import replace_vectors

        return replace_vectors(self, embedder, embed)

    def erase(self, plan: ErasePlan, *, actor: str = "") -> Certificate:
        """Destroy content and prove it; see DESIGN 10."""
        from doxa.graph.erase import erase

        return erase(self, plan, actor=actor)

    def export_rows(self, *, user: User, after: str | None = None) -> Iterable[dict[str, Json]]:
        """Yield the project as JSON rows with their whole history, in an order that `import_rows` accepts."""
        from doxa.graph.exchange import export_rows

        return export_rows(self, user=user, after=after)

    def import_rows(self, rows: Iterable[Mapping[str, Json]]) -> Mapping[str, int]:
        """Restore exported rows. Unchanged ones are skipped. Raises `ImportConflict`."""
        from doxa.graph.exchange import import_rows

        return import_rows(self, rows)

    def doctor(
        self,
        *,
        repair: bool = False,
        repair_clock: bool = False,
        deep: bool = False,
        embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None,
    ) -> Health:
        """Check derived state against the log, and mend it where asked."""
        from doxa.graph.doctor import doctor

        return doctor(self, repair=repair, repair_clock=repair_clock, deep=deep, embed=embed)

    def info(self) -> Mapping[str, Json]:
        """Return path, schema, size in bytes, last operation, pending erase, clock skew in seconds."""
        with self._engine.reading() as connection:
            newest, newest_at, _, embedder, *_ = _start(connection)
            pending = connection.row("SELECT value FROM meta WHERE key='erase_pending'")
        return {
            "project": self._project,
            **self._engine.describe(),
            "last_operation": newest,
            "embedder": None if embedder is None else str(embedder).partition(" ")[2],
            "erase_pending": None if pending is None else str(pending[0]),
            "clock_skew": ahead_of(self._clock.now(), from_micros(newest_at)) if newest else 0.0,
        }

    def lease(self, name: str, *, holder: str, lasts: timedelta) -> str | None:
        """Take or renew a lease for what one runner does at a time; return who holds it instead, `None` when had."""
        from doxa.graph.runner_lease import take_lease

        with self._engine.writing(None) as connection:
            return take_lease(connection, name, holder, self._clock.now(), lasts)

    def end_lease(self, name: str, *, holder: str) -> None:
        """Give a lease back."""
        from doxa.graph.runner_lease import end_lease

        with self._engine.writing(None) as connection:
            end_lease(connection, name, holder)

    def finish_erase(self) -> bool:
        """Rebuild the file for an erase that could not; tell whether none is pending any more."""
        from doxa.graph.erase import finish_erase

        return finish_erase(self)

    def maintain(self) -> None:
        """Checkpoint and merge the text index in bounded steps; finish an erase that could not be finished."""
        from doxa.graph.receipts import drop_expired

        with self._engine.writing(None) as connection:
            drop_expired(connection, to_micros(self._clock.now()))
        self._engine.maintain()
        self.finish_erase()

    def close(self) -> None:
        """Flush and close; further calls raise `Closed`."""
        self._flush_use()
        forget_resident(self._cache)
        self._engine.close()

    def forget_caches(self) -> None:
        """Drop what this process remembers of the file; after an erase or an import."""
        forget_resident(self._cache)
        self._cache = Cache()
        self._pending.forget()
        self._file = read_project_file(self._engine, self._project, self._clock)
        self._hasher = Hasher(self._file.key)

    def _flush_use(self) -> None:
        """Write waiting uses; where the file cannot be written now they are dropped, which the contract allows."""
        used = self._pending.take()
        if not used:
            return
        try:
            with self._engine.writing(None) as connection:
                write_use(connection, used)
        except DoxaError:
            return


class _Writing:
    """A transaction as its writer."""

    __slots__ = ("_look", "_opened", "_reason", "_user")

    def __init__(
        self,
        opened: AbstractContextManager[Work],
        look: Callable[[Work, User], View],
        user: User,
        reason: str | None,
    ) -> None:
        self._opened = opened
        self._look = look
        self._user = user
        self._reason = reason

    def __enter__(self) -> Writer:
        from doxa.graph.writer import SqlWriter

        writer = SqlWriter(self._opened.__enter__(), self._look, self._user)
        if self._reason is not None:
            try:
                writer.reason(self._reason)
            except BaseException as error:
                self._opened.__exit__(type(error), error, error.__traceback__)
                raise
        return writer

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        return self._opened.__exit__(kind, error, trace)


class _Start(NamedTuple):
    newest: int
    newest_at: int
    generation: int
    embedder: object
    newest_symbol: int
    on_project: bool


def _start(connection: Connection) -> _Start:
    """Return number and label of the newest operation, how often was erased, and the embedder: one statement."""
    found = connection.row(_START)
    assert found is not None
    newest, at, generation, embedder, symbol, on_project = found
    return _Start(newest or 0, at or 0, generation or 0, embedder, symbol or 0, bool(on_project))


def _embedder(stored: object) -> tuple[str, int] | None:
    if stored is None:
        return None
    dim, _, id = str(stored).partition(" ")
    return id, int(dim)


def _operation_at(connection: Connection, as_of: datetime | int | None, newest: int) -> int:
    if as_of is None:
        return newest
    if isinstance(as_of, int) and not isinstance(as_of, bool):
        if 0 <= as_of <= newest:
            return as_of
        mend = "See `changes` for what there is."
        raise NotFound(f"There is no operation {as_of}; the newest is {newest}.", mend=mend, field="as_of", value=as_of)
    if not isinstance(as_of, datetime):
        mend = "Give an operation's number or an aware datetime."
        raise InvalidInput(f"as_of is {as_of!r}.", mend=mend, field="as_of", value=as_of)
    instant = to_micros(aware(as_of, "as_of"))
    found = connection.row("SELECT id FROM op WHERE at<=? ORDER BY at DESC LIMIT 1", (instant,))
    return 0 if found is None else int(found[0])


def _check_user(user: User) -> None:
    if isinstance(user, str):
        checked_label(user, "user")
    elif user is not None and user is not ANY:
        mend = "Pass a name, None for shared memories, or ANY."
        raise InvalidInput(f"user is {user!r}.", mend=mend, field="user", value=user)


if TYPE_CHECKING:

    def _keeps_the_contract(store: SqlGraph) -> Graph:
        return store
