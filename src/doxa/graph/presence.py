"""What a writer refers to must be there: one read for all of it, none for what this transaction made."""

from __future__ import annotations

from collections.abc import Iterable

from doxa.errors import InvalidInput, NotFound
from doxa.graph.nodes import MOST, ItemId, NodeId, NodeType, RevisionId
from doxa.graph.sight import ALWAYS, lists
from doxa.graph.symbols import marks
from doxa.graph.work import Work


def find_revisions(work: Work, revisions: Iterable[RevisionId]) -> None:
    """Check that revisions are there, and note their slabs in `work.known`.

    Raises:
        NotFound: One is not.
    """
    unknown = [each for each in dict.fromkeys(revisions) if each not in work.known and not _was_read(work, each)]
    check_numbers("revision", unknown)
    seen = work.sight.seen_revision() if unknown else None
    for part in lists(unknown):
        assert seen is not None
        found = work.connection.rows(
            "SELECT r.id, i.slab FROM revision r JOIN item i ON i.id=r.item"
            f" WHERE r.id IN ({marks(part)}) AND {seen.sql}",
            (*part, *seen.values),
        )
        work.known.update((RevisionId(number), slab) for number, slab in found)
        for revision in part:
            if revision not in work.known:
                raise _missing("revision", revision)


def _was_read(work: Work, revision: RevisionId) -> bool:
    home = work.home_of(revision)
    if home is not None:
        work.known[revision] = home.slab
    return home is not None


def item_of_revision(work: Work, revision: RevisionId) -> ItemId:
    """Return the item of a revision that is there.

    Raises:
        NotFound: It is not.
    """
    find_revisions(work, (revision,))
    item = work.item_of(revision)
    if item is not None:
        return item
    found = work.connection.row("SELECT item FROM revision WHERE id=?", (revision,))
    assert found is not None
    return ItemId(found[0])


def find_items(work: Work, items: Iterable[ItemId]) -> dict[ItemId, int]:
    """Return the slabs of items.

    Raises:
        NotFound: One is not there.
    """
    wanted = dict.fromkeys(items)
    check_numbers("item", wanted)
    slabs = {item: slab for item in wanted if (slab := work.slab_of(item)) is not None}
    unknown = [item for item in wanted if item not in slabs]
    seen = work.sight.seen_item() if unknown else ALWAYS
    for part in lists(unknown):
        found = work.connection.rows(
            f"SELECT i.id, i.slab FROM item i WHERE i.id IN ({marks(part)}) AND {seen.sql}", (*part, *seen.values)
        )
        slabs.update((ItemId(number), slab) for number, slab in found)
        for item in part:
            if item not in slabs:
                raise _missing("item", item)
    return slabs


def find_node(work: Work, node: NodeId) -> ItemId | None:
    """Check that a node is there; return the item it is or belongs to, `None` for a space or the project.

    Raises:
        NotFound: It is not there.
        InvalidInput: It is no node that takes assertions.
    """
    number, type_ = divmod(node, 8)
    check_numbers("node", [number] if type_ != NodeType.PROJECT else [])
    if type_ == NodeType.ITEM:
        find_items(work, (ItemId(number),))
        return ItemId(number)
    if type_ == NodeType.REVISION:
        return item_of_revision(work, RevisionId(number))
    if type_ == NodeType.ARTIFACT:
        found = work.connection.row("SELECT rev FROM artifact WHERE id=?", (number,))
        if found is None:
            raise _missing("artifact", number)
        return item_of_revision(work, RevisionId(found[0]))
    if type_ == NodeType.SPACE:
        if work.connection.row("SELECT 1 FROM space WHERE id=?", (number,)) is None:
            raise _missing("space", number)
        return None
    if type_ == NodeType.PROJECT and number == 0:
        return None
    raise InvalidInput(f"{node} is no node.", mend="Make it with `item_node` and its like.", field="node", value=node)


def check_numbers(what: str, numbers: Iterable[int]) -> None:
    """Check that rows can have the numbers; the database would raise an error of its own.

    Raises:
        NotFound: None can.
    """
    for number in numbers:
        if not 0 < number <= MOST:
            raise _missing(what, number)


def _missing(what: str, number: int) -> NotFound:
    return NotFound(f"There is no {what} number {number}.", mend="Read it again.", field=what, value=number)
