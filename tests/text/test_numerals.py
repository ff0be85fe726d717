"""Numbers in digits and words, English and Chinese."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.text.numerals import find_numbers, parse_number


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("25", 25),
        ("1,234.50", Decimal("1234.5")),
        ("２５", 25),
        ("-5", -5),
        ("21st", 21),
        ("third", 3),
        ("twenty-five", 25),
        ("twenty first", 21),
        ("two hundred", 200),
        ("two hundred and five", 205),
        ("a hundred", 100),
        ("a dozen", 12),
        ("half a dozen", 6),
        ("two dozen", 24),
        ("ninety-nine hundred", 9900),
        ("nineteen eighty-four", 1984),
        ("two thousand and nineteen", 2019),
        ("one million two hundred thousand and one", 1_200_001),
        ("three point one four", Decimal("3.14")),
        ("1.5 million", 1_500_000),
        ("二十五", 25),
        ("三百零二", 302),
        ("三百五", 350),
        ("两", 2),
        ("十", 10),
        ("两万三", 23_000),
        ("一亿二千万", 120_000_000),
        ("1.5万", 15_000),
        ("５万３千", 53_000),
        ("3亿", 300_000_000),
        ("二〇二六", 2026),
        ("三点五", Decimal("3.5")),
        ("廿三", 23),
    ],
)
def test_a_numeral_is_worth(text: str, value: int | Decimal) -> None:
    found = parse_number(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3.2.1",
        "abc12",
        "hundred",
        "no one",
        "a second",
        "一起",
        "十分好",
        "四川",
        "千万别",
        "两三天",
        "十几个",
        "9" * 101,
    ],
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert find_numbers(text) == []


def test_numbers_are_found_where_they_stand() -> None:
    text = "I have twenty-one cats, 3 dogs and ２百 fish; 他有两只猫、1.5万本书。"
    assert [(n.value, text[n.start : n.end]) for n in find_numbers(text)] == [
        (21, "twenty-one"),
        (3, "3"),
        (200, "２百"),
        (2, "两"),
        (15_000, "1.5万"),
    ]


def test_units_and_per_cent_signs_stay_outside() -> None:
    text = "5km, 40% and 第三次"
    assert [text[n.start : n.end] for n in find_numbers(text)] == ["5", "40", "三"]


@given(st.integers(1, 10**15), st.integers(0, 9))
def test_digits_in_any_width_read_as_their_value(value: int, places: int) -> None:
    wide = str(value).translate({ord("0") + digit: chr(0xFF10 + digit) for digit in range(10)})
    assert parse_number(wide) == value
    assert parse_number(f"{value:,}") == value
    assert parse_number(f"{value}.{places}") == Decimal(f"{value}.{places}")


@given(st.text(max_size=60) | st.text("一二两十百千万亿零点几多 13.,-ahundred onethirdandpoint", max_size=60))
def test_numbers_of_any_text_are_in_order_and_apart(text: str) -> None:
    found = find_numbers(text)
    assert all(0 <= number.start < number.end <= len(text) for number in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
