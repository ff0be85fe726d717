"""`confirm`, `contradict`, `set_evidence`: who vouches for a belief, and who speaks against it."""

from __future__ import annotations

from dataclasses import replace

from doxa.belief.evidence import checked_grade
from doxa.errors import InvalidInput
from doxa.graph.contract import Writer
from doxa.graph.nodes import Key, Observation, revision_node
from doxa.records import Claim, Evidence, Receipt, Ref
from doxa.write.context import WriteContext, WriteRequest, operation, speaker_of
from doxa.write.extract import extract_claims
from doxa.write.groups import Placed, place
from doxa.write.messages import checked_text
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, target_of
from doxa.write.settle import Asserted, settle


@answered_once
def confirm_belief(context: WriteContext, request: WriteRequest, ref: Ref, *, source: str | None) -> Receipt:
    """Let a source say a belief again; see `Memory.confirm`."""
    with operation(context, request) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        placed = place(writer, context, target)
        said_by = source or speaker_of(request.scope)
        if placed is None:
            if said_by:
                writer.observe(target.revision, Observation(said_by, writer.at))
            return receipt_of(writer, request, [Result("confirm", "vouched_for", target.revision)])
        settled = settle(writer, context, _again(writer, placed, said_by), 0)
        result = Result(settled.verdict, settled.reason, settled.revision, settled.replaced)
        return receipt_of(writer, request, [result])


@answered_once
def contradict_belief(
    context: WriteContext, request: WriteRequest, ref: Ref, text: str | None, *, source: str | None
) -> Receipt:
    """Let a source speak against a belief; see `Memory.contradict`."""
    passage = context.gate.opened()
    screened = None if text is None else passage.text(checked_text(text, "text"), "text")
    with operation(context, request) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        placed = place(writer, context, target)
        if placed is None:
            raise InvalidInput(
                f"{ref} is a {writer.view.item(target.item).kind}, which claims nothing.",
                mend="Contradict a belief that was read from it.",
                field="ref",
                value=ref,
            )
        if screened is not None and screened.rejected is not None:
            refused = Result("rejected", screened.rejected, redactions=screened.redactions)
            return receipt_of(writer, request, [refused])
        claim = _against(writer, context, placed, target, None if screened is None else screened.text)
        said_by = source or speaker_of(request.scope)
        asserted = replace(_again(writer, placed, said_by), claim=claim)
        settled = settle(writer, context, asserted, 0)
        result = Result(settled.verdict, settled.reason, settled.revision, settled.replaced)
        taken = () if screened is None else screened.redactions
        return receipt_of(writer, request, [result._replace(redactions=taken)], passage.warnings)


@answered_once
def set_evidence(
    context: WriteContext, request: WriteRequest, ref: Ref, evidence: Evidence, *, source: str | None
) -> Receipt:
    """Give a belief a grade; see `Memory.set_evidence`."""
    grade = checked_grade(evidence)
    with operation(context, request) as writer:
        target = target_of(writer.view, ref, request.expect_revision)
        node = revision_node(target.revision)
        before = writer.view.state([node]).get(node, {}).get(Key.EVIDENCE)
        writer.assert_(node, Key.EVIDENCE, grade)
        if source:
            writer.observe(target.revision, Observation(source, writer.at))
        done = Result(None, f"{before or 'ungraded'} before, {grade} now", target.revision)
        same = Result(None, f"it was {grade} already", target.revision, status="nothing_to_do")
        return receipt_of(writer, request, [same if before == grade else done])


def _again(writer: Writer, placed: Placed, source: str | None) -> Asserted:
    claim = placed.node.claim
    assert claim is not None
    said_again = replace(claim, valid=None, quote=None, replaces=None, conflicts_with=None, correction=False)
    return Asserted(
        claim=replace(said_again, kind=placed.item.kind),
        owner=placed.item.user,
        said_at=writer.at,
        source=source,
        agent=placed.item.agent,
        session=placed.item.session,
        space=placed.item.space,
        contexts=placed.item.contexts,
    )


def _against(writer: Writer, context: WriteContext, placed: Placed, target: Target, text: str | None) -> Claim:
    """Return the claim that speaks against a belief: what the text says in its slot, else its denial."""
    claim = placed.node.claim
    assert claim is not None
    ref = writer.view.kref(target.revision)
    if text is None:
        denied = f"not: {placed.node.text}"
        return replace(claim, text=denied, polarity=not claim.polarity, valid=None, quote=None, conflicts_with=ref)
    read = extract_claims(text, speaker=None, role="user", now=writer.at, tz=context.tz)
    for found in read:
        if found.mood == "asserted" and found.claim.attribute == claim.attribute:
            return replace(found.claim, conflicts_with=ref, quote=None, kind=placed.item.kind)
    return Claim(text=text, kind=placed.item.kind, conflicts_with=ref)
