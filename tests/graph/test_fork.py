"""Forking a process that has a project open loses nothing on either side, or is refused in words."""

from __future__ import annotations

import os
from contextlib import closing
from pathlib import Path

import pytest

from doxa.graph.sqlite import SqliteEngine
from tests.graph.processes import output

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this platform does not fork")

START = """
import threading
from doxa.errors import Closed
from doxa.graph import fork
engine = SqliteEngine(None if path.name == "memory" else path)

def add(text, engine=engine):
    with engine.writing() as db:
        db.run("INSERT INTO op(at, kind) VALUES((SELECT coalesce(max(at), 0) + 1 FROM op), 0)")
        db.run("INSERT INTO note(op, reason) VALUES((SELECT max(id) FROM op), ?)", (text,))

def all_of(engine=engine):
    with engine.reading() as db:
        return [row[0] for row in db.rows("SELECT reason FROM note ORDER BY op")]

def refused(call):
    try:
        call()
    except Closed as error:
        return "forked" in str(error) and bool(error.mend)
    return False

def ended_well(child):
    return os.waitpid(child, 0)[1] == 0

add("before")
"""


@pytest.mark.parametrize("ending", ["os._exit(0)", "engine.close(); sys.exit(0)", "sys.exit(0)"])
def test_parent_and_child_go_on_with_one_file(tmp_path: Path, ending: str) -> None:
    script = f"""
child = os.fork()
if child == 0:
    add("child")
    {ending}
assert ended_well(child)
add("after")
say(*all_of())
with engine.reading() as db:
    say(*db.row("PRAGMA integrity_check"))
engine.close()
"""
    assert output(START + script, tmp_path / "p.doxa") == ["before child after", "ok"]


def test_a_child_keeps_its_commits_when_the_parent_closes(tmp_path: Path) -> None:
    """The parent, thinking itself the last to close, would delete the log under the child."""
    script = """
ready, go_on = os.pipe(), os.pipe()
child = os.fork()
if child == 0:
    add("child 1")
    os.write(ready[1], b"x")
    os.read(go_on[0], 1)
    add("child 2")
    os._exit(0)
os.read(ready[0], 1)
engine.close()
os.write(go_on[1], b"x")
assert ended_well(child)
"""
    output(START + script, tmp_path / "p.doxa")
    with closing(SqliteEngine(tmp_path / "p.doxa")) as engine, engine.reading() as connection:
        texts = [text for (text,) in connection.rows("SELECT reason FROM note ORDER BY op")]
    assert texts == ["before", "child 1", "child 2"]


def test_a_child_may_close_what_it_never_used(tmp_path: Path) -> None:
    script = """
child = os.fork()
if child == 0:
    engine.close()
    os._exit(0)
assert ended_well(child)
add("after")
say(*all_of())
"""
    assert output(START + script, tmp_path / "p.doxa") == ["before after"]


def test_a_closed_project_stays_closed_in_the_child(tmp_path: Path) -> None:
    script = """
engine.close()
child = os.fork()
if child == 0:
    try:
        all_of()
    except Closed:
        os._exit(0)
    os._exit(1)
say(ended_well(child))
"""
    assert output(START + script, tmp_path / "p.doxa") == ["True"]


def test_a_fork_waits_for_the_transaction_of_another_thread(tmp_path: Path) -> None:
    script = """
inside = threading.Event()
def write():
    with engine.writing() as db:
        inside.set()
        while not engine._gate._shut:
            time.sleep(0)
        db.run("INSERT INTO op(at, kind) VALUES(100, 0)")
        db.run("INSERT INTO note(op, reason) VALUES(100, 'thread')")
thread = threading.Thread(target=write)
thread.start()
inside.wait()
child = os.fork()
if child == 0:
    add("child")
    os._exit(0)
thread.join()
assert ended_well(child)
add("after")
say(*all_of())
"""
    assert set(output(START + script, tmp_path / "p.doxa")[0].split()) == {"before", "thread", "child", "after"}


@pytest.mark.parametrize("use", ["reading", "writing"])
def test_a_child_forked_in_the_middle_refuses_the_project(tmp_path: Path, use: str) -> None:
    script = f"""
with engine.{use}():
    child = os.fork()
    if child == 0:
        say(refused(all_of), refused(lambda: add("child")), refused(lambda: SqliteEngine(path)))
        engine.close()
        os._exit(0)
    assert ended_well(child)
add("after")
say(*all_of())
"""
    assert output(START + script, tmp_path / "p.doxa") == ["True True True", "before after"]


def test_a_child_forked_while_a_thread_reads_on_refuses_the_project(tmp_path: Path) -> None:
    script = """
fork.PATIENCE = 0.05
inside, go_on = threading.Event(), threading.Event()
def read():
    with engine.reading():
        inside.set()
        go_on.wait()
thread = threading.Thread(target=read)
thread.start()
inside.wait()
child = os.fork()
if child == 0:
    say(refused(all_of))
    os._exit(0)
go_on.set()
thread.join()
assert ended_well(child)
add("after")
say(*all_of())
"""
    assert output(START + script, tmp_path / "p.doxa") == ["True", "before after"]


def test_a_project_in_memory_is_copied(tmp_path: Path) -> None:
    script = """
child = os.fork()
if child == 0:
    add("child")
    say(*all_of())
    os._exit(0)
assert ended_well(child)
add("after")
say(*all_of())
"""
    assert output(START + script, tmp_path / "memory") == ["before child", "before after"]
