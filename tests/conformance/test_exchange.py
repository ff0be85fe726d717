"""Export and import: a restored project reads as the original at every past instant, whatever its history was.

The model does not exchange rows: its form would be its own.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from doxa.clock import ManualClock
from doxa.errors import DoxaError, ImportConflict, InvalidInput
from doxa.graph.contract import Graph
from doxa.records import ANY
from tests.conformance.conftest import OpenStore, new_store
from tests.conformance.snapshots import ranked, snapshot, told
from tests.conformance.steps import DIM, Size, Step, created, perform, steps
from tests.conformance.test_histories import agree
from tests.conformance.writing import add, current_text, newest_operation, read, revise, undo, write

EXAMPLES = int(os.environ.get("DOXA_TEST_HISTORIES", "8"))


@pytest.fixture(params=["file", "memory"])
def store(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def exported(graph: Graph) -> list[dict[str, Any]]:
    """Return an export as it comes out of a file."""
    return [json.loads(json.dumps(row)) for row in graph.export_rows(user=ANY)]


@pytest.fixture
def original(graph: Graph) -> Graph:
    made = add(graph, "one", user="ada", name="x", space="a/数据", metadata={"n": [1, None, "ü"]})
    other = add(graph, "other", item_state={"attribute:a": 1})
    write(graph, lambda writer: [writer.tag(made.revision, "t"), writer.alias(made.item, "Ünï")])
    undo(graph, revise(graph, made.item, "two").operation)
    write(graph, lambda writer: writer.edge(made.revision, "USES", other.revision, {"n": 1}))
    return graph


def test_a_restored_project_reads_as_the_original(original: Graph, open_store: OpenStore) -> None:
    copy = open_store("p") if original.info()["path"] is None else open_copy(original)
    counts = copy.import_rows(exported(original))
    assert counts["operation"] == newest_operation(original)
    size = Size(5, 6, 3, 6, newest_operation(original))
    for at in range(newest_operation(original) + 1):
        for user in (ANY, "ada", None):
            with copy.view(user=user, as_of=at) as view, original.view(user=user, as_of=at) as expected:
                agree(snapshot(view, size), snapshot(expected, size))
    assert told(copy, ANY) == told(original, ANY)


def open_copy(original: Graph) -> Graph:
    folder = Path(str(original.info()["path"])).parent / "copy"
    return new_store("file", folder, "p", ManualClock())


def restored(original: Graph) -> Graph:
    copy = new_store("memory", Path(), "p", ManualClock(seed=1))
    copy.import_rows(exported(original))
    return copy


def test_importing_again_changes_nothing(original: Graph) -> None:
    copy = restored(original)
    before = told(copy, ANY)
    counts = dict(copy.import_rows(exported(original)))
    assert counts.pop("unchanged") > 10
    assert not any(counts.values())
    assert told(copy, ANY) == before


def test_an_export_of_an_import_is_the_same(original: Graph) -> None:
    assert exported(restored(original)) == exported(original)


def test_a_restored_project_goes_on(original: Graph) -> None:
    copy = restored(original)
    item = read(copy, lambda view: view.items_by_alias(["uni"])["uni"][0])
    assert current_text(copy, item) == "one"
    revise(copy, item, "three")
    assert read(copy, lambda view: view.versions(item)[-1].number) == 3
    undo(copy, newest_operation(copy))
    assert current_text(copy, item) == "one"


def test_a_changed_row_is_a_conflict_and_changes_nothing(original: Graph) -> None:
    copy = restored(original)
    rows = exported(original)
    before = told(copy, ANY)
    (place,) = [at for at, row in enumerate(rows) if "other" in row.values()]
    rows[place] = {key: "forged" if value == "other" else value for key, value in rows[place].items()}
    with pytest.raises(ImportConflict):
        copy.import_rows(rows)
    assert told(copy, ANY) == before


def test_a_project_with_a_history_of_its_own_takes_no_other(original: Graph) -> None:
    other = new_store("memory", Path(), "p", ManualClock(seed=2))
    add(other, "mine")
    with pytest.raises(ImportConflict):
        other.import_rows(exported(original))
    assert newest_operation(other) == 1


@pytest.mark.parametrize("rows", [[], [{}], [{"row": "no such row"}], [{"row": None}], [{"x": 1}, {"y": 2}]])
def test_what_is_no_export_is_refused(graph: Graph, rows: list[dict[str, Any]]) -> None:
    with pytest.raises(DoxaError) as caught:
        graph.import_rows(rows)
    assert isinstance(caught.value, InvalidInput | ImportConflict)
    assert newest_operation(graph) == 0


def test_an_export_resumes_after_any_row(original: Graph) -> None:
    rows = exported(original)
    for place, row in enumerate(rows):
        assert list(original.export_rows(user=ANY, after=row["cursor"])) == rows[place + 1 :]
    with pytest.raises(InvalidInput):
        list(original.export_rows(user=ANY, after="no cursor"))


@settings(max_examples=EXAMPLES)
@given(history=st.lists(st.lists(steps, min_size=1, max_size=3), max_size=10), first=created)
def test_any_history_is_restored_whole(history: list[list[Step]], first: Step) -> None:
    graph = new_store("memory", Path(), "p", ManualClock())
    graph.set_embedder("test", DIM)
    for chosen in [[first], *history]:
        play(graph, chosen)
    copy = restored(graph)
    size = sized(graph)
    for at in range(size.operations + 1):
        with copy.view(user=ANY, as_of=at) as view, graph.view(user=ANY, as_of=at) as expected:
            agree(snapshot(view, size), snapshot(expected, size))
            agree(ranked(view), ranked(expected))
    assert told(copy, "ada") == told(graph, "ada")
    assert exported(copy) == exported(graph)
    assert [finding for finding in copy.doctor(deep=True).findings if not finding.ok] == []


def play(graph: Graph, chosen: list[Step]) -> None:
    """Make changes as one operation, or none of them."""
    size = sized(graph)
    try:
        with graph.transaction("change", user=ANY) as writer:
            for step in chosen:
                perform(writer, size, step)
    except DoxaError:
        return


def sized(graph: Graph) -> Size:
    counts = read(graph, lambda view: view.counts())
    known = {change.ref for change in graph.changes(user=ANY, limit=10_000) if change.kind == "item.created"}
    return Size(len(known), counts["revisions"] + 3, 3, 6, newest_operation(graph))
