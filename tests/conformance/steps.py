"""Random changes to a store: what hypothesis draws, and how a writer makes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import numpy as np
from hypothesis import strategies as st

from doxa.graph.contract import Writer
from doxa.graph.nodes import (
    BatchRow,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    Observation,
    RevisionId,
    artifact_node,
    item_node,
    revision_node,
    space_node,
)
from doxa.records import Attachment, Period

DIM = 4
USERS = (None, "ada", "bob")
SPACES = ("", "a", "a/b", "项目")
NAMES = ("x", "y")
FORMS = ("Ada", "柏林", "★")
CONTEXTS = ((), ("work",), ("home", "work"))
TYPES = ("DEPENDS_ON", "DERIVED_FROM", "USES")
TAGS = ("t", "evidence:official")
IDENTITIES = ("i", "j")
SLOTS = ("home", "pet")
TEXTS = ("apple", "apple pear", "pear pear plum", "我住在北京", "plum of a user", "★")
STATUSES = ("live", "archived", "deleted", "quarantined")


@dataclass(frozen=True)
class Size:
    """How many nodes there are, so that numbers drawn at random mostly name one."""

    items: int
    revisions: int
    artifacts: int
    spaces: int
    operations: int

    def item(self, number: int) -> ItemId:
        return ItemId(1 + number % (self.items + 1))

    def revision(self, number: int) -> RevisionId:
        return RevisionId(1 + number % (self.revisions + 1))

    def node(self, number: int) -> Any:
        sort, place = number % 4, number // 4
        if sort == 0:
            return item_node(self.item(place))
        if sort == 1:
            return artifact_node(1 + place % (self.artifacts + 1))
        return revision_node(self.revision(place)) if sort == 2 else space_node(1 + place % (self.spaces + 1))


Step = tuple[Any, ...]
"""The name of a verb, then what `VERBS` takes after writer and size."""

numbers = st.integers(0, 40)
days = st.integers(1, 5).map(lambda day: datetime(2020, 1, day, tzinfo=UTC))
periods = st.none() | st.builds(
    lambda start, length: Period(start, start and start.replace(day=start.day + length)),
    st.none() | days,
    st.integers(0, 3),
)
items = st.builds(
    NewItem,
    kind=st.sampled_from(("fact", "turn")),
    user=st.sampled_from(USERS),
    space=st.sampled_from(SPACES),
    name=st.none() | st.sampled_from(NAMES),
    session=st.none() | st.just("s"),
    contexts=st.sampled_from(CONTEXTS),
    identity=st.none() | st.none() | st.sampled_from(IDENTITIES),
    slot=st.none() | st.sampled_from(SLOTS),
    rival=st.booleans(),
    state=st.sampled_from(({}, {}, {Key.PIN: True}, {Key.CANONICAL: "Ada"}, {Key.STATUS: "archived"})),
)


def unit(place: int | None) -> Any:
    return None if place is None else np.eye(DIM, dtype=np.float32)[place]


revisions = st.builds(
    NewRevision,
    text=st.sampled_from(TEXTS),
    title=st.none() | st.just("apple"),
    valid=periods,
    said_at=st.none() | days,
    metadata=st.sampled_from(({}, {"a": 1})),
    state=st.sampled_from(({}, {}, {Key.STANDING: "rival"}, {Key.EVIDENCE: "official"}, {Key.STATUS: "deleted"})),
    observations=st.sampled_from(((), (Observation("bob"),))),
    mentions=st.sampled_from(((), (("ada", "subject"), ("berlin", "value")))),
    artifacts=st.sampled_from(((), (Attachment("f", "file:///f"),))),
    vector=(st.none() | st.integers(0, DIM - 1)).map(unit),
    head=st.booleans(),
)


def _step(verb: str, *arguments: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.tuples(st.just(verb), *arguments)


created = _step("create", items, revisions)
changed = st.one_of(
    _step("revise", numbers, revisions),
    _step("tag", numbers, st.sampled_from(TAGS)),
    _step("untag", numbers, st.sampled_from(TAGS)),
    _step("edge", numbers, st.sampled_from(TYPES), numbers, st.sampled_from((None, {}, {"n": 1}))),
    _step("unedge", numbers, st.sampled_from(TYPES), numbers),
    _step("move", numbers, st.sampled_from(SPACES)),
    _step("alias", numbers, st.sampled_from(FORMS)),
    _step("unalias", numbers, st.sampled_from(FORMS)),
    _step("canonical", numbers, st.none() | st.sampled_from(FORMS)),
    _step("assert", numbers, st.sampled_from(("attribute:a", Key.PIN)), st.sampled_from((None, True, False))),
    _step("assert", numbers, st.just(Key.STANDING), st.sampled_from((None, "rival", "retracted"))),
    _step("head", numbers, st.none() | numbers),
    _step("status", numbers, st.sampled_from(STATUSES)),
    _step("observe", numbers, st.sampled_from(("bob", "eve")), st.none() | numbers),
    _step("artifact", numbers, st.sampled_from(("f", "g"))),
    _step("identify", numbers, st.none() | st.sampled_from(IDENTITIES), st.none() | st.sampled_from(SLOTS)),
    _step("bundle", st.none() | numbers, st.lists(numbers, max_size=2), st.lists(numbers, max_size=1)),
    _step("batch", st.lists(st.tuples(numbers | items, revisions), min_size=1, max_size=3)),
)
taken_back = st.one_of(
    _step("undo", numbers, st.booleans()),
    _step("rollback", st.lists(numbers, min_size=1, max_size=2), numbers),
)
steps = st.one_of(created, changed, changed, changed, taken_back)


# --- how a writer makes them ------------------------------------------------------------------------------------------


def create(writer: Writer, size: Size, item: NewItem, revision: NewRevision) -> object:
    return writer.revision(writer.item(item), revision)


def bundle(writer: Writer, size: Size, bundle: int | None, add: Sequence[int], remove: Sequence[int]) -> object:
    which = NewItem("bundle", uid=f"{writer.operation:032x}") if bundle is None else size.item(bundle)
    return writer.bundle(which, add=[size.item(each) for each in add], remove=[size.item(each) for each in remove])


def batch(writer: Writer, size: Size, rows: Sequence[tuple[int | NewItem, NewRevision]]) -> object:
    result = writer.revisions(
        [BatchRow(size.item(item) if isinstance(item, int) else item, revision) for item, revision in rows]
    )
    return result.created, [position for position, _ in result.failed]


def observe(writer: Writer, size: Size, revision: int, source: str, turn: int | None) -> object:
    span = Observation(source) if turn is None else Observation(source, turn=size.revision(turn), start=1, end=3)
    return writer.observe(size.revision(revision), span)


def head(writer: Writer, size: Size, item: int, revision: int | None) -> object:
    which = None if revision is None else size.revision(revision)
    return writer.assert_(item_node(size.item(item)), Key.HEAD, which)


VERBS: dict[str, Callable[..., object]] = {
    "create": create,
    "revise": lambda w, n, item, revision: w.revision(n.item(item), revision),
    "tag": lambda w, n, revision, tag: w.tag(n.revision(revision), tag),
    "untag": lambda w, n, revision, tag: w.untag(n.revision(revision), tag),
    "edge": lambda w, n, source, type, target, data: w.edge(n.revision(source), type, n.revision(target), data),
    "unedge": lambda w, n, source, type, target: w.unedge(n.revision(source), type, n.revision(target)),
    "move": lambda w, n, item, space: w.move(n.item(item), space),
    "alias": lambda w, n, item, name: w.alias(n.item(item), name),
    "unalias": lambda w, n, item, name: w.unalias(n.item(item), name),
    "canonical": lambda w, n, item, name: w.assert_(item_node(n.item(item)), Key.CANONICAL, name),
    "assert": lambda w, n, node, key, value: w.assert_(n.node(node), key, value),
    "head": head,
    "status": lambda w, n, node, status: w.status(n.node(node), status),
    "observe": observe,
    "artifact": lambda w, n, revision, name: w.artifact(n.revision(revision), name, "file:///g", {"a": 1}),
    "identify": lambda w, n, item, identity, slot: w.identify(n.item(item), identity=identity, slot=slot),
    "bundle": bundle,
    "batch": batch,
    "undo": lambda w, n, number, cascade: w.undo(1 + number % (n.operations + 1), cascade=cascade),
    "rollback": lambda w, n, items, to: w.rollback([n.item(each) for each in items], to % (n.operations + 1)),
}


def perform(writer: Writer, size: Size, step: Step) -> object:
    """Make one drawn change."""
    verb, *arguments = step
    return VERBS[verb](writer, size, *arguments)
