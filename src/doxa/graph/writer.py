"""The write side of one transaction: `Writer` over a `Work`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from doxa.clock import ahead_of, from_micros
from doxa.graph import aliases, asserting, linking, receipts, rollback, task_rows, undo, vouching
from doxa.graph.appending import append_next, append_revision, check_revision
from doxa.graph.attachments import artifact_row, attach
from doxa.graph.batches import append_rows
from doxa.graph.contract import View
from doxa.graph.inputs import checked_key, checked_label, checked_text
from doxa.graph.items import check_item, create_item
from doxa.graph.kref import space_path
from doxa.graph.nodes import (
    BatchResult,
    BatchRow,
    Earlier,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    NodeId,
    Observation,
    RevisionId,
)
from doxa.graph.tasks import Task, TaskBody
from doxa.graph.work import SHOWN_IN_HEAD, Work
from doxa.records import ANY, Json, User

WRITES_MORE = SHOWN_IN_HEAD | {Key.CANONICAL}
"""Keys whose assertion writes other rows too, which may be refused when its own is there already."""


class SqlWriter:
    """What one write transaction can do; each method writes all of what it is asked for, or raises and writes nothing.

    Args:
        work: The open transaction.
        look: Opens a user's view onto its present state.
        user: For whose eyes the view is.
    """

    def __init__(self, work: Work, look: Callable[[Work, User], View], user: User) -> None:
        self._work = work
        self._look = look
        self._user = user

    @property
    def operation(self) -> int:
        """The number of this operation."""
        return self._work.operation

    @property
    def at(self) -> datetime:
        """Its label: the clock, or just after the last operation where the clock went backwards."""
        return from_micros(self._work.at)

    @property
    def skew(self) -> float:
        """By how many seconds the label runs ahead of the clock, where they are more than five minutes; else 0."""
        return ahead_of(self._work.clock.now(), self.at)

    @property
    def view(self) -> View:
        """The present state with this transaction's writes, for the eyes of the transaction's owner."""
        return self._look(self._work, self._user)

    def space(self, path: str, *, user: str | None = None) -> int:
        """Return a space's number, making it and its parents where missing."""
        segments = space_path(path)
        owner = None if user is None else checked_label(user, "user")
        return asserting.make_space(self._work, self._work.owners.make(owner, self._work.operation), segments)

    def item(self, new: NewItem) -> ItemId:
        """Create an item. Raises `AlreadyExists` (name taken, or identity live), `InvalidKind`, `InvalidKref`."""
        return create_item(self._work, check_item(self._work, new))

    def revision(self, item: ItemId, new: NewRevision) -> RevisionId:
        """Append a revision; it becomes `latest`, and the believed head unless `head=False`. Raises `InvalidText`."""
        checked = check_revision(self._work, new)
        if item in self._work.drafts:
            return append_revision(self._work, item, checked)
        return append_next(self._work, item, checked)

    def revisions(self, rows: Sequence[BatchRow]) -> BatchResult:
        """Append many; valid rows all commit, invalid ones are named by position."""
        return append_rows(self._work, rows)

    def identify(self, item: ItemId, *, identity: str | None, slot: str | None, contexts: Sequence[str] = ()) -> None:
        """Change what an item counts as the same as. Raises `AlreadyExists`."""
        with self._work.attempt():
            asserting.identify(self._work, item, identity, slot, tuple(contexts))

    def assert_(self, node: NodeId, key: str, value: Json) -> None:
        """Open a value for a key, closing the present one; the same value is a no-op; `None` only closes."""
        if checked_key(key) in WRITES_MORE:
            with self._work.attempt():
                asserting.assert_value(self._work, node, key, value)
        else:
            asserting.assert_value(self._work, node, key, value)

    def observe(self, revision: RevisionId, observation: Observation) -> None:
        """Add a source that vouches for a revision."""
        vouching.observe(self._work, revision, observation)

    def tag(self, revision: RevisionId, tag: str) -> None:
        """Move a tag of the revision's item to it. `latest` moves by itself and is refused."""
        asserting.tag(self._work, revision, tag)

    def untag(self, revision: RevisionId, tag: str) -> None:
        """Take a tag away from the revision that holds it."""
        asserting.untag(self._work, revision, tag)

    def alias(self, item: ItemId, *aliases_: str) -> None:
        """Add aliases to an item."""
        with self._work.attempt():
            aliases.add_aliases(self._work, item, aliases_)

    def unalias(self, item: ItemId, *aliases_: str) -> None:
        """Take aliases away."""
        with self._work.attempt():
            aliases.remove_aliases(self._work, item, aliases_)

    def move(self, item: ItemId, space: str) -> None:
        """Move an item to another space of its owner; its kref stays."""
        asserting.move(self._work, item, space)

    def artifact(self, revision: RevisionId, name: str, location: str, metadata: Mapping[str, Json]) -> int:
        """Attach a pointer to a file. Raises `AlreadyExists`."""
        return attach(self._work, revision, artifact_row(name, location, metadata))

    def edge(
        self, source: RevisionId, type: str, target: RevisionId, metadata: Mapping[str, Json] | None = None
    ) -> None:
        """Open an edge; the same one again only updates its metadata. Type is `[A-Z][A-Z0-9_]{0,49}`."""
        linking.connect(self._work, source, type, target, metadata)

    def edges(self, rows: Sequence[tuple[RevisionId, str, RevisionId]]) -> None:
        """Open many edges, each by its source, type and target."""
        linking.connect_many(self._work, rows)

    def unedge(self, source: RevisionId, type: str, target: RevisionId) -> None:
        """Close an edge. Raises `NotFound`."""
        linking.disconnect(self._work, source, type, target)

    def bundle(
        self, bundle: ItemId | NewItem, *, add: Sequence[ItemId] = (), remove: Sequence[ItemId] = ()
    ) -> RevisionId:
        """Change a bundle's members, or make one; every change is a new revision of the bundle."""
        with self._work.attempt():
            return linking.change_bundle(self._work, bundle, add, remove)

    def status(self, node: NodeId, status: str) -> None:
        """Set `live`, `archived`, `deleted` or `quarantined` on an item, revision or artifact."""
        with self._work.attempt():
            asserting.set_status(self._work, node, status)

    def undo(self, operation: int, *, cascade: bool = False) -> tuple[int, ...]:
        """Give every key the operation touched the value of just before. Returns the operations undone, newest first.

        Raises:
            UndoConflict: Later operations in force rest on it and `cascade` is False, or it was undone already.
            NotFound: There is no such operation.
        """
        return undo.undo(self._work, operation, cascade=cascade)

    def rollback(self, items: Sequence[ItemId], to: int) -> None:
        """Give the items, their revisions and edges the state they had as of an operation."""
        with self._work.attempt():
            rollback.rollback(self._work, items, to)

    def reason(self, text: str) -> None:
        """Keep a free-text reason with the operation; erasable apart from it."""
        self._work.connection.run(
            "INSERT INTO note(op, reason) VALUES(?,?) ON CONFLICT(op) DO UPDATE SET reason=excluded.reason",
            (self._work.operation, checked_text(text, field="reason")),
        )

    def remember_request(self, request_id: str, digest: str, results: Json = None) -> Earlier | None:
        """Keep that this operation answers a request for 30 days; return the earlier one where it was answered."""
        return receipts.remember(self._work, request_id, digest, results)

    def enqueue(self, kind: str, body: TaskBody, *, user: str | None, due: datetime | None = None) -> int:
        """Ask for work, in this transaction; returns the task's number."""
        return task_rows.enqueue(self._work, kind, body, user=user, due=due)

    def finish(self, task: Task) -> None:
        """Take a claimed task away in the transaction that writes what came of it. Raises `Conflict` if it is lost."""
        task_rows.finish(self._work, task)

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        """Add to counts of a user by name, with this transaction."""
        slab = self._work.owners.make(user, self._work.operation)
        task_rows.count_up(self._work.connection, slab, amounts)

    def tallies(self, prefix: str, *, user: User) -> Mapping[str, int]:
        """Return the counts of a user whose names begin so, by the rest; with `ANY` of all together."""
        if user is ANY:
            return task_rows.counts_of(self._work.connection, None, prefix)
        slab = self._work.owners.slab(user if isinstance(user, str) else None)
        return {} if slab is None else task_rows.counts_of(self._work.connection, (slab,), prefix)
