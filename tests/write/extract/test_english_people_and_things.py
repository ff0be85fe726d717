"""English: third parties, pronouns, things, events, plans and changes."""

from __future__ import annotations

import pytest

from tests.write.extract.reading import found, said, slots


def test_a_named_relation_is_linked_and_spoken_of_by_name() -> None:
    assert slots("My sister Ana lives in Rome. She works at Eni.") == [
        ("user", "sibling", "Ana", True),
        ("Ana", "home", "Rome", True),
        ("Ana", "employer", "Eni", True),
    ]


def test_an_unnamed_relation_is_a_subject_of_its_own() -> None:
    assert slots("My brother works at Eni.") == [("user's brother", "employer", "Eni", True)]
    assert slots("Our dog is called Clef.")[0] == ("user's dog", "name", "Clef", True)


def test_a_pronoun_that_can_mean_two_people_means_nobody() -> None:
    assert ("home", "Oslo") not in said("Bob met Tom. He lives in Oslo.")
    assert ("home", "Oslo") not in said("Ana works at Eni and Eva works at Acme. She lives in Oslo.")


def test_known_people_get_their_canonical_name() -> None:
    known = {"rob": "Robert Hale", "user's sister": "Ana"}
    assert slots("rob lives in Oslo", known_people=known) == [("Robert Hale", "home", "Oslo", True)]
    assert slots("My sister lives in Rome.", known_people=known) == [("Ana", "home", "Rome", True)]


def test_a_speaker_with_a_name_is_the_subject() -> None:
    assert slots("I hate olives.", speaker="Dov") == [("Dov", "likes", "olives", False)]
    assert slots("My sister lives in Rome.", speaker="Dov") == [("Dov's sister", "home", "Rome", True)]


def test_the_addressee_is_nobody_to_claim_about() -> None:
    assert slots("Caroline works at Eni.", addressee="Caroline") == []


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Peanut butter cake contains wheat flour.", ("Peanut butter cake", "contains", "wheat flour", True)),
        ("Peanuts contain peanut protein.", ("Peanuts", "contains", "peanut protein", True)),
        ("Peanuts contain peanut protein whether boiled or not.", ("Peanuts", "contains", "peanut protein", True)),
        ("I keep my passport in the top drawer.", ("passport", "located_in", "top drawer", True)),
        ("The sauce does not contain gluten.", ("sauce", "contains", "gluten", False)),
        ("Our API depends on Redis.", ("API", "depends_on", "Redis", True)),
        ("The engine is part of the car.", ("engine", "part_of", "car", True)),
        ("The team meeting is on Wednesday at ten.", ("team meeting", "date", "Wednesday at ten", True)),
        ("The meeting has been moved to Friday at half nine", ("meeting", "date", "Friday at half nine", True)),
        ("I moved the meeting from Tuesday to Thursday.", ("meeting", "date", "Thursday", True)),
    ],
)
def test_things_contain_depend_and_take_place(content: str, expected: tuple[str, str, str, bool]) -> None:
    assert slots(content) == [expected]


def test_a_swap_ends_one_and_begins_the_other() -> None:
    assert said("I switched from Java to Python.") == [("uses", "Python"), ("uses", "not Java")]


@pytest.mark.parametrize(
    ("content", "attribute", "value"),
    [
        ("I met Bob yesterday.", "met", "Bob"),
        ("I went to Bruges once on a school trip.", "visited", "Bruges"),
        ("We went camping last week.", "did", "went camping"),
        ("I ran a charity race last Saturday.", "did", "ran a charity race"),
        ("I took my dogs out for a hike last Thursday.", "did", "took their dogs out for a hike"),
        ("I joined a book club last week.", "member_of", "book club"),
        ("Just finished my thesis.", "did", "finished their thesis"),
        ("I usually use voice chat with my team.", "habit", "use voice chat with their team"),
    ],
)
def test_events_and_habits(content: str, attribute: str, value: str) -> None:
    assert (attribute, value) in said(content)


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("I'm flying to Oslo next Friday.", "fly to Oslo"),
        ("I'm going to learn to ride a cargo bike.", "learn to ride a cargo bike"),
        ("We plan to move to Porto next year.", "move to Porto"),
        ("I'm having lunch with Dov on Friday.", "have lunch with Dov"),
        ("Gonna volunteer at a shelter next month.", "volunteer at a shelter"),
    ],
)
def test_a_plan_is_an_intention_and_no_slot(content: str, value: str) -> None:
    (plan,) = found(content)
    assert (plan.mood, plan.claim.attribute, plan.claim.value, plan.claim.kind) == ("plan", "plans", value, "intention")


@pytest.mark.parametrize(
    "content", ["I'll do my best!", "I'll let you know.", "We'll see.", "I will be there for you."]
)
def test_promises_are_no_plans(content: str) -> None:
    assert said(content) == []


def test_a_thing_is_no_friend() -> None:
    assert said("Coffee is my best friend.") == []
    assert said("Helen is my best friend.") == [("friend_of", "Helen")]


def test_a_job_that_is_a_doing_is_worded_as_one() -> None:
    texts = [one.claim.text for one in found("My real job is teaching physics.")]
    assert texts == ["user's job is teaching physics"]
