"""Work that waits: asked for with a write, leased to one worker, finished with what came of it; and tallies."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa.clock import ManualClock
from doxa.errors import Conflict, InvalidInput, NotFound
from doxa.graph.contract import Graph
from doxa.graph.tasks import Task
from doxa.records import ANY, User
from tests.conformance.conftest import OpenStore

LEASE = timedelta(minutes=5)


def ask_for(graph: Graph, kind: str = "extract", user: str | None = None, **body: object) -> int:
    with graph.transaction("add", user=ANY) as writer:
        return writer.enqueue(kind, body, user=user)  # type: ignore[arg-type]


def claim(graph: Graph, *kinds: str, user: User = ANY) -> Task | None:
    return graph.claim(kinds, lease=LEASE, user=user)


def finish(graph: Graph, task: Task) -> None:
    with graph.transaction("extract") as writer:
        writer.finish(task)


def test_a_task_is_taken_once_and_gone_when_it_is_finished(graph: Graph, clock: ManualClock) -> None:
    number = ask_for(graph, turns=[3, 4], of="v1.2")
    task = claim(graph)
    assert task is not None
    assert (task.id, task.kind, task.state, task.body) == (
        number,
        "extract",
        "running",
        {"turns": [3, 4], "of": "v1.2"},
    )
    assert (task.operation, task.attempts, task.due - LEASE) == (1, 1, clock.now())
    assert claim(graph) is None
    finish(graph, task)
    assert graph.task_counts(user=ANY) == {}


def test_a_task_is_asked_for_beside_any_operation(graph: Graph) -> None:
    number = graph.enqueue("assess", {"session": "a session"}, user="ada")
    task = claim(graph, "assess", user="ada")
    assert task is not None
    assert (task.id, task.user, task.operation, task.body) == (number, "ada", 0, {"session": "a session"})
    assert graph.info()["last_operation"] == 0


def test_a_task_is_there_exactly_when_its_write_is(graph: Graph) -> None:

    def fail() -> None:
        with graph.transaction("add") as writer:
            writer.enqueue("extract", {}, user=None)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert claim(graph) is None


def test_a_task_stays_when_the_write_that_finishes_it_fails(graph: Graph) -> None:
    ask_for(graph)
    task = claim(graph)
    assert task is not None

    def fail() -> None:
        with graph.transaction("extract") as writer:
            writer.finish(task)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert graph.task_counts(user=ANY) == {"running": 1}


def test_a_lease_that_ended_lets_another_take_it_and_the_first_can_no_longer_finish(
    graph: Graph, clock: ManualClock
) -> None:
    ask_for(graph)
    first = claim(graph)
    clock.advance(minutes=5)
    second = claim(graph)
    assert first is not None
    assert second is not None
    assert (second.id, second.attempts) == (first.id, 2)
    with pytest.raises(Conflict):
        finish(graph, first)
    assert not graph.postpone(first, state="failed", due=clock.now(), error="late", lasting=0)
    finish(graph, second)


def test_what_was_asked_for_first_is_taken_first_of_the_kinds_wanted(graph: Graph) -> None:
    numbers = [ask_for(graph, kind) for kind in ("assess", "extract", "extract")]
    taken = [claim(graph, "extract"), claim(graph, "extract"), claim(graph, "extract"), claim(graph)]
    assert [task and task.id for task in taken] == [numbers[1], numbers[2], None, numbers[0]]


def test_a_number_is_given_once(graph: Graph) -> None:
    first = ask_for(graph)
    task = claim(graph)
    assert task is not None
    finish(graph, task)
    assert ask_for(graph) == first + 1
    graph.drop_task(first + 1, user=ANY)
    assert graph.enqueue("extract", {}, user=None) == first + 2


def test_one_task_is_taken_by_its_number(graph: Graph) -> None:
    ask_for(graph)
    number = ask_for(graph)
    task = graph.claim(lease=LEASE, user=ANY, task=number)
    assert task is not None
    assert task.id == number
    assert graph.claim(lease=LEASE, user=ANY, task=number) is None


def test_a_postponed_task_waits_until_it_is_due_and_a_parked_one_for_a_person(graph: Graph, clock: ManualClock) -> None:
    number = ask_for(graph)
    task = claim(graph)
    assert task is not None
    assert graph.postpone(task, state="failed", due=clock.now() + timedelta(seconds=9), error="busy", lasting=1)
    assert claim(graph) is None
    clock.advance(seconds=9)
    task = claim(graph)
    assert task is not None
    assert (task.error, task.lasting, task.attempts) == ("busy", 1, 2)
    assert graph.postpone(task, state="parked", due=clock.now(), error="broken", lasting=2)
    assert claim(graph) is None
    again = graph.retry_task(number, user=ANY)
    assert (again.state, again.attempts, again.lasting, again.error) == ("pending", 0, 0, None)
    assert claim(graph) is not None


def test_a_task_that_runs_is_not_retried_by_hand(graph: Graph) -> None:
    number = ask_for(graph)
    claim(graph)
    with pytest.raises(Conflict, match="being done"):
        graph.retry_task(number, user=ANY)


def test_tasks_are_walled_off_by_owner(graph: Graph) -> None:
    ada, bob, shared = ask_for(graph, user="ada"), ask_for(graph, user="bob"), ask_for(graph)
    assert [task.id for task in graph.tasks(user="ada").items] == [ada]
    assert [task.user for task in graph.tasks(user=ANY).items] == ["ada", "bob", None]
    assert graph.task_counts(user=None) == {"pending": 1}
    assert graph.tasks(user="nobody").items == ()
    with pytest.raises(NotFound):
        graph.drop_task(bob, user="ada")
    taken = claim(graph, user=None)
    assert taken is not None
    assert taken.id == shared


def test_tasks_are_listed_by_page_and_state(graph: Graph) -> None:
    numbers = [ask_for(graph) for _ in range(3)]
    claim(graph)
    page = graph.tasks(user=ANY, limit=2)
    assert [task.id for task in page.items] == numbers[:2]
    assert [task.id for task in graph.tasks(user=ANY, limit=2, cursor=page.cursor).items] == numbers[2:]
    assert [task.id for task in graph.tasks(user=ANY, states=["running"]).items] == numbers[:1]


def test_a_dropped_task_is_gone(graph: Graph) -> None:
    number = ask_for(graph)
    assert graph.drop_task(number, user=ANY).id == number
    with pytest.raises(NotFound):
        graph.drop_task(number, user=ANY)


@pytest.mark.parametrize(
    "body", [{"text": "I moved to Berlin"}, {"a": ["two words"]}, {"a": {"two words": 1}}, {"a": "字"}]
)
def test_a_body_holds_no_words(graph: Graph, body: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match="holds words"):
        ask_for(graph, **body)


def test_tasks_and_tallies_are_there_when_a_store_is_opened_again(store: str, open_store: OpenStore) -> None:
    if store != "file":
        pytest.skip("only a file outlives its store")
    first = open_store()
    number = ask_for(first, session="a session of mine")
    first.tally({"model:add:calls": 2}, user="ada")
    first.close()
    again = open_store()
    task = claim(again)
    assert task is not None
    assert (task.id, task.body) == (number, {"session": "a session of mine"})
    assert again.tallies("model:", user="ada") == {"add:calls": 2}


def test_tallies_add_up_by_name_and_owner(graph: Graph) -> None:
    graph.tally({"model:add:calls": 2, "model:add:in": 10, "other": 1}, user="ada")
    graph.tally({"model:add:calls": 1}, user=None)
    with graph.transaction("add") as writer:
        writer.tally({"model:add:calls": 4}, user="ada")
        assert writer.tallies("model:add:", user="ada") == {"calls": 6, "in": 10}
    assert graph.tallies("model:", user=None) == {"add:calls": 1}
    assert graph.tallies("model:", user=ANY) == {"add:calls": 7, "add:in": 10}
    assert graph.tallies("model:", user="nobody") == {}
