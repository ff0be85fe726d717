"""Questions of the claims as a graph find an entity under any of its names."""

from __future__ import annotations

import pytest

from doxa import Claim


@pytest.fixture
def ana(open_memory):
    memory = open_memory(user="ana")
    robert = memory.add("Robert", kind="entity", canonical_name="Robert Lee", extract=False).beliefs[0]
    memory.alias(robert.id, "Bob", "老李")
    for subject, attribute, value in (
        ("user", "friend", "Bob"),
        ("Robert Lee", "employer", "Acme"),
        ("老李", "likes", "tea"),
        ("Acme", "city", "Oslo"),
    ):
        claim = Claim(f"{subject} {attribute} {value}", subject, attribute, value)
        memory.add(claim.text, claims=[claim], extract=False)
    return memory


@pytest.mark.parametrize("name", ["Robert Lee", "robert lee", "Bob", "bob", "老李"])
def test_what_is_said_under_one_name_is_related_to_every_other(ana, name):
    assert {each.claim.value for each in ana.related_to(name)} == {"Acme", "tea"}
    assert {each.claim.value for each in ana.related_to(name, max_hops=2)} == {"Acme", "tea", "Oslo"}
    assert [each.claim.value for each in ana.related_to(name, relation="likes")] == ["tea"]


def test_a_path_goes_through_an_entity_whatever_it_is_called_at_each_step(ana):
    steps = ana.explain_path("user", "Oslo")
    assert [(step.source, step.target) for step in steps] == [
        ("user", "robert lee"),
        ("robert lee", "acme"),
        ("acme", "oslo"),
    ]
    assert [step.belief.claim.subject for step in steps] == ["user", "Robert Lee", "Acme"]


def test_a_path_may_end_at_another_name_and_a_thing_is_no_way_from_itself(ana):
    assert [step.target for step in ana.explain_path("user", "老李")] == ["robert lee"]
    assert ana.explain_path("Bob", "Robert Lee") == []
    assert ana.explain_path("tea", "老李") is None
    assert [step.source for step in ana.explain_path("tea", "老李", directed=False)] == ["tea"]


def test_a_name_that_two_entities_share_stands_for_itself(ana):
    other = ana.add("Bobby", kind="entity", canonical_name="Bobby Ray", extract=False).beliefs[0]
    ana.alias(other.id, "Bob")
    ana.add("Bob sings", claims=[Claim("Bob likes songs", "Bob", "likes", "songs")], extract=False)
    assert [each.claim.value for each in ana.related_to("Bob")] == ["songs"]
    assert {each.claim.value for each in ana.related_to("Robert Lee")} == {"Acme", "tea"}


def test_another_owners_names_resolve_nothing(ana, open_memory):
    ben = ana.scoped(user="ben")
    ben.add("Bob is here", claims=[Claim("Bob likes jazz", "Bob", "likes", "jazz")], extract=False)
    assert [each.claim.value for each in ben.related_to("Bob")] == ["jazz"]
    assert ben.related_to("Robert Lee") == []
