"""Names of items: a given one is found by the index of addresses, one that is the item's id by the index of ids.

Most items have none but their id. In an index of names such ones lie at random places, so that a batch would touch a
page of it for nearly every memory: two pages of five that it writes.
"""

from __future__ import annotations

from doxa.graph.engine import Row
from doxa.graph.inputs import is_uid
from doxa.graph.nodes import ItemId
from doxa.graph.sight import Condition

INSERT_NAME = "INSERT INTO name(item, space, kind, name, given) VALUES(?,?,?,?,?)"


def name_row(item: ItemId, space: int, kind: int, name: str, uid: str) -> Row:
    """Return what `INSERT_NAME` binds."""
    return item, space, kind, name, is_given(name, uid)


def is_given(name: str, uid: str) -> int:
    """Return 1 for a name that somebody gave, 0 for one that is the item's id."""
    return int(name != uid)


def named(name: str, where: Condition) -> Condition:
    """Return the query of the items that bear a name.

    Args:
        name: The name.
        where: Which spaces, for the index, as a condition on `n`, a row of `name`.
    """
    sql, values = f"SELECT n.item FROM name n WHERE n.given=1 AND n.name=? AND {where.sql}", (name, *where.values)
    if not is_uid(name):
        return Condition(sql, values)
    own = f"SELECT n.item FROM item o JOIN name n ON n.item=o.id WHERE o.uid=? AND n.given=0 AND {where.sql}"
    return Condition(f"{sql} UNION ALL {own}", (*values, bytes.fromhex(name), *where.values))


def at_address(space: int, name: str, kind: int) -> Condition:
    """Return the query of the items with an address, those that were undone among them."""
    return named(name, Condition("n.space=? AND n.kind=?", (space, kind)))
