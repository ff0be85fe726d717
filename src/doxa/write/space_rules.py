"""What the label of a space asks of the claims that come to it; see `doxa.dream.space_profiles` for the labels.

In correspondence everybody says something and much of it changes: a claim is kept as an event that somebody said, and
takes one more source to be corroborated. In a canonical space what is settled stays until somebody confirms a change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from doxa.belief.kinds import kind_of
from doxa.graph.contract import Writer
from doxa.graph.nodes import space_node
from doxa.records import Json

if TYPE_CHECKING:
    from doxa.write.settle import Asserted

PINNED: Final = "attribute:space_class"
"""On a space: the label that somebody set."""
OBSERVED: Final = "attribute:space_profile"
"""On a space: the last profile that was kept."""
CANONICAL: Final = "canonical"
CORRESPONDENCE: Final = "correspondence"
NEEDS_CONFIRMATION: Final = "needs_confirmation"
ATTRIBUTED: Final = "attributed_to"
_LAYERS: Final = ("L0_BASIC_INFO", "L2_FACT", "L4_IDENTITY")
"""Layers of what is claimed."""


def label_of_space(writer: Writer, path: str, owner: str | None) -> str | None:
    """Return the label of an owner's space: pinned, else as last observed; the root has none."""
    if not path:
        return None
    node = space_node(writer.space(path, user=owner))
    state = writer.view.state([node]).get(node, {})
    pinned = state.get(PINNED)
    if pinned is not None:
        return str(pinned)
    kept = cast("Mapping[str, Json]", state.get(OBSERVED) or {})
    label = kept.get("label")
    return None if label is None else str(label)


def as_event(asserted: Asserted) -> Asserted:
    """Return a claim as the event that its source said it."""
    if kind_of(asserted.claim.kind).layer not in _LAYERS:
        return asserted
    return replace(
        asserted,
        claim=replace(asserted.claim, kind="event"),
        metadata={**asserted.metadata, ATTRIBUTED: asserted.source or ""},
    )
