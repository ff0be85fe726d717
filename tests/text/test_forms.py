"""Normal forms: what is the same, what stays apart, and that a form is its own form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.text.forms import _meaning_more, text_form, value_form
from doxa.text.patterns import lazy_pattern

PLAIN = ("garden", "gardens", "Ann", "may", "be", "c", "mayor", "twos", "allergies")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea.", " i  like\ttea "),
        ("“I like tea”", "I LIKE TEA!"),
        ("It’s Ann's", "it's ann’s"),
        ("Ｔｅａ　１２", "tea 12"),
        ("他喜欢茶。", "他 喜欢 茶"),
        ("2019–2021", "2019-2021"),
        ("soft\u00adware\u200b", "software"),
    ],
)
def test_the_same_text_in_other_writing_has_one_form(one: str, other: str) -> None:
    assert text_form(one) == text_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("I like tea", "I don't like tea"),
        ("他喜欢茶", "他不喜欢茶"),
        ("5 km", "6 km"),
        ("5 km", "5 kg"),
        ("-5 degrees", "5 degrees"),
        ("Ann met Bob", "Bob met Ann"),
        ("on Monday", "on Tuesday"),
        ("plan A", "plan B"),
        ("A/B", "A B"),
        ("knows C++", "knows C"),
        ("knows C#", "knows C"),
        ("3.2.1", "3.21"),
        ("He is home.", "He is home?"),
        ("naïve", "naive"),
        (".NET", "NET"),
        ("...", "!"),
    ],
)
def test_texts_that_say_something_else_have_other_forms(one: str, other: str) -> None:
    assert text_form(one) != text_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Beatles", "beatles"),
        ("a dog", "Dogs"),
        ("an apple", "apples"),
        ("一只狗", "狗"),
        ("twenty-five", "25"),
        ("二十五", "２５"),
        ("两百", "200"),
        ("two dogs", "2 dogs"),
        ("half a dozen eggs", "6 eggs"),
        ("1,000.50", "1000.5"),
        ("1.5 million", "1500000"),
        ("1.5万", "15000"),
        ("21st", "twenty-first"),
        ("5km", "5 kilometres"),
        ("5 kilometers", "五公里"),
        ("70 kg", "70公斤"),
        ("25 years old", "25岁"),
        ("3 hrs", "三个小时"),
        ("$50", "50美元"),
        ("100元", "100 yuan"),
        ("5%", "百分之五"),
        ("36.6℃", "36.6 °C"),
        ("June 1, 2026", "2026年6月1日"),
        ("1 June 2026", "2026-06-01"),
        ("June 1st", "6月1日"),
        ("June 2026", "2026-06"),
        ("2 children", "two child"),
    ],
)
def test_the_same_value_has_one_form(one: str, other: str) -> None:
    assert value_form(one) == value_form(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("colour", "color"),
        ("Adams", "Adam"),
        ("Williams", "William"),
        ("C++", "C"),
        ("A/B", "A"),
        ("three", "third"),
        ("1000 m", "1 km"),
        ("50 USD", "50 EUR"),
        ("007", "7"),
        ("+1 555", "1 555"),
        ("June 1, 2026", "June 1, 2025"),
        ("3.2.1", "3.2"),
        ("A minor", "minor"),
        ("四川", "4川"),
        ("not Berlin", "Berlin"),
        ("A", "an"),
    ],
)
def test_other_values_have_other_forms(one: str, other: str) -> None:
    assert value_form(one) != value_form(other)


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("May 2, 1990", "1990-05-02"),
        ("May 2", "--05-02"),
        ("2026年6月", "2026-06"),
        ("February 30, 2026", "february 30, 2026"),
    ],
)
def test_dates_are_written_in_iso_form(value: str, form: str) -> None:
    assert value_form(value) == form


ANY = st.text(st.characters(exclude_categories=()), max_size=40)
PIECES = """
a the an one two twenty five hundred million point half dozen third first 007 1,000 3.5 0 -5 % $ € 百 二 十 万 点
分之 个 只 岁 年 月 日 km kilometres years old dogs children the The 1 June 2026 - / . , ' " “ ” C++
℃ İ ß ſ ﬁ ͅ \u0345 \uff9e \u0300 and
几 第 us £ +1 1/2
"""
VALUES = st.lists(st.sampled_from(PIECES.split()), max_size=8)


@given(ANY | VALUES.map(" ".join) | VALUES.map("".join))
def test_a_form_is_its_own_form(text: str) -> None:
    assert text_form(text_form(text)) == text_form(text)
    assert value_form(value_form(text)) == value_form(text)


@given(ANY)
def test_a_value_form_depends_on_the_text_form_alone(text: str) -> None:
    assert value_form(text_form(text)) == value_form(text)


@given(ANY.filter(str.strip))
def test_a_text_is_never_folded_to_nothing_but_for_invisible_characters(text: str) -> None:
    visible = any(character.isprintable() and not character.isspace() for character in text)
    assert text_form(text) or not visible


@given(st.lists(st.sampled_from([*sorted(each for each in _meaning_more() if each.isascii()), *PLAIN]), max_size=5))
def test_what_is_read_at_once_is_what_every_rule_makes_of_it(words: list[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        plain = value_form(" ".join(words))
        patch.setattr("doxa.text.forms._PLAIN", lazy_pattern("(?!)"))
        assert plain == value_form(" ".join(words))
