"""`delete` and `restore`: out of what is believed and shown, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from doxa.errors import InvalidInput
from doxa.graph.beliefs import read_beliefs
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import Filter, Key, item_node
from doxa.recall.conditions import check_conditions, matches
from doxa.records import Json, Receipt, Ref, Scope
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.fading import renew_faded
from doxa.write.grounding import mark_summaries, unmark_summaries
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, refuse_protected, target_of
from doxa.write.returning import telling_who_took_the_place


@answered_once
def delete_memories(
    context: WriteContext,
    request: WriteRequest,
    refs: Sequence[Ref],
    *,
    where: Mapping[str, Json] | None,
    force: bool,
    confirm: bool,
) -> Receipt:
    """Mark memories as deleted; see `Memory.delete`."""
    _check_choice(refs, where, confirm)
    with operation(context, request) as writer:
        targets = _targets(writer.view, request, refs, where)
        for target in targets:
            refuse_protected(writer.view, target, force=force)
        results = [_set(writer, target, "deleted") for target in targets]
        return receipt_of(writer, request, results)


@answered_once
def restore_memories(context: WriteContext, request: WriteRequest, refs: Sequence[Ref]) -> Receipt:
    """Mark memories as live again; see `Memory.restore`."""
    if not refs:
        raise InvalidInput("restore names no memory.", mend="Give at least one ref.", field="refs")
    with operation(context, request) as writer:
        return receipt_of(
            writer, request, [_set(writer, target, "live") for target in _targets(writer.view, request, refs, None)]
        )


def _check_choice(refs: Sequence[Ref], where: Mapping[str, Json] | None, confirm: bool) -> None:
    if bool(refs) == (where is not None):
        raise InvalidInput("delete needs refs or where, not both.", mend="Name what goes.", field="refs")
    if where is not None and not confirm:
        raise InvalidInput("delete by where deletes in bulk.", mend="Pass confirm=True.", field="confirm")
    check_conditions(where)


def _targets(view: View, request: WriteRequest, refs: Sequence[Ref], where: Mapping[str, Json] | None) -> list[Target]:
    if where is None:
        return [target_of(view, ref, request.expect_revision, deleted=True) for ref in refs]
    return _matching(view, request.scope, where)


def _matching(view: View, scope: Scope, where: Mapping[str, Json]) -> list[Target]:
    keep = Filter(space=scope.space, agent=scope.agent, session=scope.session, contexts=scope.contexts or None)
    now = view.at_time
    found: list[Target] = []
    cursor: str | None = None
    while now is not None:
        page = view.list_heads(keep, limit=1000, cursor=cursor)
        beliefs = read_beliefs(view, [row.revision for row in page.items], now=now)
        rows = {row.revision: row for row in page.items}
        found += [
            Target(belief.id, rows[revision].item, revision)
            for revision, belief in beliefs.items()
            if matches(belief, where)
        ]
        cursor = page.cursor
        if cursor is None:
            break
    return found


def _set(writer: Writer, target: Target, status: str) -> Result:
    node = item_node(target.item)
    present = writer.view.state([node]).get(node, {}).get(Key.STATUS, "live")
    if present == status == "live" and renew_faded(writer, target.revision):
        return Result(None, "too unsure to be shown before, live now", target.revision)
    if present == status:
        return Result(None, f"it was {status} already", target.revision, status="nothing_to_do")
    with telling_who_took_the_place(writer.view, target.ref):
        writer.status(node, status)
    if status == "deleted":
        mark_summaries(writer, target.revision)
    if present == "deleted":
        unmark_summaries(writer, target.revision)
    if present == "archived":
        renew_faded(writer, target.revision)
    return Result(None, f"{present} before, {status} now", target.revision)
