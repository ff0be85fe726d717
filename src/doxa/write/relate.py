"""`relate`: a typed edge between two memories."""

from __future__ import annotations

from collections.abc import Mapping

from doxa.records import Json, Receipt, Ref
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import target_of


@answered_once
def relate_memories(
    context: WriteContext,
    request: WriteRequest,
    source: Ref,
    relation: str,
    target: Ref,
    metadata: Mapping[str, Json],
) -> Receipt:
    """Draw an edge; see `Memory.relate`."""
    with operation(context, request) as writer:
        start, end = target_of(writer.view, source), target_of(writer.view, target)
        writer.edge(start.revision, relation, end.revision, dict(metadata) or None)
        result = Result(None, f"{relation} drawn", start.revision)
        return receipt_of(writer, request, [result])
