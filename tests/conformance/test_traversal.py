"""Walks over edges: breadth-first, bounded, told when cut, the same however the rows lie."""

from __future__ import annotations

from typing import Any

import pytest

from doxa.errors import InvalidInput
from doxa.graph.contract import Graph
from doxa.graph.nodes import EdgeNode, RevisionId, Walk, item_node
from doxa.records import ANY, User
from tests.conformance.writing import add, newest_operation, read, undo, write


def build(graph: Graph, *edges: str, user: str | None = None) -> dict[str, RevisionId]:
    """Make the nodes and edges of `"ab"` (a USES b) or `"a DEPENDS_ON b"`, one operation each."""
    made: dict[str, RevisionId] = {}
    for edge in edges:
        source, type, target = edge.split() if " " in edge else (edge[0], "USES", edge[1])
        for name in (source, target):
            if name not in made:
                made[name] = add(graph, name, user=user).revision
        write(graph, lambda writer, s=made[source], t=type, o=made[target]: writer.edge(s, t, o))
    return made


def names(made: dict[str, RevisionId], revisions: object) -> str:
    back = {revision: name for name, revision in made.items()}
    return "".join(back[revision] for revision in revisions)  # type: ignore[attr-defined]


def trail(made: dict[str, RevisionId], path: tuple[EdgeNode, ...]) -> str:
    back = {revision: name for name, revision in made.items()}
    return " ".join(back[edge.source] + back[edge.target] for edge in path)


def walk(graph: Graph, *starts: RevisionId, user: User = ANY, as_of: int | None = None, **bounds: object) -> Walk:
    return read(graph, lambda view: view.traverse(starts, **bounds), user=user, as_of=as_of)  # type: ignore[arg-type]


def test_a_walk_meets_each_revision_once_by_a_shortest_path(graph: Graph) -> None:
    made = build(graph, "ab", "ac", "bd", "cd", "de", "ea")
    found = walk(graph, made["a"])
    assert names(made, found.revisions) == "bcde"
    assert {names(made, [each]): depth for each, depth in found.depths.items()} == {"b": 1, "c": 1, "d": 2, "e": 3}
    assert trail(made, found.paths[made["e"]]) == "ab bd de"
    assert not found.truncated


def test_a_walk_goes_against_the_edges_or_both_ways(graph: Graph) -> None:
    made = build(graph, "ab", "cb", "cd")
    assert names(made, walk(graph, made["b"]).revisions) == ""
    assert names(made, walk(graph, made["b"], direction="in").revisions) == "ac"
    assert names(made, walk(graph, made["b"], direction="both").revisions) == "acd"


def test_a_walk_follows_only_the_types_asked_for(graph: Graph) -> None:
    made = build(graph, "a DEPENDS_ON b", "a USES c", "b USES d", "b DEPENDS_ON e")
    assert names(made, walk(graph, made["a"], types=("DEPENDS_ON",)).revisions) == "be"
    assert names(made, walk(graph, made["a"], types=("DEPENDS_ON", "USES")).revisions) == "bced"
    assert names(made, walk(graph, made["a"], types=("ABOUT",)).revisions) == ""


def test_a_walk_says_when_depth_cut_it(graph: Graph) -> None:
    made = build(graph, "ab", "bc", "cd", "da")
    cut = walk(graph, made["a"], max_depth=2)
    assert (names(made, cut.revisions), cut.truncated) == ("bc", True)
    whole = walk(graph, made["a"], max_depth=3)
    assert (names(made, whole.revisions), whole.truncated) == ("bcd", False)
    none = walk(graph, made["a"], max_depth=0)
    assert (none.revisions, none.truncated) == ((), True)


def test_a_walk_says_when_the_limit_cut_it(graph: Graph) -> None:
    made = build(graph, "ab", "ac", "ad")
    cut = walk(graph, made["a"], limit=2)
    assert (names(made, cut.revisions), cut.truncated) == ("bc", True)
    whole = walk(graph, made["a"], limit=3)
    assert (names(made, whole.revisions), whole.truncated) == ("bcd", False)


def test_a_walk_starts_from_several(graph: Graph) -> None:
    made = build(graph, "ab", "cd", "bc")
    assert names(made, walk(graph, made["a"], made["c"]).revisions) == "bd"
    assert walk(graph).revisions == ()
    assert walk(graph, RevisionId(999)).revisions == ()


def test_a_cycle_ends(graph: Graph) -> None:
    made = build(graph, "ab", "bc", "ca")
    assert names(made, walk(graph, made["a"], max_depth=100).revisions) == "bc"
    assert names(made, walk(graph, made["a"], direction="both").revisions) == "bc"


def test_a_direction_that_is_none_is_refused_by_every_way_to_follow_edges(graph: Graph) -> None:
    made = build(graph, "ab")
    wrong: Any = {"direction": "sideways"}
    ways: list[Any] = [
        lambda view: view.edges([made["a"]], **wrong),
        lambda view: view.traverse([made["a"]], **wrong),
        lambda view: view.shortest_paths(made["a"], made["b"], **wrong),
    ]
    for way in ways:
        with pytest.raises(InvalidInput, match="'sideways' is no direction"):
            read(graph, way)


@pytest.mark.parametrize("bounds", [{"max_depth": -1}, {"limit": 0}, {"limit": -5}])
def test_bounds_out_of_range_are_refused(graph: Graph, bounds: dict[str, int]) -> None:
    made = build(graph, "ab")
    with pytest.raises(InvalidInput):
        walk(graph, made["a"], **bounds)


def test_one_shortest_path_or_all(graph: Graph) -> None:
    made = build(graph, "ab", "ac", "bd", "cd", "ae", "ef", "fd")

    def paths(**bounds: object) -> list[str]:
        found = read(graph, lambda view: view.shortest_paths(made["a"], made["d"], **bounds))  # type: ignore[arg-type]
        return [trail(made, path) for path in found]

    assert paths() == ["ab bd"]
    assert paths(every=True) == ["ab bd", "ac cd"]
    assert paths(max_depth=1) == []
    assert paths(types=("ABOUT",)) == []
    assert paths(direction="in") == []


def test_a_path_to_itself_is_empty_and_to_nowhere_there_is_none(graph: Graph) -> None:
    made = build(graph, "ab", "cd")
    assert read(graph, lambda view: view.shortest_paths(made["a"], made["a"])) == [()]
    assert read(graph, lambda view: view.shortest_paths(made["a"], made["a"], max_depth=0)) == [()]
    assert read(graph, lambda view: view.shortest_paths(made["a"], made["c"])) == []
    assert read(graph, lambda view: view.shortest_paths(made["a"], RevisionId(999))) == []
    assert read(graph, lambda view: view.shortest_paths(RevisionId(999), RevisionId(999))) == []


def test_parallel_edges_are_different_paths(graph: Graph) -> None:
    made = build(graph, "a ABOUT b", "a USES b")
    found = read(graph, lambda view: view.shortest_paths(made["a"], made["b"], every=True))
    assert [path[0].type for path in found] == ["ABOUT", "USES"]


def test_a_path_may_run_against_the_edges(graph: Graph) -> None:
    made = build(graph, "ab", "cb")
    (path,) = read(graph, lambda view: view.shortest_paths(made["a"], made["c"], direction="both"))
    assert trail(made, path) == "ab cb"


def test_impact_tells_what_rests_on_a_revision_nearest_first(graph: Graph) -> None:
    made = build(graph, "b DEPENDS_ON a", "c DERIVED_FROM b", "d DEPENDS_ON a", "e USES a", "f DEPENDS_ON c")
    found = read(graph, lambda view: view.impact(made["a"]))
    assert [(names(made, [each]), depth, trail(made, path)) for each, depth, path in found] == [
        ("b", 1, "ba"),
        ("d", 1, "da"),
        ("c", 2, "ba cb"),
        ("f", 3, "ba cb fc"),
    ]
    assert len(read(graph, lambda view: view.impact(made["a"], max_depth=1))) == 2
    assert [
        names(made, [each]) for each, _, _ in read(graph, lambda view: view.impact(made["a"], types=("USES",)))
    ] == ["e"]


def test_walks_are_as_of_then(graph: Graph) -> None:
    made = build(graph, "ab", "bc")
    before = newest_operation(graph)
    write(graph, lambda writer: writer.unedge(made["b"], "USES", made["c"]))
    assert names(made, walk(graph, made["a"]).revisions) == "b"
    assert names(made, walk(graph, made["a"], as_of=before).revisions) == "bc"
    assert read(graph, lambda view: view.shortest_paths(made["a"], made["c"])) == []
    assert len(read(graph, lambda view: view.shortest_paths(made["a"], made["c"]), as_of=before)) == 1


def test_walks_do_not_pass_through_what_is_not_seen(graph: Graph) -> None:
    shared = build(graph, "ab")
    bobs = add(graph, "bobs", user="bob").revision
    write(graph, lambda writer: [writer.edge(shared["b"], "USES", bobs)])
    assert names(shared, walk(graph, shared["a"], user="ada").revisions) == "b"
    assert len(walk(graph, shared["a"], user="bob").revisions) == 2
    assert not walk(graph, shared["a"], user="ada").truncated


def test_walks_do_not_pass_through_what_was_undone(graph: Graph) -> None:
    a, middle, c = add(graph, "a"), add(graph, "middle"), add(graph, "c")
    write(graph, lambda writer: writer.edge(a.revision, "USES", middle.revision))
    write(graph, lambda writer: writer.edge(middle.revision, "USES", c.revision))
    undo(graph, middle.operation, cascade=True)
    assert walk(graph, a.revision).revisions == ()


def test_walks_pass_through_what_is_deleted(graph: Graph) -> None:
    a, middle, c = add(graph, "a"), add(graph, "middle"), add(graph, "c")
    for source, target in ((a, middle), (middle, c)):
        write(graph, lambda writer, s=source, t=target: writer.edge(s.revision, "DEPENDS_ON", t.revision))
    write(graph, lambda writer: writer.status(item_node(middle.item), "deleted"))
    assert walk(graph, a.revision).revisions == (middle.revision, c.revision)


def test_a_wide_graph_is_walked_whole(graph: Graph) -> None:
    with graph.transaction("add", user=ANY) as writer:
        from doxa.graph.nodes import NewItem, NewRevision

        hub = writer.revision(writer.item(NewItem("fact")), NewRevision("hub"))
        spokes = [writer.revision(writer.item(NewItem("fact")), NewRevision(f"s{n}")) for n in range(1_100)]
        for spoke in spokes:
            writer.edge(hub, "USES", spoke)
    cut = walk(graph, hub)
    assert (len(cut.revisions), cut.truncated) == (1_000, True)
    whole = walk(graph, hub, limit=5_000)
    assert (whole.revisions, whole.truncated) == (tuple(spokes), False)
