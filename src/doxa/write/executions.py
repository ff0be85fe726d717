"""`store_execution`: what became of a tool or a command, kept as an action that claims nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from doxa.errors import InvalidInput
from doxa.records import Json, Receipt
from doxa.write.add import Addition, add_content
from doxa.write.context import WriteContext, WriteRequest
from doxa.write.messages import checked_text

FAILED = ("failed", "error", "blocked", "timeout", "cancelled")
"""Statuses of what did not work; so did not what ended with a code other than 0."""
MOST_OUTPUT = 4000
"""Characters of an output that are kept: its beginning and its end."""


@dataclass(frozen=True, slots=True)
class Execution:
    """What `Memory.store_execution` was given; see there."""

    task: str
    status: str
    exit_code: int | None = None
    output: str = ""
    metadata: Mapping[str, Json] | None = None

    def __post_init__(self) -> None:
        """Check it."""
        checked_text(self.task, "task")
        if not self.status.strip() or len(self.status) > 50:
            mend = "Give a word such as done or failed."
            raise InvalidInput(f"status is {self.status!r}.", mend=mend, field="status", value=self.status)

    @property
    def failed(self) -> bool:
        """Whether it did not work."""
        return self.status.strip().lower() in FAILED or self.exit_code not in (None, 0)


def store_execution(context: WriteContext, request: WriteRequest, execution: Execution) -> Receipt:
    """Keep what became of a task; see `Memory.store_execution`."""
    status = execution.status.strip().lower()
    said = f"{'Failed' if execution.failed else 'Done'}: {execution.task.strip()}"
    code = f" (exit code {execution.exit_code})" if execution.exit_code not in (None, 0) else ""
    output = clipped(execution.output.strip())
    metadata: dict[str, Json] = {**(execution.metadata or {}), "status": status, "failed": execution.failed}
    if execution.exit_code is not None:
        metadata["exit_code"] = execution.exit_code
    text = f"{said}{code}\n{output}" if output else f"{said}{code}"
    tag = "failed" if execution.failed else "done"
    addition = Addition(text, kind="action", metadata=metadata, tags=(tag,), author="observed", extract=False)
    return add_content(context, request, addition)


def clipped(output: str) -> str:
    """Return an output, of a long one its beginning and its end."""
    if len(output) <= MOST_OUTPUT:
        return output
    half = MOST_OUTPUT // 2
    return f"{output[:half]}\n[… {len(output) - 2 * half} characters …]\n{output[-half:]}"
