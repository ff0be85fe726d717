"""Finding by mention, identity, slot, valid time and neighbourhood."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, TypeVar

from doxa.belief.intervals import BEGINNING, FOREVER
from doxa.clock import to_micros
from doxa.graph.nodes import (
    Beside,
    Filter,
    ItemId,
    Key,
    Place,
    RevisionId,
    RevisionNode,
    Spell,
    item_node,
    revision_node,
)
from doxa.graph.standing import Standing, standing_of, windows_of
from doxa.records import Period
from tests.conformance.model.assertions import Assertions
from tests.conformance.model.state import ItemRow, RevisionRow

if TYPE_CHECKING:
    from doxa.graph.standing import Numbers

T = TypeVar("T")


class Lookups(Assertions):
    """The part of a view that finds revisions and items by what they say."""

    def mentions(
        self, forms: Sequence[str], *, roles: Sequence[str] = (), limit: int = 1000
    ) -> dict[str, list[tuple[RevisionId, str]]]:
        found: dict[str, list[tuple[RevisionId, str]]] = {}
        for form in forms:
            hits = [
                (row.id, role)
                for row in sorted(self.seen_revisions(), key=lambda row: -row.id)
                for said, role in sorted(set(row.new.mentions))
                if said == form and (not roles or role in roles)
            ]
            if hits:
                found[form] = hits[:limit]
        return found

    def by_identity(self, identity: str, user: str | None, contexts: Sequence[str] = ()) -> ItemId | None:
        wanted = [identity, sorted(set(contexts))]
        found = [row.id for row in self.seen_items() if row.owner == user and self.identity_of(row.id) == wanted]
        return found[0] if found else None

    def held_identities(self, asked: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> set[str]:
        return {each for each in asked if self.by_identity(each, user, contexts) is not None}

    def identity_of(self, item: ItemId) -> list[Any] | None:
        """Return the identity that an item holds: only a live, accepted head has one."""
        identity = self.state_.fact(item_node(item), Key.IDENTITY, self.at)
        if identity is None or not self.seen_revisions(item):
            return None
        row = self._head_row(self.state_.revisions[self.head(item)])
        return identity if (row.status, row.standing) == ("live", "accepted") else None

    def by_slot(self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = ()) -> list[ItemId]:
        wanted = [[slot, sorted(set(contexts))] for slot in slots]
        return [
            row.id
            for row in self.seen_items()
            if row.owner == user
            and self.state_.fact(item_node(row.id), Key.SLOT, self.at) in wanted
            and self.seen_revisions(row.id)
            and self._head_row(self.state_.revisions[self.head(row.id)]).status == "live"
        ]

    def slot_versions(
        self, slots: Sequence[str], user: str | None, contexts: Sequence[str] = (), *, newest: int | None = None
    ) -> dict[ItemId, list[RevisionNode]]:
        found = self.versions_of(self.by_slot(slots, user, contexts))
        if newest is None:
            return found
        last = {item: nodes[-1].number for item, nodes in found.items()}
        return {item: [node for node in nodes if node.number > last[item] - newest] for item, nodes in found.items()}

    def spells(self, item: ItemId) -> list[Spell]:
        return [Spell(each.id, each.number, *self._spell(each.id)) for each in self.versions_of([item]).get(item, ())]

    def _spell(self, revision: RevisionId) -> tuple[int, int]:
        said = [each.detail for each in self.observations([revision]).get(revision, ())]
        if not said or any("span" not in each for each in said):
            return BEGINNING, FOREVER
        begins = min(each["span"][0] for each in said)
        until = max(max(each["span"][3], each.get("told", -1) + 1) for each in said)
        held = self.state_.fact(revision_node(revision), Key.HELD, self.at)
        if held is None:
            return begins, FOREVER if any(each["open"] for each in said) else until
        if not held:
            return begins, until
        first, last = held[0][0], held[-1][1]
        return BEGINNING if first is None else min(begins, first), FOREVER if last is None else max(until, last)

    def between(self, period: Period, *, filter: Filter, limit: int) -> list[RevisionId]:
        hits = [row.id for row in self.seen_revisions() if self.keeps(row.id, filter) and self._overlaps(row, period)]
        return sorted(hits, reverse=True)[:limit]

    def _overlaps(self, row: RevisionRow, period: Period) -> bool:
        if row.new.valid is None:
            said = self._said(row)
            return (period.end is None or said < period.end) and (period.start is None or said >= period.start)
        start, end = row.new.valid.start, row.new.valid.end
        begins_before = period.end is None or start is None or start < period.end
        return begins_before and (period.start is None or end is None or end > period.start)

    def beside(self, revisions: Sequence[RevisionId], *, radius: int) -> dict[RevisionId, Beside]:
        return {each: self._around(self.state_.revisions[each], radius) for each in revisions if self.sees(each)}

    def _around(self, row: RevisionRow, radius: int) -> Beside:
        item = self.state_.items[row.item]
        written = sorted(
            (other.item, other.id)
            for other in self.seen_revisions()
            if self._beside(self.state_.items[other.item], item) and self.keeps(other.id, Filter())
        )
        before = tuple(revision for number, revision in reversed(written) if number < row.item)
        after = tuple(revision for number, revision in written if number > row.item)
        return Beside(before[:radius], after[:radius])

    def places(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, Place]:
        return {each: self._place(self.state_.revisions[each]) for each in revisions if self.sees(each)}

    def standing(self, revisions: Sequence[RevisionId]) -> Standing:
        return standing_of(self.places(revisions))

    def windows(self, revisions: Sequence[RevisionId], *, radius: int) -> tuple[list[RevisionId], Numbers]:
        found = self.beside(revisions, radius=radius)
        return list(found), windows_of(found, radius)

    def _place(self, row: RevisionRow) -> Place:
        item, role = self.state_.items[row.item], row.new.metadata.get("role")
        said = role if isinstance(role, str) else None
        at = to_micros(self._said(row))
        return Place(item.owner, item.session, at, row.new.title, len(row.new.text), said)

    def readings(self, revisions: Sequence[RevisionId], make: Callable[[str], T], *, most: int) -> dict[RevisionId, T]:
        return {each: make(text) for each, text in self.texts(revisions, most=most).items()}

    def texts(self, revisions: Sequence[RevisionId], *, most: int) -> dict[RevisionId, str]:
        return {each: self.state_.revisions[each].new.text[:most] for each in revisions if self.sees(each)}

    def _said(self, row: RevisionRow) -> datetime:
        return row.new.said_at or self._time(row.op)

    def _beside(self, other: ItemRow, item: ItemRow) -> bool:
        place = (item.owner, item.session, item.kind)
        return item.session is not None and (other.owner, other.session, other.kind) == place

    def usage(self, revisions: Sequence[RevisionId]) -> dict[RevisionId, tuple[datetime, int]]:
        return {each: self.usage_[each] for each in revisions if each in self.usage_ and self.sees(each)}
