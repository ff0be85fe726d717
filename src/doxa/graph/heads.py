"""What ranking and listing need of revisions: now from the projection, as of a past operation from the log."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from doxa.errors import InvalidInput
from doxa.graph.claims import instant, period_of
from doxa.graph.codes import ACCEPTED, LIVE, STANDINGS, STATUSES
from doxa.graph.engine import Row
from doxa.graph.filtering import ITEM, REVISION, filter_condition, is_head, value_of
from doxa.graph.nodes import Filter, HeadRow, ItemId, Key, RevisionId
from doxa.graph.projection import compute_heads
from doxa.graph.sight import ALWAYS, Condition, Sight, chunks, every
from doxa.graph.symbols import marks
from doxa.records import Page


class _Projection(NamedTuple):
    """An item's believed head, the space it lies in, whether it is pinned."""

    revision: int
    space: int
    pinned: bool


def heads(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
    """Return what ranking needs of many revisions at once, in the view's state; unseen ones are left out.

    Args:
        sight: The reader's snapshot.
        revisions: Any revisions, believed heads or superseded ones.

    Returns:
        A row per revision, in the given order. Pin, tier and space are the item's, status too (the revision's own
        where the item has none), standing and evidence the revision's.
    """
    found: dict[int, Row] = {}
    for part in chunks(dict.fromkeys(revisions)):
        found.update((row[0], row) for row in _revision_rows(sight, part))
    rows = [found[revision] for revision in dict.fromkeys(revisions) if revision in found]
    projected = _projections(sight, [ItemId(row[1]) for row in rows])
    words = _Words(sight, rows, projected)
    return {RevisionId(row[0]): words.head_row(row, projected[row[1]]) for row in rows}


def list_heads(
    sight: Sight, filter: Filter, *, limit: int = 100, cursor: str | None = None, oldest_first: bool = False
) -> Page[HeadRow]:
    """List believed heads in order of the operation that made them, newest first.

    Args:
        sight: The reader's snapshot.
        filter: What to keep; without `heads_only` rivals are listed too.
        limit: Rows on a page, 1 and up.
        cursor: Where the previous page ended.
        oldest_first: Turn the order round.

    Raises:
        InvalidInput: The limit is not positive, or the cursor is none.
    """
    if limit < 1:
        raise InvalidInput(f"limit is {limit}.", mend="Give 1 or more.", field="limit", value=limit)
    before = None if cursor is None else _place(sight, cursor)
    pick = _owners_heads if sight.now and sight.slabs is not None else _any_heads
    found = pick(sight, filter, before, limit + 1, oldest_first)
    shown = heads(sight, found[:limit])
    return Page(tuple(shown.values()), str(found[limit - 1]) if len(found) > limit else None)


class _Place(NamedTuple):
    """Where a page ended. Revisions are numbered in order of operations, so either orders a listing."""

    operation: int
    revision: int


def _place(sight: Sight, cursor: str) -> _Place:
    found = sight.connection.row("SELECT op, id FROM revision WHERE id=?", (cursor,)) if cursor.isdecimal() else None
    if found is None:
        raise InvalidInput(f"{cursor!r} is no cursor.", mend="Pass the one of the page before.", field="cursor")
    return _Place(*found)


def _owners_heads(
    sight: Sight, filter: Filter, before: _Place | None, limit: int, oldest_first: bool
) -> list[RevisionId]:
    """Read the projection of each owner and status in order of operations, as its index lies, until it is enough."""
    assert sight.slabs is not None
    wanted = every(sight.seen_revision(), filter_condition(sight, filter))
    way, beyond = ("ASC", ">") if oldest_first else ("DESC", "<")
    after = (
        ALWAYS
        if before is None
        else Condition(f"h.op{beyond}=? AND h.rev{beyond}?", (before.operation, before.revision))
    )
    statuses = [STATUSES.index(status) for status in filter.statuses] or range(len(STATUSES))
    found: list[int] = []
    for slab in sight.slabs:
        for status in statuses:
            rows = sight.connection.rows(
                "SELECT h.rev FROM head h CROSS JOIN revision r CROSS JOIN item i WHERE h.slab=? AND h.status=?"
                f" AND {after.sql} AND r.id=h.rev AND i.id=h.item AND {wanted.sql}"
                f" ORDER BY h.op {way}, h.rev {way} LIMIT ?",
                (slab, status, *after.values, *wanted.values, limit),
            )
            found += [number for (number,) in rows]
    return [RevisionId(number) for number in sorted(found, reverse=not oldest_first)[:limit]]


def _any_heads(sight: Sight, filter: Filter, before: _Place | None, limit: int, oldest_first: bool) -> list[RevisionId]:
    """Go through revisions in order until enough of them are heads."""
    way, beyond = ("ASC", ">") if oldest_first else ("DESC", "<")
    after = ALWAYS if before is None else Condition(f"r.id{beyond}?", (before.revision,))
    wanted = every(after, is_head(sight), sight.seen_revision(), filter_condition(sight, filter))
    rows = sight.connection.rows(
        f"SELECT r.id FROM revision r CROSS JOIN item i WHERE i.id=r.item AND {wanted.sql} ORDER BY r.id {way} LIMIT ?",
        (*wanted.values, limit),
    )
    return [RevisionId(number) for (number,) in rows]


def _revision_rows(sight: Sight, part: Sequence[RevisionId]) -> list[Row]:
    seen = sight.seen_revision()
    values = [
        value_of(sight, ITEM, Key.STATUS),
        value_of(sight, REVISION, Key.STATUS),
        value_of(sight, REVISION, Key.STANDING),
        value_of(sight, REVISION, Key.EVIDENCE),
        value_of(sight, ITEM, Key.TIER),
    ]
    return sight.connection.rows(
        "SELECT r.id, r.item, r.n, r.op, i.slab, i.kind, i.agent, i.session, i.contexts,"
        " c.said_at, c.valid_from, c.valid_to, c.valid_precision,"
        f" {', '.join(value.sql for value in values)}"
        " FROM revision r CROSS JOIN item i LEFT JOIN content c ON c.rev=r.id"
        f" WHERE i.id=r.item AND r.id IN ({marks(part)}) AND {seen.sql}",
        (*(bound for value in values for bound in value.values), *part, *seen.values),
    )


def _projections(sight: Sight, items: Sequence[ItemId]) -> dict[int, _Projection]:
    """Return the believed heads of items with what `head` shows of them."""
    if not sight.now:
        return {row[0]: _Projection(row[1], row[3], bool(row[7])) for row in compute_heads(sight, items)}
    found: dict[int, _Projection] = {}
    for part in chunks(dict.fromkeys(items)):
        rows = sight.connection.rows(f"SELECT item, rev, space, pinned FROM head WHERE item IN ({marks(part)})", part)
        found.update((item, _Projection(rev, space, bool(pinned))) for item, rev, space, pinned in rows)
    return found


class _Words:
    """Turns rows of numbers into `HeadRow`, having looked up all their words at once."""

    def __init__(self, sight: Sight, rows: Sequence[Row], projected: Mapping[int, _Projection]) -> None:
        self._symbols = sight.symbols.words(number for row in rows for number in row[5:9] if number is not None)
        self._users = sight.owners.users(row[4] for row in rows)
        self._spaces = sight.spaces.paths(each.space for each in projected.values())

    def head_row(self, row: Row, head: _Projection) -> HeadRow:
        """Return one decoded row."""
        revision, item, number, operation, slab, kind, agent, session, contexts, said_at, *valid = row[:13]
        item_status, own_status, standing, evidence, tier = (
            None if text is None else json.loads(text) for text in row[13:]
        )
        return HeadRow(
            revision=RevisionId(revision),
            item=ItemId(item),
            head=RevisionId(head.revision),
            number=number,
            kind=self._symbols.get(kind, ""),
            user=self._users[slab],
            space="/".join(self._spaces.get(head.space, ())),
            agent=self._symbols.get(agent),
            session=self._symbols.get(session),
            contexts=() if contexts is None else tuple(json.loads(self._symbols.get(contexts, "[]"))),
            status=item_status or own_status or STATUSES[LIVE],
            standing=standing or STANDINGS[ACCEPTED],
            pinned=head.pinned,
            evidence=evidence,
            tier=tier or "working",
            operation=operation,
            said_at=instant(said_at),
            valid=period_of(*valid),
        )
