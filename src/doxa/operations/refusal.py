"""Errors as plain JSON: the same code, field, message and mend on every surface."""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from types import MappingProxyType
from typing import Any

from doxa import errors
from doxa.errors import Busy, Conflict, DoxaError, ModelFailure

INTERNAL = "internal"
"""The code of what should not have happened; nothing of it is told outside."""
ENVIRONMENT = "environment"
"""The code of what the machine refused: a file, a folder, a disk."""
_MENDS: Mapping[int, str] = {
    errno.ENOENT: "Check the path; folders are not made.",
    errno.EACCES: "Choose a place that may be read and written.",
    errno.EPERM: "Choose a place that may be read and written.",
    errno.EROFS: "Choose a place that can be written.",
    errno.ENOSPC: "Free some space, then repeat the call.",
}


def _kinds(root: type[DoxaError]) -> Iterator[type[DoxaError]]:
    yield root
    for kind in root.__subclasses__():
        yield from _kinds(kind)


ERRORS: Mapping[str, type[DoxaError]] = MappingProxyType(
    {kind.code: kind for kind in _kinds(DoxaError) if kind.__module__ == errors.__name__}
)
"""Every error of doxa by its stable code."""


def error_plain(error: BaseException) -> dict[str, Any]:
    """Return an error as what a surface tells: `code`, `message`, `field`, `mend`, whether a later try may help.

    Args:
        error: What was raised. Of anything but doxa's own errors and the machine's, only that it happened is told.
    """
    if isinstance(error, DoxaError):
        told: dict[str, Any] = {
            "code": error.code,
            "message": error.message,
            "field": error.field,
            "mend": error.mend,
            "retry": isinstance(error, Busy | ModelFailure),
        }
        dependents = getattr(error, "dependents", None)
        return told if not dependents or not isinstance(error, Conflict) else {**told, "dependents": list(dependents)}
    if isinstance(error, OSError):
        said = (error.strerror or type(error).__name__).rstrip(".")
        mend = _MENDS.get(error.errno or 0, "")
        return {"code": ENVIRONMENT, "message": f"{said}.", "field": None, "mend": mend, "retry": False}
    said = "The call failed for a reason that is doxa's own fault."
    return {"code": INTERNAL, "message": said, "field": None, "mend": "Look in the server's log.", "retry": False}


def problem_details(plain: Mapping[str, Any], status: int) -> dict[str, Any]:
    """Return an error as problem details (RFC 9457).

    Args:
        plain: What `error_plain` tells of it.
        status: The HTTP status that it is answered with.
    """
    detail = f"{plain['message']} {plain['mend']}".strip()
    told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status, "detail": detail}
    return {**told, **{name: value for name, value in plain.items() if value is not None and name != "message"}}
