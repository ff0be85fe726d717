"""Claims are matched with marked ones by one rule, whatever they say."""

from __future__ import annotations

from typing import Any

import pytest

from doxa import Message

LIKES = ("user", "likes", "playing the piano")
NOT_COFFEE = ("user", "drinks", "coffee", False)


def matched(claim: tuple[Any, ...], marked: tuple[Any, ...]) -> bool:
    from write_gold import Slots, matches

    return matches(Slots(*claim), Slots(*marked))


@pytest.mark.parametrize(
    ("claim", "marked"),
    [
        (("user", "loves", "piano"), LIKES),
        (("用户", "likes", "playing pianos"), LIKES),
        (("user's mom", "home", "Porto"), ("my mother", "lives_in", "Porto")),
        (("用户的上司", "name", "李强"), ("我的上司", "name", "李强")),
        (("user", "favourite_fruit", "figs"), ("user", "likes", "figs")),
        (NOT_COFFEE, NOT_COFFEE),
    ],
)
def test_the_same_said_otherwise_matches(claim: tuple[Any, ...], marked: tuple[Any, ...]) -> None:
    assert matched(claim, marked)


@pytest.mark.parametrize(
    "claim",
    [
        ("user's sister", "likes", "playing the piano"),
        ("user", "employer", "playing the piano"),
        ("user", "likes", "the cello"),
        ("user", "likes", "playing the piano", False),
    ],
)
def test_another_subject_attribute_value_or_polarity_does_not(claim: tuple[Any, ...]) -> None:
    assert not matched(claim, LIKES)


def test_precision_is_of_what_was_found_and_recall_of_the_core() -> None:
    from write_gold import Marked, Score, Slots

    core, fine = (Slots(*LIKES), Slots("user", "home", "Rome")), (Slots("user", "age", "4"),)
    score = Score()
    score.add(Marked("x", Message("user", "…"), (), None, core, fine), [core[0], fine[0], Slots("user", "age", "5")])
    assert (score.precision, score.recall) == (2 / 3, 1 / 2)
