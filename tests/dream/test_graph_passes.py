from __future__ import annotations

import pytest

from doxa import ANY, Claim
from doxa.errors import InvalidInput, NotFound


def entity(memory, name, **more):
    return memory.add(name, kind="entity", canonical_name=name, extract=False, **more).beliefs[0]


def told(memory, subject, attribute, value):
    claim = Claim(f"{subject} {attribute} {value}", subject, attribute, value)
    return memory.add(f"{subject}: {value}", claims=[claim], extract=False).outcomes[1].belief


def edges(memory, *types):
    with memory._core.graph.view(user=ANY) as view:
        refs = [view.resolve(each.kref) for each in memory.list(include=("live", "archived"), limit=1000).items]
        return {(e.source, e.type, e.target): dict(e.metadata) for e in view.edges(refs, types=types)}


def test_an_entity_keeps_the_names_of_what_was_merged_into_it(ana):
    robert, bob = entity(ana, "Robert"), entity(ana, "Bob", aliases=["Bobby"])
    ana.alias(robert.id, "Bob")
    told(ana, "Robert", "likes", "tea")
    assert ana.dream(["entities"]).counts["merge_entities"] == 1
    (kept,) = ana.list(kinds=("entity",)).items
    assert {kept.canonical_name, *kept.aliases} >= {"Bob", "Bobby", "Robert"}
    assert {each.id for each in ana.list(include=("archived",)).items} <= {robert.id, bob.id}


def test_entities_of_one_name_whose_single_values_differ_stay_apart(ana):
    entity(ana, "Sam Low"), entity(ana, "Samuel")
    told(ana, "Sam Low", "birthday", "1 May")
    told(ana, "Samuel", "birthday", "9 June")
    with ana._core.graph.transaction("test", user="ana") as writer:  # an alias that decided nothing anew
        writer.alias(writer.view.item(ana.list(kinds=("entity",)).items[1].id).id, "Samuel")
    report = ana.dream(["entities"])
    assert report.applied == ()
    assert "one name may be two people's" in report.guarded[0].why


def test_entities_that_nothing_names_are_pruned_once_old_enough(ana, clock):
    alone, named, linked = entity(ana, "Zed"), entity(ana, "Ann"), entity(ana, "Bea")
    told(ana, "Ann", "likes", "tea")
    ana.relate(linked.id, "KNOWS", named.id)
    assert ana.dream(["orphans"]).guarded[0].why == "younger than 7 days"
    clock.advance(days=8)
    ana.dream(["orphans"])
    assert [each.id for each in ana.list(include=("archived",)).items] == [alone.id]


def test_memories_about_one_thing_are_linked_once(ana, tell):
    one = tell("The heron by the river caught two fish in the reeds.")
    other = tell("The heron by the river caught nine fish in the reeds.")
    tell("Taxes are due in April.")
    ana.dream(["links"])
    found = edges(ana, "RELATED_TO")
    assert len(found) == 1
    assert ana.dream(["links"]).applied == ()
    assert {one.id, other.id} == {each.id for each in ana.list().items if "heron" in each.text}


def test_what_links_what_is_merged_grows_stronger(ana, tell):
    mill, river = tell("The mill was built in 1902."), tell("The river floods in spring.")
    one, other = tell("The mill by the river is closed."), tell("The mill by the river is really closed.")
    ana.relate(mill.id, "STANDS_BY", river.id)
    for each in (one, other):
        ana.relate(each.id, "ABOUT", mill.id)
        ana.relate(each.id, "ABOUT", river.id)
    report = ana.dream(["duplicates", "strengthen"])
    assert report.counts["strengthen"] == 1
    assert [each["strength"] for each in edges(ana, "STANDS_BY").values()] == [0.6]


def test_what_stands_on_its_ground_again_loses_its_mark(ana, clock):
    home = ana.add("x", claims=[Claim("I live in Oslo", "user", "home", "Oslo")], extract=False).outcomes[1].belief
    plan = ana.add("Buy a map of Oslo.", kind="knowledge", extract=False).beliefs[0]
    ana.relate(plan.id, "DEPENDS_ON", home.kref)
    clock.advance(days=1)
    ana.add("y", claims=[Claim("I live in Lima", "user", "home", "Lima")], extract=False)
    assert ana.get(plan.id).stale
    assert ana.dream(["grounding"]).applied == ()
    ana.rollback(home.id, to="3")
    assert ana.get(plan.id).stale
    ana.dream(["grounding"])
    assert ana.get(home.id).claim.value == "Oslo"
    assert ana.get(plan.id).stale == ()


def test_claims_too_unsure_and_texts_forgotten_are_archived_and_come_back(ana, clock):
    claim = ana.add("I like jazz.").outcomes[1].belief
    text = ana.add("The lamp on the porch flickers.", kind="fact", extract=False, salience=0.3).beliefs[0]
    turn = next(each for each in ana.list().items if each.kind == "turn")
    clock.advance(days=100)
    report = ana.dream(["archive"])
    assert [each.id for each in ana.list(include=("archived",)).items] == [text.id]
    ana.undo(report.operation)
    assert ana.get(text.id).status == "live"
    clock.advance(days=300)
    report = ana.dream(["archive"])
    assert {each.refs[0].partition("?")[0] for each in report.applied} == {
        each.kref.partition("?")[0] for each in (claim, text)
    }
    assert ana.get(turn.id).status == "live"


def test_one_memory_is_linked_with_those_most_like_it(ana, tell):
    one = tell("The heron by the river caught two fish in the reeds.")
    others = [tell(f"The heron by the river caught {number} fish in the reeds.") for number in (7, 8, 9, 10)]
    receipt = ana.link(one.id, limit=3)
    assert len(receipt.beliefs) == 3
    assert {each.id for each in receipt.beliefs} <= {each.id for each in others}
    assert len(ana.link(one.id).beliefs) == 1


def test_link_refuses_what_is_not_there_or_no_number_of_links(ana, tell):
    with pytest.raises(NotFound):
        ana.link("0" * 32)
    with pytest.raises(InvalidInput, match="limit"):
        ana.link(tell("The well is dry.").id, limit=0)


def test_link_stays_within_one_owner(ana, tell):
    one = tell("The heron by the river caught two fish in the reeds.")
    tell("The heron by the river caught nine fish in the reeds.", user=None)
    assert ana.link(one.id).outcomes[0].status == "nothing_to_do"
