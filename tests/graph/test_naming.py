"""An item is found by its name, whether that was given or is its id, and whichever schema wrote it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.clock import ManualClock
from doxa.errors import AlreadyExists, UndoConflict
from doxa.graph import sqlite
from doxa.graph.nodes import BatchRow, Filter, NewItem, NewRevision
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph

LIKE_AN_ID = "0123456789abcdef" * 2


@pytest.fixture
def graph() -> Iterator[SqlGraph]:
    opened = SqlGraph(SqliteEngine(None), "p", ManualClock())
    yield opened
    opened.close()


def test_items_without_a_name_are_found_at_the_address_that_their_id_gives_them(graph: SqlGraph) -> None:
    with graph.transaction("add") as writer:
        written = writer.revisions([BatchRow(NewItem(kind="turn"), NewRevision(text=text)) for text in ("one", "two")])
    with graph.view() as view:
        for revision in written.created:
            item = view.item(view.revision(revision).item)
            assert view.resolve(item.kref) == revision
            assert [each.id for each in view.items(Filter(), name=item.name).items] == [item.id]
            assert not view.items(Filter(kinds=("fact",)), name=item.name).items


def test_a_name_that_looks_like_an_id_is_found_and_taken_once(graph: SqlGraph) -> None:
    with graph.transaction("add") as writer:
        item = writer.item(NewItem(kind="turn", name=LIKE_AN_ID))
        revision = writer.revision(item, NewRevision(text="one"))
        with pytest.raises(AlreadyExists):
            writer.item(NewItem(kind="turn", name=LIKE_AN_ID))
    with graph.view() as view:
        assert view.resolve(f"kref://p/{LIKE_AN_ID}.turn") == revision


@pytest.mark.parametrize("first", ["given", "own"])
def test_undo_sees_that_an_address_was_taken_meanwhile_by_an_item_with_that_id(graph: SqlGraph, first: str) -> None:
    items = {"given": NewItem(kind="turn", name=LIKE_AN_ID), "own": NewItem(kind="turn", uid=LIKE_AN_ID)}
    for name in (first, *(items.keys() - {first})):
        with graph.transaction("add") as writer:
            writer.revision(writer.item(items[name]), NewRevision(text=name))
        if name == first:
            with graph.transaction("undo") as writer:
                (undone,) = writer.undo(1)
    with pytest.raises(UndoConflict), graph.transaction("redo") as writer:
        writer.undo(undone + 1)


def test_a_file_whose_names_were_all_in_one_index_is_brought_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    newest = sqlite.MIGRATIONS
    before = next(at for at, each in enumerate(newest) if any("name_given" in sql for sql in each))
    monkeypatch.setattr(sqlite, "MIGRATIONS", newest[:before])
    engine = SqliteEngine(tmp_path / "p.doxa")
    with engine.writing(None) as connection:
        connection.run("INSERT INTO name(item, space, kind, name) VALUES(1,1,1,?),(2,1,1,'rose')", (LIKE_AN_ID,))
        connection.run("INSERT INTO item(id, uid, slab, kind, op) VALUES(1,?,0,1,1)", (bytes.fromhex(LIKE_AN_ID),))
        connection.run("INSERT INTO item(id, uid, slab, kind, op) VALUES(2,x'00',0,1,1)")
    engine.close()
    monkeypatch.setattr(sqlite, "MIGRATIONS", newest)
    engine = SqliteEngine(tmp_path / "p.doxa")
    with engine.reading() as connection:
        assert connection.rows("SELECT item, given FROM name ORDER BY item") == [(1, 0), (2, 1)]
    engine.close()
