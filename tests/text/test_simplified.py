"""What is written in traditional characters is the same as in simplified ones."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from doxa.text.folding import flatten
from doxa.text.forms import text_form, value_form
from doxa.text.simplified import simplified
from doxa.text.tokens import query_tokens, tokens


def test_traditional_characters_become_simplified_ones_in_their_places() -> None:
    assert simplified("我對花生過敏，住在臺北") == "我对花生过敏，住在台北"
    assert flatten("後天下午") == "后天下午"


def test_a_word_is_found_by_either_script() -> None:
    assert tokens("過敏") == tokens("过敏")
    assert query_tokens("電腦") == query_tokens("电脑")


def test_a_value_is_the_same_in_either_script() -> None:
    assert value_form("臺北") == value_form("台北")
    assert text_form("我對花生過敏。") == text_form("我对花生过敏")


@given(st.text())
def test_any_text_keeps_its_length_and_is_simplified_once(text: str) -> None:
    plain = simplified(text)
    assert len(plain) == len(text)
    assert simplified(plain) == plain
