"""What a change is called, what it is about and what it says, from the row that tells it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from doxa.graph.engine import Row
from doxa.graph.kref import Kref
from doxa.graph.nodes import Key, RevisionId
from doxa.graph.sight import Sight, chunks, decode
from doxa.graph.symbols import marks
from doxa.records import Json

_TAG = "tag:"


@dataclass(frozen=True, slots=True)
class Told:
    """A change in words: what it is called, the kref (or id) of what it is about, what else it says."""

    kind: str
    ref: str
    detail: Mapping[str, Json] = field(default_factory=dict)


class Names:
    """Krefs of what changes are about, read at once; also of what is not seen any more since its making was undone.

    Args:
        sight: The reader's snapshot.
        items: Items to name.
        revisions: Revisions to name.
    """

    def __init__(self, sight: Sight, items: Sequence[int], revisions: Sequence[int]) -> None:
        self._sight = sight
        numbered = self._read_revisions(revisions)
        self._items = self._read_items([*items, *(item for item, _ in numbered.values())])
        self._revisions = {
            revision: self._items[item].at(number)
            for revision, (item, number) in numbered.items()
            if item in self._items
        }

    def node(self, item: int | None, revision: int | None) -> Kref | None:
        """Return the kref of a revision, else of an item."""
        return self._items.get(item or 0) if revision is None else self._revisions.get(revision)

    def space(self, space: int) -> Kref:
        """Return the kref of a space."""
        spaces = self._sight.spaces
        return Kref(self._sight.project, spaces.slab(space), spaces.path(space))

    def word(self, number: int) -> str:
        """Return the word of a symbol."""
        return self._sight.symbols.word(number)

    @property
    def project(self) -> Kref:
        """The kref of the project."""
        return Kref(self._sight.project)

    def _read_revisions(self, revisions: Sequence[int]) -> dict[int, tuple[int, int]]:
        found: dict[int, tuple[int, int]] = {}
        for part in chunks(dict.fromkeys(revisions)):
            rows = self._sight.connection.rows(f"SELECT id, item, n FROM revision WHERE id IN ({marks(part)})", part)
            found.update((revision, (item, number)) for revision, item, number in rows)
        return found

    def _read_items(self, items: Sequence[int]) -> dict[int, Kref]:
        found: dict[int, Kref] = {}
        for part in chunks(dict.fromkeys(items)):
            rows = self._sight.connection.rows(
                "SELECT i.id, i.slab, a.space, a.name, i.kind FROM item i JOIN name a ON a.item=i.id"
                f" WHERE i.id IN ({marks(part)})",
                part,
            )
            paths = self._sight.spaces.paths({row[2] for row in rows})
            for item, slab, space, name, kind in rows:
                found[item] = Kref(self._sight.project, slab, paths[space], name, self.word(kind))
        return found


def revisions_named(sort: str, row: Row) -> list[RevisionId]:
    """Return the revisions that a row's words will name."""
    named = [row[1]] if row[1] is not None else []
    if sort in ("edge+", "edge-"):
        named.append(row[2])
    if sort in ("item+", "item-") and row[4].isdecimal():
        named.append(int(row[4]))  # a tag or head points to a revision; other numbers name none, or one not used
    return [RevisionId(revision) for revision in named]


def describe(sort: str, names: Names, row: Row) -> Told:
    """Return what a row of a source of `feed_sources.SOURCES` tells."""
    return _SORTS[sort](names, row)


def _space(names: Names, row: Row) -> Told:
    return Told("space.created", str(names.space(row[2])))


def _item(names: Names, row: Row) -> Told:
    return Told("item.created", _ref(names, row), {"kind": names.word(row[2])})


def _revision(names: Names, row: Row) -> Told:
    return Told("revision.created", _ref(names, row))


def _artifact(names: Names, row: Row) -> Told:
    return Told("artifact.added", _artifact_ref(names, row, row[2]), {"location": row[3]})


def _fact(sort: str, opened: bool) -> Callable[[Names, Row], Told]:
    def tell(names: Names, row: Row) -> Told:
        key, value = names.word(row[3]), json.loads(row[4])
        if sort == "item" and (key.startswith(_TAG) or key == Key.HEAD):
            return _pointed(names, row, key, value, opened)
        ref = _fact_ref(sort, names, row)
        if key == Key.VOID:
            return Told(f"{sort}.{'undone' if opened else 'redone'}", ref)
        if key == Key.STATUS:
            return Told(f"{sort}.{value if opened else 'restored'}", ref)
        if key == Key.SPACE:
            return Told("item.moved", ref, {"space": "/".join(names.space(value).space) if opened else None})
        return Told(f"{sort}.changed", ref, {"key": key, "value": value if opened else None})

    return tell


def _pointed(names: Names, row: Row, key: str, value: Any, opened: bool) -> Told:
    holder = names.node(None, value)
    ref = _ref(names, row) if holder is None else str(holder)
    if key == Key.HEAD:
        return Told("item.head", _ref(names, row), {"head": ref if opened else None})
    return Told(f"revision.{'tagged' if opened else 'untagged'}", ref, {"tag": key.removeprefix(_TAG)})


def _fact_ref(sort: str, names: Names, row: Row) -> str:
    if sort == "artifact":
        return _artifact_ref(names, row, row[2])
    if sort == "space":
        return str(names.space(row[2]))
    return str(names.project) if sort == "project" else _ref(names, row)


def _edge(opened: bool) -> Callable[[Names, Row], Told]:
    def tell(names: Names, row: Row) -> Told:
        detail: dict[str, Json] = {"type": names.word(row[3]), "target": str(names.node(None, row[2]) or "")}
        if opened and row[4] is not None:
            detail["metadata"] = decode(row[4])
        return Told(f"edge.{'created' if opened else 'deleted'}", _ref(names, row), detail)

    return tell


def _alias(opened: bool) -> Callable[[Names, Row], Told]:
    return lambda names, row: Told(f"alias.{'added' if opened else 'removed'}", _ref(names, row), {"alias": row[2]})


def _observation(opened: bool) -> Callable[[Names, Row], Told]:
    kind = f"observation.{'added' if opened else 'removed'}"
    return lambda names, row: Told(kind, _ref(names, row), {"source": names.word(row[2])})


def _erased(names: Names, row: Row) -> Told:
    return Told("item.erased", bytes(row[2]).hex())


def _ref(names: Names, row: Row) -> str:
    return str(names.node(row[0], row[1]) or "")


def _artifact_ref(names: Names, row: Row, name: str) -> str:
    revision = names.node(row[0], row[1])
    return "" if revision is None else str(replace(revision, artifact=name))


_SORTS: Mapping[str, Callable[[Names, Row], Told]] = {
    "space": _space,
    "item": _item,
    "revision": _revision,
    "artifact": _artifact,
    **{
        f"{sort}{sign}": _fact(sort, sign == "+")
        for sort in ("item", "revision", "artifact", "space", "project")
        for sign in "+-"
    },
    "edge+": _edge(True),
    "edge-": _edge(False),
    "alias+": _alias(True),
    "alias-": _alias(False),
    "observation+": _observation(True),
    "observation-": _observation(False),
    "erased": _erased,
}
