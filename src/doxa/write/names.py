"""`alias`: other names of a memory. An entity's names are names of one thing, so its slots are decided anew."""

from __future__ import annotations

from collections.abc import Sequence

from doxa.errors import InvalidInput
from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, Key, item_node
from doxa.records import Receipt, Ref
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, receipt_of, replayed
from doxa.write.refs import target_of


def alias_memory(context: WriteContext, request: WriteRequest, ref: Ref, forms: Sequence[str]) -> Receipt:
    """Let a memory be found by other names; see `Memory.alias`."""
    if not forms:
        raise InvalidInput("alias names no alias.", mend="Give at least one.", field="forms")
    first = replayed(context, request)
    if first is not None:
        return first
    with operation(context, request) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        before = set(writer.view.aliases([target.item]).get(target.item, ()))
        writer.alias(target.item, *forms)
        added = [each for each in writer.view.aliases([target.item]).get(target.item, ()) if each not in before]
        reason = f"called {', '.join(added)} too" if added else "it was called so already"
        result = Result(None, reason, target.revision, status="done" if added else "nothing_to_do")
        return receipt_of(writer, request, [result])


def canonical_name_of(writer: Writer, item: ItemId) -> str | None:
    """Return what an item is called, where it has a canonical name."""
    name = writer.view.state([item_node(item)]).get(item_node(item), {}).get(Key.CANONICAL)
    return name if isinstance(name, str) else None
