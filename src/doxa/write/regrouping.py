"""Decides slots anew after what things are called has changed: an alias, a merge, the definition of an attribute.

Statements that come into one slot are decided in their strict order of priority; those that come apart each stand in
their own. What then speaks for a slot are versions of one item, so a statement may move to another item: it is
repeated there as its next version, and the one it came from no longer counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from doxa.belief import operators
from doxa.belief.slots import Slot
from doxa.belief.statements import Decision, Statement
from doxa.clock import to_micros
from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, ItemNode, Key, NewItem, RevisionId, RevisionNode, item_node, revision_node
from doxa.write.chains import put_mark
from doxa.write.context import WriteContext
from doxa.write.grounding import mark_dependents
from doxa.write.moving import repeat_revision
from doxa.write.receipts import Result
from doxa.write.settle import rules_of
from doxa.write.slot_store import save_effects, statement_of
from doxa.write.slotting import Slotting


@dataclass(frozen=True, slots=True)
class Member:
    """A stored statement of a slot, with the slot it was in before and the one it is in now."""

    item: ItemNode
    node: RevisionNode
    statement: Statement
    before: Slot
    now: Slot

    @property
    def place(self) -> tuple[str, tuple[str, ...], str]:
        """Owner, contexts and slot group, which it shares with whatever can bear on it."""
        return self.item.user or "", self.item.contexts, self.now.group_key

    @property
    def moved(self) -> bool:
        """Whether it was in another slot, or in one that held another number of values."""
        return self.before != self.now


def slots_of_items(writer: Writer, context: WriteContext, items: Iterable[ItemId]) -> dict[RevisionId, Slot]:
    """Return the slot of every live claim of some items, as things are called now; ask before that changes."""
    slotting = Slotting(writer.view, context.attributes)
    return {member.node.id: member.now for member in _members(writer, items, {}, slotting)}


def regroup_items(writer: Writer, context: WriteContext, before: Mapping[RevisionId, Slot]) -> list[Result]:
    """Decide anew the slots whose claims have come into others, together with all that stands there.

    Args:
        writer: The open transaction.
        context: The parts.
        before: What `slots_of_items` gave before the change, for any owner's items that the transaction sees.

    Returns:
        One result for each slot in which something was decided anew, about what speaks for it.
    """
    now = Slotting(writer.view, context.attributes)
    rows = writer.view.heads(list(before))
    members = _members(writer, {row.item for row in rows.values()}, before, now)
    known = {member.item.id for member in members}
    moved = [member for member in members if member.moved]
    others = {item for member in moved for item in _sharing(writer, member)} - known
    everyone = sorted([*members, *_members(writer, others, before, now)], key=lambda each: (each.place, each.node.id))
    touched = {member.place for member in moved} | {
        (member.item.user or "", member.item.contexts, member.before.group_key) for member in moved
    }
    groups = [list(group) for place, group in groupby(everyone, key=lambda each: each.place) if place in touched]
    return _Regrouping(writer, [Decided(group, _decide(writer, context, group)) for group in groups]).write()


def _decide(writer: Writer, context: WriteContext, group: Sequence[Member]) -> Decision:
    statements = [member.statement for member in group]
    single = group[0].now.single
    return operators.regroup(statements, single=single, now=to_micros(writer.at), rules=rules_of(writer.view, context))


def _members(writer: Writer, items: Iterable[ItemId], before: Mapping[RevisionId, Slot], now: Slotting) -> list[Member]:
    nodes = writer.view.items_by_id(sorted(items))
    versions = [node for item in nodes for node in writer.view.versions(item) if node.claim is not None]
    state = writer.view.state([*map(item_node, nodes), *(revision_node(node.id) for node in versions)])
    observed = writer.view.observations([node.id for node in versions])
    members: list[Member] = []
    for node in versions:
        item = nodes[node.item]
        assert node.claim is not None
        owner, contexts = item.user or "", item.contexts
        new = now.slot(node.claim, owner=owner, contexts=contexts)
        if Key.STATUS not in state[item_node(item.id)] and not new.opaque:
            statement = statement_of(node, new, state, observed.get(node.id, ()))
            members.append(Member(item, node, statement, before.get(node.id, new), new))
    return members


def _sharing(writer: Writer, member: Member) -> list[ItemId]:
    """Return the items that were in the slot that a statement comes to, or in the one it comes from."""
    keys = [member.now.group_key, member.before.group_key]
    return writer.view.by_slot(keys, member.item.user, member.item.contexts)


@dataclass(frozen=True, slots=True)
class Decided:
    """A slot group and what was decided of it."""

    members: Sequence[Member]
    decision: Decision

    def after(self, member: Member) -> Statement:
        """Return a statement as it stands from now on."""
        found = self.decision.after.get(member.statement.id)
        assert found is not None
        return found


class _Regrouping:
    """Slot groups that were decided anew, and the writing of it.

    Args:
        writer: The open transaction.
        groups: Each with what was decided; a version of an item may be in one and the next in another.
    """

    def __init__(self, writer: Writer, groups: Sequence[Decided]) -> None:
        self._writer = writer
        self._groups = groups
        self._members = [member for group in groups for member in group.members]
        self._items = {member.item.id: member.item for member in self._members}
        self._heads = {item: writer.view.head(item) for item in self._items}
        self._homes: dict[tuple[str, tuple[str, ...], str], ItemId] = {}
        self._ids = {member.statement.id: member.node.id for member in self._members}

    def write(self) -> list[Result]:
        """Write all of it, and return one result for each group."""
        for group in self._groups:
            self._choose_homes(group)
        for item in self._items.values():
            self._writer.identify(item.id, identity=None, slot=None, contexts=item.contexts)
        for group in self._groups:
            self._move(group)
        for group in self._groups:
            save_effects(self._writer, group.decision.effects, self._ids)
        for moved in self._items:
            put_mark(self._writer, moved, None)
        self._identify()
        self._point_heads()
        return [self._result(group) for group in self._groups]

    def _choose_homes(self, group: Decided) -> None:
        """Choose one item for each item key: the oldest whose head stands in the group, else a new one."""
        accepted = [member for member in group.members if group.after(member).standing == "accepted"]
        own = {member.node.id for member in group.members}
        elsewhere = {member.node.id for member in self._members} - own
        by_age = sorted(accepted, key=lambda each: (each.node.id != self._heads[each.item.id], each.item.id))
        taken = set(self._homes.values())
        for member in by_age:
            item = member.item.id
            if item not in taken and self._heads[item] not in elsewhere and _home_key(member) not in self._homes:
                self._homes[_home_key(member)] = item
                taken.add(item)
        for member in accepted:
            if _home_key(member) not in self._homes:
                self._homes[_home_key(member)] = self._new_item(member.item)

    def _new_item(self, like: ItemNode) -> ItemId:
        return self._writer.item(
            NewItem(
                kind=like.kind,
                user=like.user,
                space=like.space,
                agent=like.agent,
                session=like.session,
                contexts=like.contexts,
            )
        )

    def _move(self, group: Decided) -> None:
        """Repeat each accepted claim whose item is not the home of its key as the next version of its home."""
        for member in group.members:
            after = group.after(member)
            home = self._homes.get(_home_key(member))
            if after.standing == "accepted" and home is not None and home != member.item.id:
                head = group.decision.head == member.statement.id
                self._ids[member.statement.id] = repeat_revision(
                    self._writer, member.node, home, after, member.now, self._ids, head=head
                )

    def _identify(self) -> None:
        """Give each item the identity of what it now holds; one that holds nothing any more is archived."""
        for (_, contexts, key), home in self._homes.items():
            group = next(member.now.group_key for member in self._members if member.now.item_key == key)
            self._writer.identify(home, identity=key, slot=group, contexts=contexts)
        for item in self._items.keys() - set(self._homes.values()):
            left = [each for each in self._members if each.item.id == item and self._stays(each)]
            if not left:
                self._writer.status(item_node(item), "archived")
                continue
            now = left[-1].now
            self._writer.identify(item, identity=now.item_key, slot=now.group_key, contexts=self._items[item].contexts)

    def _stays(self, member: Member) -> bool:
        return self._ids[member.statement.id] == member.node.id and member.statement.standing != "corrected"

    def _point_heads(self) -> None:
        """Point each item at the claim in it that speaks for its slot, else at the last said that counts in it."""
        held: dict[ItemId, list[tuple[bool, bool, tuple[int, int], RevisionId]]] = {}
        for group in self._groups:
            for member in group.members:
                after, revision = group.after(member), self._ids[member.statement.id]
                item = self._writer.view.revision(revision).item
                speaks = member.statement.id == group.decision.head
                held.setdefault(item, []).append((speaks, after.standing == "accepted", after.first.said, revision))
        for item, ranks in held.items():
            best = max(ranks)[-1]
            if self._writer.view.head(item) != best:
                self._writer.assert_(item_node(item), Key.HEAD, best)

    def _result(self, group: Decided) -> Result:
        lost = [each for each, standing in group.decision.effects.standing.items() if standing == "rival"]
        for each in lost:
            mark_dependents(self._writer, self._ids[each])
        reason = f"decided anew; {len(lost)} wait beside it" if lost else "decided anew"
        head = group.decision.head
        return Result(None, reason, None if head is None else self._ids[head])


def _home_key(member: Member) -> tuple[str, tuple[str, ...], str]:
    """Return what makes claims versions of one item: owner, contexts, item key."""
    return member.item.user or "", member.item.contexts, member.now.item_key
