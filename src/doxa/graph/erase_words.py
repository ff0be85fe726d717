"""Words that go when nothing else uses them: messages, space names, labels, the names of owners."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.graph.erase_rows import ITEMS, NODES, REVISIONS
from doxa.graph.nodes import Key, NodeType
from doxa.graph.sight import chunks
from doxa.graph.symbols import WELL_KNOWN, marks
from doxa.graph.work import Work

_SPACE = int(NodeType.SPACE)
ANY_KIND = "fact"
_USES_OF_SYMBOLS = (
    ("op", "kind"),
    ("item WHERE erased IS NULL", "kind"),
    ("item WHERE erased IS NULL", "agent"),
    ("item WHERE erased IS NULL", "session"),
    ("item WHERE erased IS NULL", "contexts"),
    ("name", "kind"),
    ("fact", "key"),
    ("edge", "type"),
    ("observation", "source"),
    ("head", "kind"),
)


def note_words(work: Work, owners: Sequence[int]) -> None:
    """Note labels and spaces that what goes has used; before it is cleared."""
    run = work.connection.run
    for column in ("agent", "session", "contexts", "kind"):
        _note_symbols(work, column, f"item WHERE id IN {ITEMS}")
    _note_symbols(work, "key", f"fact WHERE node IN {NODES}")
    _note_symbols(work, "type", f"edge WHERE src IN {REVISIONS} OR dst IN {REVISIONS}")
    _note_symbols(work, "source", f"observation WHERE rev IN {REVISIONS} OR turn IN {REVISIONS}")
    if owners:
        # an agent that acted on nothing else
        others = "SELECT actor FROM op WHERE actor IS NOT NULL AND id NOT IN (SELECT op FROM gone_op)"
        _note_symbols(work, "actor", f"op WHERE id IN (SELECT op FROM gone_op) AND actor NOT IN ({others})")
    for part in chunks(owners):
        named = f"symbol WHERE text IN (SELECT user FROM slab WHERE id IN ({marks(part)}))"
        run(f"INSERT INTO gone_symbol SELECT id FROM {named} ON CONFLICT DO NOTHING", part)
    run(
        f"INSERT INTO gone_space WITH RECURSIVE up(id) AS (SELECT space FROM name WHERE item IN {ITEMS} UNION"
        f" SELECT CAST(value AS BIGINT) FROM fact WHERE node IN {NODES} AND key=? UNION"
        " SELECT s.parent FROM up JOIN space s ON s.id=up.id WHERE s.parent>0)"
        " SELECT id, 0 FROM up WHERE true ON CONFLICT DO NOTHING",
        (work.symbols.id(Key.SPACE),),
    )
    for part in chunks(owners):
        run(
            f"INSERT INTO gone_space SELECT id, 1 FROM space WHERE slab IN ({marks(part)})"
            " ON CONFLICT(space) DO UPDATE SET named=1",
            part,
        )


def forget_session(work: Work, session: str, slabs: Sequence[int] | None) -> None:
    """Delete what says that something which stays was told again in a session that goes."""
    key = work.symbols.id(f"session:{session}")
    kept = "" if slabs is None else f" AND i.slab IN ({marks(slabs)})"
    items = f"SELECT 1 FROM item i WHERE fact.node=i.id*8+{int(NodeType.ITEM)}{kept}"
    work.connection.run(f"DELETE FROM fact WHERE key=? AND EXISTS ({items})", (key, *(slabs or ())))
    work.connection.run("INSERT INTO gone_symbol SELECT id FROM symbol WHERE id=? ON CONFLICT DO NOTHING", (key,))


def clear_messages(work: Work) -> int:
    """Delete working memory: the sessions that were chosen, and copies of turns that go, wherever they stand."""
    run = work.connection.run
    run("CREATE TEMP TABLE gone_text(slab INTEGER, text TEXT, PRIMARY KEY(slab, text)) WITHOUT ROWID")
    run("CREATE TEMP TABLE gone_said(slab INTEGER, name TEXT, at INTEGER, PRIMARY KEY(slab, name, at)) WITHOUT ROWID")
    run(
        "INSERT INTO gone_text SELECT g.slab, c.text FROM gone g JOIN content c ON c.rev=g.rev WHERE true"
        " ON CONFLICT DO NOTHING"
    )
    run(
        "INSERT INTO gone_said SELECT g.slab, y.text, COALESCE(c.said_at, o.at) FROM gone g"
        " JOIN content c ON c.rev=g.rev JOIN revision r ON r.id=g.rev JOIN op o ON o.id=r.op JOIN item i ON i.id=r.item"
        " JOIN symbol y ON y.id=i.session WHERE true ON CONFLICT DO NOTHING"
    )
    copies = (
        "SELECT 1 FROM session s WHERE s.id=message.session AND (s.id IN (SELECT session FROM gone_session)"
        " OR EXISTS (SELECT 1 FROM gone_text t WHERE t.slab=s.slab AND t.text=message.content)"
        " OR EXISTS (SELECT 1 FROM gone_said t WHERE t.slab=s.slab AND t.name=s.name AND t.at=message.at))"
    )
    found = work.connection.row(f"SELECT count(*) FROM message WHERE EXISTS ({copies})")
    run(f"DELETE FROM message WHERE EXISTS ({copies})")
    run("DELETE FROM session WHERE id IN (SELECT session FROM gone_session)")
    run("DROP TABLE temp.gone_text")
    run("DROP TABLE temp.gone_said")
    return int(found[0]) if found else 0


def clear_words(work: Work, owners: Sequence[int]) -> dict[str, int]:
    """Delete the labels and noted spaces that nothing uses any more, and the names of owners; return how many.

    Args:
        work: The transaction; rows are cleared and tombstones left already.
        owners: Slabs that lose their name.
    """
    spaces = _clear_spaces(work, owners)
    symbols = _clear_symbols(work, owners)
    for part in chunks(owners):
        users = f"SELECT user FROM slab WHERE id IN ({marks(part)})"
        work.connection.run(f"DELETE FROM access WHERE who IN ({users})", part)
        work.connection.run(f"UPDATE slab SET user=NULL WHERE id IN ({marks(part)})", part)
        work.connection.run(f"DELETE FROM counter WHERE slab IN ({marks(part)})", part)
    return {"spaces": spaces, "labels": symbols, "users": len(owners)}


def _note_symbols(work: Work, column: str, rows: str) -> None:
    work.connection.run(
        f"INSERT INTO gone_symbol SELECT DISTINCT symbol FROM (SELECT {column} AS symbol FROM {rows})"
        " WHERE symbol IS NOT NULL ON CONFLICT DO NOTHING"
    )


def _clear_symbols(work: Work, owners: Sequence[int]) -> int:
    each = " UNION ".join(f"SELECT {column} AS symbol FROM {table}" for table, column in _USES_OF_SYMBOLS)
    uses = f"SELECT used.symbol FROM ({each}) AS used WHERE used.symbol IS NOT NULL"
    if owners:
        # who acted is forgotten with an owner, unless others know them; that something was done stays in the log
        work.connection.run(
            f"UPDATE op SET actor=NULL WHERE actor IN (SELECT symbol FROM gone_symbol) AND actor NOT IN ({uses})"
        )
    # also what was never used: a tag that its own transaction took away again leaves nothing but its word
    uses += " UNION SELECT actor FROM op WHERE actor IS NOT NULL"
    unused = f"symbol WHERE id NOT IN ({uses}) AND text NOT IN ({marks(WELL_KNOWN)})"
    found = work.connection.row(f"SELECT count(*) FROM {unused}", WELL_KNOWN)
    # a tombstone keeps its number, not the word for what it was
    work.connection.run(
        f"UPDATE item SET kind=? WHERE erased IS NOT NULL AND kind IN (SELECT id FROM {unused})",
        (work.symbols.make(ANY_KIND), *WELL_KNOWN),
    )
    work.connection.run(f"DELETE FROM {unused}", WELL_KNOWN)
    return int(found[0]) if found else 0


def _clear_spaces(work: Work, owners: Sequence[int]) -> int:
    """Delete the noted spaces from the leaves up.

    An owner's root stays, without what described it where the owner goes, and so does a space that was described by
    attributes and was not itself named by the erase.
    """
    run = work.connection.run
    key = work.symbols.id(Key.SPACE)
    run("CREATE TEMP TABLE used_space(space INTEGER PRIMARY KEY)")
    run("INSERT INTO used_space SELECT DISTINCT space FROM name")
    run(
        "INSERT INTO used_space SELECT DISTINCT CAST(value AS BIGINT) FROM fact WHERE key=? ON CONFLICT DO NOTHING",
        (key,),
    )
    run(
        "INSERT INTO used_space SELECT DISTINCT g.space FROM gone_space g JOIN fact f"
        f" ON f.node=g.space*8+{_SPACE} WHERE g.named=0 ON CONFLICT DO NOTHING"
    )
    empty = (
        "space WHERE parent>0 AND id IN (SELECT space FROM gone_space) AND id NOT IN (SELECT space FROM used_space)"
        " AND NOT EXISTS (SELECT 1 FROM space c WHERE c.slab=space.slab AND c.parent=space.id)"
    )
    cleared = 0
    while (found := work.connection.row(f"SELECT count(*) FROM {empty}")) is not None and found[0]:
        run(f"DELETE FROM {empty}")
        cleared += found[0]
    run("DROP TABLE temp.used_space")
    run(
        f"DELETE FROM fact WHERE node IN (SELECT space*8+{_SPACE} FROM gone_space WHERE space NOT IN"
        " (SELECT id FROM space))"
    )
    for part in chunks(owners):
        run(f"DELETE FROM fact WHERE node IN (SELECT id*8+{_SPACE} FROM space WHERE slab IN ({marks(part)}))", part)
    return cleared
