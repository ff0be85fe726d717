"""What rests on an operation: later ones in force that touched its keys or added to what it made.

An operation touches a key when it opens or closes a row on it, and an item's `latest` when it appends a revision. An
undo in force whose target is later than the operation asked about is left out: target and undo cancel each other. So is
an erase: it rests on nothing, and what it did stays whatever is undone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.graph.ledger import LEDGERS, Ledger
from doxa.graph.nodes import FOREVER, ItemId, Key, NodeType, RevisionId, operation_node
from doxa.graph.sight import chunks
from doxa.graph.symbols import marks
from doxa.graph.work import Work

_ITEM, _REVISION, _ARTIFACT = int(NodeType.ITEM), int(NodeType.REVISION), int(NodeType.ARTIFACT)


@dataclass(frozen=True, slots=True)
class Created:
    """What operations made: items, revisions with their items, artifacts."""

    items: tuple[ItemId, ...]
    revisions: tuple[tuple[RevisionId, ItemId], ...]
    artifacts: tuple[int, ...]


def created_by(work: Work, operations: Sequence[int]) -> Created:
    """Return what operations made and is not erased."""
    items: list[ItemId] = []
    revisions: list[tuple[RevisionId, ItemId]] = []
    artifacts: list[int] = []
    for part in chunks(operations):
        here = f"IN ({marks(part)})"
        rows = work.connection.rows
        items += [ItemId(row[0]) for row in rows(f"SELECT id FROM item WHERE op {here} AND erased IS NULL", part)]
        revisions += [
            (RevisionId(revision), ItemId(item))
            for revision, item in rows(
                "SELECT r.id, r.item FROM revision r JOIN item i ON i.id=r.item"
                f" WHERE r.op {here} AND i.erased IS NULL",
                part,
            )
        ]
        artifacts += [row[0] for row in rows(f"SELECT id FROM artifact WHERE op {here}", part)]
    return Created(tuple(items), tuple(revisions), tuple(artifacts))


def dependents_of(work: Work, operation: int) -> set[int]:
    """Return the operations in force that rest directly on one."""
    found: set[int] = set()
    for ledger in LEDGERS:
        found |= _on_its_keys(work, ledger, operation)
    for query in _ON_WHAT_IT_MADE:
        found |= {row[0] for row in work.connection.rows(query, (operation, operation))}
    later = {each for each in found if operation < each < work.operation}
    return _in_force(work, operation, later - set(erased_after(work, operation))) if later else later


def erased_after(work: Work, operation: int) -> list[int]:
    """Return the erases that came after an operation."""
    kind = work.symbols.id("erase")
    return [each for (each,) in work.connection.rows("SELECT id FROM op WHERE id>? AND kind=?", (operation, kind))]


def undone_among(work: Work, operations: Sequence[int]) -> dict[int, int]:
    """Return, for operations that are undone now, the operation that did it."""
    found: dict[int, int] = {}
    key = work.symbols.id(Key.UNDONE)
    for part in chunks(operations):
        nodes = [operation_node(each) for each in part]
        rows = work.connection.rows(
            f"SELECT node, from_op FROM fact WHERE node IN ({marks(nodes)}) AND key=? AND to_op={FOREVER}",
            (*nodes, key),
        )
        found.update((node // 8, by) for node, by in rows)
    return found


def _on_its_keys(work: Work, ledger: Ledger, operation: int) -> set[int]:
    same = " AND ".join(f"y.{column} {ledger.equals(column)} x.{column}" for column in ledger.key)
    found: set[int] = set()
    for touched in ("from_op", "to_op"):
        for later in ("from_op", "to_op"):
            rows = work.connection.rows(
                f"SELECT DISTINCT y.{later} FROM {ledger.table} x JOIN {ledger.table} y ON {same}"
                f" WHERE x.{touched}=? AND y.{later}>? AND y.{later}<{FOREVER}",
                (operation, operation),
            )
            found.update(row[0] for row in rows)
    return found


def _in_force(work: Work, operation: int, candidates: set[int]) -> set[int]:
    undone = undone_among(work, sorted(candidates))
    kept: set[int] = set()
    for part in chunks(sorted(candidates - undone.keys())):
        rows = work.connection.rows(f"SELECT id, undoes FROM op WHERE id IN ({marks(part)})", part)
        kept.update(each for each, undoes in rows if undoes is None or undoes <= operation)
    return kept


def _later_rows(made: str, table: str, join: str) -> tuple[str, str]:
    """Return the queries for rows of a ledger that were opened or closed later on what an operation made."""
    opened, closed = (
        f"SELECT DISTINCT t.{moment} FROM {made} m JOIN {table} t ON {join}"
        f" WHERE m.op=? AND t.{moment}>? AND t.{moment}<{FOREVER}"
        for moment in ("from_op", "to_op")
    )
    return opened, closed


_ON_WHAT_IT_MADE = (
    "SELECT DISTINCT t.op FROM revision m JOIN revision t ON t.item=m.item WHERE m.op=? AND t.op>?",
    "SELECT DISTINCT t.op FROM item m JOIN revision t ON t.item=m.id WHERE m.op=? AND t.op>?",
    "SELECT DISTINCT t.op FROM revision m JOIN artifact t ON t.rev=m.id WHERE m.op=? AND t.op>?",
    *_later_rows("item", "fact", f"t.node=m.id*8+{_ITEM}"),
    *_later_rows("revision", "fact", f"t.node=m.id*8+{_REVISION}"),
    *_later_rows("artifact", "fact", f"t.node=m.id*8+{_ARTIFACT}"),
    *_later_rows("revision", "edge", "t.src=m.id"),
    *_later_rows("revision", "edge", "t.dst=m.id"),
    *_later_rows("item", "alias", "t.item=m.id"),
    *_later_rows("revision", "observation", "t.rev=m.id"),
    *_later_rows("revision", "observation", "t.turn=m.id"),
    # tags and heads that were moved to a revision it made
    "SELECT DISTINCT t.from_op FROM revision m JOIN fact t ON t.node=m.item*8 AND t.value=CAST(m.id AS TEXT)"
    " JOIN symbol s ON s.id=t.key AND (s.text='head' OR s.text LIKE 'tag:%') WHERE m.op=? AND t.from_op>?",
)
