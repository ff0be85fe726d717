"""Does the work that waits: takes a task, does it, and says of one that failed when it is tried again, or parks it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final, Literal, TypeAlias

from doxa.arguments import checked_number
from doxa.errors import Busy, Closed, Conflict, DoxaError, ModelFailure, StoreFull
from doxa.graph.tasks import Task
from doxa.llm.failures import failing_of
from doxa.llm.tallies import tally_usage
from doxa.records import Digested, Receipt, Usage, User
from doxa.write.context import WriteContext

Handler: TypeAlias = Callable[[WriteContext, Task], Receipt | None]
"""Does a task and finishes it in the transaction that keeps what came of it; `None` where there was nothing to do."""

LEASE: Final = timedelta(minutes=15)
"""How long a task is a worker's own. After a crash another takes it that much later."""
LASTING_TO_PARK: Final = 2
"""Failures that will last after which a task is parked: a second try costs little, and models are not exact."""
UNKNOWN_TO_PARK: Final = 5
_FIRST_WAIT: Final = timedelta(seconds=30)
_LONGEST_WAIT: Final = timedelta(hours=1)
_BLOCKED_WAIT: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Work:
    """What can be done, by kind of task.

    Args:
        handlers: What does a task of a kind.
        parked: What is done when a task of a kind is parked, so that nothing is left undone that rules could do.
    """

    handlers: Mapping[str, Handler]
    parked: Mapping[str, Callable[[WriteContext, Task], None]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Drained:
    """What a round of work did.

    Args:
        done: Tasks that were finished.
        failed: Tasks that failed and wait to be tried again.
        parked: Tasks that wait for a person.
        usage: What models cost.
        errors: Why tasks failed, each once.
        receipts: What came of those that were finished, by task.
    """

    done: int = 0
    failed: int = 0
    parked: int = 0
    usage: Usage = field(default_factory=Usage)
    errors: tuple[str, ...] = ()
    receipts: Mapping[int, Receipt] = field(default_factory=dict)

    def __add__(self, other: Drained) -> Drained:
        """Return both together."""
        return Drained(
            self.done + other.done,
            self.failed + other.failed,
            self.parked + other.parked,
            self.usage + other.usage,
            tuple(dict.fromkeys((*self.errors, *other.errors))),
            {**self.receipts, **other.receipts},
        )


def own_work() -> Work:
    """Return the tasks that the write pipeline itself knows how to do."""
    from doxa.write.assessing.task import ASSESS, assess
    from doxa.write.model_reading.deferred import EXTRACT
    from doxa.write.model_reading.reading import read_by_rules, read_turns

    return Work({EXTRACT: read_turns, ASSESS: assess}, {EXTRACT: read_by_rules})


def drain(
    context: WriteContext,
    work: Work,
    *,
    user: User,
    until: datetime | None = None,
    most: int | None = None,
    stopped: Callable[[], bool] = lambda: False,
) -> Drained:
    """Do what is due, task by task, until nothing is.

    Args:
        context: The parts.
        work: What can be done.
        user: Whose tasks; a user's own only, without shared ones; `ANY` = everybody's.
        until: Begin no task after this instant.
        most: Begin no more tasks than this.
        stopped: Tells whether to begin no other.
    """
    drained = Drained()
    taken = 0
    while not stopped() and (until is None or context.clock.now() < until) and (most is None or taken < most):
        task = context.graph.claim(tuple(work.handlers), lease=LEASE, user=user)
        if task is None:
            break
        taken += 1
        drained = drained + do_task(context, work, task)
    return drained


def digest_what_waits(context: WriteContext, work: Work, user: User, timeout: float | None) -> Digested:
    """Do what is due for a user, and tell what is left; see `Memory.digest`."""
    if timeout is not None:
        checked_number(timeout, "timeout", least=0, most=86_400)
    begun = context.clock.now()
    until = None if timeout is None else begun + timedelta(seconds=timeout)
    drained = drain(context, work, user=user, until=until)
    left = context.graph.task_counts(user=user)
    return Digested(
        done=drained.done,
        failed=drained.failed,
        parked=drained.parked,
        left=sum(left.values()),
        usage=drained.usage,
        errors=drained.errors,
        duration=context.clock.now() - begun,
    )


def do_now(context: WriteContext, receipt: Receipt, user: str | None) -> Receipt:
    """Do what a write left pending, and return its receipt with what came of that.

    What fails stays pending, as the receipt says, and is tried again later.

    Args:
        context: The parts.
        receipt: Of the write.
        user: Whose tasks they are.
    """
    work = own_work()
    left: list[str] = []
    for number in receipt.pending:
        task = context.graph.claim(tuple(work.handlers), lease=LEASE, user=user, task=int(number))
        if task is None:  # a worker was quicker
            left.append(number)
            continue
        drained = do_task(context, work, task)
        made = drained.receipts.get(task.id)
        receipt = replace(
            receipt,
            outcomes=receipt.outcomes + (made.outcomes if made else ()),
            warnings=(*receipt.warnings, *(made.warnings if made else ()), *drained.errors),
            usage=receipt.usage + drained.usage,
        )
        if not drained.done:
            left.append(number)
    return replace(receipt, pending=tuple(left))


def do_task(context: WriteContext, work: Work, task: Task) -> Drained:
    """Do one claimed task; what fails is put off or parked, and says why in the project's file."""
    try:
        receipt = work.handlers[task.kind](context, task)
    except ModelFailure as failure:
        tally_usage(context.graph.tally, task.kind, failure.usage or Usage(), task.user)
        return _put_off(context, work, task, failure)
    except Conflict as conflict:
        if conflict.field == "task":  # another worker has it
            return Drained()
        return _put_off(context, work, task, ModelFailure(conflict.message, failing="passing"))
    except (Busy, StoreFull) as error:
        return _put_off(context, work, task, ModelFailure(error.message, failing="passing"))
    except Closed:
        raise
    except DoxaError as error:
        said = f"{type(error).__name__} at {error.field or task.kind}."
        return _put_off(context, work, task, ModelFailure(said, failing="lasting"))
    except Exception as error:  # a fault in a handler must not stop the others; its words may be anybody's
        said = f"{type(error).__name__} in {task.kind}."
        return _put_off(context, work, task, ModelFailure(said, failing=failing_of(error)))
    if receipt is None:
        return Drained(done=1)
    return Drained(done=1, usage=receipt.usage, receipts={task.id: receipt})


def _put_off(context: WriteContext, work: Work, task: Task, failure: ModelFailure) -> Drained:
    lasting = task.lasting + (failure.failing == "lasting")
    gives_up = lasting >= LASTING_TO_PARK or (failure.failing == "unknown" and task.attempts >= UNKNOWN_TO_PARK)
    state: Literal["parked", "failed"] = "parked" if gives_up else "failed"
    due = context.clock.now() + wait_after(failure, task.attempts)
    context.graph.postpone(task, state=state, due=due, error=failure.message, lasting=lasting)
    spent = failure.usage or Usage()
    if not gives_up:
        return Drained(failed=1, usage=spent, errors=(failure.message,))
    if task.kind in work.parked:
        work.parked[task.kind](context, task)
    return Drained(parked=1, usage=spent, errors=(failure.message,))


def wait_after(failure: ModelFailure, attempts: int) -> timedelta:
    """Return how long a failed task waits: as the server asks, else longer each time, 30 seconds to an hour.

    Args:
        failure: Why it failed.
        attempts: How often it was tried, from 1.
    """
    if failure.retry_after is not None:
        return timedelta(seconds=min(failure.retry_after, 86_400))
    first = _BLOCKED_WAIT if failure.failing == "blocked" else _FIRST_WAIT
    return min(_LONGEST_WAIT, first * 2.0 ** min(max(attempts - 1, 0), 20))
