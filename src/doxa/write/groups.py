"""Operators on statements that are stored already: the group of one is loaded, changed and written back."""

from __future__ import annotations

from dataclasses import dataclass, replace

from doxa.belief.intervals import Instant
from doxa.belief.slots import Slot
from doxa.belief.statements import Decision, Statement
from doxa.clock import to_micros
from doxa.graph.contract import Writer
from doxa.graph.nodes import ItemId, ItemNode, RevisionId, RevisionNode, item_node
from doxa.write.context import WriteContext
from doxa.write.moving import repeat_revision
from doxa.write.receipts import Result
from doxa.write.refs import Target
from doxa.write.settle import move_heads
from doxa.write.slot_store import SEQUENCES_PER_OPERATION, Group, keep_marks, load_group, save_effects
from doxa.write.slotting import Slotting


@dataclass(frozen=True, slots=True)
class Placed:
    """A stored statement with its slot and everything stated in its group."""

    item: ItemNode
    node: RevisionNode
    slot: Slot
    group: Group

    @property
    def id(self) -> str:
        """Its id among the statements of the group."""
        return str(self.node.id)

    @property
    def statement(self) -> Statement | None:
        """The statement itself; `None` for a memory that claims nothing, such as a turn."""
        return self.group.state.get(self.id)


def place(writer: Writer, context: WriteContext, target: Target) -> Placed | None:
    """Return a memory's statement in its group, `None` for one that claims nothing."""
    item = writer.view.item(target.item)
    node = writer.view.revision(target.revision)
    if node.claim is None:
        return None
    slotting = Slotting(writer.view, context.attributes)
    slot = slotting.slot(node.claim, owner=item.user or "", contexts=item.contexts)
    return Placed(item, node, slot, load_group(writer.view, slot, slotting))


def sequence_of(writer: Writer, order: int = 0) -> int:
    """Return the place of a step of this operation in the order of everything ever written."""
    return writer.operation * SEQUENCES_PER_OPERATION + order + 1


def write_back(writer: Writer, placed: Placed, decision: Decision) -> Result:
    """Write what an operator decided about a group whose statements are all stored."""
    ids = {each.id: RevisionId(int(each.id)) for each in placed.group.state}
    home = placed.group.item_for(placed.slot)
    items = dict(placed.group.items)
    for rival in [each for each, standing in decision.effects.standing.items() if _joins(placed, each, standing)]:
        assert home is not None
        ids[rival] = _adopt(writer, placed, decision, rival, home)
        items[rival] = home
    save_effects(writer, decision.effects, ids)
    keep_marks(writer, placed.slot, placed.group, decision)
    move_heads(writer, replace(placed.group, items=items), decision, ids)
    about = None if decision.statement is None else ids.get(decision.statement)
    replaced = next((ids[each] for each in decision.replaced if each in ids), None)
    status = "nothing_to_do" if decision.effects.nothing else "done"
    return Result(decision.verdict, decision.reason, about, replaced, status)  # type: ignore[arg-type]


def _joins(placed: Placed, statement: str, standing: str) -> bool:
    """Whether a rival, which has an item of its own, comes to be believed in an item that exists."""
    before = placed.group.state.get(statement)
    home = placed.group.item_for(placed.slot)
    rival = before is not None and before.standing == "rival" and standing == "accepted"
    rival = rival and statement not in placed.group.strangers
    return rival and home is not None and placed.group.items[statement] != home


def _adopt(writer: Writer, placed: Placed, decision: Decision, rival: str, home: ItemId) -> RevisionId:
    """Repeat a rival as the next revision of the item of its slot, so that the chain is one item's versions."""
    after = decision.after.get(rival)
    assert after is not None
    ids = {each.id: RevisionId(int(each.id)) for each in placed.group.state}
    old = writer.view.revision(RevisionId(int(rival)))
    revision = repeat_revision(writer, old, home, after, placed.slot, ids, head=decision.head == rival)
    writer.status(item_node(placed.group.items[rival]), "archived")
    return revision


def now_of(writer: Writer) -> Instant:
    """Return the instant of the operation."""
    return to_micros(writer.at)
