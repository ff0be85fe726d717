"""What is remembered of one operation is never shown of another, nor to other eyes."""

import sys
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from doxa import Memory
from doxa.graph.nodes import Beside, Place, RevisionId
from doxa.graph.remembered import Snapshot, Told
from doxa.graph.resident_vectors import RESIDENT
from doxa.graph.standing import Places, Windows


def test_what_was_read_before_a_write_does_not_hide_it(memory: Memory) -> None:
    told = memory.add("The boat is green.", kind="fact")
    assert memory.recall("Which colour is the boat?").hits[0].belief.text == "The boat is green."
    memory.update(told.beliefs[0].id, "The boat is red.")
    assert memory.recall("Which colour is the boat?").hits[0].belief.text == "The boat is red."
    memory.delete(told.beliefs[0].id)
    assert memory.recall("Which colour is the boat?").hits == ()
    memory.restore(told.beliefs[0].id)
    assert memory.recall("Which colour is the boat?").hits[0].belief.text == "The boat is red."


def test_what_another_connection_writes_is_seen_at_the_next_question(home: Path) -> None:
    with Memory("boats", home=home, embedder=None) as one, Memory("boats", home=home, embedder=None) as other:
        told = one.add("The boat is green.", kind="fact").beliefs[0]
        assert other.recall("boat").hits
        one.delete(told.id)
        assert not other.recall("boat").hits


def test_what_one_user_was_shown_no_other_is(home: Path) -> None:
    with Memory("boats", home=home, embedder=None) as memory:
        memory.add("The boat is green.", kind="fact", user="ana")
        assert memory.recall("boat", user="ana").hits
        assert not memory.recall("boat", user="ben").hits
        assert not memory.recall("boat", user=None).hits


def test_what_was_erased_is_no_longer_shown(home: Path) -> None:
    with Memory("boats", home=home, embedder=None, user="ana") as memory:
        memory.add("The boat is green.", kind="fact")
        memory.add("The boat is fast.", kind="fact", user=None)
        assert len(memory.recall("boat").hits) == 2
        memory.erase(user="ana", confirm=True)
        assert [hit.belief.text for hit in memory.recall("boat").hits] == ["The boat is fast."]


def score_of(memory: Memory, word: str) -> float:
    with memory._core.graph.view() as view:
        return view.search_text([word], limit=9)[-1].score


def test_how_rare_a_word_is_is_read_again_once_something_was_written(home: Path) -> None:
    with Memory("boats", home=home, embedder=None) as one, Memory("boats", home=home, embedder=None) as other:
        one.add("The boat is green.", kind="fact")
        before = score_of(other, "boat")
        one.add("The other boat is fast and it is old.", kind="fact")
        after = score_of(other, "boat")
        assert after == score_of(one, "boat") != before
    with Memory("boats", home=home, embedder=None) as fresh:
        assert score_of(fresh, "boat") == after


def test_pins_are_found_and_lost_again(memory: Memory) -> None:
    told = memory.add("Tea is served at five.", kind="fact").beliefs[0]
    assert memory.engage("boat").pinned == ()
    memory.pin(told.id)
    assert [each.id for each in memory.engage("boat").pinned] == [told.id]
    memory.unpin(told.id)
    assert memory.engage("boat").pinned == ()


def test_what_is_remembered_keeps_the_limit_and_changes_no_answer(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(60):
        memory.add(f"The well number {number} is deep.", extract=False)
    questions = [f"How deep is the well {number}?" for number in range(0, 60, 20)]
    answers = [memory.recall(each).hits for each in questions]
    held = RESIDENT.counters()
    assert held.bytes > 60 * 500  # where every well stands, and what stands beside it
    monkeypatch.setattr(RESIDENT, "cap", 1000)
    monkeypatch.setattr("doxa.graph.remembered._LOOKED_AT", 1)
    assert [memory.recall(each).hits for each in questions] == answers
    assert RESIDENT.counters().shrinks > held.shrinks
    with memory._core.graph.view():  # what a question left is looked at by the next one
        assert RESIDENT.counters().bytes <= 1000


def test_threads_that_read_one_snapshot_at_once_find_what_one_alone_finds(memory: Memory) -> None:
    for number in range(40):
        memory.add(f"The well number {number} is deep.", extract=False, session=f"day {number % 5}")
    questions = [f"How deep is the well {number}?" for number in range(16)]
    expected = [memory.recall(each).hits for each in questions]
    RESIDENT.drop_all()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda each: memory.recall(each).hits, questions)) == expected


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads that take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hasty")
def test_columns_that_threads_add_to_and_read_at_once_hold_what_was_added() -> None:
    columns = Places()
    known = {RevisionId(n): Place(f"u{n % 3}", f"s{n % 7}", n, f"t{n % 11}", 2 * n, "user") for n in range(1, 3001)}

    def read(start: int) -> bool:
        part = {each: known[each] for each in list(known)[start : start + 200]}
        columns.add(part)
        said = columns.standing(list(part)).said.tolist()
        return columns.places(list(part)) == part and said == [each.said for each in part.values()]

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(read, range(0, 2800, 50)))


def test_what_another_thread_added_first_can_be_added_while_it_is_read() -> None:
    columns, known = Places(), {RevisionId(1): Place("u", "s", 1, "t", 2, "user")}
    columns.add(known)
    with memoryview(columns._rows._cells):
        columns.add(known)
    assert columns.places([RevisionId(1)]) == known


def test_columns_count_about_the_bytes_they_take() -> None:
    ids = [RevisionId(number) for number in range(1, 20_001)]
    places = {each: Place("u", f"s{each % 100}", each, f"t{each % 9}", 2 * each, "user") for each in ids}
    windows = {each: Beside((each,), (each,)) for each in ids}
    tracemalloc.start()
    told, snapshot = Told(), Snapshot(beside={3: Windows(3)})
    told.places.add(places)
    snapshot.beside[3].add(windows)
    taken, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert taken / 2 < told.nbytes + snapshot.nbytes < 2 * taken
    assert taken / 4 < min(told.nbytes, snapshot.nbytes)
