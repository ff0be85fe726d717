"""`decompose`: the parts of a memory, their edges, and what they replace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from doxa import Claim, Memory
from doxa.errors import InvalidInput, NotFound, RevisionConflict


@pytest.fixture
def turn(memory: Memory) -> str:
    return memory.add("Long talk about storage.").outcomes[0].belief.id


def edges(memory: Memory, ref: str) -> set[tuple[str, str]]:
    with memory._core.graph.view() as view:
        found = view.edges([view.resolve(ref)])
        return {(edge.type, view.revision(edge.target).text) for edge in found}


def test_every_part_is_derived_from_the_memory_and_about_the_entities_it_names(memory, turn):
    receipt = memory.decompose(
        turn,
        entities=[{"name": "Postgres", "type": "software"}, "Ana"],
        facts=[
            "The team stores rows in Postgres",
            {"text": "Store rows in Postgres", "type": "decision", "reason": "the team knows it"},
            {"event": "Kick-off", "type": "event", "participants": ["Ana"], "event_date": "2026-02-03"},
        ],
    )
    *_, fact, decision, event = receipt.beliefs
    assert [each.kind for each in receipt.beliefs] == ["entity", "entity", "fact", "decision", "event"]
    said = "Long talk about storage."
    assert edges(memory, fact.id) == {("DERIVED_FROM", said), ("ABOUT", "Postgres")}
    assert ("DEPENDS_ON", fact.text) in edges(memory, decision.id)
    assert edges(memory, event.id) == {("DERIVED_FROM", said), ("INVOLVES", "Ana")}
    assert event.valid.start == datetime(2026, 2, 3, tzinfo=UTC)
    assert decision.metadata["reason"] == "the team knows it"
    assert {text for type_, text in edges(memory, turn) if type_ == "ABOUT"} == {"Postgres", "Ana"}


def test_an_entity_is_found_again_by_spelling_and_initials_and_keeps_the_new_name(memory, turn):
    first = memory.decompose(turn, entities=[{"name": "International Business Machines", "type": "company"}])
    again = memory.decompose(turn, entities=["IBM", "international business-machines"])
    assert {each.belief.id for each in again.outcomes} == {first.beliefs[0].id}
    assert [each.verdict for each in again.outcomes] == ["confirm", "confirm"]
    assert "IBM" in again.beliefs[0].aliases


def test_a_person_and_a_place_of_one_name_stay_two(memory, turn):
    receipt = memory.decompose(turn, entities=[{"name": "Paris", "type": "city"}, {"name": "Paris", "type": "person"}])
    assert len({each.id for each in receipt.beliefs}) == 2


def test_an_alias_brings_beliefs_of_one_slot_together(memory, turn):
    memory.add("x", claims=[Claim("IBM is in Armonk", "IBM", "home", "Armonk")], extract=False)
    name = "International Business Machines"
    memory.decompose(
        turn, facts=[{"text": f"{name} is in York", "subject": name, "attribute": "home", "value": "York"}]
    )
    receipt = memory.decompose(turn, entities=[{"name": name, "aliases": ["IBM"]}])
    assert len(receipt.outcomes) == 2
    homes = [each for each in memory.list(kinds=["fact"]).items if each.claim and each.claim.attribute == "home"]
    assert len(homes) == 1


def test_a_fact_in_a_slot_updates_its_chain(memory, turn, clock):
    memory.decompose(turn, facts=["User lives in Lisbon"])
    clock.advance(days=30)
    receipt = memory.decompose(turn, facts=["User moved to Berlin"])
    assert receipt.outcomes[0].verdict == "supersede"
    assert [each.claim.value for each in memory.get(receipt.beliefs[0].id).chain] == ["Berlin", "Lisbon"]
    assert memory.decompose(turn, facts=["the user lives in Berlin"]).outcomes[0].verdict == "confirm"


def test_a_relation_is_a_belief_and_an_edge_in_the_direction_of_its_meaning(memory, turn):
    relations = [
        {"subject": "Gateway", "predicate": "is used by", "object": "Shop"},
        {"subject": "Shop", "predicate": "is fond of", "object": "Gateway"},
    ]
    used, fond = memory.decompose(turn, relations=relations).outcomes
    assert used.belief.text == "Gateway is used by Shop"
    shop = next(each for each in memory.list(kinds=["entity"]).items if each.text == "Shop")
    assert {("USES", "Gateway"), ("RELATES_TO", "Gateway")} <= edges(memory, shop.id)
    assert "not in the registry" in fond.reason
    assert [each.text for each in memory.related_to("Gateway")] == ["Gateway is used by Shop"]


@pytest.mark.parametrize("name", ["id", "words", "kref"])
def test_a_statement_replaces_what_it_names_by_id_kref_or_words(memory, turn, clock, name):
    old = memory.decompose(turn, facts=["Storage is in Postgres"]).beliefs[0]
    clock.advance(days=1)
    replaces = {"id": old.id, "words": "storage is in Postgres.", "kref": old.kref}[name]
    change = {"statement": "Storage is in MySQL", "replaces": replaces, "reason": "licence"}
    (outcome,) = memory.decompose(turn, supersedes=[change]).outcomes
    assert (outcome.verdict, outcome.replaced) == ("supersede", old.kref)
    assert outcome.belief.metadata["reason"] == "licence"
    assert memory.get(old.kref).status == "superseded"


def test_what_contradicts_stands_beside_what_it_contradicts(memory, turn):
    facts = ["The door is open", "The gate is open"]
    says = [{"statement": "The gate is open", "conflicts_with": "The door is open"}]
    door, gate = memory.decompose(turn, facts=facts, contradicts=says).outcomes
    assert gate.verdict == "conflict"
    assert memory.get(door.belief.id).status == "contested"


def test_what_it_rested_on_goes_stale_with_a_replaced_fact(memory, turn, clock):
    facts = ["REST was slow", {"decision": "Use gRPC", "type": "decision", "depends_on": [0]}]
    slow, decision = memory.decompose(turn, facts=facts).beliefs
    clock.advance(days=1)
    memory.decompose(turn, supersedes=[{"statement": "REST is fast", "replaces": slow.id}])
    assert memory.get(decision.id).stale


def test_a_call_repeated_gives_the_first_receipt(memory, turn):
    first = memory.decompose(turn, facts=["Sky is blue"], request_id="r1")
    assert memory.decompose(turn, facts=["Sky is blue"], request_id="r1").operation == first.operation


def test_erasing_the_memory_takes_its_parts_along_but_not_what_stands_elsewhere_too(memory, turn):
    other = memory.add("Another talk.").outcomes[0].belief.id
    memory.decompose(turn, entities=["Postgres", "Ana"], facts=["Rows live in Postgres"])
    memory.decompose(other, entities=["Ana"])
    memory.erase(turn, confirm=True)
    assert [each.text for each in memory.list(kinds=["entity", "fact"]).items] == ["Ana"]


def test_credentials_do_not_get_in_through_any_part(memory, turn):
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    receipt = memory.decompose(
        turn,
        entities=[{"name": "Deploy", "aliases": [f"key {key}"]}],
        facts=[{"text": f"The key is {key}", "reason": f"found {key}", "title": key}],
        relations=[{"subject": f"Bot {key}", "predicate": "uses", "object": "S3"}],
    )
    with memory._core.graph.view() as view:
        rows = [str(row) for row in memory._core.graph.export_rows(user=view.user)]
    assert not any(key in row for row in rows)
    assert receipt.warnings


@pytest.mark.parametrize(
    "parts",
    [
        {},
        {"facts": [{"claimm": "x"}]},
        {"facts": [{"type": "fact"}]},
        {"facts": [{"text": "x", "certainty": "sure"}]},
        {"facts": [{"text": "x", "valid_from": "soon"}]},
        {"entities": [{"type": "person"}]},
        {"relations": [{"subject": "a", "predicate": "", "object": "b"}]},
        {"supersedes": [{"statement": "x"}]},
    ],
)
def test_a_part_that_cannot_be_used_is_refused_before_anything_is_kept(memory, turn, parts):
    with pytest.raises(InvalidInput):
        memory.decompose(turn, **parts)
    assert memory.list(kinds=["fact", "entity"]).items == ()


def test_what_names_nothing_is_not_found(memory, turn):
    with pytest.raises(NotFound, match="says 'Never said'"):
        memory.decompose(turn, supersedes=[{"statement": "x", "replaces": "Never said"}])
    with pytest.raises(NotFound):
        memory.decompose("f" * 32, facts=["x"])
    with pytest.raises(RevisionConflict):
        memory.decompose(turn, facts=["x"], expect_revision=7)


def test_another_users_entity_is_not_reused(memory, turn):
    mine = memory.decompose(turn, entities=["Rex"], user="ana").beliefs[0]
    theirs = memory.decompose(turn, entities=["Rex"], user="bob").beliefs[0]
    assert mine.id != theirs.id
    assert timedelta(0) == mine.recorded_at - mine.said_at


def test_two_statements_that_are_only_alike_both_stand(memory, turn):
    facts = ["The team uses Postgres for storage", "The team uses MySQL for storage"]
    one, other = memory.decompose(turn, facts=facts).outcomes
    assert (one.verdict, other.verdict) == ("new", "new")
    assert {memory.get(each.belief.id).status for each in (one, other)} == {"live"}
