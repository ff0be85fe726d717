from __future__ import annotations

import time

import pytest


@pytest.fixture
def time_of():
    """Return a function that gives the least of three processor times of a call, in seconds."""

    def least(function, *arguments):
        times = []
        for _ in range(3):
            start = time.process_time()
            function(*arguments)
            times.append(time.process_time() - start)
        return min(times)

    return least
