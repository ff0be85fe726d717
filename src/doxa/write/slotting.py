"""Where claims belong as a project names things now: its own attributes, and entities by any of their names."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from doxa.belief.attributes import AttributeRegistry
from doxa.belief.slots import Slot, slot_of
from doxa.graph.contract import View
from doxa.graph.definitions import registry_of
from doxa.graph.entities import canonical_forms
from doxa.records import Claim

USER = "user"


class Slotting:
    """Tells slots in one view; names are looked up once.

    Args:
        view: Where names and definitions are.
        base: The attributes that the project adds to.
    """

    def __init__(self, view: View, base: AttributeRegistry) -> None:
        self._view = view
        self.registry = registry_of(view, base)
        self._names: dict[tuple[str, str], str] = {}

    def slot(self, claim: Claim, *, owner: str, contexts: Iterable[str]) -> Slot:
        """Return the slot of a claim, with subject and value under their canonical names.

        Raises:
            InvalidInput: The claim says nothing.
        """
        (slot,) = self.slots([claim], owner=owner, contexts=contexts)
        return slot

    def slots(self, claims: Iterable[Claim], *, owner: str, contexts: Iterable[str]) -> list[Slot]:
        """Return the slots of claims of one owner under one set of contexts, in order; one look-up for all."""
        labels = tuple(contexts)
        plain = [slot_of(claim, self.registry, owner=owner, contexts=labels) for claim in claims]
        self._look_up({form for slot in plain if not slot.opaque for form in (slot.subject, slot.value) if form}, owner)
        return [slot if slot.opaque else self._named(slot, owner) for slot in plain]

    def _look_up(self, forms: set[str], owner: str) -> None:
        new = [form for form in forms if form != USER and (owner, form) not in self._names]
        if not new:
            return
        resolved = canonical_forms(self._view, new, owner or None)
        self._names.update({(owner, form): resolved.get(form, form) for form in new})

    def _named(self, slot: Slot, owner: str) -> Slot:
        subject = self._names.get((owner, slot.subject or ""), slot.subject)
        value = self._names.get((owner, slot.value), slot.value)
        return slot if (subject, value) == (slot.subject, slot.value) else replace(slot, subject=subject, value=value)
