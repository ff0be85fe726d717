"""The time a message takes grows with its length, whatever it is made of."""

from __future__ import annotations

from time import process_time

import pytest

from tests.write.extract.reading import found


def _seconds(text: str) -> float:
    taken = []
    for _ in range(2):
        start = process_time()
        found(text)
        taken.append(process_time() - start)
    return min(taken)


@pytest.mark.parametrize(
    "piece", ["-", "—", ",", "'", '"', "“", "and ", "so, ", "just ", "I ", "my ", "I like ", "我", "，", "不", "是"]
)
def test_time_is_linear_in_the_length(piece: str) -> None:
    found("I live in Rome. 我住在北京。")  # compiles the patterns
    short, long = (_seconds(piece * (length // len(piece))) for length in (2_000, 16_000))
    assert long < 24 * max(short, 0.002)  # eight times the text: 64 times the time where it is quadratic
