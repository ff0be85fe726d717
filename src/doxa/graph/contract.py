"""The contract of a store: `Graph`, its read side `View` and its write side `Writer`.

Everything that writes happens inside one `transaction`, which is one operation. Everything that reads happens inside
one `view`, which is one snapshot, now or as of a past operation. `tests/conformance` is this contract as tests.

Rules that hold for every method:
- A view sees the owners it was opened for and the shared ones; a node of another owner is `NotFound`, as if absent.
- A revision never changes. What can change about a node is an assertion row with the operations that opened and
  closed it; rows are never reopened, so a view as of operation T answers as then.
- `operation` numbers rise in commit order without gaps; `at` strictly rises with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from doxa.belief.confidence import DecayPolicy
from doxa.belief.strength import ForgettingCurve
from doxa.graph.belief_state import AnchorRow
from doxa.graph.nodes import (
    ArtifactNode,
    Assertion,
    BatchResult,
    BatchRow,
    Beside,
    ChangeNode,
    Direction,
    Earlier,
    EdgeNode,
    ErasePlan,
    Filter,
    HeadRow,
    ItemId,
    ItemNode,
    NewItem,
    NewRevision,
    NodeId,
    Observation,
    OperationNode,
    Place,
    RevisionId,
    RevisionNode,
    SpaceNode,
    Spell,
    TagSpan,
    Walk,
)
from doxa.graph.search_contract import Searching
from doxa.graph.standing import Standing
from doxa.graph.tasks import Task, TaskBody, TaskStore
from doxa.records import Certificate, Health, Json, Page, Period, User

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.graph.standing import Numbers


T = TypeVar("T")


class View(Searching, Protocol):
    """One snapshot of a project, for one owner's eyes, now or as of a past operation."""

    @property
    def at(self) -> int:
        """The newest operation this view sees; 0 when there is none."""

    @property
    def at_time(self) -> datetime | None:
        """The label of that operation."""

    @property
    def user(self) -> User:
        """Whose eyes: a name, `None` for shared only, `ANY`."""

    @property
    def curve(self) -> ForgettingCurve | None:
        """How strength goes down where an application says so; `None` = by half-lives."""

    @property
    def decay(self) -> DecayPolicy:
        """How confidence goes down."""

    # --- addresses -------------------------------------------------------------------------------------------------
    def item(self, ref: str | ItemId) -> ItemNode:
        """Return an item by id (32 hex digits), kref, or number. Raises `NotFound`, `InvalidKref`, `Erased`."""

    def resolve(self, ref: str) -> RevisionId:
        """Return the revision a ref names.

        `?r=` is a number, `?t=` the holder of a tag, `?time=` (ISO, or YYYYMMDDHHMM: the end of that minute) the
        newest revision then, both: the tag's holder then, neither: the believed head. It has the artifact `&a=`.
        """

    def kref(self, revision: RevisionId) -> str:
        """Return the kref of a revision, with `?r=`."""

    def krefs(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
        """Return the krefs of many revisions at once; unseen ones are left out."""

    def items(
        self, filter: Filter, *, name: str | None = None, limit: int = 100, cursor: str | None = None
    ) -> Page[ItemNode]:
        """List items, newest first; `name` matches the whole name, `*` as a wildcard."""

    def items_by_id(self, items: Sequence[ItemId]) -> dict[ItemId, ItemNode]:
        """Return many items at once; unseen ones are left out."""

    def spaces(
        self, parent: str = "", *, recursive: bool = False, limit: int = 100, cursor: str | None = None
    ) -> Page[SpaceNode]:
        """List the spaces under a path, by path."""

    # --- revisions -------------------------------------------------------------------------------------------------
    def revision(self, revision: RevisionId) -> RevisionNode:
        """Return one revision. Raises `NotFound`."""

    def revisions(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, RevisionNode]:
        """Return many revisions at once; unseen ones are left out."""

    def versions(self, item: ItemId) -> list[RevisionNode]:
        """Return the revisions of an item, oldest number first."""

    def versions_of(self, items: Sequence[ItemId]) -> dict[ItemId, list[RevisionNode]]:
        """Return the revisions of many items at once, oldest number first; unseen items are left out."""

    def latest(self, item: ItemId) -> RevisionId:
        """Return the newest revision of an item by number."""

    def head(self, item: ItemId) -> RevisionId:
        """Return the believed head of an item."""

    def heads(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
        """Return what ranking needs of many revisions at once, in the view's state; unseen ones are left out."""

    def grades(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
        """Return the grades of evidence of those of the revisions that were given one and are seen."""

    def list_heads(
        self, filter: Filter, *, limit: int = 100, cursor: str | None = None, oldest_first: bool = False
    ) -> Page[HeadRow]:
        """List believed heads in order of their newest operation."""

    def touched(self, after: int) -> list[RevisionId]:
        """Return the believed heads, of any status, of items that an operation after one touched, oldest first."""

    def anchors(
        self,
        filter: Filter,
        *,
        without: Sequence[str] = (),
        newest: int | None = None,
        within: Sequence[RevisionId] | None = None,
    ) -> list[AnchorRow]:
        """Return the believed heads (`within`: of these) that a filter keeps, with what their confidence comes from.

        `newest` leaves out all but the last said of each kind and origin where the anchor is the default one.
        """

    # --- assertions ------------------------------------------------------------------------------------------------
    def state(self, nodes: Sequence[NodeId]) -> dict[NodeId, dict[str, Json]]:
        """Return every assertion in force on the nodes."""

    def assertion_history(self, node: NodeId, key: str | None = None) -> list[Assertion]:
        """Return every value a node's keys had up to the view, oldest first."""

    def attributes(self, node: NodeId) -> dict[str, Json]:
        """Return metadata of a node: what was given at creation, later `attribute:x` rows on top, removed ones out."""

    def tags(self, item: ItemId) -> dict[str, RevisionId]:
        """Return the tags of an item with their holders; `latest` is always among them."""

    def tag_history(self, item: ItemId, tag: str | None = None) -> list[TagSpan]:
        """Return every stay of the item's tags, oldest first (was-tagged)."""

    def aliases(self, items: Sequence[ItemId]) -> dict[ItemId, tuple[str, ...]]:
        """Return aliases as given, per item."""

    def items_by_alias(self, forms: Sequence[str]) -> dict[str, tuple[ItemId, ...]]:
        """Return items whose alias or canonical name has one of the normal forms."""

    def name_beginnings(self, beginnings: Sequence[str]) -> set[str]:
        """Return those of some beginnings that a name's normal form may have; those that are left out, none has."""

    def observations(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[Observation, ...]]:
        """Return who vouches for the revisions, by the time said, undated ones last; a turn only where it is seen."""

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        """Return when revisions were last returned by recall and how often; a past view knows of none."""

    def members(self, bundle: ItemId, *, number: int | None = None) -> tuple[ItemId, ...]:
        """Return a bundle's members at a revision number (`None` = now), in order of joining."""

    # --- artifacts -------------------------------------------------------------------------------------------------
    def artifacts(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[ArtifactNode, ...]]:
        """Return the artifacts of revisions that are not deprecated, the default one first."""

    def artifacts_at(self, location: str) -> tuple[ArtifactNode, ...]:
        """Return every artifact that points to a location."""

    # --- edges -----------------------------------------------------------------------------------------------------
    def edges(
        self,
        revisions: Sequence[RevisionId],
        *,
        direction: Direction = "out",
        types: Sequence[str] = (),
    ) -> list[EdgeNode]:
        """Return edges at the revisions, ordered by type, then the other end."""

    def traverse(
        self,
        starts: Sequence[RevisionId],
        *,
        direction: Direction = "out",
        types: Sequence[str] = (),
        max_depth: int = 10,
        limit: int = 1000,
    ) -> Walk:
        """Walk breadth-first, each revision once, shortest path kept; `truncated` when depth or limit cut it."""

    def shortest_paths(
        self,
        source: RevisionId,
        target: RevisionId,
        *,
        direction: Direction = "out",
        types: Sequence[str] = (),
        max_depth: int = 10,
        every: bool = False,
    ) -> list[tuple[EdgeNode, ...]]:
        """Return one shortest path, or all of that length; `[()]` when source is target, `[]` when there is none."""

    def impact(
        self,
        revision: RevisionId,
        *,
        types: Sequence[str] = ("DEPENDS_ON", "DERIVED_FROM"),
        max_depth: int = 10,
    ) -> list[tuple[RevisionId, int, tuple[EdgeNode, ...]]]:
        """Return what rests on a revision, nearest first, with the depth and the path."""

    # --- search ----------------------------------------------------------------------------------------------------
    def mentions(
        self, forms: Sequence[str], *, roles: Sequence[str] = (), limit: int = 1000
    ) -> dict[str, list[tuple[RevisionId, str]]]:
        """Return revisions that name an entity, per normal form, as (revision, role), newest first."""

    def by_identity(self, identity: str, user: str | None, contexts: Sequence[str] = ()) -> ItemId | None:
        """Return the live, accepted item with this identity, made under these contexts, among one owner's."""

    def held_identities(self, asked: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> set[str]:
        """Return those of many identities that live, accepted items of one owner have under these contexts."""

    def by_slot(self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> list[ItemId]:
        """Return the live items of one owner, rivals too, made in the slot groups and contexts, oldest first."""

    def slot_versions(
        self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = (), *, newest: int | None = None
    ) -> dict[ItemId, list[RevisionNode]]:
        """Return the same items, each with its revisions, oldest number first; one query for both.

        With `newest`, those of its highest numbers alone: at most so many, fewer where some are not seen.
        """

    def spells(self, item: ItemId) -> list[Spell]:
        """Return when each revision of an item that is seen claims to hold, oldest number first; one query."""

    def between(self, period: Period, *, filter: Filter, limit: int) -> list[RevisionId]:
        """Return revisions whose valid time, or else the time they were said, overlaps a period, newest first."""

    def beside(self, revisions: Sequence[RevisionId], *, radius: int) -> dict[RevisionId, Beside]:
        """Return, per revision, those of its kind written up to `radius` before and after it in the same session."""

    def places(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, Place]:
        """Return where in a conversation revisions stand: session, speaker, time; unseen ones are left out."""

    def standing(self, revisions: Sequence[RevisionId]) -> Standing:
        """Return the same as columns, which hundreds of candidates are ranked by; each revision once."""

    def windows(self, revisions: Sequence[RevisionId], *, radius: int) -> tuple[list[RevisionId], Numbers]:
        """Return what `beside` does as columns: those that are seen, and rows of neighbours; see `Windows.of`."""

    def texts(self, revisions: Sequence[RevisionId], *, most: int) -> dict[RevisionId, str]:
        """Return the beginnings of texts, at most so many characters of each; unseen revisions are left out."""

    def readings(self, revisions: Sequence[RevisionId], make: Callable[[str], T], *, most: int) -> dict[RevisionId, T]:
        """Return what a function makes of the beginnings of texts, as `texts` gives them.

        The function gives the same for the same text: a store may remember what it gave.
        """

    # --- log -------------------------------------------------------------------------------------------------------
    def operation(self, operation: int) -> OperationNode:
        """Return an operation. Raises `NotFound`."""

    def operations(
        self, nodes: Sequence[NodeId] = (), *, limit: int = 100, cursor: str | None = None
    ) -> Page[OperationNode]:
        """List operations, newest first; those that touched the nodes, where given."""

    def changed_nothing(self, operation: int) -> bool:
        """Tell whether an operation left no trace, of anybody: what it told was here already, word for word."""

    def undone_by(self, operations: Sequence[int]) -> dict[int, int]:
        """Return, for operations whose undo is in force, the operation that undid them."""

    def count_live(self, kinds: Sequence[str], *, owner: User) -> int:
        """Count the live items of some kinds that an owner has; with `ANY` everybody's, seen or not."""

    def owners(self) -> list[str | None]:
        """Return the owners that are seen, the shared one first."""

    def count_kinds(self) -> Mapping[str, int]:
        """Count the live items that are seen by kind."""

    def counts(self) -> Mapping[str, int]:
        """Count what is seen.

        Returns:
            Live items per kind (`kind:x`), items per status (`status:x`), `revisions`, `edges`, `vectors`,
            `operations` (of the whole project) and `users` (owners other than the shared one).
        """


class Writer(Protocol):
    """The write side of one transaction. Reads see its own writes through `view`."""

    @property
    def operation(self) -> int:
        """The number of this operation."""

    @property
    def at(self) -> datetime:
        """Its label: the clock, or just after the last operation where the clock went backwards."""

    @property
    def skew(self) -> float:
        """By how many seconds the label runs ahead of the clock, where they are more than five minutes; else 0."""

    @property
    def view(self) -> View:
        """The present state with this transaction's writes, for the eyes of the transaction's owner."""

    def space(self, path: str, *, user: str | None = None) -> int:
        """Return a space's number, making it and its parents where missing."""

    def item(self, new: NewItem) -> ItemId:
        """Create an item. Raises `AlreadyExists` (name taken, or identity live), `InvalidKind`, `InvalidKref`."""

    def revision(self, item: ItemId, new: NewRevision) -> RevisionId:
        """Append a revision; it becomes `latest`, and the believed head unless `head=False`. Raises `InvalidText`."""

    def revisions(self, rows: Sequence[BatchRow]) -> BatchResult:
        """Append many; valid rows all commit, invalid ones are named by position."""

    def identify(self, item: ItemId, *, identity: str | None, slot: str | None, contexts: Sequence[str] = ()) -> None:
        """Change what an item counts as the same as, under its contexts. Raises `AlreadyExists`."""

    def assert_(self, node: NodeId, key: str, value: Json) -> None:
        """Open a value for a key, closing the present one; the same value is a no-op; `None` only closes."""

    def observe(self, revision: RevisionId, observation: Observation) -> None:
        """Add a source that vouches for a revision."""

    def tag(self, revision: RevisionId, tag: str) -> None:
        """Move a tag of the revision's item to it. `latest` moves by itself and is refused."""

    def untag(self, revision: RevisionId, tag: str) -> None:
        """Take a tag away from the revision that holds it."""

    def alias(self, item: ItemId, *aliases: str) -> None:
        """Add aliases to an item."""

    def unalias(self, item: ItemId, *aliases: str) -> None:
        """Take aliases away."""

    def move(self, item: ItemId, space: str) -> None:
        """Move an item to another space of its owner; its kref stays."""

    def artifact(self, revision: RevisionId, name: str, location: str, metadata: Mapping[str, Json]) -> int:
        """Attach a pointer to a file. Raises `AlreadyExists`."""

    def edge(
        self, source: RevisionId, type: str, target: RevisionId, metadata: Mapping[str, Json] | None = None
    ) -> None:
        """Open an edge; the same one again only updates its metadata. Type is `[A-Z][A-Z0-9_]{0,49}`."""

    def edges(self, rows: Sequence[tuple[RevisionId, str, RevisionId]]) -> None:
        """Open many edges, each by its source, type and target."""

    def unedge(self, source: RevisionId, type: str, target: RevisionId) -> None:
        """Close an edge. Raises `NotFound`."""

    def bundle(
        self, bundle: ItemId | NewItem, *, add: Sequence[ItemId] = (), remove: Sequence[ItemId] = ()
    ) -> RevisionId:
        """Change a bundle's members, or make one (kind `bundle`); every change is a new revision of the bundle."""

    def status(self, node: NodeId, status: str) -> None:
        """Set `live`, `archived`, `deleted` or `quarantined` on an item, revision or artifact."""

    def undo(self, operation: int, *, cascade: bool = False) -> tuple[int, ...]:
        """Give every key the operation touched the value of just before. Returns the operations undone, newest first.

        Raises:
            UndoConflict: Later operations in force rest on it and `cascade` is False, or it was undone already.
            NotFound: There is no such operation.
            InvalidInput: It is an erase or an import.
        """

    def rollback(self, items: Sequence[ItemId], to: int) -> None:
        """Give the items, their revisions and edges the state they had as of an operation."""

    def reason(self, text: str) -> None:
        """Keep a free-text reason with the operation; erasable apart from it."""

    def remember_request(self, request_id: str, digest: str, results: Json = None) -> Earlier | None:
        """Keep that this operation answers a request of its actor, as keyed hashes, for 30 days.

        Args:
            request_id: The caller's id.
            digest: Of what was written.
            results: What the reply is rebuilt from: numbers and codes, no words.

        Returns:
            The earlier operation, where one answered the request since the caller looked; then nothing is kept, and
            the caller leaves the transaction by an exception of its own.
        """

    def enqueue(self, kind: str, body: TaskBody, *, user: str | None, due: datetime | None = None) -> int:
        """Ask for work, in this transaction; returns the task's number.

        Args:
            kind: What is to be done.
            body: What it is about: ids and codes, and under `session` a session's name, so that an erase misses none.
            user: Whose memory it is about; `None` = shared.
            due: When it may be taken; `None` = at once.
        """

    def finish(self, task: Task) -> None:
        """Take a claimed task away in the transaction that writes what came of it. Raises `Conflict` if it is lost."""

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        """Add to counts of a user by name, with this transaction."""

    def tallies(self, prefix: str, *, user: User) -> Mapping[str, int]:
        """Return the counts of a user whose names begin so, by the rest of their names; with `ANY` of all together."""


class Graph(TaskStore, Protocol):
    """A project's store."""

    @property
    def project(self) -> str:
        """The project's name, the first segment of its krefs."""

    @property
    def embedder(self) -> tuple[str, int] | None:
        """Identity and dimension of the embedder whose vectors are stored; `None` while there are none."""

    def transaction(
        self,
        kind: str,
        *,
        actor: str = "",
        user: User = None,
        reason: str | None = None,
        deadline: float | None = None,
    ) -> AbstractContextManager[Writer]:
        """Open the one write transaction of the project; it is one operation; an exception rolls it back whole.

        Args:
            kind: The verb, such as `add`.
            actor: Who acts.
            user: Whose eyes `writer.view` has.
            reason: Why; kept as erasable content.
            deadline: Seconds to wait for the write lock; `None` = the store's setting.

        Raises:
            Busy: The lock was not had in time; the message names the holder.
            ReadOnly: The file cannot be written.
            StoreFull: The disk is full.
        """

    def view(self, *, user: User = None, as_of: datetime | int | None = None) -> AbstractContextManager[View]:
        """Open one snapshot. `as_of` an instant = the newest operation stamped at or before it; a future one = now."""

    def earlier(self, request_id: str, digest: str, *, actor: str = "") -> Earlier | None:
        """Look up a request id that an actor used within 30 days."""

    def changes(self, *, user: User, after: int = 0, position: int = 0, limit: int = 1000) -> list[ChangeNode]:
        """Return changes after a cursor in commit order, whole history kept; replay = the same cursor again."""

    def touch(self, revisions: Iterable[RevisionId], at: datetime) -> None:
        """Count what recall returned; outside versioned state, flushed in batches, droppable."""

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        """Return when revisions were last returned and how often."""

    def set_embedder(self, id: str, dim: int) -> None:
        """State whose vectors will be stored. Raises `EmbedderMismatch` when others are there."""

    def replace_vectors(
        self,
        embedder: tuple[str, int] | None,
        embed: Callable[[Sequence[str]], NDArray[np.float32]] | None,
    ) -> int:
        """Drop every vector, state another embedder, and make new vectors batch by batch; returns how many.

        Args:
            embedder: Its identity and dimension; `None` = no vectors from now on.
            embed: Makes vectors of texts, shape (n, dim), rows of length 1.
        """

    def erase(self, plan: ErasePlan, *, actor: str = "") -> Certificate:
        """Destroy content and prove it; see DESIGN 10."""

    def export_rows(self, *, user: User, after: str | None = None) -> Iterable[dict[str, Json]]:
        """Yield the project as JSON rows with their whole history, in an order that `import_rows` accepts."""

    def import_rows(self, rows: Iterable[Mapping[str, Json]]) -> Mapping[str, int]:
        """Restore exported rows. Unchanged ones are skipped. Raises `ImportConflict`."""

    def doctor(
        self,
        *,
        repair: bool = False,
        repair_clock: bool = False,
        deep: bool = False,
        embed: Callable[[Sequence[str]], NDArray[np.float32]] | None = None,
    ) -> Health:
        """Check derived state against the log, and mend it where asked.

        `embed` is the embedder whose vectors are stored: with it, texts are embedded again and compared.
        """

    def info(self) -> Mapping[str, Json]:
        """Return path, schema, size in bytes, last operation, pending erase, clock skew in seconds."""

    def lease(self, name: str, *, holder: str, lasts: timedelta) -> str | None:
        """Take or renew a lease for what one runner does at a time; return who holds it instead, `None` when had."""

    def end_lease(self, name: str, *, holder: str) -> None:
        """Give a lease back."""

    def maintain(self) -> None:
        """Checkpoint and merge the text index in bounded steps; also done by itself between commits."""

    def close(self) -> None:
        """Flush and close; further calls raise `Closed`."""


LegalStatus = Literal["live", "archived", "deleted", "quarantined"]
