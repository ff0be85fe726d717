"""Request ids: what is sent again is known for 30 days, per actor, by keyed hashes; use counts beside the log."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa.clock import ManualClock
from doxa.errors import InvalidText, NaiveDatetime
from doxa.graph.contract import Graph
from doxa.graph.nodes import Earlier, RevisionId
from tests.conformance.conftest import OpenStore
from tests.conformance.writing import add, newest_operation, read, revise, undo


def answer(graph: Graph, request: str, digest: str = "d", actor: str = "", results: object = None) -> Earlier | None:
    """Write something as the answer to a request; return what had answered it before."""
    with graph.transaction("add", actor=actor) as writer:
        return writer.remember_request(request, digest, results)  # type: ignore[arg-type]


def test_a_request_is_known_again(graph: Graph) -> None:
    assert graph.earlier("r1", "d") is None
    assert answer(graph, "r1", results={"n": [1, 2]}) is None
    assert graph.earlier("r1", "d") == Earlier(1, True, False, {"n": [1, 2]})
    assert graph.earlier("r1", "other") == Earlier(1, False, False, {"n": [1, 2]})
    assert graph.earlier("r2", "d") is None


def test_a_second_answer_learns_of_the_first(graph: Graph) -> None:
    answer(graph, "r1")
    assert answer(graph, "r1") == Earlier(1, True, False)
    assert answer(graph, "r1", "other") == Earlier(1, False, False)
    assert graph.earlier("r1", "d") == Earlier(1, True, False)


def test_one_id_of_two_actors_is_two_requests(graph: Graph) -> None:
    answer(graph, "r1", actor="ada")
    assert graph.earlier("r1", "d", actor="bob") is None
    assert answer(graph, "r1", actor="bob") is None
    assert graph.earlier("r1", "d", actor="ada") == Earlier(1, True, False)
    assert graph.earlier("r1", "d", actor="bob") == Earlier(2, True, False)


def test_a_request_is_forgotten_after_30_days(graph: Graph, clock: ManualClock) -> None:
    answer(graph, "r1")
    clock.advance(days=30)
    assert graph.earlier("r1", "d") is not None
    clock.advance(seconds=1)
    assert graph.earlier("r1", "d") is None
    graph.maintain()
    assert answer(graph, "r1") is None
    assert graph.earlier("r1", "d") == Earlier(2, True, False)


def test_a_failed_transaction_answered_nothing(graph: Graph) -> None:
    def fail() -> None:
        with graph.transaction("add") as writer:
            writer.remember_request("r1", "d")
            raise KeyError("mine")

    with pytest.raises(KeyError):
        fail()
    assert graph.earlier("r1", "d") is None


@pytest.mark.parametrize("request_id", ["", " ", "a\nb", "x" * 201, "\ud800", "a\x00"])
def test_a_request_id_is_one_line(graph: Graph, request_id: str) -> None:
    with pytest.raises(InvalidText):
        graph.earlier(request_id, "d")
    with pytest.raises(InvalidText):
        answer(graph, request_id)
    assert newest_operation(graph) == 0


@pytest.mark.parametrize("request_id", ["'; DROP TABLE receipt; --", "%", "请求", "*", "a b"])
def test_any_mark_in_a_request_id_is_data(graph: Graph, request_id: str) -> None:
    answer(graph, request_id)
    assert graph.earlier(request_id, "d") is not None
    assert graph.earlier("anything else", "d") is None


# --- use ----------------------------------------------------------------------------------------------------------


def test_use_is_counted_with_its_last_time(graph: Graph, clock: ManualClock) -> None:
    made, other = add(graph), add(graph)
    first = clock.now()
    graph.touch([made.revision], first)
    graph.touch([made.revision, other.revision], first + timedelta(hours=1))
    graph.touch([made.revision], first)
    assert graph.usage([made.revision, other.revision, RevisionId(99)]) == {
        made.revision: (first + timedelta(hours=1), 3),
        other.revision: (first + timedelta(hours=1), 1),
    }


def test_use_is_no_operation_and_not_in_the_feed(graph: Graph, clock: ManualClock) -> None:
    made = add(graph)
    before = graph.changes(user="ada")
    graph.touch([made.revision], clock.now())
    assert newest_operation(graph) == 1
    assert graph.changes(user="ada") == before


def test_a_past_view_knows_of_no_use(graph: Graph, clock: ManualClock) -> None:
    made = add(graph)
    revise(graph, made.item)
    graph.touch([made.revision], clock.now())
    assert read(graph, lambda view: view.usage([made.revision])) == {made.revision: (clock.now(), 1)}
    for operation in (1, 2):
        assert read(graph, lambda view: view.usage([made.revision]), as_of=operation) == {}


def test_use_outlives_writes_undo_and_waiting(graph: Graph, clock: ManualClock) -> None:
    made = add(graph)
    graph.touch([made.revision], clock.now())
    undo(graph, revise(graph, made.item).operation)
    clock.advance(minutes=1)
    graph.touch([made.revision], clock.now())
    assert graph.usage([made.revision]) == {made.revision: (clock.now(), 2)}


def test_use_is_kept_when_the_file_is_closed(open_store: OpenStore, store: str, clock: ManualClock) -> None:
    if store != "file":
        pytest.skip("only a file is opened again")
    graph = open_store()
    made = add(graph)
    graph.touch([made.revision], clock.now())
    graph.close()
    assert open_store().usage([made.revision]) == {made.revision: (clock.now(), 1)}


def test_a_use_without_a_zone_is_refused(graph: Graph, clock: ManualClock) -> None:
    made = add(graph)
    with pytest.raises(NaiveDatetime):
        graph.touch([made.revision], clock.now().replace(tzinfo=None))
