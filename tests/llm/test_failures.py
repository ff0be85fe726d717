"""What a failure means is read from its status, its type and its words, whoever raised it."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from doxa.llm.failures import failing_of, failing_of_status


@pytest.mark.parametrize(
    ("status", "failing"),
    [
        (400, "lasting"),
        (401, "blocked"),
        (404, "blocked"),
        (408, "passing"),
        (409, "passing"),
        (422, "lasting"),
        (429, "passing"),
        (500, "passing"),
        (503, "passing"),
    ],
)
def test_a_status_says_whether_to_try_again(status: int, failing: str) -> None:
    assert failing_of_status(status) == failing


@pytest.mark.parametrize(
    ("error", "failing"),
    [
        (TimeoutError(), "passing"),
        (ConnectionResetError(), "passing"),
        (OSError("network is down"), "passing"),
        (ValueError("no JSON"), "lasting"),
        (TypeError(), "lasting"),
        (RuntimeError("Rate limit reached"), "passing"),
        (RuntimeError("the server is overloaded"), "passing"),
        (RuntimeError("Invalid API key"), "blocked"),
        (RuntimeError("blocked by our content policy"), "lasting"),
        (RuntimeError("boom"), "unknown"),
        (RuntimeError(), "unknown"),
    ],
)
def test_an_exception_of_anybodys_code_says_whether_to_try_again(error: Exception, failing: str) -> None:
    assert failing_of(error) == failing


def test_a_status_counts_before_type_and_words() -> None:
    class Refused(ValueError):
        status_code = 503

    class Answered(RuntimeError):
        response = SimpleNamespace(status_code=400)

    assert failing_of(Refused("invalid")) == "passing"
    assert failing_of(Answered("rate limit")) == "lasting"
