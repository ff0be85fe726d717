"""English: name, age, home, work and the other things one is."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import said, slots


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("My name is Ana.", [("name", "Ana")]),
        ("My name is Hope.", [("name", "Hope")]),
        ("my name is li wei", [("name", "li wei")]),
        ("my name is misspelled", []),
        ("My name is hard to spell.", []),
        ("My name is mud now.", []),
        ("I'm from Ireland originally.", [("hometown", "Ireland")]),
        ("i'm from cork", [("hometown", "cork")]),
        ("I'm from marketing, by the way.", []),
        ("I'm from work, calling quickly.", []),
        ("Hi! I'm Rhiannon, Rhi to most people.", [("name", "Rhiannon")]),
        ("I'm 34", [("age", "34")]),
        ("I am thirty-four years old.", [("age", "thirty-four")]),
        ("I turned 34 yesterday!", [("age", "34")]),
        ("My birthday is May 3.", [("birthday", "May 3")]),
        ("I was born on 12 June 1990.", [("birthday", "12 June 1990")]),
        ("I was born in 1990.", [("birth_year", "1990")]),
        ("My location is Lisbon.", [("home", "Lisbon")]),
        ("I live in St. Louis.", [("home", "St. Louis")]),
        ("We moved to Mt. Pleasant.", [("home", "Mt. Pleasant")]),
        ("I work at McDonald's.", [("employer", "McDonald's")]),
        ("I work at Macy's in Rome.", [("employer", "Macy's")]),
        ("I'm Dutch.", [("nationality", "Dutch")]),
        ("I'm from Lisbon, Portugal.", [("hometown", "Lisbon, Portugal")]),
        ("I grew up in Aberdeen.", [("hometown", "Aberdeen")]),
        ("I'm married to Ana.", [("partner", "Ana")]),
        ("I'm divorced.", [("marital_status", "divorced")]),
        ("I've been diagnosed with asthma.", [("medical_condition", "asthma")]),
        ("I'm left-handed.", [("left_handed", "yes")]),
        ("My height is 180 cm.", [("height", "180 cm")]),
        ("I'm 6 feet tall.", [("height", "6 feet")]),
        ("Please call me Mike.", [("nickname", "Mike")]),
        ("I'm lactose intolerant.", [("intolerant_to", "lactose")]),
        (
            "Hey, I'm Sam, a 29-year-old software engineer from Austin.",
            [("name", "Sam"), ("age", "29"), ("occupation", "software engineer"), ("hometown", "Austin")],
        ),
    ],
)
def test_who_somebody_is(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("The user's name is Bob.", [("user", "name", "Bob", True)]),
        ("User's favourite colour is blue.", [("user", "favourite_colour", "blue", True)]),
        ("The user’s sister lives in Rome.", [("user's sister", "home", "Rome", True)]),
        ("User's wife is allergic to cats.", [("user's wife", "allergic_to", "cats", True)]),
        ("The user's tired.", []),
    ],
)
def test_what_an_agent_writes_of_the_users_own(content: str, expected: list[tuple[str, str, str, bool]]) -> None:
    assert slots(content) == expected


def test_a_named_speakers_user_is_somebody_else() -> None:
    assert slots("The user's name is Bob.", speaker="Ana") == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("I live in Swansea with my cousin.", [("home", "Swansea")]),
        ("i live in new york", [("home", "new york")]),
        ("I'm based in Oslo now.", [("home", "Oslo")]),
        ("We moved to Ghent on Saturday.", [("home", "Ghent")]),
        ("I moved back to Lyon last year.", [("home", "Lyon")]),
        ("We've relocated to Porto.", [("home", "Porto")]),
        ("I moved from Rome to Milan.", [("home", "Milan"), ("home", "Rome")]),
        ("I'm no longer in Berlin.", [("home", "not Berlin")]),
        ("I don't live in Berlin.", [("home", "not Berlin")]),
        ("I live in fear.", []),
        ("I'm in Rome for the weekend.", []),
        ("I moved to a bigger flat.", [("did", "moved to a bigger flat")]),
        ("I want to live in Rome.", []),
        ("I'm moving to the kitchen.", []),
    ],
)
def test_where_somebody_lives(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("I'm a piano tuner.", [("occupation", "piano tuner")]),
        ("I work as a nurse at St Mary's Hospital.", [("occupation", "nurse"), ("employer", "St Mary's Hospital")]),
        ("I work at Calloway Pianos, tiny place.", [("employer", "Calloway Pianos")]),
        ("I work in finance.", [("occupation", "finance")]),
        ("I joined Acme as a designer.", [("employer", "Acme"), ("occupation", "designer")]),
        ("I got a job at Eni.", [("employer", "Eni")]),
        ("I quit my job at Eni.", [("employer", "not Eni")]),
        ("I was laid off from Acme.", [("employer", "not Acme")]),
        ("I've been promoted to lead engineer.", [("occupation", "lead engineer")]),
        ("I study physics at MIT.", [("major", "physics"), ("school", "MIT")]),
        ("I graduated from Leeds in 2015.", [("school", "Leeds")]),
        ("I'm a good cook.", []),
        ("I'm a mess.", []),
        ("I work from home.", [("does", "work from home")]),
        ("I don't work at Acme.", [("employer", "not Acme")]),
    ],
)
def test_work_and_study(content: str, expected: list[tuple[str, str]]) -> None:
    assert said(content) == expected


@pytest.mark.parametrize(
    "content",
    [
        "I'm 5 minutes away.",
        "I'm 100% sure.",
        "I'm Fine.",
        "I'm Tired of this.",
        "I'm Team Rocket all the way.",
    ],
)
def test_what_only_looks_like_an_age_or_a_name(content: str) -> None:
    assert said(content) == []


def test_several_things_in_one_breath_keep_their_subject() -> None:
    assert slots("Bob works at Google and lives in Oslo.") == [
        ("Bob", "employer", "Google", True),
        ("Bob", "home", "Oslo", True),
    ]
