"""Entities of a project: found again by any spelling of their names, or made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from doxa.graph.aliases import alias_form
from doxa.graph.contract import Writer
from doxa.graph.entities import ENTITY, name_of
from doxa.graph.nodes import ItemId, Key, NewItem, NewRevision, Observation, RevisionId, item_node
from doxa.write.context import WriteContext
from doxa.write.decompose.names import class_of, name_keys
from doxa.write.names import named_items
from doxa.write.receipts import Result
from doxa.write.regrouping import regroup_items, slots_of_items

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TYPE = "entity_type"
"""The metadata key under which an entity says what it is."""
MENTION = "mention"


@dataclass(frozen=True, slots=True)
class NewEntity:
    """An entity as it was told.

    Args:
        name: What it is called.
        type: What it is, such as `person`; `None` = not said.
        aliases: What else it is called.
        vector: Of its name.
    """

    name: str
    type: str | None = None
    aliases: tuple[str, ...] = ()
    vector: NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class KnownEntity:
    """An entity of the project: its item and head, its names, and whether it was there before."""

    item: ItemId
    revision: RevisionId
    names: tuple[str, ...]
    reused: bool


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where entities come from.

    Args:
        owner: Whose memory; `None` = shared.
        space: Where new ones go.
        source: Who says it.
        said_at: When.
        turn: What they were read from; they are erased with the last of what they were read from.
        agent: Label.
        session: Label.
    """

    owner: str | None
    space: str
    source: str
    said_at: datetime
    turn: RevisionId | None
    agent: str | None = None
    session: str | None = None


class Entities:
    """The entities of one write.

    Args:
        writer: The open transaction.
        context: The parts.
        provenance: Where new ones come from.
    """

    def __init__(self, writer: Writer, context: WriteContext, provenance: Provenance) -> None:
        self._writer = writer
        self._context = context
        self._from = provenance
        self._met: dict[ItemId, KnownEntity] = {}
        self._decided: list[Result] = []

    @property
    def met(self) -> tuple[KnownEntity, ...]:
        """Every entity that was found or made, in order."""
        return tuple(self._met.values())

    @property
    def decided(self) -> tuple[Result, ...]:
        """What became of beliefs that came into one slot when an entity got another name."""
        return tuple(self._decided)

    def put(self, entity: NewEntity) -> KnownEntity:
        """Return the entity of that name, made where there is none; names that it did not have yet are added."""
        item = self._find(entity)
        known = self._make(entity) if item is None else self._again(item, entity)
        self._met[known.item] = known
        return known

    def named(self, name: str) -> KnownEntity:
        """Return the entity of that name, made where there is none."""
        return self.put(NewEntity(name))

    def _find(self, entity: NewEntity) -> ItemId | None:
        """Look for an entity by its names as they are, then by the keys of its spellings; two that fit are none."""
        view = self._writer.view
        forms = [alias_form(each) for each in (entity.name, *entity.aliases)]
        exact = [item for items in view.items_by_alias(forms).values() for item in items]
        found = self._fitting(exact, entity)
        if not found:
            keys = list(dict.fromkeys(key for each in (entity.name, *entity.aliases) for key in name_keys(each).sought))
            rows = view.mentions(keys, roles=(MENTION,))
            revisions = list(dict.fromkeys(revision for each in rows.values() for revision, _ in each))
            heads = view.heads(revisions)
            found = self._fitting([heads[each].item for each in revisions if each in heads], entity)
        return found[0] if len(found) == 1 else None

    def _fitting(self, items: Sequence[ItemId], entity: NewEntity) -> list[ItemId]:
        view = self._writer.view
        nodes = view.items_by_id(list(dict.fromkeys(items)))
        state = view.state([item_node(item) for item in nodes])
        mine = [
            item
            for item, node in nodes.items()
            if node.kind == ENTITY
            and node.user in (None, self._from.owner)
            and Key.STATUS not in state.get(item_node(item), {})
            and self._same_class(item, entity.type)
        ]
        own = [item for item in mine if nodes[item].user == self._from.owner]
        return own or mine

    def _same_class(self, item: ItemId, entity_type: str | None) -> bool:
        known = self._writer.view.revision(self._writer.view.head(item)).metadata.get(TYPE)
        classes = {class_of(entity_type), class_of(known if isinstance(known, str) else None)} - {None}
        return len(classes) < 2

    def _make(self, entity: NewEntity) -> KnownEntity:
        writer, origin = self._writer, self._from
        item = writer.item(
            NewItem(
                kind=ENTITY,
                user=origin.owner,
                space=origin.space,
                agent=origin.agent,
                session=origin.session,
                state={Key.TIER: "long_term"},
            )
        )
        names = (entity.name, *entity.aliases)
        keys = tuple(dict.fromkeys(key for name in names for key in name_keys(name).kept))
        revision = writer.revision(
            item,
            NewRevision(
                text=entity.name,
                title=entity.name,
                said_at=origin.said_at,
                metadata={TYPE: entity.type} if entity.type else {},
                mentions=tuple((key, MENTION) for key in keys),
                observations=(self._observation(),),
                vector=entity.vector,
            ),
        )
        writer.assert_(item_node(item), Key.CANONICAL, entity.name)
        self._call(item, _other(entity.aliases, (entity.name,)))
        self._derive(revision)
        return KnownEntity(item, revision, tuple(dict.fromkeys(names)), reused=False)

    def _again(self, item: ItemId, entity: NewEntity) -> KnownEntity:
        writer = self._writer
        revision = writer.view.head(item)
        state = writer.view.state([item_node(item)]).get(item_node(item), {})
        names = (name_of(writer.view, item, state), *writer.view.aliases([item]).get(item, ()))
        new = _other((entity.name, *entity.aliases), names)
        self._call(item, new)
        if item not in self._met:
            writer.observe(revision, self._observation())
            self._derive(revision)
        reused = self._met[item].reused if item in self._met else True
        return KnownEntity(item, revision, (*names, *new), reused=reused)

    def _call(self, item: ItemId, names: Sequence[str]) -> None:
        """Add names to an entity of the owner's own; beliefs that come into one slot by it are decided anew."""
        if not names or self._writer.view.item(item).user != self._from.owner:
            return
        before = slots_of_items(self._writer, self._context, named_items(self._writer, [item], names))
        self._writer.alias(item, *names)
        if before:
            self._decided += regroup_items(self._writer, self._context, before)

    def _observation(self) -> Observation:
        return Observation(self._from.source, self._from.said_at, turn=self._from.turn)

    def _derive(self, revision: RevisionId) -> None:
        if self._from.turn is not None:
            self._writer.edge(revision, "DERIVED_FROM", self._from.turn)


def _other(names: Sequence[str], known: Sequence[str]) -> list[str]:
    """Return the names that are not known yet in any case or accent."""
    forms = {alias_form(each) for each in known}
    return [name for name in dict.fromkeys(names) if alias_form(name) not in forms]
