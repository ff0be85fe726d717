from __future__ import annotations

import pytest

from doxa import ANY, Claim
from doxa.errors import Conflict, InvalidInput, NotFound, Protected


@pytest.fixture
def ana(open_memory):
    return open_memory(user="ana")


def told(memory, subject, attribute, value, **more):
    text = f"{subject} {attribute} {value}"
    claim = Claim(text, subject, attribute, value, **more)
    return memory.add(text, claims=[claim], extract=False).outcomes[1].belief


def entity(memory, name, **more):
    return memory.add(name, kind="entity", canonical_name=name, extract=False, **more).beliefs[0]


def believed(memory, attribute):
    found = memory.list(include=("live",)).items
    return sorted(each.claim.value for each in found if each.claim and each.claim.attribute == attribute)


def test_an_alias_is_kept_and_one_it_has_changes_nothing(ana):
    bob = entity(ana, "Robert")
    assert ana.alias(bob.id, "Bob", "Rob").outcomes[0].status == "done"
    assert ana.get(bob.id).aliases == ("Bob", "Rob")
    assert ana.alias(bob.id, "bob").outcomes[0].status == "nothing_to_do"


def test_two_names_of_one_entity_have_one_home(ana, clock):
    told(ana, "Bob", "home", "Berlin")
    clock.advance(days=1)
    told(ana, "Robert", "home", "Paris")
    assert believed(ana, "home") == ["Berlin", "Paris"]
    ana.alias(entity(ana, "Robert").id, "Bob")
    assert believed(ana, "home") == ["Paris"]


def test_a_claim_by_an_alias_is_reconciled_with_those_by_the_name(ana, clock):
    ana.alias(entity(ana, "Robert").id, "Bob")
    first = told(ana, "Robert", "home", "Berlin")
    clock.advance(days=1)
    outcome = ana.add("x", claims=[Claim("Bob moved", "Bob", "home", "Paris")], extract=False).outcomes[1]
    assert (outcome.verdict, outcome.belief.id) == ("supersede", first.id)


def test_a_value_by_another_name_confirms(ana):
    ana.alias(entity(ana, "IBM").id, "Big Blue")
    told(ana, "user", "employer", "IBM")
    outcome = ana.add("x", claims=[Claim("works there", "user", "employer", "Big Blue")], extract=False).outcomes[1]
    assert outcome.verdict == "confirm"


def test_two_values_of_one_time_are_never_both_believed_after_an_alias(ana, clock):
    for source, name, city in (("x", "Bob", "Rome"), ("y", "Rob", "Oslo")):
        claim = Claim(f"{name} lives in {city}", name, "home", city)
        ana.add(source, claims=[claim], extract=False, source=source, time=clock.now())
    ana.alias(entity(ana, "Bob").id, "Rob")
    shown = [each for each in ana.list(include=("live", "contested")).items if each.claim and each.kind == "fact"]
    assert sorted((each.status, bool(each.contested_by)) for each in shown) == [("contested", True)] * 2
    assert believed(ana, "home") in (["Oslo"], ["Rome"], [])


def test_an_alias_of_a_shared_entity_counts_for_everybody(open_memory, clock):
    memory = open_memory()
    ibm = entity(memory, "IBM")
    for user in ("ana", "bob"):
        told(memory.scoped(user=user), "user", "employer", "Big Blue")
        clock.advance(days=1)
        told(memory.scoped(user=user), "user", "employer", "IBM")
    memory.alias(ibm.id, "Big Blue")
    for user in ("ana", "bob"):
        assert believed(memory.scoped(user=user), "employer") == ["IBM"]


def test_another_owners_entity_does_not_name_mine(open_memory):
    memory = open_memory()
    bob = memory.scoped(user="bob")
    bob.alias(entity(bob, "Robert").id, "Bob")
    ana = memory.scoped(user="ana")
    told(ana, "Bob", "home", "Berlin")
    told(ana, "Robert", "home", "Paris")
    assert believed(ana, "home") == ["Berlin", "Paris"]
    with pytest.raises(NotFound):
        ana.alias(bob.list(kinds=["entity"]).items[0].id, "Rob")


def test_a_name_that_two_entities_share_names_neither(ana):
    for name in ("Robert Smith", "Robert Jones"):
        ana.alias(entity(ana, name).id, "Bob")
    told(ana, "Bob", "home", "Berlin")
    told(ana, "Robert Smith", "home", "Paris")
    assert believed(ana, "home") == ["Berlin", "Paris"]


def test_undo_of_an_alias_brings_back_what_was_believed(ana, clock):
    told(ana, "Bob", "home", "Berlin")
    clock.advance(days=1)
    told(ana, "Robert", "home", "Paris")
    receipt = ana.alias(entity(ana, "Robert").id, "Bob")
    ana.undo(receipt.operation)
    assert believed(ana, "home") == ["Berlin", "Paris"]


def test_circular_names_are_refused_and_nothing_is_written(ana):
    one, two = entity(ana, "One"), entity(ana, "Two")
    ana.alias(one.id, "Two")
    before = ana.status().last_operation
    with pytest.raises(Conflict):
        ana.alias(two.id, "One")
    assert ana.status().last_operation == before


def test_merged_entities_have_one_set_of_names_and_slots(ana, clock):
    bob, robert = entity(ana, "Bob", aliases=["Bobby"]), entity(ana, "Robert")
    told(ana, "Bobby", "home", "Berlin")
    clock.advance(days=1)
    told(ana, "Robert", "home", "Paris")
    ana.merge([bob.id], into=robert.id)
    assert believed(ana, "home") == ["Paris"]
    assert set(ana.get(robert.id).aliases) == {"Bob", "Bobby"}
    assert ana.get(bob.id).status == "archived"


def test_merged_beliefs_share_those_who_vouch_for_them(ana):
    one = ana.add("The office closes at six.", kind="fact", extract=False, source="ana").beliefs[0]
    two = ana.add("At six the office shuts.", kind="fact", extract=False, source="bob").beliefs[0]
    ana.merge([two.id], into=one.id)
    merged = ana.get(one.id)
    assert (merged.sources, merged.evidence) == (("ana", "bob"), "corroborated")
    assert merged.confidence > one.confidence
    assert [each.text for each in ana.list(kinds=["fact"]).items] == ["The office closes at six."]


def test_what_cannot_be_one_thing_is_not_merged(ana, clock):
    bob, fact = entity(ana, "Bob"), told(ana, "Bob", "home", "Berlin")
    rival = ana.add("c", claims=[Claim("not so", "Bob", "home", "Rome", conflicts_with=fact.id)], extract=False)
    for refs, into in (([bob.id], bob.id), ([fact.id], bob.id), ([rival.outcomes[1].belief.id], fact.id), ([], bob.id)):
        with pytest.raises(InvalidInput):
            ana.merge(refs, into=into)
    ana.lock(fact.id)
    other = told(ana, "Bob", "likes", "tea")
    with pytest.raises(Protected):
        ana.merge([fact.id], into=other.id)


def test_an_attribute_that_becomes_single_keeps_the_later_value(ana, clock):
    told(ana, "Bob", "mentor", "Cleo")
    clock.advance(days=1)
    told(ana, "Bob", "mentor", "Dov")
    assert believed(ana, "mentor") == ["Cleo", "Dov"]
    ana.define_attribute("mentor", single=True)
    assert believed(ana, "mentor") == ["Dov"]
    clock.advance(days=1)
    assert ana.add("z", claims=[Claim("m", "Bob", "mentor", "Eve")], extract=False).outcomes[1].verdict == "supersede"


def test_an_attribute_that_becomes_many_valued_lets_every_value_stand(ana, clock):
    told(ana, "user", "home", "Berlin")
    clock.advance(days=1)
    told(ana, "user", "home", "Paris")
    ana.define_attribute("home", single=False)
    assert believed(ana, "home") == ["Berlin", "Paris"]
    ana.define_attribute("home", single=True)
    assert believed(ana, "home") == ["Paris"]


def test_a_new_name_of_an_attribute_brings_its_values_together(ana, clock):
    told(ana, "user", "home", "Berlin")
    clock.advance(days=1)
    told(ana, "user", "dwells_at", "Paris")
    ana.define_attribute("home", single=True, aliases=["dwells at"])
    assert believed(ana, "home") + believed(ana, "dwells_at") == ["Paris"]


def test_a_definition_is_the_projects_and_survives_reopening(open_memory, home, clock):
    first = open_memory(user="ana")
    told(first.scoped(user="bob"), "user", "mentor", "Cleo")
    clock.advance(days=1)
    told(first.scoped(user="bob"), "user", "mentor", "Dov")
    first.define_attribute("mentor", single=True)
    assert believed(first.scoped(user="bob"), "mentor") == ["Dov"]
    first.close()
    again = open_memory(user="ana")
    told(again, "user", "mentor", "Cleo")
    clock.advance(days=1)
    told(again, "user", "mentor", "Dov")
    assert believed(again, "mentor") == ["Dov"]


def test_another_open_memory_sees_a_definition_at_once(open_memory, clock):
    one, two = open_memory(user="ana"), open_memory(user="ana")
    one.define_attribute("mentor", single=True)
    told(two, "user", "mentor", "Cleo")
    clock.advance(days=1)
    told(two, "user", "mentor", "Dov")
    assert believed(two, "mentor") == ["Dov"]


def test_a_past_view_has_the_definitions_of_then(ana, clock):
    told(ana, "user", "mentor", "Cleo")
    clock.advance(days=1)
    told(ana, "user", "mentor", "Dov")
    before = ana.status().last_operation
    ana.define_attribute("mentor", single=True)
    then = ana.as_of(before).list().items
    assert sorted(each.claim.value for each in then if each.claim) == ["Cleo", "Dov"]


@pytest.mark.parametrize("name", ["", "!!", "x" * 101])
def test_a_malformed_attribute_is_refused(ana, name):
    with pytest.raises(InvalidInput):
        ana.define_attribute(name, single=True)


def test_a_merge_brings_edges_along(ana):
    bob, robert, rex = entity(ana, "Bob"), entity(ana, "Robert"), entity(ana, "Rex")
    ana.relate(rex.id, "INVOLVES", bob.id)
    ana.merge([bob.id], into=robert.id)
    ana.pin(robert.id)
    assert ana.stats(user=ANY).edges >= 3
