"""The guess at a text's language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.text.language import guess_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Hello there", "en"),
        ("the cat is on the table", "en"),
        ("I love 北京 food", "en"),
        ("我喜欢茶", "zh"),
        ("我用Python写API", "zh"),
        ("東京に行きました", "other"),
        ("안녕하세요", "other"),
        ("Привет мир", "other"),
        ("Je ne veux pas pourquoi", "other"),
        ("das war nicht gut und ich gehe", "other"),
        ("", "other"),
        ("123 !!", "other"),
    ],
)
def test_the_language_is_guessed(text: str, language: str) -> None:
    assert guess_language(text) == language


@given(st.text(max_size=60))
def test_any_text_has_a_guess(text: str) -> None:
    assert guess_language(text) in {"en", "zh", "other"}
