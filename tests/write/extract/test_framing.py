"""A sentence that is denied, quoted, wished or taken back claims nothing."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import said


@pytest.mark.parametrize(
    "content",
    [
        "It's not true that I live in Kyiv.",
        "It isn’t really true that I live in Kyiv.",
        "It is false that I work at Google.",
        "It's a lie that I'm allergic to nuts.",
        "I'm not sure I like tea.",
        "No way is it true that I live in Kyiv.",
        "I deny that I live in Kyiv.",
        "I lied when I said I live in Kyiv.",
        "The rumour that I live in Kyiv is wrong.",
        "I live in Kyiv is a lie.",
        "I live in Kyiv is not true.",
        "I live in Kyiv, which is a lie.",
        "I live in Kyiv, just kidding.",
        "I live in Kyiv. Just kidding.",
        "我住在基辅是假的。",
        "我住在基辅这句话是假的。",
        "我住在基辅不是真的。",
        "我住在基辅。骗你的。",
    ],
)
def test_what_is_denied_or_taken_back_claims_nothing(content: str) -> None:
    assert said(content) == []


@pytest.mark.parametrize(
    "content",
    [
        "My friend says: I live in Kyiv.",
        "He wrote in his letter: I work at Google.",
        "The sentence 'I live in Kyiv' is false.",
        "They write ‘I live in Kyiv’ everywhere.",
        "The sentence I live in Kyiv is short.",
        "Translate to French: I live in Kyiv.",
        "翻译：我住在基辅。",
        "If only I lived in Bali!",
        "If only I worked at Google.",
    ],
)
def test_what_is_quoted_or_wished_claims_nothing(content: str) -> None:
    assert said(content) == []


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("It's true that I live in Kyiv.", ("home", "Kyiv")),
        ("The fact that I live in Kyiv is great.", ("home", "Kyiv")),
        ("I told you: I live in Kyiv.", ("home", "Kyiv")),
        ("Update: I live in Kyiv.", ("home", "Kyiv")),
        ("In other words, I live in Kyiv.", ("home", "Kyiv")),
        ("I live in Kyiv and the news is a lie.", ("home", "Kyiv")),
        ("I said it's wrong but I live in Kyiv.", ("home", "Kyiv")),
        ("My friends' house is big and I live in Kyiv, that's my friends' fault.", ("home", "Kyiv")),
        ("My favourite word is nonsense.", ("favourite_word", "nonsense")),
        ("I'm from Rome, not Milan.", ("hometown", "Rome")),
        ("我住在北京，他说的是假的。", ("home", "北京")),
    ],
)
def test_what_only_looks_denied_is_claimed(content: str, claim: tuple[str, str]) -> None:
    assert claim in said(content)
