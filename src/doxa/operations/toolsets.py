"""Which operations a model is offered by default, and which about the graph; `full` is all of them."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

FULL = "full"
TOOLSETS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "core": ("add", "engage", "recall", "get", "list", "update", "delete", "reflect", "consolidate"),
        "graph": (
            "related_to",
            "explain_path",
            "answer_path",
            "impact",
            "why",
            "history",
            "get",
            "list",
            "relate",
            "decompose",
            "link",
            "scopes",
        ),
    }
)
"""By set: names of operations, of which those that exist belong to it."""


def toolsets_of(name: str) -> frozenset[str]:
    """Return the sets that an operation belongs to."""
    return frozenset({FULL, *(title for title, names in TOOLSETS.items() if name in names)})
