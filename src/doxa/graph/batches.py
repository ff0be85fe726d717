"""Appending many revisions at once: those of new, unnamed items table by table, the others one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from doxa.errors import DoxaError
from doxa.graph.appending import (
    INSERT_CONTENT,
    CheckedRevision,
    append_revision,
    check_next,
    check_revision,
    content_row,
    insert_mentions,
    mention_rows,
    time_of,
)
from doxa.graph.attachments import insert_artifacts
from doxa.graph.engine import Row
from doxa.graph.inputs import checked_contexts, checked_label, encode
from doxa.graph.inserting import insert_rows
from doxa.graph.items import (
    INSERT_ITEM,
    CheckedItem,
    Place,
    another,
    check_item,
    create_item,
    fact_rows,
    find_named,
    find_place,
    item_row,
)
from doxa.graph.kref import checked_name, space_path
from doxa.graph.ledger import FACTS, OBSERVATIONS, open_rows
from doxa.graph.naming import INSERT_NAME, name_row
from doxa.graph.nodes import BatchResult, BatchRow, ItemId, Key, NewItem, RevisionId, item_node, revision_node
from doxa.graph.projection import INSERT_HEAD, held_identities, holder_of, row_of_new
from doxa.graph.sight import chunks
from doxa.graph.text_index import index_revisions
from doxa.graph.vector_rows import keep_vectors
from doxa.graph.work import Work
from doxa.graph.written import Told

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_AT_ONCE = 500
_INSERT_NUMBERED = INSERT_ITEM.replace("(uid", "(id, uid").replace("VALUES(", "VALUES(?,")
_INSERT_FIRST = "INSERT INTO revision(id, item, n, op) VALUES(?,?,1,?)"

Fresh = tuple[CheckedItem, CheckedRevision]
"""A new item that nothing can refuse any more, with its first revision."""


def append_rows(work: Work, rows: Sequence[BatchRow]) -> BatchResult:
    """Append revisions in the order given; rows that cannot be are left out and named with the reason."""
    created: list[RevisionId | None] = []
    failed: list[tuple[int, str]] = []
    fresh: list[Fresh] = []
    like: CheckedItem | None = None
    said: CheckedRevision | None = None
    identities = _Identities(work, rows)
    for position, row in enumerate(rows):
        try:
            item = _checked(work, row, like, identities.hashed.get(position)) if _is_fresh(row) else None
            if item is not None and identities.take(item):
                like = item
                said = check_next(work, row.revision, said)
                fresh.append((item, said))
            else:
                created += append_fresh(work, fresh)
                fresh.clear()
                created.append(_append_one(work, row))
                identities.apart = True
        except DoxaError as error:
            created += append_fresh(work, fresh)
            fresh.clear()
            created.append(None)
            failed.append((position, str(error)))
    created += append_fresh(work, fresh)
    return BatchResult(tuple(created), tuple(failed))


def append_fresh(work: Work, rows: Sequence[Fresh]) -> list[RevisionId]:
    """Write new items with their first revisions, one table after the other."""
    places: dict[tuple[object, ...], Place] = {}
    made: list[RevisionId] = []
    for part in chunks(rows, _AT_ONCE):
        placed = [(item, revision, _place(work, item, places)) for item, revision in part]
        made += _insert(work, placed)
    return made


def _is_fresh(row: BatchRow) -> bool:
    """Whether nothing but an identity that is taken could refuse a row's item."""
    item = row.item
    if not isinstance(item, NewItem) or row.revision.number is not None or item.rival:
        return False
    return item.name is None and item.uid is None and Key.CANONICAL not in item.state


def _checked(work: Work, row: BatchRow, like: CheckedItem | None, identity: str | None) -> CheckedItem:
    """Check the new item of a row; one described by the same object as the one before needs only an id."""
    assert isinstance(row.item, NewItem)
    if like is not None and row.item is like.new:
        return another(work, like)
    return check_item(work, row.item, identity=identity)


class _Identities:
    """The identities of a batch's new items, as hashes, and which of them are taken; asked for all at once.

    Once a row was written by itself (`apart`), which may have taken one too, each is asked for anew.
    """

    def __init__(self, work: Work, rows: Sequence[BatchRow]) -> None:
        self.apart = False
        self._work = work
        self.hashed: dict[int, str] = {}
        self._taken: set[tuple[str | None, str]] = set()
        asked: dict[str | None, list[str]] = {}
        for position, row in enumerate(rows):
            if isinstance(row.item, NewItem) and row.item.identity is not None and _is_fresh(row):
                hashed = self._hash(row.item)
                if hashed is not None:
                    self.hashed[position] = hashed
                    asked.setdefault(row.item.user, []).append(encode(hashed))
        for owner, hashes in asked.items():
            slab = work.owners.slab(owner)
            self._taken.update((owner, each) for each in ([] if slab is None else held_identities(work, slab, hashes)))

    def _hash(self, item: NewItem) -> str | None:
        """Return the hash of an item's identity; `None` where its labels are none, for which its row is refused."""
        assert item.identity is not None
        try:
            if item.user is not None:
                checked_label(item.user, "user")
            return self._work.hasher.identity(item.identity, checked_contexts(item.contexts) if item.contexts else ())
        except DoxaError:
            return None

    def take(self, item: CheckedItem) -> bool:
        """Take an item's identity; False where another has it."""
        identity = item.state.get(Key.IDENTITY)
        if identity is None:
            return True
        key = item.new.user, encode(identity)
        if key in self._taken or (self.apart and self._is_held(item.new.user, str(identity))):
            return False
        self._taken.add(key)
        return True

    def _is_held(self, user: str | None, identity: str) -> bool:
        slab = self._work.owners.slab(user)
        return slab is not None and holder_of(self._work.connection, slab, identity) is not None


def _append_one(work: Work, row: BatchRow) -> RevisionId:
    checked = check_revision(work, row.revision)
    with work.attempt():
        item = _named_or_new(work, row.item) if isinstance(row.item, NewItem) else row.item
        return append_revision(work, item, checked)


def _named_or_new(work: Work, new: NewItem) -> ItemId:
    """Rows of one batch that name one new item append to it; so does a row that names an item already there."""
    if new.name is not None:
        slab = work.owners.slab(new.user)
        name, segments = checked_name(new.name), space_path(new.space)
        found = None if slab is None else find_named(work, slab, segments, name, new.kind)
        if found is not None:
            return found
    return create_item(work, check_item(work, new))


def _place(work: Work, item: CheckedItem, places: dict[tuple[object, ...], Place]) -> Place:
    new = item.new
    key = (new.user, new.space, new.kind, new.agent, new.session, item.contexts)
    place = places.get(key)
    if place is None:
        place = places[key] = find_place(work, item)
    return place


def _insert(work: Work, rows: Sequence[tuple[CheckedItem, CheckedRevision, Place]]) -> list[RevisionId]:
    first, newest, connection = _next(work, "item"), _next(work, "revision"), work.connection
    told = [
        Told(ItemId(first + at), RevisionId(newest + at), item, place, said)
        for at, (item, said, place) in enumerate(rows)
    ]
    insert_rows(connection, _INSERT_NUMBERED, [(each.item, *item_row(work, each.thing, each.place)) for each in told])
    insert_rows(connection, INSERT_NAME, [_name_row(each) for each in told])
    insert_rows(connection, _INSERT_FIRST, [(each.revision, each.item, work.operation) for each in told])
    insert_rows(connection, INSERT_CONTENT, [content_row(each.revision, each.said) for each in told])
    index_revisions(work, [(each.place.slab, each.revision, each.said.title, each.said.new.text) for each in told])
    open_rows(work, FACTS, _facts(work, told))
    _insert_what_few_have(work, told)
    insert_rows(connection, INSERT_HEAD, [row_of_new(work, each, time_of(work, each.said)) for each in told])
    work.made.update([each.revision for each in told])
    work.known.update([(each.revision, each.place.slab) for each in told])
    work.written.note_all(told)
    for each in told:
        if Key.IDENTITY in each.thing.state:
            work.claimed.setdefault((each.place.slab, str(each.thing.state[Key.IDENTITY])), each.item)
    return [each.revision for each in told]


def _name_row(told: Told) -> Row:
    return name_row(told.item, told.place.space, told.place.kind, told.thing.name, told.thing.uid)


def _facts(work: Work, rows: Sequence[Told]) -> list[Row]:
    facts: list[Row] = []
    for each in rows:
        if each.thing.state:
            facts += fact_rows(work, item_node(each.item), each.thing.state)
        if each.said.state:
            facts += fact_rows(work, revision_node(each.revision), each.said.state)
    return facts


def _insert_what_few_have(work: Work, rows: Sequence[Told]) -> None:
    open_rows(work, OBSERVATIONS, [(each.revision, *row) for each in rows for row in each.said.observed])
    insert_mentions(work, [row for each in rows for row in mention_rows(each.place.slab, each.revision, each.said)])
    vectors: dict[int, list[tuple[RevisionId, NDArray[np.float32]]]] = {}
    for each in rows:
        if each.said.artifacts:
            insert_artifacts(work, each.revision, each.said.artifacts)
        if each.said.vector is not None:
            vectors.setdefault(each.place.slab, []).append((each.revision, each.said.vector))
    for slab, of_slab in vectors.items():
        keep_vectors(work, slab, of_slab)


def _next(work: Work, table: str) -> int:
    found = work.connection.row(f"SELECT COALESCE(max(id), 0)+1 FROM {table}")
    assert found is not None
    return int(found[0])
