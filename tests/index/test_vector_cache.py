from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import InvalidInput
from doxa.index.vector_cache import VectorCache


@dataclass
class Held:
    nbytes: int
    spare: int = 0

    def shrink(self) -> bool:
        freed, self.spare = self.spare, 0
        self.nbytes -= freed
        return freed > 0


def test_entry_is_loaded_once_and_then_hit() -> None:
    cache: VectorCache[Held] = VectorCache(100)
    first = cache.get("a", lambda: Held(10))
    assert cache.get("a", lambda: Held(99)) is first
    counters = cache.counters()
    assert (counters.hits, counters.misses, counters.entries, counters.bytes) == (1, 1, 1, 10)


def test_least_recently_used_goes_first() -> None:
    cache: VectorCache[Held] = VectorCache(30)
    for key in "abc":
        cache.get(key, lambda: Held(10))
    cache.get("a", lambda: Held(10))
    cache.get("d", lambda: Held(10))
    assert [key for key in "abcd" if cache.peek(key)] == ["a", "c", "d"]
    assert cache.counters().evictions == 1


def test_entry_is_shrunk_before_it_is_let_go() -> None:
    cache: VectorCache[Held] = VectorCache(30)
    cache.get("a", lambda: Held(20, spare=15))
    cache.get("b", lambda: Held(25))
    counters = cache.counters()
    assert (counters.shrinks, counters.evictions, counters.bytes) == (1, 0, 30)


def test_entry_larger_than_the_limit_is_handed_out_and_not_kept() -> None:
    cache: VectorCache[Held] = VectorCache(30)
    assert cache.get("a", lambda: Held(31)).nbytes == 31
    assert cache.counters().entries == 0


def test_growth_is_noticed_when_told() -> None:
    cache: VectorCache[Held] = VectorCache(30)
    cache.get("a", lambda: Held(10))
    grown = cache.get("b", lambda: Held(10))
    grown.nbytes = 25
    cache.resized()
    assert cache.peek("a") is None
    assert cache.counters().bytes == 25


def test_failed_load_keeps_nothing_and_can_be_tried_again() -> None:
    cache: VectorCache[Held] = VectorCache(30)
    with pytest.raises(OSError, match="disk"):
        cache.get("a", lambda: (_ for _ in ()).throw(OSError("disk")))
    assert cache.get("a", lambda: Held(5)).nbytes == 5


def test_what_is_dropped_while_it_loads_is_not_kept() -> None:
    cache: VectorCache[Held] = VectorCache(30)

    def load() -> Held:
        cache.drop("a")
        return Held(5)

    assert cache.get("a", load).nbytes == 5
    assert cache.peek("a") is None


def test_drop_all_takes_a_choice() -> None:
    cache: VectorCache[Held] = VectorCache(100)
    for key in (("p", 1), ("p", 2), ("q", 1)):
        cache.get(key, lambda: Held(1))
    cache.drop_all(lambda key: isinstance(key, tuple) and key[0] == "p")
    assert (cache.peek(("p", 1)), cache.peek(("q", 1))) == (None, Held(1))
    cache.drop_all()
    assert cache.counters().entries == 0


def test_threads_that_miss_one_key_load_it_once() -> None:
    cache: VectorCache[Held] = VectorCache(100)
    loads: list[int] = []
    everybody = threading.Barrier(6)

    def load() -> Held:
        loads.append(1)
        return Held(1)

    def ask(_: int) -> Held:
        everybody.wait()
        return cache.get("a", load)

    with ThreadPoolExecutor(6) as pool:
        entries = list(pool.map(ask, range(6)))
    assert loads == [1]
    assert all(entry is entries[0] for entry in entries)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 20), st.integers(0, 10)), max_size=40))
def test_limit_holds_after_every_request(requests: list[tuple[int, int, int]]) -> None:
    cache: VectorCache[Held] = VectorCache(40)
    for key, size, spare in requests:
        cache.get(key, lambda size=size, spare=spare: Held(size + spare, spare))  # type: ignore[misc]
        assert cache.counters().bytes <= 40


def test_limit_below_one_byte_is_refused() -> None:
    with pytest.raises(InvalidInput, match="0 bytes"):
        VectorCache(0)
