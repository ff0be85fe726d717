"""The read side: `View` over a `Sight`; what each method does is in the module it calls."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, TypeVar

from doxa.belief.confidence import DEFAULT_POLICY, DecayPolicy
from doxa.belief.strength import ForgettingCurve
from doxa.clock import from_micros
from doxa.graph import (
    addresses,
    anchors,
    conversation,
    counting,
    heads,
    identities,
    listing,
    memberships,
    oplog,
    reading,
    states,
    tags,
    text_search,
    time_search,
    touching,
    traversal,
    vector_search,
    vectors,
)
from doxa.graph.belief_state import AnchorRow
from doxa.graph.identity import Hasher
from doxa.graph.inputs import checked_contexts
from doxa.graph.nodes import (
    ArtifactNode,
    Assertion,
    Beside,
    Direction,
    EdgeNode,
    Filter,
    HeadRow,
    ItemId,
    ItemNode,
    Likeness,
    NodeId,
    Observation,
    OperationNode,
    Place,
    RevisionId,
    RevisionNode,
    SpaceNode,
    Spell,
    TagSpan,
    TermMatches,
    TextHit,
    VectorHit,
    Walk,
)
from doxa.graph.sight import Sight
from doxa.graph.spells import read_spells
from doxa.graph.standing import Standing
from doxa.graph.usage import PendingUse, read_use
from doxa.records import Json, Page, Period, User

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from doxa.graph.standing import Numbers

T = TypeVar("T")


class SqlView:
    """One snapshot of a project, for one owner's eyes, now or as of a past operation.

    Args:
        sight: The snapshot.
        hasher: The project's keyed hash.
        pending: Uses not written yet.
        curve: How strength goes down; `None` = by half-lives.
        decay: How confidence goes down.
        past: Whether it was opened as of an operation, be it the newest: what it shows never changes again.
    """

    def __init__(
        self,
        sight: Sight,
        hasher: Hasher,
        pending: PendingUse,
        curve: ForgettingCurve | None = None,
        decay: DecayPolicy = DEFAULT_POLICY,
        *,
        past: bool = False,
    ) -> None:
        self._sight = sight
        self._past = past
        self._curve = curve
        self._decay = decay
        self._hasher = hasher
        self._pending = pending
        self._used: dict[RevisionId, tuple[datetime, int] | None] = {}

    def hold_back(self) -> None:
        """Keep to what was committed when the view was opened, since a transaction now writes beside it."""
        self._sight = replace(self._sight, now=False)

    @property
    def sight(self) -> Sight:
        """The snapshot, for readers inside the graph layer."""
        return self._sight

    @property
    def curve(self) -> ForgettingCurve | None:
        """How strength goes down where an application says so."""
        return self._curve

    @property
    def decay(self) -> DecayPolicy:
        """How confidence goes down."""
        return self._decay

    @property
    def at(self) -> int:
        """The newest operation this view sees; 0 when there is none."""
        return self._sight.at

    @property
    def at_time(self) -> datetime | None:
        """The label of that operation."""
        if self._sight.at_micros is not None:
            return from_micros(self._sight.at_micros)
        found = self._sight.connection.row("SELECT at FROM op WHERE id=?", (self._sight.at,))
        return None if found is None else from_micros(found[0])

    @property
    def user(self) -> User:
        """Whose eyes: a name, `None` for shared only, `ANY`."""
        return self._sight.user

    # --- addresses -------------------------------------------------------------------------------------------------
    def item(self, ref: str | ItemId) -> ItemNode:
        """Return an item by id (32 hex digits), kref, or number. Raises `NotFound`, `InvalidKref`, `Erased`."""
        return addresses.find_item(self._sight, ref)

    def resolve(self, ref: str) -> RevisionId:
        """Return the revision a ref names."""
        return addresses.resolve(self._sight, ref)

    def kref(self, revision: RevisionId) -> str:
        """Return the kref of a revision, with `?r=`."""
        found = addresses.krefs(self._sight, (revision,))
        if revision not in found:
            raise reading.no_revision(revision)
        return str(found[revision])

    def krefs(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
        """Return the krefs of many revisions at once; unseen ones are left out."""
        return {revision: str(kref) for revision, kref in addresses.krefs(self._sight, revisions).items()}

    def items(
        self, filter: Filter, *, name: str | None = None, limit: int = 100, cursor: str | None = None
    ) -> Page[ItemNode]:
        """List items, newest first; `name` matches the whole name, `*` as a wildcard."""
        return listing.list_items(self._sight, filter, name=name, limit=limit, cursor=cursor)

    def items_by_id(self, items: Sequence[ItemId]) -> dict[ItemId, ItemNode]:
        """Return many items at once; unseen ones are left out."""
        return addresses.items_by_id(self._sight, items)

    def spaces(
        self, parent: str = "", *, recursive: bool = False, limit: int = 100, cursor: str | None = None
    ) -> Page[SpaceNode]:
        """List the spaces under a path, by path."""
        return listing.list_spaces(self._sight, parent, recursive=recursive, limit=limit, cursor=cursor)

    # --- revisions -------------------------------------------------------------------------------------------------
    def revision(self, revision: RevisionId) -> RevisionNode:
        """Return one revision. Raises `NotFound`."""
        return reading.read_revision(self._sight, revision)

    def revisions(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, RevisionNode]:
        """Return many revisions at once; unseen ones are left out."""
        return reading.read_revisions(self._sight, revisions)

    def versions(self, item: ItemId) -> list[RevisionNode]:
        """Return the revisions of an item, oldest number first."""
        return reading.read_versions(self._sight, (self._seen(item),)).get(item, [])

    def versions_of(self, items: Sequence[ItemId]) -> dict[ItemId, list[RevisionNode]]:
        """Return the revisions of many items at once, oldest number first; unseen items are left out."""
        return reading.read_versions(self._sight, items)

    def latest(self, item: ItemId) -> RevisionId:
        """Return the newest revision of an item by number."""
        return self._of(item, tags.latest_at(self._sight, self._seen(item), self._sight.at))

    def head(self, item: ItemId) -> RevisionId:
        """Return the believed head of an item."""
        return self._of(item, addresses.head_of(self._sight, self._seen(item)))

    def heads(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, HeadRow]:
        """Return what ranking needs of many revisions at once, in the view's state; unseen ones are left out."""
        return heads.heads(self._sight, revisions)

    def grades(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, str]:
        """Return the grades of evidence of those of the revisions that were given one and are seen."""
        return heads.read_grades(self._sight, revisions)

    def list_heads(
        self, filter: Filter, *, limit: int = 100, cursor: str | None = None, oldest_first: bool = False
    ) -> Page[HeadRow]:
        """List believed heads in order of their newest operation."""
        return heads.list_heads(self._sight, filter, limit=limit, cursor=cursor, oldest_first=oldest_first)

    def touched(self, after: int) -> list[RevisionId]:
        """Return the heads of items that an operation after one touched."""
        return touching.touched(self._sight, after)

    def anchors(
        self,
        filter: Filter,
        *,
        without: Sequence[str] = (),
        newest: int | None = None,
        within: Sequence[RevisionId] | None = None,
    ) -> list[AnchorRow]:
        """Return every believed head that a filter keeps, but for kinds, with what its confidence is computed from.

        `newest` leaves out all but the last said of each kind and origin where the anchor is the default one.
        """
        return anchors.read_anchors(self._sight, filter, without=without, newest=newest, within=within)

    # --- assertions ------------------------------------------------------------------------------------------------
    def state(self, nodes: Sequence[NodeId]) -> dict[NodeId, dict[str, Json]]:
        """Return every assertion in force on the nodes."""
        return states.read_state(self._sight, nodes)

    def assertion_history(self, node: NodeId, key: str | None = None) -> list[Assertion]:
        """Return every value a node's keys had up to the view, oldest first."""
        return states.read_history(self._sight, node, key)

    def attributes(self, node: NodeId) -> dict[str, Json]:
        """Return metadata of a node: what was given at creation, with later `attribute:x` rows on top."""
        return states.read_attributes(self._sight, node)

    def tags(self, item: ItemId) -> dict[str, RevisionId]:
        """Return the tags of an item with their holders; `latest` is always among them."""
        return tags.tags_of(self._sight, self._seen(item))

    def tag_history(self, item: ItemId, tag: str | None = None) -> list[TagSpan]:
        """Return every stay of the item's tags, oldest first (was-tagged)."""
        return tags.tag_history(self._sight, self._seen(item), tag)

    def aliases(self, items: Sequence[ItemId]) -> dict[ItemId, tuple[str, ...]]:
        """Return aliases as given, per item."""
        return states.read_aliases(self._sight, items)

    def items_by_alias(self, forms: Sequence[str]) -> dict[str, tuple[ItemId, ...]]:
        """Return items whose alias or canonical name has one of the normal forms."""
        return states.read_items_by_alias(self._sight, forms)

    def name_beginnings(self, beginnings: Sequence[str]) -> set[str]:
        """Return those of some beginnings that a name may have; those that are left out, none has."""
        return states.read_beginnings(self._sight, beginnings)

    def observations(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[Observation, ...]]:
        """Return who vouches for the revisions, oldest first."""
        return reading.read_observations(self._sight, revisions)

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        """Return when revisions were last returned by recall and how often; a past view knows of none."""
        if self._past or not self._sight.now:
            return {}
        used = self._used
        unknown = [each for each in dict.fromkeys(revisions) if each not in used]
        if unknown:
            read = read_use(self._sight.connection, self._pending, unknown)
            used.update((each, read.get(each)) for each in unknown)
        return {each: use for each in revisions if (use := used[each]) is not None}

    def members(self, bundle: ItemId, *, number: int | None = None) -> tuple[ItemId, ...]:
        """Return a bundle's members at a revision number (`None` = now), in order of joining."""
        return memberships.members_of(self._sight, self._seen(bundle), number)

    # --- artifacts -------------------------------------------------------------------------------------------------
    def artifacts(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[ArtifactNode, ...]]:
        """Return the artifacts of revisions that are not deprecated, the default one first."""
        return reading.read_artifacts(self._sight, revisions)

    def artifacts_at(self, location: str) -> tuple[ArtifactNode, ...]:
        """Return every artifact that points to a location."""
        return reading.read_artifacts_at(self._sight, location)

    # --- edges -----------------------------------------------------------------------------------------------------
    def edges(
        self, revisions: Sequence[RevisionId], *, direction: Direction = "out", types: Sequence[str] = ()
    ) -> list[EdgeNode]:
        """Return edges at the revisions, ordered by type, then the other end."""
        return traversal.edges(self._sight, revisions, direction=direction, types=types)

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
        return traversal.traverse(
            self._sight, starts, direction=direction, types=types, max_depth=max_depth, limit=limit
        )

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
        return traversal.shortest_paths(
            self._sight, source, target, direction=direction, types=types, max_depth=max_depth, every=every
        )

    def impact(
        self,
        revision: RevisionId,
        *,
        types: Sequence[str] = ("DEPENDS_ON", "DERIVED_FROM"),
        max_depth: int = 10,
    ) -> list[tuple[RevisionId, int, tuple[EdgeNode, ...]]]:
        """Return what rests on a revision, nearest first, with the depth and the path."""
        return traversal.impact(self._sight, revision, types=types, max_depth=max_depth)

    # --- search ----------------------------------------------------------------------------------------------------
    def search_text(
        self, terms: Sequence[str], *, limit: int, filter: Filter | None = None, within: Sequence[RevisionId] = ()
    ) -> list[TextHit]:
        """Rank revisions by BM25 over title and text, statistics per owner; ties by newer revision."""
        return text_search.search_text(self._sight, terms, limit=limit, filter=filter, within=within)

    def match_terms(
        self, terms: Sequence[str], *, limit: int, filter: Filter | None = None, within: Sequence[RevisionId] = ()
    ) -> TermMatches:
        """Rank as `search_text` does, and tell what the scores were made of: counts, lengths, rarity per owner."""
        return text_search.match_terms(self._sight, terms, limit=limit, filter=filter, within=within)

    def documents_with(self, terms: Sequence[str]) -> dict[str, int]:
        """Return how many texts hold each term."""
        return text_search.documents_with(self._sight, terms)

    def search_vectors(
        self,
        vector: NDArray[np.float32],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> list[VectorHit]:
        """Rank revisions by cosine, exactly; ties by newer revision."""
        return vector_search.search_vectors(self._sight, vector, limit=limit, filter=filter, within=within)

    def nearest(
        self,
        vector: NDArray[np.float32],
        *,
        limit: int,
        filter: Filter | None = None,
        within: Sequence[RevisionId] = (),
    ) -> tuple[list[RevisionId], list[float]]:
        """Return what `search_vectors` does as two lists: revisions, best first, and their cosines."""
        return vector_search.nearest(self._sight, vector, limit=limit, filter=filter, within=within)

    def neighbours(
        self, revisions: Sequence[RevisionId], *, limit: int, filter: Filter | None = None
    ) -> dict[RevisionId, list[VectorHit]]:
        """Rank the others for each of some revisions."""
        return vector_search.neighbours(self._sight, revisions, limit=limit, filter=filter)

    def likeness(self, vector: NDArray[np.float32], revisions: Sequence[RevisionId]) -> Likeness:
        """Return the cosines of revisions with a vector, and the mean and spread of those of all that is seen."""
        return vector_search.likeness(self._sight, vector, revisions)

    def vectors(self, revisions: Sequence[RevisionId]) -> tuple[list[RevisionId], NDArray[np.float32]]:
        """Return stored vectors, shape (n, dim), with the revisions they belong to."""
        return vectors.vectors(self._sight, revisions)

    def mentions(
        self, forms: Sequence[str], *, roles: Sequence[str] = (), limit: int = 1000
    ) -> dict[str, list[tuple[RevisionId, str]]]:
        """Return revisions that name an entity, per normal form, as (revision, role), newest first."""
        return time_search.mentions(self._sight, forms, roles=roles, limit=limit)

    def by_identity(self, identity: str, user: str | None, contexts: Sequence[str] = ()) -> ItemId | None:
        """Return the live item with this identity among one owner's."""
        hashed = self._hasher.identity(identity, checked_contexts(tuple(contexts)))
        return identities.item_by_identity(self._sight, hashed, user)

    def held_identities(self, asked: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> set[str]:
        """Return those of many identities that live items of one owner have."""
        labels = checked_contexts(tuple(contexts))
        hashed = {self._hasher.identity(each, labels): each for each in asked}
        return {hashed[each] for each in identities.held_identities(self._sight, list(hashed), user)}

    def by_slot(self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> list[ItemId]:
        """Return the items of one owner in the given slot groups, live and contested ones, oldest first."""
        return identities.items_by_slot(self._sight, self._hasher, slots, user, contexts)

    def slot_versions(
        self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = (), *, newest: int | None = None
    ) -> dict[ItemId, list[RevisionNode]]:
        """Return the same items, each with its revisions, oldest first; the `newest` numbers alone where asked."""
        which = identities.in_slots(self._sight, self._hasher, slots, user, contexts)
        return {} if which is None else reading.read_versions_in(self._sight, which, newest=newest)

    def spells(self, item: ItemId) -> list[Spell]:
        """Return when each revision of an item that is seen claims to hold, oldest number first; one query."""
        return read_spells(self._sight, item)

    def between(self, period: Period, *, filter: Filter, limit: int) -> list[RevisionId]:
        """Return revisions whose valid time, or else the time they were said, overlaps a period, newest first."""
        return time_search.between(self._sight, period, filter=filter, limit=limit)

    def beside(self, revisions: Sequence[RevisionId], *, radius: int) -> dict[RevisionId, Beside]:
        """Return, per revision, those of its kind written up to `radius` before and after it in the same session."""
        return conversation.beside(self._sight, revisions, radius=radius)

    def readings(self, revisions: Sequence[RevisionId], make: Callable[[str], T], *, most: int) -> dict[RevisionId, T]:
        """Return what a function makes of the beginnings of texts; what it made of one is remembered."""
        return conversation.readings(self._sight, revisions, make, most=most)

    def places(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, Place]:
        """Return where in a conversation revisions stand: session, speaker, time; unseen ones are left out."""
        return conversation.places(self._sight, revisions)

    def standing(self, revisions: Sequence[RevisionId]) -> Standing:
        """Return the same as columns, which hundreds of candidates are ranked by."""
        return conversation.standing(self._sight, revisions)

    def windows(self, revisions: Sequence[RevisionId], *, radius: int) -> tuple[list[RevisionId], Numbers]:
        """Return what `beside` does as columns: those that are seen, and rows of neighbours; see `Windows.of`."""
        return conversation.windows(self._sight, revisions, radius=radius)

    def texts(self, revisions: Sequence[RevisionId], *, most: int) -> dict[RevisionId, str]:
        """Return the beginnings of texts, at most so many characters of each; unseen revisions are left out."""
        return conversation.texts(self._sight, revisions, most=most)

    # --- log -------------------------------------------------------------------------------------------------------
    def operation(self, operation: int) -> OperationNode:
        """Return an operation. Raises `NotFound`."""
        return oplog.read_operation(self._sight, operation)

    def operations(
        self, nodes: Sequence[NodeId] = (), *, limit: int = 100, cursor: str | None = None
    ) -> Page[OperationNode]:
        """List operations, newest first; those that touched the nodes, where given."""
        return oplog.list_operations(self._sight, nodes, limit=limit, cursor=cursor)

    def changed_nothing(self, operation: int) -> bool:
        """Tell whether an operation left no trace, of anybody."""
        return oplog.changed_nothing(self._sight, operation)

    def undone_by(self, operations: Sequence[int]) -> dict[int, int]:
        """Return, for operations whose undo is in force, the operation that undid them."""
        return oplog.read_undone_by(self._sight, operations)

    def count_live(self, kinds: Sequence[str], *, owner: User) -> int:
        """Count the live items of some kinds that an owner has; with `ANY` everybody's, seen or not."""
        return counting.count_live(self._sight, kinds, owner)

    def owners(self) -> list[str | None]:
        """Return the owners that are seen."""
        return counting.list_owners(self._sight)

    def count_kinds(self) -> Mapping[str, int]:
        """Count live items by kind."""
        return counting.count_kinds(self._sight)

    def counts(self) -> Mapping[str, int]:
        """Return the number of visible items per kind (`kind:x`), revisions, edges, operations, vectors, users."""
        return counting.count_all(self._sight)

    def _seen(self, item: ItemId) -> ItemId:
        return addresses.item_number(self._sight, item)

    def _of(self, item: ItemId, revision: RevisionId | None) -> RevisionId:
        if revision is None:
            raise addresses.missing(item)
        return revision
