"""What is too unsure, below .3, is shown by no ordinary read; it is there when asked for, and can be brought back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from doxa import Claim


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def told(memory, text="The boat is blue", **more):
    return memory.add(text, kind="fact", extract=False, **more).beliefs[0]


def shown(memory):
    """Return what each ordinary read shows of the boat."""
    found = (
        [hit.belief.text for hit in memory.recall("Which colour is the boat?").hits],
        [belief.text for belief in memory.list().items],
        [belief.text for belief in memory.envelope().facts],
        ["The boat is blue" for _ in range("boat is blue" in memory.engage("the boat").text)],
    )
    assert len({tuple(each) for each in found}) == 1, found
    return found[0]


def test_every_read_hides_what_came_in_below_three_tenths_and_shows_what_came_in_at_it(ana, open_memory):
    told(ana, confidence=0.29)
    assert shown(ana) == []
    other = open_memory("other", user="ana")
    told(other, confidence=0.3)
    assert shown(other) == ["The boat is blue"]


def test_every_read_hides_what_time_brought_down_to_three_tenths(ana, clock):
    told(ana)
    clock.advance(days=179)
    assert shown(ana) == ["The boat is blue"]
    clock.advance(days=1, seconds=1)
    assert shown(ana) == []


def test_it_is_listed_as_archived_where_that_is_asked_for_and_can_be_read_by_its_ref(ana, clock):
    boat = told(ana)
    clock.advance(days=200)
    told(ana, "The house is red")
    archived = ana.list(include=["archived"]).items
    assert [(each.id, each.status) for each in archived] == [(boat.id, "archived")]
    assert len(ana.list(include=["live", "archived"]).items) == 2
    assert ana.get(boat.id).status == "archived"
    cut = {hit.belief.id: hit.why[-1].detail for hit in ana.recall("the boat", explain=True).cut}
    assert cut[boat.id] == "confidence 0.30 is too low to be shown"


def test_restoring_or_confirming_brings_it_back(ana, clock):
    boat = told(ana)
    clock.advance(days=200)
    assert ana.restore(boat.id).outcomes[0].reason == "too unsure to be shown before, live now"
    assert shown(ana) == ["The boat is blue"]
    clock.advance(days=200)
    assert shown(ana) == []
    ana.confirm(boat.id)
    assert shown(ana) == ["The boat is blue"]


def test_pinned_and_contested_claims_are_never_hidden(ana, clock):
    pinned, contested = told(ana, "The boat is blue"), told(ana, "The house is red", confidence=0.5)
    ana.pin(pinned.id)
    ana.contradict(contested.id, source="bob")
    clock.advance(days=400)
    live = {each.text: (each.status, each.confidence) for each in ana.list().items}
    assert live["The boat is blue"] == ("live", 0.0)
    assert live["The house is red"][0] == "contested"
    assert {hit.belief.text for hit in ana.recall("red house, blue boat").hits} >= {"The boat is blue"}


def test_a_turn_is_what_was_said_and_does_not_fade(ana, clock):
    ana.add("The boat is blue", extract=False)
    clock.advance(days=4000)
    assert [hit.belief.kind for hit in ana.recall("Which colour is the boat?").hits] == ["turn"]


def test_what_was_sure_then_answers_a_question_about_then(ana, clock):
    said = clock.now()
    ana.revise([Claim("home is Rome", "user", "home", "Rome")])
    clock.advance(days=400)
    assert ana.list().items == ()
    assert [each.claim.value for each in ana.list(valid_at=said + timedelta(days=1)).items] == ["Rome"]
    assert [each.claim.value for each in ana.as_of(said + timedelta(days=1)).list().items] == ["Rome"]


def test_what_held_then_is_found_also_where_what_came_after_was_given_up(ana, clock):
    began = clock.now()
    for value in ("Rome", "Oslo"):
        ana.revise([Claim(f"home is {value}", "user", "home", value)])
        clock.advance(days=1)
    ana.contract([Claim("home is Oslo", "user", "home", "Oslo")])
    assert [each.claim.value for each in ana.list(valid_at=began + timedelta(hours=1)).items] == ["Rome"]
    assert ana.list().items == ana.list(valid_at=clock.now()).items == ()
