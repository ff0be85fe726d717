"""Decisions with their reasons, what is to be done, and what stayed open, read by rule."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from doxa.write.consolidate.conversation import Line
from doxa.write.consolidate.decided import is_decision, remarks_in

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def said(*turns: str) -> list[tuple[str, str, str | None]]:
    lines = [
        Line("assistant" if each.startswith("A: ") else "user", None, each.removeprefix("A: "), NOON) for each in turns
    ]
    return [(each.sort, each.text, each.reason) for each in remarks_in(lines)]


@pytest.mark.parametrize(
    ("sentence", "decision", "reason"),
    [
        (
            "We decided to use gRPC because REST was too slow for streaming.",
            "We decided to use gRPC",
            "REST was too slow for streaming",
        ),
        ("Because REST was slow, we decided to use gRPC.", "We decided to use gRPC", "REST was slow"),
        ("Let's go with PostgreSQL since it has JSONB", "Let's go with PostgreSQL", "it has JSONB"),
        ("We agreed on Friday releases due to the audit.", "We agreed on Friday releases", "the audit"),
        ("I chose the blue one.", "I chose the blue one", None),
        ("We settled on Lisbon since March.", "We settled on Lisbon since March", None),
        ("因为REST太慢，我们决定使用gRPC。", "我们决定使用gRPC", "REST太慢"),
        ("我们最终选用PostgreSQL，因为它支持JSONB。", "我们最终选用PostgreSQL", "它支持JSONB"),
        ("因為REST太慢，我們決定使用gRPC。", "我們決定使用gRPC", "REST太慢"),
        ("我們最終選用PostgreSQL，因為它支援JSONB。", "我們最終選用PostgreSQL", "它支援JSONB"),
        ("团队一致同意推迟发布，考虑到审计还没结束。", "团队一致同意推迟发布", "审计还没结束"),
    ],
)
def test_a_decision_is_read_with_its_reason(sentence, decision, reason):
    assert said(sentence, "A: ok") == [("decision", decision, reason)]


@pytest.mark.parametrize(
    "sentence",
    [
        "We have not decided to move yet.",
        "We should decide on a region.",
        "If we choose Postgres, it costs more.",
        "I love going to the sea.",
        "She decides everything.",
        "我们还没决定用哪个。",
        "如果决定搬家，我会告诉你。",
        "这取决于预算。",
    ],
)
def test_what_may_be_decided_is_no_decision(sentence):
    assert not is_decision(sentence)


def test_the_next_sentence_may_give_the_reason():
    assert said("We picked Lisbon. The reason is the light.") == [("decision", "We picked Lisbon", "the light")]
    assert said("我们选定了里斯本。因为阳光好。") == [("decision", "我们选定了里斯本", "阳光好")]


@pytest.mark.parametrize(
    "sentence",
    [
        "I need to call the bank tomorrow.",
        "TODO: renew the passport",
        "Remind me to water the plants.",
        "记得给妈妈打电话。",
    ],
)
def test_what_is_to_be_done_is_an_action(sentence):
    assert [sort for sort, _, _ in said(sentence)] == ["action"]


@pytest.mark.parametrize("sentence", ["I will be there.", "I'll see.", "I have to say it's nice.", "我会觉得冷。"])
def test_idle_words_about_what_will_be_are_no_action(sentence):
    assert said(sentence) == []


def test_a_question_is_open_until_somebody_else_speaks():
    assert said("Which region?") == [("question", "Which region?", None)]
    assert said("Which region?", "A: The first.") == []
    assert said("We still need to figure out the price.", "A: ok") == [
        ("question", "We still need to figure out the price.", None)
    ]
    assert [sort for sort, _, _ in said("价格待定。", "A: 好")] == ["question"]
