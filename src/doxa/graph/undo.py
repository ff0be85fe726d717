"""Undo: give every key an operation touched the value of just before it, as a new operation.

What is generic over the assertion tables is here; what an operation created is voided by the fact `void`, and that an
operation was taken back is the fact `undone` on it, so undo of an undo is redo and past views answer as then. Spaces,
slabs and symbols stay: they are places and words, and hold nothing by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doxa.errors import InvalidInput, NotFound, UndoConflict
from doxa.graph.dependents import Created, created_by, dependents_of, erased_after, undone_among
from doxa.graph.items import AddressTaken
from doxa.graph.ledger import FACTS, LEDGERS, assert_row, keys_touched, restore_key
from doxa.graph.nodes import ItemId, Key, NodeId, NodeType, artifact_node, item_node, operation_node, revision_node
from doxa.graph.projection import IdentityTaken, recompute
from doxa.graph.restoring import check_addresses, items_of_nodes, latest_touch
from doxa.graph.work import Work

NOT_UNDOABLE = frozenset({"erase", "import", "migrate"})
"""Kinds of operations that cannot be taken back."""


def undo(work: Work, operation: int, *, cascade: bool) -> tuple[int, ...]:
    """Take an operation back, with `cascade` those in force that rest on it too.

    Returns:
        The operations undone, newest first.

    Raises:
        UndoConflict: Later operations in force rest on it and `cascade` is False, or it was undone already.
        NotFound: There is no such operation.
        InvalidInput: It, or one that rests on it, cannot be undone: an erase or an import.
    """
    _check_known(work, operation)
    chosen = [operation]
    while True:
        undone = _with_dependents(work, chosen)
        if len(undone) > 1 and not cascade:
            raise _conflict(operation, undone[:-1])
        for each in undone:
            _check_undoable(work, each)
        try:
            with work.attempt():
                _take_back(work, undone)
                work.connection.run("UPDATE op SET undoes=? WHERE id=?", (operation, work.operation))
        except (IdentityTaken, AddressTaken) as error:
            chosen = [*undone, _rival_operation(work, error.holder, undone, cascade)]
        else:
            return tuple(undone)


def void_created(work: Work, created: Created) -> None:
    """Void what was created: as if it had never been made, from now on."""
    gone = set(created.items)
    nodes: list[NodeId] = [item_node(item) for item in created.items]
    nodes += [revision_node(revision) for revision, item in created.revisions if item not in gone]
    nodes += [artifact_node(artifact) for artifact in created.artifacts]
    key = work.symbols.make(Key.VOID)
    for node in nodes:
        assert_row(work, FACTS, (node, key), ("true",))


def _check_known(work: Work, operation: int) -> None:
    if not 1 <= operation < work.operation:
        mend = "See `changes` for what there is."
        raise NotFound(f"There is no operation {operation}.", mend=mend, field="operation", value=operation)
    by = undone_among(work, (operation,)).get(operation)
    if by is not None:
        mend = f"Undo operation {by} to redo it."
        raise UndoConflict(f"Operation {operation} was undone already by operation {by}.", dependents=(), mend=mend)


def _check_undoable(work: Work, operation: int) -> None:
    found = work.connection.row("SELECT kind FROM op WHERE id=?", (operation,))
    kind = "" if found is None else work.symbols.word(found[0])
    if kind in NOT_UNDOABLE:
        mend = "What it did stays."
        raise InvalidInput(f"Operation {operation} ({kind}) cannot be undone.", mend=mend, field="operation")


def _with_dependents(work: Work, chosen: Iterable[int]) -> list[int]:
    """Return the operations with all that rest on them, at any depth, newest first."""
    found = set(chosen)
    waiting = list(found)
    while waiting:
        more = dependents_of(work, waiting.pop()) - found
        found |= more
        waiting += more
    return sorted(found, reverse=True)


def _conflict(operation: int, dependents: Sequence[int]) -> UndoConflict:
    listed = ", ".join(map(str, dependents))
    return UndoConflict(
        f"Later operations rest on operation {operation}: {listed}.",
        dependents=[str(each) for each in dependents],
        mend="Undo those first, or pass `cascade=True`.",
    )


def _rival_operation(work: Work, holder: ItemId, undone: Sequence[int], cascade: bool) -> int:
    """Return the operation that gave the identity or address, which undo would bring back, to another item."""
    oldest = undone[-1]
    found = latest_touch(work, holder, after=oldest)
    if found is None or found in undone or not cascade:
        raise UndoConflict(
            f"Undoing operation {oldest} would bring back a memory whose place another one has taken.",
            dependents=[] if found is None else [str(found)],
            mend="Delete the newer memory first, or pass `cascade=True`.",
        )
    return found


def _take_back(work: Work, undone: Sequence[int]) -> None:
    """Give every key that the operations touched the value of just before the oldest of them that touched it."""
    nodes: set[NodeId] = set()
    erases = erased_after(work, undone[-1])
    for ledger in LEDGERS:
        settled = keys_touched(work, ledger, erases)  # what an erase gave a key stays
        for key, oldest in keys_touched(work, ledger, undone).items():
            if key in settled:
                continue
            restore_key(work, ledger, key, before=oldest)
            if ledger is FACTS:
                nodes.add(NodeId(key[0]))
    created = created_by(work, undone)
    void_created(work, created)
    mark = work.symbols.make(Key.UNDONE)
    for each in undone:
        assert_row(work, FACTS, (operation_node(each), mark), (str(work.operation),))
    work.forget()
    touched = items_of_nodes(work, nodes) | set(created.items) | {item for _, item in created.revisions}
    check_addresses(work, [ItemId(node // 8) for node in nodes if node % 8 == NodeType.ITEM])
    recompute(work, touched)
