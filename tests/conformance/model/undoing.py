"""Undo and rollback: every key gets the value of before, by new rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from doxa.errors import AlreadyExists, InvalidInput, NotFound, UndoConflict
from doxa.graph.nodes import ItemId, Key, NodeId, RevisionId, artifact_node, item_node, operation_node, revision_node
from tests.conformance.model import state as rows
from tests.conformance.model.state import State

NOT_UNDOABLE = ("erase", "import")


class Undoing:
    """The part of a writer that takes operations back."""

    state: State
    operation: int

    def undo(self, operation: int, *, cascade: bool = False) -> tuple[int, ...]:
        if not 1 <= operation < self.operation:
            raise NotFound(f"There is no operation {operation}.", field="operation", value=operation)
        if not self._in_force(operation):
            raise UndoConflict("It was undone already.", dependents=(), mend="Redo it by undoing that.")
        chosen = [operation]
        while True:
            undone = self._with_dependents(chosen)
            if len(undone) > 1 and not cascade:
                raise UndoConflict("It is rested on.", dependents=list(map(str, undone[:-1])), mend="Cascade.")
            if any(self.state.operations[each - 1].kind in NOT_UNDOABLE for each in undone):
                raise InvalidInput("It cannot be undone.", field="operation")
            before = self.state.copy()
            try:
                self._take_back(undone)
            except _PlaceTaken as error:
                self.state.__dict__.update(before.__dict__)
                rival = self._latest_touch(error.holder, undone[-1])
                if rival is None or rival in undone or not cascade:
                    raise UndoConflict(
                        "Its place is taken.", dependents=[str(rival)] if rival else (), mend="Cascade."
                    ) from error
                chosen = [*undone, rival]
            else:
                self.state.operations[-1] = replace(self.state.operations[-1], undoes=operation)
                return tuple(undone)

    def _in_force(self, operation: int) -> bool:
        return self.state.fact(operation_node(operation), Key.UNDONE, self.operation) is None

    def _take_back(self, undone: Sequence[int]) -> None:
        for operation in undone:
            for key in self.state.touched(operation):
                self.state.put(key, self.state.value(key, operation - 1), self.operation)
            self.state.put(("fact", operation_node(operation), Key.UNDONE), str(self.operation), self.operation)
        self._void(self._made_by(*undone))
        self._check_places()

    def _void(self, nodes: set[NodeId]) -> None:
        """Void what was made; what was made of an item that goes itself is hidden with it."""
        revisions = self.state.revisions
        gone = {revision_node(row.id) for row in revisions.values() if item_node(row.item) in nodes}
        for node in nodes - gone:
            self.state.put(("fact", node, Key.VOID), "true", self.operation)

    def _made_by(self, *operations: int) -> set[NodeId]:
        state = self.state
        return {
            *(item_node(row.id) for row in state.items.values() if row.op in operations),
            *(revision_node(row.id) for row in state.revisions.values() if row.op in operations),
            *(artifact_node(row.id) for row in state.artifacts.values() if row.op in operations),
        }

    # --- what rests on what ---

    def _with_dependents(self, chosen: Iterable[int]) -> list[int]:
        found = set(chosen)
        for later in range(min(found) + 1, self.operation):
            if self._in_force(later) and any(self._rests_on(later, earlier) for earlier in found if earlier < later):
                found.add(later)
        return sorted(found, reverse=True)

    def _rests_on(self, later: int, earlier: int) -> bool:
        undoes = self.state.operations[later - 1].undoes
        if undoes is not None and undoes > earlier:
            return False  # it and what it took back cancel each other
        if self.state.touched(later) & self.state.touched(earlier):
            return True
        return bool(self._nodes_used(later) & self._made_by(earlier)) or bool(
            self._items_continued(later) & self._items_continued(earlier)
        )

    def _items_continued(self, operation: int) -> set[int]:
        """Return the items whose `latest` an operation moved."""
        return {row.item for row in self.state.revisions.values() if row.op == operation}

    def _nodes_used(self, operation: int) -> set[NodeId]:
        """Return the nodes that an operation said something of or added something to."""
        state = self.state
        nodes = {item_node(row.item) for row in state.revisions.values() if row.op == operation}
        nodes |= {revision_node(row.revision) for row in state.artifacts.values() if row.op == operation}
        for key in state.touched(operation):
            nodes |= nodes_of(key)
            if key[0] == "fact" and (key[2] == Key.HEAD or key[2].startswith("tag:")):
                opened = [int(stay.value) for stay in state.stays[key] if stay.from_op == operation]
                nodes |= {revision_node(RevisionId(value)) for value in opened}
        return nodes

    def _latest_touch(self, item: ItemId, after: int) -> int | None:
        state = self.state
        made = [state.items[item].op, *(row.op for row in state.revisions.values() if row.item == item)]
        touched = [
            each
            for each in range(after + 1, self.operation)
            if self._in_force(each)
            and (each in made or any(key[:2] == ("fact", item_node(item)) for key in state.touched(each)))
        ]
        return max(touched, default=None)

    # --- rollback ---

    def rollback(self, items: Sequence[ItemId], to: int) -> None:
        if not 0 <= to < self.operation:
            raise NotFound(f"There is no operation {to}.", field="to", value=to)
        state = self.state
        if not set(items) <= state.items.keys():
            raise NotFound("There is no such item.", field="item")
        revisions = {row.id for row in state.revisions.values() if row.item in items}
        artifacts = {row.id for row in state.artifacts.values() if row.revision in revisions}
        nodes = {*map(item_node, items), *map(revision_node, revisions), *map(artifact_node, artifacts)}
        since = self._made_by(*range(to + 1, self.operation + 1)) & nodes
        for key in list(state.stays):
            own = nodes_of(key) if key[0] != "observation" else {revision_node(key[1])}
            if own & nodes and not own & since:
                state.put(key, state.value(key, to), self.operation)
        later = {artifact_node(each) for each in artifacts if revision_node(state.artifacts[each].revision) in since}
        self._void(since - later)
        try:
            self._check_places()
        except _PlaceTaken as error:
            raise AlreadyExists(str(error)) from error

    def _check_places(self) -> None:
        """Refuse a state in which two items have one identity or one address."""
        seen = self._places()
        for number, (item, places) in enumerate(seen):
            for other, others in seen[:number]:
                if places & others:
                    raise _PlaceTaken(max(item, other, key=lambda each: self.state.items[each].op))

    def _places(self) -> list[tuple[ItemId, frozenset[object]]]:
        raise NotImplementedError


class _PlaceTaken(Exception):
    def __init__(self, holder: ItemId) -> None:
        super().__init__(f"Item {holder} has taken the place.")
        self.holder = holder


def nodes_of(key: rows.Key) -> set[NodeId]:
    """Return the nodes that a key says something of."""
    if key[0] == "fact":
        return {key[1]}
    if key[0] == "alias":
        return {item_node(key[1])}
    ends = (key[1], key[3]) if key[0] == "edge" else (key[1], key[4])
    return {revision_node(RevisionId(each)) for each in ends if each is not None}
