"""The attributes a project knows: those doxa begins with, and what callers defined, as data of the project."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from doxa.belief.attributes import AttributeRegistry
from doxa.graph.contract import View
from doxa.graph.nodes import PROJECT_NODE
from doxa.records import Json

DEFINITION = "definition:"
"""Key of the project, followed by an attribute's name: how it was defined."""


def registry_of(view: View, base: AttributeRegistry) -> AttributeRegistry:
    """Return the registry as a view knows it; so another process's definition counts from the next transaction on.

    Args:
        view: Now or as of a past operation.
        base: What the project adds to.
    """
    state = view.state([PROJECT_NODE]).get(PROJECT_NODE, {})
    defined = tuple(
        (key.removeprefix(DEFINITION), json.dumps(value, sort_keys=True))
        for key, value in sorted(state.items())
        if key.startswith(DEFINITION)
    )
    return _with_definitions(base, defined) if defined else base


@lru_cache(maxsize=64)
def _with_definitions(base: AttributeRegistry, defined: tuple[tuple[str, str], ...]) -> AttributeRegistry:
    registry = base
    for name, text in defined:
        entry = cast("Mapping[str, Json]", json.loads(text))
        registry = registry.with_(
            name, single=bool(entry["single"]), aliases=cast("list[str]", entry.get("aliases") or [])
        )
    return registry
