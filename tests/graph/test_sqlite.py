"""The SQLite engine: whose file it is, snapshots, one writer, upkeep, faults of disk and process, closing."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from doxa.errors import Busy, Closed, DoxaError, NewerSchema, NotADoxaFile, ReadOnly, StoreFull, UnsafeFilesystem
from doxa.graph import filesystem, sqlite
from doxa.graph.migrations import MIGRATIONS
from doxa.graph.sqlite import SqliteEngine
from doxa.graph.sqlite_connection import SqliteConnection
from tests.graph.processes import heard, output, running
from tests.graph.waiting import until

Open = Callable[..., SqliteEngine]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    folder = tmp_path / "projects"
    folder.mkdir()
    return folder / "p.doxa"


@pytest.fixture
def open_engine(path: Path) -> Iterator[Open]:
    with ExitStack() as opened:

        def open_one(at: Path | None = path, **arguments: Any) -> SqliteEngine:
            engine = SqliteEngine(at, **{"busy_timeout": 5.0, **arguments})
            opened.callback(engine.close)
            return engine

        yield open_one


@pytest.fixture(params=["file", "memory"])
def engine(request: pytest.FixtureRequest, open_engine: Open, path: Path) -> SqliteEngine:
    return open_engine(path if request.param == "file" else None)


def add(connection: SqliteConnection, text: str = "a") -> int:
    """Add an operation with a revision's words, and their index."""
    connection.run("INSERT INTO op(at, kind) VALUES((SELECT coalesce(max(at), 0) + 1 FROM op), 0)")
    row = connection.row("SELECT max(id) FROM op")
    assert row is not None
    connection.run("INSERT INTO content(rev, text) VALUES(?, ?)", (row[0], text))
    connection.index_text(row[0], "", text)
    return int(row[0])


def added(connection: SqliteConnection) -> list[str]:
    return [text for (text,) in connection.rows("SELECT text FROM content ORDER BY rev")]


def contents(engine: SqliteEngine) -> list[str]:
    with engine.reading() as connection:
        return added(connection)


# --- transactions -----------------------------------------------------------------------------------------------------


def test_what_was_written_is_read(engine: SqliteEngine) -> None:
    with engine.writing() as connection:
        add(connection, "one")
    assert contents(engine) == ["one"]


def test_an_exception_takes_the_whole_transaction_back(engine: SqliteEngine) -> None:
    def fail() -> None:
        with engine.writing() as connection:
            add(connection, "lost")
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        fail()
    assert contents(engine) == []
    with engine.reading() as connection:
        assert connection.term_statistics(["lost"]) == {}


def test_a_snapshot_does_not_move(open_engine: Open) -> None:
    engine = open_engine()
    with engine.reading() as snapshot:
        with engine.writing() as connection:
            add(connection)
        assert added(snapshot) == []
        assert contents(engine) == ["a"]
        assert added(snapshot) == []


def test_a_reader_does_not_see_what_is_not_committed(open_engine: Open) -> None:
    engine = open_engine()
    with engine.writing() as connection:
        add(connection)
        assert contents(engine) == []
        assert added(connection) == ["a"]


def test_readers_run_beside_each_other(open_engine: Open) -> None:
    engine = open_engine()
    with engine.reading() as one, engine.reading() as two:
        assert one.db is not two.db
        assert added(one) == added(two) == []


def test_a_transaction_inside_a_transaction_is_refused_at_once(engine: SqliteEngine) -> None:
    with engine.writing() as connection:
        add(connection)
        with pytest.raises(Busy, match="outer transaction"), engine.writing():
            pass
    assert contents(engine) == ["a"]


def test_a_writer_waits_no_longer_than_its_deadline(engine: SqliteEngine) -> None:
    refused: list[Busy] = []

    def write() -> None:
        with pytest.raises(Busy) as caught, engine.writing(deadline=0.01):
            pass
        refused.append(caught.value)

    with engine.writing():
        thread = threading.Thread(target=write)
        thread.start()
        thread.join(30)
    assert "another thread of this process" in str(refused[0])


def test_a_writer_in_another_process_is_named(open_engine: Open, path: Path) -> None:
    engine = open_engine()
    script = """
engine = SqliteEngine(path)
with engine.writing():
    say("writing")
    sys.stdin.readline()
"""
    with running(script, path) as other:
        assert heard(other) == "writing"
        with pytest.raises(Busy, match=rf"process {other.pid}\b"), engine.writing(deadline=0.05):
            pass
        print("go on", file=other.stdin, flush=True)
        with engine.writing(deadline=30) as connection:
            add(connection)


def test_threads_lose_no_commit(engine: SqliteEngine) -> None:
    def write(name: str) -> None:
        for number in range(25):
            with engine.writing() as connection:
                add(connection, f"{name}{number}")

    threads = [threading.Thread(target=write, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(contents(engine)) == sorted(f"{name}{number}" for name in "abcd" for number in range(25))


def test_two_engines_in_one_process_share_the_file(open_engine: Open) -> None:
    one, two = open_engine(), open_engine()
    with one.writing() as connection:
        add(connection, "one")
        with pytest.raises(Busy), two.writing(deadline=0):
            pass
    with two.writing() as connection:
        add(connection, "two")
    assert contents(one) == contents(two) == ["one", "two"]


# --- whose file -------------------------------------------------------------------------------------------------------


def test_connections_are_durable_and_wipe_what_is_deleted(open_engine: Open) -> None:
    engine = open_engine()
    for connection in (engine.writing(), engine.reading()):
        with connection as opened:
            values = [opened.row(f"PRAGMA {name}") for name in ("synchronous", "secure_delete", "temp_store")]
            assert values == [(2,), (1,), (2,)]
            assert opened.row("PRAGMA journal_mode") == ("wal",)


def test_a_new_file_has_the_page_size_asked_for(open_engine: Open, tmp_path: Path) -> None:
    with open_engine(tmp_path / "big.doxa", page_size=4096).reading() as connection:
        assert connection.row("PRAGMA page_size") == (4096,)


def test_an_empty_file_becomes_a_project(open_engine: Open, path: Path) -> None:
    path.touch()
    assert contents(open_engine()) == []


def test_a_file_made_but_not_migrated_becomes_a_project(open_engine: Open, path: Path) -> None:
    """So it looks to a second process while the first is at it."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode=WAL")
    engine = open_engine()
    with engine.reading() as connection:
        assert connection.term_statistics(["a"]) == {}


@pytest.mark.parametrize("bytes_", [b"hello, I am a letter\n" * 50, b"\0" * 8192, b"SQLite format 3\0" + b"x" * 4080])
def test_a_file_that_is_not_a_database_is_left_alone(path: Path, bytes_: bytes) -> None:
    path.write_bytes(bytes_)
    with pytest.raises(NotADoxaFile):
        SqliteEngine(path)
    assert path.read_bytes() == bytes_


def test_the_database_of_another_program_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE theirs(x)")
    before = path.read_bytes()
    with pytest.raises(NotADoxaFile, match="not a doxa project"):
        SqliteEngine(path)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_a_folder_is_not_a_project(path: Path) -> None:
    path.mkdir()
    with pytest.raises(NotADoxaFile):
        SqliteEngine(path)


def test_a_newer_schema_is_left_alone(path: Path) -> None:
    SqliteEngine(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    with pytest.raises(NewerSchema, match=str(len(MIGRATIONS) + 1)):
        SqliteEngine(path)
    assert path.read_bytes() == before


def test_an_older_schema_is_brought_up(path: Path, open_engine: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SqliteEngine(path)) as engine, engine.writing() as connection:
        add(connection, "kept")
    monkeypatch.setattr(sqlite, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE later(x)",)))
    engine = open_engine()
    assert contents(engine) == ["kept"]
    with engine.reading() as connection:
        assert connection.rows("SELECT * FROM later") == []
        assert connection.row("PRAGMA user_version") == (len(MIGRATIONS) + 1,)


def test_a_migration_that_fails_changes_nothing(path: Path, open_engine: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(SqliteEngine(path)) as engine, engine.writing() as connection:
        add(connection, "kept")
    with monkeypatch.context() as patch:
        patch.setattr(sqlite, "MIGRATIONS", (*MIGRATIONS, ("CREATE TABLE later(x)", "CREATE TABLE op(x)")))
        with pytest.raises(apsw.SQLError, match="op already exists"):
            SqliteEngine(path)
    engine = open_engine()
    assert contents(engine) == ["kept"]
    with engine.reading() as connection:
        assert connection.rows("SELECT 1 FROM sqlite_schema WHERE name='later'") == []


def test_two_processes_may_make_one_file_at_once(path: Path) -> None:
    script = """
say("ready")
sys.stdin.readline()
engine = SqliteEngine(path)
with engine.writing() as db:
    db.run("INSERT INTO op(at, kind) VALUES((SELECT coalesce(max(at), 0) + 1 FROM op), 0)")
    version = db.row("PRAGMA user_version")
engine.close()
say(*version)
"""
    with running(script, path) as one, running(script, path) as two, running(script, path) as three:
        processes = (one, two, three)
        assert [heard(process) for process in processes] == ["ready"] * 3
        for process in processes:
            print("go", file=process.stdin, flush=True)
        assert [heard(process) for process in processes] == [str(len(MIGRATIONS))] * 3
    with closing(SqliteEngine(path)) as engine, engine.reading() as connection:
        assert connection.row("SELECT count(*) FROM op") == (3,)


def test_a_network_file_system_is_refused_unless_forced(
    open_engine: Open, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filesystem, "filesystem_type", lambda folder: "nfs4")
    with pytest.raises(UnsafeFilesystem):
        SqliteEngine(path)
    assert not path.exists()
    assert contents(open_engine(force=True)) == []


# --- read-only and full -----------------------------------------------------------------------------------------------


@pytest.fixture
def as_written_modes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let permissions count as their bits say, also for a superuser, who may write everything."""
    monkeypatch.setattr(sqlite.os, "access", lambda path, mode: bool(os.stat(path).st_mode & 0o200))


@pytest.mark.usefixtures("as_written_modes")
@pytest.mark.parametrize("locked", ["file", "folder", "both"])
def test_a_read_only_project_is_read_and_refuses_writes(path: Path, open_engine: Open, locked: str) -> None:
    with closing(SqliteEngine(path)) as engine, engine.writing() as connection:
        add(connection, "kept")
    try:
        path.chmod(0o644 if locked == "folder" else 0o444)
        path.parent.chmod(0o755 if locked == "file" else 0o555)
        engine = open_engine()
        assert engine.read_only
        assert contents(engine) == ["kept"]
        with engine.reading() as connection:
            assert connection.term_statistics(["kept"]) == {"kept": 1}
        with pytest.raises(ReadOnly, match=r"p\.doxa"), engine.writing():
            pass
        engine.maintain()
        engine.close()
    finally:
        path.parent.chmod(0o755)


@pytest.mark.usefixtures("as_written_modes")
def test_a_read_only_file_with_a_live_log_is_read_whole(path: Path, open_engine: Open) -> None:
    writer = open_engine()
    with writer.writing() as connection:
        add(connection, "in the log")
    path.chmod(0o444)
    assert contents(open_engine()) == ["in the log"]
    path.chmod(0o644)


@pytest.mark.usefixtures("as_written_modes")
def test_a_read_only_file_of_another_program_is_refused(path: Path) -> None:
    path.write_text("no database at all, just words\n" * 40)
    path.chmod(0o444)
    with pytest.raises(NotADoxaFile):
        SqliteEngine(path)


def test_a_folder_that_cannot_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "occupied").write_text("a file")
    with pytest.raises(ReadOnly, match="occupied"):
        SqliteEngine(tmp_path / "occupied" / "p.doxa")


@pytest.mark.parametrize("folder", ["a\x00b", "x" * 300])
def test_a_folder_whose_name_is_none_is_a_clear_error(tmp_path: Path, folder: str) -> None:
    with pytest.raises(ReadOnly, match="cannot be made") as caught:
        SqliteEngine(tmp_path / folder / "p.doxa")
    assert caught.value.field == "home"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder in which nothing can be made")
def test_a_folder_that_the_system_refuses_to_make_is_a_clear_error() -> None:
    with pytest.raises(ReadOnly, match="cannot be made"):
        SqliteEngine(Path("/proc/nowhere/p.doxa"))


@pytest.mark.parametrize("version", [0, -3])
def test_a_project_whose_schema_number_was_lost_is_refused_and_left_as_it_is(
    open_engine: Open, path: Path, version: int
) -> None:
    open_engine().close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={version}")
    before = path.read_bytes()
    with pytest.raises(NotADoxaFile, match=f"schema {version}"):
        SqliteEngine(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [-1, 1])
def test_a_file_without_tables_but_with_a_schema_number_is_refused(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={version}")
    with pytest.raises(NotADoxaFile, match=f"schema {version}"):
        SqliteEngine(path)


def test_a_full_disk_takes_the_write_back_whole(engine: SqliteEngine) -> None:
    with engine.writing() as connection:
        add(connection, "before")
    with engine.exclusive() as connection:
        pages = connection.row("PRAGMA page_count")
        assert pages is not None
        connection.run(f"PRAGMA max_page_count={pages[0] + 2}")

    def overfill() -> None:
        with engine.writing() as connection:
            add(connection, "too much")
            add(connection, "word " * 10_000)

    with pytest.raises(StoreFull, match="Free some space"):
        overfill()
    assert contents(engine) == ["before"]
    with engine.reading() as connection:
        assert connection.term_statistics(["much", "word"]) == {}
    with engine.exclusive() as connection:
        connection.run("PRAGMA max_page_count=1000000")
    with engine.writing() as connection:
        add(connection, "after")
    assert contents(engine) == ["before", "after"]


def test_a_commit_stands_when_the_upkeep_after_it_fails(open_engine: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(db: apsw.Connection) -> None:
        raise apsw.FullError("database or disk is full")

    engine = open_engine()
    monkeypatch.setattr(sqlite, "WAL_HARD_BYTES", 0)
    monkeypatch.setattr(engine, "_checkpoint", full)
    with engine.writing() as connection:
        add(connection, "kept")
    assert contents(engine) == ["kept"]


def test_a_damaged_file_is_a_clear_error(path: Path, open_engine: Open) -> None:
    with closing(SqliteEngine(path)) as engine, engine.writing() as connection:
        for number in range(200):
            add(connection, f"word {number} " * 50)
    damaged = bytearray(path.read_bytes())
    damaged[4096:-2048] = b"\xff" * (len(damaged) - 6144)
    path.write_bytes(damaged)
    with pytest.raises(DoxaError, match="damaged") as caught:
        contents(open_engine())
    assert isinstance(caught.value, NotADoxaFile)
    assert str(path) in str(caught.value)


def test_what_cannot_be_opened_is_named(path: Path, open_engine: Open) -> None:
    path.mkdir()
    with pytest.raises(NotADoxaFile, match="cannot be opened") as caught:
        open_engine()
    assert str(path) in str(caught.value)


# --- upkeep -----------------------------------------------------------------------------------------------------------


def log_bytes(path: Path) -> int:
    log = path.with_name(path.name + "-wal")
    return log.stat().st_size if log.exists() else 0


def segments(engine: SqliteEngine) -> int:
    with engine.reading() as connection:
        row = connection.row("SELECT count(DISTINCT segid) FROM fts_idx")
        return 0 if row is None else int(row[0])


def test_upkeep_keeps_the_log_and_the_segments_bounded(open_engine: Open, path: Path) -> None:
    engine = open_engine()
    for batch in range(20):
        for number in range(sqlite.MERGE_EVERY):
            with engine.writing() as connection:
                add(connection, f"batch{batch} number{number} " + "some more words " * 8)
        engine.maintain()
    assert segments(engine) < sqlite.SEGMENTS_HARD
    assert log_bytes(path) < 2 * sqlite.WAL_SOFT_BYTES


def test_upkeep_starts_by_itself_between_commits(open_engine: Open) -> None:
    engine = open_engine()
    done = threading.Event()
    maintain = engine.maintain

    def watched() -> None:
        maintain()
        done.set()

    engine.maintain = watched  # type: ignore[method-assign]
    for _ in range(sqlite.MERGE_EVERY):
        with engine.writing() as connection:
            add(connection)
    assert done.wait(30)


def test_a_writer_empties_an_overlong_log_itself(
    open_engine: Open, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    engine = open_engine()
    monkeypatch.setattr(engine, "_wake_upkeep", lambda: None)
    monkeypatch.setattr(sqlite, "WAL_HARD_BYTES", 1 << 20)
    for _ in range(60):
        with engine.writing() as connection:
            add(connection, "filler " * 5_000)
    assert log_bytes(path) < 2 << 20


def test_vacuum_leaves_nothing_of_what_was_deleted(open_engine: Open, path: Path) -> None:
    engine = open_engine()
    with engine.writing() as connection:
        add(connection, "unmistakable")
    with engine.writing() as connection:
        connection.run("DELETE FROM content")
        connection.unindex_text([1])
        connection.run("INSERT INTO fts(fts) VALUES('optimize')")
    engine.vacuum()
    files = b"".join(each.read_bytes() for each in path.parent.iterdir())
    assert b"unmistakable" not in files
    assert log_bytes(path) == 0


def test_vacuum_says_when_a_reader_holds_the_log(open_engine: Open) -> None:
    engine = open_engine(busy_timeout=0.05)
    with engine.writing() as connection:
        add(connection)
    with engine.reading() as snapshot:
        assert added(snapshot) == ["a"]
        with pytest.raises(Busy, match="reader"):
            engine.vacuum()
    engine.vacuum()
    assert contents(engine) == ["a"]


# --- closing ----------------------------------------------------------------------------------------------


def test_a_closed_engine_says_so(engine: SqliteEngine) -> None:
    engine.close()
    engine.close()
    for use in (engine.reading, engine.writing, engine.exclusive):
        with pytest.raises(Closed), use():
            pass
    for call in (engine.maintain, engine.vacuum):
        with pytest.raises(Closed):
            call()


def test_closing_leaves_one_file_with_everything_in_it(path: Path) -> None:
    with closing(SqliteEngine(path)) as engine:
        for number in range(40):
            with engine.writing() as connection:
                add(connection, f"n{number}")
    left = {each.name for each in path.parent.iterdir()}
    assert left <= {path.name, f"{path.name}-lock", f"{path.name}-lock-next"}
    with closing(SqliteEngine(path)) as engine:
        assert len(contents(engine)) == 40


def test_closing_waits_for_the_transaction_under_way(open_engine: Open) -> None:
    engine = open_engine(busy_timeout=30)
    inside, go_on = threading.Event(), threading.Event()

    def write() -> None:
        with engine.writing() as connection:
            inside.set()
            assert go_on.wait(30)
            add(connection, "finished")

    writer, closer = threading.Thread(target=write), threading.Thread(target=engine.close)
    writer.start()
    assert inside.wait(30)
    closer.start()
    until(lambda: engine._order._waiting)
    go_on.set()
    writer.join(30)
    closer.join(30)
    assert contents(open_engine(engine.path)) == ["finished"]


def test_closing_during_upkeep_leaves_no_thread_behind(path: Path) -> None:
    for _ in range(10):
        engine = SqliteEngine(path)
        for _ in range(sqlite.MERGE_EVERY):
            with engine.writing() as connection:
                add(connection)
        engine.close()
    until(lambda: not [thread for thread in threading.enumerate() if thread.name == "doxa-upkeep"])


def test_who_stood_in_line_when_it_was_closed_hears_so(open_engine: Open) -> None:
    engine = open_engine()
    heard_: list[DoxaError] = []

    def write() -> None:
        with pytest.raises(Closed) as caught, engine.writing():
            pass
        heard_.append(caught.value)

    with engine.writing():
        closer, writer = threading.Thread(target=engine.close), threading.Thread(target=write)
        closer.start()
        until(lambda: len(engine._order._waiting) == 1)
        writer.start()
        until(lambda: len(engine._order._waiting) == 2)
    closer.join(30)
    writer.join(30)
    assert len(heard_) == 1


def test_scanning_the_file_keeps_other_processes_from_taking_it_for_closed(open_engine: Open, path: Path) -> None:
    """Closing any other descriptor of the file would drop the locks by which they see that it is in use."""
    engine = open_engine()
    with engine.writing() as connection:
        add(connection, "before")
    assert engine.scan(["before", "nowhere"]) == {"before"}
    output("SqliteEngine(path).close()", path)
    with engine.writing() as connection:
        add(connection, "after")
    (seen,) = output(
        "with SqliteEngine(path).reading() as db: say(*[row[0] for row in db.rows('SELECT text FROM content')])", path
    )
    assert seen == "before after"


def test_a_scan_finds_words_anywhere(open_engine: Open) -> None:
    engine = open_engine()
    with engine.writing() as connection:
        for number in range(50):
            add(connection, f"needle{number:03} " + "hay " * 500 + f"pin{number:03}数据")
    words = [f"needle{number:03}" for number in range(60)] + [f"pin{number:03}数据" for number in range(60)]
    engine.maintain()
    assert engine.scan(words) == {word for word in words if int("".join(filter(str.isdigit, word))) < 50}


def test_what_an_edge_was_is_found_by_both_its_ends(engine: SqliteEngine) -> None:
    """Where thousands of edges lead to one end, undo would look through all of them for each."""
    asked = "SELECT 1 FROM edge WHERE src=? AND type=? AND dst=? AND from_op<? AND to_op>=?"
    with engine.reading() as connection:
        plan = connection.rows(f"EXPLAIN QUERY PLAN {asked}", (1, 1, 1, 1, 1))
    assert "edge_hist (src=? AND type=? AND dst=?" in str(plan)
