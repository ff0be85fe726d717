"""Restoring exported rows: each is added under its own number, found unchanged, or refused.

History is restored into an empty project, or one that holds a beginning of the same history: the key of its hashes is
the same and its operations are the first ones. What was erased here stays erased. Derived rows are made anew: terms,
statistics and codes with each revision, believed heads at the end.
"""

from __future__ import annotations

import base64
import binascii
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from typing import TYPE_CHECKING

from doxa.errors import Conflict, ImportConflict, InvalidInput, NewerSchema
from doxa.graph.cache import Maps
from doxa.graph.checkup_heads import check_heads
from doxa.graph.engine import Connection
from doxa.graph.export_rows import FORMAT
from doxa.graph.import_fields import HEADER, check_fields, check_row
from doxa.graph.import_tables import KINDS, Arrival, Ground, check_references
from doxa.graph.migrations import MIGRATIONS
from doxa.graph.project_file import UNDER_WAY, set_meta
from doxa.graph.symbols import Symbols
from doxa.records import Json

if TYPE_CHECKING:
    from doxa.graph.store import SqlGraph

STEP = 500
"""Rows restored in one transaction."""
MAX_KEY = 64
"""Bytes that a key of hashes may have (BLAKE2b, RFC 7693)."""
ERASE = "erase"
"""The kind of the operations that erase."""

JsonRow = Mapping[str, Json]


class Importer:
    """One import.

    Args:
        graph: The store it goes into.
    """

    def __init__(self, graph: SqlGraph) -> None:
        self._graph = graph
        self._counts: Counter[str] = Counter()

    def run(self, rows: Iterable[JsonRow]) -> dict[str, int]:
        """Restore the rows; see `exchange.import_rows`."""
        numbered: Iterator[tuple[int, JsonRow]] = enumerate(rows, start=1)
        first = next(numbered, None)
        if first is None:
            raise InvalidInput("There are no rows.", mend="Name an export.", field="rows")
        if first[1].get("row") == "project":
            ground = self._begin(first[1])
        else:
            ground, numbered = self._resume(), chain([first], numbered)
        whole = False
        while part := list(islice(numbered, STEP)):  # never all at once: an export may be larger than memory
            whole = part[-1][1].get("row") == "end"
            self._restore(ground, part[:-1] if whole else part)
        self._finish(whole=whole)
        return dict(self._counts)

    def _begin(self, header: JsonRow) -> Ground:
        """Check what the rows are of and whether they can come here."""
        if header.get("format") != FORMAT:
            raise InvalidInput(
                f"The export has format {header.get('format')!r}, not {FORMAT}.", mend="Export it again."
            )
        with _naming(1, "project"):
            check_fields(header, HEADER)
        if int(str(header["schema"])) > len(MIGRATIONS):
            raise NewerSchema(f"The export is of schema {header['schema']}.", mend="Upgrade doxa.")
        key, operations = _key(header), header["operations"]
        with self._graph.engine.writing(None) as connection:
            held = connection.row("SELECT COALESCE(max(id), 0) FROM op")
            assert held is not None
            if held[0] == 0:
                set_meta(connection, "hash_key", key)
                _adopt_embedder(connection, header)
            elif key != self._graph.hasher.key:
                raise ImportConflict(
                    f"The project {self._graph.project!r} has a history of its own.",
                    mend="Import into an empty project.",
                )
            unfinished = connection.row("SELECT 1 FROM meta WHERE key=?", (UNDER_WAY,))
            if held[0] == 0 or unfinished is None:
                set_meta(connection, UNDER_WAY, f"{operations} {held[0]} {header['project']}")
        self._graph.forget_caches()
        return self._resume(fresh=unfinished is None and held[0] > 0)

    def _resume(self, *, fresh: bool = False) -> Ground:
        """Return on what the rows fall; `fresh` when rows of the history that is here must all be there."""
        with self._graph.engine.reading() as connection:
            found = connection.row("SELECT value FROM meta WHERE key=?", (UNDER_WAY,))
            if found is None:
                mend = "Import an export from its first row."
                raise InvalidInput("The rows do not begin with what they are of.", mend=mend, field="rows")
            operations, held, project = str(found[0]).split(" ", 2)
            since = connection.row(
                "SELECT max(o.at) FROM op o JOIN symbol y ON y.id=o.kind WHERE y.text=? AND o.id>?",
                (ERASE, int(operations)),
            )
            erased = connection.row(
                "SELECT 1 WHERE EXISTS (SELECT 1 FROM item WHERE erased IS NOT NULL)"
                " OR EXISTS (SELECT 1 FROM revision WHERE item<0)"
            )
        erased_at = None if since is None else since[0]
        return Ground(
            operations=int(operations),
            complete_to=int(held) if fresh else 0,
            renamed=None if project == self._graph.project else (project, self._graph.project),
            embedder=self._graph.embedder,
            erased=erased is not None or erased_at is not None,
            erased_at=erased_at,
        )

    def _restore(self, ground: Ground, rows: Iterable[tuple[int, JsonRow]]) -> None:
        with self._graph.engine.writing(None) as connection:
            arrival = Arrival(connection, Symbols(connection, Maps()), ground)
            for number, row in rows:
                kind = str(row.get("row"))
                if kind not in KINDS:
                    raise InvalidInput(
                        f"Row {number} is of the unknown kind {kind!r}.", mend="Upgrade doxa, or export again."
                    )
                with _naming(number, kind):
                    check_row(kind, row)
                    check_references(arrival, kind, row)
                    verdict = KINDS[kind](arrival, row)
                self._counts[kind if verdict == "added" else verdict] += 1
            arrival.flush()

    def _finish(self, *, whole: bool) -> None:
        check_heads(self._graph, repair=True)
        with self._graph.engine.writing(None) as connection:
            if whole:
                connection.run("DELETE FROM meta WHERE key=?", (UNDER_WAY,))
            generation = connection.row("SELECT value FROM meta WHERE key='generation'")
            set_meta(connection, "generation", (int(generation[0]) if generation else 0) + 1)
        self._graph.forget_caches()
        if not whole:
            mend = "Import the rest, or the whole export again."
            raise InvalidInput("The rows end before the export does; what came is kept.", mend=mend, field="rows")


def _key(header: JsonRow) -> bytes:
    told = header.get("key")
    try:
        key = base64.b64decode(told, validate=True) if isinstance(told, str) else b""
    except (binascii.Error, ValueError):
        key = b""
    if not 0 < len(key) <= MAX_KEY:
        raise InvalidInput("The export holds no key.", mend="Export it again.", field="key")
    return key


def _adopt_embedder(connection: Connection, header: JsonRow) -> None:
    embedder = header.get("embedder")
    if isinstance(embedder, dict) and connection.row("SELECT 1 FROM meta WHERE key='embedder'") is None:
        set_meta(connection, "embedder", f"{embedder['dim']} {embedder['id']}")


@contextmanager
def _naming(number: int, kind: str) -> Iterator[None]:
    """Name the row that cannot be read, or that does not fit those before it."""
    mend = "Export it again."
    try:
        yield
    except InvalidInput as error:
        said = f"Row {number} ({kind}): {error.message}"
        raise InvalidInput(said, mend=error.mend or mend, field=error.field) from error
    except ImportConflict:
        raise
    except Conflict as error:
        raise ImportConflict(f"Row {number} ({kind}): {error.message}", mend=mend, field="rows") from error
    except (KeyError, TypeError, ValueError) as error:
        raise InvalidInput(f"Row {number} ({kind}) cannot be read: {error!r}.", mend=mend, field="rows") from error
