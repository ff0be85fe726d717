from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.errors import EmbedderMismatch, InvalidInput
from doxa.index.codes import binary_codes
from doxa.index.vectors import SlabVectors

DIM = 16


def unit_vectors(rows: int, seed: int = 0) -> np.ndarray:
    made = np.random.default_rng(seed).normal(size=(rows, DIM))
    return (made / np.linalg.norm(made, axis=1, keepdims=True)).astype(np.float32)


VECTORS = unit_vectors(200)
QUERY = unit_vectors(1, seed=1)[0]


def read(ids: np.ndarray) -> np.ndarray:
    return VECTORS[ids]


def unread(ids: np.ndarray) -> np.ndarray:
    raise AssertionError("rows are resident and must not be read")


def slab(count: int, *, codes_only: bool = False, **options: Any) -> SlabVectors:
    made = SlabVectors(DIM, **options)
    if codes_only:
        made.append_codes(np.arange(count), binary_codes(VECTORS[:count]))
    else:
        made.append(np.arange(count), VECTORS[:count])
    return made


def best(count: int, k: int) -> list[int]:
    return np.argsort(-(VECTORS[:count] @ QUERY))[:k].tolist()


def test_empty_slab_finds_nothing() -> None:
    empty = SlabVectors(DIM)
    assert empty.search(QUERY, 5, read_rows=unread).ids.tolist() == []
    assert (len(empty), empty.last_id, empty.nbytes) == (0, None, 0)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=6), st.booleans(), st.sampled_from([0, 30, 50_000]))
def test_batches_find_what_one_batch_finds(sizes: list[int], codes_only: bool, float_rows: int) -> None:
    grown, start = SlabVectors(DIM, float_rows=float_rows), 0
    for size in sizes:
        end = min(start + size, 200)
        ids = np.arange(start, end)
        if codes_only:
            grown.append_codes(ids, binary_codes(VECTORS[start:end]))
        else:
            grown.append(ids, VECTORS[start:end])
        start = end
    assert grown.ids.tolist() == list(range(start))
    assert grown.search(QUERY, 7, read_rows=read).ids.tolist() == best(start, 7)
    assert grown.holds_floats <= (start <= float_rows)


@pytest.mark.parametrize("codes_only", [True, False])
def test_past_state_is_a_prefix(codes_only: bool) -> None:
    made = slab(200, codes_only=codes_only)
    for newest in (-1, 0, 57, 199, 10_000):
        found = made.search(QUERY, 200, read_rows=read, newest=newest)
        assert sorted(found.ids.tolist()) == list(range(min(newest + 1, 200)))


def test_resident_rows_are_not_read_and_codes_alone_read_the_candidates() -> None:
    assert slab(200).search(QUERY, 3, read_rows=unread).ids.tolist() == best(200, 3)
    asked: list[int] = []

    def counting(ids: np.ndarray) -> np.ndarray:
        asked.append(len(ids))
        return VECTORS[ids]

    slab(200, codes_only=True).search(QUERY, 3, read_rows=counting, candidates=50)
    assert asked == [50]


def test_rows_past_the_limit_are_kept_as_codes_only() -> None:
    made = slab(100, float_rows=100)
    assert made.holds_floats
    floats = made.nbytes
    made.append(np.array([100]), VECTORS[100:101])
    assert not made.holds_floats
    assert made.nbytes < floats / 3
    assert made.search(QUERY, 5, read_rows=read).ids.tolist() == best(101, 5)


def test_shrinking_frees_floats_once_and_holding_brings_them_back() -> None:
    made = slab(200)
    assert (made.shrink(), made.shrink()) == (True, False)
    assert made.search(QUERY, 5, read_rows=read).ids.tolist() == best(200, 5)
    made.hold_floats(VECTORS)
    assert made.search(QUERY, 5, read_rows=unread).ids.tolist() == best(200, 5)
    with pytest.raises(InvalidInput, match="199 vectors were given for 200"):
        made.hold_floats(VECTORS[:199])


@pytest.mark.parametrize("codes_only", [True, False])
def test_removed_revisions_are_gone_and_appending_goes_on(codes_only: bool) -> None:
    made = slab(100, codes_only=codes_only)
    gone = best(100, 3)
    made.remove([*gone, 12_345])
    made.append(np.array([150]), VECTORS[150:151])
    assert made.ids.tolist() == [number for number in range(100) if number not in gone] + [150]
    found = made.search(QUERY, 200, read_rows=read).ids.tolist()
    assert sorted(found) == made.ids.tolist()


def test_flags_made_before_an_append_leave_the_new_rows_out() -> None:
    made, flags = slab(100), np.ones(90, dtype=bool)
    flags[best(90, 1)] = False
    found = made.search(QUERY, 200, read_rows=unread, allowed=flags, newest=95)
    assert sorted(found.ids.tolist()) == np.flatnonzero(flags).tolist()


@pytest.mark.parametrize("ids", [[99], [50], [100, 100], [101, 100]])
def test_revisions_must_ascend(ids: list[int]) -> None:
    made = slab(100)
    with pytest.raises(InvalidInput, match="ascending"):
        made.append(np.array(ids), VECTORS[: len(ids)])
    assert len(made) == 100


def test_vectors_of_another_length_name_reindex() -> None:
    made = slab(10)
    with pytest.raises(EmbedderMismatch, match="doxa reindex"):
        made.search(np.ones(DIM + 1, dtype=np.float32), 3, read_rows=unread)
    with pytest.raises(EmbedderMismatch, match="length 3"):
        made.append(np.array([10]), np.ones((1, 3), dtype=np.float32))


def test_searches_while_rows_are_appended_see_whole_prefixes() -> None:
    made, failures = slab(1, float_rows=60), []

    def search() -> None:
        while len(made) < 200:
            found = made.search(QUERY, 200, read_rows=read).ids.tolist()
            if sorted(found) != list(range(len(found))):
                failures.append(found)

    searchers = [threading.Thread(target=search) for _ in range(3)]
    for searcher in searchers:
        searcher.start()
    for number in range(1, 200):
        made.append(np.array([number]), VECTORS[number : number + 1])
    for searcher in searchers:
        searcher.join()
    assert failures == []
