"""Assertions: what can change about a node, with history: attributes, pins, observations, mentions."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from doxa.errors import InvalidInput, InvalidText, NaiveDatetime, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import (
    FOREVER,
    PROJECT_NODE,
    Key,
    NodeId,
    Observation,
    RevisionId,
    artifact_node,
    item_node,
    operation_node,
    revision_node,
)
from doxa.records import ANY, Json
from tests.conformance.writing import add, newest_operation, read, revise, undo, write


def put(graph: Graph, node: NodeId, key: str, value: Json) -> int:
    return write(graph, lambda writer: writer.assert_(node, key, value))


def state(graph: Graph, node: NodeId, as_of: int | None = None) -> dict[str, Json]:
    return read(graph, lambda view: view.state([node]), as_of=as_of).get(node, {})


def history(graph: Graph, node: NodeId, key: str | None = None, as_of: int | None = None) -> list[tuple[object, ...]]:
    found = read(graph, lambda view: view.assertion_history(node, key), as_of=as_of)
    return [(each.key, each.value, each.from_op, each.to_op) for each in found]


@pytest.mark.parametrize(
    "value", [True, False, 0, -1, 1.5, "text", "", "数据", [], [1, [2, {"x": None}]], {"a": {"b": 1}}, 2**60]
)
def test_a_value_is_kept_as_it_is(graph: Graph, value: Json) -> None:
    node = item_node(add(graph).item)
    put(graph, node, "attribute:x", value)
    assert state(graph, node) == {"attribute:x": value}


def test_every_value_is_kept_with_its_operations(graph: Graph) -> None:
    node = item_node(add(graph).item)
    first = put(graph, node, "attribute:x", 1)
    second = put(graph, node, "attribute:x", 2)
    third = put(graph, node, "attribute:x", None)
    assert history(graph, node, "attribute:x") == [
        ("attribute:x", 1, first, second),
        ("attribute:x", 2, second, third),
    ]
    assert [state(graph, node, each) for each in (first - 1, first, second, third)] == [
        {},
        {"attribute:x": 1},
        {"attribute:x": 2},
        {},
    ]


def test_a_past_view_does_not_know_how_a_value_ended(graph: Graph) -> None:
    node = item_node(add(graph).item)
    first = put(graph, node, "attribute:x", 1)
    put(graph, node, "attribute:x", 2)
    assert history(graph, node, as_of=first) == [("attribute:x", 1, first, FOREVER)]


def test_the_same_value_again_changes_nothing(graph: Graph) -> None:
    node = item_node(add(graph).item)
    first = put(graph, node, "attribute:x", {"a": 1, "b": [1]})
    put(graph, node, "attribute:x", {"b": [1], "a": 1})
    put(graph, node, "attribute:y", None)
    assert history(graph, node) == [("attribute:x", {"a": 1, "b": [1]}, first, FOREVER)]


def test_within_one_operation_the_last_value_counts(graph: Graph) -> None:
    node = item_node(add(graph).item)
    with graph.transaction("update", user=ANY) as writer:
        for value in (1, 2, 3):
            writer.assert_(node, "attribute:x", value)
        writer.assert_(node, "attribute:gone", 1)
        writer.assert_(node, "attribute:gone", None)
    assert history(graph, node) == [("attribute:x", 3, newest_operation(graph), FOREVER)]


def test_keys_are_independent(graph: Graph) -> None:
    made = add(graph)
    for node in (item_node(made.item), revision_node(made.revision), PROJECT_NODE):
        put(graph, node, "attribute:x", node)
        put(graph, node, "attribute:y", "y")
    assert [
        state(graph, node)["attribute:x"] for node in (item_node(made.item), revision_node(made.revision), PROJECT_NODE)
    ] == [item_node(made.item), revision_node(made.revision), PROJECT_NODE]


def test_attributes_lie_over_what_was_given_at_creation(graph: Graph) -> None:
    made = add(graph, metadata={"a": 1, "b": 2})
    node = revision_node(made.revision)
    put(graph, node, "attribute:b", 3)
    put(graph, node, "attribute:c", 4)
    assert read(graph, lambda view: view.attributes(node)) == {"a": 1, "b": 3, "c": 4}
    assert read(graph, lambda view: view.revision(made.revision).metadata) == {"a": 1, "b": 2}
    put(graph, node, "attribute:b", None)
    put(graph, node, "attribute:c", None)
    assert read(graph, lambda view: view.attributes(node)) == {"a": 1}
    assert read(graph, lambda view: view.revision(made.revision).metadata) == {"a": 1, "b": 2}
    assert read(graph, lambda view: view.attributes(node), as_of=made.operation) == {"a": 1, "b": 2}


def test_states_given_at_creation_belong_to_its_operation(graph: Graph) -> None:
    made = add(graph, item_state={Key.PIN: True, "attribute:x": 1}, state={Key.EVIDENCE: "official"})
    assert state(graph, item_node(made.item)) == {Key.PIN: True, "attribute:x": 1}
    assert history(graph, revision_node(made.revision)) == [(Key.EVIDENCE, "official", made.operation, FOREVER)]


@pytest.mark.parametrize("key", [Key.PIN, Key.LOCK])
def test_a_switch_is_on_or_absent(graph: Graph, key: str) -> None:
    node = item_node(add(graph).item)
    put(graph, node, key, True)
    assert state(graph, node) == {key: True}
    put(graph, node, key, False)
    assert state(graph, node) == {}
    with pytest.raises(InvalidInput):
        put(graph, node, key, "yes")


def test_a_standing_is_one_of_the_known(graph: Graph) -> None:
    node = revision_node(add(graph).revision)
    for standing in ("rival", "retracted"):
        put(graph, node, Key.STANDING, standing)
        assert state(graph, node) == {Key.STANDING: standing}
    put(graph, node, Key.STANDING, "accepted")
    assert state(graph, node) == {}
    with pytest.raises(InvalidInput):
        put(graph, node, Key.STANDING, "doubtful")


@pytest.mark.parametrize("key", [Key.VOID, Key.UNDONE, Key.SPACE, Key.STATUS, Key.IDENTITY, Key.SLOT, "tag:x"])
def test_what_has_a_verb_of_its_own_is_not_asserted(graph: Graph, key: str) -> None:
    node = item_node(add(graph).item)
    with pytest.raises(InvalidInput) as caught:
        put(graph, node, key, 1)
    assert caught.value.field == "key" or key in str(caught.value)


@pytest.mark.parametrize("key", ["", "Pin", "a b", "attribute:", ":x", "1x", "attribute:a\x00", "attribute:\ud800", 7])
def test_a_key_is_a_lower_case_word(graph: Graph, key: str) -> None:
    node = item_node(add(graph).item)
    with pytest.raises(InvalidInput):
        put(graph, node, key, 1)
    assert newest_operation(graph) == 1


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, object(), b"bytes", "\ud800"])
def test_a_value_is_json(graph: Graph, value: Json) -> None:
    node = item_node(add(graph).item)
    with pytest.raises(InvalidInput):
        put(graph, node, "attribute:x", value)
    assert state(graph, node) == {}


def test_an_unknown_node_is_refused(graph: Graph) -> None:
    made = add(graph)
    for node in (item_node(999), revision_node(999), artifact_node(999), NodeId(7), operation_node(1)):  # type: ignore[arg-type]
        with pytest.raises((NotFound, InvalidInput)):
            put(graph, node, "attribute:x", 1)
    undo(graph, made.operation)
    with pytest.raises(NotFound):
        put(graph, item_node(made.item), "attribute:x", 1)


def test_nodes_that_are_not_seen_have_no_state(graph: Graph) -> None:
    bobs = add(graph, user="bob", item_state={Key.PIN: True})
    node = item_node(bobs.item)
    assert read(graph, lambda view: view.state([node]), user="bob") == {node: {Key.PIN: True}}
    assert read(graph, lambda view: view.state([node]), user="ada") == {}
    assert read(graph, lambda view: view.assertion_history(node), user="ada") == []
    assert read(graph, lambda view: view.attributes(node), user="ada") == {}


# --- observations -------------------------------------------------------------------------------------------------

SEEN = Observation("Ada", datetime(2020, 1, 1, tzinfo=UTC))


def vouching(graph: Graph, revision: RevisionId, as_of: int | None = None) -> tuple[Observation, ...]:
    return read(graph, lambda view: view.observations([revision]), as_of=as_of).get(revision, ())


def test_who_vouches_is_listed_oldest_first(graph: Graph) -> None:
    turn = add(graph, "Ada said so", kind="turn").revision
    made = add(graph, "so", observations=(SEEN, replace(SEEN, source="Bob", turn=turn, start=4, end=8)))
    later = replace(SEEN, source="Eve", independent=False)
    write(graph, lambda writer: writer.observe(made.revision, later))
    assert vouching(graph, made.revision) == (SEEN, replace(SEEN, source="Bob", turn=turn, start=4, end=8), later)
    assert len(vouching(graph, made.revision, as_of=made.operation)) == 2


def test_the_very_same_observation_counts_once(graph: Graph) -> None:
    made = add(graph, observations=(SEEN, SEEN))
    write(graph, lambda writer: writer.observe(made.revision, SEEN))
    assert vouching(graph, made.revision) == (SEEN,)
    write(graph, lambda writer: writer.observe(made.revision, replace(SEEN, said_at=None)))
    assert len(vouching(graph, made.revision)) == 2


def test_an_observation_may_carry_what_the_rules_keep(graph: Graph) -> None:
    kept = replace(SEEN, detail={"order": [1, 2], "sure": 0.5})
    made = add(graph, observations=(kept,))
    assert vouching(graph, made.revision) == (kept,)


def test_an_observation_is_taken_back_with_its_operation(graph: Graph) -> None:
    made = add(graph)
    undo(graph, write(graph, lambda writer: writer.observe(made.revision, SEEN)))
    assert vouching(graph, made.revision) == ()


@pytest.mark.parametrize(
    ("fields", "error"),
    [
        ({"source": ""}, InvalidText),
        ({"source": "a\nb"}, InvalidText),
        ({"said_at": datetime(2020, 1, 1)}, NaiveDatetime),
        ({"start": 5, "end": 4}, InvalidInput),
        ({"start": -1}, InvalidInput),
        ({"turn": RevisionId(999)}, NotFound),
    ],
)
def test_an_observation_that_cannot_be_is_refused(graph: Graph, fields: dict[str, object], error: type) -> None:
    made = add(graph)
    wrong = replace(SEEN, **fields)  # type: ignore[arg-type]
    with pytest.raises(error):
        write(graph, lambda writer: writer.observe(made.revision, wrong))
    with pytest.raises(error):
        add(graph, observations=(wrong,))
    assert vouching(graph, made.revision) == ()
    assert newest_operation(graph) == 1


# --- mentions -----------------------------------------------------------------------------------------------------


def test_mentions_are_found_by_form_and_role_newest_first(graph: Graph) -> None:
    first = add(graph, mentions=(("ada", "subject"), ("berlin", "value"), ("ada", "mention")))
    second = add(graph, mentions=(("ada", "value"), ("柏林", "mention")))
    found = read(graph, lambda view: view.mentions(["ada", "柏林", "nobody"]))
    assert found["ada"] == [
        (second.revision, "value"),
        (first.revision, "mention"),
        (first.revision, "subject"),
    ]
    assert found["柏林"] == [(second.revision, "mention")]
    assert not found.get("nobody")
    assert read(graph, lambda view: view.mentions(["ada"], roles=("value",)))["ada"] == [(second.revision, "value")]
    assert read(graph, lambda view: view.mentions(["ada"], limit=1))["ada"] == [(second.revision, "value")]
    assert read(graph, lambda view: view.mentions(["ada"]), as_of=first.operation)["ada"] == [
        (first.revision, "mention"),
        (first.revision, "subject"),
    ]


def test_mentions_stay_behind_the_wall(graph: Graph) -> None:
    bobs = add(graph, user="bob", mentions=(("ada", "subject"),))
    assert not read(graph, lambda view: view.mentions(["ada"]), user="eve").get("ada")
    assert read(graph, lambda view: view.mentions(["ada"]), user="bob")["ada"] == [(bobs.revision, "subject")]


@pytest.mark.parametrize("mention", [("", "subject"), ("x", "object"), ("x", ""), ("a\x00", "value")])
def test_a_mention_has_a_form_and_a_known_role(graph: Graph, mention: tuple[str, str]) -> None:
    with pytest.raises(InvalidInput):
        add(graph, mentions=(mention,))


def test_an_old_revision_keeps_its_own_state(graph: Graph) -> None:
    made = add(graph, state={Key.EVIDENCE: "official"})
    second = revise(graph, made.item)
    assert state(graph, revision_node(made.revision)) == {Key.EVIDENCE: "official"}
    assert state(graph, revision_node(second.revision)) == {}
