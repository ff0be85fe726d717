"""What a project's file says of itself, and how a fresh one is begun."""

from __future__ import annotations

from dataclasses import dataclass

from doxa.clock import Clock
from doxa.errors import NotADoxaFile
from doxa.graph.cache import Maps
from doxa.graph.engine import Connection, Engine, Value
from doxa.graph.owners import SHARED, make_root
from doxa.graph.symbols import WELL_KNOWN, Symbols

UNDER_WAY = "import"
"""The setting that names an import which was not finished, by the number of operations it brings."""
PENDING_ERASE = "erase_pending"
"""The setting that names an erase whose file is not rebuilt yet."""


@dataclass(frozen=True, slots=True)
class ProjectFile:
    """A project's name, the key of its hashes, and whether an erase waits to be finished."""

    project: str
    key: bytes
    erase_pending: bool = False


def read_project_file(engine: Engine, project: str, clock: Clock) -> ProjectFile:
    """Return what the file says of itself, beginning it where it is fresh.

    Raises:
        NotADoxaFile: It holds another project.
        ReadOnly: It is fresh and cannot be written.
    """
    with engine.reading() as connection:
        found = _read(connection)
    if found is None:
        with engine.writing(None) as connection:
            found = _read(connection) or _begin(connection, project, clock)
    if found.project != project:
        raise NotADoxaFile(
            f"The file holds the project {found.project!r}, not {project!r}.",
            mend="Open it by its own name, or name another file.",
            field="project",
            value=project,
        )
    return found


def set_meta(connection: Connection, key: str, value: Value) -> None:
    """Set one of the file's own settings."""
    connection.run(
        "INSERT INTO meta(key, value) VALUES(?,?) ON CONFLICT(key) DO UPDATE SET value=excluded.value", (key, value)
    )


def _read(connection: Connection) -> ProjectFile | None:
    rows: dict[str, str | bytes] = dict(
        connection.rows("SELECT key, value FROM meta WHERE key IN ('project', 'hash_key', ?)", (PENDING_ERASE,))
    )
    if "project" not in rows:
        return None
    key = rows["hash_key"]
    return ProjectFile(str(rows["project"]), key if isinstance(key, bytes) else key.encode(), PENDING_ERASE in rows)


def _begin(connection: Connection, project: str, clock: Clock) -> ProjectFile:
    key = bytes.fromhex(clock.new_id() + clock.new_id())
    set_meta(connection, "project", project)
    set_meta(connection, "hash_key", key)
    set_meta(connection, "generation", 0)
    maps = Maps()
    symbols = Symbols(connection, maps)
    for word in WELL_KNOWN:
        symbols.make(word)
    connection.run("INSERT INTO slab(id, user, op) VALUES(?,NULL,0)", (SHARED,))
    make_root(connection, maps, SHARED, 0)
    return ProjectFile(project, key)
