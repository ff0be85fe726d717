"""Search by vector: exact cosine, one embedder per store, the wall and the past as everywhere."""

from __future__ import annotations

from math import nan

import numpy as np
import pytest
from numpy.typing import NDArray

from doxa.errors import EmbedderMismatch, InvalidInput
from doxa.graph.contract import Graph
from doxa.graph.nodes import Filter, NewItem, NewRevision, RevisionId
from doxa.records import ANY
from tests.conformance.writing import Made, add, newest_operation, read, revise, undo

Vector = NDArray[np.float32]
DIM = 8


def vector(*values: float) -> Vector:
    row = np.zeros(DIM, dtype=np.float32)
    row[: len(values)] = values
    return row / np.float32(np.linalg.norm(row))


X, Y, Z = vector(1), vector(0, 1), vector(0, 0, 1)


@pytest.fixture
def dense(graph: Graph) -> Graph:
    graph.set_embedder("test:1", DIM)
    return graph


def put(graph: Graph, row: Vector, **fields: object) -> Made:
    return add(graph, "text", vector=row, **fields)


def nearest(graph: Graph, row: Vector, *, limit: int = 10, **question: object) -> list[tuple[RevisionId, float]]:
    of_view = {key: question.pop(key) for key in ("user", "as_of") if key in question}
    hits = read(graph, lambda view: view.search_vectors(row, limit=limit, **question), **of_view)  # type: ignore[arg-type]
    return [(hit.revision, round(hit.cosine, 4)) for hit in hits]


def test_revisions_come_by_cosine(dense: Graph) -> None:
    near, far, middle = put(dense, X), put(dense, -X), put(dense, vector(1, 1))
    assert nearest(dense, X) == [(near.revision, 1.0), (middle.revision, 0.7071), (far.revision, -1.0)]


def test_equal_cosines_come_newer_first(dense: Graph) -> None:
    made = [put(dense, X).revision for _ in range(4)]
    assert [revision for revision, _ in nearest(dense, X)] == made[::-1]
    assert [revision for revision, _ in nearest(dense, X, limit=2)] == made[:1:-1]


def test_the_exact_nearest_of_many_are_found(dense: Graph) -> None:
    rng = np.random.default_rng(7)
    rows = rng.normal(size=(200, DIM)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    with dense.transaction("add", user=ANY) as writer:
        made = [writer.revision(writer.item(NewItem("fact")), NewRevision("t", vector=row)) for row in rows]
    query = vector(*rng.normal(size=DIM))
    order = sorted(range(200), key=lambda at: (-round(float(rows[at] @ query), 6), -made[at]))
    assert [revision for revision, _ in nearest(dense, query, limit=20)] == [made[at] for at in order[:20]]


def test_revisions_without_a_vector_are_not_found(dense: Graph) -> None:
    add(dense, "no vector")
    made = put(dense, X)
    assert nearest(dense, X) == [(made.revision, 1.0)]


def test_the_wall_and_the_filter_hold(dense: Graph) -> None:
    made = {user: put(dense, X, user=user) for user in (None, "ada", "bob")}
    event = put(dense, Y, kind="event")
    assert {each for each, _ in nearest(dense, X, user="ada", limit=2)} == {made[None].revision, made["ada"].revision}
    assert nearest(dense, X, filter=Filter(kinds=("event",)), limit=1) == [(event.revision, 0.0)]
    old = put(dense, Z)
    revise(dense, old.item, vector=Z)
    assert old.revision in [each for each, _ in nearest(dense, Z)]
    assert old.revision not in [each for each, _ in nearest(dense, Z, filter=Filter())]


def test_only_given_revisions_are_scored(dense: Graph) -> None:
    one, two, _ = put(dense, X), put(dense, Y), put(dense, Z)
    assert nearest(dense, X, within=(two.revision, one.revision, RevisionId(99))) == [
        (one.revision, 1.0),
        (two.revision, 0.0),
    ]


def test_a_past_search_sees_the_vectors_of_then(dense: Graph) -> None:
    made = put(dense, X)
    put(dense, X)
    undo(dense, newest_operation(dense))
    later = put(dense, X)
    assert nearest(dense, X, as_of=1) == [(made.revision, 1.0)]
    assert len(nearest(dense, X, as_of=2)) == 2
    assert [each for each, _ in nearest(dense, X)] == [later.revision, made.revision]


def test_stored_vectors_are_given_back(dense: Graph) -> None:
    one, two, bobs = put(dense, X), put(dense, vector(3, 4)), put(dense, Y, user="bob")
    asked = [two.revision, RevisionId(99), bobs.revision, one.revision]
    revisions, matrix = read(dense, lambda view: view.vectors(asked), user="ada")
    assert matrix.dtype == np.float32
    assert {revision: tuple(row) for revision, row in zip(revisions, matrix.tolist(), strict=True)} == {
        one.revision: tuple(X.tolist()),
        two.revision: tuple(vector(3, 4).tolist()),
    }
    nothing, empty = read(dense, lambda view: view.vectors([]))
    assert (nothing, empty.shape[0]) == ([], 0)


def test_a_writer_finds_what_it_wrote_and_a_failed_one_leaves_nothing(dense: Graph) -> None:
    with dense.transaction("add", user=ANY) as writer:
        revision = writer.revision(writer.item(NewItem("fact")), NewRevision("t", vector=X))
        assert [hit.revision for hit in writer.view.search_vectors(X, limit=5)] == [revision]

    def fail() -> None:
        with dense.transaction("add", user=ANY) as writer:
            writer.revision(writer.item(NewItem("fact")), NewRevision("t", vector=Y))
            assert len(writer.view.search_vectors(Y, limit=5)) == 2
            raise KeyError("mine")

    with pytest.raises(KeyError):
        fail()
    assert nearest(dense, Y) == [(revision, 0.0)]
    other = put(dense, Z)
    assert nearest(dense, Z, limit=1) == [(other.revision, 1.0)]


def test_a_store_without_vectors_finds_nothing(graph: Graph) -> None:
    add(graph, "text")
    assert graph.embedder is None
    assert nearest(graph, X) == []


@pytest.mark.parametrize("limit", [0, -1])
def test_no_hits_are_wanted(dense: Graph, limit: int) -> None:
    put(dense, X)
    assert nearest(dense, X, limit=limit) == []


def test_the_embedder_is_kept_with_the_vectors(dense: Graph) -> None:
    assert dense.embedder == ("test:1", DIM)
    dense.set_embedder("test:2", 4)
    assert dense.embedder == ("test:2", 4)
    dense.set_embedder("test:1", DIM)
    put(dense, X)
    dense.set_embedder("test:1", DIM)
    for other in (("test:2", DIM), ("test:1", 4)):
        with pytest.raises(EmbedderMismatch) as caught:
            dense.set_embedder(*other)
        assert "test:1" in str(caught.value)
    assert dense.embedder == ("test:1", DIM)


@pytest.mark.parametrize("wrong", [("", 8), ("x", 0), ("x", -1), ("x", True), ("x", 1.5), ("a\x00", 8)])
def test_what_is_no_embedder_is_refused(graph: Graph, wrong: tuple[str, int]) -> None:
    with pytest.raises(InvalidInput):
        graph.set_embedder(*wrong)
    assert graph.embedder is None


@pytest.mark.parametrize(
    "row",
    [
        np.ones(DIM, dtype=np.float32),
        np.zeros(DIM, dtype=np.float32),
        np.full(DIM, np.nan, dtype=np.float32),
        np.array([1, 0], dtype=np.float32),
        np.ones((1, DIM), dtype=np.float32) / np.float32(np.sqrt(DIM)),
    ],
)
def test_a_vector_of_another_shape_or_length_is_refused(dense: Graph, row: Vector) -> None:
    with pytest.raises((InvalidInput, EmbedderMismatch)):
        put(dense, row)
    assert newest_operation(dense) == 0


def test_a_vector_without_an_embedder_is_refused(graph: Graph) -> None:
    with pytest.raises((InvalidInput, EmbedderMismatch)):
        put(graph, X)
    assert newest_operation(graph) == 0


def test_likeness_gives_cosines_and_how_all_are_spread(dense: Graph) -> None:
    near, _, away = (put(dense, row).revision for row in (X, Y, -X))
    bare = add(dense, "no vector").revision
    found = read(dense, lambda view: view.likeness(X, [away, near, bare, RevisionId(99)]))
    assert found.cosines == pytest.approx([-1, 1, nan, nan], nan_ok=True)
    assert (found.mean, found.spread) == (pytest.approx(0), pytest.approx((2 / 3) ** 0.5))


def test_likeness_keeps_to_owner_and_past(dense: Graph) -> None:
    mine, theirs = put(dense, X, user="ada"), put(dense, Y, user="bob")
    later = put(dense, Z, user="ada")
    asked = [mine.revision, theirs.revision, later.revision]
    now = read(dense, lambda view: view.likeness(X, asked), user="ada")
    assert now.cosines == pytest.approx([1, nan, 0], nan_ok=True)
    then = read(dense, lambda view: view.likeness(X, asked), user="ada", as_of=mine.operation)
    assert then.cosines == pytest.approx([1, nan, nan], nan_ok=True)
    assert then.mean == pytest.approx(1)


def test_likeness_of_a_store_without_vectors_is_none(graph: Graph) -> None:
    made = add(graph).revision
    assert read(graph, lambda view: view.likeness(X, [made])) == (pytest.approx([nan], nan_ok=True), 0.0, 0.0)


def test_the_neighbours_of_many_are_those_that_each_finds_by_itself(dense: Graph) -> None:
    rng = np.random.default_rng(7)
    rows = [vector(*rng.normal(size=DIM)) for _ in range(40)]
    made = [put(dense, row, user=("ada", None)[place % 2]).revision for place, row in enumerate(rows)]
    bare = add(dense, "no vector").revision
    hidden = put(dense, rows[0], user="bob").revision
    with dense.view(user="ada") as view:
        found = view.neighbours([*made, bare, hidden], limit=5, filter=Filter(kinds=("fact",)))
        assert list(found) == made
        for revision, row in zip(made, rows, strict=True):
            alone = view.search_vectors(row, limit=6, filter=Filter(kinds=("fact",)))
            assert found[revision] == [hit for hit in alone if hit.revision != revision][:5]
        assert view.neighbours(made, limit=0) == {}
