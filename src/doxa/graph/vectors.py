"""Stored vectors: a float32 row per revision, and the binary codes of each owner's, sixteen to a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from doxa.errors import NotADoxaFile
from doxa.graph.engine import Connection
from doxa.graph.nodes import RevisionId
from doxa.graph.sight import Sight, chunks, lists
from doxa.graph.symbols import marks

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.index.code_rows import CodeRow
    from doxa.index.codes import Codes

_UPSERT = (
    "INSERT INTO code(slab, base, revs, codes) VALUES(?,?,?,?)"
    " ON CONFLICT(slab, base) DO UPDATE SET revs=excluded.revs, codes=excluded.codes"
)


def vectors(sight: Sight, revisions: Sequence[RevisionId]) -> tuple[list[RevisionId], NDArray[np.float32]]:
    """Return stored vectors with the revisions they belong to, in the given order.

    Args:
        sight: The reader's snapshot; what it does not see is left out, like what has no vector.
        revisions: Which ones.

    Returns:
        The revisions and their vectors, shape (n, dim); dim is 0 when there are none.
    """
    seen = sight.keep_seen(revisions)
    return read_vectors(sight.connection, [revision for revision in dict.fromkeys(revisions) if revision in seen])


def read_vectors(
    connection: Connection, revisions: Sequence[RevisionId]
) -> tuple[list[RevisionId], NDArray[np.float32]]:
    """Return the vectors of revisions that have one, in the given order, whoever may see them.

    Raises:
        NotADoxaFile: They differ in size.
    """
    import numpy as np

    found: dict[int, bytes] = {}
    for part in lists(revisions):
        found.update(connection.rows(f"SELECT rev, v FROM vector WHERE rev IN ({marks(part)})", part))
    having = [revision for revision in revisions if revision in found]
    packed = b"".join(found[revision] for revision in having)
    dim = len(packed) // 4 // len(having) if having else 0
    if any(len(found[revision]) != 4 * dim for revision in having):
        raise NotADoxaFile("Stored vectors differ in size.", mend="Run `doxa doctor --repair`, then `doxa reindex`.")
    return having, np.frombuffer(packed, dtype="<f4").astype(np.float32, copy=False).reshape(len(having), dim)


def write_codes(connection: Connection, slab: int, revisions: Sequence[int], codes: Codes) -> None:
    """Add codes of new revisions, ascending and above those of the slab; shape (len(revisions), words)."""
    from doxa.index.code_rows import pack_rows

    rows = pack_rows(revisions, codes, _last_row(connection, slab))
    connection.run_many(_UPSERT, ((slab, row.base, row.ids, row.codes) for row in rows))


def read_codes(
    connection: Connection, slab: int, dim: int, after: int | None = None
) -> tuple[NDArray[np.int64], Codes]:
    """Return the revisions of a slab that have vectors, ascending, and their codes.

    Args:
        connection: The open transaction.
        slab: Whose.
        dim: Length of the vectors.
        after: Only revisions above this one; `None` = all.
    """
    from doxa.index.code_rows import unpack_rows

    start = 0 if after is None else _base_of(connection, slab, after)
    ids, codes = unpack_rows(_rows_from(connection, slab, start), dim)
    first = 0 if after is None else int(ids.searchsorted(after, side="right"))
    return ids[first:], codes[first:]


def remove_codes(connection: Connection, slab: int, revisions: Collection[int]) -> None:
    """Take revisions out of a slab's codes."""
    from doxa.index.code_rows import without

    bases: dict[int, set[int]] = {}
    for revision in revisions:
        bases.setdefault(_base_of(connection, slab, revision), set()).add(revision)
    for base, gone in bases.items():
        found = connection.row("SELECT revs, codes FROM code WHERE slab=? AND base=?", (slab, base))
        if found is None:
            continue
        left = without(_code_row(base, *found), gone)
        if left is None:
            connection.run("DELETE FROM code WHERE slab=? AND base=?", (slab, base))
        else:
            connection.run(_UPSERT, (slab, base, left.ids, left.codes))


def rebuild_codes(connection: Connection, slab: int) -> None:
    """Make the codes of a slab anew from the vectors of its revisions."""
    from doxa.index.codes import binary_codes

    connection.run("DELETE FROM code WHERE slab=?", (slab,))
    owned = connection.rows(
        "SELECT v.rev FROM vector v CROSS JOIN revision r CROSS JOIN item i"
        " WHERE r.id=v.rev AND i.id=r.item AND i.slab=? ORDER BY v.rev",
        (slab,),
    )
    for part in chunks((RevisionId(number) for (number,) in owned), 4096):
        having, matrix = read_vectors(connection, part)
        write_codes(connection, slab, having, binary_codes(matrix))


def _base_of(connection: Connection, slab: int, revision: int) -> int:
    found = connection.row(
        "SELECT base FROM code WHERE slab=? AND base<=? ORDER BY base DESC LIMIT 1", (slab, revision)
    )
    return 0 if found is None else int(found[0])


def _last_row(connection: Connection, slab: int) -> CodeRow | None:
    found = connection.row("SELECT base, revs, codes FROM code WHERE slab=? ORDER BY base DESC LIMIT 1", (slab,))
    return None if found is None else _code_row(*found)


def _rows_from(connection: Connection, slab: int, base: int) -> Iterable[CodeRow]:
    found = connection.rows("SELECT base, revs, codes FROM code WHERE slab=? AND base>=? ORDER BY base", (slab, base))
    return [_code_row(*row) for row in found]


def _code_row(base: int, ids: bytes, codes: bytes) -> CodeRow:
    from doxa.index.code_rows import CodeRow

    return CodeRow(base, ids, codes)
