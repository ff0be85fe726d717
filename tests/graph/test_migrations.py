"""Files that an earlier doxa wrote."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from doxa.clock import ManualClock
from doxa.graph import sqlite
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY


def test_a_file_of_the_first_schema_is_brought_to_the_newest_with_what_waits_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, clock = tmp_path / "p.doxa", ManualClock(datetime(2026, 1, 1, tzinfo=UTC))
    newest = sqlite.MIGRATIONS
    monkeypatch.setattr(sqlite, "MIGRATIONS", newest[:1])
    old = SqlGraph(SqliteEngine(path), "p", clock)
    with old.engine.writing(None) as connection:
        connection.run("INSERT INTO symbol(id, text) VALUES(900, 'extract')")
        connection.run("INSERT INTO queue(op, slab, kind, state, due, body) VALUES(1, 0, 900, 0, 0, '{}')")
    old.close()
    monkeypatch.setattr(sqlite, "MIGRATIONS", newest)
    graph = SqlGraph(SqliteEngine(path), "p", clock)
    task = graph.claim(lease=timedelta(minutes=1), user=ANY)
    assert task is not None
    assert (task.kind, task.attempts, graph.info()["schema"]) == ("extract", 1, len(newest))
    graph.close()
