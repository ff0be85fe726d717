"""Reading operations: which there were, and which of them touched what a reader may see."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.clock import from_micros
from doxa.errors import NotFound
from doxa.graph.engine import Row
from doxa.graph.listing import check_limit, number_of_cursor
from doxa.graph.nodes import Key, NodeId, NodeType, OperationNode, operation_node
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks
from doxa.graph.states import seen_nodes
from doxa.graph.symbols import marks
from doxa.records import Page

_WINDOW = 500
_ITEM, _REVISION, _ARTIFACT, _SPACE = (
    int(type_) for type_ in (NodeType.ITEM, NodeType.REVISION, NodeType.ARTIFACT, NodeType.SPACE)
)

# tables whose rows tell an operation, with the item each row belongs to as `i` and its columns of operations
_TRACES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("item i", ("i.op", "i.erased")),
    ("revision t JOIN item i ON i.id=t.item", ("t.op",)),
    ("artifact t JOIN revision r ON r.id=t.rev JOIN item i ON i.id=r.item", ("t.op",)),
    (f"fact t JOIN item i ON i.id=t.node/8 AND t.node%8={_ITEM}", ("t.from_op", "t.to_op")),
    (
        f"fact t JOIN revision r ON r.id=t.node/8 AND t.node%8={_REVISION} JOIN item i ON i.id=r.item",
        ("t.from_op", "t.to_op"),
    ),
    (
        f"fact t JOIN artifact a ON a.id=t.node/8 AND t.node%8={_ARTIFACT} JOIN revision r ON r.id=a.rev"
        " JOIN item i ON i.id=r.item",
        ("t.from_op", "t.to_op"),
    ),
    ("edge t JOIN revision r ON r.id=t.src JOIN item i ON i.id=r.item", ("t.from_op", "t.to_op")),
    ("edge t JOIN revision r ON r.id=t.dst JOIN item i ON i.id=r.item", ("t.from_op", "t.to_op")),
    ("alias t JOIN item i ON i.id=t.item", ("t.from_op", "t.to_op")),
    ("observation t JOIN revision r ON r.id=t.rev JOIN item i ON i.id=r.item", ("t.from_op", "t.to_op")),
    ("space i", ("i.op",)),
    (f"fact t JOIN space i ON i.id=t.node/8 AND t.node%8={_SPACE}", ("t.from_op", "t.to_op")),
    # what is said of the project is everybody's, as the root of the shared tree is
    (f"fact t JOIN space i ON t.node={int(NodeType.PROJECT)} AND i.slab=0 AND i.parent=0", ("t.from_op", "t.to_op")),
)


def read_operation(sight: Sight, operation: int) -> OperationNode:
    """Return an operation.

    Raises:
        NotFound: There is none, or it touched nothing that the reader may see.
    """
    if 1 <= operation <= sight.at and operation in visible_operations(sight, operation, operation):
        found = _nodes(sight, (operation,))
        if found:
            return found[0]
    mend = "Check it, and whose memories you see."
    raise NotFound(f"There is no operation {operation}.", mend=mend, field="operation", value=operation)


def list_operations(sight: Sight, nodes: Sequence[NodeId], *, limit: int, cursor: str | None) -> Page[OperationNode]:
    """List operations, newest first; those that touched the nodes, where given.

    An item's node stands for the item with its revisions and their artifacts.

    Raises:
        InvalidInput: Limit or cursor are none.
    """
    check_limit(limit)
    newest = sight.at if cursor is None else min(sight.at, number_of_cursor(cursor) - 1)
    if nodes:
        touching = _touching(sight, nodes)
        numbers = sorted((each for each in touching if each <= newest), reverse=True)[: limit + 1]
    else:
        numbers = _newest_visible(sight, newest, limit + 1)
    found = _nodes(sight, numbers[:limit])
    return Page(tuple(found), str(numbers[limit - 1]) if len(numbers) > limit else None)


def read_undone_by(sight: Sight, operations: Sequence[int]) -> dict[int, int]:
    """Return, for operations whose undo is in force, the operation that undid them."""
    alive = sight.alive("f")
    found: dict[int, int] = {}
    for part in chunks(dict.fromkeys(each for each in operations if 0 < each <= sight.at)):
        of = [operation_node(each) for each in part]
        rows = sight.connection.rows(
            f"SELECT f.node, f.from_op FROM fact f WHERE f.node IN ({marks(of)}) AND f.key=? AND {alive.sql}",
            (*of, sight.symbols.id(Key.UNDONE), *alive.values),
        )
        found.update((node // 8, by) for node, by in rows)
    return found


def _newest_visible(sight: Sight, newest: int, limit: int) -> list[int]:
    numbers: list[int] = []
    while newest > 0 and len(numbers) < limit:
        oldest = max(1, newest - _WINDOW + 1)
        numbers += sorted(visible_operations(sight, oldest, newest), reverse=True)
        newest = oldest - 1
    return numbers[:limit]


def visible_operations(sight: Sight, oldest: int, newest: int) -> set[int]:
    """Return the operations of a range that touched something of an owner who is seen."""
    if sight.slabs is None and sight.hidden is None:
        return set(range(oldest, newest + 1))
    return _tracing(sight, oldest, newest, sight.owned("i"))


def changed_nothing(sight: Sight, operation: int) -> bool:
    """Tell whether an operation left no trace, of anybody: what it told was here already, word for word."""
    return 1 <= operation <= sight.at and not _tracing(sight, operation, operation, ALWAYS)


def _tracing(sight: Sight, oldest: int, newest: int, owned: Condition) -> set[int]:
    found: set[int] = set()
    for table, columns in _TRACES:
        for column in columns:
            rows = sight.connection.rows(
                f"SELECT DISTINCT {column} FROM {table} WHERE {column} BETWEEN ? AND ? AND {owned.sql}",
                (oldest, newest, *owned.values),
            )
            found.update(row[0] for row in rows)
    return found


def _touching(sight: Sight, nodes: Sequence[NodeId]) -> set[int]:
    kept = _with_revisions(sight, seen_nodes(sight, nodes))
    revisions = [node // 8 for node in kept if node % 8 == _REVISION]
    items = [node // 8 for node in kept if node % 8 == _ITEM]
    places: tuple[tuple[str, str, list[int], tuple[str, ...]], ...] = (
        ("item", "id", items, ("op",)),
        ("revision", "id", revisions, ("op",)),
        ("artifact", "rev", revisions, ("op",)),
        ("artifact", "id", [node // 8 for node in kept if node % 8 == _ARTIFACT], ("op",)),
        ("space", "id", [node // 8 for node in kept if node % 8 == _SPACE], ("op",)),
        ("fact", "node", sorted(kept), ("from_op", "to_op")),
        ("edge", "src", revisions, ("from_op", "to_op")),
        ("edge", "dst", revisions, ("from_op", "to_op")),
        ("alias", "item", items, ("from_op", "to_op")),
        ("observation", "rev", revisions, ("from_op", "to_op")),
    )
    found: set[int] = set()
    for table, column, numbers, moments in places:
        for part in chunks(numbers):
            rows = sight.connection.rows(
                f"SELECT DISTINCT {', '.join(moments)} FROM {table} WHERE {column} IN ({marks(part)})", part
            )
            found.update(moment for row in rows for moment in row if moment <= sight.at)
    return found


def _with_revisions(sight: Sight, nodes: set[NodeId]) -> set[int]:
    """Add the revisions of items, those whose making was undone too, and the artifacts of revisions."""
    found: set[int] = set(nodes)
    for part in chunks(node // 8 for node in nodes if node % 8 == _ITEM):
        rows = sight.connection.rows(
            f"SELECT id FROM revision WHERE item IN ({marks(part)}) AND op<=?", (*part, sight.at)
        )
        found |= {row[0] * 8 + _REVISION for row in rows}
    for part in chunks([node // 8 for node in found if node % 8 == _REVISION]):
        rows = sight.connection.rows(f"SELECT id FROM artifact WHERE rev IN ({marks(part)})", part)
        found |= {row[0] * 8 + _ARTIFACT for row in rows}
    return found


def _nodes(sight: Sight, operations: Sequence[int]) -> list[OperationNode]:
    rows: list[Row] = []
    for part in chunks(operations):
        rows += sight.connection.rows(
            "SELECT o.id, o.at, o.kind, o.actor, o.undoes, n.reason FROM op o LEFT JOIN note n ON n.op=o.id"
            f" WHERE o.id IN ({marks(part)})",
            part,
        )
    words = sight.symbols.words({number for row in rows for number in row[2:4] if number is not None})
    nodes = [
        OperationNode(number, from_micros(at), words.get(kind, ""), words.get(actor, ""), undoes, reason)
        for number, at, kind, actor, undoes, reason in rows
    ]
    return sorted(nodes, key=lambda node: node.id, reverse=True)
