"""The `head` projection: per item its believed head with what listing needs, computed from facts by one query.

Every path that changes what it shows (a new revision, a status, undo, rollback, import, `doctor`) has it recomputed
here; `row_of_new` only saves that for an item that this transaction made, and gives the same row. Past views read the
same query with the conditions of then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from doxa.errors import AlreadyExists
from doxa.graph.codes import ACCEPTED, LIVE, STANDINGS, STATUSES
from doxa.graph.engine import Connection, Row, Value
from doxa.graph.inputs import encode
from doxa.graph.nodes import FOREVER, ItemId, Key, NodeType, item_node
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks, every, lists
from doxa.graph.symbols import marks
from doxa.graph.work import Work
from doxa.graph.written import Told

COLUMNS = "item, rev, slab, space, kind, status, standing, pinned, ident, slot, time, until, op"
ALWAYS_BEFORE = -FOREVER
"""Where a period without a start starts, in microseconds; one without an end ends at `FOREVER`."""
_SAID = "COALESCE(c.said_at, (SELECT o.at FROM op o WHERE o.id=r.op))"
INSERT_HEAD = f"INSERT INTO head({COLUMNS}) VALUES({marks(COLUMNS.split(','))}) ON CONFLICT DO NOTHING"
_INSERT_TOLD = f"{INSERT_HEAD} RETURNING item"
_HOLDER = f"SELECT item FROM head WHERE slab=? AND ident=? AND status={LIVE}"


def heads_query(sight: Sight, where: Condition = ALWAYS) -> Condition:
    """Return the query of the projection as `sight` sees it, with the columns of table `head`.

    Args:
        sight: The state and the owners it is for.
        where: On aliases `r` (the head's row in `revision`) and `i` (its item).
    """
    head = head_of_item(sight)
    status, revision_status = _fact(sight, "i", Key.STATUS), _fact(sight, "r", Key.STATUS)
    columns: list[tuple[str, Condition]] = [
        ("item", Condition("i.id")),
        ("rev", Condition("r.id")),
        ("slab", Condition("i.slab")),
        ("space", _space(sight)),
        ("kind", Condition("i.kind")),
        ("status", _coded(_either(status, revision_status), STATUSES)),
        ("standing", _coded(_fact(sight, "r", Key.STANDING), STANDINGS)),
        ("pinned", Condition(f"CASE WHEN {_fact(sight, 'i', Key.PIN).sql} IS NULL THEN 0 ELSE 1 END", _pin(sight))),
        ("identity", _fact(sight, "i", Key.IDENTITY)),
        ("slot", _fact(sight, "i", Key.SLOT)),
        (
            "time",
            Condition(
                f"CASE WHEN c.valid_precision IS NULL THEN {_SAID} ELSE COALESCE(c.valid_from, {ALWAYS_BEFORE}) END"
            ),
        ),
        (
            "until",
            Condition(f"CASE WHEN c.valid_precision IS NULL THEN {_SAID}+1 ELSE COALESCE(c.valid_to, {FOREVER}) END"),
        ),
        ("op", Condition("r.op")),
    ]
    seen = every(Condition("i.id=r.item"), Condition(f"r.id={head.sql}", head.values), sight.seen_item(), where)
    listed = ", ".join(f"{column.sql} AS {name}" for name, column in columns)
    values = tuple(value for _, column in columns for value in column.values)
    # CROSS JOIN keeps `revision` outermost, so that a listing ordered by revision stops early
    inner = f"SELECT {listed} FROM revision r CROSS JOIN item i LEFT JOIN content c ON c.rev=r.id WHERE {seen.sql}"
    ident = f"CASE WHEN status={LIVE} AND standing={ACCEPTED} THEN identity END AS ident"
    shown = ", ".join(ident if name == "ident" else name for name in COLUMNS.split(", "))
    return Condition(f"SELECT {shown} FROM ({inner}) p", (*values, *seen.values))


def heads_table(sight: Sight) -> Condition:
    """Return what to read `head` rows from: the table itself, or for a past view the query that gives its rows."""
    if sight.now:
        return Condition("head")
    query = heads_query(sight)
    return Condition(f"({query.sql})", query.values)


def compute_heads(sight: Sight, items: Sequence[ItemId]) -> list[Row]:
    """Return the `head` rows of items as `sight` sees them; items without a seen revision have none."""
    found: list[Row] = []
    for part in chunks(items):
        query = heads_query(sight, Condition(f"r.item IN ({marks(part)})", tuple(part)))
        found += sight.connection.rows(query.sql, query.values)
    return found


def recompute(work: Work, items: Iterable[ItemId]) -> None:
    """Bring the projection of items up to date.

    Raises:
        AlreadyExists: Two live items of one owner would then have one identity.
    """
    changed = list(dict.fromkeys(items))
    work.written.forget(map(item_node, changed))
    rows = compute_heads(work.sight, changed)
    for part in chunks(changed):
        work.connection.run(f"DELETE FROM head WHERE item IN ({marks(part)})", part)
    work.connection.run_many(INSERT_HEAD, rows)
    if any(row[8] is not None for row in rows):
        _check_all_inserted(work, rows)


def row_of_new(work: Work, told: Told, about: tuple[int, int]) -> Row:
    """Return the `head` row of an item's first revision without reading anything back."""
    of_item, own, place = told.thing.state, told.said.state, told.place
    if not of_item and not own:
        where = (told.item, told.revision, place.slab, place.space, place.kind)
        return (*where, LIVE, ACCEPTED, 0, None, None, *about, work.operation)
    status = of_item.get(Key.STATUS) or own.get(Key.STATUS)
    status_code = LIVE if status is None else STATUSES.index(str(status))
    standing = own.get(Key.STANDING)
    standing_code = ACCEPTED if standing is None else STANDINGS.index(str(standing))
    believed = status_code == LIVE and standing_code == ACCEPTED
    identity, slot = of_item.get(Key.IDENTITY), of_item.get(Key.SLOT)
    return (
        told.item,
        told.revision,
        place.slab,
        place.space,
        place.kind,
        status_code,
        standing_code,
        int(Key.PIN in of_item),
        encode(identity) if believed and identity is not None else None,
        None if slot is None else encode(slot),
        *about,
        work.operation,
    )


def insert_new(work: Work, row: Row) -> None:
    """Add the projection of an item that has none.

    Raises:
        AlreadyExists: A live item of the owner has its identity.
    """
    if work.connection.row(_INSERT_TOLD, row) is None:
        raise IdentityTaken(_holder_of_row(work, row))


def holder_of(connection: Connection, slab: int, identity: str) -> ItemId | None:
    """Return the live item of an owner with an identity's hash."""
    found = connection.row(_HOLDER, (slab, encode(identity)))
    return None if found is None else ItemId(found[0])


def held_identities(work: Work, slab: int, identities: Sequence[str]) -> Iterator[str]:
    """Yield those of an owner's identities, each as its row has it, that a live item has."""
    for part in lists(identities):
        found = work.connection.rows(
            f"SELECT ident FROM head WHERE slab=? AND ident IN ({marks(part)}) AND status={LIVE}", (slab, *part)
        )
        yield from (ident for (ident,) in found)


class IdentityTaken(AlreadyExists):
    """A live item of the owner counts as the same already.

    Attributes:
        holder: That item.
    """

    def __init__(self, holder: ItemId) -> None:
        super().__init__(
            "A live memory of this owner has the same identity.",
            mend="Confirm or revise that one, or delete it first.",
            field="identity",
        )
        self.holder = holder


def _check_all_inserted(work: Work, rows: Sequence[Row]) -> None:
    for part in chunks(rows):
        items = [row[0] for row in part]
        found = work.connection.rows(f"SELECT item FROM head WHERE item IN ({marks(items)})", items)
        missing = set(items) - {item for (item,) in found}
        for row in part:
            if row[0] in missing:
                raise IdentityTaken(_holder_of_row(work, row))


def _holder_of_row(work: Work, row: Row) -> ItemId:
    found = work.connection.row(_HOLDER, (row[2], row[8]))
    assert found is not None
    return ItemId(found[0])


def head_of_item(sight: Sight) -> Condition:
    """Say which revision is believed: the one asserted, else the newest by number, of those that are seen."""
    asserted = _fact(sight, "i", Key.HEAD)
    node = f"n.id*8+{int(NodeType.REVISION)}"
    seen = every(sight.born("n"), sight.standing_made(node))
    pointed = f"SELECT n.id FROM revision n WHERE n.id=CAST({asserted.sql} AS BIGINT) AND n.item=i.id AND {seen.sql}"
    newest = f"SELECT n.id FROM revision n WHERE n.item=i.id AND {seen.sql} ORDER BY n.n DESC LIMIT 1"
    values: tuple[Value, ...] = (*asserted.values, *seen.values, *seen.values)
    return Condition(f"COALESCE(({pointed}), ({newest}))", values)


def _fact(sight: Sight, table: str, key: str) -> Condition:
    """Return the value of a key of the node in `table` (`i` an item, `r` a revision) as an SQL expression."""
    type_ = NodeType.ITEM if table == "i" else NodeType.REVISION
    alive = sight.alive("f")
    return Condition(
        f"(SELECT f.value FROM fact f WHERE f.node={table}.id*8+{int(type_)} AND f.key=? AND {alive.sql})",
        (sight.symbols.id(key), *alive.values),
    )


def _pin(sight: Sight) -> tuple[Value, ...]:
    return _fact(sight, "i", Key.PIN).values


def _space(sight: Sight) -> Condition:
    moved = _fact(sight, "i", Key.SPACE)
    born = "(SELECT a.space FROM name a WHERE a.item=i.id)"
    return Condition(f"COALESCE(CAST({moved.sql} AS BIGINT), {born})", moved.values)


def _either(first: Condition, second: Condition) -> Condition:
    return Condition(f"COALESCE({first.sql}, {second.sql})", (*first.values, *second.values))


def _coded(value: Condition, words: tuple[str, ...]) -> Condition:
    cases = " ".join(f"WHEN '\"{word}\"' THEN {code}" for code, word in enumerate(words))
    return Condition(f"CASE {value.sql} {cases} ELSE 0 END", value.values)
