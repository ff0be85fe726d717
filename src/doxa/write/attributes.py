"""`define_attribute`: says of the whole project whether an attribute holds one value at a time, and its other names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import cast

from doxa.belief.attributes import AttributeRegistry, normal_name
from doxa.errors import InvalidInput
from doxa.graph.contract import View
from doxa.graph.definitions import DEFINITION, registry_of
from doxa.graph.nodes import PROJECT_NODE, Filter, ItemId
from doxa.records import ANY, Json, Receipt, Scope
from doxa.write.context import WriteContext, WriteRequest, actor_of
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.regrouping import regroup_items, slots_of_items

PAGE = 1000


@answered_once
def define_attribute(
    context: WriteContext, request: WriteRequest, name: str, *, single: bool, aliases: Sequence[str]
) -> Receipt:
    """Define an attribute and decide anew the slots that it changes; see `Memory.define_attribute`."""
    plain = normal_name(name)
    if not isinstance(single, bool):
        raise InvalidInput(f"single is {single!r}.", mend="Give True or False.", field="single", value=single)
    with context.graph.transaction(
        request.kind, actor=actor_of(request.scope), user=ANY, reason=request.reason
    ) as writer:
        before = registry_of(writer.view, context.attributes)
        key = f"{DEFINITION}{plain}"
        kept = cast("dict[str, Json]", writer.view.state([PROJECT_NODE]).get(PROJECT_NODE, {}).get(key) or {})
        names = [*cast("list[str]", kept.get("aliases") or []), *(normal_name(alias) for alias in aliases)]
        after = before.with_(plain, single=single, aliases=names)
        slots = slots_of_items(writer, context, list(_concerned(writer.view, before, after)))
        writer.assert_(PROJECT_NODE, key, {"single": single, "aliases": list(dict.fromkeys(names))})
        results = regroup_items(writer, context, slots)
        said = f"{plain} holds {'one value' if single else 'many values'} at a time"
        done = Result(None, said, status="nothing_to_do" if registry_of(writer.view, before) is before else "done")
        return receipt_of(writer, request, [done, *results])


def define_configured(context: WriteContext, configured: Sequence[str]) -> None:
    """Define the attributes of the settings that a project does not know so yet, each as one operation.

    Args:
        context: The parts.
        configured: As `Config.attributes` has them: `NAME=one:ALIAS|ALIAS`.

    Raises:
        InvalidInput: A name is malformed, or an alias of one is also its denial.
    """
    for each in configured:
        name, _, rest = each.partition("=")
        values, _, aliases = rest.partition(":")
        single, names = values == "one", [alias for alias in aliases.split("|") if alias]
        with context.graph.view(user=None) as view:
            known = _is_known(registry_of(view, context.attributes), name, single, names)
        if not known:
            request = WriteRequest("define_attribute", Scope(), reason="the settings say so", content={"content": each})
            define_attribute(context, request, name, single=single, aliases=names)


def _is_known(registry: AttributeRegistry, name: str, single: bool, aliases: Sequence[str]) -> bool:
    """Whether a registry has an attribute under its name, with as many values, and under every alias."""
    named = [registry.resolve(each) for each in (name, *aliases)]
    return named[0].attribute.single == single and all(
        not each.denied and each.attribute.name == normal_name(name) for each in named
    )


def _concerned(view: View, before: AttributeRegistry, after: AttributeRegistry) -> Iterator[ItemId]:
    """Yield the items, rivals too, with a claim whose attribute is now another one, or holds more or fewer values."""
    changed: dict[str, bool] = {}
    cursor: str | None = None
    while True:
        page = view.list_heads(Filter(heads_only=False), limit=PAGE, cursor=cursor)
        nodes = view.revisions([row.revision for row in page.items])
        for node in nodes.values():
            attribute = node.claim.attribute if node.claim is not None else None
            if attribute and attribute not in changed:
                changed[attribute] = before.resolve(attribute) != after.resolve(attribute)
            if attribute and changed[attribute]:
                yield node.item
        cursor = page.cursor
        if cursor is None:
            return
