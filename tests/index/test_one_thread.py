"""Our own matrix products keep to one thread; whatever numpy was given is in force again afterwards."""

from __future__ import annotations

import pytest

from doxa.index import one_thread as module
from doxa.index.one_thread import one_thread


class FakeBlas:
    """A library that is asked for a number of threads and told one."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self.told: list[int] = []

    def get(self) -> int:
        return self.threads

    def set(self, threads: int) -> None:
        self.threads = threads
        self.told.append(threads)


@pytest.fixture
def blas(monkeypatch: pytest.MonkeyPatch) -> FakeBlas:
    blas = FakeBlas(8)
    monkeypatch.setattr(module, "_switch", lambda: blas)
    return blas


def test_products_run_on_one_thread_and_the_number_returns(blas: FakeBlas) -> None:
    with one_thread():
        assert blas.threads == 1
    assert blas.threads == 8


def test_the_number_returns_after_an_error(blas: FakeBlas) -> None:
    with pytest.raises(ValueError, match="no"), one_thread():
        raise ValueError("no")
    assert blas.threads == 8


def test_calls_that_overlap_go_back_to_the_number_of_before_the_first(blas: FakeBlas) -> None:
    first, second = one_thread(), one_thread()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert blas.threads == 1
    second.__exit__(None, None, None)
    assert blas.threads == 8
    assert blas.told == [1, 8]


def test_a_process_that_has_one_thread_is_told_nothing(blas: FakeBlas) -> None:
    blas.threads = 1
    with one_thread():
        pass
    assert blas.told == []


def test_without_a_library_of_numpys_own_nothing_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_switch", lambda: None)
    with one_thread():
        pass


def test_numpys_own_library_is_told() -> None:
    switch = module._switch()
    if switch is None:
        pytest.skip("numpy brings no OpenBLAS of its own here")
    before = switch.get()
    with one_thread():
        assert switch.get() == 1
    assert switch.get() == before
