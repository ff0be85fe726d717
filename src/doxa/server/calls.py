"""One call over HTTP: who calls, what they send, the operation, its reply."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from doxa.errors import InvalidInput, NotFound, RevisionConflict
from doxa.operations import OperationSpec
from doxa.operations.callers import Caller, Doors, Looking, permitted
from doxa.operations.dispatch import run
from doxa.operations.plain import as_plain
from doxa.operations.pool import Projects
from doxa.records import ANY, Belief
from doxa.server.limits import Places, Rates, body_of
from doxa.server.metrics import Metrics
from doxa.server.options import ServerOptions
from doxa.server.problems import PreconditionFailed, as_json, problem

IDEMPOTENCY = "idempotency-key"
IF_MATCH = "if-match"


@dataclass(slots=True)
class Served:
    """The parts that every route shares.

    Args:
        options: What the server was started with.
        projects: The projects that are open.
        now: Seconds of a clock that does not go back.

    `ending` is set when the server is told to stop, so that what would never end by itself does; `streams` counts the
    streams of changes that are open.
    """

    options: ServerOptions
    projects: Projects
    now: Callable[[], float] = time.monotonic
    doors: Doors = field(init=False)
    rates: Rates = field(init=False)
    places: Places = field(init=False)
    metrics: Metrics = field(init=False)
    ending: asyncio.Event = field(default_factory=asyncio.Event, init=False)
    streams: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        """Make the parts that follow from these."""
        self.metrics = Metrics(self._task_counts, lambda: self.streams)
        self.doors = Doors(self.projects, keys=self.options.keys, right=self.options.right)
        self.rates = Rates(self.options.limits.rate, self.now)
        self.places = Places(self.options.limits)

    async def answer(
        self, request: Request, work: Callable[[Mapping[str, Any]], Response], *, writes: bool
    ) -> Response:
        """Answer a call whose body is a JSON object, or empty.

        Args:
            request: The call.
            work: Makes the answer, in a worker thread.
            writes: Whether it takes a writer's place.
        """
        try:
            self.rates.take(request.headers.get("authorization") or (request.client.host if request.client else ""))
            body = json_object(await body_of(request, self.options.limits.body))
            return await self.places.run(partial(work, body), writes=writes)
        except Exception as error:
            return problem(error)

    def _task_counts(self) -> Mapping[str, int]:
        """Count the tasks that wait in the projects that are open, by state."""
        counts: Counter[str] = Counter()
        for name in self.projects.opened():
            with suppress(NotFound), self.projects.use(Looking(), name) as memory:  # its file is gone: nothing waits
                counts.update(memory.graph.task_counts(user=ANY))
        return counts

    def caller(self, request: Request, project: str | None) -> Caller:
        """Return who calls; see `Doors.caller`."""
        return self.doors.caller(request.headers.get("authorization"), project or None)

    def operate(self, spec: OperationSpec, caller: Caller, arguments: Mapping[str, Any]) -> Any:
        """Run an operation for a caller and return its record."""
        given = permitted(caller, spec, arguments)
        with self.projects.use(spec, caller.project) as memory:
            return run(spec, memory, given, caller.right)


def json_object(body: bytes) -> dict[str, Any]:
    """Return a body as a JSON object; an empty one is an object without members.

    Raises:
        InvalidInput: It is no UTF-8, no JSON, or no object.
    """
    if not body.strip():
        return {}
    try:
        value = json.loads(body, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"The body is no JSON: {error}.", mend="Send a JSON object in UTF-8.") from error
    if not isinstance(value, dict):
        raise InvalidInput("The body is no JSON object.", mend="Send an object with the arguments.")
    return value


def _no_number(word: str) -> float:
    raise InvalidInput(f"The body holds {word}.", mend="JSON has no such number; leave it out.")


def with_headers(spec: OperationSpec, request: Request, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a call's arguments with those that HTTP sends as headers.

    Raises:
        InvalidInput: A header says otherwise than the body, or is none that the operation takes.
    """
    arguments = dict(body)
    key, match = request.headers.get(IDEMPOTENCY), request.headers.get(IF_MATCH)
    if key is not None and "request_id" in spec.parameters:
        arguments["request_id"] = _agreed(arguments.get("request_id"), key, "request_id")
    if match is not None and "expect_revision" in spec.parameters:
        arguments["expect_revision"] = _agreed(arguments.get("expect_revision"), _revision(match), "expect_revision")
    return arguments


def answer_of(reply: Any, request: Request) -> Response:
    """Return a record as an answer; that of one belief has its revision as `ETag`."""
    if not isinstance(reply, Belief):
        return as_json(as_plain(reply))
    tag = f'"{reply.revision}"'
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers={"ETag": tag})
    return as_json(as_plain(reply), headers={"ETag": tag})


def unless_stale(request: Request, error: RevisionConflict) -> RevisionConflict:
    """Return the error for a stale revision: what `If-Match` asked for has failed as a precondition."""
    if request.headers.get(IF_MATCH) is None:
        return error
    return PreconditionFailed(error.message, mend=error.mend, field=IF_MATCH, value=error.value)


def _revision(match: str) -> int:
    text = match.strip().removeprefix("W/").strip('"')
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        mend = 'Send the ETag of the memory, such as "3".'
        raise InvalidInput(f"If-Match is {match[:40]!r}.", mend=mend, field=IF_MATCH)
    return int(text)


def _agreed(given: Any, header: Any, name: str) -> Any:
    if given is not None and given != header:
        raise InvalidInput(f"{name} and its header differ.", mend="Send one of them.", field=name)
    return header
