"""Which rows tell changes. The order of `SOURCES` is part of every cursor: entries are only ever appended."""

from __future__ import annotations

from dataclasses import dataclass

from doxa.graph.nodes import Key, NodeType

_REVISION = "JOIN revision r ON r.id={} JOIN item i ON i.id=r.item"
_REOPENED = "EXISTS (SELECT 1 FROM {0} n WHERE {1} AND n.from_op=t.to_op)"
_HIDDEN = (Key.IDENTITY, Key.SLOT, Key.MEMBERS)


@dataclass(frozen=True, slots=True)
class Source:
    """One table that tells one sort of change.

    Args:
        sort: What `describe` makes of its rows.
        tables: The tables, `t` the one that tells, `i` what has the owner.
        moment: The column of the operation.
        columns: Item, revision, and up to three more.
        where: What rows tell it.
        owners: Aliases of what must belong to an owner who is seen.
    """

    sort: str
    tables: str
    moment: str
    columns: str
    where: str = "i.erased IS NULL"
    owners: tuple[str, ...] = ("i",)


def _opened_and_closed(
    sort: str, tables: str, table: str, same: str, columns: str, **more: object
) -> tuple[Source, ...]:
    owners = more.get("owners", ("i",))
    where = str(more.get("where", "i.erased IS NULL"))
    assert isinstance(owners, tuple)
    reopened = _REOPENED.format(table, same)
    return (
        Source(f"{sort}+", tables, "t.from_op", columns, where, owners),
        Source(f"{sort}-", tables, "t.to_op", columns, f"{where} AND NOT {reopened}", owners),
    )


def _facts(sort: str, type_: NodeType, join: str, columns: str, where: str) -> tuple[Source, ...]:
    hidden = ",".join(f"'{key}'" for key in _HIDDEN)
    shown = f"{where} AND t.key NOT IN (SELECT id FROM symbol WHERE text IN ({hidden}))"
    tables = f"fact t {join.format(f't.node/8 AND t.node%8={int(type_)}')}"
    return _opened_and_closed(
        sort,
        tables,
        "fact",
        "n.node=t.node AND n.key=t.key",
        f"{columns}, t.key, t.value",
        where=shown,
        owners=() if type_ is NodeType.PROJECT else ("i",),
    )


_ENDS = f"edge t {_REVISION.format('t.src')} JOIN revision q ON q.id=t.dst JOIN item j ON j.id=q.item"
_ARTIFACT = "JOIN artifact a ON a.id={} JOIN revision r ON r.id=a.rev JOIN item i ON i.id=r.item"

SOURCES: tuple[Source, ...] = (
    Source("space", "space t JOIN space i ON i.id=t.id", "t.op", "NULL, NULL, t.id", "t.parent<>0"),
    Source("item", "item t JOIN item i ON i.id=t.id", "t.op", "i.id, NULL, i.kind"),
    Source("revision", f"revision t {_REVISION.format('t.id')}", "t.op", "i.id, r.id"),
    Source("artifact", f"artifact t {_REVISION.format('t.rev')}", "t.op", "i.id, r.id, t.name, t.location"),
    *_facts("item", NodeType.ITEM, "JOIN item i ON i.id={}", "i.id, NULL, NULL", "i.erased IS NULL"),
    *_facts("revision", NodeType.REVISION, _REVISION, "i.id, r.id, NULL", "i.erased IS NULL"),
    *_facts("artifact", NodeType.ARTIFACT, _ARTIFACT, "i.id, r.id, a.name", "i.erased IS NULL"),
    *_facts("space", NodeType.SPACE, "JOIN space i ON i.id={}", "NULL, NULL, i.id", "1=1"),
    *_opened_and_closed(
        "edge",
        _ENDS,
        "edge",
        "n.src=t.src AND n.type=t.type AND n.dst=t.dst",
        "i.id, r.id, q.id, t.type, t.meta",
        where="i.erased IS NULL AND j.erased IS NULL",
        owners=("i", "j"),
    ),
    *_opened_and_closed(
        "alias",
        "alias t JOIN item i ON i.id=t.item",
        "alias",
        "n.item=t.item AND n.form=t.form AND n.canonical=t.canonical",
        "i.id, NULL, t.text",
        where="i.erased IS NULL AND t.canonical=0",
    ),
    *_opened_and_closed(
        "observation",
        f"observation t {_REVISION.format('t.rev')}",
        "observation",
        "n.rev=t.rev AND n.source=t.source AND n.said_at IS NOT DISTINCT FROM t.said_at"
        " AND n.turn IS NOT DISTINCT FROM t.turn",
        "i.id, r.id, t.source",
    ),
    Source("erased", "item t JOIN item i ON i.id=t.id", "t.erased", "i.id, NULL, i.uid", "i.erased IS NOT NULL"),
    *_facts("project", NodeType.PROJECT, "", "NULL, NULL, NULL", f"t.node={int(NodeType.PROJECT)}"),
)
