"""One unit of work: the open write transaction, its operation, and what its parts share until it commits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from doxa.clock import Clock
from doxa.graph.engine import Connection, Row
from doxa.graph.identity import Hasher
from doxa.graph.nodes import ItemId, Key, NodeId, RevisionId
from doxa.graph.owners import Owners
from doxa.graph.sight import Facts, Home, Sight
from doxa.graph.spaces import Spaces
from doxa.graph.symbols import Symbols
from doxa.graph.written import Written
from doxa.records import ANY, User

if TYPE_CHECKING:
    from doxa.graph.items import CheckedItem, Place


class Draft(NamedTuple):
    """An item made in this transaction that has no revision yet, so that its projection needs no reading back."""

    thing: CheckedItem
    place: Place


@dataclass(slots=True)
class Work:
    """One write transaction.

    Args:
        connection: The open transaction.
        operation: Its number.
        at: Its label, in microseconds.
        project: The project's name.
        actor: Who acts.
        clock: Where fresh ids come from.
        symbols: Numbers of words; what is added stays here until the commit.
        hasher: The project's keyed hash.
        generation: How often content was erased; see `Sight`.
        store: Names the open file; see `Sight`.
        embedder: Identity and dimension of the stored vectors.
        drafts: Items made here without a revision.
        known: Revisions known to be there, with their slabs.
        written: New items that need no reading back.
        made: Revisions made here, so that only edges in `linked` can touch them.
        linked: Edges opened here.
        claimed: Identities, with their slabs, that items made here were found free to take.
        observed: Keys of observations that older revisions got here from new turns.
        facts: Open assertions of nodes that were read here, kept up to date.
        documents: Per slab, documents and terms indexed here and not yet counted.
        owners: Slabs of users.
        spaces: Numbers of spaces.
    """

    connection: Connection
    operation: int
    at: int
    project: str
    actor: str
    clock: Clock
    symbols: Symbols
    hasher: Hasher
    generation: int = 0
    store: object = None
    embedder: tuple[str, int] | None = None
    drafts: dict[ItemId, Draft] = field(default_factory=dict)
    known: dict[RevisionId, int] = field(default_factory=dict)
    written: Written = field(default_factory=Written)
    made: set[RevisionId] = field(default_factory=set)
    linked: set[tuple[int, int, int]] = field(default_factory=set)
    claimed: dict[tuple[int, str], ItemId] = field(default_factory=dict)
    documents: dict[int, tuple[int, int]] = field(default_factory=dict)
    observed: set[Row] = field(default_factory=set)
    facts: Facts = field(default_factory=dict)
    owners: Owners = field(init=False)
    spaces: Spaces = field(init=False)
    _sights: dict[tuple[tuple[int, ...] | None, User, int | None], Sight] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Gather slabs of users and numbers of spaces."""
        self.owners = Owners(self.connection, self.symbols.maps)
        self.spaces = Spaces(self.connection, self.symbols.maps)

    @property
    def sight(self) -> Sight:
        """The present state with this transaction's writes, all owners."""
        return self.sight_of(None, ANY)

    def sight_of(self, slabs: tuple[int, ...] | None, user: User, *, hidden: int | None = None) -> Sight:
        """Return the present state with this transaction's writes, as a user sees it; `slabs` are what he sees."""
        known = self._sights.get((slabs, user, hidden))
        if known is None:
            known = self._sights[slabs, user, hidden] = Sight(
                self.connection,
                self.operation,
                True,
                slabs,
                user,
                self.symbols,
                self.project,
                generation=self.generation,
                pending=True,
                store=self.store,
                hidden=hidden,
                facts=self.facts,
            )
        return known

    def home_of(self, revision: RevisionId) -> Home | None:
        """Return the item and slab of a revision that a view of this transaction read, if one did."""
        return next((sight.homes[revision] for sight in self._sights.values() if revision in sight.homes), None)

    def item_of(self, revision: RevisionId) -> ItemId | None:
        """Return the item of a revision that was made or read here, where that is known."""
        told = self.written.revision(revision)
        home = None if told is not None else self.home_of(revision)
        return told.item if told is not None else home.item if home is not None else None

    def slab_of(self, item: ItemId) -> int | None:
        """Return the slab of an item that a view of this transaction read, if one did."""
        return next((sight.items[item] for sight in self._sights.values() if item in sight.items), None)

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """Take back what was written inside when an error leaves it, so that a failed step leaves no half."""
        documents = dict(self.documents)
        self.connection.run("SAVEPOINT attempt")
        try:
            yield
        except BaseException:
            self.connection.run("ROLLBACK TO SAVEPOINT attempt")
            self.connection.run("RELEASE SAVEPOINT attempt")
            self.symbols.maps.forget()
            self.forget()
            self.documents = documents
            raise
        self.connection.run("RELEASE SAVEPOINT attempt")

    def forget(self) -> None:
        """Drop what only saves reading back; after nodes that were made here were taken back."""
        self.drafts.clear()
        self.known.clear()
        self.written.clear()
        self.made.clear()
        self.claimed.clear()
        self.observed.clear()
        self.facts.clear()
        self.forget_seen()

    def forget_nodes(self, nodes: Iterable[NodeId]) -> None:
        """Drop what is known of nodes that something changes."""
        changed = tuple(nodes)
        self.written.forget(changed)
        for sight in self._sights.values() if changed else ():
            for node in changed:
                sight.item_nodes.pop(ItemId(node // 8), None)
                sight.nameless.discard(ItemId(node // 8))

    def forget_seen(self) -> None:
        """Let readers look anew at what is there; after the making of nodes was undone or taken back."""
        for sight in self._sights.values():
            sight.forget()

    def count_document(self, slab: int, terms: int) -> None:
        """Note a document for the statistics of its slab."""
        documents, total = self.documents.get(slab, (0, 0))
        self.documents[slab] = documents + 1, total + terms

    def flush_statistics(self) -> None:
        """Add the noted documents to the stored statistics; before anything searches and before the commit."""
        noted, self.documents = self.documents, {}
        for slab, (documents, terms) in noted.items():
            self.connection.run(
                "INSERT INTO corpus(slab, documents, terms) VALUES(?,?,?) ON CONFLICT(slab) DO UPDATE"
                " SET documents=corpus.documents+excluded.documents, terms=corpus.terms+excluded.terms",
                (slab, documents, terms),
            )


SHOWN_IN_HEAD = frozenset(
    {Key.VOID, Key.STATUS, Key.HEAD, Key.STANDING, Key.PIN, Key.SPACE, Key.IDENTITY, Key.SLOT},
)
"""Keys whose values the `head` projection shows."""
