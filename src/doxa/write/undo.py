"""`undo` and `rollback`."""

from __future__ import annotations

from datetime import datetime

from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import View
from doxa.graph.nodes import Filter, ItemId
from doxa.records import Receipt, Ref, Scope
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of


def undo_operation(context: WriteContext, request: WriteRequest, number: str, *, cascade: bool) -> Receipt:
    """Take an operation back; see `Memory.undo`."""
    if not (isinstance(number, str) and number.isascii() and number.isdigit()):
        raise InvalidInput(
            f"operation is {number!r}.", mend="Give an operation's id from a receipt or the log.", field="operation"
        )
    with operation(context, request) as writer:
        if not writer.view.changed_nothing(int(number)):  # that is nobody's, and taking it back is as safe
            writer.view.operation(int(number))  # another user's is as if absent
        undone = writer.undo(int(number), cascade=cascade)
        results = [Result(None, f"operation {each} undone") for each in undone]
        return receipt_of(writer, request, results)


@answered_once
def roll_back(context: WriteContext, request: WriteRequest, ref: Ref | None, moment: datetime | int) -> Receipt:
    """Give a memory, or all of a scope, the state of a past moment; see `Memory.rollback`."""
    with context.graph.view(user=request.scope.user, as_of=moment) as past:
        then = past.at
        then_seen = _items(past, request.scope) if ref is None else []
    if then == 0:
        raise NotFound(f"{moment} lies before the first operation.", mend="Name a later moment.", field="to")
    with operation(context, request) as writer:
        if ref is None:
            # what was there then and is not seen now comes back too
            items = list(dict.fromkeys([*_items(writer.view, request.scope), *then_seen]))
        else:
            items = [target_of(writer.view, ref, request.expect_revision, deleted=True).item]
        writer.rollback(items, then)
        kept = [item for item in items if _exists(writer.view, item)]
        results = [Result(None, f"as of operation {then}", writer.view.head(item)) for item in kept]
        return receipt_of(writer, request, results)


def _items(view: View, scope: Scope) -> list[ItemId]:
    keep = Filter(
        statuses=(),
        space=scope.space,
        agent=scope.agent,
        session=scope.session,
        contexts=scope.contexts or None,
        heads_only=False,
    )
    items: list[ItemId] = []
    cursor: str | None = None
    while True:
        page = view.items(keep, limit=1000, cursor=cursor)
        items += [item.id for item in page.items]
        cursor = page.cursor
        if cursor is None:
            return items


def _exists(view: View, item: ItemId) -> bool:
    return item in view.items_by_id([item])
