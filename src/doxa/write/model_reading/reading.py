"""Reads turns with a model and keeps what their words bear: one question, a second where something looks alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, cast

from doxa.errors import ModelFailure
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId, revision_node
from doxa.graph.tasks import Task
from doxa.llm.contract import Model
from doxa.llm.tallies import tally_usage
from doxa.records import Claim, Evidence, Json, Message, Receipt, Scope, Usage
from doxa.write.add import GATES, NOT_LIVE, vectors_of, with_warnings
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of
from doxa.write.extract import FoundClaim, extract_claims
from doxa.write.model_reading.claims import ReadOut, Refused, read_out
from doxa.write.model_reading.deferred import EXTRACT, Given, given_of
from doxa.write.model_reading.instructions import reading_instructions
from doxa.write.model_reading.judging import judged
from doxa.write.model_reading.linking import OfTurn, links_in, write_links
from doxa.write.model_reading.material import TurnToRead, told, turns_of_task, turns_to_read
from doxa.write.model_reading.reply import ConversationReading
from doxa.write.plugged import plugged_salience
from doxa.write.receipts import Result, receipt_of
from doxa.write.settle import Asserted, settle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Read:
    """What a model made of turns, before it is kept.

    Args:
        claims: What their words bear.
        refused: What they do not.
        links: Entities and relations, checked.
        reading: The whole reply.
        usage: What it cost.
        warnings: What the caller should know.
    """

    claims: list[ReadOut]
    refused: list[Refused]
    links: list[OfTurn]
    reading: ConversationReading
    usage: Usage
    warnings: tuple[str, ...] = ()


def read_turns(context: WriteContext, task: Task) -> Receipt | None:
    """Do a task of reading: ask, hold the answer against the words, keep it and finish the task in one transaction.

    Returns:
        The receipt; `None` where none of the turns is left.

    Raises:
        ModelFailure: No usable answer came; nothing was kept.
        Conflict: Another worker finished the task meanwhile; nothing was kept.
    """
    with context.graph.view(user=task.user) as view:
        turns = turns_of_task(view, task.body)
    if not turns:
        _finish(context, task)
        return None
    read = ask_about(context, turns)
    return _keep(context, task, turns, read)


def ask_about(context: WriteContext, turns: Sequence[TurnToRead], *, judge: bool = True) -> Read:
    """Return what a model finds in turns, held against their words; keeps nothing.

    Args:
        context: The parts.
        turns: What to read.
        judge: Whether to ask how claims stand to what is believed, where some look alike.

    Raises:
        ModelFailure: There is no model, or no usable answer came.
    """
    model = context.model
    if model is None:
        raise ModelFailure("There is no model.", mend="Set DOXA_MODEL.", field="model", failing="blocked")
    reading, usage = model.ask(reading_instructions(), told(turns, context.tz), ConversationReading)
    claims, refused = read_out([] if reading.ephemeral else reading.claims, turns, context.tz)
    claims, more, warnings = _gated(context, claims)
    if judge:
        claims, more_usage, told_of = _judged(context, model, claims, turns)
        usage, warnings = usage + more_usage, (*warnings, *told_of)
    links = [] if reading.ephemeral else links_in(context, reading, turns)
    return Read(claims, [*refused, *more], links, reading, usage, warnings)


def _judged(
    context: WriteContext, model: Model, claims: list[ReadOut], turns: Sequence[TurnToRead]
) -> tuple[list[ReadOut], Usage, tuple[str, ...]]:
    """Ask the second question; where it fails, the first one's answer is kept, and rules decide alone."""
    vectors = vectors_of(context, [each.found.claim.text for each in claims]) if claims else None
    with context.graph.view(user=turns[0].scope.user) as view:
        try:
            claims, usage = judged(context, model, claims, vectors, view)
        except ModelFailure as failure:
            said = f"Whether claims replace known ones was not asked, so both are kept: {failure.message}"
            return claims, failure.usage or Usage(), (said,)
    return claims, usage, ()


def _gated(context: WriteContext, claims: Sequence[ReadOut]) -> tuple[list[ReadOut], list[Refused], tuple[str, ...]]:
    """Pass what a model wrote through the gate; what speaks to a model is no memory."""
    passage = context.gate.opened()
    kept: list[ReadOut] = []
    refused: list[Refused] = []
    for number, each in enumerate(claims):
        field = f"claims[{number}]"
        if passage.flags(each.found.claim.text, field):
            refused.append(Refused("it looks like an instruction"))
            continue
        claim, screened = passage.claim(each.found.claim, field)
        if screened.rejected is not None:
            refused.append(Refused(screened.rejected))
            continue
        passage.tell(screened.redactions, f"{field}.text")
        kept.append(replace(each, found=replace(each.found, claim=claim)))
    return kept, refused, passage.warnings


def _keep(context: WriteContext, task: Task, turns: Sequence[TurnToRead], read: Read) -> Receipt:
    scope = turns[0].scope
    given = given_of(task.body)
    vectors = vectors_of(context, [each.found.claim.text for each in read.claims]) if read.claims else None
    request = WriteRequest(EXTRACT, scope)
    with operation(context, request) as writer:
        writer.finish(task)
        still = {turn.revision for turn in turns_to_read(writer.view, [turn.revision for turn in turns])}
        warnings = list(read.warnings)
        claims = [_weighed(context, each, given, warnings) for each in read.claims]
        results = _settle_all(writer, context, claims, given, vectors, still)
        results += write_links(writer, context, read.links, still, len(results))
        _note(writer, [turn for turn in turns if turn.revision in still], read.reading)
        tally_usage(writer.tally, "extract", read.usage, owner_of(scope))
        results += [Result("rejected", why) for why in _told(read.refused)]
        receipt = receipt_of(writer, request, results, tuple(dict.fromkeys(warnings)))
    return with_warnings(replace(receipt, usage=read.usage), context)


def _weighed(context: WriteContext, read: ReadOut, given: Given, warnings: list[str]) -> ReadOut:
    """Return a claim with how much it matters: as the caller said, else an application's own word, else the model's."""
    if given.salience is not None:
        return replace(read, importance=given.salience)
    turn = read.turn
    said = Message(turn.role, turn.text, turn.said_at, turn.speaker)
    own = plugged_salience(context.plugins.salience, said, warnings)
    return read if own is None else replace(read, importance=own)


def _told(refused: Sequence[Refused]) -> list[str]:
    """Return why claims were not kept, each reason once, with how many it was."""
    counted = Counter(each.reason for each in refused)
    return [f"{number} claims: {reason}" if number > 1 else reason for reason, number in counted.items()]


def _settle_all(
    writer: Writer,
    context: WriteContext,
    claims: Sequence[ReadOut],
    given: Given,
    vectors: NDArray[np.float32] | None,
    still: Collection[RevisionId],
) -> list[Result]:
    results: list[Result] = []
    for order, each in enumerate(claims):
        if each.turn.revision not in still:
            continue
        vector = None if vectors is None else vectors[order]
        settled = settle(writer, context, _asserted(each, given, vector), order)
        results.append(Result(settled.verdict, settled.reason, settled.revision, settled.replaced))
    return results


def _asserted(read: ReadOut, given: Given, vector: NDArray[np.float32] | None) -> Asserted:
    turn, scope = read.turn, read.turn.scope
    author = given.author or ("agent" if turn.role == "assistant" else "user")
    return Asserted(
        claim=read.found.claim,
        owner=owner_of(scope),
        said_at=turn.said_at,
        source=turn.source or turn.speaker or (scope.user if isinstance(scope.user, str) else turn.role),
        gate=GATES[read.found.mood],
        grade=cast("Evidence | None", given.evidence),
        confidence=given.confidence,
        independent=given.independent,
        begins=read.found.begins,
        turn=turn.revision,
        valid=given.valid,
        agent=scope.agent,
        session=scope.session,
        space=scope.space or "",
        contexts=scope.contexts,
        author=author,
        live=author not in NOT_LIVE,
        dated=turn.dated,
        salience=read.importance,
        expires=given.expires,
        tags=turn.tags,
        metadata=read.metadata,
        vector=vector,
    )


def _note(writer: Writer, turns: Sequence[TurnToRead], reading: ConversationReading) -> None:
    """Keep with the last turn what is about all of them: the feeling, and what they will be needed for."""
    if not turns:
        return
    node = revision_node(turns[-1].revision)
    if reading.emotion is not None:
        felt = reading.emotion
        emotion: dict[str, Json] = {
            "valence": round(min(1.0, max(-1.0, felt.valence)), 3),
            "arousal": round(min(1.0, max(0.0, felt.arousal)), 3),
            "dominant": felt.dominant.strip()[:40],
        }
        writer.assert_(node, "attribute:emotion", emotion)
    implications: list[Json] = [each.strip()[:200] for each in reading.implications[:5] if each.strip()]
    if implications and not reading.ephemeral:
        writer.assert_(node, "attribute:implications", implications)


def _finish(context: WriteContext, task: Task) -> None:
    with context.graph.transaction(EXTRACT, user=task.user) as writer:
        writer.finish(task)


def read_by_rules(context: WriteContext, task: Task) -> None:
    """Let rules read turns that no model could, so that they are not left unread; the task stays."""
    with context.graph.view(user=task.user) as view:
        turns = turns_of_task(view, task.body)
    claims = [ReadOut(found, turn, {}) for turn in turns for found in _by_rules(context, turn)]
    if not claims:
        return
    vectors = vectors_of(context, [each.found.claim.text for each in claims])
    scope = turns[0].scope
    with operation(context, WriteRequest(EXTRACT, scope)) as writer:
        still = {turn.revision for turn in turns_to_read(writer.view, [turn.revision for turn in turns])}
        _settle_all(writer, context, claims, given_of(task.body), vectors, still)


def _by_rules(context: WriteContext, turn: TurnToRead) -> Sequence[FoundClaim]:
    speaker = None if turn.own else turn.speaker
    return extract_claims(turn.text, speaker=speaker, role=turn.role, now=turn.said_at, tz=context.tz)


def claims_read(context: WriteContext, scope: Scope, messages: Sequence[Message], now: datetime) -> list[Claim]:
    """Return the claims that a model finds in messages; keeps nothing."""
    turns = [
        TurnToRead(RevisionId(0), each.content, each.role, each.name, each.time or now, scope) for each in messages
    ]
    read = ask_about(context, turns, judge=False)
    tally_usage(context.graph.tally, EXTRACT, read.usage, owner_of(scope))
    return [each.found.claim for each in read.claims if each.found.mood == "asserted"]
