"""Tags: movable pointers, unique per item, with every stay kept; `latest` moves by itself."""

from __future__ import annotations

import pytest

from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import FOREVER, RevisionId
from tests.conformance.writing import Made, add, newest_operation, read, revise, undo, write


def two(graph: Graph) -> tuple[Made, Made]:
    made = add(graph, "one")
    return made, revise(graph, made.item, "two")


def spans(graph: Graph, made: Made, tag: str | None = None, as_of: int | None = None) -> list[tuple[object, ...]]:
    history = read(graph, lambda view: view.tag_history(made.item, tag), as_of=as_of)
    return [(span.tag, span.revision, span.from_op, span.to_op) for span in history]


def test_a_tag_points_to_one_revision_of_its_item(graph: Graph) -> None:
    one, two_ = two(graph)
    write(graph, lambda writer: writer.tag(one.revision, "published"))
    assert read(graph, lambda view: view.tags(one.item)) == {"latest": two_.revision, "published": one.revision}
    write(graph, lambda writer: writer.tag(two_.revision, "published"))
    assert read(graph, lambda view: view.tags(one.item))["published"] == two_.revision


def test_a_revision_may_hold_several_tags(graph: Graph) -> None:
    one, _ = two(graph)
    write(graph, lambda writer: [writer.tag(one.revision, tag) for tag in ("a", "evidence:official", "v1.2", "标签")])
    held = read(graph, lambda view: view.tags(one.item))
    assert [tag for tag, holder in held.items() if holder == one.revision] == ["a", "evidence:official", "v1.2", "标签"]


def test_the_same_tag_on_two_items_is_two_tags(graph: Graph) -> None:
    one, other = add(graph), add(graph)
    write(graph, lambda writer: [writer.tag(each.revision, "approved") for each in (one, other)])
    assert read(graph, lambda view: view.tags(one.item))["approved"] == one.revision
    assert read(graph, lambda view: view.tags(other.item))["approved"] == other.revision


def test_latest_moves_with_every_revision(graph: Graph) -> None:
    one, two_ = two(graph)
    assert read(graph, lambda view: view.tags(one.item), as_of=one.operation) == {"latest": one.revision}
    assert read(graph, lambda view: view.tags(one.item)) == {"latest": two_.revision}
    assert spans(graph, one, "latest") == [
        ("latest", one.revision, one.operation, two_.operation),
        ("latest", two_.revision, two_.operation, FOREVER),
    ]


def test_latest_goes_back_when_a_revision_is_undone(graph: Graph) -> None:
    one, two_ = two(graph)
    undone = undo(graph, two_.operation)
    assert spans(graph, one, "latest")[1:] == [
        ("latest", two_.revision, two_.operation, undone),
        ("latest", one.revision, undone, FOREVER),
    ]


def test_every_stay_of_a_tag_is_kept(graph: Graph) -> None:
    one, two_ = two(graph)
    tagged = write(graph, lambda writer: writer.tag(one.revision, "x"))
    moved = write(graph, lambda writer: writer.tag(two_.revision, "x"))
    taken = write(graph, lambda writer: writer.untag(two_.revision, "x"))
    again = write(graph, lambda writer: writer.tag(one.revision, "x"))
    assert spans(graph, one, "x") == [
        ("x", one.revision, tagged, moved),
        ("x", two_.revision, moved, taken),
        ("x", one.revision, again, FOREVER),
    ]


def test_a_past_view_does_not_know_how_a_stay_ended(graph: Graph) -> None:
    one, two_ = two(graph)
    tagged = write(graph, lambda writer: writer.tag(one.revision, "x"))
    write(graph, lambda writer: writer.tag(two_.revision, "x"))
    assert spans(graph, one, "x", as_of=tagged) == [("x", one.revision, tagged, FOREVER)]
    assert read(graph, lambda view: view.tags(one.item), as_of=tagged)["x"] == one.revision
    assert spans(graph, one, "x", as_of=tagged - 1) == []


def test_tagging_again_changes_nothing(graph: Graph) -> None:
    one, _ = two(graph)
    tagged = write(graph, lambda writer: writer.tag(one.revision, "x"))
    write(graph, lambda writer: writer.tag(one.revision, "x"))
    assert spans(graph, one, "x") == [("x", one.revision, tagged, FOREVER)]


def test_a_tag_is_taken_only_from_its_holder(graph: Graph) -> None:
    one, two_ = two(graph)
    write(graph, lambda writer: writer.tag(one.revision, "x"))
    for revision, tag in ((two_.revision, "x"), (one.revision, "y")):
        with pytest.raises(NotFound):
            write(graph, lambda writer, revision=revision, tag=tag: writer.untag(revision, tag))
    assert read(graph, lambda view: view.tags(one.item))["x"] == one.revision


@pytest.mark.parametrize("tag", ["", " ", "a b", "a/b", "a?b", "-x", "x" * 101, "a\x00", "\ud800", "'; --", None, 7])
def test_a_tag_is_a_word(graph: Graph, tag: object) -> None:
    one, _ = two(graph)
    for verb in ("tag", "untag"):
        with pytest.raises(InvalidInput):
            write(graph, lambda writer, verb=verb: getattr(writer, verb)(one.revision, tag))
    assert newest_operation(graph) == 2


@pytest.mark.parametrize("verb", ["tag", "untag"])
def test_latest_is_not_moved_by_hand(graph: Graph, verb: str) -> None:
    one, two_ = two(graph)
    with pytest.raises(InvalidInput, match="latest"):
        write(graph, lambda writer: getattr(writer, verb)(one.revision, "latest"))
    assert read(graph, lambda view: view.tags(one.item)) == {"latest": two_.revision}


def test_a_tag_on_an_unknown_revision_is_refused(graph: Graph) -> None:
    add(graph)
    with pytest.raises(NotFound):
        write(graph, lambda writer: writer.tag(RevisionId(999), "x"))


def test_tagging_does_not_change_the_revision(graph: Graph) -> None:
    one, _ = two(graph)
    before = read(graph, lambda view: view.revision(one.revision))
    write(graph, lambda writer: writer.tag(one.revision, "published"))
    assert read(graph, lambda view: view.revision(one.revision)) == before
