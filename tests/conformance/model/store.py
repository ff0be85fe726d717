"""A project's store in lists: transactions that replace the state, views onto it, and what lies beside it."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

from doxa.clock import Clock, aware
from doxa.errors import Closed, EmbedderMismatch, InvalidInput, NotFound
from doxa.graph import inputs
from doxa.graph.kref import checked_name
from doxa.graph.nodes import ChangeNode, Earlier, OperationNode, RevisionId
from doxa.records import ANY, Health, Json, User
from tests.conformance.model.feed import Feed
from tests.conformance.model.state import State
from tests.conformance.model.tasks import ModelTasks
from tests.conformance.model.view import ModelView
from tests.conformance.model.writer import ModelWriter

REQUESTS_KEPT = timedelta(days=30)


class ModelGraph(ModelTasks):
    """A `Graph` in lists; a transaction works on a copy and replaces them when it commits."""

    def __init__(self, project: str, clock: Clock) -> None:
        self.project = checked_name(project)
        self._clock = clock
        self._state = State()
        self._usage: dict[int, tuple[datetime, int]] = {}
        self._lock = threading.Lock()
        self._writer: int | None = None
        self._closed = False

    @property
    def embedder(self) -> tuple[str, int] | None:
        return self._state.embedder

    @contextmanager
    def transaction(
        self,
        kind: str,
        *,
        actor: str = "",
        user: User = None,
        reason: str | None = None,
        deadline: float | None = None,
    ) -> Iterator[ModelWriter]:
        self._check(user)
        inputs.checked_label(kind, "kind")
        if actor:
            inputs.checked_label(actor, "actor")
        if self._writer == threading.get_ident():
            raise InvalidInput("A transaction of this thread is open.", field="transaction")
        with self._lock:
            self._writer = threading.get_ident()
            try:
                writer = self._begin(kind, actor, user)
                if reason is not None:
                    writer.reason(reason)
                yield writer
                self._state = writer.state
            finally:
                self._writer = None

    def _begin(self, kind: str, actor: str, user: User) -> ModelWriter:
        state = self._state.copy()
        last = state.operations[-1].at if state.operations else None
        now = self._clock.now()
        at = now if last is None or now > last else last + timedelta(microseconds=1)
        state.operations.append(OperationNode(len(state.operations) + 1, at, kind, actor, None, None))
        return ModelWriter(state, at, user, self.project, actor, self._clock, self._earlier)

    @contextmanager
    def view(self, *, user: User = None, as_of: datetime | int | None = None) -> Iterator[ModelView]:
        self._check(user)
        at = self._operation_at(as_of)
        usage = self._usage if as_of is None else {}
        yield ModelView(self._state, at, user, self.project, usage)

    def _operation_at(self, as_of: datetime | int | None) -> int:
        newest = len(self._state.operations)
        if as_of is None:
            return newest
        if isinstance(as_of, int) and not isinstance(as_of, bool):
            if not 0 <= as_of <= newest:
                raise NotFound(f"There is no operation {as_of}.", field="as_of", value=as_of)
            return as_of
        instant = aware(as_of, "as_of")  # type: ignore[arg-type]
        return max((each.id for each in self._state.operations if each.at <= instant), default=0)

    def _check(self, user: User) -> None:
        if self._closed:
            raise Closed("This project was closed.")
        if isinstance(user, str):
            inputs.checked_label(user, "user")
        elif user is not None and user is not ANY:
            raise InvalidInput(f"user is {user!r}.", field="user", value=user)

    def earlier(self, request_id: str, digest: str, *, actor: str = "") -> Earlier | None:
        return self._earlier(self._state, request_id, digest, actor)

    def _earlier(self, state: State, request_id: str, digest: str, actor: str) -> Earlier | None:
        kept = state.requests.get((inputs.checked_label(request_id, "request_id"), actor))
        if kept is None or kept.at < self._clock.now() - REQUESTS_KEPT:
            return None
        return Earlier(kept.op, kept.digest == digest, False, kept.results)

    def changes(self, *, user: User, after: int = 0, position: int = 0, limit: int = 1000) -> list[ChangeNode]:
        self._check(user)
        if limit < 1 or min(after, position) < 0:
            raise InvalidInput("It is no cursor or limit.", field="after")
        told = Feed(self._state, user, self.project).changes()
        return [each for each in told if (each.operation, each.position) > (after, position)][:limit]

    def touch(self, revisions: Iterable[RevisionId], at: datetime) -> None:
        for revision in revisions:
            last, uses = self._usage.get(revision, (at, 0))
            self._usage[revision] = max(last, aware(at, "at")), uses + 1

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        return {each: self._usage[each] for each in revisions if each in self._usage}

    def set_embedder(self, id: str, dim: int) -> None:
        inputs.checked_text(id, field="embedder")
        if isinstance(dim, bool) or not isinstance(dim, int) or dim < 1:
            raise InvalidInput(f"{dim!r} is no dimension.", field="dim", value=dim)
        stored = any(row.new.vector is not None for row in self._state.revisions.values())
        if stored and self._state.embedder != (id, dim):
            raise EmbedderMismatch(f"The stored vectors are of {self._state.embedder}.", field="embedder", value=id)
        self._state.embedder = (id, dim)

    def doctor(self, *, repair: bool = False, repair_clock: bool = False, deep: bool = False, embed=None) -> Health:
        return Health(())

    def info(self) -> Mapping[str, Json]:
        return {"project": self.project, "path": None, "last_operation": len(self._state.operations)}

    def maintain(self) -> None:
        pass

    def close(self) -> None:
        self._closed = True
