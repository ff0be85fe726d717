"""The store as a whole: its file, its clock, what lies beside the log, what two openers share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from doxa.clock import ManualClock
from doxa.errors import AlreadyExists, Closed, EmbedderMismatch, InvalidInput, NaiveDatetime, NotADoxaFile
from doxa.graph.nodes import Filter, ItemId, NewItem, NewRevision, RevisionId
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY

Opener = Callable[..., SqlGraph]


@pytest.fixture
def opener(tmp_path: Path, clock: ManualClock) -> Iterator[Opener]:
    with ExitStack() as opened:

        def open_one(project: str = "p") -> SqlGraph:
            store = SqlGraph(SqliteEngine(tmp_path / "p.doxa"), project, clock)
            opened.callback(store.close)
            return store

        yield open_one


def add(store: SqlGraph, text: str = "hello", **fields: object) -> tuple[ItemId, RevisionId]:
    with store.transaction("add", user=ANY) as writer:
        item = writer.item(NewItem("fact", **fields))  # type: ignore[arg-type]
        return item, writer.revision(item, NewRevision(text))


def test_a_file_belongs_to_one_project(opener: Opener) -> None:
    opener("p")
    with pytest.raises(NotADoxaFile, match="'p', not 'other'"):
        opener("other")


def test_two_openers_see_each_others_words_and_owners(opener: Opener) -> None:
    one, two = opener(), opener()
    add(one, user="ada", agent="helper", space="a/b")
    item, _ = add(two, user="ada", agent="helper", space="a/b", session="s1")
    with one.view(user="ada") as view:
        assert len(view.items(Filter(agent="helper", space="a")).items) == 2
        assert view.item(item).session == "s1"


def test_what_was_rolled_back_is_not_remembered(opener: Opener) -> None:
    one, two = opener(), opener()
    with suppress(ZeroDivisionError), one.transaction("add", user=ANY) as writer:
        writer.item(NewItem("fact", user="gone", agent="ghost", space="nowhere"))
        raise ZeroDivisionError
    add(two, user="ada", agent="other", space="elsewhere")
    item, _ = add(one, user="gone", agent="ghost", space="nowhere")
    with two.view(user=ANY) as view:
        node = view.item(item)
        assert (node.user, node.agent, node.space, node.kind) == ("gone", "ghost", "nowhere", "fact")
    assert one.info()["last_operation"] == 2


def test_a_writer_and_a_view_end_with_their_block(opener: Opener) -> None:
    store = opener()
    with store.transaction("add", user=ANY) as writer:
        pass
    with store.view() as view:
        pass
    with pytest.raises(Closed):
        writer.item(NewItem("fact"))
    with pytest.raises(Closed):
        view.counts()


def test_a_thread_opens_one_transaction_at_a_time(opener: Opener) -> None:
    store = opener()
    with store.transaction("add"), pytest.raises(InvalidInput), store.transaction("add"):
        pass


def test_time_goes_on_when_the_clock_goes_back(opener: Opener, clock: ManualClock) -> None:
    store, noon = opener(), clock.now()
    add(store)
    clock.set(noon - timedelta(hours=1))
    add(store)
    with store.view() as view:
        assert view.at_time == noon + timedelta(microseconds=1)
    assert store.info()["clock_skew"] == pytest.approx(3600, abs=1)
    clock.set(noon - timedelta(minutes=4))
    assert store.info()["clock_skew"] == 0.0


def test_an_instant_means_the_last_operation_by_then(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    moments: list[datetime] = []
    for _ in range(3):
        add(store)
        moments.append(clock.now())
        clock.advance(hours=1)
    for number, moment in enumerate(moments, start=1):
        for late in (timedelta(), timedelta(minutes=59)):
            with store.view(as_of=moment + late) as view:
                assert view.at == number
    with store.view(as_of=moments[0] - timedelta(microseconds=1)) as view:
        assert (view.at, view.items(Filter()).items) == (0, ())
    with pytest.raises(NaiveDatetime), store.view(as_of=datetime(2026, 1, 1)):
        pass


def test_use_is_counted_beside_the_log(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    _, revision = add(store)
    store.touch([revision], clock.now())
    store.touch([revision], clock.now() + timedelta(seconds=1))
    assert store.usage([revision]) == {revision: (clock.now() + timedelta(seconds=1), 2)}
    assert opener().usage([revision]) == {}
    add(store)
    assert opener().usage([revision]) == store.usage([revision])
    assert store.info()["last_operation"] == 2
    with store.view(as_of=1) as view:
        assert view.usage([revision]) == {}


def test_use_that_waited_five_seconds_is_written_by_itself(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    _, revision = add(store)
    store.touch([revision], clock.now())
    clock.advance(seconds=5)
    store.touch([revision], clock.now())
    assert opener().usage([revision])[revision][1] == 2


def test_use_is_written_at_close(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    _, revision = add(store)
    store.touch([revision], clock.now())
    store.close()
    assert opener().usage([revision]) == {revision: (clock.now(), 1)}


def test_use_survives_a_write_that_fails(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    _, revision = add(store)
    store.touch([revision], clock.now())
    with pytest.raises(ZeroDivisionError), store.transaction("add"):
        raise ZeroDivisionError
    assert store.usage([revision]) == {revision: (clock.now(), 1)}


def test_a_request_is_answered_once_for_thirty_days(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    with store.transaction("add", actor="ada") as writer:
        assert writer.remember_request("r1", "content", [1]) is None
    found = store.earlier("r1", "content", actor="ada")
    assert found is not None
    assert (found.operation, found.same, found.erased, found.results) == (1, True, False, [1])
    other = store.earlier("r1", "other content", actor="ada")
    assert other is not None
    assert not other.same
    assert store.earlier("r1", "content", actor="bob") is None
    with store.transaction("add", actor="ada") as writer:
        assert writer.remember_request("r1", "content") == found
    clock.advance(days=30, seconds=1)
    assert store.earlier("r1", "content", actor="ada") is None


def test_old_requests_are_dropped_by_upkeep(opener: Opener, clock: ManualClock) -> None:
    store = opener()
    with store.transaction("add") as writer:
        writer.remember_request("r1", "content")
    clock.advance(days=31)
    add(store)
    store.maintain()
    with store.engine.reading() as connection:
        assert connection.rows("SELECT count(*) FROM receipt") == [(0,)]


def test_no_words_of_requests_and_identities_are_kept(opener: Opener) -> None:
    store = opener()
    with store.transaction("add", actor="ada") as writer:
        item = writer.item(NewItem("fact", identity="secret identity", slot="secret slot"))
        writer.revision(item, NewRevision("text"))
        writer.remember_request("secret request", "secret content")
    with store.engine.reading() as connection:
        tables = [name for (name,) in connection.rows("SELECT name FROM sqlite_schema WHERE type='table'")]
        held = [connection.rows(f"SELECT * FROM {table}") for table in tables if not table.startswith("fts")]
    assert "secret" not in repr(held)


def test_vectors_are_of_one_embedder(opener: Opener) -> None:
    store = opener()
    vector = np.array([1, 0, 0], dtype=np.float32)
    with pytest.raises(InvalidInput), store.transaction("add", user=ANY) as writer:
        writer.revision(writer.item(NewItem("fact")), NewRevision("text", vector=vector))
    store.set_embedder("one", 3)
    store.set_embedder("other", 3)
    assert opener().embedder == ("other", 3)
    with store.transaction("add", user=ANY) as writer:
        writer.revision(writer.item(NewItem("fact")), NewRevision("text", vector=vector))
    store.set_embedder("other", 3)
    with pytest.raises(EmbedderMismatch):
        store.set_embedder("one", 3)


@pytest.mark.parametrize("vector", [[1, 0], [[1, 0, 0]], [2, 0, 0], [0, 0, 0], [float("nan"), 0, 1]])
def test_a_vector_that_does_not_fit_is_refused(opener: Opener, vector: list[float]) -> None:
    store = opener()
    store.set_embedder("one", 3)
    new = NewRevision("text", vector=np.array(vector, dtype=np.float32))
    with pytest.raises(InvalidInput), store.transaction("add", user=ANY) as writer:
        writer.revision(writer.item(NewItem("fact")), new)
    assert store.info()["last_operation"] == 0


def test_the_hash_key_is_of_the_project(opener: Opener, tmp_path: Path) -> None:
    store = opener()
    other = SqlGraph(SqliteEngine(tmp_path / "q.doxa"), "p", ManualClock(seed=1))
    assert store.hasher.identity("same", ()) != other.hasher.identity("same", ())
    assert opener().hasher.identity("same", ()) == store.hasher.identity("same", ())
    other.close()


def test_concurrent_adds_of_one_fact_leave_one_memory(opener: Opener) -> None:
    stores = [opener(), opener()]

    def try_to_add(number: int) -> bool:
        try:
            add(stores[number % 2], f"text {number}", user="ada", identity="the same fact")
        except AlreadyExists:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(try_to_add, range(24))) == 1
    for store in stores:
        with store.view(user="ada") as view:
            assert len(view.items(Filter()).items) == 1
            assert view.by_identity("the same fact", "ada") is not None
        assert store.info()["last_operation"] == 1


def test_writers_of_one_file_number_their_operations_without_gaps(opener: Opener) -> None:
    stores = [opener(), opener()]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: add(stores[number % 2], user=f"u{number % 3}", agent=f"a{number}"), range(48)))
    with stores[0].view(user=ANY) as view:
        operations = view.operations(limit=100).items
        assert [each.id for each in operations] == list(range(48, 0, -1))
        assert [each.at for each in operations] == sorted((each.at for each in operations), reverse=True)
        assert {node.agent for node in view.items(Filter(), limit=100).items} == {f"a{number}" for number in range(48)}
