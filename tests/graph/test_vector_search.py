from __future__ import annotations

import contextlib
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from doxa.clock import ManualClock
from doxa.errors import EmbedderMismatch
from doxa.graph import resident_vectors
from doxa.graph.contract import View
from doxa.graph.engine import Connection
from doxa.graph.nodes import Filter, NewItem, NewRevision, RevisionId, VectorHit, item_node
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.graph.vectors import read_codes, read_vectors, rebuild_codes, remove_codes
from doxa.index.codes import binary_codes
from doxa.index.vectors import SlabVectors
from doxa.records import ANY

DIM = 70


@pytest.fixture
def graph() -> SqlGraph:
    return open_graph(None)


def open_graph(path: Path | None) -> SqlGraph:
    graph = SqlGraph(SqliteEngine(path), "p", ManualClock())
    graph.set_embedder("test", DIM)
    return graph


def unit(seed: int) -> NDArray[np.float32]:
    row = np.random.default_rng(seed).standard_normal(DIM).astype(np.float32)
    return row / np.float32(np.linalg.norm(row))


def add(graph: SqlGraph, *seeds: int, user: str | None = None) -> list[RevisionId]:
    with graph.transaction("add") as writer:
        return [
            writer.revision(writer.item(NewItem(kind="fact", user=user)), NewRevision(text="t", vector=unit(seed)))
            for seed in seeds
        ]


def expected(seeds: dict[RevisionId, int], query: NDArray[np.float32], limit: int) -> list[VectorHit]:
    hits = [
        VectorHit(each, round(float(unit(seed).astype(float) @ query.astype(float)), 6)) for each, seed in seeds.items()
    ]
    return sorted(hits, key=lambda hit: (-hit.cosine, -hit.revision))[:limit]


def nearest(view: View, seed: int, limit: int = 3, filter: Filter | None = None) -> list[RevisionId]:
    return [hit.revision for hit in view.search_vectors(unit(seed), limit=limit, filter=filter)]


def test_ranking_is_by_cosine_with_ties_newest_first(graph: SqlGraph) -> None:
    ids = add(graph, *range(40), 7)
    with graph.view() as view:
        hits = view.search_vectors(unit(7), limit=5)
        assert hits == expected(dict(zip(ids, [*range(40), 7], strict=True)), unit(7), 5)
        assert [hit.revision for hit in hits[:2]] == [ids[40], ids[7]]
        assert view.search_vectors(unit(7), limit=5, within=ids[:7]) == expected(
            dict(zip(ids[:7], range(7), strict=True)), unit(7), 5
        )


def test_stored_vectors_come_back_as_given(graph: SqlGraph) -> None:
    first, second = add(graph, 1, 2)
    with graph.transaction("add") as writer:
        bare = writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="no vector"))
    with graph.view() as view:
        ids, rows = view.vectors([second, bare, RevisionId(99), first])
        assert ids == [second, first]
        assert np.array_equal(rows, [unit(2), unit(1)])
        ids, rows = view.vectors([bare])
        assert (ids, rows.shape) == ([], (0, 0))


def test_owners_undone_and_filtered_revisions_are_left_out_before_the_limit(graph: SqlGraph) -> None:
    mine = add(graph, 1, user="ann")
    add(graph, *[1] * 30, user="bob")
    undone = add(graph, *[1] * 30)
    with graph.transaction("undo") as writer:
        writer.undo(3)
    far = add(graph, 2)
    with graph.view(user="ann") as view:
        assert nearest(view, 1) == [*mine, *far]
        assert view.search_vectors(unit(1), limit=1)[0].cosine == 1.0
    with graph.view(user="ann", as_of=3) as view:
        assert nearest(view, 1, limit=31) == [*undone[::-1], *mine]
    with graph.view(user=ANY) as view:
        assert len(nearest(view, 1, limit=99)) == 32
    with graph.transaction("archive", user="ann") as writer:
        writer.status(item_node(writer.view.heads(mine)[mine[0]].item), "archived")
    with graph.view(user="ann") as view:
        assert nearest(view, 1, filter=Filter()) == far


def test_a_writer_finds_its_own_vectors_and_a_rollback_leaves_no_trace(graph: SqlGraph) -> None:
    first = add(graph, 1)
    with contextlib.suppress(ZeroDivisionError), graph.transaction("add") as writer:
        lost = writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="t", vector=unit(2)))
        assert nearest(writer.view, 2) == [lost, *first]
        raise ZeroDivisionError
    second = add(graph, 3)
    assert second == [lost]
    with graph.view() as view:
        assert view.search_vectors(unit(3), limit=1) == [VectorHit(second[0], 1.0)]
        assert len(nearest(view, 2)) == 2


def test_a_past_view_is_the_same_whether_or_not_the_present_was_searched_before(tmp_path: Path) -> None:
    path = tmp_path / "v.doxa"
    with contextlib.closing(open_graph(path)) as warm, contextlib.closing(open_graph(path)) as cold:
        known = add(warm, *range(6))
        with warm.view() as before:
            then = before.at
        add(warm, *range(100, 140))
        with warm.view() as present, warm.view(as_of=then) as past, cold.view(as_of=then) as first:
            assert len(nearest(present, 1, limit=99)) == 46
            assert first.likeness(unit(1), known) == past.likeness(unit(1), known)
            assert nearest(first, 1, limit=99) == nearest(past, 1, limit=99)
        with cold.view() as present:
            assert len(nearest(present, 1, limit=99)) == 46


def test_what_another_process_committed_is_seen_by_new_snapshots_only(tmp_path: Path) -> None:
    here, there = open_graph(tmp_path / "p.doxa"), open_graph(tmp_path / "p.doxa")
    first = add(here, 1)
    with here.view() as old:
        assert nearest(old, 1) == first
        second = add(there, 1)
        with here.view() as new:
            assert nearest(new, 1) == [*second, *first]
        assert nearest(old, 1) == first
    here.close()
    there.close()


@pytest.fixture
def codes_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resident_vectors, "FLOATS_AT_ONCE", 0)


@pytest.mark.usefixtures("codes_only")
def test_codes_answer_first_and_float_rows_afterwards_with_the_same_hits(graph: SqlGraph) -> None:
    ids = add(graph, *range(50))
    hits = expected(dict(zip(ids, range(50), strict=True)), unit(99), 5)
    for _ in range(3):
        with graph.view() as view:
            assert view.search_vectors(unit(99), limit=5) == hits
    more = add(graph, 99)
    with graph.view() as view:
        assert nearest(view, 99, limit=1) == more


def test_codes_are_kept_sixteen_to_a_row_and_lose_what_is_removed(graph: SqlGraph) -> None:
    ids = add(graph, *range(40))
    with graph.engine.writing(None) as connection:
        assert connection.row("SELECT count(*) FROM code") == (3,)
        remove_codes(connection, 0, [ids[0], ids[17], *ids[32:]])
        held, codes = read_codes(connection, 0, DIM)
        left = [each for each in ids[:32] if each not in (ids[0], ids[17])]
        assert held.tolist() == left
        assert np.array_equal(codes, binary_codes(np.array([unit(each - 1) for each in left])))
        assert read_codes(connection, 0, DIM, after=20)[0].tolist() == [each for each in left if each > 20]
        rebuild_codes(connection, 0)
        assert read_codes(connection, 0, DIM)[0].tolist() == ids


def test_a_vector_of_another_length_is_refused(graph: SqlGraph) -> None:
    with graph.view() as view:
        assert view.search_vectors(np.ones(3, dtype=np.float32), limit=1) == []
    add(graph, 1)
    with graph.view() as view, pytest.raises(EmbedderMismatch, match="length 3"):
        view.search_vectors(np.ones(3, dtype=np.float32), limit=1)


@settings(max_examples=30)
@given(
    rows=st.lists(st.tuples(st.integers(0, 5), st.sampled_from([None, "ann", "bob"])), max_size=40),
    limit=st.integers(1, 9),
)
def test_any_state_ranks_as_by_hand(rows: list[tuple[int, str | None]], limit: int) -> None:
    graph = open_graph(None)
    seeds: dict[RevisionId, int] = {}
    for seed, owner in rows:
        (made,) = add(graph, seed, user=owner)
        if owner != "bob":
            seeds[made] = seed
        with graph.view(user="ann") as view:
            assert view.search_vectors(unit(3), limit=limit) == expected(seeds, unit(3), limit)


def test_rows_of_more_vectors_than_may_be_in_memory_are_read_of_the_best_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []

    def noted(connection: Connection, ids: list[RevisionId]) -> tuple[list[RevisionId], NDArray[np.float32]]:
        read.append(len(ids))
        return read_vectors(connection, ids)

    monkeypatch.setattr("doxa.index.vectors.SlabVectors", partial(SlabVectors, float_rows=20))
    monkeypatch.setattr("doxa.index.nearest.CANDIDATES", 10)
    monkeypatch.setattr(resident_vectors, "read_vectors", noted)
    with contextlib.closing(open_graph(tmp_path / "v.doxa")) as graph:
        known = add(graph, *range(40))
        for _ in range(3):
            with graph.view() as view:
                assert nearest(view, 7)[0] == known[7]
    assert read == []
