"""`decompose` and `reflect`: what a calling agent found, kept without a model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from doxa.errors import InvalidInput
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import RevisionId
from doxa.records import Message, Receipt, Ref, Scope
from doxa.write.add import vectors_of, with_warnings
from doxa.write.context import WriteContext, WriteRequest, operation, owner_of, refuse_anybody
from doxa.write.decompose.admitting import admit
from doxa.write.decompose.captures import Reading, captures_of
from doxa.write.decompose.decomposition import Decomposition, read_decomposition
from doxa.write.decompose.writing import DecompositionWriter, Origins, texts_of
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of
from doxa.write.supported import checked_against
from doxa.write.turns import Turn, store_turn


@dataclass(frozen=True, slots=True)
class Parts:
    """What `Memory.decompose` was given; see there."""

    entities: tuple[object, ...] = ()
    facts: tuple[object, ...] = ()
    relations: tuple[object, ...] = ()
    supersedes: tuple[object, ...] = ()
    contradicts: tuple[object, ...] = ()


@dataclass(frozen=True, slots=True)
class Reflection:
    """What `Memory.reflect` was given; see there."""

    captures: tuple[object, ...] = ()
    response: str | None = None
    sources: tuple[Ref, ...] = ()


@answered_once
def decompose_memory(context: WriteContext, request: WriteRequest, ref: Ref, parts: Parts) -> Receipt:
    """Keep the parts of a memory; see `Memory.decompose`."""
    refuse_anybody(request.scope)
    reading = Reading(context.clock.now(), context.tz)
    given = read_decomposition(
        parts.entities, parts.facts, parts.relations, parts.supersedes, parts.contradicts, reading
    )
    if not (given.entities or given.captures or given.relations):
        raise InvalidInput("decompose was given no parts.", mend="Give entities, facts or relations.", field="facts")
    return _write(context, request, given, (ref,), None)


@answered_once
def reflect_on(context: WriteContext, request: WriteRequest, reflection: Reflection) -> Receipt:
    """Keep what an agent captured; see `Memory.reflect`."""
    refuse_anybody(request.scope)
    captures = captures_of(reflection.captures, "captures", Reading(context.clock.now(), context.tz))
    if not captures and reflection.response is None:
        raise InvalidInput("reflect was given nothing.", mend="Give captures, a response or both.", field="captures")
    given = Decomposition(captures=tuple(captures), about_source=False)
    return _write(context, request, given, reflection.sources, reflection.response)


def _write(
    context: WriteContext, request: WriteRequest, given: Decomposition, refs: Sequence[Ref], response: str | None
) -> Receipt:
    passage = context.gate.opened()
    admitted = admit(passage, given)
    answer = None if response is None else passage.message(Message("assistant", response), "response")
    texts = texts_of(admitted.decomposition)
    spoken = [] if answer is None or answer.rejected else [answer.message.content]
    vectors = vectors_of(context, [*texts, *spoken])
    with operation(context, request) as writer:
        turns = tuple(target_of(writer.view, ref, request.expect_revision).revision for ref in refs)
        results: list[Result] = []
        if answer is not None and answer.rejected:
            results.append(Result("rejected", answer.rejected, redactions=answer.redactions))
        elif answer is not None:
            turn = _answer(request, writer, answer.message)
            turn = turn._replace(vector=None if vectors is None else vectors[len(texts)])
            results.append(store_turn(writer, turn)._replace(redactions=answer.redactions))
        decomposition = _quoted(writer.view, admitted.decomposition, turns, spoken)
        origins = Origins(turns or _kept(results), writer.at, source_of(request.scope))
        results += DecompositionWriter(writer, context, request.scope, origins, vectors).write(decomposition)
        receipt = receipt_of(writer, request, [*results, *admitted.refused], passage.warnings)
    return with_warnings(receipt, context)


def _kept(results: Sequence[Result]) -> tuple[RevisionId, ...]:
    return tuple(each.revision for each in results if each.revision is not None)


def _answer(request: WriteRequest, writer: Writer, message: Message) -> Turn:
    scope = request.scope
    return Turn(
        text=message.content,
        speaker=None,
        role="assistant",
        owner=owner_of(scope),
        said_at=writer.at,
        source=scope.agent or "assistant",
        once=False,
        believable=False,
        agent=scope.agent,
        session=scope.session,
        space=scope.space or "",
        contexts=scope.contexts,
        metadata=message.metadata,
        attachments=message.attachments,
    )


def _quoted(view: View, given: Decomposition, turns: Sequence[RevisionId], spoken: Sequence[str]) -> Decomposition:
    """Let a claim whose quote stands in none of what it was read from count as inferred."""
    texts = [*(node.text for node in view.revisions(list(turns)).values()), *spoken]
    claims = checked_against([each.claim for each in given.captures], texts)
    captures = tuple(replace(each, claim=claim) for each, claim in zip(given.captures, claims, strict=True))
    return replace(given, captures=captures)


def source_of(scope: Scope) -> str:
    """Return who says what an agent hands over: the user, else the agent, else nobody by name."""
    return owner_of(scope) or scope.agent or "user"
