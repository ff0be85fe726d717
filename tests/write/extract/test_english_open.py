"""What no closer rule reads: doings, feelings, hopes, aims."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("I added some saffron to the rice.", ("did", "added some saffron to the rice")),
        ("I shared my sketches with the club.", ("did", "shared their sketches with the club")),
        ("I had a nasty fall at the rink.", ("did", "had a nasty fall at the rink")),
        ("I had the chance to go to a pottery fair.", ("did", "go to a pottery fair")),
        ("I felt relieved and grateful after the exam.", ("feels", "relieved and grateful after the exam")),
        ("The choir has made me feel accepted.", ("feels", "accepted")),
        ("I'm proud of my garden.", ("feels", "proud of their garden")),
        ("Can't wait to try out some new recipes.", ("plans", "try out some new recipes")),
        ("We're looking forward to the regatta.", ("plans", "regatta")),
        ("I'm trying to eat less sugar.", ("goal", "eat less sugar")),
        ("I've been researching visas for Peru.", ("does", "researching visas for Peru")),
        ("We bond over stories and campfires.", ("does", "bond over stories and campfires")),
        ("I read a book about castles in Wales.", ("reads", "a book about castles in Wales")),
        ("Here's a photo from our trip to Banff.", ("visited", "Banff")),
        ("My favourite thing is lemon pie.", ("likes", "lemon pie")),
        ("I just started playing chess.", ("plays", "chess")),
        ("I got this cool video card last week.", ("owns", "cool video card")),
        ("Look at my new marimba!", ("owns", "marimba")),
        ("I believe in second chances.", ("values", "second chances")),
        ("I need to fix the gutter.", ("goal", "fix the gutter")),
        ("Messed up my knee on the court.", ("did", "messed up their knee on the court")),
    ],
)
def test_what_somebody_tells_of_their_day_is_read(content: str, claim: tuple[str, str]) -> None:
    assert claim in said(content)


@pytest.mark.parametrize(
    "content",
    [
        "I'm glad you like it.",
        "I'm proud of you.",
        "It feels like I'm stepping into a film.",
        "When I'm stressed, nothing helps.",
        "I'll let you know.",
        "I can't wait to hear about it!",
        "Must have taken a lot of work.",
        "I got it.",
        "I found that one.",
        "Want to join?",
        "I almost bought a boat.",
        "We're lucky to have them.",
        "You support me in my new endeavor.",
        "We need to act now!",
    ],
)
def test_what_points_at_others_or_says_nothing_by_itself_is_not(content: str) -> None:
    assert said(content) == []


def test_a_hope_is_a_wish_and_fills_no_slot() -> None:
    (one,) = found("I'd love to live in Rome.")
    assert (one.claim.attribute, one.mood) == ("wants", "wish")
