"""`pin`, `unpin`, `lock`, `unlock`: marks on a memory that change how it is shown or protected."""

from __future__ import annotations

from typing import Literal

from doxa.graph.nodes import Key, item_node
from doxa.records import Receipt, Ref
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of

Mark = Literal["pin", "lock"]
_KEYS = {"pin": Key.PIN, "lock": Key.LOCK}
_WORDS = {"pin": ("pinned", "unpinned"), "lock": ("locked", "unlocked")}


@answered_once
def set_mark(context: WriteContext, request: WriteRequest, ref: Ref, mark: Mark, *, on: bool) -> Receipt:
    """Set or take off a mark; one that is there already is a no-op."""
    with operation(context, request) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        node = item_node(target.item)
        before = bool(writer.view.state([node]).get(node, {}).get(_KEYS[mark]))
        writer.assert_(node, _KEYS[mark], True if on else None)
        word = _WORDS[mark][0 if on else 1]
        reason = f"it was {word} already" if before == on else word
        result = Result(None, reason, target.revision, status="nothing_to_do" if before == on else "done")
        return receipt_of(writer, request, [result])
