"""`reflect`: what an agent captured, with its answer."""

from __future__ import annotations

import pytest

from doxa import Claim
from doxa.errors import InvalidInput


def test_captures_are_reconciled_like_anything_that_is_told(memory, clock):
    memory.reflect(["User lives in Lisbon"])
    clock.advance(days=40)
    moved, tabs, team = memory.reflect(
        [
            {"statement": "The user moved to Berlin"},
            Claim("User prefers tabs", kind="preference"),
            {"content": "Team chose gRPC", "type": "decision", "reason": "REST was slow", "certainty": "medium"},
        ]
    ).outcomes
    assert (moved.verdict, moved.belief.kind, moved.belief.claim.value) == ("supersede", "profile", "Berlin")
    assert (tabs.belief.kind, tabs.belief.author) == ("preference", "agent")
    assert team.belief.text == "Team chose gRPC (reason: REST was slow)"
    assert team.belief.confidence == pytest.approx(0.7)


def test_a_chinese_capture_gives_its_reason_in_chinese(memory):
    (outcome,) = memory.reflect([{"statement": "团队决定使用gRPC", "type": "decision", "reason": "REST太慢"}]).outcomes
    assert outcome.belief.text == "团队决定使用gRPC（理由：REST太慢）"


def test_the_answer_is_kept_as_a_turn_that_claims_nothing(memory):
    turn, capture = memory.reflect(["Ana likes tea"], response="I live in a cloud.", session="s1").outcomes
    assert (turn.belief.kind, turn.belief.metadata["role"], turn.verdict) == ("turn", "assistant", "raw_only")
    assert memory.why(capture.belief.id).belief.session == "s1"
    assert [each.text for each in memory.list(kinds=["profile"]).items] == []


def test_a_quote_that_was_never_said_makes_a_capture_inferred(memory):
    said = memory.add("I drink oat milk.", extract=False).outcomes[0].belief.id
    true = {"statement": "User drinks oat milk", "quote": "I drink oat milk"}
    made_up = {"statement": "User owns a farm", "quote": "I own a farm"}
    first, second = memory.reflect([true, made_up], sources=[said]).beliefs
    assert (first.origin, second.origin) == ("explicit", "inferred")


def test_a_capture_may_name_what_it_revises(memory, clock):
    old = memory.reflect(["The office is on floor 2"]).beliefs[0]
    clock.advance(days=1)
    (outcome,) = memory.reflect([{"statement": "The office is on floor 3", "revises": old.id}]).outcomes
    assert (outcome.verdict, outcome.replaced) == ("supersede", old.kref)


def test_nothing_at_all_is_refused(memory):
    with pytest.raises(InvalidInput):
        memory.reflect([])
    with pytest.raises(InvalidInput, match="Did you mean 'statement'"):
        memory.reflect([{"statment": "x"}])


def test_a_value_may_be_a_number(memory):
    captures = [
        {"statement": "The user is 30", "subject": "user", "attribute": "age", "value": 30},
        {"statement": "The user is 1.7 m tall", "subject": "user", "attribute": "height", "value": 1.7},
    ]
    assert [each.belief.claim.value for each in memory.reflect(captures).outcomes] == ["30", "1.7"]
