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
    passage = context.gate.opened()
    kept = passage.mapping(metadata, "metadata")
    with operation(context, request) as writer:
        start, end = target_of(writer.view, source), target_of(writer.view, target)
        writer.edge(start.revision, relation, end.revision, kept or None)
        result = Result(None, f"{relation} drawn", start.revision)
        return receipt_of(writer, request, [result], passage.warnings)
