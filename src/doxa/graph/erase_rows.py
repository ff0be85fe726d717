"""Clearing the tables of what an erase chose: one statement per table; tombstones and numbers stay.

An erased item keeps its row, marked with the operation. An erased revision of an item that stays keeps its row under
the negative number of its item, where no reader looks, and its item is told the numbers by the key `erased`. So an id
or a number is never given twice, and undo, rollback and import find nothing to bring back.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from doxa.graph.inputs import encode
from doxa.graph.ledger import FACTS, assert_row, open_value
from doxa.graph.nodes import ItemId, Key, NodeType, item_node
from doxa.graph.sight import chunks
from doxa.graph.symbols import marks
from doxa.graph.vectors import remove_codes
from doxa.graph.work import Work

REVISIONS = "(SELECT rev FROM gone)"
ITEMS = "(SELECT item FROM gone_item)"
NODES = (
    f"(SELECT rev*8+{int(NodeType.REVISION)} FROM gone UNION ALL SELECT item*8+{int(NodeType.ITEM)} FROM gone_item"
    f" UNION ALL SELECT a.id*8+{int(NodeType.ARTIFACT)} FROM gone g JOIN artifact a ON a.rev=g.rev)"
)
"""Node numbers of what goes; before its artifacts are cleared."""

_CLEARED = (
    ("notes", "note WHERE op IN (SELECT op FROM gone_op)"),
    ("facts", f"fact WHERE node IN {NODES}"),
    ("edges", f"edge WHERE src IN {REVISIONS} OR dst IN {REVISIONS}"),
    ("observations", f"observation WHERE rev IN {REVISIONS} OR turn IN {REVISIONS}"),
    ("aliases", f"alias WHERE item IN {ITEMS}"),
    ("mentions", f"mention WHERE rev IN {REVISIONS}"),
    ("artifacts", f"artifact WHERE rev IN {REVISIONS}"),
    ("vectors", f"vector WHERE rev IN {REVISIONS}"),
    ("uses", f"usage WHERE rev IN {REVISIONS}"),
    ("heads", f"head WHERE item IN {ITEMS}"),
    ("names", f"name WHERE item IN {ITEMS}"),
    ("contents", f"content WHERE rev IN {REVISIONS}"),
)


_TRACES = (
    *((table, "op") for table in ("item", "revision", "artifact", "space")),
    *((table, column) for table in ("fact", "edge", "alias", "observation") for column in ("from_op", "to_op")),
)
"""Where an operation that changed anything stands."""


def note_operations(work: Work, owners: Sequence[int] | None) -> None:
    """Note which operations made or touched what goes, or changed nothing: their reasons may speak of it.

    Args:
        work: The transaction; what goes is chosen.
        owners: Slabs the erase is about; `None` = all.
    """
    run = work.connection.run
    run("CREATE TEMP TABLE gone_op(op INTEGER PRIMARY KEY, made INTEGER NOT NULL)")
    run("INSERT INTO gone_op SELECT DISTINCT r.op, 1 FROM gone g JOIN revision r ON r.id=g.rev")
    touched = {
        f"item WHERE id IN {ITEMS}": ("op",),
        f"fact WHERE node IN {NODES}": ("from_op", "to_op"),
        f"edge WHERE src IN {REVISIONS} OR dst IN {REVISIONS}": ("from_op", "to_op"),
        f"alias WHERE item IN {ITEMS}": ("from_op", "to_op"),
        f"artifact WHERE rev IN {REVISIONS}": ("op",),
        f"observation WHERE rev IN {REVISIONS}": ("from_op", "to_op"),
    }
    for rows, columns in touched.items():
        for column in columns:
            run(f"INSERT INTO gone_op SELECT DISTINCT {column}, 0 FROM {rows} ON CONFLICT DO NOTHING")
    _note_idle_operations(work, owners)


def _note_idle_operations(work: Work, owners: Sequence[int] | None) -> None:
    """Note which operations changed nothing but have a reason, unless it is another owner's.

    A pin on what is pinned leaves no row that tells what its reason speaks of; it may be of what goes.
    """
    idle = "SELECT n.op, 0 FROM note n JOIN op o ON o.id=n.op WHERE n.op NOT IN (SELECT op FROM gone_op)" + "".join(
        f" AND n.op NOT IN (SELECT {column} FROM {table})" for table, column in _TRACES
    )
    if owners is not None:
        others = f"SELECT y.id FROM symbol y JOIN slab b ON b.user=y.text AND b.id NOT IN ({marks(owners)})"
        idle += f" AND (o.actor IS NULL OR o.actor NOT IN ({others}))"
    if work.connection.row("SELECT 1 FROM note LIMIT 1") is not None:
        work.connection.run(f"INSERT INTO gone_op {idle} ON CONFLICT DO NOTHING", tuple(owners or ()))


def clear(work: Work) -> dict[str, int]:
    """Delete every row of what was chosen; return how many of each kind."""
    counts: dict[str, int] = {}
    for name, rows in _CLEARED:
        found = work.connection.row(f"SELECT count(*) FROM {rows}")
        assert found is not None
        if found[0]:
            counts[name] = found[0]
            work.connection.run(f"DELETE FROM {rows}")
    return counts


def clear_codes(work: Work) -> None:
    """Take the codes of what goes out of those of its owners."""
    by_slab: dict[int, list[int]] = {}
    for slab, revision in work.connection.rows("SELECT slab, rev FROM gone"):
        by_slab.setdefault(slab, []).append(revision)
    for slab, revisions in by_slab.items():
        if work.connection.row("SELECT 1 FROM code WHERE slab=? LIMIT 1", (slab,)) is not None:
            remove_codes(work.connection, slab, revisions)


def bury(work: Work) -> list[ItemId]:
    """Leave tombstones; return the items that stay without some of their revisions."""
    partly: dict[ItemId, list[int]] = {}
    for item, number in work.connection.rows(
        f"SELECT r.item, r.n FROM gone g JOIN revision r ON r.id=g.rev WHERE r.item NOT IN {ITEMS} ORDER BY r.n"
    ):
        partly.setdefault(ItemId(item), []).append(number)
    _forget_pointers(work)
    work.connection.run(
        f"UPDATE revision SET item=-item WHERE id IN {REVISIONS} AND item NOT IN {ITEMS}",
    )
    # a request that made some of it is answered `Erased`
    work.connection.run("UPDATE receipt SET results=NULL WHERE op IN (SELECT op FROM gone_op WHERE made)")
    for item, numbers in partly.items():
        key = (item_node(item), work.symbols.make(Key.ERASED))
        earlier = open_value(work, FACTS, key)
        told = [] if earlier is None else json.loads(earlier[0])
        assert_row(work, FACTS, key, (encode(sorted({*told, *numbers})),))
    work.connection.run(
        f"UPDATE item SET erased=?, agent=NULL, session=NULL, contexts=NULL WHERE id IN {ITEMS}", (work.operation,)
    )
    return list(partly)


def _forget_pointers(work: Work) -> None:
    """Delete tags and heads of items that stay where they point to a revision that goes."""
    pointers = [
        number
        for (number,) in work.connection.rows("SELECT id FROM symbol WHERE text=? OR text LIKE 'tag:%'", (Key.HEAD,))
    ]
    for part in chunks(pointers):
        work.connection.run(
            f"DELETE FROM fact WHERE key IN ({marks(part)}) AND EXISTS (SELECT 1 FROM gone g"
            f" WHERE g.item NOT IN {ITEMS} AND fact.node=g.item*8+{int(NodeType.ITEM)}"
            " AND fact.value=CAST(g.rev AS TEXT))",
            part,
        )
