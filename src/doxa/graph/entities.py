"""Which entity a name names: the one whose canonical name or alias it is, among one owner's and the shared ones."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from doxa.graph.aliases import alias_form
from doxa.graph.contract import View
from doxa.graph.nodes import ItemId, Key, item_node
from doxa.records import Json
from doxa.text.forms import value_form

ENTITY = "entity"


def canonical_forms(view: View, forms: Iterable[str], owner: str | None) -> dict[str, str]:
    """Return the normal form of the canonical name for each form that names exactly one entity otherwise.

    Args:
        view: Where.
        forms: Normal forms of names (`value_form`).
        owner: Whose entities count, beside the shared ones.
    """
    by_alias = {alias_form(form): form for form in forms}
    found = view.items_by_alias(list(by_alias))
    if not found:
        return {}
    names = entity_names(view, [item for items in found.values() for item in items], owner)
    resolved: dict[str, str] = {}
    for alias, items in found.items():
        called = list(dict.fromkeys(names[item] for item in items if item in names))
        form = by_alias[alias]
        # a name that is one entity's own, or that several share, stays as it is
        if len(called) == 1 and called[0] != form:
            resolved[form] = called[0]
    return resolved


def other_names(view: View, forms: Iterable[str], owner: str | None) -> dict[str, tuple[str, ...]]:
    """Return, for each form that an entity is called by, the normal forms of its other names that name no other.

    Args:
        view: Where.
        forms: Normal forms of canonical names.
        owner: Whose entities count, beside the shared ones.
    """
    by_alias = {alias_form(form): form for form in forms}
    found = view.items_by_alias(list(by_alias))
    called = entity_names(view, [item for items in found.values() for item in items], owner)
    aliases = view.aliases(list(called)) if called else {}
    given: dict[str, list[str]] = {}
    for alias, items in found.items():
        own = [item for item in items if called.get(item) == by_alias[alias]]
        given[by_alias[alias]] = [value_form(name) for item in own for name in aliases.get(item, ())]
    meant = canonical_forms(view, [name for names in given.values() for name in names if name], owner)
    return {
        form: tuple(dict.fromkeys(name for name in names if meant.get(name) == form)) for form, names in given.items()
    }


def entity_names(view: View, items: Sequence[ItemId], owner: str | None) -> dict[ItemId, str]:
    """Return the normal form of what each entity is called, for the live entities of an owner and the shared ones."""
    nodes = view.items_by_id(items)
    state = view.state([item_node(item) for item in nodes])
    return {
        item: value_form(name)
        for item, node in nodes.items()
        if node.kind == ENTITY
        and node.user in (None, owner)
        and Key.STATUS not in state.get(item_node(item), {})
        and (name := name_of(view, item, state.get(item_node(item), {})))
    }


def name_of(view: View, item: ItemId, state: Mapping[str, Json]) -> str:
    """Return what an entity is called: its canonical name, else its title, else its words."""
    name = state.get(Key.CANONICAL)
    if isinstance(name, str):
        return name
    head = view.revision(view.head(item))
    return head.title or head.text
