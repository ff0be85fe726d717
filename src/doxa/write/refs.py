"""Refs that a write names, with the checks that must hold before it."""

from __future__ import annotations

from dataclasses import dataclass

from doxa.errors import InvalidInput, NotFound, Protected, RevisionConflict
from doxa.graph.contract import View
from doxa.graph.nodes import ItemId, Key, RevisionId, item_node
from doxa.records import Ref

PUBLISHED = "published"


@dataclass(frozen=True, slots=True)
class Target:
    """A memory that a write names: its item, and the revision the ref pins or its head."""

    ref: Ref
    item: ItemId
    revision: RevisionId


def target_of(view: View, ref: Ref, expect_revision: int | None = None, *, deleted: bool = False) -> Target:
    """Look a ref up.

    Args:
        view: Where.
        ref: An id or kref.
        expect_revision: The newest revision number the caller knows of.
        deleted: Whether a deleted memory may be named too.

    Raises:
        NotFound: It names nothing in the scope, or what was deleted.
        RevisionConflict: A newer revision exists.
    """
    if not isinstance(ref, str):
        raise InvalidInput(f"ref is {ref!r}.", mend="Give a belief's id or kref.", field="ref", value=ref)
    item = view.item(ref)
    node = item_node(item.id)
    if not deleted and view.state([node]).get(node, {}).get(Key.STATUS) == "deleted":
        raise NotFound(f"{ref} was deleted.", mend="Restore it first.", field="ref", value=ref)
    if expect_revision is not None:
        newest = view.revision(view.latest(item.id)).number
        if newest != expect_revision:
            raise RevisionConflict(
                f"{ref} is at revision {newest}, not {expect_revision}.",
                mend="Read it again and retry.",
                field="expect_revision",
                value=expect_revision,
            )
    return Target(ref, item.id, view.resolve(ref))


def refuse_protected(view: View, target: Target, *, force: bool, locked_only: bool = False) -> None:
    """Refuse to change a locked memory, or a published one unless only locks count.

    Raises:
        Protected: It is, and `force` is False.
    """
    if force:
        return
    state = view.state([item_node(target.item)]).get(item_node(target.item), {})
    why = "locked" if state.get(Key.LOCK) else ""
    if not why and not locked_only and PUBLISHED in view.tags(target.item):
        why = PUBLISHED
    if why:
        raise Protected(
            f"{target.ref} is {why}.",
            mend="Pass force=True, or unlock or untag it first.",
            field="ref",
            value=target.ref,
        )
