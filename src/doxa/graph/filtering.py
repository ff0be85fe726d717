"""What a `Filter` keeps, as SQL over a revision and its item, in the state of the reader's snapshot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from doxa.graph.codes import ACCEPTED, LIVE, STATUSES
from doxa.graph.engine import Value
from doxa.graph.inputs import checked_status
from doxa.graph.kref import space_path
from doxa.graph.nodes import Filter, Key, NodeType, RevisionId
from doxa.graph.projection import head_of_item
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks, every, lists
from doxa.graph.symbols import UNKNOWN, marks

ITEM = f"i.id*8+{int(NodeType.ITEM)}"
"""The node number of the item (alias `i`)."""
REVISION = f"r.id*8+{int(NodeType.REVISION)}"
"""The node number of the revision (alias `r`)."""


def keep(sight: Sight, revisions: Sequence[RevisionId], filter: Filter | None) -> list[RevisionId]:
    """Return those revisions that are seen and that a filter keeps, in the given order, each once."""
    # what several legs of a question find is looked at once; in an open transaction it may change
    known = {} if sight.pending else _looked_at(sight, filter)
    asked = list(dict.fromkeys(revisions))
    unknown = [revision for revision in asked if revision not in known]
    if unknown:
        kept = _filtered(sight, unknown, filter)
        known.update((revision, revision in kept) for revision in unknown)
        sight.known.update(kept)
    return [revision for revision in asked if known[revision]]


def _looked_at(sight: Sight, filter: Filter | None) -> dict[RevisionId, bool]:
    """Return what is known of a filter; one that holds what no filter can is refused where it is read."""
    try:
        return sight.filtered.setdefault(filter, {})
    except TypeError:
        return {}


def _filtered(sight: Sight, revisions: Sequence[RevisionId], filter: Filter | None) -> set[RevisionId]:
    wanted = _live_head(sight, filter) if _asks_live_only(sight, filter) else _wanted(sight, filter)
    kept: set[RevisionId] = set()
    for part in lists(revisions):
        found = sight.connection.rows(
            "SELECT r.id FROM revision r CROSS JOIN item i"
            f" WHERE i.id=r.item AND r.id IN ({marks(part)}) AND {wanted.sql}",
            (*part, *wanted.values),
        )
        kept.update(RevisionId(number) for (number,) in found)
    return kept


def _wanted(sight: Sight, filter: Filter | None) -> Condition:
    return every(sight.seen_revision(), ALWAYS if filter is None else filter_condition(sight, filter))


def _asks_live_only(sight: Sight, filter: Filter | None) -> bool:
    return sight.now and filter is not None and tuple(filter.statuses) == (STATUSES[LIVE],) and not filter.heads_only


def _live_head(sight: Sight, filter: Filter | None) -> Condition:
    """Say it of a live head, as most of what is asked about is, by its projection; of any other by the log.

    One row tells that nothing undid the making of either, and the status of both.
    """
    assert filter is not None
    other = every(sight.seen_revision(), _with_status(sight, filter.statuses))
    rest = every(sight.owned_given("i"), filter_condition(sight, replace(filter, statuses=())))
    head = f"SELECT 1 FROM head h WHERE h.item=i.id AND h.rev=r.id AND h.status={LIVE}"
    return Condition(f"(EXISTS ({head}) OR ({other.sql})) AND {rest.sql}", (*other.values, *rest.values))


def newest_revision(sight: Sight) -> int | None:
    """Return the newest revision that a past view may see, 0 for none; `None` for the present one, which sees all."""
    if sight.now:
        return None
    found = sight.connection.row(
        "SELECT r.id FROM revision r WHERE r.op<=? ORDER BY r.op DESC, r.id DESC LIMIT 1", (sight.at,)
    )
    return 0 if found is None else int(found[0])


def filter_condition(sight: Sight, filter: Filter) -> Condition:
    """Say that a filter keeps a revision (aliases `r` and `i` of `revision` and its `item`).

    Raises:
        InvalidInput: A status is none.
        InvalidKref: The space is no path.
    """
    for status in filter.statuses:
        checked_status(status)
    return every(
        _labelled(sight, "i.kind", filter.kinds),
        ALWAYS if filter.agent is None else _told_under(sight, "agent", filter.agent),
        ALWAYS if filter.session is None else _told_under(sight, "session", filter.session),
        _in_contexts(sight, filter.contexts),
        _projected(sight, filter) if sight.now and filter.heads_only else _logged(sight, filter),
    )


def _projected(sight: Sight, filter: Filter) -> Condition:
    """Say it of a present head by its projection: one row to look up instead of one per key."""
    statuses = tuple(STATUSES.index(status) for status in filter.statuses)
    place = ALWAYS if filter.space is None else _under(sight, "h.space", filter.space)
    conditions = every(
        Condition("h.item=i.id AND h.rev=r.id AND h.standing=?", (ACCEPTED,)),
        Condition(f"h.status IN ({marks(statuses)})", statuses) if statuses else ALWAYS,
        ALWAYS if filter.pinned is None else Condition("h.pinned=?", (int(filter.pinned),)),
        place,
    )
    return Condition(f"EXISTS (SELECT 1 FROM head h WHERE {conditions.sql})", conditions.values)


def _logged(sight: Sight, filter: Filter) -> Condition:
    """Say it of any revision, now or then, by the assertion rows in force."""
    moved = value_of(sight, ITEM, Key.SPACE)
    space = f"COALESCE(CAST({moved.sql} AS INTEGER), (SELECT n.space FROM name n WHERE n.item=i.id))"
    return every(
        _with_status(sight, filter.statuses),
        _with_pin(sight, filter.pinned),
        ALWAYS if filter.space is None else _under(sight, space, filter.space, moved.values),
        every(is_head(sight), _accepted(sight)) if filter.heads_only else ALWAYS,
    )


def value_of(sight: Sight, node: str, key: str) -> Condition:
    """Return the JSON text of a key of a node (SQL for its number) as a scalar subquery; NULL where it has none."""
    alive = sight.alive("f")
    return Condition(
        f"(SELECT f.value FROM fact f WHERE f.node={node} AND f.key=? AND {alive.sql})",
        (sight.symbols.id(key), *alive.values),
    )


def _labelled(sight: Sight, column: str, words: Sequence[str]) -> Condition:
    if not words:
        return ALWAYS
    numbers = tuple(sight.symbols.ids(words))
    # the plus keeps the column's index out: the revisions are given, and the planner would start from the label
    return Condition(f"+{column} IN ({marks(numbers)})", numbers)


def _told_under(sight: Sight, label: str, name: str) -> Condition:
    """An item carries the label it was first told under, and a row for each under which it was told again."""
    own = _labelled(sight, f"i.{label}", (name,))
    again = value_of(sight, ITEM, f"{label}:{name}")
    return Condition(f"({own.sql} OR {again.sql} IS NOT NULL)", (*own.values, *again.values))


def _in_contexts(sight: Sight, contexts: tuple[str, ...] | None) -> Condition:
    """A belief without context applies everywhere; a set of contexts is one symbol, a JSON list."""
    if contexts is None:
        return ALWAYS
    wanted = set(contexts)
    # what starts with `["`: a range of the index on texts
    lists = sight.connection.rows("SELECT s.id, s.text FROM symbol s WHERE s.text>='[\"' AND s.text<'[#'")
    sharing = tuple(number for number, text in lists if wanted & set(json.loads(text))) if wanted else ()
    return Condition(f"i.contexts IS NULL OR i.contexts IN ({marks(sharing)})", sharing)


def _with_status(sight: Sight, statuses: Sequence[str]) -> Condition:
    """What an item's own status leaves open its revision's says."""
    if not statuses or set(statuses) >= set(STATUSES):
        return ALWAYS
    item, revision = value_of(sight, ITEM, Key.STATUS), value_of(sight, REVISION, Key.STATUS)
    wanted = tuple(json.dumps(each) for each in statuses)
    return Condition(
        f"COALESCE({item.sql}, {revision.sql}, '\"live\"') IN ({marks(wanted)})",
        (*item.values, *revision.values, *wanted),
    )


def _with_pin(sight: Sight, pinned: bool | None) -> Condition:
    if pinned is None:
        return ALWAYS
    pin = value_of(sight, ITEM, Key.PIN)
    return Condition(f"{pin.sql} IS {'NOT ' if pinned else ''}NULL", pin.values)


def _accepted(sight: Sight) -> Condition:
    standing = value_of(sight, REVISION, Key.STANDING)
    return Condition(f"{standing.sql} IS NULL", standing.values)


def is_head(sight: Sight) -> Condition:
    """Say that a revision (alias `r`) is the believed head of its item (alias `i`)."""
    if sight.now:
        return Condition("EXISTS (SELECT 1 FROM head h WHERE h.item=i.id AND h.rev=r.id)")
    head = head_of_item(sight)
    return Condition(f"r.id={head.sql}", head.values)


def _under(sight: Sight, space: str, path: str, values: tuple[Value, ...] = ()) -> Condition:
    """Say that a space (SQL for its number, with what it binds) is a path's or below it, in whichever owner's tree."""
    roots = spaces_at(sight, path)
    return Condition(
        f"{space} IN (WITH RECURSIVE tree(id, slab) AS (SELECT t.id, t.slab FROM space t WHERE t.id IN ({marks(roots)})"
        " UNION ALL SELECT c.id, c.slab FROM tree JOIN space c ON c.slab=tree.slab AND c.parent=tree.id)"
        " SELECT id FROM tree)",
        (*values, *roots),
    )


def spaces_at(sight: Sight, path: str) -> tuple[int, ...]:
    """Return the numbers of the spaces with a path, one per owner that is seen and has it."""
    owned = sight.owned("s")
    found = sight.connection.rows(
        f"SELECT s.id FROM space s WHERE s.parent=0 AND s.name='' AND {owned.sql}", owned.values
    )
    level = tuple(number for (number,) in found)
    for segment in space_path(path):
        level = tuple(
            number
            for part in chunks(level)
            for (number,) in sight.connection.rows(
                f"SELECT c.id FROM space s JOIN space c ON c.slab=s.slab AND c.parent=s.id"
                f" WHERE s.id IN ({marks(part)}) AND c.name=?",
                (*part, segment),
            )
        )
    return level or (UNKNOWN,)
