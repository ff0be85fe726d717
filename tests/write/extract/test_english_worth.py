"""English: what is liked and felt, told of things and doings rather than of oneself."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import said


@pytest.mark.parametrize(
    ("content", "claim"),
    [
        ("I like puzzles that test my memory.", ("likes", "puzzles that test their memory")),
        ("I'm hooked on this great game called Ludo.", ("likes", "great game called Ludo")),
        ("I love the thrill of the race.", ("likes", "thrill of the race")),
        ("I still love to get lost in long novels.", ("likes", "get lost in long novels")),
        ("Love hearing the rain on my tent.", ("likes", "hearing the rain on their tent")),
        ("Still enjoying my tea and biscuits.", ("likes", "tea")),
        ("Moments like that make me love my job.", ("likes", "job")),
        ("We met through our love of old maps.", ("likes", "old maps")),
        ("They remind me why I'm so passionate about rowing.", ("likes", "rowing")),
        ("Two of my favourites are Dune and Solaris.", ("likes", "Solaris")),
        ("Dune and Solaris are amazing!", ("likes", "Dune")),
        ("Rowing, skating and chess are all fun games I enjoy.", ("likes", "skating")),
        ("I loved Middlemarch.", ("likes", "Middlemarch")),
        ("Music is a big part of my life.", ("values", "Music")),
        ("It was fun to paint the fence with the kids.", ("did", "paint the fence with the kids")),
        ("Reaching the lighthouse was amazing.", ("did", "reaching the lighthouse")),
        ("It's so rewarding to see my roses bloom.", ("likes", "see their roses bloom")),
        ("Winning felt amazing.", ("feels", "amazing about winning")),
        ("I've been feeling a mix of emotions.", ("feels", "a mix of emotions")),
        ("I really miss going on adventures.", ("feels", "miss going on adventures")),
        ("I was so happy and thankful for all the help.", ("feels", "happy and thankful for all the help")),
    ],
)
def test_what_is_liked_and_felt_is_read(content: str, claim: tuple[str, str]) -> None:
    assert claim in said(content)


@pytest.mark.parametrize(
    "content",
    [
        "It's great to hear from you!",
        "It's important to help each other.",
        "Wow, your trip sounds amazing!",
        "Starting a blog is awesome, Ana!",
        "Was it fun to paint the fence?",
        "It was great to see everyone smile.",
        "Love your dress!",
        "The view is amazing.",
        "It could be fun to paint outdoors.",
        "We love it, it brings us closer!",
        "I feel proud of u.",
        "I can't wait to visit ya.",
        "It was great to paint with ya!",
    ],
)
def test_courtesies_and_general_remarks_are_not(content: str) -> None:
    assert said(content) == []
