"""What begins and what ends: jobs, homes, diets."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("I got hired by Meta.", ("employer", "Meta")),
        ("I got fired from Meta.", ("employer", "not Meta")),
        ("I got laid off by Meta.", ("employer", "not Meta")),
        ("I left Google in 2020.", ("employer", "not Google")),
        ("I left Acme Labs last year.", ("employer", "not Acme Labs")),
        ("I'm not a vegetarian anymore.", ("diet", "not vegetarian")),
        ("I'm not vegan any more.", ("diet", "not vegan")),
        ("I stopped being a vegan.", ("diet", "not vegan")),
        ("我又开始抽烟了。", ("smokes", "是")),
        ("我不抽烟。", ("smokes", "not 是")),
        ("我不再吃素了。", ("diet", "not 素")),
        ("我从来没住过重庆", ("home", "not 重庆")),
        ("我没有住过重庆。", ("home", "not 重庆")),
    ],
)
def test_beginnings_and_denials_are_read(content: str, claim: tuple[str, str]) -> None:
    assert said(content) == [claim]


@pytest.mark.parametrize(
    ("content", "attribute", "value"),
    [
        ("I moved out of Berlin.", "home", "Berlin"),
        ("I used to be a vegetarian.", "diet", "vegetarian"),
        ("我以前住过重庆。", "home", "重庆"),
    ],
)
def test_what_is_over_has_an_end(content: str, attribute: str, value: str) -> None:
    (one,) = found(content)
    assert (one.claim.attribute, one.claim.value) == (attribute, value)
    assert one.claim.valid is not None
    assert one.claim.valid.end is not None


@pytest.mark.parametrize(
    "content",
    [
        "I moved out of the house.",
        "I left Berlin in 2020.",
        "I left Mary.",
        "I left my Dell at home.",
        "I got let down by Meta.",
        "我从没住过院。",
        "我住过酒店。",
        "我今天抽烟了。",
    ],
)
def test_what_only_looks_alike_ends_nothing(content: str) -> None:
    assert [each for each in said(content) if each[0] != "did"] == []
