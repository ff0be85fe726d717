"""Receipts: made from what a write just did, or made again from its operation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import wraps
from typing import Concatenate, Literal, NamedTuple, ParamSpec, cast

from doxa.errors import Erased, IdempotencyConflict
from doxa.graph.contract import View, Writer
from doxa.graph.nodes import RevisionId
from doxa.graph.written_beliefs import beliefs_later
from doxa.records import Json, Outcome, Receipt, Redaction, Verdict
from doxa.write.context import WriteContext, WriteRequest, actor_of, owner_of
from doxa.write.told_later import receipt_told_later

P = ParamSpec("P")

CLOCK_SKEW = (
    "clock_skew: the last operation is labelled {} ahead of the clock, and this one just after it."
    " Set the clock, or relabel with `doxa doctor --repair-clock`."
)


class Result(NamedTuple):
    """What became of one thing: the verdict, why, the revision it is about, and what it replaced."""

    verdict: Verdict | None
    reason: str
    revision: RevisionId | None = None
    replaced: RevisionId | None = None
    status: Literal["done", "nothing_to_do", "failed"] = "done"
    redactions: tuple[Redaction, ...] = ()


def receipt_of(
    writer: Writer, request: WriteRequest, results: Sequence[Result], warnings: tuple[str, ...] = ()
) -> Receipt:
    """Return the receipt of a write that is about to commit.

    Args:
        writer: The write.
        request: How it was asked for.
        results: What became of each thing.
        warnings: What the caller should know; a replay of the request does not say it again.
    """
    if writer.skew:
        warnings = (*warnings, CLOCK_SKEW.format(timedelta(seconds=round(writer.skew))))
    receipt = _receipt(writer.view, writer.operation, request, results, warnings)
    if request.request_id is not None:
        results_kept: list[Json] = [_encoded(result) for result in results]
        if writer.remember_request(request.request_id, request.digest(), results_kept) is not None:
            raise AnsweredMeanwhileError
    return receipt


class AnsweredMeanwhileError(Exception):
    """Another call with the same request id committed after this one looked; it rolls this one back."""


def answered_once(
    verb: Callable[Concatenate[WriteContext, WriteRequest, P], Receipt],
) -> Callable[Concatenate[WriteContext, WriteRequest, P], Receipt]:
    """Let a verb give its first receipt for a request id that was used before, also by a call at the same time."""

    @wraps(verb)
    def call(context: WriteContext, request: WriteRequest, /, *args: P.args, **kwargs: P.kwargs) -> Receipt:
        first = replayed(context, request)
        if first is not None:
            return first
        try:
            return verb(context, request, *args, **kwargs)
        except AnsweredMeanwhileError:
            first = replayed(context, request)
            assert first is not None
            return first

    return call


def replayed(context: WriteContext, request: WriteRequest) -> Receipt | None:
    """Return the first receipt of a request id that was used before, rebuilt as of its operation.

    Raises:
        IdempotencyConflict: It was used with other content.
        Erased: What it wrote has been erased.
    """
    if request.request_id is None:
        return None
    earlier = context.graph.earlier(request.request_id, request.digest(), actor=actor_of(request.scope))
    if earlier is None:
        return None
    if not earlier.same:
        raise IdempotencyConflict(
            f"request_id {request.request_id!r} was used before with other content.",
            mend="Use a new one for a new write.",
            field="request_id",
            value=request.request_id,
        )
    if earlier.erased:
        raise Erased(f"What request_id {request.request_id!r} wrote has been erased.", field="request_id")
    results = [_decoded(row) for row in cast("list[list[Json]]", earlier.results or [])]
    with context.graph.view(user=request.scope.user, as_of=earlier.operation) as view:
        receipt = _receipt(view, earlier.operation, request, results)
    return receipt if context.model is None else replace(receipt, pending=_pending(context, request, earlier.operation))


def _pending(context: WriteContext, request: WriteRequest, operation: int) -> tuple[str, ...]:
    """Return what of an earlier write still waits for a model."""
    tasks = context.graph.tasks(user=owner_of(request.scope), limit=1000).items
    return tuple(str(task.id) for task in tasks if task.operation == operation)


def _receipt(
    view: View, number: int, request: WriteRequest, results: Sequence[Result], warnings: tuple[str, ...] = ()
) -> Receipt:
    revisions = [each.revision for each in results if each.revision is not None]
    now = view.at_time
    assert now is not None
    beliefs_of = beliefs_later(view, revisions, now=now)
    # after the beliefs, with which most of what an address is made of was read
    replaced = {each.replaced: view.kref(each.replaced) for each in results if each.replaced is not None}

    def outcomes() -> tuple[Outcome, ...]:
        beliefs = beliefs_of()
        return tuple(
            Outcome(
                verdict=each.verdict,
                status=each.status,
                reason=each.reason,
                belief=None if each.revision is None else beliefs.get(each.revision),
                replaced=None if each.replaced is None else replaced[each.replaced],
                redactions=each.redactions,
            )
            for each in results
        )

    return receipt_told_later(outcomes, operation=str(number), request_id=request.request_id, warnings=warnings)


def _encoded(result: Result) -> list[Json]:
    row: list[Json] = [result.verdict, result.reason, result.revision, result.replaced, result.status]
    taken: list[Json] = [[each.kind, each.start, each.end, each.placeholder] for each in result.redactions]
    return [*row, taken] if taken else row


def _decoded(row: Sequence[Json]) -> Result:
    verdict, reason, revision, replaced, status, *taken = row
    redactions = cast("list[tuple[str, int, int, str]]", taken[0] if taken else [])
    return Result(
        cast("Verdict | None", verdict),
        str(reason),
        None if revision is None else RevisionId(cast("int", revision)),
        None if replaced is None else RevisionId(cast("int", replaced)),
        cast("Literal['done', 'nothing_to_do', 'failed']", status),
        tuple(Redaction(*each) for each in redactions),
    )
