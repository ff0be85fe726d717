"""`alias`: other names of a memory. An entity's names are names of one thing, so its slots are decided anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from doxa.errors import InvalidInput
from doxa.graph.contract import Writer
from doxa.graph.entities import ENTITY, name_of
from doxa.graph.nodes import ItemId, ItemNode, item_node
from doxa.records import ANY, Receipt, Ref, User
from doxa.text.forms import value_form
from doxa.write.context import WriteContext, WriteRequest, actor_of
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of
from doxa.write.regrouping import regroup_items, slots_of_items

MENTIONS = 1_000_000
"""Claims of one name that are decided anew at most."""


@answered_once
def alias_memory(context: WriteContext, request: WriteRequest, ref: Ref, forms: Sequence[str]) -> Receipt:
    """Let a memory be found by other names; see `Memory.alias`."""
    if not forms:
        raise InvalidInput("alias names no alias.", mend="Give at least one.", field="forms")
    eyes = eyes_for(context, request, [ref])
    with context.graph.transaction(
        request.kind, actor=actor_of(request.scope), user=eyes, reason=request.reason
    ) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        known = set(writer.view.aliases([target.item]).get(target.item, ()))
        before = slots_of_items(writer, context, named_items(writer, [target.item], forms))
        writer.alias(target.item, *forms)
        added = [each for each in writer.view.aliases([target.item]).get(target.item, ()) if each not in known]
        reason = f"called {', '.join(added)} too" if added else "it was called so already"
        results = [Result(None, reason, target.revision, status="done" if added else "nothing_to_do")]
        if added and writer.view.item(target.item).kind == ENTITY:
            results += regroup_items(writer, context, before)
        return receipt_of(writer, request, results)


def eyes_for(context: WriteContext, request: WriteRequest, refs: Sequence[Ref]) -> User:
    """Return for whose eyes names change: everybody's where a shared entity is meant, since all use its names.

    Raises:
        NotFound: A ref names nothing in the scope.
    """
    with context.graph.view(user=request.scope.user) as view:
        items = [view.item(target_of(view, ref).item) for ref in refs]
    shared = any(item.kind == ENTITY and item.user is None for item in items)
    return ANY if shared else request.scope.user


def names_of(writer: Writer, item: ItemNode) -> list[str]:
    """Return everything that an item is called: its canonical name or words, and its aliases."""
    state = writer.view.state([item_node(item.id)]).get(item_node(item.id), {})
    return [name_of(writer.view, item.id, state), *writer.view.aliases([item.id]).get(item.id, ())]


def named_items(writer: Writer, entities: Iterable[ItemId], forms: Iterable[str] = ()) -> list[ItemId]:
    """Return the items with claims whose subject or value some entities' names, or further forms, name."""
    names = [name for item in entities for name in names_of(writer, writer.view.item(item))]
    wanted = list(dict.fromkeys(value_form(name) for name in (*names, *forms)))
    found = writer.view.mentions([form for form in wanted if form], roles=("subject", "value"), limit=MENTIONS)
    revisions = list(dict.fromkeys(revision for rows in found.values() for revision, _ in rows))
    return sorted({row.item for row in writer.view.heads(revisions).values()})
