"""`memory.queue`: the work that waits for a model, and what to do about what failed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from doxa.arguments import checks_arguments
from doxa.core import UNSET, UserArgument
from doxa.errors import InvalidInput
from doxa.moments import Snapshots
from doxa.records import Page, PendingTask

if TYPE_CHECKING:
    from doxa.graph.tasks import Task


@checks_arguments
class Queue(Snapshots):
    """Work that waits, such as conversations that a language model is to read.

    Nothing that was accepted is lost: a task stays until it is done, dropped, or what it is about is erased. One that
    failed for a passing reason is tried again, later each time; one that fails for good is parked.
    """

    def list(
        self,
        *,
        states: Sequence[str] = (),
        limit: int = 100,
        cursor: str | None = None,
        user: UserArgument = UNSET,
    ) -> Page[PendingTask]:
        """List what waits, in the order in which it was asked for.

        Args:
            states: Which: `pending`, `running`, `failed`, `parked`; none = all.
            limit: How many at most, 1 to 1,000.
            cursor: Continues after an earlier page.
            user: Whose; a user's own, without shared ones.

        Raises:
            InvalidInput: There is no such state.
        """
        from doxa.graph.listing import check_limit
        from doxa.graph.tasks import STATES

        for state in states:
            if state not in STATES:
                mend = f"Give {', '.join(STATES[:-1])} or {STATES[-1]}."
                raise InvalidInput(f"states has {state!r}.", mend=mend, field="states", value=state)
        check_limit(limit)
        scope = self._core.scoped(user, None, None, None, ())
        wanted = [state for state in STATES if state in states]
        page = self._core.graph.tasks(user=scope.user, states=wanted, limit=limit, cursor=cursor)
        return Page(tuple(_told(task) for task in page.items), page.cursor)

    def retry(self, task: str, *, user: UserArgument = UNSET) -> PendingTask:
        """Let a task be done at once, also one that was parked; `digest` or a worker does it.

        Args:
            task: Its number.
            user: Whose; see `list`.

        Raises:
            NotFound: There is no such task.
            Conflict: It is being done.
        """
        scope = self._core.scoped(user, None, None, None, ())
        return _told(self._core.graph.retry_task(_number(task), user=scope.user))

    def drop(self, task: str, *, user: UserArgument = UNSET) -> PendingTask:
        """Give a task up. What it was about stays as it is; only the work is not done.

        Args:
            task: Its number.
            user: Whose; see `list`.

        Raises:
            NotFound: There is no such task.
        """
        scope = self._core.scoped(user, None, None, None, ())
        return _told(self._core.graph.drop_task(_number(task), user=scope.user))


def _number(task: str) -> int:
    if not (isinstance(task, str) and task.isascii() and task.isdigit() and len(task) < 19):
        mend = "Give its number, as `queue list` and a receipt's `pending` show it."
        raise InvalidInput(f"task is {task!r}.", mend=mend, field="task", value=task)
    return int(task)


def _told(task: Task) -> PendingTask:
    return PendingTask(
        id=str(task.id),
        kind=task.kind,
        state=task.state,
        due=task.due,
        user=task.user,
        operation=str(task.operation),
        attempts=task.attempts,
        error=task.error,
    )
