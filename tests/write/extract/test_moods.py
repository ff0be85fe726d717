"""Questions, conditions, wishes, reports and orders claim nothing about the world."""

from __future__ import annotations

import pytest

from doxa.write.extract import Mood
from tests.write.extract.reading import found, said, slots


@pytest.mark.parametrize(
    ("content", "mood"),
    [
        ("Do I live in Rome?", "question"),
        ("Do I even like Belgium?", "question"),
        ("if I moved to Lisbon I could have the sea", "hypothetical"),
        ("I would live in Rome.", "hypothetical"),
        ("Maybe I like jazz.", "hypothetical"),
        ("I don't think I like jazz.", "hypothetical"),
        ("I want to live in Rome.", "wish"),
        ("I'd love to visit Japan.", "wish"),
        ("Marta says I'm allergic to cats.", "quotation"),
        ("我想去冰岛。", "wish"),
        ("要是我搬到舟山，房子倒是现成的", "hypothetical"),
        ("如果我住在上海就好了。", "hypothetical"),
        ("我喜欢猫吗？", "question"),
        ("小琴说我对花粉过敏", "quotation"),
        ("老板让我下周去广州。", "quotation"),
    ],
)
def test_what_is_not_asserted_says_so(content: str, mood: Mood) -> None:
    assert {one.mood for one in found(content)} <= {mood}
    assert said(content) == []


@pytest.mark.parametrize(
    "content",
    [
        "Marta says Berlin is better for anyone in pianos.",
        "Mam thinks I should stay put and have a baby.",
        "Where did we live before Swansea, did I ever say?",
        "Is it true they eat horse here?",
        "Live in the moment!",
        "Try the soup.",
        "Tell me a joke about Rome.",
        "Thanks, that sounds great!",
        "帮我写一首诗。",
        "小琴说还不如去威海。",
        "我姐说大理好。",
        "你说人三十八了还能换行吗？",
        "主管让我回冷库，我没答应",
        "今天天气真好。",
    ],
)
def test_talk_gives_nothing(content: str) -> None:
    assert found(content) == []


def test_a_question_after_a_statement_leaves_the_statement() -> None:
    assert said("I'm from Oslo, what about you?") == [("hometown", "Oslo")]
    assert said("我住在上海，你呢？") == [("home", "上海")]


def test_what_somebody_tells_of_themselves_is_hearsay_about_them() -> None:
    (claim,) = (one.claim for one in found("Bob told me he moved to Oslo."))
    assert (claim.subject, claim.value, claim.origin) == ("Bob", "Oslo", "inferred")
    (claim,) = (one.claim for one in found("听说小明搬到上海了。"))
    assert (claim.subject, claim.value, claim.origin) == ("小明", "上海", "inferred")


@pytest.mark.parametrize("role", ["assistant", "system", "tool"])
def test_only_people_claim(role: str) -> None:
    assert found("I live in Rome.", role=role) == []


@pytest.mark.parametrize(
    "content",
    [
        "```\nI live in Rome.\n```",
        "`I live in Rome`",
        "> I live in Rome.",
        'He wrote "I live in Rome".',
        "https://example.org/I-live-in-Rome",
        "他说：“我住在上海，在银行上班。”",
    ],
)
def test_code_addresses_and_quotations_claim_nothing(content: str) -> None:
    assert slots(content) == []


def test_a_quoted_title_is_a_value() -> None:
    assert said('I love "Dune".') == [("likes", "Dune")]
