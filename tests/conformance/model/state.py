"""Everything a model store holds: nodes with the operation that made them, and dated values under keys."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from doxa.graph.nodes import FOREVER, ItemId, NewRevision, NodeId, OperationNode, RevisionId
from doxa.graph.tasks import Task

Key = tuple[Any, ...]
"""`("fact", node, key)`, `("edge", source, type, target)`, `("alias", item, form)`, `("observation", revision, …)`."""


class Stay(NamedTuple):
    """One value of one key, with the operations that opened and closed it."""

    value: Any
    from_op: int
    to_op: int

    def holds(self, at: int) -> bool:
        return self.from_op <= at < self.to_op


@dataclass(frozen=True)
class ItemRow:
    id: ItemId
    uid: str
    owner: str | None
    kind: str
    name: str
    space: int
    agent: str | None
    session: str | None
    contexts: tuple[str, ...]
    op: int


@dataclass(frozen=True)
class RevisionRow:
    id: RevisionId
    item: ItemId
    number: int
    op: int
    new: NewRevision


@dataclass(frozen=True)
class SpaceRow:
    id: int
    owner: str | None
    path: tuple[str, ...]
    op: int


@dataclass(frozen=True)
class ArtifactRow:
    id: int
    revision: RevisionId
    name: str
    location: str
    metadata: Mapping[str, Any]
    op: int


@dataclass(frozen=True)
class RequestRow:
    digest: str
    op: int
    at: datetime
    results: Any


@dataclass
class State:
    """All rows of a project. A transaction works on a copy and replaces the original when it commits."""

    operations: list[OperationNode] = field(default_factory=list)
    owners: list[str | None] = field(default_factory=lambda: [None])
    spaces: dict[int, SpaceRow] = field(default_factory=lambda: {1: SpaceRow(1, None, (), 0)})
    items: dict[int, ItemRow] = field(default_factory=dict)
    revisions: dict[int, RevisionRow] = field(default_factory=dict)
    artifacts: dict[int, ArtifactRow] = field(default_factory=dict)
    stays: dict[Key, tuple[Stay, ...]] = field(default_factory=dict)
    requests: dict[tuple[str, str], RequestRow] = field(default_factory=dict)
    erased: set[str] = field(default_factory=set)
    embedder: tuple[str, int] | None = None
    tasks: dict[int, Task] = field(default_factory=dict)
    tallies: dict[tuple[str | None, str], int] = field(default_factory=dict)
    last_task: int = 0

    def copy(self) -> State:
        return State(
            list(self.operations),
            list(self.owners),
            dict(self.spaces),
            dict(self.items),
            dict(self.revisions),
            dict(self.artifacts),
            dict(self.stays),
            dict(self.requests),
            set(self.erased),
            self.embedder,
            dict(self.tasks),
            dict(self.tallies),
            self.last_task,
        )

    def value(self, key: Key, at: int) -> Any:
        """Return the value of a key as of an operation, `None` where it has none."""
        return next((stay.value for stay in self.stays.get(key, ()) if stay.holds(at)), None)

    def fact(self, node: NodeId, key: str, at: int) -> Any:
        """Return the value of a key of a node; facts are kept as JSON text, so that 1, 1.0 and true differ."""
        text = self.value(("fact", node, key), at)
        return None if text is None else json.loads(text)

    def matching(self, at: int, *start: Any) -> Iterator[tuple[Key, Stay]]:
        """Yield what holds as of an operation of all keys that begin with `start`."""
        for key, stays in self.stays.items():
            if key[: len(start)] == start:
                yield from ((key, stay) for stay in stays if stay.holds(at))

    def put(self, key: Key, value: Any, operation: int) -> bool:
        """Close the value in force and open another, `None` for none; return whether anything changed."""
        stays = self.stays.get(key, ())
        if stays and stays[-1].to_op == FOREVER:
            present = stays[-1]
            if present.value == value:
                return False
            ended = () if present.from_op == operation else (present._replace(to_op=operation),)
            stays = (*stays[:-1], *ended)
        elif value is None:
            return False
        if value is not None:
            stays = (*stays, Stay(value, operation, FOREVER))
        self.stays[key] = stays
        return True

    def touched(self, operation: int) -> set[Key]:
        """Return the keys of which an operation opened or closed a value."""
        return {key for key, stays in self.stays.items() for stay in stays if operation in (stay.from_op, stay.to_op)}
