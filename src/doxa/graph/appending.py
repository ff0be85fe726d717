"""Appending revisions: what an item says next, with everything that is stored in the same transaction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from doxa.errors import InvalidInput, InvalidKind, NotFound, RevisionConflict
from doxa.graph.attachments import ArtifactRow, artifact_rows, insert_artifacts
from doxa.graph.claims import NO_PERIOD, PeriodColumns, encode_claim, optional_micros, period_columns
from doxa.graph.codes import ACCEPTED, LIVE, STANDINGS
from doxa.graph.engine import Row
from doxa.graph.inputs import MAX_TITLE, checked_role, checked_text, encode, encode_object
from doxa.graph.items import checked_state, fact_rows
from doxa.graph.kref import BUNDLE
from doxa.graph.ledger import FACTS, OBSERVATIONS, assert_row, open_rows
from doxa.graph.nodes import (
    FOREVER,
    MOST,
    ItemId,
    Key,
    NewRevision,
    NodeType,
    RevisionId,
    item_node,
    revision_node,
)
from doxa.graph.projection import ALWAYS_BEFORE, IdentityTaken, holder_of, insert_new, recompute, row_of_new
from doxa.graph.sight import chunks
from doxa.graph.text_index import index_revision
from doxa.graph.vector_rows import checked_vector, keep_vectors
from doxa.graph.vouching import observation_rows
from doxa.graph.work import Draft, Work
from doxa.graph.written import Appended, Told
from doxa.records import Json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_NOT_PLAIN = frozenset({Key.STATUS, Key.STANDING})
_LIVE_AND_ACCEPTED = LIVE * len(STANDINGS) + ACCEPTED
MAX_NUMBER = 1_000_000_000

_INSERT_REVISION = "INSERT INTO revision(item, n, op) VALUES(?,?,?) RETURNING id"
INSERT_CONTENT = (
    "INSERT INTO content(rev, title, text, claim, meta, said_at, valid_from, valid_to, valid_precision)"
    " VALUES(?,?,?,?,?,?,?,?,?)"
)


class CheckedRevision(NamedTuple):
    """A revision whose every column was checked, so that writing it cannot fail halfway."""

    new: NewRevision
    title: str | None
    claim: str | None
    meta: str | None
    said_at: int | None
    period: PeriodColumns
    state: dict[str, Json]
    observed: list[Row]
    mentions: tuple[tuple[str, int], ...]
    artifacts: tuple[ArtifactRow, ...]
    vector: NDArray[np.float32] | None


class _Place(NamedTuple):
    """Where the next revision goes.

    Args:
        slab: Whose item it is.
        kind: The item's kind.
        newest: The number of its newest revision.
        head: Codes of status and standing of its projection; `None` where it has none.
        pointed: Whether its believed head was asserted.
    """

    slab: int
    kind: int
    newest: int
    head: int | None = None
    pointed: int = 1

    @property
    def moves_along(self) -> bool:
        """Whether a further revision that is believed changes nothing in the projection but which one it is."""
        return self.head == _LIVE_AND_ACCEPTED and not self.pointed


def check_revision(work: Work, new: NewRevision) -> CheckedRevision:
    """Check everything about a revision that does not depend on its item.

    Raises:
        NotFound: An observation names a turn that is not there.
        InvalidText: Text or title are empty, too long or cannot be encoded.
        InvalidInput: Another field cannot be stored.
    """
    if new.text or not new.metadata:  # bookkeeping may have no words, or a title alone
        checked_text(new.text)
    title = None if new.title is None else checked_text(new.title, field="title", limit=MAX_TITLE)
    return CheckedRevision(
        new=new,
        title=title,
        claim=None if new.claim is None else encode_claim(new.claim),
        meta=encode_object(new.metadata, "metadata"),
        said_at=None if new.said_at is None else optional_micros(new.said_at, "said_at"),
        period=NO_PERIOD if new.valid is None else period_columns(new.valid),
        state=checked_state(new.state, of_item=False) if new.state else {},
        observed=observation_rows(work, new.observations) if new.observations else [],
        mentions=_checked_mentions(new) if new.mentions else (),
        artifacts=artifact_rows(new.artifacts) if new.artifacts else (),
        vector=None if new.vector is None else checked_vector(work, new.vector),
    )


def check_next(work: Work, new: NewRevision, before: CheckedRevision | None) -> CheckedRevision:
    """Check a revision of a batch; of one that only its words tell from the one before, only these are looked at.

    Raises:
        As `check_revision`.
    """
    if before is None or not new.text or not _is_like(new, before.new):
        return check_revision(work, new)
    checked_text(new.text)
    return CheckedRevision(new, before.title, None, before.meta, before.said_at, NO_PERIOD, {}, [], (), (), None)


def _is_like(new: NewRevision, other: NewRevision) -> bool:
    """Whether two revisions have nothing but words, and what is the same in both."""
    if new.said_at != other.said_at or new.title != other.title or not (_is_plain(new) and _is_plain(other)):
        return False
    return new.metadata is other.metadata or not (new.metadata or other.metadata)


def _is_plain(new: NewRevision) -> bool:
    if new.claim is not None or new.valid is not None or new.vector is not None:
        return False
    return not (new.state or new.observations or new.mentions or new.artifacts)


def _checked_mentions(new: NewRevision) -> tuple[tuple[str, int], ...]:
    mentions = {
        (checked_text(form, field="mention", limit=MAX_TITLE), checked_role(role)) for form, role in new.mentions
    }
    return tuple(sorted(mentions))


def append_next(work: Work, item: ItemId, checked: CheckedRevision) -> RevisionId:
    """Write a checked revision of an item that has some; nothing of it where it is refused.

    Raises:
        NotFound: There is no such item.
        RevisionConflict: Its number is not above the newest one.
        AlreadyExists: As the believed head it would give two live items one identity.
        InvalidKind: The item is a bundle.
    """
    place = _find_place(work, item)
    if not (place.moves_along and checked.new.head) or not _NOT_PLAIN.isdisjoint(checked.state):
        with work.attempt():
            return append_revision(work, item, checked)
    revision, number = _write(work, item, place, checked)
    work.written.forget((item_node(item),))
    work.connection.run(
        "UPDATE head SET rev=?, time=?, until=?, op=? WHERE item=?",
        (revision, *time_of(work, checked), work.operation, item),
    )
    work.written.note_appended(Appended(item, revision, place.slab, number, checked))
    return revision


def append_revision(work: Work, item: ItemId, checked: CheckedRevision) -> RevisionId:
    """Write a checked revision of an item; an error may leave a half of it.

    Raises:
        NotFound: There is no such item.
        RevisionConflict: Its number is not above the newest one.
        AlreadyExists: As the believed head it would give two live items one identity.
        InvalidKind: The item is a bundle.
    """
    draft = work.drafts.get(item)
    place = _find_place(work, item) if draft is None else _Place(draft.place.slab, draft.place.kind, 0)
    if draft is not None:
        _check_identity(work, item, draft, checked.state)
    revision, _ = _write(work, item, place, checked)
    _project(work, item, draft, revision, checked)
    return revision


def _write(work: Work, item: ItemId, place: _Place, checked: CheckedRevision) -> tuple[RevisionId, int]:
    """Write all of a revision but the projection, and return it with its number."""
    if place.kind == work.symbols.id(BUNDLE):
        raise InvalidKind("A bundle takes no text.", mend="Change its members with `bundle`.", field="item")
    number = _number(checked.new, place.newest)
    revision = insert_revision(work, item, number)
    work.known[revision] = place.slab
    work.made.add(revision)
    work.connection.run(INSERT_CONTENT, content_row(revision, checked))
    if checked.state:
        open_rows(work, FACTS, fact_rows(work, revision_node(revision), checked.state))
    if checked.observed:
        open_rows(work, OBSERVATIONS, [(revision, *row) for row in checked.observed])
    if checked.mentions:
        insert_mentions(work, mention_rows(place.slab, revision, checked))
    if checked.artifacts:
        insert_artifacts(work, revision, checked.artifacts)
    index_revision(work, place.slab, revision, checked.title, checked.new.text)
    if checked.vector is not None:
        keep_vectors(work, place.slab, [(revision, checked.vector)])
    return revision, number


def insert_revision(work: Work, item: ItemId, number: int) -> RevisionId:
    """Number a new revision."""
    made = work.connection.row(_INSERT_REVISION, (item, number, work.operation))
    assert made is not None
    return RevisionId(made[0])


def _find_place(work: Work, item: ItemId) -> _Place:
    if not 0 < item <= MOST:
        raise _no_item(item)
    seen = work.sight.seen_item()
    found = work.connection.row(
        "SELECT i.slab, i.kind, (SELECT COALESCE(max(n), 0) FROM revision WHERE item IN (i.id, -i.id)),"
        f" (SELECT h.status*{len(STANDINGS)}+h.standing FROM head h WHERE h.item=i.id),"
        f" EXISTS (SELECT 1 FROM fact f WHERE f.node=i.id*8+{int(NodeType.ITEM)} AND f.key=? AND f.to_op={FOREVER})"
        f" FROM item i WHERE i.id=? AND {seen.sql}",
        (work.symbols.id(Key.HEAD), item, *seen.values),
    )
    if found is None:
        raise _no_item(item)
    return _Place(*found)


def _no_item(item: ItemId) -> NotFound:
    return NotFound(f"There is no item number {item}.", mend="Create it first.", field="item", value=item)


def _number(new: NewRevision, newest: int) -> int:
    if new.number is None:
        return newest + 1
    if isinstance(new.number, bool) or not isinstance(new.number, int) or not 0 < new.number <= MAX_NUMBER:
        mend = f"Give a whole number from 1 to {MAX_NUMBER:,}."
        raise InvalidInput(f"{new.number!r} is no number.", mend=mend, field="number", value=new.number)
    if new.number <= newest:
        raise RevisionConflict(
            f"Revision {new.number} cannot follow revision {newest}.",
            mend="Read the newest one and try again.",
            field="number",
            value=new.number,
        )
    return new.number


def _check_identity(work: Work, item: ItemId, draft: Draft, state: dict[str, Json]) -> None:
    """An item made as a rival needs its identity free after all where its revision is accepted."""
    identity = draft.thing.state.get(Key.IDENTITY)
    if identity is None or Key.STANDING in state or Key.STATUS in {*draft.thing.state, *state}:
        return
    if work.claimed.get((draft.place.slab, str(identity))) != item:
        holder = holder_of(work.connection, draft.place.slab, str(identity))
        if holder is not None:
            raise IdentityTaken(holder)


def content_row(revision: RevisionId, checked: CheckedRevision) -> Row:
    """Return what `INSERT_CONTENT` binds."""
    new = checked.new
    return (revision, checked.title, new.text, checked.claim, checked.meta, checked.said_at, *checked.period)


def mention_rows(slab: int, revision: RevisionId, checked: CheckedRevision) -> list[Row]:
    """Return the rows of the entities that a revision names."""
    return [(slab, form, revision, role) for form, role in checked.mentions]


def insert_mentions(work: Work, rows: Sequence[Row]) -> None:
    """Add rows of mentions, a hundred to a statement."""
    for part in chunks(rows, 100):
        values = [value for row in part for value in row]
        places = ",".join(["(?,?,?,?)"] * len(part))
        work.connection.run(f"INSERT INTO mention(slab, form, rev, role) VALUES {places}", values)


def time_of(work: Work, checked: CheckedRevision) -> tuple[int, int]:
    """Return the time a revision is about, [start, end) in microseconds: while it holds, else when it was said."""
    start, end, precision = checked.period
    if precision is None:
        said = work.at if checked.said_at is None else checked.said_at
        return said, said + 1
    return ALWAYS_BEFORE if start is None else start, FOREVER if end is None else end


def _project(work: Work, item: ItemId, draft: Draft | None, revision: RevisionId, checked: CheckedRevision) -> None:
    if draft is not None:
        del work.drafts[item]
        told = Told(item, revision, draft.thing, draft.place, checked)
        insert_new(work, row_of_new(work, told, time_of(work, checked)))
        work.written.note(told)
        return
    key = (item_node(item), work.symbols.make(Key.HEAD))
    if checked.new.head:
        assert_row(work, FACTS, key, None)
    else:
        present = work.connection.row("SELECT rev FROM head WHERE item=?", (item,))
        if present is not None:
            assert_row(work, FACTS, key, (encode(present[0]),))
    recompute(work, [item])
