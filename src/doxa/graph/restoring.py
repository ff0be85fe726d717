"""What undo and rollback share: which items a change concerns, and whether what returns finds its place taken."""

from __future__ import annotations

from collections.abc import Iterable

from doxa.graph.dependents import undone_among
from doxa.graph.inputs import UID_DIGITS
from doxa.graph.items import AddressTaken
from doxa.graph.naming import at_address
from doxa.graph.nodes import FOREVER, ItemId, NodeId, NodeType
from doxa.graph.sight import Condition, chunks
from doxa.graph.symbols import marks
from doxa.graph.work import Work


def items_of_nodes(work: Work, nodes: Iterable[NodeId]) -> set[ItemId]:
    """Return the items that nodes are or belong to."""
    items: set[ItemId] = set()
    revisions: list[int] = []
    for node in nodes:
        number, type_ = divmod(node, 8)
        if type_ == NodeType.ITEM:
            items.add(ItemId(number))
        elif type_ == NodeType.REVISION:
            revisions.append(number)
    for part in chunks(revisions):
        rows = work.connection.rows(f"SELECT item FROM revision WHERE id IN ({marks(part)})", part)
        items.update(ItemId(row[0]) for row in rows)
    return items


def check_addresses(work: Work, items: Iterable[ItemId]) -> None:
    """Check that no other item now has the address of one of the items.

    Raises:
        AddressTaken: One has.
    """
    first, second = work.sight.seen_item("i"), work.sight.seen_item("j")
    for part in chunks(dict.fromkeys(items)):
        found = work.connection.row(
            "SELECT b.item FROM name a JOIN item i ON i.id=a.item JOIN name b ON b.given=1 AND b.space=a.space"
            " AND b.name=a.name AND b.kind=a.kind AND b.item<>a.item JOIN item j ON j.id=b.item"
            f" WHERE a.item IN ({marks(part)}) AND {first.sql} AND {second.sql} LIMIT 1",
            (*part, *first.values, *second.values),
        )
        if found is not None:
            raise AddressTaken(ItemId(found[0]))
        like_ids = work.connection.rows(
            "SELECT a.item, a.space, a.name, a.kind FROM name a JOIN item i ON i.id=a.item"
            f" WHERE a.item IN ({marks(part)}) AND a.given=1 AND length(a.name)={UID_DIGITS} AND {first.sql}",
            (*part, *first.values),
        )
        for item, *address in like_ids:
            _check_address(work, item, at_address(*address))


def _check_address(work: Work, item: ItemId, there: Condition) -> None:
    seen = work.sight.seen_item()
    found = work.connection.row(
        f"SELECT i.id FROM item i WHERE i.id IN ({there.sql}) AND i.id<>? AND {seen.sql} LIMIT 1",
        (*there.values, item, *seen.values),
    )
    if found is not None:
        raise AddressTaken(ItemId(found[0]))


def latest_touch(work: Work, item: ItemId, *, after: int) -> int | None:
    """Return the newest operation in force after another that made or changed an item, `None` where none did."""
    rows = work.connection.rows(
        "SELECT op FROM item WHERE id=? AND op>? UNION SELECT op FROM revision WHERE item=? AND op>?"
        " UNION SELECT from_op FROM fact WHERE node=? AND from_op>?"
        f" UNION SELECT to_op FROM fact WHERE node=? AND to_op>? AND to_op<{FOREVER}",
        (item, after, item, after, item * 8, after, item * 8, after),
    )
    touched = sorted({row[0] for row in rows if row[0] < work.operation})
    undone = undone_among(work, touched)
    return max((each for each in touched if each not in undone), default=None)
