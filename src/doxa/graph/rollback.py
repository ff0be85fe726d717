"""Rollback: give items, their revisions and edges the state they had as of an operation, as a new operation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from doxa.errors import NotFound
from doxa.graph.dependents import Created
from doxa.graph.engine import Row
from doxa.graph.ledger import ALIASES, EDGES, FACTS, OBSERVATIONS, Ledger, keys_changed_since, restore_key
from doxa.graph.nodes import ItemId, RevisionId, artifact_node, item_node, revision_node
from doxa.graph.presence import check_numbers
from doxa.graph.projection import recompute
from doxa.graph.restoring import check_addresses
from doxa.graph.sight import chunks
from doxa.graph.symbols import marks
from doxa.graph.undo import void_created
from doxa.graph.work import Work

_PORTION = 100


def rollback(work: Work, items: Sequence[ItemId], to: int) -> None:
    """Give items the state of an operation; what was made since is voided, what was undone since comes back.

    Raises:
        NotFound: There is no such operation or item.
        AlreadyExists: What returns finds its identity or address taken by another item.
    """
    if not 0 <= to < work.operation:
        mend = "See `changes` for what there is."
        raise NotFound(f"There is no operation {to}.", mend=mend, field="to", value=to)
    _find(work, items)
    for part in chunks(dict.fromkeys(items), _PORTION):
        _roll_back(work, part, to)
    work.forget()
    check_addresses(work, items)
    recompute(work, items)


def _find(work: Work, items: Sequence[ItemId]) -> None:
    """Check that items are there, also those whose making was undone."""
    check_numbers("item", items)
    for part in chunks(dict.fromkeys(items)):
        rows = work.connection.rows(f"SELECT id FROM item WHERE id IN ({marks(part)}) AND erased IS NULL", part)
        missing = set(part) - {row[0] for row in rows}
        if missing:
            number = min(missing)
            mend = "Read it again."
            raise NotFound(f"There is no item number {number}.", mend=mend, field="item", value=number)


def _roll_back(work: Work, items: Sequence[ItemId], to: int) -> None:
    created, kept = _split(work, items, to)
    made = {revision for revision, _ in created.revisions}
    for ledger, key in _changed_keys(work, [item for item in items if item not in created.items], kept, to):
        # what hangs on a revision made since is hidden with it
        if ledger is not EDGES or not made & {key[0], key[2]}:
            restore_key(work, ledger, key, before=to + 1)
    void_created(work, created)


def _split(work: Work, items: Sequence[ItemId], to: int) -> tuple[Created, list[RevisionId]]:
    """Return what was made after an operation, and the revisions that were there."""
    here, rows = f"IN ({marks(items)})", work.connection.rows
    new = {ItemId(row[0]) for row in rows(f"SELECT id FROM item WHERE id {here} AND op>?", (*items, to))}
    revisions = rows(f"SELECT id, item, op FROM revision WHERE item {here}", items)
    kept = [RevisionId(revision) for revision, item, op in revisions if op <= to and item not in new]
    later = [(RevisionId(revision), ItemId(item)) for revision, item, op in revisions if op > to]
    artifacts: list[int] = []
    for part in chunks(kept):
        found = rows(f"SELECT id FROM artifact WHERE rev IN ({marks(part)}) AND op>?", (*part, to))
        artifacts += [row[0] for row in found]
    return Created(tuple(new), tuple(later), tuple(artifacts)), kept


def _changed_keys(
    work: Work, items: Sequence[ItemId], revisions: Sequence[RevisionId], to: int
) -> Iterator[tuple[Ledger, Row]]:
    artifacts = [
        row[0]
        for part in chunks(revisions)
        for row in work.connection.rows(f"SELECT id FROM artifact WHERE rev IN ({marks(part)}) AND op<=?", (*part, to))
    ]
    nodes = [*map(item_node, items), *map(revision_node, revisions), *map(artifact_node, artifacts)]
    places: tuple[tuple[Ledger, str, Sequence[int]], ...] = (
        (FACTS, "node", nodes),
        (EDGES, "src", revisions),
        (EDGES, "dst", revisions),
        (ALIASES, "item", items),
        (OBSERVATIONS, "rev", revisions),
    )
    for ledger, column, numbers in places:
        for key in keys_changed_since(work, ledger, column, numbers, to):
            yield ledger, key
