"""Artifacts: pointers to files, one default per revision, found again by location."""

from __future__ import annotations

from dataclasses import replace

import pytest

from doxa.clock import ManualClock
from doxa.errors import AlreadyExists, InvalidInput, InvalidText, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import Key, RevisionId, artifact_node, revision_node
from doxa.records import Attachment
from tests.conformance.writing import Made, add, newest_operation, read, revise, undo, write


def attach(graph: Graph, made: Made, name: str, location: str = "file:///x", **metadata: object) -> int:
    with graph.transaction("attach") as writer:
        return writer.artifact(made.revision, name, location, metadata)  # type: ignore[arg-type]


def names(graph: Graph, made: Made, as_of: int | None = None) -> list[str]:
    found = read(graph, lambda view: view.artifacts([made.revision]), as_of=as_of).get(made.revision, ())
    return [artifact.name for artifact in found]


def test_an_artifact_keeps_what_it_was_made_with(graph: Graph, clock: ManualClock) -> None:
    made = add(graph)
    number = attach(graph, made, "chat.json", "s3://bucket/ü?x=1#y", size=3)
    (artifact,) = read(graph, lambda view: view.artifacts([made.revision]))[made.revision]
    assert (artifact.id, artifact.revision, artifact.name) == (number, made.revision, "chat.json")
    assert (artifact.location, artifact.metadata) == ("s3://bucket/ü?x=1#y", {"size": 3})
    assert artifact.created_at == read(graph, lambda view: view.at_time) > clock.now()


def test_the_default_one_comes_first(graph: Graph) -> None:
    files = tuple(Attachment(name, f"file:///{name}") for name in ("b", "a", "c"))
    made = add(graph, artifacts=files)
    assert names(graph, made) == ["b", "a", "c"]
    write(graph, lambda writer: writer.assert_(revision_node(made.revision), Key.DEFAULT_ARTIFACT, "c"))
    assert names(graph, made) == ["c", "b", "a"]
    assert names(graph, made, as_of=made.operation) == ["b", "a", "c"]


def test_a_location_leads_back_to_its_artifacts(graph: Graph) -> None:
    one, two = add(graph), add(graph)
    attach(graph, one, "a", "file:///same")
    attach(graph, two, "b", "file:///same")
    attach(graph, two, "c", "file:///same/not")
    found = read(graph, lambda view: view.artifacts_at("file:///same"))
    assert sorted((artifact.revision, artifact.name) for artifact in found) == [
        (one.revision, "a"),
        (two.revision, "b"),
    ]
    assert read(graph, lambda view: view.artifacts_at("file:///%")) == ()


def test_names_are_unique_in_a_revision(graph: Graph) -> None:
    made = add(graph)
    attach(graph, made, "a")
    with pytest.raises(AlreadyExists):
        attach(graph, made, "a", "file:///other")
    attach(graph, revise(graph, made.item), "a")
    with pytest.raises(AlreadyExists):
        add(graph, artifacts=(Attachment("x", "file:///1"), Attachment("x", "file:///2")))
    assert len(read(graph, lambda view: view.artifacts_at("file:///x"))) == 2


def test_a_deleted_artifact_is_hidden_and_comes_back(graph: Graph) -> None:
    made = add(graph)
    node = artifact_node(attach(graph, made, "a"))
    write(graph, lambda writer: writer.status(node, "deleted"))
    assert names(graph, made) == []
    assert read(graph, lambda view: view.artifacts_at("file:///x")) == ()
    write(graph, lambda writer: writer.status(node, "live"))
    assert names(graph, made) == ["a"]


def test_attaching_can_be_undone_and_the_name_taken_again(graph: Graph) -> None:
    made = add(graph)
    attach(graph, made, "a", "file:///old")
    undo(graph, newest_operation(graph))
    assert names(graph, made) == []
    attach(graph, made, "a", "file:///new")
    assert [each.location for each in read(graph, lambda view: view.artifacts([made.revision]))[made.revision]] == [
        "file:///new"
    ]


def test_an_artifact_is_as_of_then(graph: Graph) -> None:
    made = add(graph)
    attach(graph, made, "a")
    assert names(graph, made, as_of=made.operation) == []
    assert names(graph, made) == ["a"]


def test_an_artifact_takes_attributes(graph: Graph) -> None:
    made = add(graph)
    node = artifact_node(attach(graph, made, "a", size=1))
    write(graph, lambda writer: writer.assert_(node, "attribute:size", 2))
    assert read(graph, lambda view: view.attributes(node)) == {"size": 2}


def test_an_artifact_has_an_address(graph: Graph) -> None:
    made = add(graph, name="x")
    attach(graph, made, "chat io")
    assert read(graph, lambda view: view.resolve("kref://p/x.fact?r=1&a=chat%20io")) == made.revision


def test_artifacts_stay_behind_the_wall(graph: Graph) -> None:
    made = add(graph, user="ada")
    attach(graph, made, "a")
    assert read(graph, lambda view: view.artifacts([made.revision]), user="bob").get(made.revision, ()) == ()
    assert read(graph, lambda view: view.artifacts_at("file:///x"), user="bob") == ()
    assert len(read(graph, lambda view: view.artifacts_at("file:///x"), user="ada")) == 1


GOOD = Attachment("a", "file:///x")


@pytest.mark.parametrize(
    "wrong",
    [
        replace(GOOD, name=""),
        replace(GOOD, name="a\nb"),
        replace(GOOD, name="\ud800"),
        replace(GOOD, location=""),
        replace(GOOD, location="a\x00b"),
        replace(GOOD, location="x" * 5_000),
        replace(GOOD, metadata={"x": float("nan")}),
    ],
)
def test_an_artifact_that_cannot_be_is_refused_whole(graph: Graph, wrong: Attachment) -> None:
    made = add(graph)
    with pytest.raises((InvalidText, InvalidInput)):
        attach(graph, made, wrong.name, wrong.location, **wrong.metadata)
    with pytest.raises((InvalidText, InvalidInput)):
        add(graph, artifacts=(replace(GOOD, name="fine"), wrong))
    assert names(graph, made) == []
    assert newest_operation(graph) == 1


def test_an_unknown_revision_is_refused(graph: Graph) -> None:
    made = add(graph)
    with pytest.raises(NotFound):
        attach(graph, made._replace(revision=RevisionId(999)), "a")


@pytest.mark.parametrize("pin", ["", "r=1&", "t=kept&", "time={now}&"])
def test_an_address_with_an_artifact_names_a_revision_that_has_it(graph: Graph, clock: ManualClock, pin: str) -> None:
    made = add(graph)
    attach(graph, made, "chat log.json")
    write(graph, lambda writer: writer.tag(made.revision, "kept"))
    now = read(graph, lambda view: view.at_time)
    assert now is not None
    item = read(graph, lambda view: view.item(made.item)).kref
    address = f"{item}?{pin.format(now=now.isoformat().replace('+00:00', 'Z'))}a="
    assert read(graph, lambda view: view.resolve(f"{address}chat%20log.json")) == made.revision
    with pytest.raises(NotFound):
        read(graph, lambda view: view.resolve(f"{address}other"))
