"""What ranking and listing need of revisions: now from the projection, as of a past operation from the log."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import NamedTuple

from doxa.errors import InvalidInput
from doxa.graph.claims import instant, period_of
from doxa.graph.codes import ACCEPTED, LIVE, STANDINGS, STATUSES
from doxa.graph.filtering import ITEM, REVISION, filter_condition, is_head, value_of
from doxa.graph.listing import number_of_cursor
from doxa.graph.nodes import Filter, HeadRow, ItemId, Key, RevisionId, revision_node
from doxa.graph.projection import compute_heads
from doxa.graph.sight import ALWAYS, Condition, Sight, every, lists
from doxa.graph.symbols import marks
from doxa.records import Page


class _Found(NamedTuple):
    """A revision with its item and their facts as they are stored: numbers of words, codes, JSON texts.

    `status` and `standing` are those of the projection, which count where the revision is the believed head.
    """

    revision: int
    item: int
    number: int
    operation: int
    slab: int
    kind: int
    agent: int | None
    session: int | None
    contexts: int | None
    said_at: int | None
    valid_from: int | None
    valid_to: int | None
    precision: int | None
    evidence: str | None
    tier: str | None
    item_status: str | None
    own_status: str | None
    own_standing: str | None
    head: int
    space: int
    pinned: int
    status: int
    standing: int


def heads(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
    """Return what ranking needs of many revisions at once, in the view's state; unseen ones are left out.

    Args:
        sight: The reader's snapshot.
        revisions: Any revisions, believed heads or superseded ones.

    Returns:
        A row per revision, in the given order. Pin, tier and space are the item's, status too (the revision's own
        where the item has none), standing and evidence the revision's.
    """
    known = {} if sight.pending else sight.rows  # in an open transaction they may change
    asked = dict.fromkeys(revisions)
    unknown = [revision for revision in asked if revision not in known]
    if unknown:
        found: list[_Found] = []
        for part in lists(unknown):
            found += _present(sight, part) if sight.now else _past(sight, part)
        words = _Words(sight, found)
        known.update((RevisionId(row.revision), words.head_row(row)) for row in found)
    return {revision: known[revision] for revision in asked if revision in known}


def read_grades(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
    """Return the grades of evidence of revisions that are seen and were given one: far fewer than there are rows."""
    known = {} if sight.pending else sight.grades
    unknown = [revision for revision in dict.fromkeys(revisions) if revision not in known]
    if unknown:
        given = _given_grades(sight, unknown)
        known.update((revision, given.get(revision)) for revision in unknown)
    return {revision: grade for revision in revisions if (grade := known[revision]) is not None}


def _given_grades(sight: Sight, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
    alive, key = sight.alive("f"), sight.symbols.id(Key.EVIDENCE)
    given: dict[RevisionId, str] = {}
    for part in lists(revisions):
        nodes = [revision_node(each) for each in part]
        rows = sight.connection.rows(
            f"SELECT f.node, f.value FROM fact f WHERE f.node IN ({marks(nodes)}) AND f.key=? AND {alive.sql}",
            (*nodes, key, *alive.values),
        )
        given.update((RevisionId(node // 8), str(json.loads(value))) for node, value in rows)
    seen = sight.keep_seen(given)
    return {revision: grade for revision, grade in given.items() if revision in seen}


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
    number = number_of_cursor(cursor)
    found = sight.connection.row("SELECT op, id FROM revision WHERE id=?", (number,))
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
    start = "head h INDEXED BY head_pinned CROSS JOIN" if filter.pinned else "head h CROSS JOIN"
    marked = "h.pinned=1 AND" if filter.pinned else ""
    found: list[int] = []
    for slab in sight.slabs:
        for status in statuses:
            rows = sight.connection.rows(
                f"SELECT h.rev FROM {start} revision r CROSS JOIN item i WHERE {marked} h.slab=? AND h.status=?"
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


_COLUMNS = (
    "r.id, r.item, r.n, r.op, i.slab, i.kind, i.agent, i.session, i.contexts,"
    " c.said_at, c.valid_from, c.valid_to, c.valid_precision"
)


def _present(sight: Sight, part: Sequence[RevisionId]) -> list[_Found]:
    """Read the projection; only what is no head has its status and standing looked up in the log."""
    own = _own_facts(sight, "CASE WHEN h.rev<>r.id THEN {} END")
    seen = ALWAYS if sight.known.issuperset(part) else sight.seen_revision()
    rows = sight.connection.rows(
        f"SELECT {_COLUMNS}, {own.sql}, h.rev, h.space, h.pinned, h.status, h.standing"
        " FROM revision r CROSS JOIN item i CROSS JOIN head h LEFT JOIN content c ON c.rev=r.id"
        f" WHERE i.id=r.item AND h.item=i.id AND r.id IN ({marks(part)}) AND {seen.sql}",
        (*own.values, *part, *seen.values),
    )
    return [_Found(*row) for row in rows]


def _past(sight: Sight, part: Sequence[RevisionId]) -> list[_Found]:
    own, seen = _own_facts(sight, "{}"), sight.seen_revision()
    rows = sight.connection.rows(
        f"SELECT {_COLUMNS}, {own.sql} FROM revision r CROSS JOIN item i LEFT JOIN content c ON c.rev=r.id"
        f" WHERE i.id=r.item AND r.id IN ({marks(part)}) AND {seen.sql}",
        (*own.values, *part, *seen.values),
    )
    heads = {row[0]: row for row in compute_heads(sight, [ItemId(row[1]) for row in rows])}
    found: list[_Found] = []
    for row in rows:
        _, revision, _, space, _, status, standing, pinned, *_ = heads[row[1]]
        found.append(_Found(*(*row, revision, space, pinned, status, standing)))
    return found


def _own_facts(sight: Sight, unless_head: str) -> Condition:
    """Return the columns of evidence, tier, both statuses and standing; the last three as far as they are needed."""
    facts = [value_of(sight, REVISION, Key.EVIDENCE), value_of(sight, ITEM, Key.TIER)]
    if_superseded = [
        value_of(sight, ITEM, Key.STATUS),
        value_of(sight, REVISION, Key.STATUS),
        value_of(sight, REVISION, Key.STANDING),
    ]
    columns = [fact.sql for fact in facts] + [unless_head.format(fact.sql) for fact in if_superseded]
    return Condition(", ".join(columns), tuple(bound for fact in (*facts, *if_superseded) for bound in fact.values))


class _Words:
    """Turns rows of numbers into `HeadRow`, having looked up all their words at once."""

    def __init__(self, sight: Sight, rows: Collection[_Found]) -> None:
        numbers = {number for row in rows for number in row[5:9] if number is not None}
        self._symbols = sight.symbols.words(numbers)
        self._users = sight.owners.users({row.slab for row in rows})
        paths = sight.spaces.paths({row.space for row in rows})
        self._spaces = {space: "/".join(path) for space, path in paths.items()}

    def head_row(self, row: _Found) -> HeadRow:
        """Return one decoded row."""
        is_head = row.head == row.revision
        status = STATUSES[row.status] if is_head else _word(row.item_status) or _word(row.own_status)
        standing = STANDINGS[row.standing] if is_head else _word(row.own_standing)
        word = self._symbols.get
        return HeadRow(
            RevisionId(row.revision),
            ItemId(row.item),
            RevisionId(row.head),
            row.number,
            word(row.kind, ""),
            self._users[row.slab],
            self._spaces.get(row.space, ""),
            None if row.agent is None else word(row.agent),
            None if row.session is None else word(row.session),
            () if row.contexts is None else tuple(json.loads(word(row.contexts, "[]"))),
            status or STATUSES[LIVE],
            standing or STANDINGS[ACCEPTED],
            bool(row.pinned),
            _word(row.evidence),
            _word(row.tier) or "working",
            row.operation,
            instant(row.said_at),
            period_of(row.valid_from, row.valid_to, row.precision),
        )


def _word(encoded: str | None) -> str | None:
    return None if encoded is None else str(json.loads(encoded))
