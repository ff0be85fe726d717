"""A claim is checked against its source by whole words and their stance, in English and Chinese."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.belief.validate import origin_of, pattern_gate, validate
from doxa.errors import InvalidInput

SUMMARY = (
    "Alice mentioned she uses FL Studio for beat making. "
    "She loves fettuccini pasta and wants to improve her mixing skills."
)
ZH = "用户说她住在上海，在阿里云工作。她喜欢喝咖啡，但是讨厌下雨天。她今年二十五岁，不吃香菜。"


@pytest.mark.parametrize(
    "claim",
    [
        "loves fettuccini",
        "Alice loves fettuccini.",
        "uses FL Studio",
        "loves fettuccini and sushi dinners",
        "enjoys fettuccini",
        "wants to improve mixing skills",
    ],
)
def test_what_the_source_says_is_supported(claim: str) -> None:
    assert validate(claim, SUMMARY, names=["Alice"]).failure is None


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        ("codes in Python", "name"),
        ("is 25", "number"),
        ("", "empty"),
        ("the user", "empty"),
        ("hates fettuccini", "polarity"),
        ("does not love fettuccini", "polarity"),
        ("uses GarageBand", "name"),
        ("plays violin", "words"),
        ("hikes mountains daily", "words"),
    ],
)
def test_what_the_source_does_not_say_fails_for_a_reason(claim: str, failure: str) -> None:
    assert validate(claim, SUMMARY, names=["Alice"]).failure == failure


@pytest.mark.parametrize(
    ("claim", "source", "failure"),
    [
        ("enjoys heat", "she enjoys wheat bread", "words"),
        ("loved mixing", "he loves to mix", None),
        ("codes in C++", "He has coded in C++ for years", None),
        ("codes in C++", "He has coded in C for years", "name"),
        ("works on AI", "she is working on AI safety", None),
        ("is 25 years old", "she turned twenty-five, 25 years", None),
        ("timeout is 30 seconds", "the timeout is 60 seconds", "number"),
        ("works at Apple", "she works at Google", "name"),
        ("lives in boston", "she lives in austin", "words"),
        ("is allergic to peanuts", "She is not allergic to peanuts.", "polarity"),
        ("is not allergic to peanuts", "She isn't allergic to peanuts.", None),
        ("dislikes olives", "I don't like olives", None),
        ("likes coffee", "She loves tea but hates coffee", "polarity"),
        ("hates coffee", "She loves tea but hates coffee", None),
        ("likes tea", "She hates coffee and does like tea", None),
        ("deploys to AWS", "We never deploy to AWS", "polarity"),
        ("never deploys to AWS", "We never deploy to AWS", None),
        ("has no dog", "She does not have a dog", None),
        ("has a dog", "She does not have a dog", "polarity"),
    ],
)
def test_stance_inflection_short_words_and_numbers_count(claim: str, source: str, failure: str | None) -> None:
    assert validate(claim, source).failure == failure


@pytest.mark.parametrize(
    ("claim", "failure"),
    [
        ("住在上海", None),
        ("用户喜欢喝咖啡", None),
        ("讨厌咖啡", "polarity"),
        ("不喜欢喝咖啡", "polarity"),
        ("讨厌下雨天", None),
        ("喜欢下雨天", "polarity"),
        ("25岁", None),
        ("三十岁", "number"),
        ("住在北京", "words"),
        ("不吃香菜", None),
        ("吃香菜", "polarity"),
        ("在阿里云工作", None),
    ],
)
def test_chinese_claims_are_checked_alike(claim: str, failure: str | None) -> None:
    assert validate(claim, ZH, names=["用户"]).failure == failure


@given(st.sampled_from([SUMMARY, ZH, "She hates coffee.", "我从不喝酒。", "Deploy C++ to AWS on Q1."]))
def test_every_text_supports_itself(text: str) -> None:
    found = validate(text, text)
    assert (found.failure, found.share) == (None, 1.0)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_texts_can_be_compared(claim: str, source: str) -> None:
    found = validate(claim, source)
    assert 0.0 <= found.share <= 1.0
    assert found.supported == (found.failure is None)


def test_a_claim_that_fails_is_not_stored_as_explicit() -> None:
    assert origin_of(validate("loves fettuccini", SUMMARY)) == "explicit"
    assert origin_of(validate("hates fettuccini", SUMMARY)) == "inferred"


def test_patterns_are_dropped_confirmed_or_proposed_and_never_applied() -> None:
    assert [pattern_gate(value) for value in (0.59, 0.6, 0.79, 0.8)] == [
        "dropped",
        "needs_confirmation",
        "needs_confirmation",
        "proposed",
    ]


def test_an_impossible_share_is_refused() -> None:
    with pytest.raises(InvalidInput, match="enough is 0"):
        validate("x", "x", enough=0)
