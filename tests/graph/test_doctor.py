from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest

from doxa.clock import ManualClock
from doxa.graph.nodes import BatchRow, Filter, Key, NewItem, NewRevision, RevisionId, item_node
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY

START = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock(START)


@pytest.fixture
def graph(tmp_path: Path, clock: ManualClock) -> Iterator[SqlGraph]:
    graph = SqlGraph(SqliteEngine(tmp_path / "p.doxa"), "p", clock)
    graph.set_embedder("test", 40)
    fill(graph)
    yield graph
    graph.close()


def fill(graph: SqlGraph) -> None:
    """Keep what has a bit of everything: two owners, a move, a rival, an undone and a bundle."""
    for n in range(20):
        with graph.transaction("add") as writer:
            item = writer.item(NewItem(kind="fact", user="ann" if n % 3 else None, identity=f"i{n}", slot=f"s{n}"))
            vector = np.random.default_rng(n).standard_normal(40).astype(np.float32)
            writer.revision(
                item, NewRevision(text=f"text number {n}", title="title", vector=vector / np.linalg.norm(vector))
            )
    with graph.transaction("change") as writer:
        writer.move(item, "a/b")
        writer.assert_(item_node(item), Key.PIN, True)
        writer.revision(item, NewRevision(text="newer", state={Key.STANDING: "rival"}))
        writer.bundle(NewItem(kind="bundle", user="ann"), add=[item])
    with graph.transaction("undo") as writer:
        writer.undo(3)


def bad(graph: SqlGraph, **flags: bool) -> dict[str, bool]:
    """Return which checks fail, and whether they were repaired."""
    return {each.check: each.repaired for each in graph.doctor(**flags).findings if not each.ok}


def run(graph: SqlGraph, *statements: str) -> None:
    with graph.engine.writing(None) as connection:
        for statement in statements:
            connection.run(statement)


def test_a_sound_project_has_no_findings(graph: SqlGraph) -> None:
    health = graph.doctor(deep=True)
    assert [each for each in health.findings if not each.ok] == []
    assert health.ok
    assert len(health.findings) == 11


@pytest.mark.parametrize("many", [True, False])
def test_bookkeeping_without_words_is_counted_as_no_text(graph: SqlGraph, many: bool) -> None:
    row = BatchRow(NewItem(kind="note"), NewRevision(text="", metadata={"messages": 3}))
    with graph.transaction("add") as writer:
        writer.revisions([row, row] if many else [])
        writer.revision(writer.item(NewItem(kind="note")), row.revision)
    assert bad(graph) == {}


@pytest.mark.parametrize(
    ("check", "statements"),
    [
        ("heads", ["DELETE FROM head WHERE item=5"]),
        ("heads", ["UPDATE head SET pinned=1-pinned WHERE item=7", "UPDATE head SET rev=rev-1 WHERE item=20"]),
        ("heads", ["UPDATE head SET item=999 WHERE item=5"]),
        ("statistics", ["UPDATE corpus SET terms=terms+1 WHERE slab=0"]),
        ("statistics", ["DELETE FROM corpus"]),
        ("codes", ["DELETE FROM code WHERE slab=1"]),
        ("codes", ["UPDATE code SET codes=zeroblob(length(codes))"]),
        ("codes", ["UPDATE code SET codes=zeroblob(5)"]),
        ("text index", ["DELETE FROM fts WHERE rowid=4"]),
        ("text index", ["DELETE FROM fts WHERE rowid=4", "INSERT INTO fts(rowid, text) VALUES(4, '0xa 0xb 0xc 0xd')"]),
        ("text index", ["INSERT INTO fts(rowid, title, text) VALUES(777, '', '0xstray')"]),
    ],
)  # fmt: skip
def test_derived_state_that_differs_is_found_and_made_anew(graph: SqlGraph, check: str, statements: list[str]) -> None:
    before = read(graph)
    run(graph, *statements)
    assert bad(graph) == {check: False}
    assert bad(graph, repair=True) == {check: True}
    assert bad(graph) == {}
    assert read(graph) == before


def read(graph: SqlGraph) -> object:
    query = np.ones(40, dtype=np.float32) / np.float32(40**0.5)
    with graph.view(user=ANY) as view:
        heads = view.list_heads(Filter(statuses=(), heads_only=False)).items
        return heads, view.search_text(["text", "newer"], limit=50), view.search_vectors(query, limit=50)


@pytest.mark.parametrize(
    ("check", "statement"),
    [
        ("rows", "DELETE FROM content WHERE rev=5"),
        ("rows", "DELETE FROM name WHERE item=5"),
        ("rows", "INSERT INTO fact(node, key, value, from_op) VALUES(8000, 1, '1', 1)"),
        ("rows", "INSERT INTO edge(src, type, dst, from_op) VALUES(1, 1, 999, 1)"),
        ("operations", "DELETE FROM op WHERE id=7"),
        ("operations", "UPDATE fact SET from_op=99 WHERE id=1"),
    ],
)
def test_faults_of_the_log_are_reported_and_not_glossed_over(graph: SqlGraph, check: str, statement: str) -> None:
    run(graph, statement)
    assert bad(graph, repair=True).get(check) is False
    assert graph.doctor().ok is False


def test_a_vector_of_another_size_is_dropped_with_its_code(graph: SqlGraph) -> None:
    run(graph, "UPDATE vector SET v=zeroblob(8) WHERE rev=5")
    assert bad(graph) == {"vectors": False, "codes": False}
    assert bad(graph, repair=True) == {"vectors": True, "codes": True}
    assert bad(graph, deep=True) == {}


def test_texts_without_a_vector_are_told_but_no_fault(graph: SqlGraph) -> None:
    finding = next(each for each in graph.doctor().findings if each.check == "vectors")
    assert finding.ok
    assert finding.detail == "1 texts have none; `doxa reindex` makes them"


def test_labels_ahead_of_the_clock_are_relabelled_in_order(graph: SqlGraph, clock: ManualClock) -> None:
    clock.set(START + timedelta(days=9))
    with graph.transaction("ahead") as writer:
        late = writer.revision(writer.item(NewItem(kind="fact")), NewRevision(text="from the future"))
    clock.set(START + timedelta(hours=1))
    assert bad(graph, repair=True) == {"clock": False}
    assert bad(graph, repair_clock=True) == {"clock": True}
    assert bad(graph) == {}
    with graph.view(user=ANY) as view:
        stamps = [view.operation(n).at for n in range(1, view.at + 1)]
        assert stamps == sorted(set(stamps))
        assert stamps[-1] <= clock.now()
        assert view.revision(late).created_at == stamps[-1]
    with graph.view(as_of=clock.now()) as view:
        assert view.revisions([RevisionId(late)])


def test_repairs_are_no_operations(graph: SqlGraph) -> None:
    run(graph, "DELETE FROM head", "DELETE FROM corpus", "DELETE FROM code")
    with graph.view() as view:
        before = view.at
    assert graph.doctor(repair=True).ok
    with graph.view() as view:
        assert view.at == before
