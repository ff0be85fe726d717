"""`expand`, `contract`, `revise`, `resolve`: the operators of belief change on what is stored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from doxa.belief import operators
from doxa.belief.base import check_consistent
from doxa.belief.statements import SlotState
from doxa.errors import InvalidInput, NotFound
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.records import Claim, Receipt, Ref, Scope
from doxa.write.claims import checked_claim, checked_claims, refusal_of
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody, speaker_of
from doxa.write.grounding import mark_dependents
from doxa.write.groups import Placed, now_of, place, sequence_of, write_back
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, refuse_protected, target_of
from doxa.write.settle import Asserted, Decide, rules_of, settle, told
from doxa.write.slot_store import load_group
from doxa.write.slotting import Slotting


def expand_beliefs(context: WriteContext, request: WriteRequest, claims: Sequence[Claim]) -> Receipt:
    """Believe claims for which nothing has to give way; see `Memory.expand`."""
    return _told(context, request, claims, operators.expand)


def revise_beliefs(context: WriteContext, request: WriteRequest, claims: Sequence[Claim]) -> Receipt:
    """Believe claims, what contradicts them gives way; see `Memory.revise`."""
    return _told(context, request, claims, operators.revise)


@answered_once
def contract_beliefs(context: WriteContext, request: WriteRequest, claims: Sequence[Claim | Ref]) -> Receipt:
    """Give up claims; see `Memory.contract`."""
    _check_some(claims)
    for number, claim in enumerate(claims):
        if isinstance(claim, Claim):
            checked_claim(claim, f"claims[{number}]")
    with operation(context, request) as writer:
        results = [_contracted(writer, context, request.scope, each, n) for n, each in enumerate(claims)]
        return receipt_of(writer, request, results)


@answered_once
def resolve_conflict(context: WriteContext, request: WriteRequest, conflict: Ref, keep: Ref) -> Receipt:
    """Decide between a rival and what it contests; see `Memory.resolve`."""
    with operation(context, request) as writer:
        placed = _contested(writer, context, request, conflict)
        rival = _rival(placed)
        chosen = keep if keep in ("both", "neither") else str(target_of(writer.view, keep).revision)
        if chosen not in ("both", "neither") and placed.group.state.get(chosen) is None:
            raise InvalidInput(
                f"{keep} is not part of the conflict.", mend="Name the rival or what it contests.", field="keep"
            )
        decision = operators.settle(
            rival,
            placed.group.state,
            keep=chosen,
            sequence=sequence_of(writer),
            now=now_of(writer),
            rules=rules_of(writer.view, context),
        )
        result = write_back(writer, replace_node(writer, placed, rival), decision)
        return receipt_of(writer, request, [result])


def replace_node(writer: Writer, placed: Placed, rival: str) -> Placed:
    """Return the same group seen from another of its statements."""
    node = writer.view.revision(RevisionId(int(rival)))
    return replace(placed, node=node)


@answered_once
def _told(context: WriteContext, request: WriteRequest, claims: Sequence[Claim], decide: Decide) -> Receipt:
    _check_some(claims)
    refuse_anybody(request.scope)
    checked_claims(claims)
    passage = context.gate.opened()
    passed = [passage.claim(claim, f"claims[{number}]") for number, claim in enumerate(claims)]
    vectors = context.embedding.vectors([claim.text for claim, _ in passed])
    with operation(context, request) as writer:
        asserted = {
            order: replace(_asserted(writer, request.scope, claim), vector=None if vectors is None else vectors[order])
            for order, (claim, screened) in enumerate(passed)
            if screened.rejected is None and refusal_of(claim, f"claims[{order}]") is None
        }
        if decide is operators.revise:
            check_consistent([told(writer, context, each, order) for order, each in asserted.items()])
        results = []
        for order, (claim, screened) in enumerate(passed):
            if order not in asserted:
                refusal = screened.rejected or refusal_of(claim, f"claims[{order}]") or ""
                results.append(Result("rejected", refusal, redactions=screened.redactions))
                continue
            settled = settle(writer, context, asserted[order], order, decide)
            result = Result(settled.verdict, settled.reason, settled.revision, settled.replaced)
            results.append(result._replace(redactions=screened.redactions))
        return receipt_of(writer, request, results, passage.warnings)


def _asserted(writer: Writer, scope: Scope, claim: Claim) -> Asserted:
    return Asserted(
        claim=claim,
        owner=owner_of(scope),
        said_at=writer.at,
        source=speaker_of(scope),
        agent=scope.agent,
        session=scope.session,
        space=scope.space or "",
        contexts=scope.contexts,
    )


def _contracted(writer: Writer, context: WriteContext, scope: Scope, given: Claim | Ref, order: int) -> Result:
    if isinstance(given, Claim):
        slotting = Slotting(writer.view, context.attributes)
        slot = slotting.slot(given, owner=owner_of(scope) or "", contexts=scope.contexts)
        group = load_group(writer.view, slot, slotting)
        gone = operators.entailing(slot.value, slot.polarity, group.state)
        if not gone:
            return Result(None, "not_believed", status="nothing_to_do")
        node = writer.view.revision(RevisionId(int(gone[0])))
        placed = Placed(writer.view.item(group.items[gone[0]]), node, slot, group)
    else:
        found = place(writer, context, target_of(writer.view, given))
        if found is None:
            raise InvalidInput(f"{given} claims nothing.", mend="Use delete for a turn.", field="claims", value=given)
        placed, slot = found, found.slot
    before: SlotState = placed.group.state
    for statement in operators.entailing(slot.value, slot.polarity, before):
        gives_way = Target(str(given), placed.group.items[statement], RevisionId(int(statement)))
        refuse_protected(writer.view, gives_way, force=False, locked_only=True)
    decision = operators.contract(
        slot.value, slot.polarity, before, sequence=sequence_of(writer, order), now=now_of(writer)
    )
    result = write_back(writer, placed, decision)
    for each in decision.replaced:
        mark_dependents(writer, RevisionId(int(each)))
    return result


def _contested(writer: Writer, context: WriteContext, request: WriteRequest, conflict: Ref) -> Placed:
    placed = place(writer, context, target_of(writer.view, conflict, request.expect_revision))
    if placed is None:
        raise NotFound(f"{conflict} is in no conflict.", mend="See `contested_by` of a belief.", field="conflict")
    return placed


def _rival(placed: Placed) -> str:
    """Return the rival of a conflict, whichever side of it was named."""
    statement = placed.statement
    if statement is not None and statement.standing != "rival":
        waiting = [each for each in placed.group.state.rivals if each.id in statement.contested_by]
        return waiting[0].id if waiting else statement.id
    return placed.id


def _check_some(claims: Sequence[object]) -> None:
    if not claims:
        raise InvalidInput("claims is empty.", mend="Give at least one claim.", field="claims")
