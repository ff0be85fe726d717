"""Every exception doxa raises. Each message names the value that was wrong and how to mend it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from doxa.records import Usage


class DoxaError(Exception):
    """The root of doxa's errors.

    Args:
        message: What was wrong, with the value.
        mend: What the caller can do about it; appended to the message.
        field: The argument or column at fault, where there is one.
        value: The offending value, where it may be shown.
    """

    code = "error"

    def __init__(self, message: str, *, mend: str = "", field: str | None = None, value: object = None) -> None:
        super().__init__(f"{message} {mend}".strip())
        self.message = message
        self.mend = mend
        self.field = field
        self.value = value


class InvalidInput(DoxaError):
    """An argument that cannot be used: wrong type, out of range, empty, malformed."""

    code = "invalid_input"


class InvalidKref(InvalidInput):
    """A kref that does not parse."""

    code = "invalid_kref"


class InvalidKind(InvalidInput):
    """An item kind or edge type that is malformed or reserved."""

    code = "invalid_kind"


class InvalidText(InvalidInput):
    """Text that is empty, too long, or not encodable (lone surrogates, NUL)."""

    code = "invalid_text"


class NaiveDatetime(InvalidInput):
    """A datetime without a time zone."""

    code = "naive_datetime"


class UnknownSetting(InvalidInput):
    """A configuration key that does not exist."""

    code = "unknown_setting"


class NotFound(DoxaError):
    """The reference names nothing that the caller's scope may see."""

    code = "not_found"


class Erased(NotFound):
    """What was asked for has been erased and cannot come back."""

    code = "erased"


class AlreadyExists(DoxaError):
    """An item, space or key with this identity exists already."""

    code = "already_exists"


class Conflict(DoxaError):
    """The write does not fit the present state; read again and retry."""

    code = "conflict"


class RevisionConflict(Conflict):
    """`expect_revision` names a revision that is no longer the newest."""

    code = "revision_conflict"


class IdempotencyConflict(Conflict):
    """A request id was used before with other content."""

    code = "idempotency_conflict"


class UndoConflict(Conflict):
    """Later operations in force rest on the one to undo.

    Attributes:
        dependents: Their ids, newest first; `cascade=True` undoes them first.
    """

    code = "undo_conflict"

    def __init__(self, message: str, *, dependents: Sequence[str], mend: str = "") -> None:
        super().__init__(message, mend=mend, field="operation")
        self.dependents = tuple(dependents)


class ImportConflict(Conflict):
    """An imported row differs from the one already here, or the target cannot take a history."""

    code = "import_conflict"


class Protected(Conflict):
    """A published, locked or official memory needs `force` or an operator to be changed."""

    code = "protected"


class Unauthorized(DoxaError):
    """The caller has shown no key, or none that opens."""

    code = "unauthorized"


class Forbidden(DoxaError):
    """The caller lacks the right that the operation needs."""

    code = "forbidden"


class LimitReached(DoxaError):
    """A configured limit would be passed; nothing was dropped."""

    code = "limit_reached"


class Busy(DoxaError):
    """Another writer holds the project and the deadline passed; retry."""

    code = "busy"


class ReadOnly(DoxaError):
    """The project or the view cannot be written."""

    code = "read_only"


class StoreFull(DoxaError):
    """The disk is full; the write was rolled back whole."""

    code = "store_full"


class NotADoxaFile(DoxaError):
    """The file is not a doxa project, or it is damaged."""

    code = "not_a_doxa_file"


class NewerSchema(DoxaError):
    """The file was written by a newer doxa than this one."""

    code = "newer_schema"


class UnsafeFilesystem(DoxaError):
    """The file lies on a network file system, where SQLite's WAL is not safe."""

    code = "unsafe_filesystem"


class EmbedderMismatch(DoxaError):
    """The stored vectors were made by another embedder; `doxa reindex` makes them anew."""

    code = "embedder_mismatch"


class MissingExtra(DoxaError):
    """An optional dependency is not installed; the message names the extra."""

    code = "missing_extra"


class ModelFailure(DoxaError):
    """A language model or embedder failed or answered out of shape.

    Attributes:
        failing: Whether a later try may help: `passing` (busy, cut off, timed out: it may), `blocked` (key, quota,
            address: it will once that is mended), `lasting` (the same text will fail again), `unknown`.
        retry_after: Seconds the server asked to wait; `None` where it did not say.
        usage: What was spent on it.
    """

    code = "model_failure"

    def __init__(
        self,
        message: str,
        *,
        mend: str = "",
        field: str | None = None,
        value: object = None,
        failing: Literal["passing", "blocked", "lasting", "unknown"] = "unknown",
        retry_after: float | None = None,
        usage: Usage | None = None,
    ) -> None:
        super().__init__(message, mend=mend, field=field, value=value)
        self.failing = failing
        self.retry_after = retry_after
        self.usage = usage


class Closed(DoxaError):
    """The memory or store was closed."""

    code = "closed"
