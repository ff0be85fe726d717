"""`kill -9` at any statement: what was acknowledged is there, what was not is there whole or not at all."""

from __future__ import annotations

import random
import signal
import sys
from contextlib import closing
from pathlib import Path

import pytest

from doxa.graph.sqlite import SqliteEngine
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


def killed(path: Path, acknowledgements: int, events: int) -> list[int]:
    """Write until killed; return the operations that were acknowledged."""
    with running(WRITE_UNTIL_KILLED, path, acknowledgements, events) as process:
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
