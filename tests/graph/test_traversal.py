from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.errors import InvalidInput, LimitReached
from doxa.graph import traversal
from doxa.graph.nodes import FOREVER, NewItem, NewRevision, RevisionId
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph

Edge = tuple[int, str, int]


def build(edges: Sequence[Edge], count: int, owners: Mapping[int, str] | None = None) -> SqlGraph:
    """Return a graph of `count` revisions, numbered from 1, made in one operation, and its edges in another."""
    graph = SqlGraph(SqliteEngine(None), "p", ManualClock())
    with graph.transaction("make") as writer:
        for number in range(1, count + 1):
            item = writer.item(NewItem(kind="fact", user=(owners or {}).get(number)))
            assert writer.revision(item, NewRevision(text=f"node {number}")) == number
    with graph.transaction("join") as writer:
        for source, type_, target in edges:
            writer.edge(RevisionId(source), type_, RevisionId(target))
    return graph


def ends(path: Sequence[object]) -> list[Edge]:
    return [(edge.source, edge.type, edge.target) for edge in path]  # type: ignore[attr-defined]


def test_edges_are_ordered_by_type_then_other_end_and_come_once() -> None:
    graph = build([(1, "USES", 3), (1, "ABOUT", 4), (2, "ABOUT", 1), (1, "ABOUT", 2)], 4)
    with graph.view() as view:
        found = view.edges([RevisionId(1), RevisionId(2)], direction="both")
        assert ends(found) == [(2, "ABOUT", 1), (1, "ABOUT", 2), (1, "ABOUT", 4), (1, "USES", 3)]
        assert ends(view.edges([RevisionId(1)], direction="in")) == [(2, "ABOUT", 1)]
        assert ends(view.edges([RevisionId(1)], types=["USES", "NEVER_SEEN"])) == [(1, "USES", 3)]


def test_a_past_view_walks_the_edges_of_then() -> None:
    graph = build([(1, "USES", 2), (2, "USES", 3)], 3)
    with graph.transaction("cut") as writer:
        writer.unedge(RevisionId(1), "USES", RevisionId(2))
    with graph.view() as view:
        assert view.traverse([RevisionId(1)]).revisions == ()
    with graph.view(as_of=2) as view:
        walk = view.traverse([RevisionId(1)])
        assert walk.revisions == (2, 3)
        assert [edge.to_op for edge in walk.paths[RevisionId(3)]] == [FOREVER, FOREVER]
    with graph.view(as_of=1) as view:
        assert view.traverse([RevisionId(1)]).revisions == ()


def test_a_walk_stops_at_what_belongs_to_another_owner() -> None:
    graph = build([(1, "USES", 2), (1, "USES", 3), (3, "USES", 4)], 4, owners={2: "ann", 3: "bob", 4: "bob"})
    with graph.view(user="ann") as view:
        assert view.traverse([RevisionId(1)]).revisions == (2,)
        assert view.edges([RevisionId(3)]) == []
        assert view.shortest_paths(RevisionId(1), RevisionId(4)) == []
        assert view.impact(RevisionId(4), types=["USES"]) == []


def test_a_walk_says_when_depth_or_limit_cut_it() -> None:
    graph = build([(1, "USES", 2), (2, "USES", 3), (3, "USES", 1)], 3)
    with graph.view() as view:
        assert view.traverse([RevisionId(1)]).truncated is False
        assert view.traverse([RevisionId(1)], max_depth=1).truncated is True
        assert view.traverse([RevisionId(1)], max_depth=2).truncated is False
        assert view.traverse([RevisionId(1)], limit=1).truncated is True
        assert view.traverse([RevisionId(1)], limit=2).truncated is False
        with pytest.raises(InvalidInput, match="max_depth"):
            view.traverse([RevisionId(1)], max_depth=-1)


def test_all_shortest_paths_come_in_order_and_one_is_the_first() -> None:
    graph = build([(1, "B", 2), (1, "A", 3), (2, "A", 4), (3, "C", 4), (3, "A", 4), (1, "Z", 5), (5, "Z", 6)], 6)
    with graph.view() as view:
        paths = view.shortest_paths(RevisionId(1), RevisionId(4), every=True)
        assert [[edge.type for edge in path] for path in paths] == [["A", "A"], ["A", "C"], ["B", "A"]]
        assert view.shortest_paths(RevisionId(1), RevisionId(4)) == paths[:1]
        assert view.shortest_paths(RevisionId(4), RevisionId(4)) == [()]
        assert view.shortest_paths(RevisionId(1), RevisionId(6), max_depth=1) == []
        assert view.shortest_paths(RevisionId(6), RevisionId(1)) == []


def test_too_many_shortest_paths_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = build([(1, "A", 2), (1, "B", 2), (2, "A", 3), (2, "B", 3)], 3)
    monkeypatch.setattr(traversal, "MOST_PATHS", 3)
    with graph.view() as view, pytest.raises(LimitReached, match="3 shortest paths"):
        view.shortest_paths(RevisionId(1), RevisionId(3), every=True)


def test_impact_is_nearest_first_against_the_edges() -> None:
    graph = build([(2, "DEPENDS_ON", 1), (3, "DERIVED_FROM", 2), (4, "DEPENDS_ON", 1), (5, "ABOUT", 1)], 5)
    with graph.view() as view:
        found = view.impact(RevisionId(1))
        assert [(revision, depth) for revision, depth, _ in found] == [(2, 1), (4, 1), (3, 2)]
        assert ends(found[2][2]) == [(2, "DEPENDS_ON", 1), (3, "DERIVED_FROM", 2)]


EDGES = st.lists(
    st.tuples(st.integers(1, 6), st.sampled_from(["A", "B"]), st.integers(1, 6)).filter(
        lambda edge: edge[0] != edge[2]
    ),
    max_size=14,
    unique=True,
)


@given(edges=EDGES, direction=st.sampled_from(["out", "in", "both"]), depth=st.integers(0, 4))
def test_walks_agree_with_every_path_there_is(edges: list[Edge], direction: str, depth: int) -> None:
    steps = [(s, t) for s, _, t in edges if direction != "in"] + [(t, s) for s, _, t in edges if direction != "out"]
    reached = {1: 0}
    for level in range(1, 7):
        for start, end in steps:
            if reached.get(start) == level - 1:
                reached.setdefault(end, level)
    with build(edges, 6).view() as view:
        walk = view.traverse([RevisionId(1)], direction=direction, max_depth=depth)  # type: ignore[arg-type]
        assert dict(walk.depths) == {end: at for end, at in reached.items() if 0 < at <= depth}
        assert list(walk.revisions) == sorted(walk.revisions, key=walk.depths.__getitem__)
        assert all(len(walk.paths[end]) == walk.depths[end] for end in walk.revisions)
        assert walk.truncated == any(at == depth + 1 for at in reached.values())
        for end in walk.revisions:
            paths = view.shortest_paths(RevisionId(1), end, direction=direction, every=True)  # type: ignore[arg-type]
            assert walk.paths[end] == paths[0]
            assert len(set(map(repr, paths))) == len(paths)
