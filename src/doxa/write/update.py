"""`update`: the next revision of a memory, or only metadata and tags on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from doxa.belief.intervals import FOREVER as ALWAYS_AFTER
from doxa.belief.intervals import difference, interval
from doxa.clock import to_micros
from doxa.errors import InvalidInput
from doxa.graph.belief_state import encode_intervals, held_of
from doxa.graph.beliefs import ATTRIBUTE, UNSET_MARK
from doxa.graph.contract import View, Writer
from doxa.graph.inputs import encode_object
from doxa.graph.kref import checked_tag
from doxa.graph.nodes import Key, NewRevision, Observation, RevisionNode, item_node, revision_node
from doxa.graph.reindexing import embedded_text
from doxa.privacy.screen import Screened
from doxa.records import Claim, Json, Receipt, Ref
from doxa.write.chains import put_mark
from doxa.write.claims import checked_claim
from doxa.write.context import WriteContext, WriteRequest, operation, speaker_of
from doxa.write.extract import extract_claims
from doxa.write.extract.rendered import read_rendering
from doxa.write.gate import Passage
from doxa.write.grounding import mark_dependents
from doxa.write.messages import checked_text
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, refuse_protected, target_of
from doxa.write.settle import Asserted, settle
from doxa.write.slotting import Slotting

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Vector: TypeAlias = "NDArray[np.float32] | None"


@dataclass(frozen=True, slots=True)
class Update:
    """What `Memory.update` was given; see there."""

    ref: Ref
    text: str | None = None
    claim: Claim | None = None
    metadata: Mapping[str, Json] | None = None
    tags: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Check that there is something to do."""
        if self.text is not None:
            checked_text(self.text, "text")
        if self.claim is not None:
            checked_claim(self.claim, "claim")
        if self.metadata is not None:
            encode_object(self.metadata, "metadata")
        for tag in self.tags or ():
            checked_tag(tag)
        if self.text is None and self.claim is None and self.metadata is None and self.tags is None:
            raise InvalidInput("update changes nothing.", mend="Give text, claim, metadata or tags.", field="text")


@answered_once
def update_memory(context: WriteContext, request: WriteRequest, update: Update) -> Receipt:
    """Write the next revision; see `Memory.update`."""
    passage = context.gate.opened()
    update, screened = _passed(passage, update)
    if screened is not None and screened.rejected is not None:
        return _refused(context, request, update, screened)
    said = update.text or (update.claim.text if update.claim is not None else None)
    vectors = None if said is None else context.embedding.vectors([_embedded(context, request, update.ref, said)])
    with operation(context, request) as writer:
        target = target_of(writer.view, update.ref, request.expect_revision)
        refuse_protected(writer.view, target, force=False, locked_only=True)
        result = Result(None, "metadata and tags only", target.revision)
        if said is not None:
            vector = None if vectors is None else vectors[0]
            result = _revise(writer, context, request, update, target, said, vector)
        _set_metadata(writer, target, update.metadata)
        _set_tags(writer, result, target, update.tags)
        result = result._replace(redactions=screened.redactions if screened is not None else ())
        return receipt_of(writer, request, [result], passage.warnings)


def _embedded(context: WriteContext, request: WriteRequest, ref: Ref, said: str) -> str:
    """Return a new text as it is embedded: with the title that the memory keeps, as `reindex` does."""
    with context.graph.view(user=request.scope.user) as view:
        return embedded_text(view.revision(target_of(view, ref).revision).title, said)


def _passed(passage: Passage, update: Update) -> tuple[Update, Screened | None]:
    """Let an update through the gate: as it may be kept, and what became of its text."""
    text, claim, screened = update.text, update.claim, None
    if claim is not None:
        claim, screened = passage.claim(claim, "claim")
    if text is not None:
        screened = passage.text(text, "text")
        text = screened.text
    metadata = None if update.metadata is None else passage.mapping(update.metadata, "metadata")
    return replace(update, text=text, claim=claim, metadata=metadata), screened


def _refused(context: WriteContext, request: WriteRequest, update: Update, screened: Screened) -> Receipt:
    with operation(context, request) as writer:
        target = target_of(writer.view, update.ref, request.expect_revision)
        result = Result("rejected", screened.rejected or "", target.revision, redactions=screened.redactions)
        return receipt_of(writer, request, [result])


def _revise(
    writer: Writer,
    context: WriteContext,
    request: WriteRequest,
    update: Update,
    target: Target,
    said: str,
    vector: Vector,
) -> Result:
    old = writer.view.revision(target.revision)
    claim = _claim(context, writer, update, old, said)
    if claim is not None:
        return _reconciled(writer, context, request, target, claim, vector)
    return _appended(writer, context, request, target, old, said, vector)


def _claim(context: WriteContext, writer: Writer, update: Update, old: RevisionNode, said: str) -> Claim | None:
    """Return the new claim where it stays in the slot group of the old one."""
    if old.claim is None or not (old.claim.subject and old.claim.attribute and old.claim.value):
        return None
    if update.claim is not None:
        found = [replace(update.claim, text=said)]
    else:
        read = extract_claims(said, speaker=None, role="user", now=writer.at, tz=context.tz)
        found = [replace(each.claim, text=said, quote=None) for each in read if each.mood == "asserted"]
    slotting = Slotting(writer.view, context.attributes)
    group = slotting.slot(old.claim, owner="", contexts=()).group_key
    fitting = (each for each in found if slotting.slot(each, owner="", contexts=()).group_key == group)
    return next(fitting, None) or (None if update.claim is not None else _as_shown(old.claim, said))


def _as_shown(old: Claim, said: str) -> Claim | None:
    """Return the claim of a text in the form in which the old one is shown: "user works as a baker"."""
    read = read_rendering(said, old.subject or "", old.attribute or "")
    if read is None:
        return None
    return Claim(said, subject=old.subject, attribute=old.attribute, value=read.value, polarity=read.polarity)


def _reconciled(
    writer: Writer, context: WriteContext, request: WriteRequest, target: Target, claim: Claim, vector: Vector
) -> Result:
    item = writer.view.item(target.item)
    asserted = Asserted(
        claim=replace(claim, kind=item.kind, replaces=writer.view.kref(target.revision)),
        owner=item.user,
        said_at=writer.at,
        source=speaker_of(request.scope),
        explicit=True,
        agent=request.scope.agent or item.agent,
        session=request.scope.session or item.session,
        space=item.space,
        contexts=item.contexts,
        vector=vector,
    )
    settled = settle(writer, context, asserted, 0)
    return Result(settled.verdict, settled.reason, settled.revision, settled.replaced)


def _appended(
    writer: Writer,
    context: WriteContext,
    request: WriteRequest,
    target: Target,
    old: RevisionNode,
    said: str,
    vector: Vector,
) -> Result:
    item = writer.view.item(target.item)
    claim = None if old.claim is None else Claim(text=said, kind=old.claim.kind)
    if claim is not None:
        slot = Slotting(writer.view, context.attributes).slot(claim, owner=item.user or "", contexts=item.contexts)
        writer.identify(target.item, identity=slot.item_key, slot=slot.group_key, contexts=item.contexts)
        put_mark(writer, target.item, None)
    revision = writer.revision(
        target.item,
        NewRevision(
            text=said,
            title=old.title,
            claim=claim,
            said_at=writer.at,
            metadata=old.metadata,
            observations=(Observation(speaker_of(request.scope), writer.at),),
            vector=vector,
        ),
    )
    _end_old(writer, old)
    writer.edge(revision, "SUPERSEDES", old.id)
    mark_dependents(writer, old.id)
    return Result("supersede", "updated by the caller", revision, old.id)


def _end_old(writer: Writer, old: RevisionNode) -> None:
    """Let what the old revision claimed hold until now only."""
    if old.claim is None:
        return
    node = revision_node(old.id)
    held = held_of(old, writer.view.state([node]).get(node, {}))
    writer.assert_(node, Key.HELD, encode_intervals(difference(held, interval(to_micros(writer.at), ALWAYS_AFTER))))


def _set_metadata(writer: Writer, target: Target, metadata: Mapping[str, Json] | None) -> None:
    given = writer.view.revision(target.revision).metadata
    for key, value in (metadata or {}).items():
        hidden: Json = {UNSET_MARK: True} if key in given else None
        writer.assert_(item_node(target.item), f"{ATTRIBUTE}{key}", hidden if value is None else value)


def _set_tags(writer: Writer, result: Result, target: Target, tags: tuple[str, ...] | None) -> None:
    if tags is None:
        return
    head = result.revision if result.revision is not None else target.revision
    held = _tags_of(writer.view, target, head)
    for tag in held - set(tags):
        writer.untag(head, tag)
    for tag in set(tags) - held:
        writer.tag(head, tag)


def _tags_of(view: View, target: Target, head: int) -> set[str]:
    return {tag for tag, holder in view.tags(target.item).items() if holder == head and tag != "latest"}
