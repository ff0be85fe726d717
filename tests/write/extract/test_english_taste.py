"""English: likes, allergies, possessions, pets, and the ends of negation and lists."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import said


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("I love cold water swimming.", [("likes", "cold water swimming")]),
        ("I enjoy hiking on weekends.", [("likes", "hiking")]),
        ("I like to hike.", [("likes", "hike")]),
        ("I like walking in the rain.", [("likes", "walking in the rain")]),
        ("I'm a big fan of jazz.", [("likes", "jazz")]),
        ("I'm into electronic and rock music.", [("likes", "electronic music"), ("likes", "rock music")]),
        ("I hate spreadsheets.", [("likes", "not spreadsheets")]),
        ("I can't stand olives.", [("likes", "not olives")]),
        ("I'm not a fan of horror movies.", [("likes", "not horror movies")]),
        ("I don't like A/B testing.", [("likes", "not A/B testing")]),
        ("I don't like cold water swimming anymore.", [("likes", "not cold water swimming")]),
        ("I no longer like jazz.", [("likes", "not jazz")]),
        ("I stopped liking jazz.", [("likes", "not jazz")]),
        ("I like tea but not coffee.", [("likes", "tea"), ("likes", "not coffee")]),
        ("My favourite tea is lapsang again.", [("favourite_tea", "lapsang")]),
        ("Dune is my favorite book.", [("favourite_book", "Dune")]),
        ("Skiing is one of my favourites.", [("likes", "Skiing")]),
        ("I like tea or coffee.", []),
        ("I love it.", []),
        ("I love your photo!", []),
        ("I like that you called.", []),
        ("I'd love a coffee.", []),
    ],
)
def test_likes(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


def test_a_preference_names_only_what_is_preferred() -> None:
    assert said("I prefer tea over coffee.") == [("prefers", "tea")]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("I'm allergic to peanuts.", [("allergic_to", "peanuts")]),
        ("I'm allergic to Mondays, haha.", []),
        ("I'm allergic to small talk.", []),
        ("I can't eat gluten, it makes me so ill.", [("eats", "not gluten")]),
        ("I'm allergic to peanuts and tree nuts.", [("allergic_to", "peanuts"), ("allergic_to", "tree nuts")]),
        (
            "I'm not allergic to almonds or hazelnuts.",
            [("allergic_to", "not almonds"), ("allergic_to", "not hazelnuts")],
        ),
        ("I have an allergy to dust mites.", [("allergic_to", "dust mites")]),
        ("I can't eat shellfish.", [("eats", "not shellfish")]),
        ("I never drink coffee.", [("drinks", "not coffee")]),
        ("I'm vegan.", [("diet", "vegan")]),
        ("I can't eat today.", []),
    ],
)
def test_what_somebody_cannot_eat(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("I have two cats and a dog named Max.", [("has_pet", "two cats"), ("has_pet", "Max"), ("species", "dog")]),
        ("We adopted a dog yesterday!", [("has_pet", "dog")]),
        ("My cat is called Miso.", [("name", "Miso"), ("has_pet", "Miso")]),
        ("My pup is called Bo.", [("name", "Bo"), ("has_pet", "Bo")]),
        (
            "I took my three dogs to the beach.",
            [("did", "took their three dogs to the beach"), ("has_pet", "three dogs")],
        ),
        ("I don't own a car.", [("owns", "not car")]),
        ("I sold my car.", [("owns", "not car")]),
        ("I have two kids.", [("child", "two kids")]),
        ("I have a meeting.", []),
        ("I have a lot of fun.", []),
        ("I speak French and a little German.", [("speaks", "French"), ("speaks", "German")]),
        ("I don't speak Dutch yet.", [("speaks", "not Dutch")]),
        ("I play the piano.", [("plays", "piano")]),
        ("I'm learning Spanish.", [("learning", "Spanish")]),
    ],
)
def test_what_somebody_has_and_can(content: str, expected: list[tuple[str, str]]) -> None:
    assert sorted(said(content)) == sorted(expected)
