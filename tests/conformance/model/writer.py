"""The write side of one transaction on a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from doxa.clock import Clock, ahead_of, aware
from doxa.errors import (
    AlreadyExists,
    Conflict,
    DoxaError,
    EmbedderMismatch,
    InvalidInput,
    InvalidKind,
    NotFound,
    RevisionConflict,
)
from doxa.graph import inputs
from doxa.graph.aliases import alias_form
from doxa.graph.claims import encode_claim, period_columns
from doxa.graph.kref import BUNDLE, checked_kind, checked_name, checked_tag, space_path
from doxa.graph.nodes import (
    PROJECT_NODE,
    BatchResult,
    BatchRow,
    Earlier,
    ItemId,
    Key,
    NewItem,
    NewRevision,
    NodeId,
    NodeType,
    Observation,
    RevisionId,
    artifact_node,
    item_node,
    revision_node,
)
from doxa.graph.tasks import Task
from doxa.records import ANY, Json, User
from tests.conformance.model import tasks
from tests.conformance.model.state import ArtifactRow, ItemRow, RequestRow, RevisionRow, SpaceRow, State
from tests.conformance.model.undoing import Undoing
from tests.conformance.model.view import ModelView


class ModelWriter(Undoing):
    """A `Writer` that changes a copy of the state."""

    def __init__(
        self,
        state: State,
        at: datetime,
        user: User,
        project: str,
        actor: str,
        clock: Clock,
        earlier: Callable[[State, str, str, str], Earlier | None],
    ) -> None:
        self.state = state
        self.operation = len(state.operations)
        self.at = at
        self.skew = ahead_of(clock.now(), at)
        self._project = project
        self._actor = actor
        self._clock = clock
        self._find_earlier = earlier
        self.view = ModelView(state, self.operation, user, project)
        self.all = ModelView(state, self.operation, ANY, project)

    # --- nodes ---

    def space(self, path: str, *, user: str | None = None) -> int:
        owner = None if user is None else inputs.checked_label(user, "user")
        return self._space(owner, space_path(path))

    def _space(self, owner: str | None, path: tuple[str, ...]) -> int:
        if owner not in self.state.owners:
            self.state.owners.append(owner)
            self._space(owner, ())
        for row in self.state.spaces.values():
            if (row.owner, row.path) == (owner, path):
                return row.id
        if path:
            self._space(owner, path[:-1])
        number = len(self.state.spaces) + 1
        self.state.spaces[number] = SpaceRow(number, owner, path, self.operation)
        return number

    def item(self, new: NewItem) -> ItemId:
        if checked_kind(new.kind) == BUNDLE:
            raise InvalidKind(f"The kind {new.kind!r} is reserved.")
        return self._item(new)

    def _item(self, new: NewItem) -> ItemId:
        uid = inputs.checked_uid(new.uid) if new.uid is not None else self._clock.new_id()
        name = uid if new.name is None else checked_name(new.name)
        for label, field in ((new.user, "user"), (new.agent, "agent"), (new.session, "session")):
            if label is not None:
                inputs.checked_label(label, field)
        contexts = inputs.checked_contexts(new.contexts)
        state = _checked_state(new.state, of_item=True)
        path = space_path(new.space)
        if any(row.uid == uid for row in self.state.items.values()) or uid in self.state.erased:
            raise AlreadyExists(f"{uid} exists already.", field="uid")
        born = (new.user, path, name, new.kind)
        if new.name is not None and any(self._birth(row) == born for row in self.all.seen_items()):
            raise AlreadyExists(f"{name} exists already.", field="name")
        item = ItemId(len(self.state.items) + 1)
        if new.identity is not None and not new.rival:
            self._refuse_twin(item, new.user, [new.identity, list(contexts)])
        row = ItemRow(
            item,
            uid,
            new.user,
            new.kind,
            name,
            self._space(new.user, path),
            new.agent,
            new.session,
            contexts,
            self.operation,
        )
        self.state.items[item] = row
        self._open(item_node(item), state)
        self._set_identity(item, new.identity, new.slot, contexts)
        return item

    def _birth(self, row: ItemRow) -> tuple[str | None, tuple[str, ...], str, str]:
        return row.owner, self.state.spaces[row.space].path, row.name, row.kind

    def _open(self, node: NodeId, state: Mapping[str, Json]) -> None:
        for key, value in state.items():
            self._fact(node, key, value)

    def _fact(self, node: NodeId, key: str, value: Any) -> None:
        text = None if value is None else inputs.encode(value, key)
        if value is None and key.startswith("attribute:") and key.removeprefix("attribute:") in self._given(node):
            text = "null"  # what was given at creation stays there, so its removal is a row
        self.state.put(("fact", node, key), text, self.operation)

    def _given(self, node: NodeId) -> Mapping[str, Json]:
        number, type_ = divmod(node, 8)
        if type_ == NodeType.ARTIFACT:
            return self.state.artifacts[number].metadata
        return self.state.revisions[number].new.metadata if type_ == NodeType.REVISION else {}

    def _set_identity(self, item: ItemId, identity: str | None, slot: str | None, contexts: tuple[str, ...]) -> None:
        self._fact(item_node(item), Key.IDENTITY, None if identity is None else [identity, contexts])
        self._fact(item_node(item), Key.SLOT, None if slot is None else [slot, contexts])

    def _refuse_twin(self, item: ItemId, owner: str | None, identity: list[Any] | None) -> None:
        if identity is None:
            return
        for row in self.all.seen_items():
            if row.owner == owner and row.id != item and self.all.identity_of(row.id) == identity:
                raise AlreadyExists("A live memory of this owner has the same identity.", field="identity")

    def _places(self) -> list[tuple[ItemId, frozenset[object]]]:
        return [
            (row.id, frozenset({self._birth(row), (row.owner, str(self.all.identity_of(row.id) or row.id))}))
            for row in self.all.seen_items()
        ]

    def _check_twins(self, items: Sequence[int]) -> None:
        for item in dict.fromkeys(items):
            if self.all.sees_item(item):
                number = ItemId(item)
                self._refuse_twin(number, self.state.items[item].owner, self.all.identity_of(number))

    def identify(self, item: ItemId, *, identity: str | None, slot: str | None, contexts: Sequence[str] = ()) -> None:
        self._found_item(item)
        self._set_identity(item, identity, slot, inputs.checked_contexts(tuple(contexts)))
        self._check_twins([item])

    def revision(self, item: ItemId, new: NewRevision) -> RevisionId:
        row = self._found_item(item)
        checked = self._checked(new)
        if row.kind == BUNDLE:
            raise InvalidKind("A bundle takes no text.")
        number = self._next_number(item)
        if new.number is not None and new.number < number:
            raise RevisionConflict(f"Revision {new.number} cannot follow revision {number - 1}.", field="number")
        head = self.all.head(item) if self.all.seen_revisions(item) else None
        revision = self._append(item, new.number or number, replace(checked, state={}, artifacts=()))
        self._open(revision_node(revision), checked.state)
        for observation in checked.observations:
            self.observe(revision, observation)
        for artifact in checked.artifacts:
            self.artifact(revision, artifact.name, artifact.location, artifact.metadata)
        self._fact(item_node(item), Key.HEAD, None if new.head else head)
        self._check_twins([item])
        return revision

    def _next_number(self, item: ItemId) -> int:
        return 1 + max((row.number for row in self.state.revisions.values() if row.item == item), default=0)

    def _append(self, item: ItemId, number: int, new: NewRevision) -> RevisionId:
        revision = RevisionId(len(self.state.revisions) + 1)
        self.state.revisions[revision] = RevisionRow(revision, item, number, self.operation, new)
        return revision

    def _checked(self, new: NewRevision) -> NewRevision:
        if new.text or not new.metadata:
            inputs.checked_text(new.text)
        if new.title is not None:
            inputs.checked_text(new.title, field="title", limit=inputs.MAX_TITLE)
        for form, role in new.mentions:
            inputs.checked_text(form, field="mention", limit=inputs.MAX_LABEL)
            inputs.checked_role(role)
        encode_claim(new.claim)
        inputs.encode_object(new.metadata, "metadata")
        period_columns(new.valid)
        said_at = None if new.said_at is None else aware(new.said_at, "said_at")
        if new.number is not None and not isinstance(new.number, int):
            raise InvalidInput(f"{new.number!r} is no number.", field="number")
        for artifact in new.artifacts:
            inputs.checked_label(artifact.name, "artifact")
        for observation in new.observations:
            inputs.encode_object(observation.detail, "detail")
        names = [artifact.name for artifact in new.artifacts]
        if len(set(names)) < len(names):
            raise AlreadyExists("Two artifacts have one name.", field="artifact")
        self._check_vector(new)
        return replace(new, said_at=said_at, state=_checked_state(new.state, of_item=False))

    def _check_vector(self, new: NewRevision) -> None:
        if new.vector is None:
            return
        import numpy as np

        if self.state.embedder is None or new.vector.shape != (self.state.embedder[1],):
            raise EmbedderMismatch("The vector is not of the stored embedder.")
        if new.vector.dtype != np.float32 or not abs(float(np.linalg.norm(new.vector)) - 1) <= 1e-3:
            raise InvalidInput("The vector is not float32 of length 1.", field="vector")

    def revisions(self, rows: Sequence[BatchRow]) -> BatchResult:
        created: list[RevisionId | None] = []
        failed: list[tuple[int, str]] = []
        for position, row in enumerate(rows):
            before = self.state.copy()
            try:
                item = self._named_or_new(row.item) if isinstance(row.item, NewItem) else row.item
                created.append(self.revision(item, row.revision))
            except DoxaError as error:
                self.state.__dict__.update(before.__dict__)
                created.append(None)
                failed.append((position, str(error)))
        return BatchResult(tuple(created), tuple(failed))

    def _named_or_new(self, new: NewItem) -> ItemId:
        if new.name is not None:
            born = (new.user, space_path(new.space), checked_name(new.name), new.kind)
            for row in self.all.seen_items():
                if self._birth(row) == born:
                    return row.id
        return self.item(new)

    def artifact(self, revision: RevisionId, name: str, location: str, metadata: Mapping[str, Json]) -> int:
        self._found(revision)
        inputs.checked_text(location, field="location", limit=4_096)
        inputs.checked_label(name, "artifact")
        inputs.encode_object(metadata, "metadata")
        taken = [row for row in self.state.artifacts.values() if (row.revision, row.name) == (revision, name)]
        if any(self.state.fact(artifact_node(row.id), Key.VOID, self.operation) is None for row in taken):
            raise AlreadyExists(f"The revision has an artifact {name!r}.", field="artifact")
        number = len(self.state.artifacts) + 1
        row = ArtifactRow(number, revision, name, location, dict(metadata), self.operation)
        self.state.artifacts[number] = row
        return number

    # --- what must be there ---

    def _found_item(self, item: ItemId) -> ItemRow:
        if not self.all.sees_item(item):
            raise NotFound(f"There is no item number {item}.", field="item", value=item)
        return self.state.items[item]

    def _found(self, revision: RevisionId) -> RevisionRow:
        if not self.all.sees(revision):
            raise NotFound(f"There is no revision number {revision}.", field="revision", value=revision)
        return self.state.revisions[revision]

    def _item_of(self, node: NodeId) -> ItemId | None:
        number, type_ = divmod(node, 8)
        if type_ == NodeType.ITEM:
            return self._found_item(ItemId(number)).id
        if type_ == NodeType.REVISION:
            return self._found(RevisionId(number)).item
        if type_ == NodeType.ARTIFACT and number in self.state.artifacts:
            return self._found(self.state.artifacts[number].revision).item
        if (type_ == NodeType.SPACE and number in self.state.spaces) or node == PROJECT_NODE:
            return None
        raise NotFound(f"There is no node {node}.", field="node", value=node)

    # --- assertions ---

    def assert_(self, node: NodeId, key: str, value: Json) -> None:
        value = inputs.checked_value(inputs.checked_key(key), value)
        item = self._item_of(node)
        if key in (Key.HEAD, Key.CANONICAL) and node % 8 != NodeType.ITEM:
            raise InvalidInput(f"{key!r} belongs to items.", field="node")
        if (
            key == Key.HEAD
            and value is not None
            and (isinstance(value, bool) or not isinstance(value, int) or self._found(RevisionId(value)).item != item)
        ):
            raise InvalidInput(f"Revision {value} is of another item.", field="head")
        self._fact(node, key, value)
        self._check_twins([] if item is None else [item])

    def observe(self, revision: RevisionId, observation: Observation) -> None:
        self._found(revision)
        if observation.turn is not None:
            self._found(observation.turn)
        if not 0 <= observation.start <= observation.end:
            raise InvalidInput(f"{(observation.start, observation.end)} is no span.", field="observation")
        inputs.checked_label(observation.source, "source")
        said_at = None if observation.said_at is None else aware(observation.said_at, "observation.said_at")
        kept = replace(observation, said_at=said_at)
        if kept.turn is None:
            kept = replace(kept, start=0, end=0)
        key = ("observation", revision, kept.source, said_at, kept.turn, kept.start, kept.end, kept.independent)
        self.state.put(key, kept, self.operation)

    def tag(self, revision: RevisionId, tag: str) -> None:
        self._fact(item_node(self._found(revision).item), _tag_key(tag), revision)

    def untag(self, revision: RevisionId, tag: str) -> None:
        key, node = _tag_key(tag), item_node(self._found(revision).item)
        if self.state.fact(node, key, self.operation) != revision:
            raise NotFound(f"The revision does not hold the tag {tag!r}.", field="tag")
        self._fact(node, key, None)

    def alias(self, item: ItemId, *aliases: str) -> None:
        row = self._found_item(item)
        for alias in [inputs.checked_label(alias, "alias") for alias in aliases]:
            key = ("alias", item, alias_form(alias))
            self._refuse_circle(row, alias_form(alias))
            if self.state.value(key, self.operation) is None:
                self.state.put(key, alias, self.operation)

    def _refuse_circle(self, row: ItemRow, form: str) -> None:
        own = self.state.fact(item_node(row.id), Key.CANONICAL, self.operation)
        for other in self.all.seen_items():
            name = self.state.fact(item_node(other.id), Key.CANONICAL, self.operation)
            named = bool(name) and alias_form(name) == form and other.id != row.id and other.owner == row.owner
            if named and own and self.state.value(("alias", other.id, alias_form(own)), self.operation) is not None:
                raise Conflict("The alias is circular.", field="alias")

    def unalias(self, item: ItemId, *aliases: str) -> None:
        self._found_item(item)
        for alias in aliases:
            form = alias_form(inputs.checked_label(alias, "alias"))
            if not self.state.put(("alias", item, form), None, self.operation):
                raise NotFound(f"The item has no alias {alias!r}.", field="alias")

    def move(self, item: ItemId, space: str) -> None:
        row, path = self._found_item(item), space_path(space)
        number = self._space(row.owner, path)
        self._fact(item_node(item), Key.SPACE, None if number == row.space else number)

    def edge(
        self, source: RevisionId, type: str, target: RevisionId, metadata: Mapping[str, Json] | None = None
    ) -> None:
        inputs.checked_edge_type(type)
        if metadata is not None:
            inputs.encode_object(metadata, "metadata")
        if source == target:
            raise InvalidInput("An edge cannot end where it starts.", field="target")
        owners = {self.state.items[self._found(end).item].owner for end in (source, target)} - {None}
        if len(owners) > 1:
            raise InvalidInput("An edge cannot join the memories of two users.", field="target")
        key = ("edge", source, type, target)
        present = self.state.value(key, self.operation) or "{}"
        kept = present if metadata is None else inputs.encode(dict(metadata))
        self.state.put(key, kept, self.operation)

    def edges(self, rows: Sequence[tuple[RevisionId, str, RevisionId]]) -> None:
        for row in rows:
            self.edge(*row)

    def unedge(self, source: RevisionId, type: str, target: RevisionId) -> None:
        if not self.state.put(("edge", source, inputs.checked_edge_type(type), target), None, self.operation):
            raise NotFound(f"There is no {type} edge between the two.", field="type")

    def bundle(
        self, bundle: ItemId | NewItem, *, add: Sequence[ItemId] = (), remove: Sequence[ItemId] = ()
    ) -> RevisionId:
        if isinstance(bundle, NewItem):
            if checked_kind(bundle.kind) != BUNDLE:
                raise InvalidKind(f"A bundle cannot be of kind {bundle.kind!r}.")
            bundle = self._item(bundle)
        row = self._found_item(bundle)
        if row.kind != BUNDLE:
            raise InvalidKind(f"Item {bundle} is no bundle.")
        present = self.all.members(bundle)
        for member in add:
            owner = self._found_item(member).owner
            if member == bundle or member in present or list(add).count(member) > 1 or owner not in (None, row.owner):
                raise InvalidInput(f"Item {member} cannot be added.", field="add")
        for member in remove:
            if member not in present or list(remove).count(member) > 1:
                raise NotFound(f"Item {member} is no member.", field="remove")
        revision = self._append(bundle, self._next_number(bundle), NewRevision(""))
        self._fact(revision_node(revision), Key.MEMBERS, {"add": list(add), "remove": list(remove)})
        self._fact(item_node(bundle), Key.HEAD, None)
        return revision

    def status(self, node: NodeId, status: str) -> None:
        checked = inputs.checked_status(status)
        if node % 8 not in (NodeType.ITEM, NodeType.REVISION, NodeType.ARTIFACT):
            raise InvalidInput(f"Node {node} takes no status.", field="node")
        item = self._item_of(node)
        self._fact(node, Key.STATUS, None if checked == "live" else checked)
        self._check_twins([] if item is None else [item])

    # --- the operation itself ---

    def reason(self, text: str) -> None:
        kept = inputs.checked_text(text, field="reason")
        self.state.operations[-1] = replace(self.state.operations[-1], reason=kept)

    def remember_request(self, request_id: str, digest: str, results: Json = None) -> Earlier | None:
        earlier = self._find_earlier(self.state, request_id, digest, self._actor)
        if earlier is not None:
            return earlier
        self.state.requests[request_id, self._actor] = RequestRow(digest, self.operation, self.at, results)
        return None

    def enqueue(self, kind: str, body: Mapping[str, Json], *, user: str | None, due: datetime | None = None) -> int:
        return tasks.enqueue(self.state, kind, body, user, due or self._clock.now())

    def finish(self, task: Task) -> None:
        tasks.finish(self.state, task)

    def tally(self, amounts: Mapping[str, int], *, user: str | None) -> None:
        tasks.tally(self.state, amounts, user)

    def tallies(self, prefix: str, *, user: User) -> dict[str, int]:
        return tasks.tallies(self.state, prefix, user)


def _checked_state(state: Mapping[str, Json], *, of_item: bool) -> dict[str, Json]:
    checked: dict[str, Json] = {}
    for key, value in state.items():
        if key == Key.HEAD or (key == Key.CANONICAL and not of_item):
            raise InvalidInput(f"{key!r} cannot be given at creation.", field="state")
        if key == Key.STATUS:
            status = inputs.checked_status(str(value))
            value = None if status == "live" else status
        else:
            value = inputs.checked_value(inputs.checked_key(key), value)
        if value is not None:
            inputs.encode(value, key)
            checked[key] = value
    return checked


def _tag_key(tag: str) -> str:
    checked = checked_tag(tag)
    if checked == "latest":
        raise InvalidInput("The tag 'latest' moves by itself.", field="tag")
    return f"tag:{checked}"
