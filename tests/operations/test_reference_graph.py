"""The tools of the MCP reference memory server, over beliefs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from doxa import Memory
from doxa.errors import Forbidden, InvalidInput, NotFound
from doxa.operations.pool import Projects
from doxa.operations.projects import project_settings
from doxa.operations.reference_graph import REFERENCE_TOOLS

Use = Callable[..., Any]
TOOLS = {tool.name: tool for tool in REFERENCE_TOOLS}
ANN = {"name": "Ann", "entityType": "person", "observations": ["Likes tea", "Is tall"]}
ACME = {"name": "Acme", "entityType": "firm", "observations": []}
WORKS = {"from": "Ann", "to": "Acme", "relationType": "works_at"}


@pytest.fixture
def use(home: Path) -> Iterator[Use]:
    with Projects(project_settings(None, None).override(embedder="none")) as projects:

        def run(name: str, right: Any = "write", **given: Any) -> Any:
            reply = TOOLS[name].run(projects, given, right)
            jsonschema.validate(reply.data, TOOLS[name].gives)
            return reply.data

        yield run


@pytest.fixture
def graph(use: Use) -> Use:
    use("create_entities", entities=[ANN, ACME])
    use("create_relations", relations=[WORKS])
    return use


def test_the_nine_names_are_there() -> None:
    assert (
        list(TOOLS)
        == (
            "create_entities create_relations add_observations delete_entities delete_observations delete_relations "
            "read_graph search_nodes open_nodes"
        ).split()
    )


def test_what_is_created_is_read_back_and_a_name_is_created_once(graph: Use) -> None:
    assert graph("read_graph") == {"entities": [ANN, ACME], "relations": [WORKS]}
    other = {"name": "Ann", "entityType": "robot", "observations": ["Hums"]}
    twins = [{**ACME, "name": "Beta"}, {**ACME, "name": "Beta"}]
    assert graph("create_entities", entities=[other, *twins]) == {"entities": [twins[0]]}
    assert graph("read_graph")["entities"][0] == ANN


def test_every_relation_stays_whatever_it_is_called(graph: Use) -> None:
    graph("create_entities", entities=[{**ACME, "name": "Beta"}])
    more = [{**WORKS, "to": "Beta"}, {**WORKS, "relationType": "lives in"}, {**WORKS, "relationType": "likes"}]
    assert graph("create_relations", relations=[*more, WORKS, more[0]]) == {"relations": more}
    assert graph("read_graph")["relations"] == [WORKS, *more]


def test_only_new_observations_are_added(graph: Use) -> None:
    given = [
        {"entityName": "Ann", "contents": ["Is tall", "Sings", "Sings"]},
        {"entityName": "Acme", "contents": ["Sings"]},
    ]
    assert graph("add_observations", observations=given)["results"] == [
        {"entityName": "Ann", "addedObservations": ["Sings"]},
        {"entityName": "Acme", "addedObservations": ["Sings"]},
    ]


def test_a_relation_or_observation_needs_its_entity(graph: Use) -> None:
    with pytest.raises(NotFound, match="'Zed'"):
        graph("create_relations", relations=[WORKS, {**WORKS, "to": "Zed"}])
    with pytest.raises(NotFound):
        graph("add_observations", observations=[{"entityName": "Zed", "contents": ["x"]}])


def test_nodes_are_found_by_name_type_and_observation_with_their_relations(graph: Use) -> None:
    for query, found in (("ANN", [ANN]), ("firm", [ACME]), ("tall", [ANN]), ("nothing", [])):
        reply = graph("search_nodes", query=query)
        assert reply["entities"] == found
        assert reply["relations"] == ([WORKS] if found else [])
    assert graph("open_nodes", names=["Acme", "Zed"]) == {"entities": [ACME], "relations": [WORKS]}


def test_deleting_says_what_was_there_and_takes_what_hangs_on_it(graph: Use) -> None:
    said = graph("delete_observations", deletions=[{"entityName": "Ann", "observations": ["Is tall", "Sings"]}])
    assert said == {"success": True, "message": "Deleted 1 of 2 observations."}
    assert graph("delete_relations", relations=[{**WORKS, "to": "Ann"}])["message"].startswith("Deleted 0 of 1")
    said = graph("delete_entities", entityNames=["Acme", "Zed"])
    assert said["message"] == "Deleted 1 of 2 entities. Not found: Zed"
    assert graph("read_graph") == {"entities": [{**ANN, "observations": ["Likes tea"]}], "relations": []}


def test_what_was_deleted_can_be_made_again(graph: Use) -> None:
    graph("delete_entities", entityNames=["Ann"])
    assert graph("create_entities", entities=[ANN]) == {"entities": [ANN]}
    assert graph("create_relations", relations=[WORKS]) == {"relations": [WORKS]}
    assert graph("read_graph")["relations"] == [WORKS]


def test_the_other_verbs_see_it(graph: Use) -> None:
    with Memory(embedder=None) as memory:
        (step,) = memory.explain_path("Ann", "Acme") or []
        assert step.belief.text == "Ann works_at Acme"
        assert memory.recall("who is tall?").hits[0].belief.text == "Is tall"


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "entities"),
        ({"entities": "Ann"}, "entities"),
        ({"entities": [{"name": "Ann", "entityType": "person"}]}, "entities[0].observations"),
        ({"entities": [{**ANN, "observations": [1]}]}, "entities[0].observations[0]"),
        ({"entities": [], "more": 1}, "more"),
    ],
)
def test_another_shape_is_refused_by_its_place(use: Use, given: Any, field: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        use("create_entities", **given)
    assert caught.value.field == field


def test_a_reader_may_not_write(use: Use) -> None:
    with pytest.raises(Forbidden):
        use("create_entities", right="read", entities=[ANN])
    assert use("read_graph", right="read") == {"entities": [], "relations": []}
