"""The change feed, told from the dated rows of a state."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from doxa.graph.kref import Kref
from doxa.graph.nodes import ChangeNode, Key, NodeType
from doxa.records import ANY, Json, User
from tests.conformance.model.state import Key as StateKey
from tests.conformance.model.state import State, Stay

HIDDEN = (Key.IDENTITY, Key.SLOT, Key.MEMBERS)

Told = tuple[str, str, dict[str, Json]]


class Feed:
    """Tells what every operation changed of the nodes a user sees."""

    def __init__(self, state: State, user: User, project: str) -> None:
        self._state = state
        self._user = user
        self._project = project

    def changes(self) -> Iterator[ChangeNode]:
        for operation in self._state.operations:
            told = [*self._made(operation.id), *self._changed(operation.id)]
            for position, (kind, ref, detail) in enumerate(told, 1):
                yield ChangeNode(operation.id, position, operation.at, kind, ref, detail)

    def _made(self, operation: int) -> Iterator[Told]:
        state = self._state
        for space in state.spaces.values():
            if space.op == operation and space.path and self._sees(space.owner):
                yield "space.created", str(Kref(self._project, state.owners.index(space.owner), space.path)), {}
        for item in state.items.values():
            if item.op == operation and self._sees(item.owner):
                yield "item.created", str(self._item(item.id)), {"kind": item.kind}
        for revision in state.revisions.values():
            if revision.op == operation and self._sees_revision(revision.id):
                yield "revision.created", str(self._revision(revision.id)), {}
        for artifact in state.artifacts.values():
            if artifact.op == operation and self._sees_revision(artifact.revision):
                yield "artifact.added", str(self._artifact(artifact.id)), {"location": artifact.location}

    def _changed(self, operation: int) -> Iterator[Told]:
        for key, stays in self._state.stays.items():
            opened = [stay for stay in stays if stay.from_op == operation]
            closed = [stay for stay in stays if stay.to_op == operation and not opened]
            for stay, open_ in [*((each, True) for each in opened), *((each, False) for each in closed)]:
                told = self._tell(key, stay, open_)
                if told is not None:
                    yield told

    def _tell(self, key: StateKey, stay: Stay, opened: bool) -> Told | None:
        if key[0] == "fact":
            return self._tell_fact(key[1], key[2], json.loads(stay.value), opened)
        if key[0] == "alias":
            kind = f"alias.{'added' if opened else 'removed'}"
            return (kind, str(self._item(key[1])), {"alias": stay.value}) if self._sees_item(key[1]) else None
        if not self._sees_revision(key[1]):
            return None
        if key[0] == "observation":
            kind = f"observation.{'added' if opened else 'removed'}"
            return kind, str(self._revision(key[1])), {"source": stay.value.source}
        if not self._sees_revision(key[3]):
            return None
        detail: dict[str, Json] = {"type": key[2], "target": str(self._revision(key[3]))}
        if opened and stay.value != "{}":
            detail["metadata"] = json.loads(stay.value)
        return f"edge.{'created' if opened else 'deleted'}", str(self._revision(key[1])), detail

    def _tell_fact(self, node: int, key: str, value: Any, opened: bool) -> Told | None:
        found = self._node(node)
        if key in HIDDEN or found is None:
            return None
        sort, ref = found
        if sort == "item" and (key == Key.HEAD or key.startswith("tag:")):
            pointed = str(self._revision(value))
            if key == Key.HEAD:
                return "item.head", ref, {"head": pointed if opened else None}
            return f"revision.{'tagged' if opened else 'untagged'}", pointed, {"tag": key.removeprefix("tag:")}
        if key == Key.VOID:
            return f"{sort}.{'undone' if opened else 'redone'}", ref, {}
        if key == Key.STATUS:
            return f"{sort}.{value if opened else 'restored'}", ref, {}
        if key == Key.SPACE:
            return "item.moved", ref, {"space": "/".join(self._state.spaces[value].path) if opened else None}
        return f"{sort}.changed", ref, {"key": key, "value": value if opened else None}

    def _node(self, node: int) -> tuple[str, str] | None:
        number, type_ = divmod(node, 8)
        state = self._state
        if type_ == NodeType.ITEM and self._sees_item(number):
            return "item", str(self._item(number))
        if type_ == NodeType.REVISION and self._sees_revision(number):
            return "revision", str(self._revision(number))
        if type_ == NodeType.ARTIFACT and self._sees_revision(state.artifacts[number].revision):
            return "artifact", str(self._artifact(number))
        if type_ == NodeType.SPACE and self._sees(state.spaces[number].owner):
            row = state.spaces[number]
            return "space", str(Kref(self._project, state.owners.index(row.owner), row.path))
        return ("project", str(Kref(self._project))) if type_ == NodeType.PROJECT else None

    def _sees(self, owner: str | None) -> bool:
        return self._user is ANY or owner in (None, self._user)

    def _sees_item(self, item: int) -> bool:
        return self._sees(self._state.items[item].owner)

    def _sees_revision(self, revision: int) -> bool:
        return self._sees_item(self._state.revisions[revision].item)

    def _item(self, item: int) -> Kref:
        row = self._state.items[item]
        slab = self._state.owners.index(row.owner)
        return Kref(self._project, slab, self._state.spaces[row.space].path, row.name, row.kind)

    def _revision(self, revision: int) -> Kref:
        row = self._state.revisions[revision]
        return self._item(row.item).at(row.number)

    def _artifact(self, artifact: int) -> Kref:
        row = self._state.artifacts[artifact]
        return replace(self._revision(row.revision), artifact=row.name)
