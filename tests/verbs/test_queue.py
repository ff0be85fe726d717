"""What waits for a model, through `Memory` and `AsyncMemory`; what a mode without its model does."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from doxa import AsyncMemory
from doxa.config import Config
from doxa.errors import Conflict, InvalidInput, ModelFailure, NotFound
from doxa.records import ANY, Usage
from doxa.write.model_reading.reply import ConversationReading

SAID = "I moved to Berlin with my two cats."


class Failing:
    """A model that fails as it is told to, and else finds nothing."""

    id = "failing"

    def __init__(self, *failures):
        self.failures = list(failures)

    def ask(self, instructions, text, reply, *, light=False, tools=()):
        if self.failures:
            raise self.failures.pop(0)
        return ConversationReading(ephemeral=True), Usage(1, 10, 1)


@pytest.fixture
def remember(open_memory):
    """Return a function that opens a memory with a model, which nothing is read by before it is asked for."""
    return lambda model, **more: open_memory(config=Config.load(draining="off"), model=model, **more)


def test_tasks_belong_to_their_user(remember):
    memory = remember(Failing())
    for user in ("ann", "bob"):
        memory.add(SAID, user=user)
    assert [task.user for task in memory.queue.list(user="ann").items] == ["ann"]
    assert [task.user for task in memory.queue.list(user=ANY).items] == ["ann", "bob"]
    with pytest.raises(NotFound):
        memory.queue.drop("2", user="ann")
    assert memory.digest(user="ann").done == 1
    assert memory.status().pending == {"pending": 1}


def test_what_fails_for_good_is_parked_after_two_tries_and_may_be_tried_again(remember, clock):
    memory = remember(Failing(*[ModelFailure("no shape", failing="lasting")] * 2))
    memory.add(SAID)
    assert memory.digest().failed == 1
    clock.advance(minutes=1)
    assert (memory.digest().parked, memory.status().pending) == (1, {"parked": 1})
    clock.advance(days=30)
    assert memory.digest().done == 0
    (task,) = memory.queue.list(states=["parked"]).items
    assert (task.attempts, task.error, task.operation) == (2, "no shape", "1")
    assert memory.queue.retry(task.id).state == "pending"
    assert (memory.digest().done, memory.queue.list().items) == (1, ())


def test_what_is_blocked_is_never_given_up(remember, clock):
    memory = remember(Failing(*[ModelFailure("bad key", failing="blocked")] * 20))
    memory.add(SAID)
    for _ in range(20):
        memory.digest()
        clock.advance(hours=1)
    assert memory.queue.list().items[0].state == "failed"
    assert memory.digest().done == 1


def test_a_fault_in_a_model_of_ones_own_is_told_by_its_kind_alone(remember, clock):
    memory = remember(Failing(*[ZeroDivisionError("my secret words")] * 9))
    memory.add(SAID)
    for _ in range(6):
        memory.digest()
        clock.advance(hours=1)
    (task,) = memory.queue.list().items
    assert (task.state, task.attempts, task.error) == ("parked", 5, "ZeroDivisionError in extract.")


def test_what_was_spent_on_a_failure_is_counted(remember):
    memory = remember(Failing(ModelFailure("busy", failing="passing", usage=Usage(3, 30, 0))))
    memory.add(SAID)
    assert memory.digest().usage == memory.stats().usage["extract"] == Usage(3, 30, 0)


def test_a_digest_without_time_begins_nothing(remember):
    memory = remember(Failing())
    memory.add(SAID)
    digested = memory.digest(timeout=0)
    assert (digested.done, digested.left) == (0, 1)
    with pytest.raises(InvalidInput, match="timeout"):
        memory.digest(timeout=-1)


@pytest.mark.parametrize("task", ["", "x", "-1", "1.5", "9" * 30])
def test_what_is_no_number_is_refused(remember, task):
    with pytest.raises(InvalidInput, match="Give its number"):
        remember(Failing()).queue.retry(task)


def test_a_task_that_is_being_done_is_not_begun_again(remember):
    memory = remember(Failing())
    memory.add(SAID)

    class Curious(Failing):
        def ask(self, *given, **more):
            with pytest.raises(Conflict, match="being done"):
                memory.queue.retry("1")
            return super().ask(*given, **more)

    memory._core.models._model = Curious()
    assert memory.digest().done == 1


def test_a_limit_stops_what_a_model_found_and_loses_nothing(open_memory, clock):
    from doxa.write.model_reading.reply import ReadClaim

    class Reader(Failing):
        def ask(self, *given, **more):
            return ConversationReading(claims=[ReadClaim(1, "my two cats", "There are two cats.")]), Usage(1, 1, 1)

    memory = open_memory(config=Config.load(draining="off", limit_user_facts=0), model=Reader())
    memory.add(SAID)
    assert "limit_user_facts" in memory.digest().errors[0]
    assert memory.status().pending == {"failed": 1}


def test_a_mode_without_its_model_reads_by_rules_and_every_receipt_says_so(open_memory):
    memory = open_memory(mode="pro")
    receipt = memory.add("I am allergic to peanuts.")
    assert (receipt.pending, len(receipt.beliefs)) == ((), 2)
    assert "there is no model" in receipt.warnings[0]
    assert "there is no model" in memory.status().warnings[0]


def test_the_queue_is_awaited_as_well(home, clock):
    async def go():
        config = Config.load(draining="off")
        async with AsyncMemory(config=config, embedder=None, model=Failing(), clock=clock) as memory:
            await memory.add(SAID)
            (task,) = (await memory.queue.list()).items
            await memory.queue.retry(task.id)
            await memory.queue.drop(task.id)
            return (await memory.digest()).left, task.due

    assert asyncio.run(go()) == (0, datetime(2026, 1, 1, 12, tzinfo=UTC))
