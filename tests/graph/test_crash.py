"""`kill -9` at any statement: what was acknowledged is there, what was not is there whole or not at all."""

from __future__ import annotations

import random
import signal
import sys
from contextlib import closing
from pathlib import Path

import pytest

from doxa.clock import SystemClock
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.store import SqlGraph
from doxa.records import ANY
from tests.graph.processes import running

ROUNDS = 8

WRITE_UNTIL_KILLED = """
import itertools
import apsw
from doxa.graph import sqlite

acknowledgements, events = int(sys.argv[2]), int(sys.argv[3])
done = 0
sqlite.MERGE_EVERY = 4  # so that merges and checkpoints are hit as well

def strike(event):
    # statements of the text index's own tables count too, and the moment after each statement
    global events
    if done >= acknowledgements:
        events -= 1
        if events < 0:
            os.kill(os.getpid(), signal.SIGKILL)

apsw.connection_hooks.append(lambda db: db.trace_v2(apsw.SQLITE_TRACE_STMT | apsw.SQLITE_TRACE_PROFILE, strike))
engine = SqliteEngine(path)
for _ in itertools.count():
    with engine.writing() as db:
        db.run("INSERT INTO op(at, kind) VALUES((SELECT coalesce(max(at), 0) + 1 FROM op), 0)")
        number = db.row("SELECT max(id) FROM op")[0]
        db.run("INSERT INTO content(rev, text) VALUES(?, ?)", (number, f"w{number} common"))
        db.index_text(number, "", f"w{number} common")
    say(number)
    done += 1
"""


def killed(path: Path, acknowledgements: int, events: int, script: str = WRITE_UNTIL_KILLED) -> list[int]:
    """Write until killed; return the operations that were acknowledged."""
    with running(script, path, acknowledgements, events) as process:
        said, _ = process.communicate(timeout=60)
        assert process.returncode == -signal.SIGKILL
        return [int(line) for line in said.splitlines()]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_writer_loses_nothing_it_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "p.doxa"
    chance = random.Random(49)
    acknowledged: list[int] = []
    for _ in range(ROUNDS):
        acknowledged += killed(path, chance.randrange(3, 25), chance.randrange(60))
        with closing(SqliteEngine(path)) as engine, engine.reading() as connection:
            assert connection.row("PRAGMA integrity_check") == ("ok",)
            rows = {number for (number,) in connection.rows("SELECT rev FROM content")}
            operations = {number for (number,) in connection.rows("SELECT id FROM op")}
            indexed = connection.term_statistics([f"w{number}" for number in sorted(rows)])
            everywhere = connection.term_statistics(["common"])
        assert set(acknowledged) <= rows == operations
        assert len(rows) <= len(acknowledged) + ROUNDS
        assert indexed == {f"w{number}": 1 for number in rows}
        assert everywhere == {"common": len(rows)}


STORE_UNTIL_KILLED = (
    WRITE_UNTIL_KILLED[: WRITE_UNTIL_KILLED.index("engine = ")]
    + """
import numpy as np
from doxa.clock import SystemClock
from doxa.graph.nodes import NewItem, NewRevision, Observation
from doxa.graph.store import SqlGraph

graph = SqlGraph(SqliteEngine(path), "p", SystemClock())
graph.set_embedder("test", 2)
for _ in itertools.count():
    with graph.transaction("add") as writer:
        number = writer.operation
        item = writer.item(NewItem("fact", name=f"n{number}", space="a/b", identity=f"i{number}"))
        vector = np.array([1, 0], dtype=np.float32)
        turn = writer.revision(item, NewRevision(f"w{number} common", vector=vector, mentions=(("x", "subject"),)))
        later = writer.revision(item, NewRevision(f"w{number} again", observations=(Observation("x", turn=turn),)))
        writer.edge(later, "SUPERSEDES", turn)
        writer.tag(turn, "first")
        writer.alias(item, f"a{number}")
        if number % 5 == 0:
            writer.undo(number - 1)
    say(number)
    done += 1
"""
)


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_store_is_sound_and_whole(tmp_path: Path) -> None:
    path = tmp_path / "p.doxa"
    chance = random.Random(7)
    acknowledged: set[int] = set()
    for _ in range(ROUNDS):
        acknowledged |= set(killed(path, chance.randrange(2, 12), chance.randrange(400), STORE_UNTIL_KILLED))
        with closing(SqlGraph(SqliteEngine(path), "p", SystemClock())) as graph:
            faults = [finding for finding in graph.doctor(deep=True).findings if not finding.ok]
            assert faults == []
            with graph.view(user=ANY) as view:
                assert set(range(1, view.at + 1)) >= acknowledged
                assert view.at <= len(acknowledged) + ROUNDS
                taken_back = view.undone_by(range(1, view.at + 1))
                for number in range(1, view.at + 1):
                    if number not in taken_back:
                        assert view.tags(view.item(f"kref://p/a/b/n{number}.fact").id).keys() == {"latest", "first"}
