"""Asserting: giving the keys of nodes their values: state, status, tags, places, identities."""

from __future__ import annotations

from doxa.errors import InvalidInput, NotFound
from doxa.graph.aliases import name_canonically
from doxa.graph.inputs import checked_contexts, checked_key, checked_status, checked_value, encode
from doxa.graph.kref import checked_tag, space_path
from doxa.graph.ledger import FACTS, assert_row, open_value
from doxa.graph.nodes import ItemId, Key, NodeId, NodeType, RevisionId, item_node
from doxa.graph.presence import find_items, find_node, item_of_revision
from doxa.graph.projection import recompute
from doxa.graph.states import creation_metadata
from doxa.graph.work import SHOWN_IN_HEAD, Work
from doxa.records import Json

LATEST = "latest"
ATTRIBUTE = "attribute:"


def assert_value(work: Work, node: NodeId, key: str, value: Json) -> None:
    """Give a key of a node a value; the same one changes nothing, `None` takes it away.

    Raises:
        InvalidInput: The key or value cannot be asserted.
        NotFound: The node, or the revision named as head, is not there.
    """
    value = checked_value(checked_key(key), value)
    number, type_ = divmod(node, 8)
    item = ItemId(number) if type_ == NodeType.ITEM and ItemId(number) in work.drafts else find_node(work, node)
    if key in (Key.HEAD, Key.CANONICAL) and type_ != NodeType.ITEM:
        raise InvalidInput(f"{key!r} belongs to items.", mend="Pass `item_node(item)`.", field="node", value=node)
    if key == Key.HEAD and value is not None:
        _check_head(work, node, value)
    if key == Key.CANONICAL:
        name_canonically(work, ItemId(number), value)
    if (
        value is None
        and key.startswith(ATTRIBUTE)
        and key.removeprefix(ATTRIBUTE) in creation_metadata(work.sight, node)
    ):
        # a removed attribute that was given at creation: the row says so, since the creation stays as it was
        assert_row(work, FACTS, (node, work.symbols.make(key)), ("null",))
        return
    set_fact(work, node, key, value, item)


def set_fact(work: Work, node: NodeId, key: str, value: Json, item: ItemId | None) -> bool:
    """Give a key of a node that is there a checked value; `item` is what it is or belongs to."""
    text = None if value is None else (encode(value, key),)
    changed = assert_row(work, FACTS, (node, work.symbols.make(key)), text)
    if changed and item is not None and key in SHOWN_IN_HEAD:
        work.drafts.pop(item, None)
        recompute(work, [item])
    return changed


def fact_value(work: Work, node: NodeId, key: str) -> str | None:
    """Return the JSON text of a key's value in force."""
    found = open_value(work, FACTS, (node, work.symbols.id(key)))
    return None if found is None else str(found[0])


def set_status(work: Work, node: NodeId, status: str) -> None:
    """Set the status of an item, revision or artifact; `live` is the default.

    Raises:
        InvalidInput: It is none, or the node takes none.
        NotFound: The node is not there.
    """
    checked = checked_status(status)
    if node % 8 not in (NodeType.ITEM, NodeType.REVISION, NodeType.ARTIFACT):
        mend = "Give it to an item, a revision or an artifact."
        raise InvalidInput(f"Node {node} takes no status.", mend=mend, field="node", value=node)
    item = find_node(work, node)
    set_fact(work, node, Key.STATUS, None if checked == "live" else checked, item)


def identify(work: Work, item: ItemId, identity: str | None, slot: str | None, contexts: tuple[str, ...]) -> None:
    """Change what an item counts as the same as.

    Raises:
        NotFound: There is no such item.
        AlreadyExists: A live item of the owner has the identity.
    """
    find_items(work, (item,))
    labels = checked_contexts(contexts)
    hashed = None if identity is None else work.hasher.identity(identity, labels)
    node = item_node(item)
    set_fact(work, node, Key.SLOT, None if slot is None else work.hasher.slot(slot, labels), item)
    set_fact(work, node, Key.IDENTITY, hashed, item)


def tag(work: Work, revision: RevisionId, name: str) -> None:
    """Move a tag of a revision's item to the revision.

    Raises:
        InvalidInput: It is no tag, or `latest`, which moves by itself.
        NotFound: There is no such revision.
    """
    item = item_of_revision(work, revision)
    set_fact(work, item_node(item), _tag_key(name), revision, item)


def untag(work: Work, revision: RevisionId, name: str) -> None:
    """Take a tag away from the revision that holds it.

    Raises:
        InvalidInput: It is no tag, or `latest`.
        NotFound: The revision is not there or does not hold it.
    """
    key = _tag_key(name)
    item = item_of_revision(work, revision)
    if fact_value(work, item_node(item), key) != encode(revision):
        mend = "See which revision holds it."
        raise NotFound(f"The revision does not hold the tag {name!r}.", mend=mend, field="tag", value=name)
    set_fact(work, item_node(item), key, None, item)


def move(work: Work, item: ItemId, path: str) -> None:
    """Move an item to another space of its owner; its kref stays.

    Raises:
        NotFound: There is no such item.
        InvalidKref: The path is none.
    """
    segments = space_path(path)
    slab = find_items(work, (item,))[item]
    space = make_space(work, slab, segments)
    born = work.connection.row("SELECT space FROM name WHERE item=?", (item,))
    set_fact(work, item_node(item), Key.SPACE, None if born == (space,) else space, item)


def make_space(work: Work, slab: int, segments: tuple[str, ...]) -> int:
    """Return an owner's space, made with its parents where missing."""
    return work.spaces.make(slab, segments, work.operation)


def _tag_key(name: str) -> str:
    checked = checked_tag(name)
    if checked == LATEST:
        raise InvalidInput("The tag 'latest' moves by itself.", mend="Choose another.", field="tag", value=name)
    return f"tag:{checked}"


def _check_head(work: Work, node: NodeId, value: Json) -> None:
    number = value if isinstance(value, int) and not isinstance(value, bool) else 0
    if item_node(item_of_revision(work, RevisionId(number))) != node:
        mend = "Name one of its own revisions."
        raise InvalidInput(f"Revision {value} is of another item.", mend=mend, field="head", value=value)
