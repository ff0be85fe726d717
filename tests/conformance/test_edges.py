"""Edges: typed and directed, at most one per source, type and target, with history."""

from __future__ import annotations

import pytest

from doxa.errors import InvalidInput, InvalidKind, NotFound
from doxa.graph.contract import Graph
from doxa.graph.nodes import FOREVER, Direction, NewItem, NewRevision, RevisionId, item_node
from doxa.records import ANY, User
from tests.conformance.writing import add, newest_operation, read, revise, undo, write


def nodes(graph: Graph, count: int, **fields: object) -> list[RevisionId]:
    return [add(graph, f"node {number}", **fields).revision for number in range(count)]


def link(graph: Graph, source: RevisionId, type: str, target: RevisionId, **metadata: object) -> int:
    return write(graph, lambda writer: writer.edge(source, type, target, metadata or None))  # type: ignore[arg-type]


def ends(
    graph: Graph,
    revision: RevisionId,
    direction: Direction = "out",
    types: tuple[str, ...] = (),
    user: User = ANY,
    as_of: int | None = None,
) -> list[tuple[RevisionId, str, RevisionId]]:
    edges = read(graph, lambda view: view.edges([revision], direction=direction, types=types), user=user, as_of=as_of)
    return [(edge.source, edge.type, edge.target) for edge in edges]


def test_many_edges_are_opened_at_once(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    link(graph, a, "DEPENDS_ON", b, why="because")
    with graph.transaction("add", user=ANY) as writer:
        new = writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="new"))
        writer.edges([(new, "ABOUT", a), (new, "ABOUT", b), (a, "DEPENDS_ON", b), (b, "ABOUT", a), (new, "ABOUT", a)])
        writer.edges([])
    assert ends(graph, new) == [(new, "ABOUT", a), (new, "ABOUT", b)]
    assert ends(graph, b) == [(b, "ABOUT", a)]
    (kept,) = read(graph, lambda view: view.edges([a]))
    assert kept.metadata == {"why": "because"}
    with pytest.raises(NotFound), graph.transaction("add", user=ANY) as writer:
        writer.edges([(a, "ABOUT", RevisionId(999))])


def test_an_edge_is_seen_from_both_ends(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    made = link(graph, a, "DEPENDS_ON", b, why="because", weight=0.5)
    (edge,) = read(graph, lambda view: view.edges([a]))
    assert (edge.source, edge.type, edge.target) == (a, "DEPENDS_ON", b)
    assert edge.metadata == {"why": "because", "weight": 0.5}
    assert (edge.from_op, edge.to_op) == (made, FOREVER)
    assert ends(graph, b, "in") == [(a, "DEPENDS_ON", b)]
    assert ends(graph, b) == ends(graph, a, "in") == []
    assert ends(graph, a, "both") == ends(graph, b, "both")


def test_edges_come_by_type_then_other_end(graph: Graph) -> None:
    hub, *others = nodes(graph, 4)
    for target in reversed(others):
        link(graph, hub, "USES", target)
    link(graph, hub, "ABOUT", others[2])
    link(graph, others[0], "CAUSES", hub)
    assert ends(graph, hub, "both") == [
        (hub, "ABOUT", others[2]),
        (others[0], "CAUSES", hub),
        *((hub, "USES", other) for other in others),
    ]
    assert ends(graph, hub, types=("USES", "ABOUT")) == ends(graph, hub)
    assert ends(graph, hub, types=("USES",)) == [(hub, "USES", other) for other in others]
    assert ends(graph, hub, types=("UNHEARD_OF",)) == []


def test_an_edge_between_two_asked_for_comes_once(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    link(graph, a, "USES", b)
    assert len(read(graph, lambda view: view.edges([a, b, a], direction="both"))) == 1


def test_several_types_may_join_the_same_two(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    for type in ("DEPENDS_ON", "DERIVED_FROM"):
        link(graph, a, type, b)
    link(graph, b, "DEPENDS_ON", a)
    assert len(ends(graph, a, "both")) == 3


def test_the_same_edge_again_only_changes_its_metadata(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    first = link(graph, a, "USES", b, n=1)
    second = link(graph, a, "USES", b, n=2)
    assert [edge.metadata for edge in read(graph, lambda view: view.edges([a]))] == [{"n": 2}]
    assert [edge.metadata for edge in read(graph, lambda view: view.edges([a]), as_of=first)] == [{"n": 1}]
    link(graph, a, "USES", b)
    (edge,) = read(graph, lambda view: view.edges([a]))
    assert (edge.metadata, edge.from_op) == ({"n": 2}, second)


def test_metadata_can_be_emptied(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    link(graph, a, "USES", b, n=1)
    write(graph, lambda writer: writer.edge(a, "USES", b, {}))
    assert [edge.metadata for edge in read(graph, lambda view: view.edges([a]))] == [{}]


def test_a_closed_edge_is_there_in_the_past(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    opened = link(graph, a, "USES", b)
    closed = write(graph, lambda writer: writer.unedge(a, "USES", b))
    assert ends(graph, a) == []
    assert ends(graph, a, as_of=closed) == []
    (edge,) = read(graph, lambda view: view.edges([a]), as_of=opened)
    assert (edge.from_op, edge.to_op) == (opened, FOREVER)
    link(graph, a, "USES", b)
    assert ends(graph, a) == [(a, "USES", b)]


def test_closing_what_is_not_open_is_refused(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    link(graph, a, "USES", b)
    for source, type, target in ((b, "USES", a), (a, "ABOUT", b), (a, "UNHEARD_OF", b)):
        with pytest.raises(NotFound):
            write(graph, lambda writer, s=source, t=type, o=target: writer.unedge(s, t, o))
    assert ends(graph, a) == [(a, "USES", b)]


@pytest.mark.parametrize("type", ["", "uses", "1USES", "US ES", "USES-", "Ü", "X" * 51, "USES'; --", None, 7])
def test_a_type_is_an_upper_case_word(graph: Graph, type: str) -> None:
    a, b = nodes(graph, 2)
    with pytest.raises(InvalidKind):
        link(graph, a, type, b)
    with pytest.raises(InvalidKind):
        write(graph, lambda writer: writer.unedge(a, type, b))
    assert newest_operation(graph) == 2


def test_a_type_may_have_fifty_characters(graph: Graph) -> None:
    a, b = nodes(graph, 2)
    link(graph, a, "X" * 50, b)
    assert ends(graph, a) == [(a, "X" * 50, b)]


def test_an_edge_needs_two_ends_that_are_there(graph: Graph) -> None:
    (a,) = nodes(graph, 1)
    for source, target in ((a, RevisionId(999)), (RevisionId(999), a)):
        with pytest.raises(NotFound):
            link(graph, source, "USES", target)
    with pytest.raises(InvalidInput):
        link(graph, a, "USES", a)
    assert ends(graph, a, "both") == []


@pytest.mark.parametrize("metadata", [{"x": float("inf")}, {"x": object()}, [1], "x"])
def test_metadata_are_a_json_object(graph: Graph, metadata: object) -> None:
    a, b = nodes(graph, 2)
    with pytest.raises(InvalidInput):
        write(graph, lambda writer: writer.edge(a, "USES", b, metadata))  # type: ignore[arg-type]
    assert ends(graph, a) == []


def test_two_revisions_of_one_item_may_be_joined(graph: Graph) -> None:
    made = add(graph, "old")
    new = revise(graph, made.item, "new")
    link(graph, new.revision, "SUPERSEDES", made.revision)
    assert ends(graph, new.revision) == [(new.revision, "SUPERSEDES", made.revision)]


def test_an_edge_goes_with_an_end_whose_making_is_undone(graph: Graph) -> None:
    a, made = nodes(graph, 1)[0], add(graph, "b")
    opened = link(graph, a, "USES", made.revision)
    undo(graph, made.operation, cascade=True)
    assert ends(graph, a) == []
    assert ends(graph, a, as_of=opened) == [(a, "USES", made.revision)]


def test_an_edge_to_a_deleted_item_is_still_seen(graph: Graph) -> None:
    a, made = nodes(graph, 1)[0], add(graph, "b")
    link(graph, a, "DEPENDS_ON", made.revision)
    write(graph, lambda writer: writer.status(item_node(made.item), "deleted"))
    assert ends(graph, a) == [(a, "DEPENDS_ON", made.revision)]


def test_only_shared_memories_may_support_what_two_users_keep(graph: Graph) -> None:
    adas, bobs, shared = (nodes(graph, 1, user=user)[0] for user in ("ada", "bob", None))
    with pytest.raises(InvalidInput):
        link(graph, adas, "DERIVED_FROM", bobs)
    link(graph, adas, "DERIVED_FROM", shared)
    link(graph, shared, "DERIVED_FROM", bobs)
    assert ends(graph, shared, "both", user="ada") == [(adas, "DERIVED_FROM", shared)]
    assert ends(graph, shared, "both", user="bob") == [(shared, "DERIVED_FROM", bobs)]
    assert ends(graph, shared, "both", user=None) == []
    assert ends(graph, bobs, "both", user="ada") == []
    assert len(ends(graph, shared, "both", user=ANY)) == 2
