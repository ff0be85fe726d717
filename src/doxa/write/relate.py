"""`relate`: a typed edge between two memories."""

from __future__ import annotations

from collections.abc import Mapping

from doxa.errors import Conflict
from doxa.graph.contract import Writer
from doxa.graph.nodes import RevisionId
from doxa.records import Json, Receipt, Ref
from doxa.write.context import WriteContext, WriteRequest, operation
from doxa.write.receipts import Result, answered_once, receipt_of
from doxa.write.refs import Target, target_of

SUPERSEDES = "SUPERSEDES"


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
        start, end = target_of(writer.view, source, request.expect_revision), target_of(writer.view, target)
        if relation == SUPERSEDES:
            _refuse_circle(writer, start, end)
        writer.edge(start.revision, relation, end.revision, kept or None)
        result = Result(None, f"{relation} drawn", start.revision)
        return receipt_of(writer, request, [result], passage.warnings)


def _refuse_circle(writer: Writer, start: Target, end: Target) -> None:
    """Refuse to let something supersede itself, be it through others.

    Raises:
        Conflict: It would.
    """
    seen: set[RevisionId] = set()
    frontier = [end.revision]
    while frontier:
        if start.revision in frontier:
            raise Conflict(
                f"{end.ref} supersedes {start.ref} already, so that this would be circular.",
                mend="Give the newer one as the source, or take the other edge back first.",
                field="target",
                value=end.ref,
            )
        seen.update(frontier)
        edges = writer.view.edges(frontier, direction="out", types=(SUPERSEDES,))
        frontier = [each for each in dict.fromkeys(edge.target for edge in edges) if each not in seen]
