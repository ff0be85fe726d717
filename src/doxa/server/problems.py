"""Errors as HTTP: a status for each kind, and problem details (RFC 9457) that name the field and the mend."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from doxa import errors
from doxa.operations.logs import log_event
from doxa.operations.refusal import INTERNAL, error_plain, problem_details

logger = logging.getLogger(__name__)
PROBLEM = "application/problem+json"
RETRY_SECONDS = 1


class TooLarge(errors.InvalidInput):
    """A body of more bytes than the server takes."""

    code = "too_large"


class TooMany(errors.LimitReached):
    """More requests a minute than a key may make."""

    code = "too_many"


class TimedOut(errors.Busy):
    """A call that took longer than the server waits."""

    code = "timed_out"


class PreconditionFailed(errors.RevisionConflict):
    """A revision other than the one that `If-Match` names."""

    code = "precondition_failed"


STATUSES: tuple[tuple[type[errors.DoxaError], int], ...] = (
    (errors.Unauthorized, 401),
    (errors.Forbidden, 403),
    (errors.NotFound, 404),
    (PreconditionFailed, 412),
    (errors.EmbedderMismatch, 409),
    (errors.Conflict, 409),
    (errors.AlreadyExists, 409),
    (TooLarge, 413),
    (errors.LimitReached, 429),
    (errors.MissingExtra, 501),
    (errors.ModelFailure, 502),
    (TimedOut, 504),
    (errors.Busy, 503),
    (errors.ReadOnly, 503),
    (errors.Closed, 503),
    (errors.StoreFull, 507),
    (errors.InvalidInput, 400),
)
"""The first that fits decides."""


def status_of(error: BaseException) -> int:
    """Return the HTTP status that an error is answered with."""
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 500)


def problem_of(error: BaseException) -> dict[str, Any]:
    """Return an error as problem details; of a fault of doxa's own, only that it happened."""
    plain, status = error_plain(error), status_of(error)
    if plain["code"] == INTERNAL:
        log_event(logger, logging.ERROR, "a call failed", error)
    return problem_details(plain, status)


def headers_of(error: BaseException) -> dict[str, str]:
    """Return the headers that go with an error."""
    if isinstance(error, errors.Unauthorized):
        return {"WWW-Authenticate": "Bearer"}
    return {"Retry-After": str(RETRY_SECONDS)} if status_of(error) in (429, 503) else {}


def problem(error: BaseException) -> Response:
    """Return the answer to a call that failed."""
    return as_json(problem_of(error), status=status_of(error), form=PROBLEM, headers=headers_of(error))


def as_json(
    value: Any, *, status: int = 200, form: str = "application/json", headers: Mapping[str, str] | None = None
) -> Response:
    """Return plain JSON values as an answer."""
    body = json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    return Response(body, status_code=status, media_type=form, headers=dict(headers or {}))


PROBLEM_SCHEMA: dict[str, Any] = {
    "type": "object",
    "title": "Problem",
    "required": ["type", "title", "status", "detail", "code"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string", "description": "What was wrong, with the value, and how to mend it."},
        "code": {"type": "string", "description": "The stable name of the error, the same on every surface."},
        "field": {"type": "string", "description": "The argument at fault."},
        "mend": {"type": "string"},
        "retry": {"type": "boolean", "description": "Whether the same call may succeed later."},
        "dependents": {"type": "array", "items": {"type": "string"}},
    },
}
