"""The right to write goes round in order of asking, among threads and among processes, and never gets lost."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from doxa.errors import Busy, ReadOnly
from doxa.graph import file_lock, lock
from doxa.graph.lock import WriteOrder
from doxa.graph.sqlite import SqliteEngine
from tests.graph.processes import heard, output, running
from tests.graph.waiting import until

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform does not fork")

HOLD_UNTIL_TOLD = """
order = WriteOrder(path)
order.acquire(time.monotonic() + 30)
say("held by", os.getpid())
sys.stdin.readline()
order.release()
say("released")
sys.stdin.readline()
"""


def soon() -> float:
    return time.monotonic() + 30


@pytest.fixture(params=["threads", "file"])
def order(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WriteOrder]:
    order = WriteOrder(None if request.param == "threads" else tmp_path / "p-lock")
    yield order
    order.close(soon(), lambda: None)


@contextmanager
def threads(*calls: Callable[[], object]) -> Iterator[list[threading.Thread]]:
    started = [threading.Thread(target=call, daemon=True) for call in calls]
    for thread in started:
        thread.start()
    yield started
    for thread in started:
        thread.join(30)
        assert not thread.is_alive()


def queue_up(order: WriteOrder, call: Callable[[], object]) -> threading.Thread:
    """Start a thread and return once it stands in line."""
    ahead = len(order._waiting)
    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    until(lambda: len(order._waiting) == ahead + 1)
    return thread


def test_threads_are_served_in_order_of_asking(order: WriteOrder) -> None:
    served: list[int] = []

    def ask(number: int) -> None:
        order.acquire(soon())
        served.append(number)
        order.release()

    order.acquire(soon())
    waiting = [queue_up(order, lambda number=number: ask(number)) for number in range(8)]
    order.release()
    for thread in waiting:
        thread.join(30)
    assert served == list(range(8))


def test_one_thread_at_a_time_has_the_right(order: WriteOrder) -> None:
    inside: list[int] = []
    most: list[int] = []

    def work() -> None:
        for _ in range(50):
            order.acquire(soon())
            inside.append(1)
            most.append(len(inside))
            inside.pop()
            order.release()

    with threads(*[work] * 4):
        pass
    assert most == [1] * 200


def test_who_gives_up_hears_that_another_thread_holds_it(order: WriteOrder) -> None:
    refused: list[Busy] = []

    def ask() -> None:
        with pytest.raises(Busy) as caught:
            order.acquire(time.monotonic() + 0.01)
        refused.append(caught.value)

    order.acquire(soon())
    with threads(ask):
        pass
    order.release()
    assert "another thread of this process" in str(refused[0])
    assert refused[0].mend


def test_after_giving_up_the_line_goes_on_without_the_one_who_left(order: WriteOrder) -> None:
    served: list[str] = []

    def impatient() -> None:
        with pytest.raises(Busy):
            order.acquire(time.monotonic() + 0.05)

    def patient() -> None:
        order.acquire(soon())
        served.append("patient")
        order.release()

    order.acquire(soon())
    first = queue_up(order, impatient)
    second = queue_up(order, patient)
    first.join(30)
    order.release()
    second.join(30)
    assert served == ["patient"]


def test_a_passed_deadline_still_gets_a_free_right(order: WriteOrder) -> None:
    order.acquire(time.monotonic() - 1)
    assert order.mine
    order.release()
    assert not order.mine


def test_asking_twice_in_one_thread_is_refused_at_once(order: WriteOrder) -> None:
    order.acquire(soon())
    with pytest.raises(Busy, match="outer transaction"):
        order.acquire(soon())
    order.release()
    order.acquire(time.monotonic())
    order.release()


def test_an_interrupted_wait_leaves_its_place_in_line(order: WriteOrder, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(threading.Event):
        def wait(self, timeout: float | None = None) -> bool:
            if not self.is_set():
                raise KeyboardInterrupt
            return True

    def ask() -> None:
        with monkeypatch.context() as patch:
            patch.setattr(lock.threading, "Event", Interrupted)
            with pytest.raises(KeyboardInterrupt):
                order.acquire(soon())

    order.acquire(soon())
    with threads(ask):
        pass
    order.release()
    order.acquire(time.monotonic())
    order.release()


def test_who_gives_up_hears_which_process_holds_it(tmp_path: Path) -> None:
    path = tmp_path / "p-lock"
    order = WriteOrder(path)
    with running(HOLD_UNTIL_TOLD, path) as other:
        assert heard(other) == f"held by {other.pid}"
        with pytest.raises(Busy, match=rf"process {other.pid}\b"):
            order.acquire(time.monotonic() + 0.05)
        with pytest.raises(Busy, match=rf"process {other.pid}\b"):
            order.acquire(time.monotonic())


def test_a_waiting_process_gets_the_right_when_the_other_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "p-lock"
    order = WriteOrder(path)
    got = threading.Event()

    def ask() -> None:
        order.acquire(soon())
        got.set()
        order.release()

    with running(HOLD_UNTIL_TOLD, path) as other:
        heard(other)
        with threads(ask):
            until(lambda: order._held)
            assert not got.is_set()
            print("go on", file=other.stdin, flush=True)
            assert got.wait(30)


def test_a_given_up_wait_does_not_take_the_lock_later(tmp_path: Path) -> None:
    path = tmp_path / "p-lock"
    order = WriteOrder(path)
    with running(HOLD_UNTIL_TOLD, path) as other:
        heard(other)
        with pytest.raises(Busy):
            order.acquire(time.monotonic() + 0.05)
        print("go on", file=other.stdin, flush=True)
        assert heard(other) == "released"
        until(lambda: not [t for t in threading.enumerate() if t.name == "doxa-write-order"])
        third = WriteOrder(path)
        third.acquire(time.monotonic() + 5)
        third.release()


def test_an_interrupted_wait_for_a_process_does_not_keep_the_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p-lock"
    order = WriteOrder(path)

    def interrupted(event: threading.Event, timeout: float | None = None) -> bool:
        if not event.is_set():
            raise KeyboardInterrupt
        return True

    with running(HOLD_UNTIL_TOLD, path) as other:
        heard(other)
        with monkeypatch.context() as patch:
            patch.setattr(lock.threading.Event, "wait", interrupted)
            with pytest.raises(KeyboardInterrupt):
                order.acquire(soon())
        print("go on", file=other.stdin, flush=True)
        assert heard(other) == "released"
        order.acquire(soon())
        assert order.mine
        order.release()


def test_a_killed_holder_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "p-lock"
    order = WriteOrder(path)
    with running(HOLD_UNTIL_TOLD, path) as other:
        heard(other)
        other.kill()
        order.acquire(soon())
        order.release()


@needs_fork
def test_a_forked_child_does_not_hold_the_lock_of_a_killed_parent(tmp_path: Path) -> None:
    path = tmp_path / "p-lock"
    script = """
order = WriteOrder(path)
order.acquire(time.monotonic() + 30)
if os.fork() == 0:
    say("child")
    os.close(1)
    sys.stdin.readline()
    os._exit(0)
os.waitpid(-1, os.WNOHANG)
signal.pause()
"""
    with running(script, path) as parent:
        assert heard(parent) == "child"
        os.kill(parent.pid, 9)
        order = WriteOrder(path)
        order.acquire(time.monotonic() + 10)
        order.release()


def test_a_full_disk_does_not_keep_the_right_from_being_had(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(fd: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")

    order = WriteOrder(tmp_path / "p-lock")
    with monkeypatch.context() as patch:
        patch.setattr(file_lock.os, "write", full)
        order.acquire(soon())
    order.release()
    other = WriteOrder(tmp_path / "p-lock")
    other.acquire(time.monotonic() + 5)
    other.release()


def test_who_writes_on_and_on_does_not_slip_in_before_who_waits(tmp_path: Path) -> None:
    script = """
order = WriteOrder(path)
order.acquire(time.monotonic() + 30)
with open(sys.argv[2], "a") as turns:
    turns.write("waiting ")
order.release()
"""
    path, turns = tmp_path / "p-lock", tmp_path / "turns"
    order, watch = WriteOrder(path), file_lock.FileLock(tmp_path / "p-lock-next")
    order.acquire(soon())
    with running(script, path, turns) as other:
        until(lambda: is_taken(watch))
        order.release()
        order.acquire(soon())
        with turns.open("a") as file:
            file.write("again")
        order.release()
        assert other.wait(30) == 0
    assert turns.read_text() == "waiting again"


def is_taken(lock: file_lock.FileLock) -> bool:
    """Tell whether another process has the lock, without waiting for it."""
    free = file_lock._os_lock(lock._open(), wait=False)
    lock.let_go()
    return not free


def test_no_process_is_overtaken_without_bound(tmp_path: Path) -> None:
    """Four processes write 60 times each; hardly ever does one wait while others commit more than 40 times.

    The exception is a process that the system does not run between noting when it asks and asking.
    """
    script = """
engine = SqliteEngine(path)
say("ready")
sys.stdin.readline()
for _ in range(60):
    asked = time.monotonic_ns()
    with engine.writing() as db:
        db.run("INSERT INTO op(at, kind, actor) VALUES((SELECT coalesce(max(at), 0) + 1 FROM op), 0, ?)", (asked,))
engine.close()
"""
    path = tmp_path / "p.doxa"
    output("SqliteEngine(path).close()", path)
    with running(script, path) as a, running(script, path) as b, running(script, path) as c, running(script, path) as d:
        writers = (a, b, c, d)
        assert [heard(writer) for writer in writers] == ["ready"] * 4
        for writer in writers:
            print("go", file=writer.stdin, flush=True)
        assert [writer.wait(60) for writer in writers] == [0] * 4
    with closing(SqliteEngine(path)) as engine, engine.reading() as db:
        asked = [row[0] for row in db.rows("SELECT actor FROM op ORDER BY id")]
    assert len(asked) == 240
    overtaken = sorted(sum(earlier > mine for earlier in asked[:place]) for place, mine in enumerate(asked))
    assert overtaken[237] <= 40


def test_a_lock_file_that_cannot_be_opened_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "p-lock").mkdir()
    order = WriteOrder(tmp_path / "p-lock")
    with pytest.raises(ReadOnly, match="p-lock"):
        order.acquire(soon())
    assert not order.mine
