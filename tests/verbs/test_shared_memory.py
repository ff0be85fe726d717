"""Shared memory is written to by nobody in particular."""

from __future__ import annotations

from typing import Any

from doxa.records import Claim

TALL = Claim("Bob is tall", subject="Bob", attribute="build", value="tall")
SHORT = Claim("Bob is short", subject="Bob", attribute="build", value="short")


def test_claims_are_believed_without_a_user(memory: Any) -> None:
    for told in (memory.expand([TALL]), memory.revise([SHORT])):
        assert told.outcomes[0].verdict == "new"
        assert told.outcomes[0].belief.sources == ("user",)


def test_beliefs_are_changed_confirmed_and_contradicted_without_a_user(memory: Any) -> None:
    ref = memory.expand([TALL]).beliefs[0].id
    assert memory.update(ref, "Bob is very tall").beliefs
    assert memory.confirm(ref).outcomes[0].verdict == "confirm"
    assert memory.contradict(ref, "Bob is short").outcomes[0].verdict == "conflict"
