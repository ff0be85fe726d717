"""The SQLite engine: one file per project through apsw, and all that is peculiar to SQLite."""

from __future__ import annotations

import contextlib
import mmap
import os
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import apsw

from doxa.errors import Busy, Closed, DoxaError, NewerSchema, NotADoxaFile, ReadOnly, StoreFull
from doxa.graph.filesystem import refuse_network_filesystem
from doxa.graph.fork import ForkGate, usable_here
from doxa.graph.lock import WriteOrder
from doxa.graph.migrations import MIGRATIONS
from doxa.graph.sqlite_connection import SqliteConnection, prepare_text_index, register_text_functions
from doxa.records import Json

APPLICATION_ID = 0x646F7861  # "doxa"
WAL_SOFT_BYTES = 4 << 20  # a background checkpoint starts here
WAL_HARD_BYTES = 64 << 20  # a writer checkpoints itself here, so that the file cannot grow without bound
MERGE_EVERY = 32  # commits between merges of text index segments
MERGE_PAGES = 256  # pages one merge step may write
LOG_PATIENCE_MS = 1_000  # how long a rebuilt file waits for readers to let go of its log
SEGMENTS_HARD = 64  # a writer merges itself here

# connections of a parent must neither be used nor closed in a forked child
_never_closed: list[object] = []


class SqliteEngine:
    """A project's file, or a database in memory, as an `Engine`.

    Args:
        path: The file; `None` = in memory, gone at `close`.
        busy_timeout: Seconds to wait for the write lock where the caller names no deadline.
        page_size: Bytes of a page in a new file: 2,048 suits vectors of 512 float32 (STORE: 1.44 x against 2.25 x
            the bytes of text and vectors at 4,096).
        force: Open on a network file system all the same.

    Raises:
        NotADoxaFile: The file belongs to something else or is damaged.
        NewerSchema: A newer doxa wrote it.
        UnsafeFilesystem: It lies on a network file system.
    """

    def __init__(
        self, path: Path | None, *, busy_timeout: float = 30.0, page_size: int = 2048, force: bool = False
    ) -> None:
        self.path = path
        self._busy_timeout = busy_timeout
        self._page_size = page_size
        self._translated = _Translated(path)
        with self._translated:
            if path is not None:
                _make_folder(path.parent)
                if not force:
                    refuse_network_filesystem(path.parent)
                if not usable_here(path):
                    raise _unusable_copy()
            self.read_only = path is not None and path.exists() and not _writable(path)
            self._writer: apsw.Connection | None = None
            self._idle: list[apsw.Connection] = []
            self._start()
            self._gate = ForkGate(path and path.resolve(), self._before_fork, self._after_fork)
            with self._gate:
                self._prepare_file()

    def _start(self) -> None:
        self._closed = False
        self._copied_in_use = False
        self._order = WriteOrder(None if self.path is None or self.read_only else _lock_path(self.path))
        self._guard = threading.Lock()
        self._commits = 0
        self._wal_bytes = 0
        self._upkeep = threading.Event()
        self._upkeep_thread: threading.Thread | None = None

    # --- transactions ---

    @property
    def isolated(self) -> bool:
        """Whether a snapshot stays as it is while its own thread writes: in a file, not in memory."""
        return self.path is not None

    @contextmanager
    def reading(self) -> Iterator[SqliteConnection]:
        """Open a snapshot; in memory, where there is one connection, hold off the writers."""
        self._check_usable()
        if self.path is None:
            with self._write_lock(time.monotonic() + self._busy_timeout), self._translated:
                yield SqliteConnection(self._writer_connection())
            return
        with self._gate, self._translated:
            db = self._take_reader()
            try:
                db.execute("BEGIN")
                db.execute("PRAGMA user_version").fetchone()  # BEGIN alone leaves the snapshot to the first read
                yield SqliteConnection(db)
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                self._give_reader(db)

    @contextmanager
    def writing(self, deadline: float | None = None) -> Iterator[SqliteConnection]:
        """Take the write lock in order, open the write transaction, commit at the end or roll back."""
        self._check_usable()
        if self.read_only:
            raise ReadOnly(f"{self.path} cannot be written.", mend="Check its permissions.")
        seconds = self._busy_timeout if deadline is None else deadline
        with self._write_lock(time.monotonic() + seconds), self._translated:
            db = self._writer_connection()
            if db.in_transaction:
                raise Busy("This thread is writing already.", mend="End the outer transaction first.")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield SqliteConnection(db)
                db.execute("COMMIT")
            finally:
                if db.in_transaction:
                    db.execute("ROLLBACK")
            self._after_commit(db)

    @contextmanager
    def exclusive(self) -> Iterator[SqliteConnection]:
        """Hold the write lock without a transaction, for statements such as VACUUM that allow none."""
        self._check_usable()
        with self._write_lock(time.monotonic() + self._busy_timeout), self._translated:
            yield SqliteConnection(self._writer_connection())

    def _write_lock(self, deadline: float) -> AbstractContextManager[None]:
        """Hold the right to write, in order of asking; in memory, where readers need it too, a thread may nest."""
        if self.path is None and self._order.mine:
            return nullcontext()
        return _WriteLock(self, deadline)

    # --- upkeep ---

    def _after_commit(self, db: apsw.Connection) -> None:
        self._commits += 1
        if self._wal_bytes > WAL_HARD_BYTES:
            # the commit stands whatever becomes of this; the next writer meets a lasting fault before it commits
            with contextlib.suppress(apsw.Error):
                self._checkpoint(db)
        if self._commits % MERGE_EVERY == 0 or self._wal_bytes > WAL_SOFT_BYTES:
            self._wake_upkeep()

    def _wake_upkeep(self) -> None:
        if self.path is None:
            return
        self._upkeep.set()
        if self._upkeep_thread is None:
            self._upkeep_thread = threading.Thread(target=self._keep_up, name="doxa-upkeep", daemon=True)
            self._upkeep_thread.start()

    def _keep_up(self) -> None:
        while self._upkeep.wait() and not self._closed:
            self._upkeep.clear()
            try:
                self.maintain()
            except Closed:
                return
            except (DoxaError, apsw.Error):
                continue  # upkeep is tried again after later commits; the next writer meets any lasting fault itself

    def maintain(self) -> None:
        """Merge text index segments and checkpoint, one bounded step each, between commits."""
        self._check_usable()
        if self.read_only:
            return
        with self._write_lock(time.monotonic() + self._busy_timeout), self._translated:
            db = self._writer_connection()
            db.execute("INSERT INTO fts(fts, rank) VALUES('merge', ?)", (MERGE_PAGES,))
            self._checkpoint(db)

    def _checkpoint(self, db: apsw.Connection) -> None:
        if self.path is None:
            return
        try:
            log, moved = db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
        except apsw.BusyError:
            return  # another process is at it
        if log == moved:
            self._wal_bytes = 0

    def describe(self) -> dict[str, Json]:
        """Return `path` (`None` in memory), `schema` and `bytes` on disk, those of the write-ahead log included."""
        files = [] if self.path is None else [self.path, self.path.with_name(self.path.name + "-wal")]
        size = sum(file.stat().st_size for file in files if file.exists())
        return {"path": None if self.path is None else str(self.path), "schema": len(MIGRATIONS), "bytes": size}

    def vacuum(self) -> None:
        """Rebuild the file from its rows and empty the write-ahead log; nothing deleted stays in it.

        Raises:
            Busy: A reader still holds the log.
        """
        with self.exclusive() as connection:
            connection.run("VACUUM")
            if self.path is None:
                return
            connection.db.set_busy_timeout(LOG_PATIENCE_MS)
            busy = connection.row("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.db.set_busy_timeout(int(self._busy_timeout * 1000))
            if busy is not None and busy[0]:
                raise Busy("A reader still holds the write-ahead log.", mend="Close it; the log is emptied then.")

    def verify(self, *, deep: bool) -> list[str]:
        """Return the faults of the file itself; with `deep` compare indexes and tables too."""
        check = "integrity_check" if deep else "quick_check"
        with self.reading() as connection:
            found = [str(row[0]) for row in connection.rows(f"PRAGMA {check}(10)")]
        return [] if found == ["ok"] else found

    def scan(self, words: Sequence[str]) -> set[str]:
        """Return those of the words that occur in the bytes of the file or its log, save words of every such file."""
        found: set[str] = set()
        for path in [] if self.path is None else [self.path, self.path.with_name(self.path.name + "-wal")]:
            if path.exists() and path.stat().st_size:
                with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                    found.update(word for word in words if content.find(word.encode()) >= 0)
        own = self._vocabulary() if found else ""
        return {word for word in found if word not in own}

    def _vocabulary(self) -> str:
        """Return what every project's file says in its schema and settings; finding "session" there proves nothing."""
        with self.reading() as connection:
            said = connection.rows(
                "SELECT name || ' ' || COALESCE(sql, '') FROM sqlite_schema"
                " UNION ALL SELECT k FROM fts_config UNION ALL SELECT key FROM meta"
            )
        return "\n".join(["SQLite format 3", *(str(text) for (text,) in said)])

    # --- connections ---

    def _connect(self, *, writer: bool) -> apsw.Connection:
        if self.path is None:
            db = apsw.Connection(":memory:", statementcachesize=256)
        elif self.read_only:
            db = apsw.Connection(_read_only_uri(self.path), flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
        else:
            db = apsw.Connection(str(self.path), statementcachesize=256)
        db.set_busy_timeout(int(self._busy_timeout * 1000))
        self._set_pragmas(db, writer=writer)
        return db

    def _set_pragmas(self, db: apsw.Connection, *, writer: bool) -> None:
        if writer and not self.read_only:
            db.execute(f"PRAGMA page_size={int(self._page_size)}")
            if self.path is not None:
                mode = db.execute("PRAGMA journal_mode=WAL").fetchone()
                if mode != ("wal",):
                    raise NotADoxaFile(
                        f"{self.path} is in journal mode {mode}, not WAL.", mend="Move it to a local disk."
                    )
            db.set_wal_hook(self._note_wal)  # replaces SQLite's own checkpoint on the commit path
        for pragma in ("synchronous=FULL", "secure_delete=ON", "temp_store=MEMORY", "cache_size=-16000"):
            db.execute(f"PRAGMA {pragma}")
        if sys.platform == "darwin":
            db.execute("PRAGMA fullfsync=ON")
            db.execute("PRAGMA checkpoint_fullfsync=ON")
        register_text_functions(db)

    def _note_wal(self, db: apsw.Connection, name: str, pages: int) -> int:
        self._wal_bytes = pages * self._page_size
        return apsw.SQLITE_OK

    def _prepare_file(self) -> None:
        """Check whose file it is before anything is written to it, then make or migrate it."""
        if self.read_only or (self.path is not None and self.path.exists() and self.path.stat().st_size > 0):
            try:
                db = self._connect(writer=False)
                try:
                    self._check_identity(db)
                finally:
                    db.close()
            except apsw.NotADBError as error:
                raise NotADoxaFile(f"{self.path} is not a doxa project.", mend="Name another file or home.") from error
        if self.read_only:
            return
        with self._write_lock(time.monotonic() + self._busy_timeout):
            db = self._writer_connection()
            self._migrate(db)
            prepare_text_index(db)

    def _check_identity(self, db: apsw.Connection) -> None:
        identity = db.execute("PRAGMA application_id").fetchone()
        version = db.execute("PRAGMA user_version").fetchone()
        assert identity is not None
        assert version is not None
        tables = db.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        assert tables is not None
        if identity[0] != APPLICATION_ID and tables != (0,):
            raise NotADoxaFile(f"{self.path} is not a doxa project.", mend="Name another file or home.")
        if version[0] < 0 or (version[0] == 0) != (tables == (0,)):
            raise NotADoxaFile(
                f"{self.path} says that it has schema {version[0]}, which does not fit its {tables[0]} tables.",
                mend="Bring it back from a copy or an export; its number of the schema was changed or lost.",
            )
        if version[0] > len(MIGRATIONS):
            raise NewerSchema(
                f"{self.path} has schema {version[0]}; this doxa knows up to {len(MIGRATIONS)}.",
                mend="Upgrade doxa.",
            )

    def _migrate(self, db: apsw.Connection) -> None:
        """Bring the file to the newest schema; a process that came second finds nothing left to do."""
        db.execute("BEGIN IMMEDIATE")
        try:
            version = db.execute("PRAGMA user_version").fetchone()
            assert version is not None
            self._check_identity(db)
            if version[0] == len(MIGRATIONS):
                return
            for statements in MIGRATIONS[version[0] :]:
                for statement in statements:
                    db.execute(statement)
            if version[0] == 0:
                # merges happen in `maintain`, never on the commit path
                db.execute("INSERT INTO fts(fts, rank) VALUES('automerge', 0)")
                db.execute("INSERT INTO fts(fts, rank) VALUES('crisismerge', ?)", (SEGMENTS_HARD,))
                db.execute("INSERT INTO fts(fts, rank) VALUES('pgsz', ?)", (self._page_size - 48,))
            db.execute(f"PRAGMA application_id={APPLICATION_ID}")
            db.execute(f"PRAGMA user_version={len(MIGRATIONS)}")
            db.execute("COMMIT")
        finally:
            if db.in_transaction:
                db.execute("ROLLBACK")

    def _writer_connection(self) -> apsw.Connection:
        if self._writer is None:
            self._writer = self._connect(writer=True)
        return self._writer

    def _take_reader(self) -> apsw.Connection:
        with self._guard:
            if self._idle:
                return self._idle.pop()
        db = self._connect(writer=False)
        prepare_text_index(db)
        return db

    def _give_reader(self, db: apsw.Connection) -> None:
        with self._guard:
            if not self._closed:
                self._idle.append(db)
                return
        db.close()

    def _check_usable(self) -> None:
        if self._copied_in_use:
            raise _unusable_copy()
        if self._closed:
            raise Closed("This project was closed.", mend="Open it again.")

    def _before_fork(self) -> None:
        if self.path is not None:
            self._close_connections()
            self._order.close(time.monotonic(), lambda: None)

    def _after_fork(self, usable: bool) -> None:
        if usable:
            closed = self._closed
            self._start()
            self._closed = closed
        elif self._writer is not None or self._idle or not self._closed:
            self._copied_in_use = True
            _never_closed.append((self._writer, self._idle))

    def close(self) -> None:
        """Close every connection once the transaction under way has ended; the last one empties the log.

        Raises:
            Busy: Another thread's transaction did not end within `busy_timeout`; the project stays open.
        """
        if self._closed or self._copied_in_use:
            return
        with self._gate:
            self._order.close(time.monotonic() + self._busy_timeout, self._close_for_good)

    def _close_for_good(self) -> None:
        with self._guard:
            self._closed = True
        self._upkeep.set()
        self._close_connections()

    def _close_connections(self) -> None:
        with self._guard:
            idle, self._idle = self._idle, []
        for db in idle:
            db.close()
        if self._writer is not None:
            self._writer.close()
            self._writer = None


class _WriteLock:
    """The right to write one engine's project, with its gate held open."""

    __slots__ = ("_deadline", "_engine")

    def __init__(self, engine: SqliteEngine, deadline: float) -> None:
        self._engine = engine
        self._deadline = deadline

    def __enter__(self) -> None:
        engine = self._engine
        engine._gate.__enter__()
        try:
            engine._order.acquire(self._deadline)
        except BaseException:
            engine._gate.__exit__()
            raise
        try:
            engine._check_usable()  # it may have been closed while this thread stood in line
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *_: object) -> None:
        try:
            self._engine._order.release()
        finally:
            self._engine._gate.__exit__()


def _unusable_copy() -> Closed:
    return Closed(
        "This project was in use while its process was forked, so SQLite cannot be trusted with it here.",
        mend="Fork outside of transactions and views, open it after the fork, or start processes by `spawn`.",
    )


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:  # ValueError: a path that the platform cannot write at all
        raise ReadOnly(
            f"The folder {str(folder)!r} cannot be made: {error}.",
            mend="Name another home (DOXA_HOME), or make it.",
            field="home",
            value=str(folder),
        ) from error


def _writable(path: Path) -> bool:
    return os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)


def _lock_path(path: Path) -> Path:
    return path.with_name(path.name + "-lock")


def _read_only_uri(path: Path) -> str:
    """Without a writable folder SQLite cannot make the shared-memory file, so the file is read as it stands."""
    uri = path.resolve().as_uri()
    wal = path.with_name(path.name + "-wal")
    alone = not wal.exists() or wal.stat().st_size == 0
    return f"{uri}?immutable=1" if alone and not os.access(path.parent, os.W_OK) else f"{uri}?mode=ro"


class _Translated:
    """Gives the database's errors our types, with a mend; a class, since every read and write passes through."""

    def __init__(self, path: Path | None) -> None:
        self._file = "The project" if path is None else str(path)

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        ours = None if error is None else _ours(error, self._file)
        if ours is not None:
            raise ours from error


def _ours(error: BaseException, file: str) -> DoxaError | None:
    match error:
        case apsw.BusyError():
            return Busy(f"{file} is locked: {error}.", mend="Retry, or raise busy_timeout.")
        case apsw.FullError():
            mend = "Free some space."
            return StoreFull(f"The disk of {file} is full; nothing of this write was kept.", mend=mend)
        case apsw.ReadOnlyError():
            return ReadOnly(f"{file} cannot be written: {error}.", mend="Check its permissions.")
        case apsw.NotADBError() | apsw.CorruptError():
            mend = "Bring it back from a copy or an export."
            return NotADoxaFile(f"{file} is not a doxa project or is damaged: {error}.", mend=mend)
        case apsw.CantOpenError():
            return NotADoxaFile(f"{file} cannot be opened: {error}.", mend="Check the path and its permissions.")
        case apsw.IOError():
            return DoxaError(f"The disk failed under {file}: {error}.", mend="Check it and its free space.")
        case PermissionError() | FileExistsError() | NotADirectoryError():
            return ReadOnly(f"{file} cannot be written: {error}.", mend="Check the folder's permissions.")
        case _:
            return None
